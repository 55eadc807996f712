"""Discarding and drawing: how many cards each player exchanged."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game.record.commands import DealStep, TellDraw
from companion.game.record.state import GameState
from companion.web.base.fields import Asked, read_number, read_seat
from companion.web.base.forms import Form


def draw(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """A player exchanged so many cards; unless another number is written, as many were drawn as were discarded."""
    seat = read_seat(form, "drawer", state.players, "Please tap the player who drew.")
    discarded = read_number(form, "discarded", "Please write how many cards were discarded.")
    drawn = discarded
    if "drawn" in form.values:
        drawn = read_number(form, "drawn", "Please write how many cards were drawn.")
    if seat is None or discarded is None or drawn is None:
        return ()
    return (Asked(TellDraw(seat, discarded, drawn), {"seat": "drawer"}),)
