"""The pages of people, put together."""

from __future__ import annotations

from flask import Flask

from companion.web.people import evenings, lists, naming, person, reckoned, seasons, year
from companion.web.people.address import PersonConverter
from companion.web.people.reckoned import House


def init_app(app: Flask) -> None:
    """Serve the pages of people of ``app``."""
    reckoned.init_app(app)
    app.url_map.converters["person"] = PersonConverter
    for family in (lists, evenings, person, year, seasons, naming):
        app.register_blueprint(family.pages)
    app.jinja_env.filters["person_called"] = _called


def _called(person: str, house: House) -> str:
    return house.called(person)
