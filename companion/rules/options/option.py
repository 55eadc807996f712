"""One choice that a table makes: all that is true of an option but its words and what the engine does by it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.rules.clauses import CLAUSES
from companion.rules.options.choices import Unit
from companion.rules.options.units import in_other_unit
from companion.rules.options.values import ValueFormat
from companion.rules.options.variant import Variant

NEVER_OFF: Any = object()
"""For an option whose every value says something; null, false and 0 are values themselves."""


class OptionError(ValueError):
    """An option that does not exist, or a value that it can't take; the message says what would do."""


@dataclass(frozen=True)
class Option:
    """One choice a table makes."""

    key: str
    """As in the public interface: ``play.head``."""
    title: str
    group: str
    """Where a player would look for it."""
    form: ValueFormat
    also: tuple[str, ...] = ()
    """Clauses on it besides the one of its own name."""
    off: Any = NEVER_OFF
    """The value, in JSON, that says only what there is not; a card leaves it out unless the parent plays otherwise."""
    points: bool = False
    """Whether its numbers are points in the variant's unit.

    What melds pay is told in ones whatever the unit, and a check's stake is money.
    """
    hint: str = ""
    """What to write where it is filled in, if its title leaves that open."""

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
        """Whether one of its values says only what there is not."""
        return self.off is not NEVER_OFF

    def is_off(self, variant: Variant) -> bool:
        """Whether the variant's value says only what there is not; 0 is a figure where false is what is off."""
        value = self.read(variant)
        return type(value) is type(self.off) and bool(value == self.off)

    def differs(self, variant: Variant, parent: Variant) -> bool:
        """Whether two variants give it different values; in JSON's false and 0 that would be lost."""
        return bool(getattr(variant, self.field) != getattr(parent, self.field))

    def in_unit(self, value: Any, unit: Unit) -> Any:
        """A value, as JSON writes it, for a table that changes to ``unit``.

        :raises NoTenth: if it would be no whole number there.
        """
        return in_other_unit(value, unit) if self.points else value


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _value_names(value: Any) -> tuple[str, ...]:
    """What the clauses on a value are called after: a word itself, or a record's first key and what it says yes to."""
    if not isinstance(value, dict):
        return (str(value),)
    return (*tuple(value)[:1], *(key.replace("_", "-") for key, each in value.items() if each is True))


def shown(value: object, limit: int = 60) -> str:
    """A value as a message quotes it."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
