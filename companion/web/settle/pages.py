"""Settle it: the questions that people ask at the table, each answered by a ruling that has an address of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Flask, abort, request, url_for
from werkzeug.wrappers import Response

from companion.cards import CardError, speak
from companion.game.commands import Refusal
from companion.game.view.hindsight import deals_known
from companion.rules.known import games
from companion.rules.referee import QuestionError, Settled
from companion.web.core.access import ANYBODY, RECORD, allow
from companion.web.core.forms import Form
from companion.web.core.rendering import respond, see_other, wants_fragment
from companion.web.core.seat import seat_of
from companion.web.photo.case import Purpose
from companion.web.rules import game_chosen_first, last_game_here, rules_or_404, tables_to_choose
from companion.web.settle.case import Case, Facts, case_of_game, case_of_rules
from companion.web.settle.controls import Pile, QuestionPage, laid_cards, pile_in_hand, tapped, used_up
from companion.web.settle.play import leader
from companion.web.settle.questions import ASKINGS, TILES, find_questions
from companion.web.settle.ruling import RulingPage, SealedRuling, enter_ruling, entry_for, show_ruling, unseal
from companion.web.settle.score import NO_DEAL
from companion.web.shelf import ListedGame, listed

NO_SUCH_QUESTION = "The referee has no such question. Choose one of those on the page “Settle it”."

MOST_SIDE_BY_SIDE = 3

pages = Blueprint("settle", __name__)


@dataclass(frozen=True)
class AskedQuestion:
    """One question about one case, with what was entered so far."""

    case: Case
    asking: QuestionPage
    facts: Facts

    def url(self, endpoint: str) -> str:
        """The address of another view of this very question."""
        return self.case.url(endpoint, self.asking.key, self.facts)

    def photo_url(self, pile: Pile) -> str:
        """Where a photo of the cards of a pile is taken, from which they come back here."""
        table, trump = self.case.table, self.case.trump_in(self.facts)
        game = table.game if table else ""
        purpose = Purpose.for_pile(self.case.key, trump, pile.name, self.url("ask"), game)
        if pile.name == "trick":
            seats = self.case.state.seats_in(self.case.deal) if self.case.state and self.case.deal else ()
            purpose = purpose.as_trick(seats, seat_of(table) if table else None, leader(self.case, self.facts))
        return purpose.url


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
    tiles = [(tile, askings) for tile in TILES if (askings := tile.open_to(case))]
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
    """One question, with what was entered so far."""
    return _ask(_posed(question, **place))


@pages.get("/game/<game>/settle/<question>/ruling")
@pages.get("/settle/<variant>/<question>/ruling")
@allow(ANYBODY)
def ruling(question: str, **place: str) -> Response:
    """The answer: at a table with what may be entered in its score, else for anyone with the link."""
    return _rule(_posed(question, **place))


@pages.get("/ruling/<token>")
@allow(ANYBODY)
def sealed(token: str) -> Response:
    """A ruling that was given at a table, for anyone with the link."""
    given, case = _given(token)
    return show_ruling(
        RulingPage(
            case,
            given.asked,
            given.settled,
            None,
            Facts({}),
            here="",
            back=case.url("show"),
            back_label="Ask the referee",
        ),
        link=request.url,
    )


def _given(token: str) -> tuple[SealedRuling, Case]:
    try:
        given = unseal(token)
    except ValueError as error:
        abort(404, f"{error}")
    speak(given.variant.card_names)
    return given, Case(given.variant)


def _case(game: str = "", variant: str = "") -> Case:
    return case_of_game(game) if game else case_of_rules(variant, Facts.read(request.args))


def _posed(question: str, **place: str) -> AskedQuestion:
    case = _case(**place)
    if question not in ASKINGS:
        abort(404, NO_SUCH_QUESTION)
    return AskedQuestion(case, ASKINGS[question], Facts.read(request.args))


def _ask(posed: AskedQuestion) -> Response:
    """The question; a tap is taken up and leaves an address without it, so that a reload repeats nothing."""
    if posed.facts.says("rule"):
        return _go_on(replace(posed, facts=posed.facts.but(rule="")))
    if posed.facts.says("photo"):
        return _photograph(posed)
    try:
        after = tapped(posed.facts, posed.asking.piles)
    except CardError as error:
        return _form(posed, f"{error}.")
    if after is None:
        return _form(posed)
    moved = replace(posed, facts=after)
    if not wants_fragment():
        return see_other(moved.url("ask"))
    response = _form(moved)
    response.headers["HX-Replace-Url"] = moved.url("ask")
    return response


def _photograph(posed: AskedQuestion) -> Response:
    """On to a photo of a pile's cards, and from there back to all that was entered so far."""
    pile = next((pile for pile in posed.asking.piles if pile.name == posed.facts.word("photo")), None)
    posed = replace(posed, facts=posed.facts.but(photo=""))
    return see_other(posed.photo_url(pile) if pile else posed.url("ask"))


def _go_on(posed: AskedQuestion) -> Response:
    """On to the ruling, or back to what is missing."""
    settled = settle(posed)
    return _form(posed, settled) if isinstance(settled, str) else see_other(posed.url("ruling"))


def _form(posed: AskedQuestion, wrong: str = "") -> Response:
    case, asking, facts = posed.case, posed.asking, posed.facts
    laid, unread = laid_cards(facts, asking.piles)
    counts = Counter(card for cards in laid.values() for card in cards)
    wrong = wrong or unread
    return respond(
        "settle/question.html",
        "settle/_question.html",
        status=422 if wrong else 200,
        posed=posed,
        case=case,
        asking=asking,
        facts=facts,
        form=Form({name: facts.word(name) for name in facts.said}, {"question": wrong} if wrong else {}),
        into=pile_in_hand(facts, asking.piles) if asking.piles else None,
        laid=laid,
        counts=counts,
        full=used_up(case.variant.pack, counts),
        siblings=_siblings(posed),
        controls=[*asking.asks(case, facts)],
    )


def _siblings(posed: AskedQuestion) -> list[tuple[str, str, bool]]:
    """The questions that people look for in the same place, where they are few enough to stand side by side."""
    tile = next(tile for tile in TILES if posed.asking in tile.askings)
    here = tile.open_to(posed.case)
    if not 1 < len(here) <= MOST_SIDE_BY_SIDE:
        return []
    return [(each.title, posed.case.url("ask", each.key), each is posed.asking) for each in here]


def _rule(posed: AskedQuestion) -> Response:
    page = _ruling_page(posed)
    return _form(posed, page) if isinstance(page, str) else show_ruling(page, link=request.url)


@pages.post("/game/<game>/settle/<question>/enter")
@allow(ANYBODY, RECORD)
def enter(game: str, question: str) -> Response:
    """Everyone agrees: the ruling is kept with the deal, and what follows from it is entered."""
    posed = _posed(question, game=game)
    page = _ruling_page(posed)
    if isinstance(page, str):
        return _form(posed, page)
    if page.entry is None:
        return show_ruling(page, Refusal(NO_DEAL))

    def read_again() -> RulingPage | None:
        again = _ruling_page(_posed(question, game=game))
        return None if isinstance(again, str) else again

    return enter_ruling(game, page.entry, read_again)


def _ruling_page(posed: AskedQuestion) -> RulingPage | str:
    """The answer with what it would enter; a sentence where the question cannot be answered."""
    settled = settle(posed)
    if isinstance(settled, str):
        return settled
    try:
        entry = entry_for(posed.case, settled, posed.facts)
    except QuestionError as error:
        return f"{error}"
    return RulingPage(
        posed.case,
        posed.asking.title,
        posed.case.with_names(settled),
        entry,
        posed.facts,
        here=posed.case.url("ruling", posed.asking.key),
        back=posed.url("ask"),
        enter_at=posed.url("enter") if entry else "",
    )


def settle(posed: AskedQuestion) -> Settled | str:
    """The answer with the sides as recorded sentences mark them, or a sentence that says what is missing."""
    try:
        return posed.asking.pose(posed.case, posed.facts).settle(posed.case.variant, posed.case.mark)
    except (QuestionError, CardError) as error:
        return f"{error}"
