"""The optional parts of an installation: the reader of photos, and Pillow, which draws pictures to share."""

from __future__ import annotations

from importlib.util import find_spec

from flask import Flask, abort, current_app

from companion.shipped import install_again
from companion.vision import is_installed

NO_READER = f"Photos are not read here: the reader is not installed. To add it, {install_again('photos')}."


def init_app(app: Flask) -> None:
    """Find the installed parts; ``WITHOUT_PHOTOS`` says in one line why no photos are read, if none are."""
    if app.config["WITHOUT_PHOTOS"] is None:
        app.config["WITHOUT_PHOTOS"] = "" if app.config["READER"] or is_installed() else NO_READER
    app.jinja_env.globals["takes_photos"] = not app.config["WITHOUT_PHOTOS"]
    app.jinja_env.globals["draws_pictures"] = find_spec("PIL") is not None


def takes_photos() -> bool:
    """Return True if photos are read here."""
    return not current_app.config["WITHOUT_PHOTOS"]


def require_pillow() -> None:
    """Refuse a picture where nothing draws it.

    :raise 404: always then, as no page leads here.
    """
    if not current_app.jinja_env.globals["draws_pictures"]:
        abort(404)


def require_reader() -> None:
    """Refuse a page of photos where none are read.

    :raise 404: with the line that says why.
    """
    if not takes_photos():
        abort(404, current_app.config["WITHOUT_PHOTOS"])
