"""The table behind a request: the game as it stands, and the one way to write to it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from threading import Lock

from flask import Flask, abort, current_app, g
from werkzeug.wrappers import Response

from companion.game.commands import Command
from companion.game.decide import decide
from companion.game.decide_deal import Decision
from companion.game.events import Event, GameStarted
from companion.game.fold import Recorded, fold, fold_on
from companion.game.refusal import Refusal
from companion.game.state import GameState
from companion.store.errors import Conflict, NotFound
from companion.store.games import to_entries, to_history, to_new_game
from companion.web.forms import Stamp, read_stamp
from companion.web.live import NO_SUCH_TABLE
from companion.web.shelf import journal, store

TABLES_KEPT = 64
MOVED_ON = "The score has moved on since this page was opened. Here it is as it stands; nothing of yours was written."


@dataclass(frozen=True)
class Table:
    """A game as it stands."""

    game: str
    """Its id."""
    version: int
    """The number of its last event: what a form sends back as ``seen``."""
    history: tuple[Recorded, ...]
    state: GameState


class _Tables:
    """The tables looked at last, so that a page need not decode a whole evening again."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def find(self, game: str, version: int) -> Table | None:
        with self._lock:
            table = self._kept.get(game)
            return table if table and table.version == version else None

    def keep(self, table: Table) -> None:
        with self._lock:
            self._kept[table.game] = table
            self._kept.move_to_end(table.game)
            while len(self._kept) > TABLES_KEPT:
                self._kept.popitem(last=False)


def init_app(app: Flask) -> None:
    """Let ``app`` keep the tables that it looked at last."""
    app.extensions["tables"] = _Tables()


def now() -> str:
    """This moment in UTC, as the store writes it."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")


def load_table(game: str) -> Table:
    """The game of this id as it stands; 404 with the way home if there is none."""
    tables: _Tables = current_app.extensions["tables"]
    try:
        table = tables.find(game, journal().version(game))
        if table is None:
            found = journal().read(game)
            history = to_history(found)
            table = Table(game, found.version, history, fold(history))
            tables.keep(table)
    except NotFound:
        abort(404, NO_SUCH_TABLE)
    return table


def writer() -> str:
    """Who writes: the player that this device sits for, or nobody in particular."""
    return str(g.get("player") or "a phone at the table")


def create_table(events: Sequence[Event], started: GameStarted, key: str | None = None) -> str:
    """Write down a new game once for each ``key``, by default that of its form; its id."""
    at = now()
    key = key or read_stamp().key
    made = journal().create_game(to_new_game(started, at), to_entries(events, writer(), at), key)
    store().people.remember_names(g.device, started.names, at)
    return made.game_id


def rematch_key(game: str) -> str:
    """The key under which the one rematch of a game is created, whoever asks for it."""
    return f"rematch-{game}"


def rematch_of(game: str) -> str | None:
    """The id of a game's rematch, if it has begun."""
    return journal().game_made_by(rematch_key(game))


def carry_out(
    game: str,
    command: Command,
    done: Callable[[Table], Response],
    refused: Callable[[Table, Refusal], Response],
    stamp: Stamp | None = None,
) -> Response:
    """Judge a command and write what it leads to, at most once for each form.

    A form sent twice is answered as if it had been sent once. A form that was made for an older version
    is not carried out: ``refused`` is handed ``STALE``, for which :func:`refusal_status` is 409.

    :param stamp: in place of the form's own, where one form asks for several commands.
    """
    stamp, table = stamp or read_stamp(), load_table(game)
    decision: Decision = STALE
    if stamp.seen in (None, table.version):
        decision = decide(table.history, command, table.state)
    if not isinstance(decision, Refusal):
        try:
            written = _written(table, stamp.key, decision)
        except Conflict:
            table, decision = load_table(game), STALE
        else:
            return done(written)
    if _was_carried_out(game, stamp):
        return done(load_table(game))
    return refused(table, decision)


STALE = Refusal(MOVED_ON, field="seen")


def refusal_status(refusal: Refusal) -> int:
    """409 where somebody else wrote first, else 422."""
    return 409 if refusal is STALE else 422


def _was_carried_out(game: str, stamp: Stamp) -> bool:
    """Whether this very form has been carried out before; 404 if there is no such game."""
    try:
        return journal().outcome(game, stamp.key) is not None
    except NotFound:
        abort(404, NO_SUCH_TABLE)


def _written(table: Table, key: str, events: tuple[Event, ...]) -> Table:
    appended = journal().append(table.game, table.version, key, to_entries(events, writer(), now()))
    if appended.replayed:
        return load_table(table.game)
    batch = table.history[-1].batch + 1
    added = tuple(Recorded(seq, batch, event) for seq, event in enumerate(events, start=table.version + 1))
    state = fold_on(table.state, table.history, added)
    written = Table(table.game, appended.version, (*table.history, *added), state)
    tables: _Tables = current_app.extensions["tables"]
    tables.keep(written)
    return written
