"""The picture of a game that a page shows: everything a template needs, worked out before it sees anything."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.game.decide_ending import scored_as
from companion.game.events import DealEnded, DealScored
from companion.game.ledger import Ledger, ledger_of
from companion.game.outlook import Outlook, look_ahead
from companion.game.refusal import Refusal
from companion.game.reminder import Reminder
from companion.game.reminders import reminders
from companion.game.sheet import SheetRow, sheet_rows
from companion.game.state import DealState, GameState, Phase
from companion.game.stock_view import ClaimView, StockView, claim_view, stock_view
from companion.rules.auction import (
    automatic_call,
    bids_to_offer,
    high_call,
    highest_bid,
    judge_pass,
    may_pass_out,
    meld_signal,
    next_bidder,
)
from companion.rules.checks import asks_kitty_seen
from companion.rules.count import deal_total, total_range
from companion.rules.deal import DealEnd, DealScore, asks_all_tricks, asks_tricks, signed
from companion.rules.early import can_be_made, judge_throw_in, points_needed
from companion.rules.ruling import Ruling
from companion.rules.score import score_deal


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


@dataclass(frozen=True)
class PlayView:
    """What the bidding side needs once the meld is told."""

    needed: int
    """Trick points that the bidding side must take; 0 where nobody bid."""
    least: int
    """The least that all tricks together can come to."""
    total: int
    """The most that they can come to: the same, save where cards laid away count for nobody."""
    possible: bool
    says: str
    """What the bid still needs; empty where nobody bid."""
    throw_in: Ruling | None
    throw_in_costs: str
    asks_all_tricks: bool
    asks_tricks: bool
    """Whether a side without trick points may keep its meld by an empty trick."""
    asks_kitty_seen: bool
    """Whether something hangs on a look at the kitty before conceding."""
    quad_pinochle: tuple[str, ...]
    """Sides for which the page asks about a quadruple pinochle."""


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
    auction: AuctionView | None
    stock: StockView | None
    play: PlayView | None
    claim: ClaimView | None
    """Who may declare out now; None where nobody may."""
    ledger: Ledger | None
    """The checks as they stand; None where none are kept."""
    preview: DealScored | None
    """What the deal will score when the result is confirmed."""
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

    @property
    def is_on_turn(self) -> bool:
        """Whether the table waits for this very seat."""
        on_turn = self.auction.next_seat if self.auction else None
        if self.phase in (Phase.TRUMP, Phase.MELD) and self.state.deal and self.state.deal.contract:
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
        _auction_view(state, deal) if deal and phase is Phase.AUCTION else None,
        stock_view(state, deal) if deal else None,
        _play_view(state, deal) if deal and phase is Phase.PLAY else None,
        claim_view(state, deal) if deal else None,
        ledger,
        _preview(state, deal) if deal and phase is Phase.CONFIRM else None,
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
    )


def _play_view(state: GameState, deal: DealState) -> PlayView:
    variant, total, contract = state.variant, deal_total(state.variant), deal.contract
    bid = contract.bid if contract else 0
    meld = deal.meld(state.side_of(contract.bidder)) if contract else 0
    needed = points_needed(variant, bid, meld) if contract else 0
    possible = contract is None or can_be_made(variant, state.facts_of(deal, DealEnded(DealEnd.PLAYED)))
    return PlayView(
        needed=needed,
        least=total_range(variant, len(state.seats_in(deal)))[0],
        total=total,
        possible=possible,
        says=_needs_says(state, bid, meld, needed, possible) if contract else "",
        throw_in=judge_throw_in(variant, bid, meld) if contract else None,
        throw_in_costs=_throw_in_costs(state, deal),
        asks_all_tricks=asks_all_tricks(variant),
        asks_tricks=asks_tricks(variant),
        asks_kitty_seen=asks_kitty_seen(variant),
        quad_pinochle=state.sides_in(deal) if variant.end_quad_pinochle is not None else (),
    )


def _needs_says(state: GameState, bid: int, meld: int, needed: int, possible: bool) -> str:
    total, least = deal_total(state.variant), state.variant.score_meld_min
    if least is not None and not least.is_met(meld):
        return f"Bid {bid}, meld {meld}: meld of {least} is needed, so this bid will be set."
    if not possible:
        return f"Bid {bid}, meld {meld}: {needed} more needed, and all tricks make {total}: this bid will be set."
    return f"Bid {bid}, meld {meld}: {needed} of {total} in tricks still needed."


def _throw_in_costs(state: GameState, deal: DealState) -> str:
    ended = DealEnded(DealEnd.THROWN_IN)
    score = score_deal(state.variant, state.facts_of(deal, ended), state.side_name)
    if not isinstance(score, DealScore):
        return score.says
    return ", ".join(f"{state.side_name(each)} {signed(score.change[each])}" for each in state.sides_in(deal))


def _preview(state: GameState, deal: DealState) -> DealScored | None:
    scored = scored_as(state, deal)
    return None if isinstance(scored, Refusal) else state.named(scored)
