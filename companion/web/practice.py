"""Practice: what a hand is worth and which of its cards may be played, in any game, answered with its clauses."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from flask import Blueprint, Flask, abort, request, url_for
from werkzeug.wrappers import Response

from companion.cards import Card, CardError, parse_card
from companion.rules.clauses import clauses_of
from companion.rules.practice import PlayExercise, WorthExercise, ask_play, ask_worth, pick_hard
from companion.rules.variant import Variant
from companion.web.core.access import ANYBODY, allow
from companion.web.core.identity import LIFETIME_SECONDS
from companion.web.core.rendering import respond, see_other
from companion.web.rules import game_chosen_first, rules_or_404, tables_to_choose

PACKS = 6
"""Out of how many shuffled packs the first hard question is taken."""
ROUND = 10
"""Questions in a round."""
STREAK = "streak"
"""The cookie that says how many answers in a row were right, and to which question the last was: no store knows it."""

Exercise: TypeAlias = WorthExercise | PlayExercise

pages = Blueprint("practice", __name__, url_prefix="/practice")


def init_app(app: Flask) -> None:
    """Serve the pages of practice."""
    app.register_blueprint(pages)


@dataclass(frozen=True)
class Quiz:
    """One kind of question."""

    title: str
    ask: Callable[[Variant, Sequence[Card]], Exercise]


QUIZZES = {"worth": Quiz("What is this worth?", ask_worth), "play": Quiz("Which may I play?", ask_play)}


@pages.get("/")
@allow(ANYBODY)
def choose() -> Response:
    """What to practice, and by which rules; ``?quiz=`` and ``?variant=`` begin a round."""
    quiz, variant = request.args.get("quiz", ""), request.args.get("variant", "")
    if quiz in QUIZZES:
        rules_or_404(variant)
        return see_other(_question_url(quiz, variant))
    tables = tables_to_choose()
    chosen = game_chosen_first(tables)
    return respond("practice/choose.html", quizzes=QUIZZES, tables=tables, chosen=chosen, streak=_streak()[0])


@pages.get("/<quiz>/<variant>/<seed>")
@allow(ANYBODY)
def show_question(quiz: str, variant: str, seed: str) -> Response:
    """A question, the same for each ``seed``; with ``?said=`` or ``?card=`` whether that answers it, and why."""
    if quiz not in QUIZZES:
        abort(404)
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
    }
    if "answer" in request.args:
        return _show_answer(question, shown)
    return respond("practice/question.html", asked=_count("asked"), right=_count("right"), **shown)


def _show_answer(question: Exercise, shown: Mapping[str, Any]) -> Response:
    quiz, variant, seed = shown["quiz"], shown["variant"], shown["seed"]
    is_right = _is_right(question)
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
        **shown,
    )
    response.set_cookie(
        STREAK,
        f"{streak}.{seed}",
        max_age=LIFETIME_SECONDS,
        path=url_for("practice.choose"),
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return response


def _packs(rules: Variant, seed: str) -> Iterator[Sequence[Card]]:
    for number in range(PACKS):
        cards = [card for card, copies in rules.pack.counts.items() for _ in range(copies)]
        Random(f"{seed} {number}").shuffle(cards)  # noqa: S311 - no secret
        yield cards


def _is_right(question: Exercise) -> bool:
    if isinstance(question, WorthExercise):
        return request.args.get("said") == f"{question.meld.total}"
    try:
        return {parse_card(text) for text in request.args.getlist("card")} == set(question.plays.legal)
    except CardError:
        return False


def _clauses(question: Exercise) -> Sequence[str]:
    if isinstance(question, WorthExercise):
        return list(dict.fromkeys(meld.clause for meld in question.meld.melds))
    return question.plays.why.clauses


def _question_url(quiz: str, variant: str, asked: int | None = None, right: int | None = None) -> str:
    """Where a new question is asked; ``asked`` and ``right`` say how the round stands."""
    return url_for(
        "practice.show_question", quiz=quiz, variant=variant, seed=secrets.token_hex(4), asked=asked, right=right
    )


def _count(name: str) -> int:
    return min(max(request.args.get(name, 0, type=int), 0), ROUND - 1)


def _streak() -> tuple[int, str]:
    """How many answers in a row were right on this phone, and to which question the last answer was."""
    count, _, seed = request.cookies.get(STREAK, "").partition(".")
    return (int(count) if count.isascii() and count.isdigit() and len(count) < 6 else 0), seed


def _streak_after(seed: str, is_right: bool) -> int:
    """The streak with this answer; to look at an answer again changes nothing."""
    streak, last = _streak()
    return streak if seed == last else streak + 1 if is_right else 0
