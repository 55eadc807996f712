"""The rulebook and the rule cards: every clause that a ruling may cite, and a variant’s rules on one page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any
from urllib.parse import quote, urlsplit

from flask import Blueprint, Flask, abort, current_app, g, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from companion.cards import speak
from companion.game.state import GameState, Phase
from companion.rules.card import clauses_played, rule_card
from companion.rules.clauses import CLAUSES, OTHER_TABLES, Clause, find_clause
from companion.rules.house import HouseError
from companion.rules.known import KNOWN_TABLES, KnownTable, games, parent_of
from companion.rules.options import OPTIONS
from companion.rules.search import LONGEST_QUESTION, Match, look_up, variant_named
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, VariantError
from companion.store.entries import GameRow, Shelf
from companion.store.errors import StoreError
from companion.web.core.access import ANYBODY, allow, may_see
from companion.web.core.current import current_store, find_rules, journal
from companion.web.core.game import open_game
from companion.web.core.rendering import respond
from companion.web.core.security import local_path


@dataclass(frozen=True)
class AskingTable:
    """The table that a question is answered for."""

    variant: Variant | None
    """Its rules; None if no game was chosen."""
    chosen: str = ""
    """The key or id that was chosen on the page."""
    of_game: bool = False
    """True if a game asks, so there is nothing to choose."""
    at_hand: tuple[str, ...] = ()
    """The beginnings of the ids of the clauses on what its game is doing."""


def table_asking(back: str, chosen: str | None, question: str) -> AskingTable:
    """The table that asks: the game of ``back``, else the chosen variant, else one named by the question.

    Where nobody chose (``chosen`` is None), the game that this phone played last asks. What can't be found is no table:
    the rulebook answers all the same.
    """
    if state := _game_of(back):
        return AskingTable(state.variant, of_game=True, at_hand=clauses_at_hand(state))
    if rules := _rules_of(chosen or ""):
        return AskingTable(rules, chosen or "")
    if named := variant_named(question):
        return AskingTable(named)
    last = last_game_here() if chosen is None else None
    return AskingTable(_rules_of(last.variant), last.variant) if last else AskingTable(None)


def tables_to_choose() -> list[tuple[str, str]]:
    """The keys and names of all games, and the ids and names of the house variants kept here."""
    houses = [(row.id, row.house.name) for row in current_store().houses.list_houses()]
    return [*((key, game.name) for key, game in games().items()), *houses]


def last_game_here() -> GameRow | None:
    """The game that was played last on this phone, if one was."""
    own = current_store().members.games_of(g.device)
    return next(iter(journal().list_games(Shelf.OPEN, own, most=1)), None)


def game_chosen_first(tables: Sequence[tuple[str, str]]) -> str:
    """The game selected at first: the one last played on this phone."""
    last = last_game_here()
    return last.variant if last and any(key == last.variant for key, _ in tables) else tables[0][0]


def _game_of(back: str) -> GameState | None:
    try:
        _, place = current_app.url_map.bind("localhost").match(urlsplit(back).path)
        asks = "game" in place and may_see(place["game"])
        return open_game(place["game"]).state if asks else None
    except (HTTPException, StoreError):
        return None


_AT_HAND: Mapping[Phase, tuple[str, ...]] = {
    Phase.AUCTION: ("bid", "conduct.bid-words"),
    Phase.TRUMP: ("trump.", "kitty.", "bid.moon.untrumped", "bid.no-trick"),
    Phase.CALL: ("sides", "res.five-call"),
    Phase.TURN: ("bid.none", "meld.dix-exchange"),
    Phase.STOCK: ("play.stock", "meld.turn", "meld.reuse", "meld.played", "meld.dix-exchange"),
    Phase.MELD: ("pass.", "kitty.", "conduct.pass-silent", "conduct.meld", "score.throw-in"),
    Phase.PLAY: ("lead.", "play.", "renege.", "score.renege"),
    Phase.CONFIRM: ("count", "score.made", "score.set", "score.save", "score.others"),
}
"""By step of a deal, the beginnings of the ids of its clauses."""


def clauses_at_hand(state: GameState) -> tuple[str, ...]:
    """Return the clauses on the step of the deal; until it is begun, those that scored the one before."""
    if state.deal and (state.deal.calls or state.deal.contract):
        return _AT_HAND.get(state.deal.phase, ())
    scored = state.deals[-1].scored if state.deals else None
    return scored.clauses if scored else ()


def _rules_of(key: str) -> Variant | None:
    try:
        return find_rules(key) if key else None
    except (VariantError, HouseError):
        return None


NO_SUCH_VARIANT = "There is no variant of that name here. The first page leads to those there are."

card_pages = Blueprint("card", __name__)


@card_pages.get("/rules/card/<variant>", endpoint="show")
@allow(ANYBODY)
def show_card(variant: str) -> Response:
    """The card of a variant or a house variant, before anybody sits down to it."""
    found = rules_or_404(variant)
    back = url_for("start.choose")
    return respond("rules/card.html", address=variant, back=back, back_label="Choose a variant", **card_parts(found))


def rules_or_404(variant: str) -> Variant:
    """The variant of this key, or the house variant of this id, whose words name cards here; 404 if there is none."""
    try:
        found = find_rules(variant)
    except (VariantError, HouseError):
        abort(404, NO_SUCH_VARIANT)
    speak(found.card_names)
    return found


@card_pages.get("/game/<game>/rules")
@allow(ANYBODY)
def of_game(game: str) -> Response:
    """The card of the rules that a game is played by."""
    parts = card_parts(open_game(game).state.variant)
    back = url_for("table.show", game=game)
    return respond("rules/game_card.html", game=game, back=back, back_label="The table", **parts)


def card_parts(variant: Variant) -> dict[str, Any]:
    """The variables of a rule card."""
    card = rule_card(variant, parent_of(variant))
    return {
        "card": card,
        "columns": max((len(row.pays) for row in card.melds), default=0),
        "titles": {key: option.title for key, option in OPTIONS.items()},
        "rests_on": [find_clause(clause) for clause in card.rests_on],
    }


OURS, ELSEWHERE = "ours", "other-tables"
"""The sources whose clauses may be shown alone: our resolutions, and readings of other tables."""

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
    """True if it is a reading without a variant here: a house variant may choose it."""
    known: tuple[KnownTable, ...]
    """The known tables that play by it, where no variant does."""
    here: str | None
    """The clause's effect at the table that asks."""

    @property
    def anchor(self) -> str:
        """Its place on the page, as addresses spell it."""
        return _anchor(self.clause.id)


def init_app(app: Flask) -> None:
    """Serve the rules of ``app``."""
    app.register_blueprint(pages)
    app.register_blueprint(card_pages)
    app.jinja_env.globals["clause_address"] = clause_address


def clause_address(clause_id: str) -> str:
    """A clause's place in the rulebook, with a way back to the game that asks."""
    return f"{_rulebook_from((request.view_args or {}).get('game'))}#{_anchor(clause_id)}"


def _anchor(clause_id: str) -> str:
    return quote(clause_id, safe="+=")


def _rulebook_from(game: str | None) -> str:
    """The rulebook's address with the way back to a game; made once a request, however many clauses a page cites."""
    made: dict[str | None, str] = g.setdefault("rulebooks", {})
    if game not in made:
        made[game] = url_for("rulebook.rulebook_page", back=url_for("table.show", game=game) if game else None)
    return made[game]


@pages.get("/")
@allow(ANYBODY)
def rulebook_page() -> Response:
    """All clauses, or with ``?q=`` those that answer it, best first.

    ``?back=`` is the page that asked: a game’s rules answer for it. Elsewhere ``?variant=`` says whose rules do.
    """
    words = request.args.get("q", "")[:LONGEST_QUESTION].strip()
    only, back = request.args.get("only", ""), local_path(request.args.get("back", ""))
    table = table_asking(back, request.args.get("variant"), words)
    found = (
        look_up(words, table.variant, table.at_hand)
        if words
        else tuple(Match(clause, None) for clause in CLAUSES.values())
    )
    shown = [
        each for each in map(_shown, found) if {OURS: each.clause.resolution, ELSEWHERE: each.elsewhere}.get(only, True)
    ]
    return respond(
        "rules/rules.html",
        "rules/_found.html",
        words=words,
        longest=LONGEST_QUESTION,
        only=only,
        sections=[("", shown)]
        if words
        else [(section, list(each)) for section, each in groupby(shown, key=lambda each: each.clause.section)],
        count=len(shown),
        everywhere=VARIANTS,
        cards={variant.key: url_for("card.show", variant=variant.key) for variant in VARIANTS},
        here=url_for("rulebook.rulebook_page", back=back or None, variant=table.chosen or None),
        table=table,
        tables=tables_to_choose(),
        back=back,
    )


def _shown(found: Match) -> Shown:
    clause = found.clause
    users, others = _users().get(clause.id, ((), VARIANTS))
    # A clause may be about an option, or one value of it, as ``play.head.never`` and ``pack.64`` are.
    elsewhere = not users and (
        clause.source.id == OTHER_TABLES
        or any(clause.id in {*option.clauses, *option.readings} for option in OPTIONS.values())
    )
    return Shown(clause, users, others, elsewhere, () if users else _tables().get(clause.id, ()), found.here)


@lru_cache(maxsize=1)
def _users() -> Mapping[str, tuple[tuple[Variant, ...], tuple[Variant, ...]]]:
    """The variants that play by each clause, and the others."""
    played = [(variant, clauses_played(variant)) for variant in VARIANTS]
    return {
        clause: (
            tuple(variant for variant, clauses in played if clause in clauses),
            tuple(variant for variant, clauses in played if clause not in clauses),
        )
        for clause in CLAUSES
    }


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, tuple[KnownTable, ...]]:
    """The known tables that play by each clause."""
    played = [(table, clauses_played(table.variant)) for table in KNOWN_TABLES.values()]
    return {clause: tuple(table for table, clauses in played if clause in clauses) for clause in CLAUSES}
