"""Learning a deck from the photos that a table has kept: in a process and a line of its own, so that no photo waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from flask import Flask, abort, current_app, request, url_for
from werkzeug.wrappers import Response

from companion.rules.names import tidy_name
from companion.store import Store
from companion.store.database import Body
from companion.store.moments import now
from companion.store.photos import Example, TaughtDeck, named_deck
from companion.vision.serve.picture import Unreadable
from companion.vision.serve.trial import Known, Report, teach
from companion.vision.serve.worker import WorkerLost
from companion.web.base.current import current_store
from companion.web.base.device import this_phone
from companion.web.base.forms import Form
from companion.web.base.htmx import respond, see_other, wants_fragment
from companion.web.base.security import waits_for_reader
from companion.web.photo.case import case_of_deck
from companion.web.photo.checked import checked_from_json
from companion.web.photo.desk import line_for
from companion.web.photo.line import Line
from companion.web.photo.queue import ReadingQueue

LESSON = "lesson"
FEWEST_PHOTOS = 2
LONGEST_LESSON_SECONDS = 300.0
TOO_FEW = "Take at least two photos first: what is learnt from one is tried out on the other."
UNFINISHED = "The lesson could not be finished. Delete the photos that show least, and start it again."
CHANGED = (
    "Something of it was changed or deleted meanwhile, so nothing was learnt. Start the lesson again, if you like."
)
NO_SUCH_DECK = "No deck of this name was taught. Choose one of the list."
NO_LESSON = "This lesson is over. Start it again, if you like."

Teacher = Callable[[Sequence[Known]], tuple[bytes, Report]]


def init_app(app: Flask) -> None:
    """Let the tables of ``app`` teach their decks, with ``TEACHER`` in place of the real one where it is set."""
    queue = ReadingQueue()
    app.extensions["lesson_queue"] = queue
    teacher: Teacher = app.config["TEACHER"] or partial(teach_apart, queue)
    app.extensions["lesson_line"] = line_for(
        app, LESSON, queue, partial(teach_and_keep, app.extensions["store"], teacher)
    )


@waits_for_reader
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


def wait(ticket: str) -> Response:
    """The progress of a lesson, and then what it led to."""
    found = _line().find(ticket)
    if found is None:
        abort(404, NO_LESSON)
    if not found.done:
        return respond("deck/wait.html", "deck/_wait.html", ahead=_line().ahead(found), ticket=ticket)
    if wants_fragment():
        return see_other(request.path)
    try:
        found.result()
    except Unreadable as refusal:
        return show_deck(found.about["game"], Form(errors={"learn": str(refusal)}))
    return see_other(url_for("deck.show", game=found.about["game"] or None))


def game_of(ticket: str) -> str | None:
    """The game whose deck a lesson is about; None if it is about none, or over."""
    found = _line().find(ticket)
    return found.about["game"] if found else None


def use() -> Response:
    """Read the cards of this table as a deck that was taught under a name."""
    game, examples = request.form.get("game", ""), current_store().examples
    owner, taught = case_of_deck(game).owner, examples.find_deck(named_deck(tidy_name(request.form.get("deck", ""))))
    if taught is None:
        return show_deck(game, Form(errors={"learn": NO_SUCH_DECK}))
    examples.keep_deck(owner, taught)
    return see_other(url_for("deck.show", game=game or None))


def forget() -> Response:
    """Read the cards of this table, and on this phone, as everybody's again."""
    game = request.form.get("game", "")
    for owner in (case_of_deck(game).owner, this_phone()):
        current_store().examples.delete_deck(owner)
    return see_other(url_for("deck.show", game=game or None))


def show_deck(game: str, form: Form) -> Response:
    """What is kept, what was learnt, and what can be done."""
    case, examples = case_of_deck(game), current_store().examples
    owner = case.owner
    return respond(
        "deck/deck.html",
        status=form.status,
        form=form,
        game=game,
        photo=case.purpose.url,
        agrees=examples.agrees(owner),
        examples=[(each, checked_from_json(each.reading)) for each in examples.all_of(owner)],
        taught=examples.find_deck(owner),
        fewest=FEWEST_PHOTOS,
        named=examples.deck_names(),
    )


def _line() -> Line:
    line: Line = current_app.extensions["lesson_line"]
    return line


def teach_apart(queue: ReadingQueue, known: Sequence[Known]) -> tuple[bytes, Report]:
    """Teach in the process of this queue, which is ended afterwards.

    :raises Unreadable: if nothing can be learnt from these photos, or the process ends over them.
    """
    try:
        return queue.worker.call(teach, known, seconds=LONGEST_LESSON_SECONDS)
    except WorkerLost:
        raise Unreadable(UNFINISHED) from None
    finally:
        queue.worker.stop()


def teach_and_keep(store: Store, teacher: Teacher, _content: bytes, about: Body) -> Body:
    """Teach a deck by the photos that an owner has kept, and keep it for all who are to know it.

    :raises Unreadable: if nothing can be learnt from them.
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
    """The photos of a lesson, and what each who is to know the deck knows already."""
    decks = [store.examples.find_deck(owner) for owner in about["owners"]]
    return store.examples.all_of(about["taught_by"]), decks
