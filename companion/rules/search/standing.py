"""How a clause stands to one table: whether it holds there, and how far down the answers it belongs if not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from functools import lru_cache

from companion.rules.card import card_says, clauses_played
from companion.rules.clauses import CLAUSES, RESOLUTION
from companion.rules.options import OPTIONS
from companion.rules.variant import Variant


class Standing(Enum):
    """How a clause stands to a table; the value is how much of its rank it keeps among the answers."""

    HOLDS = 1.0
    TURNED_OFF = 0.85
    """An option whose value says only what there is not: “There is no kitty” is an answer too."""
    LEFT_OPEN = 0.95
    """A rule of conduct that the texts of the variant do not have, though it can come up."""
    ELSEWHERE = 0.55
    """Another value than the one in force, or a rule of other variants."""


_RESOLUTION, _VALUE = 0.75, 0.9
"""How much of its rank a resolution keeps, and one value of a rule."""


@lru_cache(maxsize=64)
def standings(variant: Variant) -> Mapping[str, Standing]:
    """How every clause stands to the rules of one table, a house's changes included."""
    played = clauses_played(variant)
    return {clause: Standing.HOLDS if clause in played else _unplayed(variant, clause) for clause in CLAUSES}


def _unplayed(variant: Variant, clause: str) -> Standing:
    if clause in OPTIONS:
        return Standing.TURNED_OFF
    return Standing.LEFT_OPEN if _could_come_up(variant, clause) else Standing.ELSEWHERE


def _could_come_up(variant: Variant, clause: str) -> bool:
    """Whether it is a rule of conduct with something to govern here: nobody asks for cards where none are passed."""
    return clause.startswith("conduct.") and bool(card_says(replace(variant, conduct=(clause,)), clause))


@lru_cache(maxsize=64)
def shares(variant: Variant | None) -> Mapping[str, float]:
    """How much of its rank every clause keeps: less for other tables’ rules, a resolution, and one value of a rule."""
    stands = standings(variant) if variant else dict.fromkeys(CLAUSES, Standing.HOLDS)
    return {clause: standing.value * _of_kind(clause) for clause, standing in stands.items()}


def _of_kind(clause: str) -> float:
    if CLAUSES[clause].source.id == RESOLUTION:
        return _RESOLUTION
    return _VALUE if rule_of(clause) else 1


def rule_of(clause: str) -> str | None:
    """The rule of which a clause tells one value: ``play.head`` of ``play.head.never``."""
    return _rules().get(clause)


@lru_cache(maxsize=1)
def _rules() -> Mapping[str, str]:
    values = {clause: key for key, option in OPTIONS.items() for clause in option.readings if clause not in OPTIONS}
    return {**values, **_DECIDED_BY}


_DECIDED_BY: Mapping[str, str] = {
    "score.misdeal.technical": "misdeal.technical",
    "score.misdeal.procedure": "misdeal.procedure",
    "score.save.dix-safe": "score.save",
}
"""Clauses that tell one value of an option of another name."""
