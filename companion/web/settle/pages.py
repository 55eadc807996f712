"""Settle it: the questions that people ask at the table, each answered by a ruling that has an address of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Flask, abort, request, url_for
from werkzeug.wrappers import Response

from companion.cards import CardError, speak
from companion.game.view.hindsight import deals_known
from companion.rules.known import games
from companion.rules.phrases import as_sentence
from companion.rules.referee import QuestionError
from companion.web.core.access import ANYBODY, RECORD, allow
from companion.web.core.forms import Form
from companion.web.core.rendering import respond, see_other, wants_fragment
from companion.web.core.seat import seat_of
from companion.web.photo.case import Purpose
from companion.web.rules import game_chosen_first, last_game_here, rules_or_404, tables_to_choose
from companion.web.settle.asked import AskedQuestion
from companion.web.settle.case import Case, Facts, case_of_game, case_of_rules
from companion.web.settle.play import NO_STOCK
from companion.web.settle.questions import QUESTION_PAGES, TILES, find_questions
from companion.web.settle.ruling import RulingPage, enter_ruling, entry_for, show_ruling, unseal
from companion.web.shelf import ListedGame, listed

NO_SUCH_QUESTION = "The referee has no such question. Choose one of those on the page “Settle it”."

MOST_SIDE_BY_SIDE = 3

pages = Blueprint("settle", __name__)


def init_app(app: Flask) -> None:
    """Let people at the tables of ``app`` settle what they disagree about."""
    app.register_blueprint(pages)


@pages.get("/settle")
@allow(ANYBODY)
def choose() -> Response:
    """On to the questions by the rules of ``?variant=``, at first by those of the game that this phone played last."""
    key = request.args.get("variant") or game_chosen_first(tables_to_choose())
    return see_other(Case(rules_or_404(key), asked_by=key if key in games() else "").url("show"))


@pages.get("/game/<game>/settle")
@pages.get("/settle/<variant>")
@allow(ANYBODY)
def show(**place: str) -> Response:
    """The questions that the referee answers, at a table or by the rules alone.

    With ``?q=`` those that these words mean; where they mean none, the rulebook is searched.
    """
    case, words = _case(**place), request.args.get("q", "").strip()
    tiles = [(tile, here) for tile in TILES if (here := tile.open_to(case))]
    if not words:
        looked_back = max(deals_known(case.state), default=None) if case.state else None
        choice: dict[str, Any] = {} if case.table else {"last": _last_table(), "tables": tables_to_choose()}
        return respond("settle/settle.html", case=case, tiles=tiles, looked_back=looked_back, **choice)
    by = {"back": case.url("show")} if case.table else {"variant": case.rules_key or None}
    rulebook = url_for("rulebook.rulebook_page", q=words, **by)
    found = find_questions(words, case)
    if not found:
        return see_other(rulebook)
    return respond("settle/settle.html", case=case, tiles=tiles, found=found, words=words, rulebook=rulebook)


def _last_table() -> ListedGame | None:
    row = last_game_here()
    return listed(row) if row else None


@pages.get("/game/<game>/settle/<question>")
@pages.get("/settle/<variant>/<question>")
@allow(ANYBODY)
def ask(question: str, **place: str) -> Response:
    """One question, with what was entered so far.

    A tap is taken up and leaves an address without it, so that a reload repeats nothing.
    """
    asked = _asked(question, **place)
    facts = asked.facts
    if facts.says("rule"):
        asked = replace(asked, facts=facts.but(rule=""))
        asked.settle()  # what is missing is raised, and said on the form (see refuse)
        return see_other(asked.url("ruling"))
    if facts.says("photo"):
        return see_other(_photo_of(replace(asked, facts=facts.but(photo="")), facts.word("photo")))
    after = asked.tapped()
    if after is None:
        return _form(asked)
    if not wants_fragment():
        return see_other(after.url("ask"))
    response = _form(after)
    response.headers["HX-Replace-Url"] = after.url("ask")
    return response


@pages.get("/game/<game>/settle/<question>/ruling")
@pages.get("/settle/<variant>/<question>/ruling")
@allow(ANYBODY)
def ruling(question: str, **place: str) -> Response:
    """The answer: at a table with what may be entered in its score, else for anyone with the link."""
    return show_ruling(_ruling_page(question, **place), link=request.url)


@pages.post("/game/<game>/settle/<question>/enter")
@allow(ANYBODY, RECORD)
def enter(game: str, question: str) -> Response:
    """Everyone agrees: the ruling is kept with the deal, and what follows from it is entered."""
    return enter_ruling(game, lambda: _ruling_page(question, game=game))


@pages.errorhandler(QuestionError)
@pages.errorhandler(CardError)
def refuse(error: Exception) -> Response:
    """The question again, with what is missing or cannot be so."""
    asked = _asked(**(request.view_args or {}))
    says = as_sentence(f"{error}") if isinstance(error, CardError) else f"{error}"
    return _form(replace(asked, facts=asked.facts.but(rule="")), says)


@pages.get("/ruling/<token>")
@allow(ANYBODY)
def sealed(token: str) -> Response:
    """A ruling that was given at a table, for anyone with the link."""
    try:
        given = unseal(token)
    except ValueError as error:
        abort(404, f"{error}")
    speak(given.variant.card_names)
    case = Case(given.variant)
    page = RulingPage(
        case, given.title, given.settled, None, Facts({}), here="", back=case.url("show"), back_label="Ask the referee"
    )
    return show_ruling(page, link=request.url)


def _case(game: str = "", variant: str = "") -> Case:
    return case_of_game(game) if game else case_of_rules(variant, Facts.read(request.args))


def _asked(question: str, **place: str) -> AskedQuestion:
    case = _case(**place)
    if question not in QUESTION_PAGES:
        abort(404, NO_SUCH_QUESTION)
    return AskedQuestion(case, QUESTION_PAGES[question], Facts.read(request.args))


def _photo_of(asked: AskedQuestion, name: str) -> str:
    """Return where a photo of the cards of a pile is taken, from which they come back here."""
    if name not in asked.laid:
        return asked.url("ask")
    case, table = asked.case, asked.case.table
    purpose = Purpose.for_pile(case.key, asked.trump, name, asked.url("ask"), table.game if table else "")
    if name == "trick":
        seats = case.state.seats_in(case.deal) if case.state and case.deal else ()
        leader = case.seat(asked.facts.word("lead"))
        purpose = purpose.as_trick(seats, seat_of(table) if table else None, leader)
    return purpose.url


def _form(asked: AskedQuestion, wrong: str = "") -> Response:
    wrong, facts = wrong or asked.unread, asked.facts
    return respond(
        "settle/question.html",
        "settle/_question.html",
        status=422 if wrong else 200,
        asked=asked,
        case=asked.case,
        facts=facts,
        form=Form({name: facts.word(name) for name in facts.said}, {"question": wrong} if wrong else {}),
        siblings=_siblings(asked),
        no_stock=NO_STOCK,
    )


def _siblings(asked: AskedQuestion) -> list[tuple[str, str, bool]]:
    """Return the questions of one place, where they are few enough to be shown side by side."""
    tile = next(tile for tile in TILES if asked.page in tile.pages)
    here = tile.open_to(asked.case)
    if not 1 < len(here) <= MOST_SIDE_BY_SIDE:
        return []
    return [(each.title, asked.case.url("ask", each.key), each is asked.page) for each in here]


def _ruling_page(question: str, **place: str) -> RulingPage:
    asked = _asked(question, **place)
    case, settled = asked.case, asked.settle()
    entry = entry_for(case, settled, asked.facts)
    return RulingPage(
        case,
        asked.page.title,
        case.with_names(settled),
        entry,
        asked.facts,
        here=case.url("ruling", asked.page.key),
        back=asked.url("ask"),
        enter_at=asked.url("enter") if entry else "",
    )
