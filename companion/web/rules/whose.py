"""Whose rules answer: those of the game that asks, of the variant that was chosen, or of the one that is named."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import current_app
from werkzeug.exceptions import HTTPException

from companion.rules.house import HouseError
from companion.rules.search import variant_named
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, VariantError
from companion.store.errors import StoreError
from companion.web.base.admission import may_see
from companion.web.base.current import current_store, find_rules
from companion.web.base.game import open_game


@dataclass(frozen=True)
class Table:
    """The table that a question is answered for."""

    variant: Variant | None
    """Its rules; None where nobody said which game is played."""
    chosen: str = ""
    """The key or id that was chosen on the page."""
    of_game: bool = False
    """Whether a game asks, so that there is nothing to choose."""


def table_asking(back: str, chosen: str, question: str) -> Table:
    """The table that asks: the game that ``back`` leads to, else the variant chosen, else one that the question names.

    What can't be found is no table: the rulebook answers all the same.
    """
    if rules := _rules_of_game(back):
        return Table(rules, of_game=True)
    if rules := _rules_of(chosen):
        return Table(rules, chosen)
    return Table(variant_named(question))


def tables_to_choose() -> list[tuple[str, str]]:
    """The keys and names of all variants, and the ids and names of the house variants kept here."""
    houses = [(row.id, row.house.name) for row in current_store().houses.list_houses()]
    return [*((variant.key, variant.name) for variant in VARIANTS), *houses]


def _rules_of_game(back: str) -> Variant | None:
    try:
        _, place = current_app.url_map.bind("localhost").match(urlsplit(back).path)
        asks = "game" in place and may_see(place["game"])
        return open_game(place["game"]).state.variant if asks else None
    except (HTTPException, StoreError):
        return None


def _rules_of(key: str) -> Variant | None:
    try:
        return find_rules(key) if key else None
    except (VariantError, HouseError):
        return None
