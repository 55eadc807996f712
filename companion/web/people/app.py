"""The pages of people, put together."""

from __future__ import annotations

from flask import Flask, g, request

from companion.web.people import evenings, lists, naming, person, reckoned, seasons, year
from companion.web.people.address import PersonConverter
from companion.web.people.reckoned import House

_PAGES = (lists, evenings, person, year, seasons, naming)
FAMILIES = frozenset(family.pages.name for family in _PAGES)


def init_app(app: Flask) -> None:
    """Serve the pages of people of ``app``."""
    reckoned.init_app(app)
    app.url_map.converters["person"] = PersonConverter
    for family in _PAGES:
        app.register_blueprint(family.pages)
    app.jinja_env.filters["person_called"] = _called
    app.jinja_env.globals["games_left"] = _games_left


def _games_left() -> int:
    """How many games the figures on this page lack, since they are still being gathered."""
    return g.house.left if "house" in g and request.blueprint in FAMILIES else 0


def _called(person: str, house: House) -> str:
    return house.called(person)
