"""Puts the application together."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from flask import Flask
from flask import request as asked

from companion.settings import SettingError, values
from companion.shipped import install_again, shipped
from companion.store.bundle import unseen
from companion.store.store import data_folder
from companion.web import (
    deck,
    home,
    house,
    log,
    night,
    people,
    photo,
    practice,
    rules,
    settle,
    setup,
    share,
    sheet,
    shelf,
    squares,
    start,
    table,
    tricks,
)
from companion.web.core import (
    access,
    assets,
    current,
    errors,
    extras,
    forms,
    game,
    identity,
    live,
    rendering,
    request,
    seat,
    security,
)

CORE = (request, security, errors, extras, current, identity, access, seat, rendering, forms, assets, live)
FAMILIES = (
    *(
        home,
        rules,
        practice,
        settle,
        tricks,
        photo,
        deck,
        table,
        start,
        house,
        share,
        sheet,
        shelf,
        squares,
        people,
        night,
    ),
    setup,
)
"""The parts of the application; each sees a request in this order."""
KEEPERS = (security, game, seat, rendering, live, people.facts, identity, photo, deck)
"""The parts that cache open games, such as their last rendering."""

_NO_COUNTING = (
    "COMPANION_METRICS: figures for Prometheus need one more library. In a checkout: python3 bootstrap.py setup "
    f"server; elsewhere, {install_again('server')}"
)

DEFAULTS: dict[str, Any] = {
    "MAX_CONTENT_LENGTH": 64 * 1024,  # a form of names or counters; a photo's page raises it for itself
    "MAX_FORM_PARTS": 200,
    "HERE_ONLY": False,  # whether no other machine can reach the server
    "CERTIFIED": (),  # the names and addresses for which the server's own certificate stands
    "PORTS": {},  # of the server itself by scheme, where it serves https beside http
    "READER": None,
    "TEACHER": None,
    "WITHOUT_PHOTOS": None,  # one line: why no photos are read; empty where they are; None: as is installed
    "ALONE": False,  # whether it runs in a phone's own browser, where no other phone reaches it
    "PROGRESS": unseen,  # called with how much of a long task is done, and how much there is
    "READER_TO_COME": False,  # whether the phone has yet to load the card reader
    "COMPRESS": True,  # whether pages are sent compressed
    "READS": True,  # whether photos that wait in the database are read by this process, too
    "ENTERED": "pad",  # how a deal is entered where a phone has chosen nothing: pad, or each (bid by bid)
    "SIMULATED_DEALS": 300,  # from so many the usual meld is learned; none where 0 is said
    "GATHERING_GRACE_SECONDS": 0.05,  # so long a page of people gathers what was written lately
    "READING_GRACE_SECONDS": 2.0,  # so long a photo's form waits for its reading before it shows the line
}


def create_app(data: Path | None = None, database: str = "", **config: Any) -> Flask:
    """Make the application over the games in ``data``, by default the platform's data folder, or in ``database``.

    ``config`` sets any of ``DEFAULTS``, of the companion's settings and of Flask's own, above the environment.

    :raises SettingError: if a setting in the environment can't be read.
    """
    app = make_app(**config)
    open_games(app, data, database)
    return app


def make_app(**config: Any) -> Flask:
    """Make the application without any games; it answers once :func:`open_games` has given it some."""
    app = Flask(__name__, template_folder=str(shipped("templates")), static_folder=str(shipped("static")))
    app.config.from_mapping(DEFAULTS)
    app.config.update(values(os.environ))
    app.config.update(config)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for family in (*CORE, *FAMILIES):
        family.init_app(app)
    access.allow(access.ANYBODY)(app.view_functions["static"])
    app.before_request(_answer_whole)
    if app.config["COMPRESS"]:
        app.after_request(rendering.compressed)
    if app.config["HOME"] is identity.Home.CLUB:
        _open_club(app)
    if app.config["LOG"] == "json":
        log.init_app(app)
    access.check_declared(app)
    return app


def _answer_whole() -> None:
    # A part of a file would be compressed by itself, which no browser can put together.
    asked.environ.pop("HTTP_RANGE", None)


def open_games(app: Flask, data: Path | None = None, database: str = "") -> None:
    """Open the games of ``app`` in a folder or a database, as :func:`create_app` does."""
    app.config["DATA"], app.config["DATABASE"] = data_folder(data), database
    current.open_games(app)
    with ExitStack() as unless_begun:
        unless_begun.callback(current.close_store, app)
        for keeper in KEEPERS:
            keeper.open_games(app)
        if app.config["METRICS"]:
            _count(app)
        unless_begun.pop_all()


def _open_club(app: Flask) -> None:
    # What reads passkeys takes a while to load, and no other home has any.
    from companion.web import club

    club.init_app(app)


def _count(app: Flask) -> None:
    try:
        from companion.web import measures
    except ImportError as fault:
        raise SettingError(_NO_COUNTING) from fault
    measures.init_app(app)
