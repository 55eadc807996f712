"""A variant's figures in the other unit: what is told in the unit changes with it (the amounts of section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_COUNTED_IN_IT = (
    *("bid.min", "bid.step", "bid.max-jump", "bid.forced-amount", "bid.dealer-discount", "bid.meld-bids", "bid.barred"),
    "bid.moon",
    "bid.no-trick",
    *(
        "count.first-trick",
        "count.last-trick",
        "score.meld-min",
        "score.throw-in.opponents",
        "score.no-marriage.opponents",
    ),
    "score.set.opponents",
    *("end.target", "end.tie", "end.all-tricks", "end.no-progress", "end.quad-pinochle", "floor", "units.kitty"),
    "units.spades-from",
    *("check.lead", "end.spread"),
)
"""Amounts of points; melds are listed in ones, checks are money, and failed bids are times."""


def in_unit(figures: Mapping[str, Any], unit: str) -> Mapping[str, Any]:
    """The figures for a table that counts in ``unit``.

    A single point that keeps the meld stays one: it is any counter at all, whatever a counter is worth.
    """
    if figures["unit"] == unit:
        return figures
    changed = {key: _turned(figures[key], unit) for key in _COUNTED_IN_IT if key in figures}
    least = figures["score.save"].get("at_least")
    keeping = {} if least is None else {"at_least": least if least == 1 else _turned(least, unit)}
    for key in {"units.prices", "check.contract"} & figures.keys():
        prices = figures[key]
        changed[key] = prices and [[_turned(bid, unit), price] for bid, price in prices]
    return {**figures, "unit": unit, **changed, "score.save": {**figures["score.save"], **keeping}}


def _turned(value: Any, unit: str) -> Any:
    """A figure, or every number in it, in the other unit."""
    if isinstance(value, dict):
        return {name: _turned(each, unit) for name, each in value.items()}
    if isinstance(value, list):
        return [_turned(each, unit) for each in value]
    if value is None or isinstance(value, (bool, str)):
        return value
    return value * 10 if unit == "tens" else value // 10
