"""The one way to write: what was sent before, what others wrote meanwhile, and what can't be written now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from companion.game.commands import Refusal
from companion.rules.phrases import as_sentence
from companion.store.bounds import TooMuch
from companion.store.errors import Conflict, KeyUsed, NameTaken, Overtaken, Unavailable

ATTEMPTS = 30
"""The number of attempts at a write that others keep overtaking: sixty phones may sign in at once."""
MOVED_ON = "Another phone has changed this since the page was opened. Here it is now; nothing of yours was written."
ENTERED_ALREADY = "Another phone has entered this already. Here it is now; nothing was written twice."
SENT_BEFORE = (
    "This form was already sent once with other values; those were saved, these were not. "
    "Look at the score now; what is wrong there can be undone or corrected."
)


@dataclass(frozen=True)
class MovedOn(Refusal):
    """The refusal of a form that was made before others wrote."""

    yours: tuple[str, ...] = ()
    """Its intended entries, a sentence for each."""
    sheet: tuple[str, ...] = ()
    """The entries that others made about the same thing meanwhile."""


@dataclass(frozen=True)
class SentBefore(MovedOn):
    """The refusal of a form whose key came before with other content."""


class Unwritten(Refusal):
    """The refusal of a valid form because nothing can be saved at present."""


STALE = MovedOn(MOVED_ON, field="seen")
"""The refusal without the state of the form's page, which is unknown."""
Written = TypeVar("Written")


def write(attempt: Callable[[], Written | Refusal]) -> Written | Refusal:
    """Return what an attempt wrote, or why nothing was written; an attempt that others overtake is made again.

    :param attempt: reads what is there, judges by that, and writes.
    """
    for _ in range(ATTEMPTS):
        try:
            return attempt()
        except Conflict:
            continue
        except Overtaken:
            return STALE
        except KeyUsed as used:
            return Refusal(as_sentence(str(used)))
        except NameTaken as taken:
            return Refusal(as_sentence(str(taken)), field="name")
        except TooMuch as fault:
            return Refusal(f"Nothing was written: {fault}.")
        except Unavailable as fault:
            return Unwritten(not_written(fault), field="seen")
    return STALE


def not_written(fault: Unavailable) -> str:
    """Return the reason that a form was not saved, and what to do."""
    return f"Nothing was written: {fault.reason}. {fault.remedy} Then send this once more."


def refusal_status(refusal: Refusal) -> int:
    """Return 409 if somebody else wrote first, 503 if nothing can be written now, otherwise 422."""
    if isinstance(refusal, Unwritten):
        return 503
    return 409 if refusal.field == STALE.field and not isinstance(refusal, SentBefore) else 422


def overtaken(says: str, yours: tuple[str, ...], others: tuple[str, ...]) -> MovedOn:
    """Return the refusal of a form that others overtook: of both accounts what the other lacks, or both whole."""
    mine, theirs = (
        tuple(says for says in one if says not in other) for one, other in ((yours, others), (others, yours))
    )
    return MovedOn(says, (), "seen", *((mine, theirs) if mine and theirs else (yours, others)))
