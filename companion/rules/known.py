"""Known tables: house variants that are ready to play, each taken from a public page (docs/tables.md).

They are in ``data/known.toml``.

With them the list of games is whole: everything that people can name by a key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from companion.rules.clauses import Source, find_source
from companion.rules.house import HouseVariant, house_variant
from companion.rules.options import differences
from companion.rules.texts import LazyTexts, read_entries
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant, no_such_variant


@dataclass(frozen=True)
class KnownTable:
    """The rules of a table that anybody can read about."""

    key: str
    house: HouseVariant
    summary: str
    """One line on which game this is."""
    played_by: str
    page: str
    """The page's name in ``data/sources.toml``."""

    @cached_property
    def variant(self) -> Variant:
        """The variant that is played there; its key stays that of its base."""
        return replace(house_variant(self.house), summary=self.summary)

    @property
    def source(self) -> Source:
        """The page that it was taken from."""
        return find_source(self.page)


def _load() -> dict[str, KnownTable]:
    entries = read_entries("known", ("name", "base", "summary", "played_by", "page", "rules"))
    return {key: _table(key, entry) for key, entry in entries.items()}


def _table(key: str, entry: Mapping[str, Any]) -> KnownTable:
    rules = {option: None if value == "null" else value for option, value in entry["rules"].items()}
    house = HouseVariant(entry["name"], entry["base"], rules)
    return KnownTable(key, house, entry["summary"], entry["played_by"], entry["page"])


KNOWN_TABLES = LazyTexts(_load)
"""By key, in the order in which the app lists them."""


@lru_cache(maxsize=1)
def games() -> Mapping[str, Variant]:
    """Every game by its key: the variants of the rulebook, then the known tables."""
    variants = {variant.key: variant for variant in VARIANTS}
    return {**variants, **{key: table.variant for key, table in KNOWN_TABLES.items()}}


def find_game(key: str, houses: Mapping[str, HouseVariant] | None = None) -> Variant:
    """The variant or the known table of this key, or the house variant of this id.

    :param houses: house variants by id, where any are kept.
    :raises VariantError: if there is none; the message has the nearest key, or all of them.
    :raises HouseError: if the house variant no longer holds.
    """
    if houses and key in houses:
        return house_variant(houses[key])
    found = next((variant for variant in VARIANTS if variant.key == key), None)
    if found is None and key not in KNOWN_TABLES:
        raise no_such_variant(key, games())
    return found or KNOWN_TABLES[key].variant


def parent_of(variant: Variant) -> Variant | None:
    """Return the game with which a rule card compares: of house rules the nearest, of a game the variant it is made of.

    None where a variant is made of no other.
    """
    preset = next((each for each in VARIANTS if each.key == variant.key), None)
    if preset is not None and differences(variant, preset):
        is_known = variant.name in (game.name for game in games().values())
        return preset if is_known else nearest_game(variant, preset)
    return find_variant(variant.parent) if variant.parent else None


def nearest_game(variant: Variant, base: Variant) -> Variant:
    """Return the game from which a house variant differs least: its base, or a known table with the same base."""
    tables = [table.variant for table in KNOWN_TABLES.values() if table.house.base == base.key]
    return min((base, *tables), key=lambda game: len(differences(variant, game)))
