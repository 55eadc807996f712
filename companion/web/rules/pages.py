"""The rulebook: every clause that a ruling may cite, by section, found by the words of a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from urllib.parse import quote

from flask import Blueprint, Flask, g, request, url_for
from werkzeug.wrappers import Response

from companion.rules.card import clauses_played
from companion.rules.clauses import CLAUSES, OTHER_TABLES, Clause
from companion.rules.options import OPTIONS
from companion.rules.search import LONGEST_QUESTION, Found, look_up
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS
from companion.web.base.htmx import respond
from companion.web.base.security import local_path
from companion.web.rules import card
from companion.web.rules.whose import table_asking, tables_to_choose

OURS, ELSEWHERE = "ours", "other-tables"
"""What may be shown alone: our resolutions, and readings that only other tables have."""

pages = Blueprint("rulebook", __name__, url_prefix="/rules")


@dataclass(frozen=True)
class Shown:
    """A clause as the rulebook shows it."""

    clause: Clause
    users: tuple[Variant, ...]
    """The variants that play by it."""
    others: tuple[Variant, ...]
    """The variants that do not."""
    elsewhere: bool
    """Whether it is a reading that no variant here has: a house variant may choose it."""
    here: str | None
    """What holds of it at the table that asks."""

    @property
    def anchor(self) -> str:
        """Its place on the page, as addresses spell it."""
        return _anchor(self.clause.id)


def init_app(app: Flask) -> None:
    """Serve the rules of ``app``."""
    app.register_blueprint(pages)
    card.init_app(app)
    app.jinja_env.globals["clause_address"] = clause_address


def clause_address(clause_id: str) -> str:
    """A clause's place in the rulebook, from which the game that asks is one tap away."""
    return f"{_rulebook_from((request.view_args or {}).get('game'))}#{_anchor(clause_id)}"


def _anchor(clause_id: str) -> str:
    return quote(clause_id, safe="+=")


def _rulebook_from(game: str | None) -> str:
    """The rulebook's address with the way back to a game; made once a request, however many clauses a page cites."""
    made: dict[str | None, str] = g.setdefault("rulebooks", {})
    if game not in made:
        made[game] = url_for("rulebook.show", back=url_for("table.show", game=game) if game else None)
    return made[game]


@pages.get("/")
def show() -> Response:
    """All clauses, or with ``?q=`` those that answer it, best first.

    ``?back=`` is the page that asked: a game’s rules answer for it. Elsewhere ``?variant=`` says whose rules do.
    """
    words = request.args.get("q", "")[:LONGEST_QUESTION].strip()
    only, back = request.args.get("only", ""), local_path(request.args.get("back", ""))
    table = table_asking(back, request.args.get("variant", ""), words)
    found = look_up(words, table.variant) if words else tuple(Found(clause, None) for clause in CLAUSES.values())
    shown = [each for each in map(_shown, found) if _belongs(each, only)]
    return respond(
        "rules/rules.html",
        "rules/_found.html",
        words=words,
        longest=LONGEST_QUESTION,
        only=only,
        sections=[("", shown)] if words else by_section(shown),
        count=len(shown),
        everywhere=VARIANTS,
        cards={variant.key: url_for("card.show", variant=variant.key) for variant in VARIANTS},
        here=url_for("rulebook.show", back=back or None, variant=table.chosen or None),
        table=table,
        tables=tables_to_choose(),
        back=back,
    )


def by_section(shown: Iterable[Shown]) -> list[tuple[str, list[Shown]]]:
    """Clauses under their sections, both in the order in which they come."""
    return [(section, list(each)) for section, each in groupby(shown, key=lambda each: each.clause.section)]


def _belongs(shown: Shown, only: str) -> bool:
    return {OURS: shown.clause.resolution, ELSEWHERE: shown.elsewhere}.get(only, True)


def _shown(found: Found) -> Shown:
    clause = found.clause
    users, others = _users().get(clause.id, ((), VARIANTS))
    elsewhere = not users and (clause.source.id == OTHER_TABLES or _is_reading(clause.id))
    return Shown(clause, users, others, elsewhere, found.here)


def _is_reading(clause_id: str) -> bool:
    """Whether the clause speaks of an option, or of one value of it, as ``play.head.never`` and ``pack.64`` do."""
    return any(clause_id in option.readings for option in OPTIONS.values())


@lru_cache(maxsize=1)
def _users() -> Mapping[str, tuple[tuple[Variant, ...], tuple[Variant, ...]]]:
    """By clause, the variants that play by it, and the others."""
    told = [(variant, clauses_played(variant)) for variant in VARIANTS]
    return {
        clause: (
            tuple(variant for variant, clauses in told if clause in clauses),
            tuple(variant for variant, clauses in told if clause not in clauses),
        )
        for clause in CLAUSES
    }
