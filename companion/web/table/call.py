"""The called partner at the table: the card that is named, and one tap on the name when it falls."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import CardError, parse_card
from companion.game.record.commands import CallCard, DealStep, TellPartner
from companion.game.record.state import GameState
from companion.web.base.fields import Asked, read_seat
from companion.web.base.forms import Form


def call(form: Form, _state: GameState) -> Sequence[Asked[DealStep]]:
    """The bidder names a card, or another one."""
    try:
        return (Asked(CallCard(parse_card(form.value("card")))),)
    except CardError:
        form.refuse("card", "Please tap the card that finds the partner.")
        return ()


def partner(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """Who the partner is, or that the bidder plays alone."""
    if "alone" in form.values:
        return (Asked(TellPartner(None)),)
    seat = read_seat(form, "partner", state.players, "Please tap the name of the partner.")
    return () if seat is None else (Asked(TellPartner(seat)),)
