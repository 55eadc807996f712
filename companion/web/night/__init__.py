"""Nights of several tables: the director's page, totals, the standing, money, paper, television and phones."""

from __future__ import annotations

from flask import Flask

from companion.web.night import check_in, damaged, desk, door, games, money, paper, season, shelf, television, totals


def init_app(app: Flask) -> None:
    """Serve the pages of nights of ``app``."""
    for page in (desk, damaged, check_in, totals, door, money, paper, season, shelf, television):
        app.register_blueprint(page.pages)
    games.init_app(app)
    app.jinja_env.globals["seat_tonight"] = door.seat_tonight
