"""The journal in SQLite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlite_utils import Database
from typing_extensions import override

from companion.store.bell import Bell
from companion.store.chain import first_link, seals
from companion.store.errors import Conflict, Damaged, InBin, NotFound
from companion.store.ids import random_id
from companion.store.journal import Appended, Body, Entry, GameRow, Journal, Journaled, NewEntry, NewGame, Shelf
from companion.store.sqlite.columns import from_json, to_json
from companion.store.sqlite.database import Sqlite

Row = Mapping[str, Any]
_MADE_BY = "select game_id, version from outcome where first and key = ?"
_LAST_STEP = """
select game.version, game.shelf, entry.batch, entry.seal, outcome.version as before from game
join entry on entry.game_id = game.id and entry.seq = game.version
left join outcome on outcome.game_id = game.id and outcome.key = ?
where game.id = ?
"""


class SqliteJournal(Journal):
    """A :class:`~companion.store.journal.Journal` in one SQLite file."""

    def __init__(self, sqlite: Sqlite, bell: Bell) -> None:
        self._sqlite = sqlite
        self._bell = bell

    @override
    def create_game(self, new: NewGame, first: Sequence[NewEntry], key: str | None = None) -> Appended:
        entries = _numbered(first, after=0, batch=1)
        with self._sqlite.write() as db:
            made = _first_row(db, _MADE_BY, key)
            if made is not None:
                return Appended(made["game_id"], made["version"], replayed=True)
            game_id = _insert_game(db, new, entries)
            _keep_outcome(db, game_id, key, len(entries), first=True)
        return Appended(game_id, len(entries))

    @override
    def restore_game(self, new: NewGame, entries: Sequence[Entry]) -> Appended:
        if not entries or [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
            raise ValueError("the entries of a game are numbered 1, 2, 3 … and there is at least one")
        with self._sqlite.write() as db:
            here = _same_game(db, new, entries)
            if here is None:
                return Appended(_insert_game(db, new, entries), len(entries))
            if here.shelf is Shelf.BIN:
                db.execute(_LAY, [Shelf.OPEN.value, "", here.id, Shelf.OPEN.value])
            return Appended(here.id, here.version, replayed=True)

    @override
    def append(self, game_id: str, seen_version: int, key: str | None, entries: Sequence[NewEntry]) -> Appended:
        with self._sqlite.write() as db:
            last = _first_row(db, _LAST_STEP, key, game_id)
            if last is None:
                raise NotFound(game_id)
            if last["shelf"] == Shelf.BIN:
                raise InBin(game_id)
            if last["before"] is not None:
                return Appended(game_id, last["before"], replayed=True)
            if last["version"] != seen_version:
                raise Conflict(game_id, seen_version, last["version"])
            numbered = _numbered(entries, after=seen_version, batch=last["batch"] + 1)
            _insert_entries(db, game_id, numbered, last["seal"])
            version = numbered[-1].seq
            db.execute(_UPDATE_GAME, [version, numbered[-1].at, game_id])
            _keep_outcome(db, game_id, key, version, first=False)
        self._bell.ring(game_id)
        return Appended(game_id, version)

    @override
    def outcome(self, game_id: str, key: str) -> Appended | None:
        with self._sqlite.read() as db:
            _version(db, game_id)
            version = _outcome(db, game_id, key)
        return None if version is None else Appended(game_id, version, replayed=True)

    @override
    def game_made_by(self, key: str) -> str | None:
        with self._sqlite.read() as db:
            made = _first_row(db, _MADE_BY, key)
        return None if made is None else str(made["game_id"])

    @override
    def read(self, game_id: str) -> Journaled:
        with self._sqlite.read() as db:
            return _read(db, game_id)

    @override
    def version(self, game_id: str) -> int:
        with self._sqlite.read() as db:
            return _version(db, game_id)

    @override
    def list_games(self) -> list[GameRow]:
        with self._sqlite.read() as db:
            return [_to_listed(row) for row in db.query("select * from game order by turn desc")]

    @override
    def bodies(self, kind: str) -> list[tuple[str, Body]]:
        with self._sqlite.read() as db:
            rows = list(db.query("select game_id, body from entry where kind = ?", [kind]))
        return list(_readable(rows))

    @override
    def lay(self, game_id: str, shelf: Shelf, at: str) -> None:
        with self._sqlite.write() as db:
            laid = db.execute(_LAY, [shelf.value, at, game_id, shelf.value]).rowcount
            if not laid and _first_row(db, "select id from game where id = ?", game_id) is None:
                raise NotFound(game_id)
        self._bell.ring(game_id)

    @override
    def empty_bin(self, before: str) -> tuple[str, ...]:
        with self._sqlite.read() as db:
            if not _thrown_away(db, before):
                return ()
        with self._sqlite.write() as db:
            gone = _thrown_away(db, before)
            for table, column in _BELONGS_TO_GAME:
                db.conn.executemany(f"delete from {table} where {column} = ?", [(each,) for each in gone])  # noqa: S608 - all ours
        return gone

    @override
    def wait_for_change(self, game_id: str, since: int, timeout: float) -> int:
        return self._bell.wait(game_id, lambda: self.version(game_id), since, timeout)


def _read(db: Database, game_id: str) -> Journaled:
    game = _first_row(db, "select * from game where id = ?", game_id)
    if game is None:
        raise NotFound(game_id)
    rows = list(db.query("select * from entry where game_id = ? order by seq", [game_id]))
    if not rows:
        raise Damaged(f"game {game_id} has lost its entries")
    entries = tuple(_to_entry(row) for row in rows)
    return Journaled(_to_game(game), entries, tuple(row["seal"] for row in rows))


def _same_game(db: Database, new: NewGame, entries: Sequence[Entry]) -> GameRow | None:
    """The game that begins with these very entries; one that was damaged since is not the same any more."""
    seal = [*seals(first_link(new), entries)][-1]
    for row in list(db.query("select distinct game_id from entry where seal = ?", [seal])):
        with suppress(Damaged):
            found = _read(db, row["game_id"])
            # Sealed anew, since what was kept beside an entry stays there when the entry is damaged.
            if seal in seals(first_link(found.game), found.entries[: len(entries)]):
                return found.game
    return None


def _thrown_away(db: Database, before: str) -> tuple[str, ...]:
    sql = "select id from game where shelf = ? and shelved_at < ?"
    return tuple(row["id"] for row in db.query(sql, [Shelf.BIN.value, before]))


def _readable(rows: Iterable[Row]) -> Iterator[tuple[str, Body]]:
    for row in rows:
        with suppress(Damaged):
            yield row["game_id"], from_json(row["body"], f"an entry of game {row['game_id']}")


def _insert_game(db: Database, new: NewGame, entries: Sequence[Entry]) -> str:
    game_id = random_id()
    row = {"id": game_id, "title": new.title, "variant": new.variant, "created_at": new.at}
    row |= {"options": to_json(new.options), "table": to_json(new.table)}
    turn = db.execute(_NEXT_TURN).fetchone()[0]
    db.table("game").insert(row | {"version": entries[-1].seq, "updated_at": entries[-1].at, "turn": turn})
    _insert_entries(db, game_id, entries, first_link(new))
    return game_id


# Writes name their columns in SQL: asking the tables for them each time would triple the statements of a tap.
_INSERT_ENTRY = "insert into entry (game_id, seq, batch, kind, body, who, at, seal) values (?, ?, ?, ?, ?, ?, ?, ?)"
# Clocks are set back; the order in which games were written to is counted.
_NEXT_TURN = "select coalesce(max(turn), 0) + 1 from game"
_UPDATE_GAME = f"update game set version = ?, updated_at = ?, turn = ({_NEXT_TURN}) where id = ?"  # noqa: S608 - all ours
_LAY = "update game set shelf = ?, shelved_at = ? where id = ? and shelf != ?"
_BELONGS_TO_GAME = (
    *((table, "game_id") for table in ("photo", "link", "member", "locked", "outcome", "entry")),
    *((table, "owner") for table in ("example", "agreement", "deck")),
    ("game", "id"),
)
"""Tables and their columns that hold a game's id: the game itself last, since others refer to it."""
_INSERT_OUTCOME = "insert into outcome (game_id, key, version, first) values (?, ?, ?, ?)"


def _insert_entries(db: Database, game_id: str, entries: Sequence[Entry], before: str) -> None:
    rows = (
        (game_id, new.seq, new.batch, new.kind, to_json(new.body), new.who, new.at, seal)
        for new, seal in zip(entries, seals(before, entries), strict=True)
    )
    db.conn.executemany(_INSERT_ENTRY, rows)


def _numbered(entries: Sequence[NewEntry], after: int, batch: int) -> list[Entry]:
    if not entries:
        raise ValueError("nothing to write: a command that changes nothing has no entries to append")
    return [Entry(new.kind, new.body, new.who, new.at, seq, batch) for seq, new in enumerate(entries, start=after + 1)]


def _version(db: Database, game_id: str) -> int:
    row = _first_row(db, "select version, shelf from game where id = ?", game_id)
    if row is None:
        raise NotFound(game_id)
    if row["shelf"] == Shelf.BIN:
        raise InBin(game_id)
    return int(row["version"])


def _outcome(db: Database, game_id: str, key: str | None) -> int | None:
    row = _first_row(db, "select version from outcome where game_id = ? and key = ?", game_id, key)
    return None if row is None else int(row["version"])


def _keep_outcome(db: Database, game_id: str, key: str | None, version: int, *, first: bool) -> None:
    if key is not None:
        db.execute(_INSERT_OUTCOME, [game_id, key, version, first])


def _first_row(db: Database, sql: str, *parameters: str | int | None) -> Row | None:
    # Not `query`, which would set and release a savepoint around each: we are in a transaction of our own.
    rows = db.execute(sql, parameters)
    row = rows.fetchone()
    return None if row is None else {column[0]: value for column, value in zip(rows.description, row, strict=True)}


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
        shelf=Shelf(row["shelf"]),
        shelved_at=row["shelved_at"],
        fault=fault,
    )


def _to_entry(row: Row) -> Entry:
    body = from_json(row["body"], f"of game {row['game_id']} entry {row['seq']}")
    return Entry(row["kind"], body, row["who"], row["at"], row["seq"], row["batch"])
