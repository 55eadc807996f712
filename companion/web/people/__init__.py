"""People and evenings: who played, figures with the deals behind them, and a year in a picture."""

from __future__ import annotations

from flask import Flask

from companion.web.people import facts, lists, naming, person, seasons, year
from companion.web.people.asked import PersonConverter
from companion.web.people.facts import House


def init_app(app: Flask) -> None:
    """Serve the pages of people of ``app``."""
    facts.init_app(app)
    app.url_map.converters["person"] = PersonConverter
    for pages in (lists.pages, seasons.evening_pages, person.pages, year.pages, seasons.pages, naming.pages):
        app.register_blueprint(pages)
    app.jinja_env.filters["person_called"] = _called


def _called(person: str, house: House) -> str:
    return house.called(person)
