"""Each side’s meld as its panel shows it, the checks it earns, and who discarded and drew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.cards import Card, Suit, sort_cards
from companion.game.decide.meld import judge_draw
from companion.game.decide.replay import picks_of
from companion.game.events import CardsDrawn, DealScored, MeldShown, MeldSource
from companion.game.state import DealState, GameState
from companion.rules.choices import Draw
from companion.rules.contract import judge_trump
from companion.rules.dealing import most_discards
from companion.rules.meld.best import dix_name, dix_values, keeps_dix_apart
from companion.rules.meld.tiles import MeldTile, meld_tiles
from companion.rules.ruling import Ruling
from companion.rules.score.checks import CheckTile, check_tiles, checks_for_meld
from companion.rules.score.facts import CheckMeld
from companion.rules.variant import Variant


@dataclass(frozen=True)
class Pick:
    """A tile with how often it has been tapped."""

    tile: MeldTile
    copies: int

    @property
    def points(self) -> int:
        """The points for the copies together; of none, those for one."""
        return self.tile.points[max(self.copies, 1) - 1]

    @property
    def full(self) -> bool:
        """True if the pack holds no more of it."""
        return self.copies >= len(self.tile.points)


@dataclass(frozen=True)
class Hand:
    """One of the hands of a side that several play for."""

    seat: int
    name: str
    points: int | None
    """The sum of its meld; None until it is entered."""


@dataclass(frozen=True)
class Panel:
    """One side's meld, and the hand that is being entered."""

    side: str
    name: str
    total: int
    bid: str
    """The amount that this side has to make; None where there is none."""
    seat: int | None
    """The seat whose meld is being entered; None for the side's sum."""
    hands: tuple[Hand, ...]
    """The hands to choose from; none where the side is one player."""
    due: int
    """The hand that is entered, or if none is chosen the next hand to enter."""
    shown: tuple[MeldShown, ...]
    mine: MeldShown | None
    """The entry so far of the very owner that ``seat`` names."""
    replaces: str
    """The entry that one for that owner would replace; empty if there is none."""
    warning: str
    picks: tuple[Pick, ...]
    counts: Mapping[Card, int]
    full: frozenset[Card]
    dix: int
    """The part entered for that owner that is a line of its own."""
    dix_name: str
    """The name of these trumps; empty where they are no line of their own."""
    dix_values: tuple[int, ...]

    @property
    def points(self) -> int | None:
        """That owner's meld without what is a line of its own; None until it is entered."""
        if self.seat is None:
            return self.total - self.dix if self.shown else None
        return self.mine.points - self.dix if self.mine else None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards entered, as a hand is held."""
        return sort_cards(self.mine.cards) if self.mine else ()


def panels_of(state: GameState, owners: Mapping[str, int | None]) -> tuple[Panel, ...]:
    """The panels of all sides, in the order of every page.

    :param owners: by side, whose meld is being entered: the seat of a player, or None for the side's sum.
    """
    deal = state.deal
    if deal is None or not deal.trump_settled:
        return ()
    return tuple(_panel(state, deal, deal.trump, side, owners[side]) for side in state.sides_melding(deal))


def bidder_first(state: GameState, side: str) -> tuple[int, ...]:
    """The seats of a side in the order in which their melds are entered (conduct.meld-order)."""
    contract = state.deal.contract if state.deal else None
    return tuple(sorted(state.seats_of(side), key=lambda seat: contract is None or seat != contract.bidder))


def hand_due(state: GameState, deal: DealState, side: str) -> int | None:
    """The next hand of a side to enter; None once each is entered."""
    return next((seat for seat in bidder_first(state, side) if state.meld_shown_by(deal, side, seat) is None), None)


def _bid(state: GameState, deal: DealState, side: str) -> str:
    bids = state.bids_of(deal)
    if bids:
        return str(sum(bids.get(side, ())) or "")
    contract = deal.contract
    return contract.says(state.variant) if contract and state.bidding_side(deal) == side else ""


def _panel(state: GameState, deal: DealState, trump: Suit | None, side: str, seat: int | None) -> Panel:
    mine = state.meld_shown_by(deal, side, seat)
    counts = Counter(mine.cards if mine else ())
    apart = keeps_dix_apart(state.variant)
    dix = deal.dix(side) if seat is None else mine.dix if mine else 0
    return Panel(
        side=side,
        name=state.side_name(side),
        total=deal.meld(side),
        bid=_bid(state, deal, side),
        seat=seat,
        hands=_hands(state, deal, side),
        due=next_hand(state, deal, side) if seat is None else seat,
        shown=tuple(shown for shown in deal.shown if shown.side == side),
        mine=mine,
        replaces=_replaces(state, deal, side, seat),
        warning=_warning(state, deal, trump, side),
        picks=tuple(_picks(state, deal, trump, mine)),
        counts=counts,
        full=_full(state.variant, deal),
        dix=dix if apart else 0,
        dix_name=dix_name(state.variant) if apart else "",
        dix_values=dix_values(state.variant, trump) if apart and trump else (),
    )


def next_hand(state: GameState, deal: DealState, side: str) -> int:
    """The hand of a side that is looked at next: the first whose meld is not entered, else the first."""
    due = hand_due(state, deal, side)
    return bidder_first(state, side)[0] if due is None else due


def _hands(state: GameState, deal: DealState, side: str) -> tuple[Hand, ...]:
    seats = state.seats_of(side)
    melds = ((seat, state.meld_shown_by(deal, side, seat)) for seat in seats)
    hands = tuple(Hand(seat, state.names[seat], shown.points if shown else None) for seat, shown in melds)
    return hands if len(seats) > 1 else ()


def _replaces(state: GameState, deal: DealState, side: str, seat: int | None) -> str:
    """A side's sum and its players' sums exclude each other."""
    ours = [shown for shown in deal.shown if shown.side == side]
    others = [shown for shown in ours if (state.hand_of(shown) is None) != (seat is None)]
    if not others or len(state.seats_of(side)) == 1:
        return ""
    whose = "together" if seat is not None else "player by player"
    return f"This replaces the {sum(shown.points for shown in others)} entered {whose}."


def _warning(state: GameState, deal: DealState, trump: Suit | None, side: str) -> str:
    """Return what the bidder's cards lack to name this trump (trump.needs)."""
    contract = deal.contract
    if trump is None or contract is None or state.bidding_side(deal) != side:
        return ""
    shown = state.meld_shown_by(deal, side, contract.bidder)
    if shown is None or not shown.cards:
        return ""
    ruling = judge_trump(state.variant, contract.bid, trump, shown.cards)
    return "" if ruling else ruling.says


def _picks(state: GameState, deal: DealState, trump: Suit | None, mine: MeldShown | None) -> Iterator[Pick]:
    counted = picks_of(state, deal, mine)
    for tile in meld_tiles(state.variant, trump):
        yield Pick(tile, counted[tile.key])


def _full(variant: Variant, deal: DealState) -> frozenset[Card]:
    """Cards of which the players have shown every copy."""
    shown = Counter(card for each in deal.shown for card in each.cards)
    return frozenset(card for card, copies in variant.pack.counts.items() if shown[card] >= copies)


@dataclass(frozen=True)
class PlayerDraw:
    """The facts known of one player's exchange."""

    seat: int
    name: str
    side: str
    exchange: CardsDrawn | None
    ruling: Ruling | None
    """Against, where the numbers entered are a renege; None if none are entered."""


@dataclass(frozen=True)
class DrawView:
    """The exchange of a deal, the bidder first and then clockwise."""

    most: int
    """How many cards each may discard (res.players-bruce)."""
    players: tuple[PlayerDraw, ...]

    @property
    def entered(self) -> int:
        """For how many players the exchange has been entered."""
        return sum(player.exchange is not None for player in self.players)


def draw_view(state: GameState, deal: DealState) -> DrawView | None:
    """The exchange of a deal; None where nobody discards and draws, or nobody has the bid yet."""
    if state.variant.draw is not Draw.DISCARD_AND_DRAW or deal.contract is None:
        return None
    seats = state.seats_from(deal, deal.contract.bidder)
    return DrawView(most_discards(state.variant, len(seats)), tuple(_player(state, deal, seat) for seat in seats))


def _player(state: GameState, deal: DealState, seat: int) -> PlayerDraw:
    exchange = deal.draw_of(seat)
    ruling = judge_draw(state, deal, exchange) if exchange else None
    return PlayerDraw(seat, state.names[seat], state.side_of(seat), exchange, ruling)


@dataclass(frozen=True)
class CheckPick:
    """A tile with how often it has been entered."""

    tile: CheckTile
    copies: int

    @property
    def full(self) -> bool:
        """True if a hand holds no more of it."""
        return self.copies >= self.tile.copies


@dataclass(frozen=True)
class CheckPanel:
    """The checks that one side's meld earns."""

    side: str
    name: str
    meld: int
    checks: int
    """The checks that its meld gains; once the deal has ended, all that the deal gains or costs it."""
    picks: tuple[CheckPick, ...]


def check_panels(state: GameState, scored: DealScored | None) -> tuple[CheckPanel, ...]:
    """A panel for each side with the tiles that its meld can hold; none where no checks are kept (end.checks).

    :param scored: what the deal scores once its result is confirmed.
    """
    deal = state.deal
    if deal is None or not check_tiles(state.variant):
        return ()
    brings = {entry.side: entry.points for entry in scored.checks} if scored else {}
    return tuple(_ledger_panel(state, deal, side, brings.get(side)) for side in state.sides_in(deal))


def _ledger_panel(state: GameState, deal: DealState, side: str, brings: int | None) -> CheckPanel:
    known, meld = deal.check_melds.get(side, ()), deal.meld(side)
    counts = Counter(known)
    # Only the table knows of nines, which are dealt and not shown, and of the melds that a plain number hides.
    by_number = any(shown.source is MeldSource.NUMBER for shown in deal.shown if shown.side == side)
    offered = tuple(
        CheckPick(tile, counts[tile.meld])
        for tile in check_tiles(state.variant)
        if counts[tile.meld] or tile.meld is CheckMeld.SEVEN_NINES or (by_number and meld >= tile.least)
    )
    checks = checks_for_meld(state.variant, known) if brings is None else brings
    return CheckPanel(side, state.side_name(side), meld, checks, offered)
