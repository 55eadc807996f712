"""What a person puts right in a reading, and says about it: each write is followed by the reading as it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from companion.cards import Card, CardError, parse_card
from companion.web.base.current import photos
from companion.web.base.htmx import see_other
from companion.web.photo.checked import CheckedReading, Point
from companion.web.photo.kept import keep_if_agreed
from companion.web.photo.purpose import read_purpose
from companion.web.photo.reading import back_to_reading, spread_or_404
from companion.web.photo.removed import read_removed, removed_from

MOST_CARDS = 90


def correct_card(photo: str, index: int) -> Response:
    """Put another card in its place, or take it out, and ask for the next; what is gone already stays gone."""
    checked = spread_or_404(photo)
    if index >= len(checked.found) or str(checked.found[index].card) != request.form.get("was"):
        return see_other(url_for("photo.show_reading", photo=photo))
    asked = not checked.found[index].sure
    removed = removed_from(photo, checked, index).sealed if "remove" in request.form else None
    checked = checked.remove(index) if removed else checked.correct(index, _posted_card())
    _put_right(photo, checked)
    if asked and checked.doubtful:
        return see_other(url_for("photo.show_card", photo=photo, index=checked.doubtful[0], removed=removed))
    return see_other(url_for("photo.show_reading", photo=photo, removed=removed))


def put_back(photo: str) -> Response:
    """Put a card that was taken out back where it lay, unless another has come or gone since."""
    checked, removed = spread_or_404(photo), read_removed(request.form.get("removed", ""))
    if removed and removed.fits(photo, checked):
        _put_right(photo, removed.back_in(checked))
    return see_other(url_for("photo.show_reading", photo=photo))


def add_card(photo: str) -> Response:
    """Add a card that was missed, unless this very tap has been counted."""
    checked = spread_or_404(photo)
    if request.form.get("count") == str(len(checked.found)) and len(checked.found) < MOST_CARDS:
        checked = checked.add(_posted_card(), _posted_outline(checked))
        _put_right(photo, checked)
    return back_to_reading(photo, checked, adding=True)


def price(photo: str) -> Response:
    """Count the same cards for another purpose: another variant or trump, with or without the last trick."""
    checked = spread_or_404(photo)
    said = {name: request.form[name] for name in ("variant", "trump") if name in request.form}
    said["last"] = request.form.get("last", "")
    checked = replace(checked, purpose=read_purpose({**checked.purpose.asked, **said}))
    photos().correct_reading(photo, checked.to_json())
    return back_to_reading(photo, checked)


def tell_whose(photo: str) -> Response:
    """Whose meld it is; what nobody at the table sits for leaves it open."""
    checked = spread_or_404(photo)
    purpose = read_purpose({**checked.purpose.asked, "whose": request.form.get("whose", "")})
    photos().correct_reading(photo, replace(checked, purpose=purpose).to_json())
    return see_other(url_for("photo.show_reading", photo=photo))


def tell_players(photo: str) -> Response:
    """Who played which card of a trick, who led it, and from where the photo was taken."""
    checked = spread_or_404(photo)
    said = {name: request.form.get(name, "") for name in ("seat", "leader", "trump")}
    # Another seat of the photographer's turns the whole picture: what was guessed before says nothing any more.
    turned = said["seat"] != checked.purpose.asked.get("seat", "")
    purpose = read_purpose({**checked.purpose.asked, **said})
    found = tuple(
        replace(each, player=None if turned else _posted_seat(f"player-{index}"))
        for index, each in enumerate(checked.found)
    )
    checked = replace(checked, purpose=purpose, found=found)
    photos().correct_reading(photo, checked.to_json())
    return back_to_reading(photo, checked)


def tell_apart(photo: str) -> Response:
    """Whether a joined photo shows other cards than those before it, or the same once more."""
    checked = spread_or_404(photo)
    photos().correct_reading(photo, replace(checked, apart=request.form.get("apart") == "1").to_json())
    first = checked.purpose.join or photo
    return back_to_reading(first, spread_or_404(first))


def leave_out(photo: str) -> Response:
    """Take one of several photos away again; where it is the first, the next takes its place."""
    checked = spread_or_404(photo)
    first = checked.purpose.join or _put_next_first(photo, checked)
    checked = spread_or_404(first)
    checked = replace(checked, joined=tuple(other for other in checked.joined if other != photo))
    photos().correct_reading(first, checked.to_json())
    return back_to_reading(first, checked)


WRITES: Mapping[str, Callable[..., Response]] = {
    "/card/<int:index>": correct_card,
    "/put-back": put_back,
    "/add": add_card,
    "/price": price,
    "/whose": tell_whose,
    "/players": tell_players,
    "/apart": tell_apart,
    "/leave-out": leave_out,
}


def _put_right(photo: str, checked: CheckedReading) -> None:
    photos().correct_reading(photo, checked.to_json())
    keep_if_agreed(photo, checked)


def _put_next_first(photo: str, checked: CheckedReading) -> str:
    """Make the photo after the first the first of all that are left, for the same purpose; itself where none is left.

    The one that is left out leads to it, as every photo leads to its first.
    """
    left = [other for other in checked.joined if photos().find_photo(other)]
    if not left:
        return photo
    first, *others = left
    for other in (photo, *others):
        _join_with(first, other)
    checked = replace(spread_or_404(first), joined=tuple(others), purpose=checked.purpose)
    photos().correct_reading(first, checked.to_json())
    return first


def _join_with(first: str, photo: str) -> None:
    checked = spread_or_404(photo)
    purpose = replace(checked.purpose, join=first)
    photos().correct_reading(photo, replace(checked, joined=(), purpose=purpose).to_json())


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
