"""The trick log: cards tapped as they fall, what they prove, and accusations settled by them."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Flask, abort, request, url_for
from werkzeug.wrappers import Response

from companion.cards import Card, CardError, parse_cards
from companion.game.commands import ChooseTrickLog, Command, PlayCard, PlayTrick, Refusal, Undo
from companion.game.decide.tricks import settle_accusation, settle_proof
from companion.game.state import DealState, GameState, Phase
from companion.game.view.tricks import TrickView, trick_view
from companion.rules.clauses import clauses_of
from companion.rules.referee import QuestionError, Settled
from companion.web.core.access import MEMBERS, RECORD, allow
from companion.web.core.assets import url_with_query
from companion.web.core.extras import takes_photos
from companion.web.core.forms import Form, seat_in, tapped_card
from companion.web.core.game import OpenGame, carry_out, open_game
from companion.web.core.live import unchanged
from companion.web.core.rendering import respond, see_other, wants_fragment
from companion.web.core.seat import seat_of
from companion.web.core.writing import refusal_status
from companion.web.photo.case import Purpose
from companion.web.settle.case import Case, Facts, case_of_game
from companion.web.settle.ruling import Entry, RulingPage, enter_ruling, entry_for, show_ruling
from companion.web.table.page import counted_for_another_deal, undoes

pages = Blueprint("tricks", __name__, url_prefix="/game/<game>/tricks")


def init_app(app: Flask) -> None:
    """Serve the tricks of the tables of ``app``."""
    app.register_blueprint(pages)


def show_tricks(table: OpenGame, refusal: Refusal | None = None) -> Response:
    """The tricks of the deal on the table.

    :param refusal: why what was sent could not be; all that was chosen is shown again.
    """
    state, deal = table.state, table.state.deal
    view = trick_view(state, deal) if deal and state.trick_log.kept and deal.phase is Phase.PLAY else None
    chosen = seat_named(request.values.get("seat", ""), table) if refusal or request.method == "GET" else None
    own = seat_of(table)
    return respond(
        "tricks/tricks.html",
        "tricks/_tricks.html",
        status=refusal_status(refusal) if refusal else 200,
        game=table.game,
        version=table.version,
        mark=table.mark,
        state=state,
        deal=deal,
        view=view,
        log=state.trick_log,
        variant=state.variant,
        seat=_whose(view, chosen, own),
        own=own,
        form=Form(request.values, {refusal.field or "card": refusal.says} if refusal else {}),
        refusal=refusal,
        photographed=_photographed(table, refusal),
        photo_at=_photo_at(table, view),
        clauses_of=clauses_of,
        undoes=undoes(table),
    )


def _photographed(table: OpenGame, refusal: Refusal | None) -> tuple[Card, ...]:
    """The cards of a trick from a photo, as far as they are not recorded yet; empty if they are invalid."""
    if (request.method == "POST" and refusal is None) or counted_for_another_deal(table):
        return ()
    try:
        return parse_cards(request.values.get("fallen", ""))
    except CardError:
        return ()


def _photo_at(table: OpenGame, view: TrickView | None) -> str:
    """The address of a photo of the next trick; empty while one is half recorded, or if no photos are read."""
    deal = table.state.deal
    if not takes_photos() or view is None or view.is_over or deal is None or (view.fallen and not view.taken_by):
        return ""
    here = url_for("tricks.trick_page", game=table.game)
    return Purpose.for_trick(table, deal, seat_of(table), view.due, here).url


def _whose(view: TrickView | None, chosen: int | None, own: int | None) -> int | None:
    """The player of the next card: the chosen one, else the one whose turn it is, else this phone's player.

    One phone records everybody's cards, though it sits for one of them; if each has a phone, every played card moves
    the turn on all of them.
    """
    if view is None or chosen is not None:
        return chosen
    return own if view.due is None else view.due


def seat_named(text: str, table: OpenGame) -> int | None:
    """The seat of a player in this deal that a field says, if it says one."""
    seats = table.state.seats_in(table.state.deal) if table.state.deal else ()
    seat = seat_in(text, table.state.players)
    return seat if seat in seats else None


NOTHING_PROVEN = "The tricks as they are recorded now prove this no longer. Go back to the tricks."
SAY_WHOM = "Say who accuses whom: tap both players."
SAY_WHICH = "Say in which trick it was; the first trick is 1."


@pages.get("/proof/<int:number>")
@allow(MEMBERS)
def proof(game: str, number: int) -> Response:
    """A proof by the log, as a ruling."""
    return show_ruling(_proven(game, number))


@pages.post("/proof/<int:number>/enter")
@allow(MEMBERS, RECORD)
def enter_proof(game: str, number: int) -> Response:
    """Everyone agrees with what the log proves."""
    return enter_ruling(game, lambda: _proven(game, number))


@pages.get("/accuse")
@allow(MEMBERS)
def accusation(game: str) -> Response:
    """The log's verdict on an accusation; the tricks again, with the choices, if it cannot be judged."""
    return show_ruling(_accused(game))


@pages.post("/accuse/enter")
@allow(MEMBERS, RECORD)
def enter_accusation(game: str) -> Response:
    """Everyone agrees with the ruling on an accusation, and with its price."""
    return enter_ruling(game, lambda: _accused(game))


def _proven(game: str, number: int) -> RulingPage:
    case = case_of_game(game)
    state, deal = _at_table(case)
    found = trick_view(state, deal).proofs
    if not 1 <= number <= len(found):
        abort(404, NOTHING_PROVEN)
    settled = settle_proof(state, deal, found[number - 1])
    entry = entry_for(case, settled, Facts.read(request.args))
    return _page(case, "Proven by the tricks", settled, entry, "proof", number=number)


class _NotJudged(QuestionError):
    """An accusation that the log can't judge, with the reason."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.says)
        self.refusal = refusal


def _accused(game: str) -> RulingPage:
    case, facts = case_of_game(game), Facts.read(request.args)
    state, deal = _at_table(case)
    accuser, accused = (case.seat(facts.word(name)) for name in ("accuser", "accused"))
    if accuser is None or accused is None:
        raise _NotJudged(Refusal(SAY_WHOM, field="accuser" if accuser is None else "accused"))
    try:
        trick = facts.number("trick", "Trick")
    except QuestionError as error:
        raise _NotJudged(Refusal(f"{error}", field="trick")) from None
    if trick is None:
        raise _NotJudged(Refusal(SAY_WHICH, field="trick"))
    settled = settle_accusation(state, deal, accuser, accused, trick)
    if isinstance(settled, Refusal):
        raise _NotJudged(settled)
    asked = f"{state.names[accuser]} accuses {state.names[accused]}: trick {trick}"
    entry = entry_for(case, settled, facts, accuser=accuser, accused=accused, trick=trick)
    return _page(case, asked, settled, entry, "accusation")


def _at_table(case: Case) -> tuple[GameState, DealState]:
    if case.state is None or case.state.deal is None:
        abort(404, NOTHING_PROVEN)
    return case.state, case.state.deal


def _page(case: Case, title: str, settled: Settled, entry: Entry | None, endpoint: str, **place: Any) -> RulingPage:
    """The page of a ruling that ``tricks.<endpoint>`` shows, and ``tricks.enter_<endpoint>`` enters."""
    facts = Facts.read(request.args)
    here: dict[str, Any] = {"game": case.table.game if case.table else "", **place}
    return RulingPage(
        case,
        title,
        case.with_names(settled),
        entry,
        facts,
        here=url_for(f"tricks.{endpoint}", **here),
        back=url_for("tricks.trick_page", game=here["game"]),
        back_label="Tricks",
        enter_at=url_with_query(f"tricks.enter_{endpoint}", facts.query(), **here),
    )


@pages.errorhandler(_NotJudged)
def not_judged(error: _NotJudged) -> Response:
    """Show the tricks again, with the choices and the reason."""
    return show_tricks(open_game(str((request.view_args or {})["game"])), error.refusal)


@pages.get("/")
@allow(MEMBERS)
def trick_page(game: str) -> Response:
    """The trick on the table; 204 where ``?since=`` already has it."""
    table = open_game(game)
    if unchanged(table.mark):
        return Response(status=204)
    past = counted_for_another_deal(table) if "fallen" in request.args else ""
    return show_tricks(table, Refusal(past, field="seen") if past else None)


@pages.post("/choose")
@allow(MEMBERS, RECORD)
def choose(game: str) -> Response:
    """Record the tricks from now on, or no longer."""
    kept = request.form.get("kept") == "1"
    return _carry(game, ChooseTrickLog(kept, kept and "counts" in request.form))


@pages.post("/card")
@allow(MEMBERS, RECORD)
def card(game: str) -> Response:
    """Play the tapped card, for the player whose turn it is or the chosen one."""
    table = open_game(game)
    try:
        fallen = tapped_card(request.form.get("card", ""))
    except CardError as error:
        return show_tricks(table, Refusal(f"{error}.", field="card"))
    seat = seat_named(request.form.get("seat", ""), table)
    return _carry(game, PlayCard(-1 if seat is None else seat, fallen))


@pages.post("/trick")
@allow(MEMBERS, RECORD)
def whole(game: str) -> Response:
    """A whole trick, read from a photo of it."""
    table = open_game(game)
    try:
        cards = parse_cards(request.form.get("fallen", ""))
    except CardError as error:
        return show_tricks(table, Refusal(f"{error}.", field="fallen"))
    leader = seat_named(request.form.get("lead", ""), table)
    return _carry(game, PlayTrick(-1 if leader is None else leader, cards))


@pages.post("/undo")
@allow(MEMBERS, RECORD)
def undo(game: str) -> Response:
    """Take the last step back, most often a card tapped by mistake."""
    return _carry(game, Undo())


def _carry(game: str, command: Command) -> Response:
    return carry_out(game, command, _shown_again, show_tricks)


def _shown_again(table: OpenGame) -> Response:
    return show_tricks(table) if wants_fragment() else see_other(url_for("tricks.trick_page", game=table.game))
