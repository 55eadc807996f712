"""The log: every event told in a sentence, struck ones too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.log.say import changes_say, say_in_deal
from companion.game.log.say_agreement import say_agreement
from companion.game.log.say_tricks import say_referee
from companion.game.record.agreement_events import (
    AgreementChosen,
    DealAnswered,
    GameSigned,
    SignatureReleased,
    Statement,
)
from companion.game.record.events import (
    BidMade,
    BidPassed,
    DealBegun,
    DealCorrected,
    DealerChanged,
    DealScored,
    Event,
    GameReopened,
    GameStarted,
    GameWon,
    MeldClosed,
    MeldShown,
    PlayerRenamed,
    StepUndone,
)
from companion.game.record.fold import Recorded, apply, fold, still_counting
from companion.game.record.state import GameState
from companion.game.record.stock_events import TrickTaken
from companion.game.record.trick_events import TrickLogChosen


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


def log_lines(history: Sequence[Recorded]) -> tuple[LogLine, ...]:
    """The whole log of a game, the oldest event first, with the names that the players had at the time."""
    counting = {recorded.seq for recorded in still_counting(history)}
    lines: list[LogLine] = []
    then = fold(history[:1])
    for place, r in enumerate(history):
        before, undone = then, isinstance(r.event, StepUndone)
        then = fold(history[: place + 1]) if undone else apply(before, r.event)
        if isinstance(r.event, StepUndone):
            says = _undone_says(history, r.event, [line.says for line in lines])
        else:
            says = _told(r.event, before, then)
        number = then.deal.number if then.deal else len(then.deals)
        told_again = {r.seq, r.seq + 1} <= counting and _same_meld(r.event, history[place + 1].event)
        lines.append(LogLine(r.seq, says, r.seq in counting or undone, number, told_again))
    return tuple(lines)


def _same_meld(event: Event, later: Event) -> bool:
    if not isinstance(event, MeldShown) or not isinstance(later, MeldShown):
        return False
    return (event.side, event.seat) == (later.side, later.seat)


def _told(event: Event, before: GameState, after: GameState) -> str:
    if isinstance(event, PlayerRenamed):
        if event.substitute:
            return f"{event.name} took over from {before.names[event.seat]}."
        return f"{before.names[event.seat]} is now called {event.name}."
    return say(event, after)


def _undone_says(history: Sequence[Recorded], event: StepUndone, told: Sequence[str]) -> str:
    """What a strike takes back; one that takes such a strike back itself does a step again."""
    again = False
    while isinstance(struck := history[event.strikes[0] - 1].event, StepUndone):
        event, again = struck, not again
    back = [each for each in (history[seq - 1] for seq in event.strikes) if not isinstance(each.event, Statement)]
    first = [each for each in back if each.batch == back[0].batch]
    says = told[chief_of(first).seq - 1]
    if len(first) < len(back):
        says = f"{says.rstrip('.')}, and what was entered after it."
    return f"Done again: {says}" if again else f"Taken back: {says}"


def chief_of(step: Sequence[Recorded]) -> Recorded:
    """Of the events of one step the one by which a player would name it."""
    events = [recorded for recorded in step if not isinstance(recorded.event, DealBegun)] or step
    for recorded in events:
        if isinstance(recorded.event, (MeldClosed, DealScored)):
            return recorded
    if sum(isinstance(recorded.event, (BidMade, BidPassed)) for recorded in events) > 1:
        return events[-1]
    return next((recorded for recorded in events if not isinstance(recorded.event, TrickTaken)), events[0])


def say(event: Event, state: GameState) -> str:  # noqa: C901 - one line an event
    """One event in a sentence, with the players' names."""
    match event:
        case GameStarted():
            cut = " They cut for the first deal." if event.cut else ""
            return f"The game began: {state.variant.name}, with {', '.join(event.names)}.{cut}"
        case PlayerRenamed(_, name, substitute):
            return f"{name} took over a seat." if substitute else f"A player is now called {name}."
        case DealBegun(dealer, sits_out):
            return f"{state.names[dealer]} dealt.{_sat_out_says(sits_out, state)}"
        case DealerChanged(dealer, sits_out):
            return f"The dealer was changed: {state.names[dealer]} dealt.{_sat_out_says(sits_out, state)}"
        case TrickLogChosen():
            return say_referee(event, state)
        case AgreementChosen() | DealAnswered() | GameSigned() | SignatureReleased():
            return say_agreement(event, state)
        case DealCorrected():
            return _corrected_says(event, state)
        case GameWon():
            return f"The game is over. {state.with_names(event.says)}"
        case GameReopened(dealer, sits_out):
            again = f"After the correction the game goes on; {state.names[dealer]} dealt."
            return f"{again}{_sat_out_says(sits_out, state)}"
        case StepUndone():
            return "A step was taken back."
        case _:
            return say_in_deal(event, state)


def _corrected_says(event: DealCorrected, state: GameState) -> str:
    state = state.as_of(event.number)
    if event.scored is None:
        return f"Deal {event.number} was corrected: nobody has the bid."
    return f"Deal {event.number} was corrected: {changes_say(event.scored, state)}."


def _sat_out_says(seats: tuple[int, ...], state: GameState) -> str:
    if not seats:
        return ""
    return f" {' and '.join(state.names[seat] for seat in seats)} {'sits' if len(seats) == 1 else 'sit'} out."
