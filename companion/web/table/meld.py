"""Meld: entered by melds, by cards, by a number or by a photo, each tap written down at once."""

from __future__ import annotations

from collections.abc import Sequence

from werkzeug.wrappers import Response

from companion.cards import Card, CardError, parse_card, parse_cards, sort_cards
from companion.game.commands import CloseMeld, DealStep, ShowCards, ShowMelds, ShowNumber
from companion.game.decide.replay import picks_of
from companion.game.events import MeldSource
from companion.game.state import GameState
from companion.game.view.meld import hand_due
from companion.web.core.access import MEMBERS, RECORD, allow
from companion.web.core.current import photos
from companion.web.core.forms import Asked, Form, posted, seat_in
from companion.web.core.game import OpenGame, carry_out, open_game
from companion.web.core.rendering import see_other
from companion.web.photo.case import past_of
from companion.web.photo.checked import checked_from_json, join_cards
from companion.web.photo.reading import photos_beside
from companion.web.table.page import counted_for_another_deal, here, refuse, show_table
from companion.web.table.readers import Owner, has_none, melded, numbers
from companion.web.table.ways import BY_CARDS, Way, dix_field_of, field_of

OTHER_TABLE = "This photo was taken at another table, so nothing of it is written here. Take a new one."
CORRECTED_SINCE = (
    "The cards of this photo were corrected since, so what it showed before is not taken. Look at it again."
)
Steps = Sequence[Asked[DealStep]]


def meld_melds(form: Form, state: GameState) -> Steps:
    """One meld more, or one less, in a player's hand."""
    side, seat = form.value("side"), seat_in(form.value("seat"), state.players)
    picks = dict(picks_of(state, state.deal, state.meld_shown_by(state.deal, side, seat))) if state.deal else {}
    more, less = form.value("more"), form.value("less")
    if more:
        picks[more] = picks.get(more, 0) + 1
    if less in picks:
        picks[less] -= 1
    return (Asked(ShowMelds(side, seat, picks), {"melds": f"melds-{side}", "seat": f"melds-{side}"}),)


def meld_cards(form: Form, state: GameState) -> Steps:
    """One card more, or one less, in a player's meld."""
    seat = seat_in(form.value("seat"), state.players)
    wrong = f"cards-{state.side_of(seat)}" if seat is not None else "cards"
    try:
        cards = _cards_now(form)
    except CardError as error:
        form.refuse(wrong, f"{error}.")
        return ()
    return (Asked(ShowCards(-1 if seat is None else seat, cards), {"cards": wrong, "seat": wrong}),)


@allow(MEMBERS, RECORD)
def meld_photo(game: str) -> Response:
    """The cards that were read from a photo and accepted; then the partner's turn is shown, if it is still to come."""
    form, table = posted(), open_game(game)
    try:
        cards = parse_cards(form.value("cards"))
    except CardError as error:
        form.refuse("photo", f"{error}.")
        return show_table(table, form)
    if past := _why_past(form, table, cards):
        return show_table(table, Form({"photo": form.value("photo")}, {"seen": past}))
    seat = seat_in(form.value("seat"), table.state.players)
    command = ShowCards(-1 if seat is None else seat, cards, MeldSource.PHOTO)
    return carry_out(
        game,
        command,
        lambda written: see_other(_after_photo(written, command.seat)),
        lambda now, refusal: refuse(now, refusal, Asked(command, {refusal.field: "photo"})),
    )


def _after_photo(table: OpenGame, seat: int) -> str:
    """The table with the next hand to enter, so that another photo replaces nothing."""
    state, side = table.state, table.state.side_of(seat)
    due = hand_due(state, state.deal, side) if state.deal else None
    return here(table.game, **{side: Way(BY_CARDS, seat if due is None else due), "_anchor": f"side-{side}"})


def _why_past(form: Form, table: OpenGame, cards: Sequence[Card]) -> str:
    """Why the cards of a photo are not taken here: it is of another table or deal, or has been corrected since."""
    kept = photos().find_photo(form.value("photo"))
    if kept is None:
        return counted_for_another_deal(table)
    checked = checked_from_json(kept.reading)
    if checked.purpose.game != table.game:
        return OTHER_TABLE
    same = sort_cards(cards) == join_cards(photos_beside(kept.id, checked))
    return past_of(checked.purpose, table.state) or ("" if same else CORRECTED_SINCE)


def meld_number(form: Form, state: GameState) -> Steps:
    """Melds as plain numbers, every field that is filled in."""
    fields = _fields(state)
    asked = numbers(form, state, fields)
    if not (asked or form.errors or any(form.value(field) for field, _ in fields.values())):
        form.refuse(form.value("save"), "Please write the meld, 0 if there is none.")
    return asked


def close_meld(form: Form, state: GameState) -> Steps:
    """All meld is entered; numbers that were typed and not saved among them. A missing meld is asked about once."""
    fields = _fields(state)
    asked = numbers(form, state, fields)
    known = {*melded(state), *(each.command.side for each in asked)}
    left = {owner[0] for owner, (field, _) in fields.items() if field in form.values and not form.value(field)}
    counting = state.sides_counting_meld(state.deal) if state.deal else ()
    empty = [side for side in counting if side in left - known]
    if form.errors or not has_none(form, state, empty):
        return ()
    none = [asked_number(ShowNumber(side, None, 0)) for side in empty]
    return (*asked, *none, Asked(CloseMeld(), {"points": "close"}))


def asked_number(number: ShowNumber) -> Asked[ShowNumber]:
    """A meld as a plain number, which is refused beside its field."""
    owner = (number.side, number.seat)
    return Asked(number, {"points": field_of(*owner), "dix": dix_field_of(*owner)})


def _fields(state: GameState) -> dict[Owner, tuple[str, str]]:
    """By whose meld it is, the fields of it as a plain number."""
    owners: list[Owner] = [(side, seat) for side in state.sides for seat in (None, *state.seats_of(side))]
    return {owner: (field_of(*owner), dix_field_of(*owner)) for owner in owners}


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
