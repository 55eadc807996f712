"""Meld: told by melds, by cards, by a number or by a photo, each tap written down at once."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from companion.cards import Card, CardError, parse_card, parse_cards
from companion.game.commands import CloseMeld, Command, ShowCards, ShowMelds, ShowNumber
from companion.game.events import MeldSource
from companion.game.state import GameState
from companion.rules.dix import keeps_dix_apart
from companion.web.deal_forms import posted, read_numbers
from companion.web.deal_page import carry, counted_for_another_deal, here, refuse, show_table, shown_again
from companion.web.deal_panels import BY_CARDS, Way, dix_field_of, field_of, picks_of
from companion.web.forms import Form
from companion.web.htmx import see_other
from companion.web.photo_owner import is_past, past_says
from companion.web.shelf import photos
from companion.web.spread import spread_from_json
from companion.web.table import Table, carry_out, carry_out_all, load_table

OTHER_TABLE = "This photo was taken at another table, so nothing of it is written here. Take a new one."


def meld_melds(game: str) -> Response:
    """One meld more, or one less, for a player or a side."""
    state = load_table(game).state
    side, seat = request.form.get("side", ""), _seat(request.form.get("seat", ""), state)
    picks = _picks_now(state, side, seat)
    more, less = request.form.get("more", ""), request.form.get("less", "")
    if more:
        picks[more] = picks.get(more, 0) + 1
    if less in picks:
        picks[less] -= 1
    return carry(game, ShowMelds(side, seat, picks), {"melds": f"melds-{side}"})


def meld_cards(game: str) -> Response:
    """One card more, or one less, in a player's meld."""
    form, table = posted(), load_table(game)
    seat = _seat(form.value("seat"), table.state)
    wrong = f"cards-{table.state.side_of(seat)}" if seat is not None else "cards"
    try:
        cards = _cards_now(form)
    except CardError as error:
        form.refuse(wrong, f"{error}.")
        return show_table(table, form)
    return carry(game, ShowCards(-1 if seat is None else seat, cards), {"cards": wrong, "seat": wrong})


def meld_photo(game: str) -> Response:
    """The cards that were read from a photo and accepted."""
    form, table = posted(), load_table(game)
    if past := _why_past(form, table):
        form.refuse("seen", past)
        return show_table(table, form)
    seat = _seat(request.args.get("seat", ""), table.state)
    try:
        cards = parse_cards(form.value("cards"))
    except CardError as error:
        form.refuse("photo", f"{error}.")
        return show_table(table, form)
    command = ShowCards(-1 if seat is None else seat, cards, MeldSource.PHOTO)
    side = "" if seat is None else table.state.side_of(seat)
    return carry_out(
        game,
        command,
        lambda written: see_other(here(written.game, **{side: Way(BY_CARDS, seat), "_anchor": f"side-{side}"})),
        lambda now, refusal: refuse(now, refusal, {refusal.field: "photo"}),
    )


def _why_past(form: Form, table: Table) -> str:
    """Why the cards of a photo are not taken here: it shows another table's, or those of another deal."""
    kept = photos().find_photo(form.value("photo"))
    if kept is None:
        return counted_for_another_deal(table)
    purpose = spread_from_json(kept.reading).purpose
    if purpose.game != table.game:
        return OTHER_TABLE
    return past_says(f"{purpose.deal}", table.state) if is_past(purpose, table.state) else ""


def meld_number(game: str) -> Response:
    """Melds as plain numbers, every field that is filled in."""
    form, table = posted(), load_table(game)
    numbers = _numbers(form, table.state)
    if not numbers and not form.errors:
        field = request.form.get("save", "")
        form.refuse(field, "Please write the meld, 0 if there is none.")
    if form.errors:
        return show_table(table, form)
    return _tell(table, numbers, close=False)


def close_meld(game: str) -> Response:
    """Every meld is told, numbers that were typed and not yet saved among them."""
    form, table = posted(), load_table(game)
    numbers = _numbers(form, table.state)
    if form.errors:
        return show_table(table, form)
    return _tell(table, numbers, close=True)


def _tell(table: Table, numbers: list[ShowNumber], close: bool) -> Response:
    """Write the numbers that are news, and perhaps that the meld is closed: all at once, or nothing."""
    deal = table.state.deal
    news = [told for told in numbers if deal is None or not _is_told(table.state, told)]
    commands: list[Command] = [*news, CloseMeld()] if close else [*news]
    if not commands:
        return shown_again(table)
    return carry_out_all(
        table.game, commands, shown_again, lambda now, refusal, wrong: refuse(now, refusal, _fields_of(wrong))
    )


def _fields_of(command: Command) -> dict[str | None, str]:
    """Where a refusal of the command is shown."""
    if not isinstance(command, ShowNumber):
        return {"points": "close"}
    owner = (command.side, command.seat)
    return {"points": field_of(*owner), "dix": dix_field_of(*owner)}


def _numbers(form: Form, state: GameState) -> list[ShowNumber]:
    owners = [(side, seat) for side in state.sides for seat in (None, *state.seats_of(side))]
    typed = read_numbers(form, [field_of(*owner) for owner in owners])
    apart = read_numbers(form, [dix_field_of(*owner) for owner in owners])
    told = []
    for owner in owners:
        points, dix = typed.get(field_of(*owner)), apart.get(dix_field_of(*owner), 0)
        if points is not None or dix:
            told.append(ShowNumber(*owner, (points or 0) + dix, dix))
    return told


def _is_told(state: GameState, number: ShowNumber) -> bool:
    """Whether a meld of this sum stands already, told in whatever way."""
    shown = state.deal.shown if state.deal else ()
    whose = [s for s in shown if s.side == number.side and number.seat in (None, s.seat)]
    if not whose or sum(s.points for s in whose) != number.points:
        return False
    return not keeps_dix_apart(state.variant) or sum(s.dix for s in whose) == number.dix


def _picks_now(state: GameState, side: str, seat: int | None) -> dict[str, int]:
    deal = state.deal
    if deal is None or deal.trump is None:
        return {}
    return dict(picks_of(state.variant, deal.trump, deal.meld_of(side, seat)))


def _cards_now(form: Form) -> tuple[Card, ...]:
    """The cards in the form with the one that was tapped added, or taken out.

    :raises CardError: if something there is no card.
    """
    cards = list(parse_cards(form.value("cards")))
    if form.value("add"):
        cards.append(parse_card(form.value("add")))
    if form.value("remove"):
        gone = parse_card(form.value("remove"))
        cards = cards if gone not in cards else [*cards[: cards.index(gone)], *cards[cards.index(gone) + 1 :]]
    return tuple(cards)


def _seat(text: str, state: GameState) -> int | None:
    return int(text) if text in {str(seat) for seat in range(state.players)} else None
