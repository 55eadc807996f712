"""The rule card: a variant's rules on one page, for the table and for paper."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Flask, abort, url_for
from werkzeug.wrappers import Response

from companion.rules.card import parent_of, rule_card
from companion.rules.clauses import find_clause
from companion.rules.house import HouseError
from companion.rules.options import OPTIONS
from companion.rules.variant import Variant
from companion.rules.variants import VariantError
from companion.web.base.current import find_rules
from companion.web.base.game import open_game
from companion.web.base.htmx import respond

NO_SUCH_CARD = "There is no variant of that name here. The first page leads to those there are."

pages = Blueprint("card", __name__)


def init_app(app: Flask) -> None:
    """Serve the rule cards of ``app``."""
    app.register_blueprint(pages)


@pages.get("/rules/card/<variant>")
def show(variant: str) -> Response:
    """The card of a variant or a house variant, before anybody sits down to it."""
    try:
        found = find_rules(variant)
    except (VariantError, HouseError):
        abort(404, NO_SUCH_CARD)
    return respond("rules/card.html", back=url_for("start.choose"), back_label="Choose a variant", **card_parts(found))


@pages.get("/game/<game>/rules")
def of_game(game: str) -> Response:
    """The card of the rules that a game is played by."""
    parts = card_parts(open_game(game).state.variant)
    back = url_for("table.show", game=game)
    return respond("rules/game_card.html", game=game, back=back, back_label="The table", **parts)


def card_parts(variant: Variant) -> dict[str, Any]:
    """What a rule card shows."""
    card = rule_card(variant, parent_of(variant))
    return {
        "card": card,
        "columns": max((len(row.pays) for row in card.melds), default=0),
        "titles": {key: option.title for key, option in OPTIONS.items()},
        "rests_on": [find_clause(clause) for clause in card.rests_on],
    }
