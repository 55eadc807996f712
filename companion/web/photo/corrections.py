"""What a person puts right in a reading, and says about it: each write is followed by the reading as it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from companion.cards import Card, CardError, parse_card
from companion.web.base.current import photos
from companion.web.base.htmx import see_other
from companion.web.photo.checked import CheckedReading, Point, checked_from_json
from companion.web.photo.kept import keep_if_agreed
from companion.web.photo.purpose import read_purpose
from companion.web.photo.reading import GONE, back_to_reading, spread_or_404
from companion.web.photo.removed import read_removed, removed_from

MOST_CARDS = 90


def correct_card(photo: str, index: int) -> Response:
    """Put another card in its place, or take it out, and ask for the next; what is gone already stays gone."""
    before = spread_or_404(photo)
    if not _still_lies(before, index):
        return see_other(url_for("photo.show_reading", photo=photo))
    removed = removed_from(photo, before, index).sealed if "remove" in request.form else None
    card = None if removed else _posted_card()
    checked = _put_right(photo, lambda now: _put(now, index, card) if _still_lies(now, index) else now)
    if not before.found[index].sure and checked.doubtful:
        return see_other(url_for("photo.show_card", photo=photo, index=checked.doubtful[0], removed=removed))
    return see_other(url_for("photo.show_reading", photo=photo, removed=removed))


def put_back(photo: str) -> Response:
    """Put a card that was taken out back where it lay, unless another has come or gone since."""
    removed = read_removed(request.form.get("removed", ""))
    if removed:
        _put_right(photo, lambda now: removed.back_in(now) if removed.fits(photo, now) else now)
    return see_other(url_for("photo.show_reading", photo=photo))


def add_card(photo: str) -> Response:
    """Add a card that was missed, unless this very tap has been counted."""
    card = _posted_card()

    def add(now: CheckedReading) -> CheckedReading:
        has_room = _is_as_many(now) and len(now.found) < MOST_CARDS
        return now.add(card, _posted_outline(now)) if has_room else now

    checked = _put_right(photo, add)
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
    checked = _change(photo, lambda now: replace(now, apart=request.form.get("apart") == "1"))
    first = checked.purpose.join or photo
    return back_to_reading(first, spread_or_404(first))


def leave_out(photo: str) -> Response:
    """Take one of several photos away again; where it is the first, the next takes its place."""
    checked = spread_or_404(photo)
    first = checked.purpose.join or _put_next_first(photo, checked)
    left = _change(first, lambda now: replace(now, joined=tuple(other for other in now.joined if other != photo)))
    return back_to_reading(first, left)


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
    """Whether the card still lies where it lay; where one is removed its name alone does not tell: a twin moves up."""
    if index >= len(checked.found) or ("remove" in request.form and not _is_as_many(checked)):
        return False
    return str(checked.found[index].card) == request.form.get("was")


def _put(checked: CheckedReading, index: int, card: Card | None) -> CheckedReading:
    return checked.correct(index, card) if card else checked.remove(index)


def _is_as_many(checked: CheckedReading) -> bool:
    return request.form.get("count") == str(len(checked.found))


def _with_players(checked: CheckedReading) -> CheckedReading:
    said = {name: request.form.get(name, "") for name in ("seat", "leader", "trump")}
    # Another seat of the photographer's turns the whole picture: what was guessed before says nothing any more.
    turned = said["seat"] != checked.purpose.asked.get("seat", "")
    found = tuple(
        replace(each, player=None if turned else _posted_seat(f"player-{index}"))
        for index, each in enumerate(checked.found)
    )
    return replace(checked, found=found, purpose=read_purpose({**checked.purpose.asked, **said}))


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
    _change(first, lambda now: replace(now, joined=tuple(others), purpose=checked.purpose))
    return first


def _join_with(first: str, photo: str) -> None:
    _change(photo, lambda now: replace(now, joined=(), purpose=replace(now.purpose, join=first)))


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
