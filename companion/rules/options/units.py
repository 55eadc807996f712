"""What becomes of a variant's figures where it counts in the other unit (unit)."""

from __future__ import annotations

from typing import Any

from companion.rules.options.choices import Unit

IN_UNIT = (
    *("bid.min", "bid.step", "bid.max-jump", "bid.forced-amount", "bid.dealer-discount", "bid.meld-bids"),
    *("count.last-trick", "score.meld-min", "score.save", "score.throw-in.opponents"),
    *("end.target", "floor", "end.tie", "end.all-tricks", "end.no-progress", "end.quad-pinochle"),
)
"""The options whose numbers are points in the variant's unit.

What melds pay is told in ones whatever the unit, and a check's stake is money.
"""


class NoTenth(ValueError):
    """A figure in tens that would be no whole number in ones."""


def in_other_unit(key: str, value: Any, unit: Unit) -> Any:
    """An option's value, as JSON writes it, for a table that changes to ``unit``.

    :raises NoTenth: if it would be no whole number there.
    """
    if key == "score.save" and value.get("at_least") == 1:
        return value  # anything at all, whatever a counter is worth
    return _scaled(value, unit) if key in IN_UNIT else value


def _scaled(value: Any, unit: Unit) -> Any:
    if isinstance(value, dict):
        return {name: _scaled(each, unit) for name, each in value.items()}
    if isinstance(value, list):
        return [_scaled(each, unit) for each in value]
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    if unit is Unit.TENS:
        return 10 * value
    if value % 10:
        raise NoTenth(f"{value} is no multiple of 10")
    return value // 10
