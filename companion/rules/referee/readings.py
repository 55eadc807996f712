"""Other tables: the same question asked again under each other value of the options that it hangs on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.rules.clauses import CLAUSES
from companion.rules.options import OPTIONS, OptionError, with_options
from companion.rules.referee.settled import Elsewhere, Settled, Verdict
from companion.rules.variant import Variant


class Reading(NamedTuple):
    """One option at another value."""

    option: str
    value: Any
    """As JSON writes it."""
    title: str
    variant: Variant


_YES_NO: Mapping[str, tuple[str, str]] = {
    "play.broken": ("Trump must be broken", "Trump may always be led"),
    "meld.run-extra": ("A spare king or queen beside a run pays", "A spare king or queen beside a run pays nothing"),
    "score.no-marriage": ("A bidder needs a marriage", "A bidder needs no marriage"),
    "misdeal.technical": ("A hopeless hand is a misdeal", "A hopeless hand is played"),
    "end.bid-out": ("Going out takes a bid", "Going out takes no bid"),
    "bid.pass-help": ("A pass may offer help", "A pass says nothing more"),
    "score.renege.corrected": ("A slip may be put right", "A slip is a renege at once"),
}
_FIGURES: Mapping[str, tuple[tuple[Any, str], ...]] = {
    "meld.roundhouse": (
        ("parts", "Roundhouse: just its parts"),
        ({"bonus": 1}, "Roundhouse with a bonus"),
        ({"flat": 24}, "Roundhouse at one price"),
    ),
    "meld.table": (
        ({"pinochle": [4, 30, 45, 60]}, "Pinochles at 4, 30, 45 and 60"),
        ({"pinochle": [4, 30, 60, 90]}, "Pinochles at 4, 30, 60 and 90"),
        ({"pinochle": [4, 30, 90, 300]}, "Pinochles at 4, 30, 90 and 300"),
        ({"run": [15, 30, 45, 60]}, "Runs at 15 each"),
        ({"run": [15, 150, 225, 300]}, "Runs at 15, 150, 225 and 300"),
    ),
    "score.save": (
        ({"by": "nothing"}, "Meld needs nothing to be kept"),
        ({"by": "trick"}, "Meld is kept by a trick"),
        ({"by": "points", "at_least": 1}, "Meld is kept by a counter"),
    ),
    "end.tie": (
        (["bidder", "high"], "The bidder goes out first"),
        (["high"], "The higher score goes out"),
        (["another"], "Level sides play another deal"),
    ),
}
"""Readings of options whose values are no single words, each with what players call it (section 11)."""


def other_readings(variant: Variant, keys: tuple[str, ...]) -> Iterator[Reading]:
    """Every common value of these options that the variant does not have, one option changed at a time."""
    for key in keys:
        now = OPTIONS[key].read(variant)
        for value, title in _values(key):
            try:
                changed = with_options(variant, {key: value})
            except OptionError:
                continue
            if OPTIONS[key].read(changed) != now:
                yield Reading(key, value, title, changed)


def _values(key: str) -> tuple[tuple[Any, str], ...]:
    if key in _FIGURES:
        return _FIGURES[key]
    if key in _YES_NO:
        yes, no = _YES_NO[key]
        return (True, yes), (False, no)
    return tuple((word, _title(key, word)) for word in OPTIONS[key].form.choices)


def _title(key: str, word: str) -> str:
    clause = CLAUSES.get(f"{key}.{word}")
    return clause.title if clause else f"{OPTIONS[key].title}: {word}"


def _differ(own: Settled, there: Settled) -> bool:
    """Whether an answer is another one, not the same for another reason."""
    if own.verdict is not there.verdict:
        return True
    return own.verdict in (Verdict.DEPENDS, Verdict.ANSWER) and own.says != there.says


def elsewhere(
    variant: Variant, keys: tuple[str, ...], own: Settled, ask: Callable[[Variant], Settled]
) -> tuple[Elsewhere, ...]:
    """Where other tables answer otherwise: readings with the same answer stand together.

    :param ask: settles the question under another variant, without looking further afield itself.
    """
    found: dict[tuple[str, str], list[tuple[Reading, Settled]]] = {}
    for reading in other_readings(variant, keys):
        there = ask(reading.variant)
        if _differ(own, there):
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
