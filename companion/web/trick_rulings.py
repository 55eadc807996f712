"""What the trick log settles: a proof as a ruling, and an accusation that names player and trick."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from companion.game.referee import settle_accusation, settle_proof
from companion.game.refusal import Refusal
from companion.game.state import DealState, GameState
from companion.game.trick_view import trick_view
from companion.rules.referee import QuestionError, Settled
from companion.web.ruling_page import RulingPage, enter_ruling, show_ruling
from companion.web.settle_case import Case, case_of_game
from companion.web.settle_enter import Accusation, entry_for
from companion.web.settle_facts import Facts

NOTHING_PROVEN = "The tricks as they are recorded now prove this no longer. Go back to the tricks."
SAY_WHOM = "Say who accuses whom, and of which trick; the tricks of this deal have to be recorded for it."


def proof(game: str, number: int) -> Response:
    """What the log proves, as a ruling."""
    return show_ruling(_proven(game, number))


def enter_proof(game: str, number: int) -> Response:
    """Everyone agrees with what the log proves."""
    return _enter(game, lambda: _proven(game, number))


def accusation(game: str) -> Response:
    """What the log says of an accusation."""
    return show_ruling(_accused(game))


def enter_accusation(game: str) -> Response:
    """Everyone agrees with the ruling on an accusation, and with its price."""
    return _enter(game, lambda: _accused(game))


def _enter(game: str, read: Callable[[], RulingPage]) -> Response:
    page = read()
    if page.entry is None:
        abort(409, NOTHING_PROVEN)
    return enter_ruling(game, page.entry, read)


def _proven(game: str, number: int) -> RulingPage:
    case = case_of_game(game)
    state, deal = _at_table(case)
    found = trick_view(state, deal).proofs
    if not 1 <= number <= len(found):
        abort(404, NOTHING_PROVEN)
    settled = settle_proof(state, found[number - 1])
    return _page(case, "Proven by the tricks", settled, "proof", number=number)


def _accused(game: str) -> RulingPage:
    case = case_of_game(game)
    state, deal = _at_table(case)
    try:
        facts = Facts.read(request.args)
        told = [
            facts.number(name, title)
            for name, title in (("accuser", "Accuser"), ("accused", "Accused"), ("trick", "Trick"))
        ]
    except QuestionError as error:
        abort(422, f"{error}")
    accuser, accused, trick = (-1 if number is None else number for number in told)
    settled = settle_accusation(state, deal, accuser, accused, trick)
    if isinstance(settled, Refusal):
        abort(422, settled.says)
    asked = f"{state.names[accuser]} accuses {state.names[accused]}: trick {trick}"
    return _page(case, asked, settled, "accusation", Accusation(accuser, accused, trick))


def _at_table(case: Case) -> tuple[GameState, DealState]:
    if case.state is None or case.state.deal is None:
        abort(404, NOTHING_PROVEN)
    return case.state, case.state.deal


def _page(
    case: Case, asked: str, settled: Settled, view: str, made: Accusation | None = None, **place: Any
) -> RulingPage:
    """The page of a ruling that the view ``tricks.<view>`` shows, and ``tricks.enter_<view>`` enters."""
    facts = Facts.read(request.args)
    here: dict[str, Any] = {"game": case.table.game if case.table else "", **place}
    return RulingPage(
        case,
        asked,
        case.told(settled),
        entry_for(case, settled, facts, made),
        facts,
        here=url_for(f"tricks.{view}", **here),
        back=url_for("tricks.show", game=here["game"]),
        enter_at=url_for(f"tricks.enter_{view}", **facts.query() | here),
    )
