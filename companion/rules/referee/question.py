"""A question to the referee: one record of what it needs, filled alike from a page, from JSON and in Python.

A field's name is its key in JSON; where pages ask for it too, :func:`on_page` says how. ``companion.rules.records``
fills a record from JSON, and ``companion.web.settle`` from what a page sent.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import MISSING, dataclass, field
from typing import Any, ClassVar

from companion.rules.dealing import all_sides
from companion.rules.json_text import NOT_IN_JSON
from companion.rules.referee.settled import Question, QuestionError, Settled
from companion.rules.score.facts import Names, side_name
from companion.rules.variant import Variant


@dataclass(frozen=True)
class RefereeQuestion(ABC):
    """What people ask, with all that is known of it."""

    question: ClassVar[Question]

    @abstractmethod
    def settle(self, variant: Variant, name: Names = side_name, /) -> Settled:
        """The ruling under these rules.

        :param name: what a side is called in its sentences.
        :raises QuestionError: if something is missing, or cannot be so.
        """


@dataclass(frozen=True)
class OnPage:
    """How a page asks for a field."""

    words: str
    """Its title; beside a box that is ticked the sentence that is then so."""
    form: str = ""
    """Its name in the addresses of pages, where it is another than in JSON."""
    hint: str = ""
    needed: str = ""
    """What is said where it was left out, and nothing can be answered without it."""
    of: str = ""
    """What a number counts: ``bid``, ``meld`` or ``cards``."""
    aside: bool = False
    """Whether it is shown only once somebody wants it."""


def on_page(words: str, default: Any = MISSING, **how: Any) -> Any:
    """A field that pages ask for; ``how`` are the other fields of :class:`OnPage`."""
    return field(default=default, metadata={"page": OnPage(words, **how)})


def of_table(default: Any) -> Any:
    """A field that is known to the record of a game alone, so that no request holds it."""
    return field(default=default, metadata={NOT_IN_JSON: True})


def check_sides(variant: Variant, **named: str | None) -> None:
    """:raises QuestionError: if a side is none of the table's."""
    sides = all_sides(variant, variant.players[1])
    for key, side in named.items():
        if side is not None and side not in sides:
            raise QuestionError(f"{key!r} must be one of {', '.join(sides)}, not {side!r}")


def players_at(variant: Variant, players: int | None) -> int:
    """How many play: as many as the variant lets where nobody has said.

    :raises QuestionError: if it does not let that number play.
    """
    least, most = variant.players
    if players is not None and not least <= players <= most:
        raise QuestionError(f"'players' must be from {least} to {most}, not {players}")
    return most if players is None else players
