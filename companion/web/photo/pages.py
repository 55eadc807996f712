"""Reading cards from a photo: send one, wait for its turn in the line, and see what was read."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from functools import partial

from flask import Blueprint, Flask, abort, current_app, jsonify, request, url_for
from werkzeug.wrappers import Response

from companion.cards import Suit
from companion.rules.variants import VARIANTS
from companion.vision.serve.picture import Unreadable
from companion.web.base.admission import belongs
from companion.web.base.forms import Form, read_form_key
from companion.web.base.htmx import respond, see_other, wants_fragment
from companion.web.base.security import accepts_body, waits_for_reader
from companion.web.photo import corrections, reading
from companion.web.photo.case import case_of
from companion.web.photo.desk import PHOTO, about_photo, line_for, purpose_of, read_and_keep
from companion.web.photo.line import Line, Turn
from companion.web.photo.purpose import Purpose, read_purpose
from companion.web.photo.queue import ReadingQueue

MOST_BYTES = 12 * 1024 * 1024
MOST_FRAME_BYTES = 512 * 1024
NO_TICKET = "This photo waits no longer. Take it again, or choose it once more."

pages = Blueprint("photo", __name__, url_prefix="/photo")

pages.add_url_rule("/<photo>", "show_reading", reading.show_reading)
pages.add_url_rule("/<photo>.jpg", "show_picture", reading.show_picture)
pages.add_url_rule("/<photo>/card/<int:index>", "show_card", reading.show_card)
for _path, _view in corrections.WRITES.items():
    pages.add_url_rule(f"/<photo>{_path}", _view.__name__, _view, methods=["POST"])


def init_app(app: Flask) -> None:
    """Serve the photo pages of ``app``, with ``READER`` in place of the real one where it is set."""
    queue = ReadingQueue(app.config["READER"], reads=app.config["READS"] or app.extensions["store"].waiting is None)
    app.extensions["reading_queue"] = queue
    do = partial(read_and_keep, app.extensions["store"], queue)
    app.extensions["reading_line"] = line_for(app, PHOTO, queue, do)
    app.register_blueprint(pages)
    belongs(app, "photo", "game", str)
    belongs(app, "photo", "photo", reading.game_of_photo)
    belongs(app, "photo", "join", reading.game_of_photo)
    belongs(app, "photo", "ticket", _game_of_ticket)


@pages.get("/")
def show() -> Response:
    """Where a photo is taken or chosen; the fields of :class:`Purpose` say what for."""
    _queue().wake()
    return _show_start(read_purpose(request.args), Form())


@pages.post("/")
@accepts_body(MOST_BYTES)
@waits_for_reader
def read() -> Response:
    """Line up for reading the photo that was sent, or the sample that was chosen."""
    purpose = read_purpose(request.form)
    try:
        content, purpose = _sent_photo(purpose)
    except Unreadable as refusal:
        return _show_start(purpose, Form(errors={"photo": str(refusal)}))
    ticket = _line().hand_in(content, about_photo(purpose, read_form_key().key))
    ticket.wait(current_app.config["READING_GRACE_SECONDS"])
    return _answer(ticket) if ticket.done else see_other(url_for("photo.wait", ticket=ticket.id))


@pages.post("/glance")
@accepts_body(MOST_FRAME_BYTES)
@waits_for_reader
def glance() -> Response:
    """What a live camera sees, as JSON; 204 where the frame is dropped because somebody's photo waits."""
    pack = case_of(read_purpose(request.args)).variant.pack.counts
    try:
        content = request.get_data()
        seen = _queue().glance(content, pack)
    except Unreadable:
        seen = None
    if seen is None:
        return Response(status=204)
    return jsonify(cards=[card.to_dict() for card in seen.cards], size=seen.size)


@pages.get("/line/<ticket>")
def wait(ticket: str) -> Response:
    """How many photos come first, and then the reading or what was wrong with the photo."""
    found = _line().find(ticket)
    if found is None:
        abort(404, NO_TICKET)
    if found.done:
        # A fragment cannot become another page: htmx is sent here again, and gets the page that it leads to.
        return see_other(request.path) if wants_fragment() else _answer(found)
    ahead, purpose = _line().ahead(found), purpose_of(found.about)
    return respond("photo/wait.html", "photo/_wait.html", ahead=ahead, ticket=ticket, purpose=purpose)


def _game_of_ticket(ticket: str) -> str | None:
    """The game for which a photo waits; None if it is for none, or waits no longer."""
    found = _line().find(ticket)
    return purpose_of(found.about).game if found else None


def _answer(turn: Turn) -> Response:
    try:
        return see_other(url_for("photo.show_reading", photo=turn.result()["photo"]))
    except Unreadable as refusal:
        return _show_start(purpose_of(turn.about), Form(errors={"photo": str(refusal)}))


def _line() -> Line:
    line: Line = current_app.extensions["reading_line"]
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
        raise Unreadable("A sample photo is for trying the reader: it isn’t what lies on your table. Take one of that.")
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
        looks=_queue().reads,
        most_bytes=MOST_BYTES,
    )
