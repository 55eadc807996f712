"""Teach your deck: photos of known cards are kept, reviewed, learned from, exported and deleted; decks as files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from flask import Blueprint, Flask, abort, current_app, request, url_for
from werkzeug.wrappers import Response

from companion.rules.names import tidy_name
from companion.store import Store
from companion.store.database import Body
from companion.store.moments import now
from companion.store.photos import Example, TaughtDeck, named_deck
from companion.vision.deck import DeckError, learned_from_bytes
from companion.vision.reading import Unreadable
from companion.vision.serve import Known, Report, teach
from companion.vision.worker import WorkerLost
from companion.web.core.access import MEMBERS, TAKE_PART, allow, belongs
from companion.web.core.current import current_store
from companion.web.core.extras import require_reader
from companion.web.core.forms import Form
from companion.web.core.identity import this_phone
from companion.web.core.rendering import respond, see_other, wants_fragment
from companion.web.core.security import PHOTOS, accepts_body, limited, waits_for_reader
from companion.web.photo.case import case_of_deck
from companion.web.photo.checked import checked_from_json
from companion.web.photo.desk import keep_photo, line_for, to_set
from companion.web.photo.line import ReadingQueue, WaitingLine
from companion.web.photo.reading import game_of_photo

LESSON = "lesson"
FEWEST_PHOTOS = 2
LONGEST_LESSON_SECONDS = 300.0
TOO_FEW = "Take at least two photos first: the reader learns from one and is tested on the other."
UNFINISHED = "The lesson could not be finished. Delete the photos that show least, and start it again."
CHANGED = "Some of the photos changed meanwhile, so nothing was learned. Start the lesson again if you like."
NO_SUCH_DECK = "No deck of this name was taught. Choose one of the list."
NO_FILE = "Please choose a file first."
MOST_BYTES = 8 * 1024 * 1024
ON_A_COMPUTER = "A deck is taught by a companion on a computer, not by this one in your browser."
NO_LESSON = "This lesson is over. Start it again, if you like."

Teacher = Callable[[Sequence[Known]], tuple[bytes, Report]]


def open_games(app: Flask) -> None:
    """Line lessons up before the store of ``app``."""
    queue = ReadingQueue()
    app.extensions["lesson_queue"] = queue
    teacher: Teacher = app.config["TEACHER"] or partial(teach_apart, queue)
    app.extensions["lesson_line"] = line_for(
        app, LESSON, queue, partial(teach_and_keep, app.extensions["store"], teacher)
    )


@waits_for_reader
@allow(MEMBERS, TAKE_PART)
@limited(PHOTOS)
def learn() -> Response:
    """Learn from the photos that are kept."""
    game = request.form.get("game", "")
    owner, examples = case_of_deck(game).owner, current_store().examples
    if len(examples.all_of(owner)) < FEWEST_PHOTOS:
        return show_deck(game, Form(errors={"learn": TOO_FEW}))
    owners = sorted({owner, this_phone()})  # this phone knows the deck in its next game, too
    ticket = _line().hand_in(b"", {"game": game, "taught_by": owner, "owners": owners})
    ticket.wait(current_app.config["READING_GRACE_SECONDS"])
    return see_other(url_for("deck.wait", ticket=ticket.id))


@allow(MEMBERS)
def wait(ticket: str) -> Response:
    """The progress of a lesson, and then what it led to."""
    found = _line().find(ticket)
    if found is None:
        abort(404, NO_LESSON)
    if not found.done:
        return respond("deck/wait.html", "deck/_wait.html", ahead=_line().ahead(found), ticket=ticket)
    if wants_fragment():
        return see_other(url_for("deck.wait", ticket=ticket))
    try:
        found.result()
    except Unreadable as refusal:
        return show_deck(found.about["game"], Form(errors={"learn": str(refusal)}))
    return see_other(url_for("deck.deck_page", game=found.about["game"] or None))


def game_of(ticket: str) -> str | None:
    """The game whose deck a lesson is about; None if it is about none, or over."""
    found = _line().find(ticket)
    return found.about["game"] if found else None


@allow(MEMBERS, TAKE_PART)
def use() -> Response:
    """Read the cards of this table as a deck that was taught under a name."""
    game, examples = request.form.get("game", ""), current_store().examples
    owner, taught = case_of_deck(game).owner, examples.find_deck(named_deck(tidy_name(request.form.get("deck", ""))))
    if taught is None:
        return show_deck(game, Form(errors={"learn": NO_SUCH_DECK}))
    examples.keep_deck(owner, taught)
    return see_other(url_for("deck.deck_page", game=game or None))


@allow(MEMBERS, TAKE_PART)
def forget() -> Response:
    """Read the cards of this table, and on this phone, as everybody's again."""
    game = request.form.get("game", "")
    for owner in (case_of_deck(game).owner, this_phone()):
        current_store().examples.delete_deck(owner)
    return see_other(url_for("deck.deck_page", game=game or None))


@accepts_body(MOST_BYTES)
@allow(MEMBERS, TAKE_PART)
def bring_in() -> Response:
    """Read the cards of this table, and of this phone, as the deck that a computer was taught and saved as a file."""
    if not current_app.config["ALONE"]:
        abort(404, NO_SUCH_DECK)
    game, sent, form = request.form.get("game", ""), request.files.get("file"), Form()
    content = sent.read() if sent else b""
    try:
        if content:
            learned_from_bytes(content)
        else:
            form.refuse("file", NO_FILE)
    except DeckError as refusal:
        form.refuse("file", str(refusal))
    if form.errors:
        return show_deck(game, form)
    for owner in sorted({case_of_deck(game).owner, this_phone()}):
        current_store().examples.keep_deck(owner, TaughtDeck(content, {}, now()))
    return see_other(url_for("deck.deck_page", game=game or None))


@allow(MEMBERS)
def save() -> Response:
    """The learned deck, as a file for a companion on a phone."""
    taught = current_store().examples.find_deck(case_of_deck(request.args.get("game", "")).owner)
    if taught is None:
        abort(404)
    return Response(
        taught.deck,
        mimetype="application/octet-stream",
        headers={"Content-Disposition": 'attachment; filename="deck.npz"', "Cache-Control": "no-store"},
    )


def show_deck(game: str, form: Form) -> Response:
    """The kept photos, the learned deck, and the actions on them."""
    case, examples = case_of_deck(game), current_store().examples
    owner = case.owner
    taught = examples.find_deck(owner)
    return respond(
        "deck/deck.html",
        status=form.status,
        form=form,
        game=game,
        photo=case.purpose.url,
        agrees=examples.agrees(owner),
        examples=[(each, checked_from_json(each.reading)) for each in examples.all_of(owner)],
        taught=taught,
        unfit=_unfit(taught),
        fewest=FEWEST_PHOTOS,
        named=examples.deck_names(),
    )


def _unfit(taught: TaughtDeck | None) -> str:
    """The reason that this phone cannot read the learned deck any more; a computer can learn it again."""
    try:
        if taught and current_app.config["ALONE"]:
            learned_from_bytes(taught.deck)
    except DeckError as refusal:
        return str(refusal)
    return ""


def _line() -> WaitingLine:
    line: WaitingLine = current_app.extensions["lesson_line"]
    return line


def teach_apart(queue: ReadingQueue, known: Sequence[Known]) -> tuple[bytes, Report]:
    """Teach in the process of this queue, which is ended afterwards.

    :raises Unreadable: if nothing can be learned from these photos, or the process ends over them.
    """
    try:
        return queue.worker.call(teach, known, seconds=LONGEST_LESSON_SECONDS)
    except WorkerLost:
        raise Unreadable(UNFINISHED) from None
    finally:
        queue.worker.stop()


def teach_and_keep(store: Store, teacher: Teacher, _content: bytes, about: Body) -> Body:
    """Teach a deck with an owner's kept photos, and keep it for everyone who uses it.

    :raises Unreadable: if nothing can be learned from them.
    """
    kept, known = _taught_by(store, about)
    deck, report = teacher([(each.jpeg, checked_from_json(each.reading).cards) for each in kept])
    left, known_now = _taught_by(store, about)
    if known_now != known or not {each.id for each in kept} <= {each.id for each in left}:
        raise Unreadable(CHANGED)
    for owner in about["owners"]:
        store.examples.keep_deck(owner, TaughtDeck(deck, report._asdict(), now()))
    return {}


def _taught_by(store: Store, about: Body) -> tuple[Sequence[Example], list[TaughtDeck | None]]:
    """The photos of a lesson, and the present deck of each of its users."""
    decks = [store.examples.find_deck(owner) for owner in about["owners"]]
    return store.examples.all_of(about["taught_by"]), decks


def require_teacher() -> None:
    """Refuse the pages if no photos are read, and those for teaching if no deck can be taught.

    :raise 404: with the line that says why.
    """
    require_reader()
    if current_app.config["ALONE"] and request.endpoint not in ON_A_PHONE:
        abort(404, ON_A_COMPUTER)


ON_A_PHONE = {"deck.deck_page", "deck.bring_in", "deck.save", "deck.forget"}

pages = Blueprint("deck", __name__, url_prefix="/deck")
pages.before_request(require_teacher)

pages.add_url_rule("/learn", "learn", learn, methods=["POST"])
pages.add_url_rule("/lesson/<ticket>", "wait", wait)
pages.add_url_rule("/use", "use", use, methods=["POST"])
pages.add_url_rule("/file", "bring_in", bring_in, methods=["POST"])
pages.add_url_rule("/deck.npz", "save", save)
pages.add_url_rule("/forget", "forget", forget, methods=["POST"])


def init_app(app: Flask) -> None:
    """Serve the page and what it does."""
    app.register_blueprint(pages)
    belongs(app, "deck", "game", str)
    belongs(app, "deck", "photo", game_of_photo)
    belongs(app, "deck", "ticket", game_of)


@pages.get("/")
@allow(MEMBERS)
def deck_page() -> Response:
    """The kept photos, the learned deck, and the actions on them."""
    return show_deck(request.args.get("game", ""), Form())


@pages.post("/agree")
@allow(MEMBERS, TAKE_PART)
def agree() -> Response:
    """Keep the photos that are corrected at this table from now on, or no more."""
    game, photo = request.form.get("game", ""), request.form.get("photo", "")
    owner = case_of_deck(game).owner
    if request.form.get("agree") != "1":
        current_store().examples.disagree(owner)
    else:
        current_store().examples.agree(owner, now())
        if photo and request.form.get("checked") == "1":
            keep_photo(owner, photo)
    return see_other(url_for("photo.show_reading", photo=photo) if photo else _here(game))


@pages.post("/keep")
@allow(MEMBERS, TAKE_PART)
def keep() -> Response:
    """Keep one photo whose names a person has confirmed."""
    game = request.args.get("game", "")
    keep_photo(case_of_deck(game).owner, request.form.get("photo", ""))
    return see_other(_here(game))


@pages.get("/<example>.jpg")
@allow(MEMBERS)
def show_picture(example: str) -> Response:
    """One of the photos."""
    found = current_store().examples.find(case_of_deck(request.args.get("game", "")).owner, example)
    if found is None:
        abort(404)
    return Response(found.jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@pages.post("/<example>/delete")
@allow(MEMBERS, TAKE_PART)
def delete(example: str) -> Response:
    """Forget one of the photos."""
    game = request.form.get("game", "")
    current_store().examples.delete(case_of_deck(game).owner, example)
    return see_other(_here(game))


@pages.post("/delete-all")
@allow(MEMBERS, TAKE_PART)
def delete_all() -> Response:
    """Forget all of the photos."""
    game = request.form.get("game", "")
    current_store().examples.delete_all(case_of_deck(game).owner)
    return see_other(_here(game))


@pages.get("/photos.zip")
@allow(MEMBERS)
def download() -> Response:
    """All photos with their names, as a set to measure and to train with."""
    packed = to_set(current_store().examples.all_of(case_of_deck(request.args.get("game", "")).owner))
    return Response(
        packed, mimetype="application/zip", headers={"Content-Disposition": 'attachment; filename="photos.zip"'}
    )


def _here(game: str) -> str:
    return url_for("deck.deck_page", game=game or None)
