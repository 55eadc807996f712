"""Known tables: house variants that are ready to play, each taken from a public page (docs/tables.md).

With them the list of games is whole: everything that people can name by a key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from companion.rules.clauses import Source, find_source
from companion.rules.house import HouseVariant, house_variant
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, no_such_variant


@dataclass(frozen=True)
class KnownTable:
    """The rules of a table that anybody can read about."""

    key: str
    house: HouseVariant
    summary: str
    """One line on which game this is."""
    played_by: str
    page: str
    """What the page is called in ``data/sources.toml``."""

    @cached_property
    def variant(self) -> Variant:
        """The variant that is played there; its key stays that of its base."""
        return replace(house_variant(self.house), summary=self.summary)

    @property
    def source(self) -> Source:
        """The page that it was taken from."""
        return find_source(self.page)


SENIOR_GAMES = KnownTable(
    "senior-games",
    HouseVariant(
        "Senior games, single deck",
        "four-handed",
        {
            "bid.min": 100,
            "bid.step": [[100, 10]],
            "bid.forced": "dealer",
            "bid.forced-amount": 100,
            "score.set": "credited",
            "score.throw-in": "never",
            "end.target": None,
            "end.deals": 4,
            "end.tie": ["another"],
        },
    ),
    "Partners, 48 cards, four deals from 100 up; a failed bid is credited to the others.",
    "the Franklin County senior games",
    "franklin",
)
FIREHOUSE = KnownTable(
    "firehouse",
    HouseVariant(
        "Firehouse pinochle",
        "four-handed",
        {
            "bid.min": 200,
            "bid.step": [[200, 10]],
            "bid.rounds": "one-turn",
            "bid.forced": "redeal",
            "score.throw-in": "never",
        },
    ),
    "Partners, 48 cards; one bid each from 200, no throwing in; first to 1000.",
    "pokerwiner.com",
    "pokerwiner-more",
)
WIDOW = KnownTable(
    "widow",
    HouseVariant(
        "Widow pinochle",
        "three-handed",
        {
            "unit": "tens",
            "bid.min": 300,
            "bid.step": [[300, 10]],
            "bid.forced": "first-hand",
            "bid.dealer-discount": 0,
            "count": "classic",
            "score.bid-only": True,
            "score.set": "nothing",
            "end.tie": ["bidder", {"extend": 250}],
        },
    ),
    "Three players, each alone, and a kitty of three; a bid made scores the bid only; first to 1000.",
    "the Penguin Book of Card Games",
    "penguin",
)
SPOKANE = KnownTable(
    "spokane",
    HouseVariant(
        "Spokane double deck",
        "doubles",
        {
            "deal.packet": "four or five at a time",
            "deal.redeal": "next",
            "bid.forced": "redeal",
            "trump.needs": "marriage",
            "lead.first": "any",
            "score.unplayed": True,
            "score.throw-in": "never",
            "score.renege": "side-all-counters",
            "score.no-marriage.opponents": {"at_least": 20},
            "end.target": None,
            "end.deals": 6,
            "end.deals-level": "shared",
            "end.all-tricks": "nothing",
            "end.no-progress": False,
            "end.quad-pinochle": False,
        },
    ),
    "Partners, 80 cards, six deals from 50 up; a bidder without a marriage or 20 meld is set unplayed.",
    "a tournament in Spokane",
    "spokane",
)

KNOWN_TABLES: Mapping[str, KnownTable] = {table.key: table for table in (SENIOR_GAMES, FIREHOUSE, WIDOW, SPOKANE)}
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
    if key in KNOWN_TABLES:
        return KNOWN_TABLES[key].variant
    found = next((variant for variant in VARIANTS if variant.key == key), None)
    if found is None:
        raise no_such_variant(key, games())
    return found
