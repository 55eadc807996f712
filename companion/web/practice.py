"""Practice: the value of a hand, its legal cards and its best bid, answered with the clauses."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from flask import Blueprint, Flask, request, url_for
from werkzeug.wrappers import Response

from companion.cards import Card, CardError, parse_card, parse_cards, spell
from companion.rules.adviser.advice import SURE, BidAdvice
from companion.rules.adviser.lines import UnservedError, fitted_games, lines_of
from companion.rules.auction import Auction, Call, judge_reach, lowest_bid, next_multiple
from companion.rules.clauses import clauses_of
from companion.rules.dealing import hands_dealt, side_of
from companion.rules.known import find_game
from companion.rules.practice import (
    BidExercise,
    PlayExercise,
    WorthExercise,
    ask_bid,
    ask_play,
    ask_worth,
    bid_exercise,
    pick_hard,
)
from companion.rules.variant import Variant
from companion.web.core.access import ANYBODY, allow
from companion.web.core.assets import url_with_query
from companion.web.core.conduct import away_from_the_table
from companion.web.core.forms import Form, number_asked, number_in, parse_number
from companion.web.core.identity import keep_cookie
from companion.web.core.rendering import respond, see_other
from companion.web.photo.case import Purpose
from companion.web.rules import card_parts, game_chosen_first, rules_or_404, tables_to_choose

PACKS = 6
"""The number of shuffled packs searched for the first hard question."""
ROUND = 10
"""Questions in a round."""
STREAK = "streak"
"""The cookie with the number of right answers in a row, and the last question: no store has it."""

Exercise: TypeAlias = WorthExercise | PlayExercise | BidExercise

pages = Blueprint("practice", __name__, url_prefix="/practice")


def init_app(app: Flask) -> None:
    """Serve the pages of practice."""
    app.register_blueprint(pages)


@dataclass(frozen=True)
class Quiz:
    """One kind of question."""

    title: str
    ask: Callable[[Variant, Sequence[Card]], Exercise]


QUIZZES = {
    "worth": Quiz("What is this worth?", ask_worth),
    "play": Quiz("Which may I play?", ask_play),
    "bid": Quiz("What would you bid?", ask_bid),
}


@pages.get("/")
@allow(ANYBODY)
def choose() -> Response:
    """The kinds of practice and their rules; ``?quiz=`` and ``?variant=`` begin a round."""
    quiz, variant = request.args.get("quiz", ""), request.args.get("variant", "")
    if quiz == "hand":
        return see_other(url_for("practice.show_hand", variant=variant))
    if quiz in QUIZZES:
        rules_or_404(variant)
        return see_other(_question_url(quiz, variant))
    return _choose()


def _choose(wanted: str = "", unserved: str = "") -> Response:
    """The page to choose on, with these rules chosen first.

    :param unserved: the name of a game that the adviser does not know.
    """
    tables = tables_to_choose()
    chosen = wanted if any(key == wanted for key, _ in tables) else game_chosen_first(tables)
    served = [find_game(key).name for key in fitted_games()] if unserved else []
    streak = _streak()[0]
    return respond(
        "practice/choose.html",
        quizzes=QUIZZES,
        tables=tables,
        chosen=chosen,
        streak=streak,
        unserved=unserved,
        served=served,
    )


@pages.get("/<any(worth, play):quiz>/<variant>/<seed>")
@allow(ANYBODY)
def show_question(quiz: str, variant: str, seed: str) -> Response:
    """A question, equal for each ``seed``; with ``?said=`` or ``?card=`` the judgment of that answer."""
    return _show(quiz, variant, seed)


@pages.get("/bid/<variant>/<seed>")
@allow(ANYBODY)
@away_from_the_table
def show_bid(variant: str, seed: str) -> Response:
    """A question about the bid, which the adviser answers."""
    try:
        return _show("bid", variant, seed)
    except UnservedError:
        return _choose(variant, unserved=rules_or_404(variant).name)


def _show(quiz: str, variant: str, seed: str) -> Response:
    rules = rules_or_404(variant)
    question = pick_hard(QUIZZES[quiz].ask, rules, _packs(rules, seed))
    shown: dict[str, Any] = {
        "quiz": quiz,
        "kind": QUIZZES[quiz],
        "rules": rules,
        "variant": variant,
        "seed": seed,
        "of": ROUND,
        "question": question,
        "held": Counter(question.hand),
        "seat_words": seat_words,
    }
    form = Form(request.args)
    if "answer" in request.args:
        if "card" in request.args or not isinstance(question, PlayExercise):
            return _show_answer(question, shown)
        form.refuse("card", "Tap at least one card: there is always one that you may play.")
    return respond(
        "practice/question.html",
        status=form.status,
        form=form,
        asked=_count("asked"),
        right=_count("right"),
        **(card_parts(rules) if quiz == "worth" else {}),
        **shown,
    )


@pages.get("/hand/<variant>")
@allow(ANYBODY)
@away_from_the_table
def show_hand(variant: str) -> Response:
    """A hand of your own, tapped or photographed into ``?cards=``; with ``?ask=`` what it can make."""
    rules = rules_or_404(variant)
    if lines_of(rules) is None:
        return _choose(variant, unserved=rules.name)
    hand = _own_hand(rules)
    if {"add", "back"} & {*request.args}:
        return see_other(url_for("practice.show_hand", variant=variant, cards=spell(hand)))
    players = hands_dealt(rules, rules.players[1])
    form = Form(request.args)
    asks = "ask" in request.args and len(hand) == rules.hand_size
    auction = _auction_entered(rules, players, form) if asks else Auction(players, players - 1)
    question = bid_exercise(rules, hand, auction)
    held = Counter(hand)
    entered = {name: values for name, values in request.args.lists() if name != "ask"}
    return respond(
        "practice/hand.html",
        status=form.status,
        form=form,
        rules=rules,
        hand=hand,
        held=held,
        photo_url=Purpose.for_pile(rules.key, None, "cards", request.script_root + request.path, "").url,
        full={card for card, copies in rules.pack.counts.items() if held[card] >= copies},
        ranks=dict.fromkeys(card.rank for card in rules.pack.counts),
        others=range(1, players),
        question=question,
        advice=_advice_on(question) if asks and not form.errors else None,
        wanted=None,
        sure=SURE,
        changed=url_with_query("practice.show_hand", entered, variant=variant),
        clauses=clauses_of(*_clauses(question)),
        seat_words=seat_words,
    )


def _own_hand(rules: Variant) -> tuple[Card, ...]:
    """The cards chosen, with the one tapped or without the one taken back, as far as the game deals them."""
    try:
        cards = list(parse_cards(request.args.get("cards", "")))
        cards += [parse_card(request.args["add"])] if "add" in request.args else []
    except CardError:
        return ()
    if "back" in request.args:
        cards = cards[:-1]
    hand = list[Card]()
    for card in cards[: rules.hand_size]:
        if hand.count(card) < rules.pack.counts.get(card, 0):
            hand.append(card)
    return tuple(hand)


def _auction_entered(rules: Variant, players: int, form: Form) -> Auction:
    """The highest bid and the passes that were entered; a sentence beside a bid that cannot be."""
    auction = Auction(players, players - 1)
    said = {seat: form.value(f"said-{seat}") for seat in range(1, players)}
    bidders = [seat for seat, word in said.items() if word == "high"]
    if bidders or form.value("high"):
        least, typed = lowest_bid(rules, auction), form.value("high")
        high = parse_number(form, "high", typed) if typed else None
        if len(bidders) != 1:
            form.refuse("high", "Choose the one player who made the highest bid.")
        elif high is None or high < least or not judge_reach(rules, players, high):
            form.refuse("high", f"Write the highest bid, {least} or more.")
        elif high != next_multiple(rules, high - 1):
            form.refuse("high", f"Nobody can bid {high} here. Did you mean {next_multiple(rules, high)}?")
        else:
            auction = auction.with_call(Call(bidders[0], high))
    for seat, word in said.items():
        auction = auction.with_call(Call(seat, None)) if word == "pass" else auction
    return auction


def seat_words(question: BidExercise, seat: int) -> str:
    """The name of a seat, as the player in the exercise says it."""
    players = question.auction.players
    if side_of(question.variant, players, seat) == side_of(question.variant, players, 0):
        return "Partner"
    return "Left" if seat == 1 else "Right" if seat == players - 1 else f"Seat {seat + 1}"


def _show_answer(question: Exercise, shown: Mapping[str, Any]) -> Response:
    quiz, variant, seed = shown["quiz"], shown["variant"], shown["seed"]
    judged = _judge(question)
    is_right = judged.pop("is_right")
    asked, right, streak = _count("asked") + 1, _count("right") + is_right, _streak_after(seed, is_right)
    over = asked >= ROUND
    response = respond(
        f"practice/{quiz}.html",
        is_right=is_right,
        said=request.args.getlist("card") or request.args.get("said", ""),
        asked=asked,
        right=right,
        streak=streak,
        clauses=clauses_of(*_clauses(question)),
        further=_question_url(quiz, variant) if over else _question_url(quiz, variant, asked=asked, right=right),
        over=over,
        **judged,
        **shown,
    )
    return keep_cookie(response, STREAK, f"{streak}.{seed}", path=url_for("practice.choose"))


def _packs(rules: Variant, seed: str) -> Iterator[Sequence[Card]]:
    for number in range(PACKS):
        cards = [card for card, copies in rules.pack.counts.items() for _ in range(copies)]
        Random(f"{seed} {number}").shuffle(cards)  # noqa: S311 - no secret
        yield cards


def _advice_on(question: BidExercise) -> BidAdvice:
    # Seeded by the hand, so that one hand gets one answer wherever it is asked about.
    return question.answer(Random(spell(question.hand)))  # noqa: S311 - no secret


def _judge(question: Exercise) -> dict[str, Any]:
    """The judgment of the answer in the request, and its words."""
    said = request.args.get("said", "")
    if isinstance(question, BidExercise):
        advice = _advice_on(question)
        bid = next((bid for bid in question.answers if said == (str(bid) if bid else "pass")), -1)
        wanted = question.best_answer(advice)
        return {
            "is_right": question.accepts(advice, bid),
            "advice": advice,
            "bid": bid,
            "wanted": wanted,
            "sure": SURE,
        }
    if isinstance(question, WorthExercise):
        return {"is_right": said == f"{question.meld.total}"}
    try:
        cards = {parse_card(text) for text in request.args.getlist("card")}
    except CardError:
        cards = set()
    return {"is_right": cards == set(question.plays.legal), "reason": question.reason(cards)}


def _clauses(question: Exercise) -> Sequence[str]:
    if isinstance(question, WorthExercise):
        return list(dict.fromkeys(meld.clause for meld in question.meld.melds))
    return ("score.made", "bid.min", "bid.step") if isinstance(question, BidExercise) else question.plays.why.clauses


def _question_url(quiz: str, variant: str, asked: int | None = None, right: int | None = None) -> str:
    """The address of a new question; ``asked`` and ``right`` are the round's score."""
    named: dict[str, Any] = {"variant": variant, "seed": secrets.token_hex(4), "asked": asked, "right": right}
    return (
        url_for("practice.show_bid", **named)
        if quiz == "bid"
        else url_for("practice.show_question", quiz=quiz, **named)
    )


def _count(name: str) -> int:
    return number_asked(name, ROUND - 1)


def _streak() -> tuple[int, str]:
    """The number of right answers in a row on this phone, and the last question."""
    count, _, seed = request.cookies.get(STREAK, "").partition(".")
    return number_in(count) or 0, seed


def _streak_after(seed: str, is_right: bool) -> int:
    """The streak with this answer; to look at an answer again changes nothing."""
    streak, last = _streak()
    return streak if seed == last else streak + 1 if is_right else 0
