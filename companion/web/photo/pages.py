"""Reading cards from a photo: send one, wait for it, see what was read, and correct it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from functools import partial

from flask import Blueprint, Flask, abort, current_app, jsonify, request, url_for
from werkzeug.wrappers import Response

from companion.cards import Card, CardError, Suit
from companion.rules.variants import VARIANTS
from companion.vision.reading import Unreadable
from companion.web.core.access import MEMBERS, TAKE_PART, allow, belongs
from companion.web.core.current import current_store, photos
from companion.web.core.extras import require_reader
from companion.web.core.forms import Form, number_in, read_form_key, seat_in, tapped_card
from companion.web.core.rendering import respond, see_other, wants_fragment
from companion.web.core.security import PHOTOS, accepts_body, limited, waits_for_reader
from companion.web.photo import reading
from companion.web.photo.case import MOST_SEATS, Purpose, case_of, read_purpose, sweep_in
from companion.web.photo.checked import CheckedReading, FoundCard, Point, checked_from_json, join_cards
from companion.web.photo.desk import PHOTO, about_photo, asked_of, keep_if_agreed, line_for, purpose_of, read_and_keep
from companion.web.photo.line import Job, ReadingQueue, WaitingLine
from companion.web.photo.reading import GONE, back_to_reading, photos_beside, reading_or_404, show_found

MOST_CARDS = 200
NAMED_MEANWHILE = (
    "Someone else changed this card first, so your change was not saved. Make it again if it is still right."
)
REMOVED_MEANWHILE = "Someone else removed this card first, so your change was not saved."
TOO_MANY = f"A photo takes at most {MOST_CARDS} cards."


@allow(MEMBERS, TAKE_PART)
def correct_card(photo: str, index: int) -> Response:
    """Put another card in its place, or take it out, and ask for the next; 409 where another phone was first."""
    before = reading_or_404(photo)
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


@allow(MEMBERS, TAKE_PART)
def put_back(photo: str, index: int) -> Response:
    """Restore a removed card at its place."""
    _put_right(photo, lambda now: now.put_back(index) if index in now.removed else now)
    return see_other(url_for("photo.show_reading", photo=photo))


@allow(MEMBERS, TAKE_PART)
def add_card(photo: str) -> Response:
    """Add a card that was missed, one more than all photos show together.

    It is added once, however often this very form is sent, and if two phones add it at the same time.
    """
    card, form, before = _posted_card(), read_form_key(), reading_or_404(photo)
    if len(before.found) >= MOST_CARDS:
        abort(422, TOO_MANY)
    shown = join_cards(photos_beside(photo, before)).count(card)

    def with_card(now: CheckedReading) -> CheckedReading:
        if form.seen is not None and now.is_added_elsewhere(card, form.seen, (form.key, *form.after)):
            return now
        return now.add(card, _posted_outline(now), form.key, more=now.cards.count(card) < shown)

    return back_to_reading(photo, _put_right(photo, with_card), adding=True)


@allow(MEMBERS, TAKE_PART)
def price(photo: str) -> Response:
    """Count the same cards otherwise: by another variant or trump, as the first or last trick, a hand as a meld."""
    said = {name: request.form[name] for name in ("variant", "trump", "kind") if name in request.form}
    tricks = {name: request.form.get(name, "") for name in ("first", "last")}
    return back_to_reading(photo, _with_purpose(photo, {**said, **tricks}))


@allow(MEMBERS, TAKE_PART)
def set_whose(photo: str) -> Response:
    """Set the owner of the meld; an unknown one leaves it open."""
    _with_purpose(photo, {"whose": request.form.get("whose", "")})
    return see_other(url_for("photo.show_reading", photo=photo))


@allow(MEMBERS, TAKE_PART)
def set_players(photo: str) -> Response:
    """Set the player of each card of a trick, its leader, and the photographer's seat."""
    return back_to_reading(photo, _change(photo, _with_players))


@allow(MEMBERS, TAKE_PART)
def set_apart(photo: str) -> Response:
    """Mark the cards of a joined photo as different from those before it, or as the same."""
    apart = request.form.get("apart") == "1"
    return back_to_reading(photo, _change(photo, lambda now: replace(now, apart=apart)))


@allow(MEMBERS, TAKE_PART)
def leave_out(photo: str) -> Response:
    """Leave out one of several photos; a single photo stays."""
    checked = reading_or_404(photo)
    several = bool(checked.joined or checked.purpose.join)
    return back_to_reading(photo, _change(photo, lambda now: replace(now, left_out=several)))


@allow(MEMBERS, TAKE_PART)
def take_in(photo: str) -> Response:
    """Put a photo that was left out back with the others."""
    return back_to_reading(photo, _change(photo, lambda now: replace(now, left_out=False)))


WRITES: Mapping[str, Callable[..., Response]] = {
    "/card/<int:index>": correct_card,
    "/card/<int:index>/put-back": put_back,
    "/add": add_card,
    "/price": price,
    "/whose": set_whose,
    "/players": set_players,
    "/apart": set_apart,
    "/leave-out": leave_out,
    "/take-in": take_in,
}


def _change(photo: str, change: Callable[[CheckedReading], CheckedReading]) -> CheckedReading:
    """Change a reading and return it: simultaneous corrections are made one after the other."""
    reading_or_404(photo)
    changed = photos().change_reading(photo, lambda body: change(checked_from_json(body)).to_json())
    return checked_from_json(changed) if changed else abort(404, GONE)


def _put_right(photo: str, change: Callable[[CheckedReading], CheckedReading]) -> CheckedReading:
    checked = _change(photo, change)
    keep_if_agreed(photo, checked)
    return checked


def _with_purpose(photo: str, said: Mapping[str, str]) -> CheckedReading:
    """The reading, with more said of its purpose."""
    return _change(photo, lambda now: replace(now, purpose=read_purpose({**now.purpose.asked, **said})))


def _still_lies(checked: CheckedReading, index: int) -> bool:
    """Return True if the card, sure or not, is still there under the name on the page."""
    named = str(checked.found[index].card) == request.form.get("was")
    return named and not checked.found[index].removed


def _is_so(found: FoundCard, card: Card | None) -> bool:
    """Return True if a card has this name, or for None, if it is removed."""
    return found.removed if card is None else (found.card, found.removed) == (card, False)


def _put(checked: CheckedReading, index: int, card: Card | None) -> CheckedReading:
    return checked.correct(index, card) if card else checked.remove(index)


def _with_players(checked: CheckedReading) -> CheckedReading:
    said = {name: request.form.get(name, "") for name in ("seat", "leader", "trump")}
    # Another seat of the photographer's turns the whole picture: what was guessed before says nothing any more.
    turned = said["seat"] != checked.purpose.asked.get("seat", "")
    found = tuple(
        each
        if each.removed
        else replace(each, player=None if turned else seat_in(request.form.get(f"player-{index}", ""), MOST_SEATS))
        for index, each in enumerate(checked.found)
    )
    return replace(checked, found=found, purpose=read_purpose({**checked.purpose.asked, **said}))


def _posted_card() -> Card:
    try:
        return tapped_card(request.form.get("card", ""))
    except CardError as error:
        abort(422, f"{error}.")


def _posted_outline(checked: CheckedReading) -> tuple[Point, ...]:
    """The rectangle that was dragged over the photo, as left, top, right and bottom; nothing where none was."""
    sides = [number_in(side) for side in request.form.get("outline", "").split(",")]
    known = [float(side) for side in sides if side is not None]
    if not len(sides) == len(known) == 4:
        return ()
    left, top, right, bottom = known
    width, height = checked.size
    fits = left < right <= width and top < bottom <= height
    return ((left, top), (right, top), (right, bottom), (left, bottom)) if fits else ()


MOST_BYTES = 12 * 1024 * 1024
MOST_FRAME_BYTES = 512 * 1024
NO_TICKET = "This photo is no longer in the queue. Take it again, or choose it once more."

pages = Blueprint("photo", __name__, url_prefix="/photo")

pages.add_url_rule("/<photo>", "show_reading", reading.show_reading)
pages.add_url_rule("/<photo>.jpg", "show_picture", reading.show_picture)
pages.add_url_rule("/<photo>/card/<int:index>", "show_card", reading.show_card)
for _path, _view in WRITES.items():
    pages.add_url_rule(f"/<photo>{_path}", _view.__name__, _view, methods=["POST"])


def init_app(app: Flask) -> None:
    """Serve the photo pages of ``app``."""
    app.register_blueprint(pages)
    belongs(app, "photo", "game", str)
    belongs(app, "photo", "photo", reading.game_of_photo)
    belongs(app, "photo", "join", reading.game_of_photo)
    belongs(app, "photo", "ticket", _game_of_ticket)


def open_games(app: Flask) -> None:
    """Line photos up before the store of ``app``, for ``READER`` in place of the real one where it is set."""
    queue = ReadingQueue(app.config["READER"], reads=app.config["READS"] or app.extensions["store"].waiting is None)
    app.extensions["reading_queue"] = queue
    do = partial(read_and_keep, app.extensions["store"], queue)
    app.extensions["reading_line"] = line_for(app, PHOTO, queue, do)


@pages.get("/")
@allow(MEMBERS)
def camera_page() -> Response:
    """The page to take or choose a photo on; the fields of :class:`Purpose` hold its purpose."""
    require_reader()
    _queue().wake()
    return _show_start(read_purpose(request.args), Form())


@pages.post("/")
@accepts_body(MOST_BYTES)
@waits_for_reader
@allow(MEMBERS, TAKE_PART)
@limited(PHOTOS)
def read() -> Response:
    """Queue the sent photo or the chosen sample for reading."""
    require_reader()
    purpose = read_purpose(request.form)
    try:
        content, purpose = _sent_photo(purpose)
    except Unreadable as refusal:
        return _show_start(purpose, Form(errors={"photo": str(refusal)}))
    ticket = _line().hand_in(content, about_photo(purpose, read_form_key().key, sweep_in(request.form)))
    ticket.wait(current_app.config["READING_GRACE_SECONDS"])
    return _answer(ticket) if ticket.done else see_other(url_for("photo.wait", ticket=ticket.id))


@pages.post("/glance")
@accepts_body(MOST_FRAME_BYTES)
@waits_for_reader
@allow(MEMBERS, TAKE_PART)
def glance() -> Response:
    """A live camera's cards, as JSON; 204 if the frame is dropped for a waiting photo."""
    require_reader()
    pack, known = asked_of(current_store(), about_photo(read_purpose(request.args), sweep=sweep_in(request.args)))
    try:
        seen = _queue().glance(request.get_data(), pack, **known)
    except Unreadable:
        seen = None
    if seen is None:
        return Response(status=204)
    return jsonify(seen.to_look())


@pages.get("/line/<ticket>")
@allow(MEMBERS)
def wait(ticket: str) -> Response:
    """The number of photos ahead, and then the reading or the fault of the photo."""
    found = _line().find(ticket)
    if found is None:
        abort(404, NO_TICKET)
    if found.done:
        # A fragment cannot become another page: htmx is sent here again, and gets the page that it leads to.
        return see_other(url_for("photo.wait", ticket=ticket)) if wants_fragment() else _answer(found)
    ahead, purpose = _line().ahead(found), purpose_of(found.about)
    return respond("photo/wait.html", "photo/_wait.html", ahead=ahead, ticket=ticket, purpose=purpose)


def _game_of_ticket(ticket: str) -> str | None:
    """The game of a waiting photo; None if it has none, or waits no longer."""
    found = _line().find(ticket)
    return purpose_of(found.about).game if found else None


def _answer(turn: Job) -> Response:
    try:
        return see_other(url_for("photo.show_reading", photo=turn.result()["photo"]))
    except Unreadable as refusal:
        return _show_start(purpose_of(turn.about), Form(errors={"photo": str(refusal)}))


def _line() -> WaitingLine:
    line: WaitingLine = current_app.extensions["reading_line"]
    return line


def _queue() -> ReadingQueue:
    queue: ReadingQueue = current_app.extensions["reading_queue"]
    return queue


def _sent_photo(purpose: Purpose) -> tuple[bytes, Purpose]:
    if name := request.form.get("sample"):
        return _sample(name, purpose)
    for file in request.files.values():
        with closing(file):
            if file.filename:
                return file.read(), purpose
    raise Unreadable("Take a photo or choose one first.")


def _sample(name: str, purpose: Purpose) -> tuple[bytes, Purpose]:
    """A sample, and unless a page asked for it, its own pack and trump to count it under; never for a game."""
    from companion.vision.samples import find_sample

    try:
        sample = find_sample(name)
    except KeyError:
        raise Unreadable("There is no such sample photo. Choose one of those below.") from None
    if purpose.game:
        raise Unreadable(
            "A sample photo is for trying the reader: it isn’t your table. Please photograph your own cards."
        )
    if not purpose.next:
        variant = _played_with(sample.pack) or purpose.variant
        purpose = replace(purpose, variant=variant, trump=Suit(sample.trump))
    return sample.picture.read_bytes(), purpose


def _played_with(cards: int) -> str:
    """The first variant with a pack of this size for four, or for as near to four as there is; empty if none."""
    like = [variant for variant in VARIANTS if variant.pack.size == cards]
    return min(like, key=lambda variant: abs(variant.players[0] - 4)).key if like else ""


def _show_start(purpose: Purpose, form: Form) -> Response:
    from companion.vision.samples import list_samples

    return respond(
        "photo/photo.html",
        "photo/_start.html",
        status=form.status,
        purpose=purpose,
        case=case_of(purpose),
        form=form,
        samples=list_samples(),
        looks=_queue().reads or current_app.config["ALONE"],
        most_bytes=MOST_BYTES,
    )
