"""The end of a deal: counters, throwing in, what went wrong, the result, and taking a step back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import request
from werkzeug.wrappers import Response

from companion.game.commands import ConfirmDeal, EndDeal, Redo, Undo
from companion.game.decide_call import counted_sides
from companion.game.state import DealState, GameState
from companion.rules.count import deal_total
from companion.rules.deal import DealEnd, Misdeal, asks_tricks
from companion.web.deal_forms import posted, read_numbers, read_word
from companion.web.deal_page import carry, show_table
from companion.web.forms import Form
from companion.web.table import load_table


def count(game: str) -> Response:
    """The tricks are counted; of two sides one is enough."""
    form, table = posted(), load_table(game)
    command = read_counted(form, table.state, table.state.deal)
    if form.errors:
        return show_table(table, form)
    first = next((name for name in _fields("points", table.state) if form.value(name)), "")
    return carry(game, command, {"points": first})


def end(game: str) -> Response:
    """The deal ends otherwise: thrown in, without a marriage, by a renege or a misdeal."""
    form, table = posted(), load_table(game)
    how = read_word(form, "end", DealEnd, "Please say how the deal ended.")
    read = _OTHERWISE.get(how) if how else None
    command = read(form, table.state) if read else EndDeal(how or DealEnd.MISDEAL)
    if form.errors:
        return show_table(table, form)
    prefix = {DealEnd.CLAIM: "claim", DealEnd.MISDEAL: "dealt"}.get(how or DealEnd.RENEGE, "so-far")
    fields: dict[str | None, str] = {f"points-{side}": f"{prefix}-{side}" for side in table.state.sides}
    return carry(game, command, fields | {None: "end"})


def confirm(game: str) -> Response:
    """Everyone agrees with the result."""
    return carry(game, ConfirmDeal())


def undo(game: str) -> Response:
    """Take the last step back."""
    return carry(game, Undo())


def redo(game: str) -> Response:
    """Do the step again that was taken back."""
    return carry(game, Redo())


def _fields(prefix: str, state: GameState) -> dict[str, str]:
    return {f"{prefix}-{side}": side for side in state.sides}


def read_amounts(form: Form, prefix: str, state: GameState) -> dict[str, int]:
    """By side, the numbers typed into the fields ``prefix-A`` and so on."""
    fields = _fields(prefix, state)
    return {fields[name]: number for name, number in read_numbers(form, fields).items()}


def read_counted(form: Form, state: GameState, deal: DealState | None) -> EndDeal:
    """A deal that was played out, as the count form tells it."""
    points, taker = read_amounts(form, "points", state), form.value("all_tricks")
    taker = taker if taker in state.sides else ""
    if taker and not points and not form.errors:
        points = {taker: deal_total(state.variant)}
    quads = frozenset(side for name, side in _fields("quad", state).items() if form.value(name))
    tricks = _tricks(form, state, deal, points)
    return EndDeal(DealEnd.PLAYED, points, tricks, taker or None, quads)


def _tricks(form: Form, state: GameState, deal: DealState | None, points: Mapping[str, int]) -> dict[str, int]:
    """Which sides took a trick at all, where a rule asks for it (score.save)."""
    if deal is None or not asks_tricks(state.variant):
        return {}
    took = {side for name, side in _fields("empty", state).items() if form.value(name)}
    rest = deal_total(state.variant) - sum(points.values())
    return {side: 1 for side in counted_sides(state, deal) if side in took or points.get(side, rest) > 0}


def _renege(form: Form, state: GameState) -> EndDeal:
    offender = form.value("offender")
    if offender not in state.sides:
        form.refuse("offender", "Please say which side it was.")
    return EndDeal(DealEnd.RENEGE, read_amounts(form, "so-far", state), offender=offender)


def _misdeal(form: Form, state: GameState) -> EndDeal:
    kind = read_word(form, "misdeal", Misdeal, "Please say what was wrong with the deal.")
    dealt = state.side_of(state.deal.dealer) if state.deal else None
    if kind is not Misdeal.PROCEDURE:
        return EndDeal(DealEnd.MISDEAL, misdeal=kind)
    return EndDeal(DealEnd.MISDEAL, read_amounts(form, "dealt", state), offender=dealt, misdeal=kind)


def _thrown_in(_form: Form, _state: GameState) -> EndDeal:
    return EndDeal(DealEnd.THROWN_IN, kitty_seen="kitty-unseen" not in request.form)


def _claim(form: Form, state: GameState) -> EndDeal:
    claimant = form.value("claimant")
    if claimant not in state.sides:
        form.refuse("claimant", "Please tap the player who declares out.")
    return EndDeal(DealEnd.CLAIM, read_amounts(form, "claim", state), claimant=claimant)


_OTHERWISE: Mapping[DealEnd, Callable[[Form, GameState], EndDeal]] = {
    DealEnd.THROWN_IN: _thrown_in,
    DealEnd.CLAIM: _claim,
    DealEnd.RENEGE: _renege,
    DealEnd.MISDEAL: _misdeal,
}
