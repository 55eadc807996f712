"""The heading of every page of a game: the variant, the sides with their scores, the deal on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.cards import Rank, Suit
from companion.game.events import MeldShown
from companion.game.state import DealState, GameState, Phase
from companion.game.view.auction import side_bids
from companion.game.view.outlook import Outlook
from companion.game.view.play import needs_of
from companion.game.view.sheet import Ledger
from companion.rules.meld.best import keeps_dix_apart


@dataclass(frozen=True)
class SideView:
    """One side as the top of every page shows it."""

    side: str
    name: str
    score: int
    seats: tuple[int, ...]
    leads: bool
    checks: int | None = None
    """The checks now; None where none are kept."""


@dataclass(frozen=True)
class VariantName:
    """The words of a page for the variant that is played."""

    key: str
    name: str
    ranks: tuple[Rank, ...]


@dataclass(frozen=True)
class DealLine:
    """The deal on the table, in the few words that every page at it needs."""

    number: int
    dealer: int
    trump: Suit | None
    untrumped: bool
    """True if no suit is trump, as the bidder said."""
    has_stock: bool
    """True if players may lay its melds one by one while a stock lasts."""
    partner_hidden: bool
    """True if nobody knows yet who holds the called card."""
    begins_game: bool
    """True if it is the first of its game, with neither a bid nor trump."""


@dataclass(frozen=True)
class Melded:
    """The meld of one side."""

    points: int
    dix: int
    """The part of it that is a line of its own; 0 where none is."""
    hands: tuple[tuple[str, int], ...]
    """Each player's name and meld, where several play for the side and it was entered player by player."""

    @property
    def rest(self) -> int:
        """The meld without what is a line of its own."""
        return self.points - self.dix


def side_views(state: GameState, outlook: Outlook, ledger: Ledger | None) -> tuple[SideView, ...]:
    """Return every side of a game as it is now."""
    return tuple(_side_view(state, side, outlook, ledger) for side in state.sides)


def _side_view(state: GameState, side: str, outlook: Outlook, ledger: Ledger | None) -> SideView:
    return SideView(
        side,
        state.side_name(side),
        state.standing.scores[side],
        state.seats_of(side),
        side in outlook.leaders,
        ledger.totals[side] if ledger else None,
    )


def variant_name(state: GameState) -> VariantName:
    """The variant that is played, as far as a page shows it."""
    return VariantName(state.variant.key, state.variant.name, state.variant.pack.ranks)


def deal_line(state: GameState, deal: DealState) -> DealLine:
    """The deal on the table."""
    return DealLine(
        number=deal.number,
        dealer=deal.dealer,
        trump=deal.trump,
        untrumped=deal.untrumped,
        has_stock=deal.has_stock,
        partner_hidden=deal.partner_hidden,
        begins_game=not (deal.contract or deal.trump or deal.ended or state.deals),
    )


def melded(state: GameState, deal: DealState) -> Mapping[str, Melded]:
    """By side that takes part, its meld as entered so far."""
    apart = keeps_dix_apart(state.variant)
    return {
        side: Melded(deal.meld(side), deal.dix(side) if apart else 0, _by_hand(state, deal, side))
        for side in state.sides_in(deal)
    }


def _by_hand(state: GameState, deal: DealState, side: str) -> tuple[tuple[str, int], ...]:
    seats = state.seats_of(side)
    melds = {seat: shown for seat in seats if (shown := state.meld_shown_by(deal, side, seat))}
    return tuple((state.names[seat], shown.points) for seat, shown in melds.items()) if len(seats) > 1 else ()


_MELD_KNOWN = (Phase.MELD, Phase.PLAY, Phase.CONFIRM)


@dataclass(frozen=True)
class Laid:
    """The meld entered for one player, or for a side together."""

    name: str
    points: int
    melds: tuple[str, ...]
    """The names of the melds; none if only a sum was entered."""


@dataclass(frozen=True)
class SideMeld:
    """The meld entered for a side so far, owner by owner."""

    name: str
    points: int
    laid: tuple[Laid, ...]


@dataclass(frozen=True)
class Board:
    """The deal on the table, as far as it has come."""

    number: int
    dealer: str
    bids: tuple[tuple[str, str], ...]
    """The sides that have to make a bid and how much, the bidder first; none before the auction is over."""
    trump: Suit | None
    melds: tuple[SideMeld, ...]
    """Of every side that takes part; none before trump is known."""
    needs: tuple[str, ...]
    """The points that each contract still needs, with the meld entered so far."""


def board_of(state: GameState) -> Board | None:
    """The deal on the table; None once the game is over."""
    deal = state.deal
    if deal is None:
        return None
    shows_meld = state.phase in _MELD_KNOWN
    return Board(
        number=deal.number,
        dealer=state.names[deal.dealer],
        bids=_bids(state, deal),
        trump=deal.trump,
        melds=tuple(_side_meld(state, deal, side) for side in state.sides_melding(deal)) if shows_meld else (),
        needs=_needs(state, deal) if shows_meld else (),
    )


def _bids(state: GameState, deal: DealState) -> tuple[tuple[str, str], ...]:
    if deal.contract is None:
        return ()
    sums = tuple((bid.name, str(bid.amount)) for bid in side_bids(state, deal) if bid.amount)
    return sums or ((state.names[deal.contract.bidder], deal.contract.says(state.variant)),)


def _needs(state: GameState, deal: DealState) -> tuple[str, ...]:
    """While meld is still being entered nobody is called set: the partner's may be to come."""
    needs = needs_of(state, deal)
    if state.phase is not Phase.MELD or deal.partner_hidden or deal.aim:
        return tuple(need.says for need in needs)
    return tuple(
        f"{state.side_name(need.side)}: bid {need.bid}, meld so far {deal.meld(need.side)}: {need.needed} still needed."
        for need in needs
    )


def _side_meld(state: GameState, deal: DealState, side: str) -> SideMeld:
    laid = tuple(_laid(state, shown) for shown in deal.shown if shown.side == side)
    return SideMeld(state.side_name(side), deal.meld(side), laid)


def _laid(state: GameState, shown: MeldShown) -> Laid:
    name = state.side_name(shown.side) if shown.seat is None else state.names[shown.seat]
    return Laid(name, shown.points, tuple(meld.name for meld in shown.melds))
