"""One page with every component on it, for whoever changes the style sheet; only where ``STYLE_PAGE`` is set."""

from __future__ import annotations

from flask import Blueprint, Flask
from werkzeug.wrappers import Response

from companion.cards import Suit, parse_cards
from companion.rules.clauses import find_clause
from companion.rules.pack import FULL_RANKS
from companion.web.core.access import MEMBERS, allow
from companion.web.core.forms import Form
from companion.web.core.rendering import respond
from companion.web.sheet.chart import score_chart

pages = Blueprint("style", __name__)

MELDS = (
    {"name": "run", "points": 150, "cards": parse_cards("AS 10S KS QS JS")},
    {"name": "pinochle", "points": 40, "cards": parse_cards("QS JD")},
    {"name": "marriage in hearts", "points": 20, "cards": parse_cards("KH QH")},
)


def init_app(app: Flask) -> None:
    """Serve the page of components."""
    app.register_blueprint(pages)


@pages.get("/_style")
@allow(MEMBERS)
def show() -> Response:
    """Every component, with figures that a table might have."""
    refused = Form({"bid": "abc"}, {"bid": "A bid is a number, for example 260."})
    return respond(
        "style/style.html",
        form=Form(),
        refused=refused,
        melds=MELDS,
        ranks=FULL_RANKS,
        counts=dict.fromkeys(parse_cards("QS JD"), 1) | dict.fromkeys(parse_cards("AS"), 2),
        full=parse_cards("AS"),
        notes={Suit.SPADES: "meld 210", Suit.HEARTS: "meld 60"},
        clauses=[find_clause("score.throw-in"), find_clause("res.opening")],
        chart=score_chart({"Ann & Cy": [0, -330, -180, 170], "Bob & Di": [0, 160, 460, 460]}, target=1500),
    )
