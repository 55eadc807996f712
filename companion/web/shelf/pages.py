"""The list of games, the archive and the bin, and a game that comes from a file."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, request, url_for
from werkzeug.wrappers import Response

from companion.game.record.agreeing import is_signed
from companion.rules.names import words_of
from companion.store.audit import Action, AuditEntry
from companion.store.errors import NotFound, StoreError, Unavailable
from companion.store.files.game import import_game, read_game_file
from companion.store.journal import GameRow, Order, Shelf
from companion.store.judgement import judge_game
from companion.store.moments import now
from companion.web.base.actor import audit_entry
from companion.web.base.admission import belongs, find_seen, is_locked, may_manage, seen_here
from companion.web.base.clock import this_evening
from companion.web.base.current import journal
from companion.web.base.errors import NO_SUCH_TABLE
from companion.web.base.forms import Form
from companion.web.base.game import open_game
from companion.web.base.gathering import gather_a_little
from companion.web.base.htmx import respond, see_other
from companion.web.base.seat import OWNER, member_here, new_owner
from companion.web.base.security import accepts_body
from companion.web.shelf.bin import KEPT_FOR, can_be_brought_back, kept_until
from companion.web.shelf.listed import by_evening, listed

MOST_BYTES = 4 * 1024 * 1024
"""An evening's game is 50 kB; one with every card of every trick stays far below this."""
MOST_ENTRIES = 12_000
"""Twelve hundred deals; judging them takes a second of the processor's time."""
SHOWN_AT_ONCE = 20
LONGEST_SEARCH = 80
LOCKED_AWAY = (
    "This game is locked, so only the phone that it belongs to puts it away or deletes it. "
    "“Other phones” in the game’s menu says which it is."
)
SIGNED_AWAY = (
    "Every side has signed this game, so only the phone that it belongs to puts it away or deletes it. "
    "Once each side has let go of its signature, any phone that plays does."
)
IN_BIN = (
    "This game is here already, and was deleted. It can be restored from the bin by its owner (in a club, by a "
    "director too) until the bin is emptied."
)

pages = Blueprint("shelf", __name__, url_prefix="/games")


def init_app(app: Flask) -> None:
    """Serve the lists of games of ``app``."""
    app.register_blueprint(pages)
    belongs(app, "shelf", "each", str)


@pages.get("/")
def show() -> Response:
    """The games that lie on a shelf by evening, those with ``?q=`` among their players alone, 20 at a time."""
    return _page(Form())


@pages.get("/<game>")
def ask(game: str) -> Response:
    """Whether a game shall be put away or deleted."""
    row, kept_from = journal().find_game(open_game(game).game), _kept_from(game)
    if row is None:
        abort(404, NO_SUCH_TABLE)
    return respond("shelf/ask.html", game=game, each=listed(row), days=KEPT_FOR.days, Shelf=Shelf, kept_from=kept_from)


@pages.post("/lay")
def lay() -> Response:
    """Lay a game into the archive, into the bin, or back where everybody finds it.

    :raise 403: if its result stands, and the game is another phone's.
    """
    game, told = request.form.get("each", ""), request.form.get("shelf", "")
    row = journal().find_game(game)
    shelf = next((shelf for shelf in Shelf if shelf == told), None)
    if row is None or shelf is None:
        abort(404, NO_SUCH_TABLE)
    says = "" if row.shelf is Shelf.BIN else _kept_from(game)
    if says:
        abort(403, says)
    try:
        journal().lay(game, shelf, now(), _entry_of(game, row.shelf, shelf))
    except NotFound:
        abort(404, NO_SUCH_TABLE)
    return see_other(url_for("home.show", laid=game, was=row.shelf))


def _entry_of(game: str, was: Shelf, shelf: Shelf) -> AuditEntry | None:
    """What the log says of a game that is deleted or restored; the archive hides it from nobody."""
    if Shelf.BIN not in (was, shelf):
        return None
    return audit_entry(game, Action.DELETED if shelf is Shelf.BIN else Action.RESTORED)


def _kept_from(game: str) -> str:
    """Why this phone lays a game nowhere else: its result stands, and the game is not its own. Empty where it may."""
    mine = member_here(game)
    if is_locked(game) and not may_manage(game):
        return LOCKED_AWAY
    if is_signed(open_game(game).state) and not (mine and mine.owns):
        return SIGNED_AWAY
    return ""


@pages.post("/file")
@accepts_body(MOST_BYTES)
def bring_in() -> Response:
    """Write down the game in a file that was saved here or elsewhere; one that is here already stays one."""
    form, sent = Form(), request.files.get("file")
    content = sent.read() if sent else b""
    if not content:
        form.refuse("file", "Please choose a file first.")
        return _page(form)
    try:
        document = read_game_file(content)
        brought = import_game(journal(), document, judge_game, new_owner(OWNER), MOST_ENTRIES, from_bin=False)
    except Unavailable:
        raise
    except StoreError as fault:
        says = str(fault)
        form.refuse("file", f"{says[0].upper()}{says[1:].removesuffix('.')}.")
        return _page(form)
    says = _restored(brought.game_id)
    if says:
        form.refuse("file", says)
        return _page(form)
    return see_other(url_for("shelf.show", came=brought.game_id, again="1" if brought.replayed else None))


def _restored(game: str) -> str:
    """Take a game that was brought in again out of the bin; why this phone may not, or empty."""
    row = journal().find_game(game)
    if row is None or row.shelf is not Shelf.BIN:
        return ""
    if not may_manage(game):
        return IN_BIN
    journal().lay(game, Shelf.OPEN, now(), audit_entry(game, Action.RESTORED))
    return ""


def _page(form: Form) -> Response:
    shelf = next((shelf for shelf in Shelf if shelf == request.args.get("shelf")), Shelf.OPEN)
    words = request.args.get("q", "")[:LONGEST_SEARCH].strip()
    skipped = max(request.args.get("after", 0, type=int), 0)
    count, found = _found(shelf, words, skipped)
    return respond(
        "shelf/shelf.html",
        "shelf/_found.html",
        status=form.status,
        form=form,
        shelf=shelf,
        Shelf=Shelf,
        words=words,
        count=count,
        evenings=by_evening(found[:SHOWN_AT_ONCE]),
        tonight=this_evening(),
        more=skipped + SHOWN_AT_ONCE if len(found) > SHOWN_AT_ONCE else None,
        kept_until=kept_until,
        came=find_seen(request.args.get("came", "")),
    )


def _found(shelf: Shelf, words: str, skipped: int) -> tuple[int, list[GameRow]]:
    """How many games there are, so far as is known, and those of a page, with one more where there are."""
    sought = words_of(words)
    if sought:
        gather_a_little()
    if shelf is not Shelf.BIN:
        rows = journal().list_games(shelf, seen_here(), Order.BEGUN, SHOWN_AT_ONCE + 1, skipped, sought)
        return journal().count_games(shelf, seen_here(), sought) if sought else skipped + len(rows), rows
    lying = journal().list_games(shelf, seen_here(), Order.BEGUN, words=sought)
    rows = [row for row in lying if can_be_brought_back(row)]
    return len(rows), rows[skipped : skipped + SHOWN_AT_ONCE + 1]
