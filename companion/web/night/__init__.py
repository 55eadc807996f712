"""Nights of several tables: the director's page, totals, the standing, money, paper, television and phones."""

from __future__ import annotations

from flask import Flask

from companion.web.night import desk, door, games, money, paper, season, television


def init_app(app: Flask) -> None:
    """Serve the pages of nights of ``app``."""
    for pages in (desk.pages, door.pages, money.pages, paper.pages, season.pages, television.pages):
        app.register_blueprint(pages)
    games.init_app(app)
    app.jinja_env.globals["seat_tonight"] = door.seat_tonight
