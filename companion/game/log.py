"""The log: every event told in a sentence, struck ones too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import assert_never

from companion.game.events import (
    AuctionWon,
    BidMade,
    BidPassed,
    CardCalled,
    CardsDrawn,
    ChecksTold,
    DealBegun,
    DealCorrected,
    DealEnded,
    DealPassedOut,
    DealScored,
    Event,
    GameReopened,
    GameStarted,
    GameWon,
    MeldClosed,
    MeldShown,
    PartnerTold,
    PlayerRenamed,
    SideChecks,
    StepUndone,
    TrumpNamed,
)
from companion.game.fold import Recorded, apply, fold, still_counting
from companion.game.referee_events import AccusationMade, CardPlayed, RulingEntered, TrickLogChosen
from companion.game.referee_log import say_referee
from companion.game.state import GameState
from companion.game.stock_events import DixExchanged, LaidCardPlayed, MeldLaid, TrickTaken, TrumpTurned
from companion.game.stock_log import say_stock
from companion.rules.choices import Bidding, Sides
from companion.rules.deal import DealEnd, signed
from companion.rules.dix import dix_words, keeps_dix_apart


@dataclass(frozen=True)
class LogLine:
    """One event as the log shows it."""

    seq: int
    says: str
    counts: bool
    """Whether it still counts; an undone step stays in the log, struck through."""
    deal: int
    """The number of the deal that was on the table; 0 before the first."""
    told_again: bool = False
    """Whether the next line tells the same meld anew and still counts: of repeated taps only the last matters."""


def log_lines(history: Sequence[Recorded], state: GameState) -> tuple[LogLine, ...]:
    """The whole log of a game, the oldest event first."""
    counting = {recorded.seq for recorded in still_counting(history)}
    lines, then = [], fold(history[:1])
    for place, r in enumerate(history):
        before, undone = then, isinstance(r.event, StepUndone)
        then = fold(history[: place + 1]) if undone else apply(before, r.event)
        says = _undone_says(history, r.event) if isinstance(r.event, StepUndone) else _told(r.event, before, state)
        number = then.deal.number if then.deal else len(then.deals)
        told_again = {r.seq, r.seq + 1} <= counting and _same_meld(r.event, history[place + 1].event)
        lines.append(LogLine(r.seq, says, r.seq in counting or undone, number, told_again))
    return tuple(lines)


def _same_meld(event: Event, later: Event) -> bool:
    if not isinstance(event, MeldShown) or not isinstance(later, MeldShown):
        return False
    return (event.side, event.seat) == (later.side, later.seat)


def _told(event: Event, before: GameState, state: GameState) -> str:
    """One event with the names as they are spelled today, save where a name changes."""
    if isinstance(event, PlayerRenamed):
        return f"{before.names[event.seat]} is now called {event.name}."
    return say(event, state)


def _undone_says(history: Sequence[Recorded], event: StepUndone) -> str:
    """Whether a strike takes a step back, or takes such a strike back itself."""
    events = {recorded.seq: recorded.event for recorded in history}
    again = False
    while isinstance(struck := events[event.strikes[0]], StepUndone):
        event, again = struck, not again
    return "The step was done again." if again else "A step was taken back."


def say(event: Event, state: GameState) -> str:  # noqa: C901, PLR0912 - one line an event
    """One event in a sentence, with the players' names."""
    names = state.names
    match event:
        case GameStarted():
            return f"The game began: {state.variant.name}, with {', '.join(event.names)}."
        case PlayerRenamed(_, name):
            return f"A player is now called {name}."
        case DealBegun(dealer, sits_out):
            return f"{names[dealer]} dealt.{_sat_out_says(sits_out, state)}"
        case BidMade(seat, amount):
            return f"{names[seat]} bid {amount}."
        case BidPassed(seat, helps):
            return f"{names[seat]} passed, with help." if helps else f"{names[seat]} passed."
        case AuctionWon():
            return _won_says(event, state)
        case DealPassedOut(says):
            return says
        case TrumpNamed(suit):
            return f"Trump: {suit.word}."
        case CardCalled(seat, card):
            return f"{names[seat]} called the {card.words}."
        case PartnerTold(seat):
            return "The bidder plays alone." if seat is None else f"{names[seat]} is the bidder’s partner."
        case TrumpTurned() | TrickTaken() | MeldLaid() | DixExchanged() | LaidCardPlayed():
            return say_stock(event, state)
        case CardsDrawn(seat, discarded, drawn):
            return f"{names[seat]} discarded {discarded} and drew {drawn}."
        case MeldShown():
            who = state.side_name(event.side) if event.seat is None else names[event.seat]
            apart = (
                f", {event.dix} of it in {dix_words(state.variant)}"
                if keeps_dix_apart(state.variant) and event.dix
                else ""
            )
            return f"{who}: meld {event.points}{apart}."
        case ChecksTold(told):
            return f"{state.side_name(told.side)}: {_melds_say(told)} for the ledger of checks."
        case MeldClosed():
            return "The meld was closed."
        case TrickLogChosen() | CardPlayed() | AccusationMade() | RulingEntered():
            return say_referee(event, state)
        case DealEnded():
            return _ended_says(event, state)
        case DealScored():
            return f"Scored: {_changes(event, state)}."
        case DealCorrected():
            return f"Deal {event.number} was corrected: {_changes(event.scored, state)}."
        case GameWon():
            return f"The game is over. {state.told(event.says)}"
        case GameReopened(dealer, sits_out):
            return f"After the correction the game goes on; {names[dealer]} dealt.{_sat_out_says(sits_out, state)}"
        case StepUndone():
            return "A step was taken back."
        case _:
            assert_never(event)


def _sat_out_says(seats: tuple[int, ...], state: GameState) -> str:
    if not seats:
        return ""
    return f" {' and '.join(state.names[seat] for seat in seats)} {'sits' if len(seats) == 1 else 'sit'} out."


def _won_says(event: AuctionWon, state: GameState) -> str:
    name, side = state.names[event.seat], state.side_name(state.side_of(event.seat))
    if state.variant.bid is Bidding.SUMMED:
        return f"{name} names trump; {side} must make {event.amount} together."
    return f"{name} {'had to take' if event.forced else 'won'} the bid at {event.amount}."


def _ended_says(event: DealEnded, state: GameState) -> str:
    if event.end is DealEnd.PLAYED:
        team = "’s side" if state.variant.sides is Sides.CALLED else ""
        tricks = ", ".join(f"{state.side_name(entry.side)}{team} {entry.points}" for entry in event.points)
        return f"Tricks counted: {tricks}."
    if event.end is DealEnd.RENEGE and event.offender:
        return f"{state.side_name(event.offender)} reneged."
    if event.end is DealEnd.CLAIM and event.claimant:
        return f"{state.side_name(event.claimant)} declared out."
    return {
        DealEnd.THROWN_IN: "Thrown in before the first lead."
        if event.kitty_seen
        else "Conceded without a look at the kitty.",
        DealEnd.NO_MARRIAGE: "The bidder held no marriage.",
        DealEnd.MISDEAL: "A misdeal.",
    }.get(event.end, "The deal ended.")


def _changes(scored: DealScored, state: GameState) -> str:
    said = ", ".join(f"{state.side_name(entry.side)} {signed(entry.points)}" for entry in scored.change)
    checks = [f"{state.side_name(entry.side)} {signed(entry.points)}" for entry in scored.checks if entry.points]
    return f"{said}; checks: {', '.join(checks)}" if checks else said


def _melds_say(told: SideChecks) -> str:
    return ", ".join(meld.words for meld in told.melds) or "nothing"
