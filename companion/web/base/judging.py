"""Judges what a form asks: by the game that its page showed, and by the game as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.game.decide import decide
from companion.game.decide.meanwhile import Moment, Touched, carried_over
from companion.game.log import say
from companion.game.record.commands import Command
from companion.game.record.events import DealBegun, Event
from companion.game.record.fold import Recorded
from companion.game.record.refusal import Refusal
from companion.game.record.state import GameState

MOVED_ON = "The score has moved on since this page was opened. Here it is as it stands; nothing of yours was written."
TOLD_ALREADY = "Another phone has told this already. Here is the score as it stands; nothing was written twice."


@dataclass(frozen=True)
class MovedOn(Refusal):
    """Why a form that was made for another step is not carried out."""

    yours: tuple[str, ...] = ()
    """What it would have told, a sentence for each."""
    sheet: tuple[str, ...] = ()
    """What others have told of the same thing meanwhile."""


class Unwritten(Refusal):
    """Why a command that the rules allow was not written down: nothing can be, just now."""


STALE = MovedOn(MOVED_ON, field="seen")
"""The same where nobody knows what its page showed."""


def judge(seen: Moment | None, now: Moment, commands: Sequence[Command]) -> tuple[Moment | Refusal, Command]:
    """The game once all that a form asks is carried out; or why not, and which of the commands cannot be.

    :param seen: the game that the form's page showed, None where nobody knows it; what others have told since and does
        not touch the form stays.
    """
    if seen is None:
        return STALE, commands[0]
    then, batch = now, now.history[-1].batch + 1
    touched = list[Touched]()
    for command in commands:
        meant = carried_over(seen, now, command)
        if isinstance(meant, Touched):
            touched.append(meant)
            continue
        decision = decide(then.history, meant, then.state)
        if isinstance(decision, Refusal):
            return (_moved_on(touched, now.state), commands[0]) if touched else (decision, command)
        then = then.after(_numbered(then, batch, decision))
    return (_moved_on(touched, now.state) if touched else then), commands[-1]


def _numbered(then: Moment, batch: int, events: Sequence[Event]) -> list[Recorded]:
    return [Recorded(seq, batch, event) for seq, event in enumerate(events, len(then.history) + 1)]


def _moved_on(touched: Sequence[Touched], state: GameState) -> MovedOn:
    same = all(each.same for each in touched)
    yours = _said((event for each in touched for event in each.yours), state)
    told = _said((recorded.event for each in touched for recorded in each.told), state)
    return MovedOn(TOLD_ALREADY if same else MOVED_ON, field="seen", yours=yours, sheet=told)


def _said(events: Iterable[Event], state: GameState) -> tuple[str, ...]:
    """What happened, each sentence once."""
    return tuple(dict.fromkeys(say(event, state) for event in events if not isinstance(event, DealBegun)))
