"""The pages of people, put together."""

from __future__ import annotations

from flask import Flask
from werkzeug.wrappers import Response

from companion.web.base.htmx import respond
from companion.web.people import evenings, lists, naming, person, reckoned, seasons, year
from companion.web.people.address import PersonConverter
from companion.web.people.reckoned import House, StillGathering


def init_app(app: Flask) -> None:
    """Serve the pages of people of ``app``."""
    reckoned.init_app(app)
    app.url_map.converters["person"] = PersonConverter
    for family in (lists, evenings, person, year, seasons, naming):
        app.register_blueprint(family.pages)
    app.jinja_env.filters["person_called"] = _called
    app.register_error_handler(StillGathering, _still_gathering)


def _called(person: str, house: House) -> str:
    return house.called(person)


def _still_gathering(fault: StillGathering) -> Response:
    """How far it has come; the page asks again by itself."""
    response = respond("people/gathering.html", status=503, left=fault.left)
    response.headers["Retry-After"] = "1"
    response.headers["Refresh"] = "1"
    return response
