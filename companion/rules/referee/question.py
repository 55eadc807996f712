"""A question to the referee: one record of what it needs, filled alike from a page, from JSON and in Python.

A field's name is its key in JSON; where pages ask for it too, :func:`on_page` says how and when.
``companion.rules.records`` fills a record from JSON, and ``companion.web.settle`` from the fields of a page.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from typing import Any, ClassVar, get_type_hints

from companion.cards import Card, Suit
from companion.rules.dealing import all_sides
from companion.rules.json_text import NOT_IN_JSON
from companion.rules.referee.settled import Question, QuestionError, Settled
from companion.rules.score.facts import Names, side_name
from companion.rules.variant import Variant


@dataclass(frozen=True)
class RefereeQuestion(ABC):
    """A question to the referee, with everything known of it."""

    question: ClassVar[Question]

    @abstractmethod
    def settle(self, variant: Variant, name: Names = side_name, /) -> Settled:
        """Return the ruling under these rules.

        :param name: the name of a side in its sentences.
        :raises QuestionError: if something is missing, or cannot be so.
        """


Options = tuple[tuple[str, str], ...]
"""The choices of a field: a value as a form sends it, and its words."""
Said = Mapping[str, Any]
"""The fields of a question that are entered so far, by name; for a mishap also its kind."""


NOBODY = "nobody"
"""The tick in place of players where none of them is meant."""


@dataclass(frozen=True)
class OnPage:
    """How a page asks for a field, and when."""

    words: str
    """Its title; for a box to tick, a sentence."""
    form: str = ""
    """Its name in the addresses of pages."""
    hint: str = ""
    needed: str = ""
    """The sentence for a page that leaves it out, if nothing can be answered without it."""
    of: str = ""
    """The unit of a number: ``bid``, ``meld`` or ``cards``; for a player ``seat``, for a side ``side``."""
    options: Options | Callable[[Variant, Said], Options] = ()
    """Its choices, apart from the players or sides of the table."""
    when: Callable[[Variant, Said], bool] = lambda _variant, _said: True
    """Its condition, True if it may matter to the answer."""
    aside: bool = False
    """True for a pile of cards that is shown only once somebody wants it."""
    kind: str = "cards"
    """The control that asks for it: ``choices``, ``tick(s)``, ``suit(s)``, ``amount`` or ``card(s)``."""
    holds: Any = None
    """Its type."""
    default: Any = None
    """Its value where it is left out, or ``MISSING``."""


_KINDS: Mapping[Any, str] = {
    bool: "tick",
    int: "amount",
    int | None: "amount",
    tuple[int, ...] | None: "ticks",
    tuple[str, ...] | None: "suits",
    Suit: "suit",
    Suit | None: "suit",
    Card: "card",
    tuple[Card, ...]: "cards",
    tuple[Card, ...] | None: "cards",
}


def on_page(words: str, default: Any = MISSING, *, in_json: bool = True, **how: Any) -> Any:
    """Declare a field that pages ask for.

    :param in_json: False if pages alone ask for it.
    :param how: the other fields of :class:`OnPage`.
    """
    page = {"page": OnPage(words, **how)}
    return field(default=default, metadata=page if in_json else {**page, NOT_IN_JSON: True})


def of_table(default: Any) -> Any:
    """Declare a field that no request holds: only the record of a game knows it."""
    return field(default=default, metadata={NOT_IN_JSON: True})


@cache
def fields_on_page(record: type[RefereeQuestion]) -> Mapping[str, OnPage]:
    """Return the fields of a question that pages ask for, by name."""
    found, hints = dict[str, OnPage](), get_type_hints(record)
    for each in fields(record):
        if page := each.metadata.get("page"):
            holds = hints[each.name]
            kind = "choices" if page.of == "seat" and holds == int | None else _KINDS.get(holds, "choices")
            found[each.name] = replace(page, form=page.form or each.name, kind=kind, holds=holds, default=each.default)
    return found


def check_sides(variant: Variant, **named: str | None) -> None:
    """Refuse a side that does not play at the table.

    :raises QuestionError: if one is.
    """
    sides = all_sides(variant, variant.players[1])
    for key, side in named.items():
        if side is not None and side not in sides:
            raise QuestionError(f"{key!r} must be one of {', '.join(sides)}, not {side!r}")


def players_at(variant: Variant, players: int | None) -> int:
    """Return how many play; by default as many as the variant lets.

    :raises QuestionError: if it does not let that number play.
    """
    least, most = variant.players
    if players is not None and not least <= players <= most:
        raise QuestionError(f"'players' must be from {least} to {most}, not {players}")
    return most if players is None else players
