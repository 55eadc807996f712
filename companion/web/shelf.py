"""The list of games, the archive and the bin, and a game that is imported from a file."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from datetime import date, datetime, timedelta, timezone
from itertools import groupby, islice
from typing import Any

from flask import Blueprint, Flask, abort, current_app, g, request, send_file, url_for
from werkzeug.wrappers import Response

from companion.game.fold import Recorded, is_signed, names_shown_otherwise
from companion.game.state import GameState
from companion.rules.names import shown_name, words_of
from companion.rules.phrases import as_sentence
from companion.rules.variants import find_variant
from companion.store.audit import Action, AuditEntry
from companion.store.bundle import Brought, export_all, import_all
from companion.store.database import Json
from companion.store.entries import GameRow, NightRow, Order, Shelf
from companion.store.errors import NotFound, StoreError, Unavailable, blaming
from companion.store.files import import_game, is_bundle, read_game_file
from companion.store.games import judge_game, stand_of, to_history
from companion.store.journal import Journal
from companion.store.moments import at, now, read_moment
from companion.web.core.access import (
    MEMBERS,
    PLACES,
    TIDY,
    allow,
    belongs,
    directs_night_of,
    find_seen,
    is_locked,
    kept_by_night,
    may_ask,
    may_manage,
    nights_seen_here,
    seen_here,
    sees_standing,
)
from companion.web.core.current import current_store, evening, journal, this_evening
from companion.web.core.errors import NO_SUCH_TABLE
from companion.web.core.forms import Form, number_asked
from companion.web.core.game import find_open, open_game
from companion.web.core.identity import audit_entry, is_club, this_phone
from companion.web.core.rendering import respond, see_other
from companion.web.core.seat import OWNER, member_here, new_owner
from companion.web.core.security import IMPORTS, accepts_body, limited
from companion.web.people.facts import gather_a_little

KEPT_FOR = timedelta(days=30)
"""The time in the bin, as phones keep deleted photos: long enough for the players to meet again."""


def forget_deleted(journal: Journal) -> tuple[str, ...]:
    """Delete games whose time in the bin is over, and equally old samples, with their data; return their ids."""
    return journal.empty_bin(oldest_kept())


def kept_until(row: GameRow | NightRow) -> str:
    """The time at which a game or a night in the bin is deleted, as stored; empty for a damaged one."""
    try:
        return at(read_moment(row.shelved_at) + KEPT_FOR)
    except ValueError:
        return ""


def oldest_kept() -> str:
    """The time before which what was laid into a bin is deleted."""
    return at(datetime.now(timezone.utc) - KEPT_FOR)


@dataclass(frozen=True)
class ListedGame:
    """A game as a list shows it."""

    row: GameRow
    title: str
    """The players, as they are called now."""
    scores: tuple[tuple[str, int], ...]
    """Each side's names and score; none where the game can't be read."""
    now: str
    """The deal on the table; empty once the game is over."""
    winner: str | None
    plays: str = ""
    """The table's name for its game."""
    target: int | None = None
    """The target, where it is not the one of the rulebook or of the house rules."""
    otherwise: tuple[str, ...] = ()
    """The players' names that are shown otherwise than they were recorded."""

    @property
    def goes_on(self) -> bool:
        """Return True if a deal is on its table."""
        return bool(self.scores) and self.winner is None


def listed(row: GameRow) -> ListedGame:
    """A game's score for the list; an unreadable one is listed too, and its own page gives the reason."""
    try:
        with blaming(f"game {row.id}"):
            return _listed(row, *_stand(row))
    except StoreError:
        return ListedGame(row, ", ".join(map(shown_name, row.title.split(", "))), (), "Can’t be shown", None)


def _listed(row: GameRow, history: Sequence[Recorded], state: GameState) -> ListedGame:
    scores = tuple((state.side_name(side), score) for side, score in state.scores().items())
    now = f"Deal {state.deal.number}, {state.names[state.deal.dealer]} dealt" if state.deal else ""
    winner = " & ".join(state.winners) if state.won else None
    title, otherwise = ", ".join(state.names), names_shown_otherwise(history)
    now, plays = "" if winner else now, state.variant.name
    return ListedGame(row, title, scores, now, winner, plays, _own_target(state), otherwise)


def _stand(row: GameRow) -> tuple[Sequence[Recorded], GameState]:
    # What lies in the bin has no table any more that could be opened.
    if row.shelf is row.shelf.BIN:
        return stand_of(journal().read(row.id))
    table = open_game(row.id)
    return table.history, table.state


def _own_target(state: GameState) -> int | None:
    target = state.variant.end_target
    return None if target == find_variant(state.variant.key).end_target else target


def by_evening(rows: Iterable[GameRow]) -> list[tuple[date | None, list[ListedGame]]]:
    """Games under the evenings on which they began, the last first; those without a readable time at the end."""
    by_start = sorted(rows, key=_begun, reverse=True)
    return [
        (night, [listed(row) for row in each]) for night, each in groupby(by_start, key=lambda row: evening(row.at))
    ]


def _begun(row: GameRow) -> tuple[date, str]:
    return evening(row.at) or date.min, row.at


MOST_BYTES = 32 * 1024 * 1024
"""A copy of more than five hundred games: one of an evening is 50 kB."""
BRINGS_IN = {"games": "shelf.bring_in", "nights": "night.begin", "houses": "house.bring_in"}
"""The parts of a file, each with the view that imports one alone: its right is needed here, too."""
MOST_NAMED = 20
"""The maximum number of listed games whose players are shown by other names than recorded."""
SHOWN_AT_ONCE = 20
LONGEST_SEARCH = 80
LOCKED_AWAY = (
    "This game is locked, so only its owner can archive or delete it. "
    "“Other phones” in the game’s menu says which it is."
)
SIGNED_AWAY = (
    "Every side has signed this game, so only its owner can archive or delete it. "
    "Once each side has withdrawn its signature, any phone that plays can."
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
@allow(MEMBERS)
def shelf_page() -> Response:
    """The games on a shelf by evening, with ``?q=`` only those with such players, 20 at a time."""
    return _page(Form())


@pages.get("/<game>")
@allow(MEMBERS)
def ask(game: str) -> Response:
    """The question before a game is archived or deleted."""
    row, kept_from = journal().find_game(open_game(game).game), _kept_from(game)
    if row is None:
        abort(404, NO_SUCH_TABLE)
    return respond("shelf/ask.html", game=game, each=listed(row), days=KEPT_FOR.days, Shelf=Shelf, kept_from=kept_from)


@pages.post("/lay")
@allow(MEMBERS, TIDY)
def lay() -> Response:
    """Move a game to the archive, to the bin, or back to the list; a sample is gone for good.

    :raise 403: if its result is final, and the game is another phone's.
    """
    game, shelf_name = request.form.get("each", ""), request.form.get("shelf", "")
    row = journal().find_game(game)
    shelf = shelf_named(shelf_name)
    if row is None or shelf is None:
        abort(404, NO_SUCH_TABLE)
    if row.shelf is Shelf.SAMPLE:
        journal().forget_sample(game)
        return see_other(url_for("home.home_page"))
    says = "" if row.shelf is Shelf.BIN else _kept_from(game)
    if says:
        abort(403, says)
    try:
        journal().lay(game, shelf, now(), _entry_of(game, row.shelf, shelf))
    except NotFound:
        abort(404, NO_SUCH_TABLE)
    return see_other(url_for("home.home_page", laid=game, was=row.shelf))


def shelf_named(word: str) -> Shelf | None:
    """The shelf named in an address or a form; None for that of samples, which are on no list."""
    return next((shelf for shelf in Shelf if shelf == word and shelf is not Shelf.SAMPLE), None)


def _entry_of(game: str, was: Shelf, shelf: Shelf) -> AuditEntry | None:
    """The log entry for deleting or restoring a game; archiving hides it from nobody."""
    if Shelf.BIN not in (was, shelf):
        return None
    return audit_entry(game, Action.DELETED if shelf is Shelf.BIN else Action.RESTORED)


def _kept_from(game: str) -> str:
    """The reason that this phone cannot move a game: it is final, or a night needs it. Empty if it can."""
    if directs_night_of(game):
        return ""
    if kept := kept_by_night(game):
        return kept
    mine, table = member_here(game), find_open(game)
    if table is None:  # it can't be shown, so nobody can tell who won it or who has signed it
        return LOCKED_AWAY if current_store().members.is_locked(game) and not may_manage(game) else ""
    if is_locked(game) and not may_manage(game):
        return LOCKED_AWAY
    if is_signed(table.state) and not (mine and mine.owns):
        return SIGNED_AWAY
    return ""


@pages.post("/file")
@accepts_body(MOST_BYTES)
@allow(PLACES)
@limited(IMPORTS)
def bring_in() -> Response:
    """Write down the game in a file that was saved here or elsewhere; one that is here already stays one."""
    form, sent = Form(), request.files.get("file")
    content = sent.read() if sent else b""
    if not content:
        form.refuse("file", "Please choose a file first.")
        return _page(form)
    try:
        document = read_game_file(content)
        if is_bundle(document):
            return _bring_in_all(document)
        brought = import_game(journal(), document, judge_game, new_owner(OWNER), from_bin=False)
    except Unavailable:
        raise
    except StoreError as fault:
        form.refuse("file", as_sentence(str(fault)))
        return _page(form)
    says = _restored(brought.game_id)
    if says:
        form.refuse("file", says)
        return _page(form)
    return see_other(url_for("shelf.shelf_page", came=brought.game_id, again="1" if brought.replayed else None))


def _bring_in_all(document: Json) -> Response:
    store, owner = current_store(), new_owner(OWNER)
    brought = import_all(
        store,
        document,
        judge_game,
        now(),
        owner,
        director=None if is_club() else g.device,
        takes=[part for part, view in BRINGS_IN.items() if may_ask(view)],
        takes_belongings=current_app.config["ALONE"],
        phone=this_phone(),
        progress=current_app.config["PROGRESS"],
    )
    otherwise = (game for game in brought.came if names_shown_otherwise(to_history(journal().read(game))))
    return see_other(url_for("shelf.shelf_page", **{**asdict(brought), "came": [*islice(otherwise, MOST_NAMED)]}))


@pages.get("/all.json")
@allow(MEMBERS)
def download_all() -> Response:
    """Return every game and night that this device sees, and all house rules; of a phone alone all that it has.

    A night whose standing is hidden from this device is left out.
    """
    store = current_store()
    games = [row.id for shelf in (Shelf.OPEN, Shelf.ARCHIVE) for row in journal().list_games(shelf, seen_here())]
    nights = [row.id for row in store.nights.every() if _may_save(row.id)] if may_ask("night.index") else []
    phone = this_phone() if current_app.config["ALONE"] else ""
    document = export_all(store, games, nights, phone, current_app.config["PROGRESS"])
    # Escaped: damaged text may hold bytes that are none.
    text = json.dumps(document, ensure_ascii=bool(document["damaged"]))
    name = f"pinochle-games-{this_evening().isoformat()}.json"
    return send_file(io.BytesIO(text.encode()), "application/json", as_attachment=True, download_name=name)


def _may_save(night: str) -> bool:
    seen = nights_seen_here()
    with suppress(StoreError, ValueError):  # one that can't be read is left out of the file
        read = current_store().nights.read(night) if seen is None or night in seen else None
        return read is not None and read.row.shelf is not Shelf.BIN and sees_standing(read)
    return False


def _restored(game: str) -> str:
    """Take a game that was brought in again out of the bin; why this phone may not, or empty."""
    row = journal().find_game(game)
    if row is None or row.shelf is not Shelf.BIN:
        return ""
    if not may_manage(game) or kept_by_night(game):
        return IN_BIN
    journal().lay(game, Shelf.OPEN, now(), audit_entry(game, Action.RESTORED))
    return ""


def _page(form: Form) -> Response:
    shelf = shelf_named(request.args.get("shelf", "")) or Shelf.OPEN
    words = request.args.get("q", "")[:LONGEST_SEARCH].strip()
    skipped = number_asked("after")
    count, found = _found(shelf, words, skipped)
    came = [listed(row) for game in request.args.getlist("came")[:MOST_NAMED] if (row := find_seen(game))]
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
        came=came,
        brought=_brought(),
    )


def _brought() -> Brought | None:
    """The result of an import, as the address holds it; None without an import."""
    if "games" not in request.args:
        return None
    counted = (each.name for each in fields(Brought) if each.name != "came")
    said: dict[str, Any] = {name: number_asked(name) for name in counted}
    return Brought(**said)


def _found(shelf: Shelf, words: str, skipped: int) -> tuple[int, list[GameRow]]:
    """The number of games, as far as known, and the page's games, plus one if there are more."""
    sought = words_of(words)
    if sought:
        gather_a_little()
    if shelf is not Shelf.BIN:
        rows = journal().list_games(shelf, seen_here(), Order.BEGUN, SHOWN_AT_ONCE + 1, skipped, sought)
        return journal().count_games(shelf, seen_here(), sought) if sought else skipped + len(rows), rows
    lying = journal().list_games(shelf, seen_here(), Order.BEGUN, words=sought)
    rows = [row for row in lying if row.shelf is Shelf.BIN and row.shelved_at >= oldest_kept()]
    return len(rows), rows[skipped : skipped + SHOWN_AT_ONCE + 1]
