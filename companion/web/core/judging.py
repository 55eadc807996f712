"""The decision on a form's commands: by the game on its page, and by the present game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.game.commands import Command, Refusal
from companion.game.decide import decide
from companion.game.decide.command import Clash, Moment, carried_over
from companion.game.events import DealBegun, DealCorrected, Event
from companion.game.fold import Recorded
from companion.game.log import say, say_in_deal
from companion.game.seen import Touched
from companion.game.state import GameState
from companion.web.core.writing import ENTERED_ALREADY, MOVED_ON, SENT_BEFORE, STALE, MovedOn, SentBefore, overtaken


@dataclass(frozen=True)
class Seen:
    """The basis of a form: the game as its writer knew it."""

    moment: Moment
    """The game by which the form is read: as its page showed it, with what the same phone entered before it."""
    unseen: tuple[tuple[Moment, Moment], ...] = ()
    """The spans of others' entries before that, unknown to the page."""


def judge(seen: Seen | None, now: Moment, commands: Sequence[Command]) -> tuple[Moment | Refusal, Command]:
    """Return the game after all commands of a form; or the refusal, and the command it is about.

    :param seen: the game on the form's page, None if unknown; what others entered since and does
        not touch the form stays.
    """
    if seen is None:
        return STALE, commands[0]
    then, batch = now, now.history[-1].batch + 1
    touched = list[Clash]()
    for command in commands:
        meant = _meant(seen, now, command)
        if isinstance(meant, Touched):
            touched.append(meant)
            continue
        decision = decide(then.history, meant, then.state)
        if isinstance(decision, Refusal):
            if not touched:
                return decision, command
            break
        then = then.after(_numbered(then, batch, decision))
    return (_touched(touched, _meant_at(seen.moment, commands), now.state) if touched else then), commands[-1]


def moved_on(seen: Seen | None, now: Moment, yours: tuple[str, ...]) -> MovedOn:
    """The refusal of a form that can't be applied to the present game, ``now``.

    :param seen: the game on the form's page, None if unknown.
    :param yours: what the form says, a sentence for each part.
    """
    since = now.history[len(seen.moment.history) :] if seen else ()
    return MovedOn(MOVED_ON, (), "seen", yours, _said((each.event for each in since), now.state))


def _meant(seen: Seen, now: Moment, command: Command) -> Command | Clash:
    """The command as it reads now, unless others touched it at a time that its writer did not see."""
    for before, after in seen.unseen:
        touched = carried_over(before, after, command)
        if isinstance(touched, Touched):
            return touched
    return carried_over(seen.moment, now, command)


def sent_before(
    then: Moment | None, commands: Sequence[Command], written: Sequence[Recorded], now: Moment
) -> SentBefore:
    """The refusal of a form whose key led to ``written`` before, when it was made at ``then`` with other words."""
    yours = _said(_meant_at(then, commands) if then else (), now.state)
    return SentBefore(SENT_BEFORE, (), "seen", yours, _said((each.event for each in written), now.state))


def _meant_at(then: Moment, commands: Sequence[Command]) -> tuple[Event, ...]:
    """The events that these commands would have led to at a moment, as far as the rules allow."""
    known, batch = len(then.history), then.history[-1].batch + 1
    for command in commands:
        decision = decide(then.history, command, then.state)
        if isinstance(decision, Refusal):
            break
        then = then.after(_numbered(then, batch, decision))
    return tuple(each.event for each in then.history[known:])


def _numbered(then: Moment, batch: int, events: Sequence[Event]) -> list[Recorded]:
    return [Recorded(seq, batch, event) for seq, event in enumerate(events, len(then.history) + 1)]


def _touched(touched: Sequence[Clash], yours: tuple[Event, ...], state: GameState) -> MovedOn:
    """The refusal of a form after others changed a part of it: its intended entries, and theirs."""
    theirs = [recorded.event for each in touched for recorded in each.theirs]
    same = all(each.same for each in touched) or tuple(theirs[: len(yours)]) == yours != ()
    if same:
        return overtaken(ENTERED_ALREADY, (), _said(theirs, state))
    return overtaken(MOVED_ON, _said(yours, state), _said(theirs, state))


def _said(events: Iterable[Event], state: GameState) -> tuple[str, ...]:
    """The events in words, each sentence once."""
    return tuple(dict.fromkeys(_sentences(events, state)))


def _sentences(events: Iterable[Event], state: GameState) -> Iterator[str]:
    for event in events:
        if isinstance(event, DealBegun):
            continue
        yield say(event, state)
        if isinstance(event, DealCorrected):
            # Two corrections may come to the same score: only their steps differ.
            yield from (say_in_deal(step, state) for step in event.steps)
