"""The journal in the tables ``game``, ``entry`` and ``outcome``."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from companion.store.chain import first_link, seals
from companion.store.database import Database, Row, Rows
from companion.store.errors import Conflict, Damaged, NotFound
from companion.store.ids import random_id
from companion.store.journal import Appended, Entry, GameRow, Journal, Journaled, NewEntry, NewGame
from companion.store.tables.columns import from_json, next_turn, to_json

_MADE_BY = "select game_id, version from outcome where first and key = ?"
_LAST_STEP = """
select game.version, entry.batch, entry.seal, outcome.version as before from game
join entry on entry.game_id = game.id and entry.seq = game.version
left join outcome on outcome.game_id = game.id and outcome.key = ?
where game.id = ?
"""


class TableJournal(Journal):
    """A :class:`~companion.store.journal.Journal` in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    def create_game(self, new: NewGame, first: Sequence[NewEntry], key: str | None = None) -> Appended:
        entries = _numbered(first, after=0, batch=1)
        with self._database.write(*([] if key is None else [f"game by {key}"])) as rows:
            made = rows.first(_MADE_BY, key)
            if made is not None:
                return Appended(made["game_id"], made["version"], replayed=True)
            game_id = _insert_game(rows, new, entries)
            _keep_outcome(rows, game_id, key, len(entries), first=True)
        return Appended(game_id, len(entries))

    @override
    def restore_game(self, new: NewGame, entries: Sequence[Entry]) -> str:
        if not entries or [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
            raise ValueError("the entries of a game are numbered 1, 2, 3 … and there is at least one")
        with self._database.write() as rows:
            return _insert_game(rows, new, entries)

    @override
    def append(self, game_id: str, seen_version: int, key: str | None, entries: Sequence[NewEntry]) -> Appended:
        with self._database.write(f"game {game_id}") as rows:
            last = rows.first(_LAST_STEP, key, game_id)
            if last is None:
                raise NotFound(game_id)
            if last["before"] is not None:
                return Appended(game_id, last["before"], replayed=True)
            if last["version"] != seen_version:
                raise Conflict(game_id, seen_version, last["version"])
            numbered = _numbered(entries, after=seen_version, batch=last["batch"] + 1)
            _insert_entries(rows, game_id, numbered, last["seal"])
            version = numbered[-1].seq
            rows.run(_UPDATE_GAME, version, numbered[-1].at, game_id)
            _keep_outcome(rows, game_id, key, version, first=False)
            rows.ring(game_id)
        return Appended(game_id, version)

    @override
    def outcome(self, game_id: str, key: str) -> Appended | None:
        with self._database.read() as rows:
            _version(rows, game_id)
            version = _outcome(rows, game_id, key)
        return None if version is None else Appended(game_id, version, replayed=True)

    @override
    def game_made_by(self, key: str) -> str | None:
        with self._database.read() as rows:
            made = rows.first(_MADE_BY, key)
        return None if made is None else str(made["game_id"])

    @override
    def read(self, game_id: str) -> Journaled:
        with self._database.read() as rows:
            game = rows.first("select * from game where id = ?", game_id)
            if game is None:
                raise NotFound(game_id)
            kept = rows.all("select * from entry where game_id = ? order by seq", game_id)
        if not kept:
            raise Damaged(f"game {game_id} has lost its entries")
        entries = tuple(_to_entry(row) for row in kept)
        return Journaled(_to_game(game), entries, tuple(row["seal"] for row in kept))

    @override
    def version(self, game_id: str) -> int:
        with self._database.read() as rows:
            return _version(rows, game_id)

    @override
    def list_games(self) -> list[GameRow]:
        with self._database.read() as rows:
            return [_to_listed(row) for row in rows.all("select * from game order by turn desc, id")]

    @override
    def wait_for_change(self, game_id: str, since: int, timeout: float) -> int:
        return self._database.bell.follow(game_id, lambda: self.version(game_id), since, timeout)


def _insert_game(rows: Rows, new: NewGame, entries: Sequence[Entry]) -> str:
    game_id = random_id()
    stays = (new.title, new.variant, to_json(new.options), to_json(new.table), new.at)
    rows.run(_INSERT_GAME, game_id, *stays, entries[-1].seq, entries[-1].at, next_turn(rows, "game"))
    _insert_entries(rows, game_id, entries, first_link(new))
    return game_id


_INSERT_GAME = (
    'insert into game (id, title, variant, options, "table", created_at, version, updated_at, turn) '
    "values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_ENTRY = "insert into entry (game_id, seq, batch, kind, body, who, at, seal) values (?, ?, ?, ?, ?, ?, ?, ?)"
# The same as `next_turn`, within the statement: a tap is written in as few of them as can be.
_UPDATE_GAME = (
    "update game set version = ?, updated_at = ?, turn = (select coalesce(max(turn), 0) + 1 from game) where id = ?"
)
_INSERT_OUTCOME = "insert into outcome (game_id, key, version, first) values (?, ?, ?, ?)"


def _insert_entries(rows: Rows, game_id: str, entries: Sequence[Entry], before: str) -> None:
    sealed = (
        (game_id, new.seq, new.batch, new.kind, to_json(new.body), new.who, new.at, seal)
        for new, seal in zip(entries, seals(before, entries), strict=True)
    )
    rows.run_many(_INSERT_ENTRY, sealed)


def _numbered(entries: Sequence[NewEntry], after: int, batch: int) -> list[Entry]:
    if not entries:
        raise ValueError("nothing to write: a command that changes nothing has no entries to append")
    return [Entry(new.kind, new.body, new.who, new.at, seq, batch) for seq, new in enumerate(entries, start=after + 1)]


def _version(rows: Rows, game_id: str) -> int:
    row = rows.first("select version from game where id = ?", game_id)
    if row is None:
        raise NotFound(game_id)
    return int(row["version"])


def _outcome(rows: Rows, game_id: str, key: str) -> int | None:
    row = rows.first("select version from outcome where game_id = ? and key = ?", game_id, key)
    return None if row is None else int(row["version"])


def _keep_outcome(rows: Rows, game_id: str, key: str | None, version: int, *, first: bool) -> None:
    if key is not None:
        rows.run(_INSERT_OUTCOME, game_id, key, version, first)


def _to_listed(row: Row) -> GameRow:
    """A game as lists show it: one whose columns can't be read stands there all the same, with the reason."""
    try:
        return _to_game(row)
    except Damaged as fault:
        return _to_game({**row, "options": "{}", "table": "{}"}, str(fault))


def _to_game(row: Row, fault: str = "") -> GameRow:
    where = f"of game {row['id']} the"
    return GameRow(
        title=row["title"],
        variant=row["variant"],
        at=row["created_at"],
        options=from_json(row["options"], f"{where} options"),
        table=from_json(row["table"], f"{where} table"),
        id=row["id"],
        version=row["version"],
        updated_at=row["updated_at"],
        fault=fault,
    )


def _to_entry(row: Row) -> Entry:
    body = from_json(row["body"], f"of game {row['game_id']} entry {row['seq']}")
    return Entry(row["kind"], body, row["who"], row["at"], row["seq"], row["batch"])
