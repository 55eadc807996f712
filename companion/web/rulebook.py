"""The rules page: every clause that a ruling may cite, grouped by chapter, searchable by a plain form."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, Flask, request
from werkzeug.wrappers import Response

from companion.rules.clauses import CLAUSES, Clause, search_clauses
from companion.web.htmx import respond
from companion.web.security import local_path

LONGEST_SEARCH = 80

pages = Blueprint("rulebook", __name__, url_prefix="/rules")


def init_app(app: Flask) -> None:
    """Serve the rules of ``app``."""
    app.register_blueprint(pages)


@pages.get("/")
def show() -> Response:
    """All clauses, or with ``?q=`` those that hold its words; ``?back=`` is the page that asked."""
    words = request.args.get("q", "")[:LONGEST_SEARCH].strip()
    found = search_clauses(words) if words else tuple(CLAUSES.values())
    return respond(
        "rules/rules.html",
        "rules/_found.html",
        words=words,
        chapters=by_chapter(found),
        count=len(found),
        back=local_path(request.args.get("back", "")),
    )


def by_chapter(clauses: Iterable[Clause]) -> dict[str, list[Clause]]:
    """Clauses under their chapters, both in the order in which they come."""
    chapters: dict[str, list[Clause]] = {}
    for clause in clauses:
        chapters.setdefault(clause.section, []).append(clause)
    return chapters
