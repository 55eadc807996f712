"""The part of a correction that puts right how many cards each player exchanged."""

from __future__ import annotations

from companion.game.commands import TellDraw
from companion.game.state import DealState, GameState
from companion.rules.choices import Draw
from companion.web.deal_forms import read_number
from companion.web.forms import Form

_MISSING = "Please write how many cards were discarded."


def draw_fields(state: GameState, deal: DealState) -> list[tuple[int, str]]:
    """For whom the form asks what was exchanged: the end of the fields' names, and the player; none without a draw."""
    asked = state.variant.draw is Draw.DISCARD_AND_DRAW
    return [(seat, state.names[seat]) for seat in state.seats_in(deal) if asked]


def draws_as_told(deal: DealState) -> dict[str, object]:
    """The fields, filled in with what was noted; a number drawn only where it is another than was discarded."""
    told: dict[str, object] = {f"discarded-{draw.seat}": draw.discarded for draw in deal.draws}
    return told | {f"drawn-{draw.seat}": draw.drawn for draw in deal.draws if draw.drawn != draw.discarded}


def read_draws(form: Form, state: GameState, deal: DealState) -> tuple[TellDraw, ...] | None:
    """What the fields say; None where the form has none of them.

    An empty pair is a player of whom nothing was noted, and whoever leaves the second empty drew as many.
    """
    seats = [seat for seat, _ in draw_fields(state, deal) if f"discarded-{seat}" in form.values]
    told = [_read(form, seat) for seat in seats if form.value(f"discarded-{seat}") or form.value(f"drawn-{seat}")]
    return tuple(draw for draw in told if draw) if seats else None


def _read(form: Form, seat: int) -> TellDraw | None:
    discarded = read_number(form, f"discarded-{seat}", _MISSING)
    drawn = read_number(form, f"drawn-{seat}", "") if form.value(f"drawn-{seat}") else discarded
    return None if discarded is None or drawn is None else TellDraw(seat, discarded, drawn)
