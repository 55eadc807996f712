"""What becomes of a variant's figures where it counts in the other unit (unit)."""

from __future__ import annotations

from typing import Any

from companion.rules.options.choices import SaveBy, Unit

_ANYTHING_AT_ALL = {"by": SaveBy.POINTS.value, "at_least": 1}


class NoTenth(ValueError):
    """A figure in tens that would be no whole number in ones."""


def in_other_unit(value: Any, unit: Unit) -> Any:
    """Points, as JSON writes them, for a table that changes to ``unit``.

    :raises NoTenth: if they would be no whole number there.
    """
    if isinstance(value, dict):
        return value if _asks_for_anything(value) else {name: in_other_unit(each, unit) for name, each in value.items()}
    if isinstance(value, list):
        return [in_other_unit(each, unit) for each in value]
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    if unit is Unit.TENS:
        return 10 * value
    if value % 10:
        raise NoTenth(f"{value} is no multiple of 10")
    return value // 10


def _asks_for_anything(value: dict[str, Any]) -> bool:
    """Whether a side keeps its meld with any counter at all, whatever one is worth (score.save)."""
    return value.items() >= _ANYTHING_AT_ALL.items()
