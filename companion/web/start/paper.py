"""Going on from paper: the deals before a game, as its form gives them, at its start or corrected later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from flask import abort, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.game.commands import CorrectPaper, Refusal
from companion.rules.score.history import NO_HISTORY, History, asked_before, carries_over, failed_by_others
from companion.rules.variant import Variant
from companion.web.core.access import MEMBERS, RECORD, allow
from companion.web.core.forms import Form, parse_signed, posted, read_numbers
from companion.web.core.game import OpenGame, carry_out, open_game
from companion.web.core.rendering import respond, see_other
from companion.web.start.seat_plan import plan_seats

DEALS, TARGET_NOW = "deals", "target-now"
_OF_ALL = ("carried", "risen", "failed_against", DEALS, TARGET_NOW)
_OF_SIDE = ("carried", "below", "risen", "failed", "out", "checks", "minus")
"""The fields that each side has; its letter follows."""


def asked(variant: Variant, sides: Sequence[str]) -> frozenset[str]:
    """The fields beside the scores: those of a history that may decide a result."""
    found = asked_before(variant)
    return found if len(sides) > 2 else found - {"playing"}


def is_of_paper(name: str) -> bool:
    """Return True if a field, or the sentence beside it, belongs to the earlier deals."""
    kind, dash, _ = name.partition("-")
    return name in _OF_ALL or (bool(dash) and kind in _OF_SIDE)


def read_history(variant: Variant, form: Form, sides: Sequence[str]) -> History:
    """The typed history, each slip refused beside its field."""
    if not carries_over(variant) or not any(form.value(name) for name in form.values if is_of_paper(name)):
        return NO_HISTORY
    asks, scores = asked(variant, sides), _signed(form, sides, "carried", "below")
    failed, numbers = _by_side(form, sides, "failed"), read_numbers(form, (DEALS, TARGET_NOW))
    out = [side for side in sides if form.value(f"out-{side}")]
    if len(sides) - len(out) < 2:
        form.refuse("carried", "Please leave at least two sides that can still win.")
    return History(
        scores=scores,
        risen=_risen(form, scores) if "risen" in asks else None,
        failed_against=failed_by_others(failed, sides) if failed and "failed_against" in asks else None,
        target=numbers.get(TARGET_NOW) if "target" in asks else None,
        playing=tuple(side for side in sides if side not in out) if out and "playing" in asks else (),
        deals=numbers.get(DEALS) if "deals" in asks else None,
        checks=_signed(form, sides, "checks", "minus") if "checks" in asks else {},
    )


def _by_side(form: Form, sides: Sequence[str], kind: str) -> dict[str, int]:
    typed = read_numbers(form, [f"{kind}-{side}" for side in sides])
    return {side: typed[f"{kind}-{side}"] for side in sides if f"{kind}-{side}" in typed}


def _signed(form: Form, sides: Sequence[str], kind: str, below: str) -> dict[str, int]:
    """The numbers by side, negative with a minus or a ticked box; 0 for an empty field."""
    return {side: parse_signed(form, f"{kind}-{side}", f"{below}-{side}") or 0 for side in sides}


def _risen(form: Form, scores: Mapping[str, int]) -> frozenset[str] | None:
    """The sides whose score has gone up; None while that is not said of each side at or below 0."""
    answers = {side: form.value(f"risen-{side}") for side, points in scores.items() if points <= 0}
    return frozenset(side for side in answers if answers[side] == "yes") if all(answers.values()) else None


@allow(MEMBERS, RECORD)
def correct(game: str) -> Response:
    """The scores from paper of a game that has begun, to correct them."""
    table = open_game(game)
    state = table.state
    if not carries_over(state.variant):
        abort(404, "In this game nothing is carried on from one deal to the next, so no scores come from paper.")
    if request.method == "GET":
        return _page(table, Form(MultiDict(_filled_in(state.history, state.sides))))
    form = posted()
    history = read_history(state.variant, form, state.sides)
    if form.errors:
        return _page(table, form)

    def refused(now: OpenGame, refusal: Refusal) -> Response:
        form.take(refusal, "carried")
        return _page(now, form)

    return carry_out(game, CorrectPaper(history), lambda _: see_other(url_for("sheet.show", game=game)), refused)


def _page(table: OpenGame, form: Form) -> Response:
    variant, sides = table.state.variant, table.state.sides
    return respond(
        "start/paper.html",
        "start/_paper_form.html",
        status=form.status,
        game=table.game,
        version=table.version,
        form=form,
        plan=plan_seats(variant, table.state.names),
        carries=sides,
        asks_before=asked(variant, sides),
    )


def _filled_in(history: History, sides: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a history as :func:`read_history` reads them."""
    if history == NO_HISTORY:
        return
    for side in sides:
        yield from _signed_in(history.scores.get(side, 0), f"carried-{side}", f"below-{side}")
        yield from _signed_in(history.checks.get(side, 0), f"checks-{side}", f"minus-{side}")
        if history.playing and side not in history.playing:
            yield f"out-{side}", "1"
        if history.risen is not None and history.scores.get(side, 0) <= 0:
            yield f"risen-{side}", "yes" if side in history.risen else "no"
    if history.failed_against is not None:
        together = sum(history.failed_against.values()) // (len(sides) - 1)
        for side in sides:
            yield f"failed-{side}", str(together - history.failed_against.get(side, 0))
    for name, number in ((DEALS, history.deals), (TARGET_NOW, history.target)):
        if number is not None:
            yield name, str(number)


def _signed_in(number: int, name: str, below: str) -> Iterator[tuple[str, str]]:
    yield name, str(abs(number))
    if number < 0:
        yield below, "1"
