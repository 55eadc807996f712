"""A variant with some options changed, and the options in which one differs from another."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from companion.rules.options.choices import Count, Unit
from companion.rules.options.option import OptionError, shown
from companion.rules.options.registry import OPTIONS, find_option
from companion.rules.options.units import NoTenth
from companion.rules.options.values import BadValue
from companion.rules.options.variant import Variant

_IN_POINTS = tuple(key for key, option in OPTIONS.items() if option.points)


def with_options(variant: Variant, changes: Mapping[str, Any]) -> Variant:
    """The variant with some options changed, each given as JSON writes it.

    A change of the unit takes every figure along that is not changed itself (unit).

    :raises OptionError: at an unknown key, a value that does not fit, or values that cannot stand together.
    """
    fields = {find_option(key).field: _loaded(variant, key, value) for key, value in changes.items()}
    unit = fields.get("unit", variant.unit)
    changed = replace(variant, **_figures_in(variant, unit, changes), **fields)
    if changed.unit is Unit.ONES and changed.count is not Count.SIMPLE:
        raise OptionError(f"count: {changed.count} needs the unit tens; in ones the count is simple")
    return changed


def _loaded(variant: Variant, key: str, value: Any) -> Any:
    option = OPTIONS[key]
    try:
        return option.form.load(value, getattr(variant, option.field))
    except BadValue as bad:
        raise OptionError(f"{key}: {shown(value)} does not fit; {bad}") from None


def _figures_in(variant: Variant, unit: Unit, told: Collection[str]) -> dict[str, Any]:
    """By field, what the figures that are not told come to in a unit; nothing where it is the variant's own."""
    keys = [key for key in _IN_POINTS if key not in told] if unit is not variant.unit else []
    return {OPTIONS[key].field: _figure_in(variant, unit, key) for key in keys}


def _figure_in(variant: Variant, unit: Unit, key: str) -> Any:
    value = OPTIONS[key].read(variant)
    try:
        return _loaded(variant, key, OPTIONS[key].in_unit(value, unit))
    except NoTenth:
        raise OptionError(f"unit: in {unit} {key} {shown(value)} would be no whole number; set it as well") from None
    except OptionError:
        raise OptionError(f"unit: in {unit} {key} {shown(value)} would be too large; set it as well") from None


def differences(variant: Variant, parent: Variant) -> dict[str, Any]:
    """The options in which a variant differs from its parent, by key, as JSON writes them.

    Where the units differ, a figure that is written alike means another amount, so it is among them.
    """
    differing = {key for key, option in OPTIONS.items() if option.differs(variant, parent)}
    if variant.unit is not parent.unit:
        differing |= {key for key in _IN_POINTS if not _follows_unit(variant, parent, key)}
    return {key: option.read(variant) for key, option in OPTIONS.items() if key in differing}


def least_changes(variant: Variant, base: Variant) -> dict[str, Any]:
    """The fewest options that make a variant of its base by :func:`with_options`, by key, as JSON writes them.

    A figure that comes along with the unit by itself is not among them.
    """
    moves = variant.unit is not base.unit
    return {
        key: value
        for key, value in differences(variant, base).items()
        if not (moves and key in _IN_POINTS and _follows_unit(variant, base, key))
    }


def _follows_unit(variant: Variant, parent: Variant, key: str) -> bool:
    """Whether a figure is what the parent's comes to in the variant's unit."""
    try:
        return bool(_figure_in(parent, variant.unit, key) == getattr(variant, OPTIONS[key].field))
    except OptionError:
        return False


def all_options(variant: Variant) -> dict[str, Any]:
    """Every option's value by key, as JSON writes it."""
    return {key: option.read(variant) for key, option in OPTIONS.items()}
