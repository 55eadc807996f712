"""The store of the running application: games, links, people and photos."""

from __future__ import annotations

from flask import Flask, current_app

from companion.store import Store, open_store
from companion.store.journal import Journal
from companion.store.photos import Photos


def init_app(app: Flask) -> None:
    """Open the store in the application's data folder."""
    app.extensions["store"] = open_store(app.config["DATA"])


def store() -> Store:
    """The store of the current application."""
    found: Store = current_app.extensions["store"]
    return found


def journal() -> Journal:
    """The record of every game."""
    return store().journal


def photos() -> Photos:
    """The photos being looked at, and what was read in them."""
    return store().photos
