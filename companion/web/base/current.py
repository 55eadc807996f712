"""The store of the running application: games, links, people and photos."""

from __future__ import annotations

from flask import Flask, current_app

from companion.rules.house import house_variant
from companion.rules.variant import Variant
from companion.rules.variants import find_variant
from companion.store import Store, open_store
from companion.store.database import Opening
from companion.store.journal import Journal
from companion.store.photos import Photos


def init_app(app: Flask) -> None:
    """Open the store in the application's data folder or database."""
    app.extensions["store"] = open_store(app.config["DATA"], app.config["DATABASE"], Opening.AS_IT_IS)


def close_store(app: Flask) -> None:
    """Close the store again."""
    store: Store = app.extensions["store"]
    store.close()


def current_store() -> Store:
    """The store of the current application."""
    found: Store = current_app.extensions["store"]
    return found


def journal() -> Journal:
    """The record of every game."""
    return current_store().journal


def find_rules(key: str) -> Variant:
    """The variant of this key, or the house variant of this id.

    :raises VariantError: if there is neither.
    :raises HouseError: if the house variant no longer holds.
    """
    row = current_store().houses.find(key)
    return house_variant(row.house) if row else find_variant(key)


def photos() -> Photos:
    """The photos being looked at, and what was read in them."""
    return current_store().photos
