"""Discarding and drawing: how many cards each player exchanged."""

from __future__ import annotations

from werkzeug.wrappers import Response

from companion.game.commands import TellDraw
from companion.web.deal_forms import posted, read_number, read_seat
from companion.web.deal_page import carry, show_table
from companion.web.table import load_table


def draw(game: str) -> Response:
    """A player exchanged so many cards; unless another number is written, as many were drawn as were discarded."""
    form, table = posted(), load_table(game)
    seat = read_seat(form, "drawer", table.state.players, "Please tap the player who drew.")
    discarded = read_number(form, "discarded", "Please write how many cards were discarded.")
    drawn = discarded
    if "drawn" in form.values:
        drawn = read_number(form, "drawn", "Please write how many cards were drawn.")
    if form.errors or seat is None or discarded is None or drawn is None:
        return show_table(table, form)
    return carry(game, TellDraw(seat, discarded, drawn), {"seat": "drawer"})
