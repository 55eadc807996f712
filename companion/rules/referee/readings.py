"""Other tables: the same question asked again under each other value of the options that it hangs on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.rules.describe import sentence
from companion.rules.options import OPTIONS, OptionError, with_options
from companion.rules.referee.settled import Elsewhere, Question, QuestionError, Settled, Verdict
from companion.rules.variant import Variant
from companion.rules.words import WORDS


class Reading(NamedTuple):
    """One option at another value."""

    option: str
    value: Any
    """As JSON writes it."""
    title: str
    """The rule as players say it."""
    variant: Variant


_READINGS: Mapping[str, tuple[Any, ...]] = {
    "meld.roundhouse": ("parts", {"bonus": 1}, {"flat": 24}),
    "meld.table": (
        {"pinochle": [4, 30, 45, 60]},
        {"pinochle": [4, 30, 60, 90]},
        {"pinochle": [4, 30, 90, 300]},
        {"run": [15, 30, 45, 60]},
        {"run": [15, 150, 225, 300]},
    ),
    "score.save": ({"by": "nothing"}, {"by": "trick"}, {"by": "points", "at_least": 1}),
    "end.tie": (["bidder", "high"], ["high"], ["another"]),
}
"""Readings of options whose values are no single words (section 11)."""


def other_readings(variant: Variant, keys: tuple[str, ...]) -> Iterator[Reading]:
    """Every common value of these options that the variant does not have, one option changed at a time."""
    for key in keys:
        now = OPTIONS[key].read(variant)
        for value in _values(key):
            try:
                changed = with_options(variant, {key: value})
            except OptionError:
                continue
            if OPTIONS[key].read(changed) != now and WORDS[key].asked(changed):
                yield Reading(key, value, sentence(changed, key, variant), changed)


def _values(key: str) -> tuple[Any, ...]:
    """A word's other words, listed readings, or yes and no."""
    return _READINGS.get(key) or OPTIONS[key].form.choices or (True, False)


def _asked(ask: Callable[[Variant], Settled], variant: Variant) -> Settled | None:
    """The answer there; None where the question lacks what that table would need to know."""
    try:
        return ask(variant)
    except QuestionError:
        return None


def _differ(own: Settled, there: Settled) -> bool:
    """Whether an answer is another one, not the same for another reason."""
    if own.verdict is not there.verdict or own.side != there.side:
        return True
    if own.question is Question.WINNER:
        return False
    return own.verdict in (Verdict.DEPENDS, Verdict.ANSWER) and own.says != there.says


def elsewhere(
    variant: Variant, keys: tuple[str, ...], own: Settled, ask: Callable[[Variant], Settled]
) -> tuple[Elsewhere, ...]:
    """Where other tables answer otherwise: readings with the same answer stand together.

    :param ask: settles the question under another variant, without looking further afield itself.
    """
    found: dict[tuple[str, str], list[tuple[Reading, Settled]]] = {}
    for reading in other_readings(variant, keys):
        there = _asked(ask, reading.variant)
        if there is not None and _differ(own, there):
            found.setdefault((reading.option, there.says), []).append((reading, there))
    return tuple(
        Elsewhere(
            option,
            tuple(reading.value for reading, _ in group),
            tuple(reading.title for reading, _ in group),
            group[0][1].verdict,
            says,
        )
        for (option, says), group in found.items()
    )
