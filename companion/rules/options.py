"""Choices of a table: every option, how it is written in JSON, and a variant with some of them changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from companion.rules.choices import Count, SaveBy, Unit
from companion.rules.clauses import CLAUSES
from companion.rules.names import did_you_mean
from companion.rules.phrases import shown
from companion.rules.values import NEVER_OFF, BadValue, ValueFormat
from companion.rules.variant import Variant
from companion.rules.words import WORDS

_ANYTHING_AT_ALL = {"by": SaveBy.POINTS.value, "at_least": 1}


class OptionError(ValueError):
    """An option that does not exist, or a value that it can't take; the message says what would do."""


class NoTenth(ValueError):
    """A figure in tens that would be no whole number in ones."""


@dataclass(frozen=True)
class Option:
    """One choice a table makes, as :class:`Variant` describes it; its label and sentences are in ``data/options/``."""

    key: str
    """The key in the public interface: ``play.head``."""
    form: ValueFormat
    also: tuple[str, ...] = ()
    """Further clauses on it; the one of its own name is always among them."""
    off: Any = NEVER_OFF
    """The value, in JSON, for something absent; a card leaves it out unless the parent differs."""
    bids_priced: bool = False
    """True if it is a list of pairs of which the first is a bid, in the variant's unit, and the second is none."""
    points: bool = False
    """True if its numbers are points in the variant's unit.

    The pay for melds is always written in ones, and a check's stake is money.
    """

    @property
    def title(self) -> str:
        return WORDS[self.key].label

    @property
    def group(self) -> str:
        """The group where a player would look for it."""
        return WORDS[self.key].group

    @property
    def hint(self) -> str:
        """The hint on what to write where it is filled in, if its title leaves that open."""
        return WORDS[self.key].hint

    @property
    def clauses(self) -> tuple[str, ...]:
        """Ids of the clauses behind it, the one of its own name first."""
        return self.key, *self.also

    def clauses_for(self, variant: Variant) -> tuple[str, ...]:
        """The clauses behind it, and those on the value that this variant gives it: ``play.head.never``."""
        return tuple(dict.fromkeys((*self.clauses, *self.value_clauses(variant))))

    def value_clauses(self, variant: Variant) -> tuple[str, ...]:
        """The clauses on the very value that this variant gives it; none where one clause speaks of all values."""
        names = (name for each in _listed(self.read(variant)) for name in _value_names(each))
        return tuple(clause for clause in self._ids(names) if clause in CLAUSES)

    @property
    def readings(self) -> frozenset[str]:
        """Ids of the clause on it and of those on one value of it, in force anywhere or not: ``pack.64``."""
        return frozenset(CLAUSES.keys() & {self.key, *self._ids(self.form.names)})

    def _ids(self, names: Iterable[str]) -> list[str]:
        return [f"{self.key}{sign}{name}" for name in names for sign in ".-"]

    @property
    def field(self) -> str:
        """The variant's field that holds it."""
        return self.key.replace(".", "_").replace("-", "_")

    def read(self, variant: Variant) -> Any:
        """The variant's value as it is written in JSON."""
        return self.form.dump(getattr(variant, self.field))

    @property
    def may_be_off(self) -> bool:
        """True if one of its values says only what there is not."""
        return self.off is not NEVER_OFF

    def is_off(self, variant: Variant) -> bool:
        """Return True if the variant's value says only what there is not; 0 is a figure where false is what is off."""
        value = self.read(variant)
        return type(value) is type(self.off) and bool(value == self.off)

    def differs(self, variant: Variant, parent: Variant) -> bool:
        """Return True if two variants give it different values; in JSON's false and 0 that would be lost."""
        return bool(getattr(variant, self.field) != getattr(parent, self.field))

    def in_unit(self, value: Any, unit: Unit) -> Any:
        """A value, as JSON writes it, for a table that changes to ``unit``.

        :raises NoTenth: if it would be no whole number there.
        """
        if self.bids_priced and value is not None:
            return [[in_other_unit(bid, unit), price] for bid, price in value]
        return in_other_unit(value, unit) if self.points else value


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _value_names(value: Any) -> tuple[str, ...]:
    """Return the names for the clauses on a value: a word itself, or a record's first key and what it says yes to."""
    if not isinstance(value, dict):
        return (str(value),)
    return (*tuple(value)[:1], *(key.replace("_", "-") for key, each in value.items() if each is True))


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
    """Return True if any counter at all keeps a side's meld (score.save)."""
    return value.items() >= _ANYTHING_AT_ALL.items()


OPTIONS: Mapping[str, Option] = {
    each.metadata["key"]: Option(**each.metadata) for each in fields(Variant) if "key" in each.metadata
}
_IN_POINTS = tuple(key for key, option in OPTIONS.items() if option.points or option.bids_priced)


def find_option(key: str) -> Option:
    """The option of this key.

    :raises OptionError: if there is none; the message names the keys most like it.
    """
    try:
        return OPTIONS[key]
    except KeyError:
        hint = did_you_mean(str(key), OPTIONS) or "“companion variants site” lists them all"
        raise OptionError(f"no such option: {shown(key)}; {hint}") from None


def with_options(variant: Variant, changes: Mapping[str, Any]) -> Variant:
    """The variant with some options changed, each given as JSON writes it.

    A change of the unit takes every figure along that is not changed itself (unit).

    :raises OptionError: at an unknown key, a value that does not fit, or values that clash.
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


def _figures_in(variant: Variant, unit: Unit, given: Collection[str]) -> dict[str, Any]:
    """Return by field the missing figures as they are in a unit; empty where it is the variant's own."""
    keys = [key for key in _IN_POINTS if key not in given] if unit is not variant.unit else []
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
    """Return True if a figure is what the parent's comes to in the variant's unit."""
    try:
        return bool(_figure_in(parent, variant.unit, key) == getattr(variant, OPTIONS[key].field))
    except OptionError:
        return False


def all_options(variant: Variant) -> dict[str, Any]:
    """Every option's value by key, as JSON writes it."""
    return {key: option.read(variant) for key, option in OPTIONS.items()}
