"""The play with a stock: the turned-up card, who takes a trick, melds one by one, the dix, cards that were played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards import Card, CardError, Suit, parse_card, parse_cards
from companion.game.record.commands import DealStep
from companion.game.record.state import GameState
from companion.game.record.stock_commands import ExchangeDix, LayMeld, PlayLaidCard, TakeTrick, TurnTrump
from companion.rules.meld.kinds import MeldKind
from companion.rules.meld.laying import LaidMeld
from companion.web.base.fields import Asked, read_seat
from companion.web.base.forms import Form

_TO_THE_TOP: Mapping[str | None, str] = dict.fromkeys(("seat", "meld", "dix", "card"), "")
"""A tap has no field beside which its refusal could stand."""
Steps = Sequence[Asked[DealStep]]
_WHO = "Please say which player this was."


def turn(form: Form, _state: GameState) -> Steps:
    """This card was turned up for trump."""
    card = _card(form, form.value("card"))
    return (Asked(TurnTrump(card), _TO_THE_TOP),) if card else ()


def trick(form: Form, state: GameState) -> Steps:
    """A player took a trick of the stock, perhaps its last."""
    seat = read_seat(form, "seat", state.players, _WHO)
    return () if seat is None else (Asked(TakeTrick(seat, last="last" in form.values), _TO_THE_TOP),)


def lay(form: Form, state: GameState) -> Steps:
    """One meld of the player who took the trick."""
    seat, meld = read_seat(form, "seat", state.players, _WHO), _meld(form)
    return () if seat is None or meld is None else (Asked(LayMeld(seat, meld), _TO_THE_TOP),)


def exchange(form: Form, state: GameState) -> Steps:
    """The dix for the turned-up card."""
    seat = read_seat(form, "seat", state.players, _WHO)
    return () if seat is None else (Asked(ExchangeDix(seat), _TO_THE_TOP),)


def gone(form: Form, state: GameState) -> Steps:
    """A card of a laid meld was played to a trick, or lies there after all."""
    back = form.value("back")
    seat, card = read_seat(form, "seat", state.players, _WHO), _card(form, back or form.value("gone"))
    return () if seat is None or card is None else (Asked(PlayLaidCard(seat, card, bool(back)), _TO_THE_TOP),)


def _meld(form: Form) -> LaidMeld | None:
    """The meld of the button that was tapped, with the cards ticked beside it; None with a sentence if it is none."""
    key, _, told = form.value("meld").partition(" ")
    try:
        kind, suit, copies = key.split(".")
        cards = parse_cards([*told.split(), *form.every(f"hand-{key}")])
        return LaidMeld(MeldKind(kind), Suit(suit), cards, int(copies))
    except ValueError:
        form.refuse("", "Please tap one of the melds.")
        return None


def _card(form: Form, text: str) -> Card | None:
    try:
        return parse_card(text)
    except CardError as error:
        form.refuse("", f"{error}.")
        return None
