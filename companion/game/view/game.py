"""The picture of a game that a page shows: everything a template needs, worked out before it sees anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.game.decide.ending import confirm_deal
from companion.game.record.commands import ConfirmDeal
from companion.game.record.events import DealScored, GameWon
from companion.game.record.refusal import Refusal
from companion.game.record.state import DealState, GameState, Phase
from companion.game.view.bids import SideBid, bids_say, side_bids
from companion.game.view.call import CallView, call_view
from companion.game.view.draw import DrawView, draw_view
from companion.game.view.ledger import Ledger, ledger_of
from companion.game.view.needs import Need, needs_of
from companion.game.view.outlook import Outlook, look_ahead
from companion.game.view.reminders.phases import reminders
from companion.game.view.reminders.reminder import Reminder
from companion.game.view.sheet import SheetRow, sheet_rows
from companion.game.view.stock import ClaimView, StockView, claim_view, stock_view
from companion.rules.auction.bids import (
    Auction,
    automatic_call,
    bids_to_offer,
    high_call,
    highest_bid,
    judge_pass,
    may_pass_out,
    meld_signal,
    next_bidder,
)
from companion.rules.meld.dix import dix_name, keeps_dix_apart
from companion.rules.options.choices import Bidding, Draw
from companion.rules.ruling import Ruling
from companion.rules.score import score_deal
from companion.rules.score.checks import asks_kitty_seen
from companion.rules.score.facts import DealEnd, DealScore, Ending, asks_all_tricks, asks_tricks, signed
from companion.rules.score.renege import asks_taken
from companion.rules.score.unplayed import judge_throw_in


@dataclass(frozen=True)
class SideView:
    """One side as the top of every page shows it."""

    side: str
    name: str
    score: int
    seats: tuple[int, ...]
    leads: bool
    checks: int | None = None
    """Checks as they stand; None where none are kept."""


@dataclass(frozen=True)
class AuctionView:
    """The auction as far as it has come."""

    next_seat: int | None
    high_seat: int | None
    high_amount: int | None
    automatic: bool
    """Whether the high bid was made before anyone spoke."""
    bids: tuple[tuple[int, str | None], ...]
    """The bids to offer, each with what it tells partner about meld."""
    highest: int | None
    pass_ruling: Ruling
    may_pass_out: bool
    waiting: tuple[tuple[int, str], ...]
    """Who has not spoken yet, in turn, where everyone bids once for a sum of both partners; else nobody."""
    sums: tuple[SideBid, ...]
    """What the sides have bid together so far, where the partners' bids are added up."""


@dataclass(frozen=True)
class CountedSide:
    """A side for which tricks are counted, or a whole team under the name of one side."""

    side: str
    name: str


@dataclass(frozen=True)
class PlayView:
    """What is asked once the meld is told."""

    needs: tuple[Need, ...]
    """What each side with a contract must still take, the bidder's first; none where nobody bid."""
    counted: tuple[CountedSide, ...]
    hint: str
    """Whose counters are asked for."""
    least: int
    """The least that all tricks together can come to."""
    total: int
    """The most that they can come to: the same, save where cards laid away count for nobody."""
    throw_in: Ruling | None
    throw_in_costs: str
    asks_all_tricks: bool
    asks_tricks: bool
    """Whether a side without trick points may keep its meld by an empty trick."""
    asks_kitty_seen: bool
    """Whether something hangs on a look at the kitty before conceding."""
    quad_pinochle: tuple[str, ...]
    """Sides for which the page asks about a quadruple pinochle."""
    asks_taken: bool
    """Whether a renege counts the tricks that were taken until then."""
    laid: Mapping[str, str]
    """By side its meld, where the dixes are a line of their own; empty where they are not."""


@dataclass(frozen=True)
class GameView:
    """A game as one seat sees it."""

    state: GameState
    seat: int | None
    """The seat that looks, or None for somebody who only watches."""
    phase: Phase
    sides: tuple[SideView, ...]
    in_deal: tuple[SideView, ...]
    """Those that take part in the deal on the table."""
    seats: tuple[tuple[int, str], ...]
    """The players who take part in it, each seat with its name."""
    target: int | None
    notes: tuple[str, ...]
    """Why a side at the target has not won yet, and who can still win."""
    chances: tuple[str, ...]
    """Sentences on who can win the game with the deal on the table; none until its meld is told."""
    dealer: str | None
    bids: tuple[str, ...]
    """Who has bid how much, a few words for each side with a contract."""
    dix_name: str
    """What the trumps are called that are a line of their own in a meld; empty where none are."""
    draws: DrawView | None
    """Who exchanged how many cards, where that is done and the meld is being told."""
    auction: AuctionView | None
    stock: StockView | None
    call: CallView | None
    """The search for a partner; None where none is called."""
    play: PlayView | None
    claim: ClaimView | None
    """Who may declare out now; None where nobody may."""
    ledger: Ledger | None
    """The checks as they stand; None where none are kept."""
    preview: DealScored | None
    """What the deal will score when the result is confirmed."""
    wins: GameWon | None
    """How the game ends when it is confirmed; None where it goes on."""
    reminders: tuple[Reminder, ...]
    """What the rules ask for at this moment of the deal."""

    @cached_property
    def rows(self) -> tuple[SheetRow, ...]:
        """The score sheet; worked out where a page shows it."""
        return sheet_rows(self.state)

    @property
    def sits_out(self) -> str:
        """The names of those who take no part in the deal on the table; empty where everyone plays."""
        seated = [seat for seat, _ in self.seats]
        return " and ".join(name for seat, name in enumerate(self.state.names) if seated and seat not in seated)

    def side(self, letter: str) -> SideView:
        """One side by its letter."""
        return next(side for side in self.sides if side.side == letter)

    @property
    def is_on_turn(self) -> bool:
        """Whether the table waits for this very seat."""
        on_turn = self.auction.next_seat if self.auction else None
        if self.phase in (Phase.TRUMP, Phase.CALL, Phase.MELD) and self.state.deal and self.state.deal.contract:
            on_turn = self.state.deal.contract.bidder
        return self.seat is not None and on_turn == self.seat


def view(state: GameState, seat: int | None = None) -> GameView:
    """The picture that ``seat`` gets; nothing hidden is ever known, so seats differ only in whose turn it is."""
    deal, phase = state.deal, state.phase
    outlook, ledger = look_ahead(state), ledger_of(state)
    sides = tuple(_side_view(state, side, outlook, ledger) for side in state.sides)
    taking_part = state.sides_in(deal) if deal else ()
    return GameView(
        state,
        seat,
        phase,
        sides,
        tuple(side for side in sides if side.side in taking_part),
        tuple((each, state.names[each]) for each in state.seats_in(deal)) if deal else (),
        outlook.target,
        outlook.notes,
        outlook.chances,
        state.names[deal.dealer] if deal else None,
        bids_say(state, deal) if deal else (),
        dix_name(state.variant) if keeps_dix_apart(state.variant) else "",
        draw_view(state, deal) if deal and phase is Phase.MELD else None,
        _auction_view(state, deal) if deal and phase is Phase.AUCTION else None,
        stock_view(state, deal) if deal else None,
        call_view(state, deal) if deal else None,
        _play_view(state, deal) if deal and phase is Phase.PLAY else None,
        claim_view(state, deal) if deal else None,
        ledger,
        *(_confirmed(state, deal) if deal and phase is Phase.CONFIRM else (None, None)),
        reminders(state, deal) if deal else (),
    )


def _side_view(state: GameState, side: str, outlook: Outlook, ledger: Ledger | None) -> SideView:
    return SideView(
        side,
        state.side_name(side),
        state.standing.scores[side],
        state.seats_of(side),
        side in outlook.leaders,
        ledger.totals[side] if ledger else None,
    )


def _auction_view(state: GameState, deal: DealState) -> AuctionView:
    variant, auction = state.variant, state.auction_of(deal)
    high, automatic = high_call(variant, auction), automatic_call(variant, auction)
    return AuctionView(
        next_bidder(variant, auction),
        high.seat if high else None,
        high.amount if high else None,
        high is not None and high == automatic,
        tuple((amount, meld_signal(variant, auction, amount)) for amount in bids_to_offer(variant, auction)),
        highest_bid(variant, auction),
        judge_pass(variant, auction),
        may_pass_out(variant),
        _waiting(state, auction),
        side_bids(state, deal),
    )


def _waiting(state: GameState, auction: Auction) -> tuple[tuple[int, str], ...]:
    if state.variant.bid is not Bidding.SUMMED:
        return ()
    spoken = {call.seat for call in auction.calls}
    return tuple((seat, state.names[seat]) for seat in auction.order if seat not in spoken)


def _play_view(state: GameState, deal: DealState) -> PlayView:
    variant, contract, teams = state.variant, deal.contract, state.teams_of(deal)
    facts = teams.counted(state.so_far(deal))
    meld, led = facts.meld.get(facts.bidder or "", 0), facts.begun is not None
    least, most = state.trick_range(deal)
    return PlayView(
        needs=needs_of(state, deal),
        counted=tuple(CountedSide(side, teams.named(state.side_name)(side)) for side in teams.heads),
        hint=_count_hint(state, deal),
        least=least,
        total=most,
        throw_in=judge_throw_in(variant, contract.bid, meld, led) if contract and not deal.partner_hidden else None,
        throw_in_costs=_throw_in_costs(state, deal),
        asks_all_tricks=asks_all_tricks(variant),
        asks_tricks=asks_tricks(variant),
        asks_kitty_seen=asks_kitty_seen(variant),
        quad_pinochle=state.sides_in(deal) if variant.end_quad_pinochle is not None else (),
        asks_taken=asks_taken(variant),
        laid={each: _laid(state, deal, each) for each in state.sides_in(deal)} if keeps_dix_apart(variant) else {},
    )


def _count_hint(state: GameState, deal: DealState) -> str:
    least, most = state.trick_range(deal)
    if least == most:
        two = len(state.teams_of(deal).heads) == 2
        return "Enter one side; the other fills in." if two else "Enter all but one; the last fills in."
    if state.variant.draw is Draw.DISCARD_AND_DRAW:
        return "Enter everyone: cards that nobody holds count for nobody."
    return "Enter every side: what was laid away counts for nobody."


def _laid(state: GameState, deal: DealState, side: str) -> str:
    dix = deal.dix(side)
    return f"meld {deal.meld(side) - dix}, {dix_name(state.variant)} {dix}"


def _throw_in_costs(state: GameState, deal: DealState) -> str:
    facts = state.facts_of(deal, Ending(DealEnd.THROWN_IN))
    score = score_deal(state.variant, facts, state.side_name)
    if not isinstance(score, DealScore):
        return score.says
    return ", ".join(f"{state.side_name(each)} {signed(score.change[each])}" for each in state.sides_in(deal))


def _confirmed(state: GameState, deal: DealState) -> tuple[DealScored | None, GameWon | None]:
    leads_to = confirm_deal(state, deal, ConfirmDeal())
    events = () if isinstance(leads_to, Refusal) else leads_to
    scored = next((state.named(event) for event in events if isinstance(event, DealScored)), None)
    return scored, next((event for event in events if isinstance(event, GameWon)), None)
