"""Going on from paper: the deals before a new game, as its form gives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rules.score.history import NO_HISTORY, History, asked_before, carries_over, failed_by_others
from companion.rules.variant import Variant
from companion.web.core.forms import Form, parse_signed, read_numbers

DEALS, TARGET_NOW = "deals", "target-now"
_OF_ALL = ("carried", "risen", "failed_against", DEALS, TARGET_NOW)
_OF_SIDE = ("carried", "below", "risen", "failed", "out", "checks", "minus")
"""The fields that each side has; its letter follows."""


def asked(variant: Variant, sides: Sequence[str]) -> frozenset[str]:
    """The fields beside the scores: those of a history that may decide a result."""
    found = asked_before(variant)
    return found if len(sides) > 2 else found - {"playing"}


def is_of_paper(name: str) -> bool:
    """Return True if a field, or the sentence beside it, belongs to the earlier deals."""
    kind, dash, _ = name.partition("-")
    return name in _OF_ALL or (bool(dash) and kind in _OF_SIDE)


def read_history(variant: Variant, form: Form, sides: Sequence[str]) -> History:
    """The typed history, each slip refused beside its field."""
    if not carries_over(variant) or not any(form.value(name) for name in form.values if is_of_paper(name)):
        return NO_HISTORY
    asks, scores = asked(variant, sides), _signed(form, sides, "carried", "below")
    failed, numbers = _by_side(form, sides, "failed"), read_numbers(form, (DEALS, TARGET_NOW))
    out = [side for side in sides if form.value(f"out-{side}")]
    if len(sides) - len(out) < 2:
        form.refuse("carried", "Please leave at least two sides that can still win.")
    return History(
        scores=scores,
        risen=_risen(form, scores) if "risen" in asks else None,
        failed_against=failed_by_others(failed, sides) if failed and "failed_against" in asks else None,
        target=numbers.get(TARGET_NOW) if "target" in asks else None,
        playing=tuple(side for side in sides if side not in out) if out and "playing" in asks else (),
        deals=numbers.get(DEALS) if "deals" in asks else None,
        checks=_signed(form, sides, "checks", "minus") if "checks" in asks else {},
    )


def _by_side(form: Form, sides: Sequence[str], kind: str) -> dict[str, int]:
    typed = read_numbers(form, [f"{kind}-{side}" for side in sides])
    return {side: typed[f"{kind}-{side}"] for side in sides if f"{kind}-{side}" in typed}


def _signed(form: Form, sides: Sequence[str], kind: str, below: str) -> dict[str, int]:
    """The numbers by side, negative with a minus or a ticked box; 0 for an empty field."""
    return {side: parse_signed(form, f"{kind}-{side}", f"{below}-{side}") or 0 for side in sides}


def _risen(form: Form, scores: Mapping[str, int]) -> frozenset[str] | None:
    """The sides whose score has gone up; None while that is not said of each side at or below 0."""
    answers = {side: form.value(f"risen-{side}") for side, points in scores.items() if points <= 0}
    return frozenset(side for side in answers if answers[side] == "yes") if all(answers.values()) else None
