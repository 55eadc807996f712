"""What the trick log settles: a proof as a ruling, and an accusation that names player and trick."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from companion.game.decide.ruling import settle_accusation, settle_proof
from companion.game.record.refusal import Refusal
from companion.game.record.state import DealState, GameState
from companion.game.view.tricks import trick_view
from companion.rules.referee import QuestionError, Settled
from companion.web.base.addresses import address_of
from companion.web.base.game import open_game
from companion.web.settle.case import Case, case_of_game
from companion.web.settle.entry import Accusation, entry_for
from companion.web.settle.facts import Facts
from companion.web.settle.ruling.page import RulingPage, enter_ruling, show_ruling
from companion.web.tricks.page import seat_named, show_tricks

NOTHING_PROVEN = "The tricks as they are recorded now prove this no longer. Go back to the tricks."
SAY_WHOM = "Say who accuses whom: tap both players."
SAY_WHICH = "Say in which trick it was; the first trick is 1."


def proof(game: str, number: int) -> Response:
    """What the log proves, as a ruling."""
    return show_ruling(_proven(game, number))


def enter_proof(game: str, number: int) -> Response:
    """Everyone agrees with what the log proves."""
    return _enter(game, lambda: _proven(game, number))


def accusation(game: str) -> Response:
    """What the log says of an accusation; the tricks again, with what was chosen, where it cannot be judged."""
    page = _accused(game)
    return show_tricks(open_game(game), page) if isinstance(page, Refusal) else show_ruling(page)


def enter_accusation(game: str) -> Response:
    """Everyone agrees with the ruling on an accusation, and with its price."""
    return _enter(game, lambda: _accused(game))


def _enter(game: str, read: Callable[[], RulingPage | Refusal]) -> Response:
    page = read()
    if isinstance(page, Refusal):
        return show_tricks(open_game(game), page)
    if page.entry is None:
        abort(409, NOTHING_PROVEN)

    def read_again() -> RulingPage | None:
        again = read()
        return None if isinstance(again, Refusal) else again

    return enter_ruling(game, page.entry, read_again)


def _proven(game: str, number: int) -> RulingPage:
    case = case_of_game(game)
    state, deal = _at_table(case)
    found = trick_view(state, deal).proofs
    if not 1 <= number <= len(found):
        abort(404, NOTHING_PROVEN)
    settled = settle_proof(state, deal, found[number - 1])
    return _page(case, "Proven by the tricks", settled, "proof", number=number)


def _accused(game: str) -> RulingPage | Refusal:
    case = case_of_game(game)
    state, deal = _at_table(case)
    facts, table = Facts.read(request.args), open_game(game)
    accuser, accused = (seat_named(facts.word(name), table) for name in ("accuser", "accused"))
    if accuser is None or accused is None:
        return Refusal(SAY_WHOM, field="accuser" if accuser is None else "accused")
    try:
        trick = facts.number("trick", "Trick")
    except QuestionError as error:
        return Refusal(f"{error}", field="trick")
    if trick is None:
        return Refusal(SAY_WHICH, field="trick")
    settled = settle_accusation(state, deal, accuser, accused, trick)
    if isinstance(settled, Refusal):
        return settled
    asked = f"{state.names[accuser]} accuses {state.names[accused]}: trick {trick}"
    return _page(case, asked, settled, "accusation", Accusation(accuser, accused, trick))


def _at_table(case: Case) -> tuple[GameState, DealState]:
    if case.state is None or case.state.deal is None:
        abort(404, NOTHING_PROVEN)
    return case.state, case.state.deal


def _page(
    case: Case, asked: str, settled: Settled, endpoint: str, made: Accusation | None = None, **place: Any
) -> RulingPage:
    """The page of a ruling that ``tricks.<endpoint>`` shows, and ``tricks.enter_<endpoint>`` enters."""
    facts = Facts.read(request.args)
    here: dict[str, Any] = {"game": case.table.game if case.table else "", **place}
    return RulingPage(
        case,
        asked,
        case.with_names(settled),
        entry_for(case, settled, facts, made),
        facts,
        here=url_for(f"tricks.{endpoint}", **here),
        back=url_for("tricks.show", game=here["game"]),
        back_label="Tricks",
        enter_at=address_of(f"tricks.enter_{endpoint}", facts.query(), **here),
    )
