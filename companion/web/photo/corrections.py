"""What a person puts right in a reading, and says about it: each write is followed by the reading as it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from companion.cards import Card, CardError, parse_card
from companion.web.base.current import photos
from companion.web.base.forms import read_form_key
from companion.web.base.htmx import see_other
from companion.web.photo.checked import CheckedReading, FoundCard, Point, checked_from_json, join_cards
from companion.web.photo.kept import keep_if_agreed
from companion.web.photo.purpose import read_purpose
from companion.web.photo.reading import GONE, back_to_reading, photos_beside, show_found, spread_or_404

MOST_CARDS = 200
NAMED_MEANWHILE = (
    "Meanwhile this card was named otherwise, so what you said of it was not taken. Say it again if it is meant."
)
REMOVED_MEANWHILE = "Meanwhile this card was removed, so what you said of it was not taken."
TOO_MANY = f"A photo takes no more than {MOST_CARDS} cards."


def correct_card(photo: str, index: int) -> Response:
    """Put another card in its place, or take it out, and ask for the next; 409 where another phone was first."""
    before = spread_or_404(photo)
    if index >= len(before.found):
        return see_other(url_for("photo.show_reading", photo=photo))
    card = None if "remove" in request.form else _posted_card()
    checked = _put_right(photo, lambda now: _put(now, index, card) if _still_lies(now, index) else now)
    if not _is_so(checked.found[index], card):
        return show_found(photo, checked, index, REMOVED_MEANWHILE if checked.found[index].removed else NAMED_MEANWHILE)
    removed = None if card else f"{photo}-{index}"
    if not before.found[index].sure and checked.doubtful:
        return see_other(url_for("photo.show_card", photo=photo, index=checked.doubtful[0], removed=removed))
    return see_other(url_for("photo.show_reading", photo=photo, removed=removed))


def put_back(photo: str, index: int) -> Response:
    """Put a card that was taken out back where it lay."""
    _put_right(photo, lambda now: now.put_back(index) if index in now.removed else now)
    return see_other(url_for("photo.show_reading", photo=photo))


def add_card(photo: str) -> Response:
    """Add a card that was missed, once however often this very form is sent: one more than all photos show together."""
    card, key, before = _posted_card(), read_form_key().key, spread_or_404(photo)
    if len(before.found) >= MOST_CARDS:
        abort(422, TOO_MANY)
    shown = join_cards(photos_beside(photo, before)).count(card)
    checked = _put_right(
        photo, lambda now: now.add(card, _posted_outline(now), key, more=now.cards.count(card) < shown)
    )
    return back_to_reading(photo, checked, adding=True)


def price(photo: str) -> Response:
    """Count the same cards otherwise: by another variant or trump, with or without the last trick, a hand as a meld."""
    said = {name: request.form[name] for name in ("variant", "trump", "kind") if name in request.form}
    return back_to_reading(photo, _tell(photo, {**said, "last": request.form.get("last", "")}))


def tell_whose(photo: str) -> Response:
    """Whose meld it is; what nobody at the table sits for leaves it open."""
    _tell(photo, {"whose": request.form.get("whose", "")})
    return see_other(url_for("photo.show_reading", photo=photo))


def tell_players(photo: str) -> Response:
    """Who played which card of a trick, who led it, and from where the photo was taken."""
    return back_to_reading(photo, _change(photo, _with_players))


def tell_apart(photo: str) -> Response:
    """Whether a joined photo shows other cards than those before it, or the same once more."""
    apart = request.form.get("apart") == "1"
    return back_to_reading(photo, _change(photo, lambda now: replace(now, apart=apart)))


def leave_out(photo: str) -> Response:
    """Take one of several photos away again; a photo that stands alone stays."""
    checked = spread_or_404(photo)
    several = bool(checked.joined or checked.purpose.join)
    return back_to_reading(photo, _change(photo, lambda now: replace(now, left_out=several)))


def take_in(photo: str) -> Response:
    """Put a photo that was left out back with the others."""
    return back_to_reading(photo, _change(photo, lambda now: replace(now, left_out=False)))


WRITES: Mapping[str, Callable[..., Response]] = {
    "/card/<int:index>": correct_card,
    "/card/<int:index>/put-back": put_back,
    "/add": add_card,
    "/price": price,
    "/whose": tell_whose,
    "/players": tell_players,
    "/apart": tell_apart,
    "/leave-out": leave_out,
    "/take-in": take_in,
}


def _change(photo: str, change: Callable[[CheckedReading], CheckedReading]) -> CheckedReading:
    """The reading as it stands afterwards: whoever puts something right at the same moment comes before or after."""
    spread_or_404(photo)
    changed = photos().change_reading(photo, lambda body: change(checked_from_json(body)).to_json())
    return checked_from_json(changed) if changed else abort(404, GONE)


def _put_right(photo: str, change: Callable[[CheckedReading], CheckedReading]) -> CheckedReading:
    checked = _change(photo, change)
    keep_if_agreed(photo, checked)
    return checked


def _tell(photo: str, said: Mapping[str, str]) -> CheckedReading:
    """The reading, with more said of its purpose."""
    return _change(photo, lambda now: replace(now, purpose=read_purpose({**now.purpose.asked, **said})))


def _still_lies(checked: CheckedReading, index: int) -> bool:
    """Whether the card lies there by the name by which it was looked at."""
    return index in checked.lying and str(checked.found[index].card) == request.form.get("was")


def _is_so(found: FoundCard, card: Card | None) -> bool:
    """Whether a card is as it was said to be: named so, or with no name removed."""
    return found.removed if card is None else (found.card, found.removed) == (card, False)


def _put(checked: CheckedReading, index: int, card: Card | None) -> CheckedReading:
    return checked.correct(index, card) if card else checked.remove(index)


def _with_players(checked: CheckedReading) -> CheckedReading:
    said = {name: request.form.get(name, "") for name in ("seat", "leader", "trump")}
    # Another seat of the photographer's turns the whole picture: what was guessed before says nothing any more.
    turned = said["seat"] != checked.purpose.asked.get("seat", "")
    found = tuple(
        each if each.removed else replace(each, player=None if turned else _posted_seat(f"player-{index}"))
        for index, each in enumerate(checked.found)
    )
    return replace(checked, found=found, purpose=read_purpose({**checked.purpose.asked, **said}))


def _posted_card() -> Card:
    try:
        return parse_card(request.form.get("card", ""))
    except CardError as error:
        abort(422, f"{error}.")


def _posted_outline(checked: CheckedReading) -> tuple[Point, ...]:
    """The rectangle that was dragged over the photo, as left, top, right and bottom; nothing where none was."""
    sides = request.form.get("outline", "").split(",")
    if len(sides) != 4 or not all(side.isdecimal() and len(side) < 6 for side in sides):
        return ()
    left, top, right, bottom = (float(side) for side in sides)
    width, height = checked.size
    fits = left < right <= width and top < bottom <= height
    return ((left, top), (right, top), (right, bottom), (left, bottom)) if fits else ()


def _posted_seat(name: str) -> int | None:
    text = request.form.get(name, "")
    return int(text) if text.isdecimal() and len(text) == 1 else None
