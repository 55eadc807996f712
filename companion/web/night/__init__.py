"""Nights of several tables: the director's page, totals, the standing, money, paper and the television."""

from __future__ import annotations

from flask import Flask

from companion.web.night import desk, paper, television


def init_app(app: Flask) -> None:
    """Serve the pages of nights of ``app``."""
    for pages in (desk.pages, paper.pages, television.pages):
        app.register_blueprint(pages)
