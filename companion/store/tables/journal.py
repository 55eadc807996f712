"""The journal in the tables ``game``, ``entry`` and ``outcome``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress

from typing_extensions import override

from companion.store.audit import AuditEntry
from companion.store.chain import first_link, seals
from companion.store.database import Database, Row, Rows
from companion.store.errors import AlreadyThere, Conflict, Damaged, InBin, NotFound, NothingChanged
from companion.store.ids import random_id
from companion.store.journal import Appended, Body, Entry, GameRow, Journal, Journaled, NewEntry, NewGame, Order, Shelf
from companion.store.membership import NewOwner
from companion.store.tables.audit import write_entry
from companion.store.tables.columns import next_turn, to_json
from companion.store.tables.game_rows import counting_of, listing_of, readable, to_entry, to_game, to_listed
from companion.store.tables.members import insert_owner
from companion.store.tables.tips import Tip, Tips

_MADE_BY = "select game_id, version, imprint from outcome where first and key = ?"
_WHERE_IT_STANDS = """
select game.version, game.shelf, outcome.version as before, outcome.imprint from game
left join outcome on outcome.game_id = game.id and outcome.key = ?
where game.id = ?
"""


class TableJournal(Journal):
    """A :class:`~companion.store.journal.Journal` in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tips = Tips()

    @override
    def create_game(
        self,
        new: NewGame,
        first: Sequence[NewEntry],
        key: str | None = None,
        owner: NewOwner | None = None,
        imprint: str = "",
    ) -> Appended:
        entries = _numbered(first, after=0, batch=1)
        with self._database.write(*([] if key is None else [f"game by {key}"])) as rows:
            made = None if key is None else rows.first(_MADE_BY, key)
            if made is not None:
                return Appended(made["game_id"], made["version"], replayed=True, imprint=made["imprint"])
            game_id = _insert_game(rows, new, entries, owner)
            _keep_outcome(rows, game_id, key, len(entries), first=True, imprint=imprint)
        return Appended(game_id, len(entries), imprint=imprint)

    @override
    def restore_game(
        self, new: NewGame, entries: Sequence[Entry], owner: NewOwner | None = None, *, from_bin: bool = True
    ) -> Appended:
        if not entries or [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
            raise ValueError("the entries of a game are numbered 1, 2, 3 … and there is at least one")
        seal = [*seals(first_link(new), entries)][-1]
        with self._database.write(f"seal {seal}") as rows:
            here = _same_game(rows, seal, len(entries))
            if here is None:
                return Appended(_insert_game(rows, new, entries, owner), len(entries))
            if here.shelf is Shelf.BIN and from_bin:
                rows.run(_LAY, Shelf.OPEN.value, "", here.id, Shelf.OPEN.value)
            return Appended(here.id, here.version, replayed=True)

    @override
    def append(
        self,
        game_id: str,
        seen_version: int,
        key: str | None,
        entries: Sequence[NewEntry],
        imprint: str = "",
    ) -> Appended:
        tip = self._tip(game_id, seen_version)
        if tip is None:
            return self._why_not(game_id, seen_version, key)
        numbered = _numbered(entries, after=seen_version, batch=tip.batch + 1)
        own_seals, last = tuple(seals(tip.seal, numbered)), numbered[-1]
        inserted = _entry_rows(game_id, numbered, own_seals)
        try:
            with self._database.write() as rows:
                rows.insist(_MOVE_ON, last.seq, last.at, game_id, seen_version, Shelf.BIN.value)
                rows.run_many(_INSERT_ENTRY, inserted)
                _keep_outcome(rows, game_id, key, last.seq, imprint=imprint)
                rows.ring(game_id)
        except (NothingChanged, AlreadyThere):  # the second if its key is
            return self._why_not(game_id, seen_version, key)
        self._tips.keep(game_id, Tip(last.seq, last.batch, own_seals[-1]))
        return Appended(game_id, last.seq, imprint=imprint)

    def _tip(self, game_id: str, version: int) -> Tip | None:
        """What a game's next entry follows on, if the game was ever at this version."""
        known = self._tips.find(game_id, version)
        if known is not None:
            return known
        with self._database.read() as rows:
            row = rows.first("select seq, batch, seal from entry where game_id = ? and seq = ?", game_id, version)
        return None if row is None else Tip(row["seq"], row["batch"], row["seal"])

    def _why_not(self, game_id: str, seen_version: int, key: str | None) -> Appended:
        """What came of the key before, or why nothing can be appended.

        :raises NotFound: if there is no such game, or it is in the bin.
        :raises Conflict: if it is at another version, or was a moment ago.
        """
        with self._database.write() as rows:
            found = rows.first(_WHERE_IT_STANDS, key, game_id)
            if found is None:
                raise NotFound(game_id)
            if found["shelf"] == Shelf.BIN:
                raise InBin(game_id)
            if found["before"] is None:
                raise Conflict(game_id, seen_version, found["version"])
            # Whoever wrote it may have been killed before it told the other processes.
            rows.ring(game_id)
        return Appended(game_id, found["before"], replayed=True, imprint=found["imprint"])

    @override
    def outcome(self, game_id: str, key: str) -> Appended | None:
        with self._database.read() as rows:
            _version(rows, game_id)
            found = rows.first("select version, imprint from outcome where game_id = ? and key = ?", game_id, key)
        return None if found is None else Appended(game_id, found["version"], replayed=True, imprint=found["imprint"])

    @override
    def game_made_by(self, key: str) -> str | None:
        with self._database.read() as rows:
            made = rows.first(_MADE_BY, key)
        return None if made is None else str(made["game_id"])

    @override
    def read(self, game_id: str) -> Journaled:
        with self._database.read() as rows:
            return _read(rows, game_id)

    @override
    def version(self, game_id: str) -> int:
        with self._database.read() as rows:
            return _version(rows, game_id)

    @override
    def mark(self, game_id: str) -> int:
        with self._database.read() as rows:
            return _mark(rows, game_id)

    @override
    def list_games(
        self,
        shelf: Shelf | None = None,
        among: Collection[str] | None = None,
        order: Order = Order.WRITTEN,
        most: int | None = None,
        skip: int = 0,
        words: Sequence[str] = (),
    ) -> list[GameRow]:
        sql, values = listing_of(shelf, among, order, words)
        if most is not None:
            sql, values = f"{sql} limit ? offset ?", [*values, most, skip]
        with self._database.read() as rows:
            return [to_listed(row) for row in rows.all(sql, *values)]

    @override
    def count_games(self, shelf: Shelf, among: Collection[str] | None, words: Sequence[str]) -> int:
        sql, values = counting_of(shelf, among, words)
        with self._database.read() as rows:
            found = rows.first(sql, *values)
        return int(found["games"]) if found else 0

    @override
    def find_game(self, game_id: str) -> GameRow | None:
        with self._database.read() as rows:
            row = rows.first("select * from game where id = ?", game_id)
        return None if row is None else to_listed(row)

    @override
    def bodies(self, kind: str) -> list[tuple[str, Body]]:
        with self._database.read() as rows:
            kept = rows.all("select game_id, seq, body from entry where kind = ? order by game_id, seq", kind)
        return list(readable(kept))

    @override
    def lay(self, game_id: str, shelf: Shelf, at: str, entry: AuditEntry | None = None) -> None:
        with self._database.write() as rows:
            laid = rows.count(_LAY, shelf.value, at, game_id, shelf.value)
            if not laid and rows.first("select id from game where id = ?", game_id) is None:
                raise NotFound(game_id)
            write_entry(rows, entry if laid else None)
            rows.ring(game_id)

    @override
    def empty_bin(self, before: str) -> tuple[str, ...]:
        with self._database.read() as rows:
            if rows.first(f"select id {_THROWN_AWAY}", Shelf.BIN.value, before) is None:
                return ()
        with self._database.write() as rows:
            gone = tuple(row["id"] for row in rows.all(_THROW_AWAY, Shelf.BIN.value, before))
            for table, column in _BELONGS_TO_GAME:
                rows.run_many(f"delete from {table} where {column} = ?", ((each,) for each in gone))  # noqa: S608 - all ours
        return gone

    @override
    def wait_for_change(self, game_id: str, since: int, timeout: float) -> int:
        return self._database.bell.follow(game_id, lambda: self.mark(game_id), since, timeout)


def _read(rows: Rows, game_id: str) -> Journaled:
    game = rows.first("select * from game where id = ?", game_id)
    if game is None:
        raise NotFound(game_id)
    kept = rows.all("select * from entry where game_id = ? order by seq", game_id)
    if not kept:
        raise Damaged(f"game {game_id} has lost its entries")
    entries = tuple(to_entry(row) for row in kept)
    return Journaled(to_game(game), entries, tuple(row["seal"] for row in kept))


def _same_game(rows: Rows, seal: str, entries: int) -> GameRow | None:
    """The game whose first ``entries`` end in this seal; one that was damaged since is not the same any more."""
    for row in rows.all("select distinct game_id from entry where seal = ?", seal):
        with suppress(Damaged):
            found = _read(rows, row["game_id"])
            # Sealed anew, since what was kept beside an entry stays there when the entry is damaged.
            if seal in seals(first_link(found.game), found.entries[:entries]):
                return found.game
    return None


def _insert_game(rows: Rows, new: NewGame, entries: Sequence[Entry], owner: NewOwner | None) -> str:
    game_id = random_id()
    stays = (new.title, new.variant, to_json(new.options), to_json(new.table), new.at)
    rows.run(_INSERT_GAME, game_id, *stays, entries[-1].seq, entries[-1].at, next_turn(rows, "game"))
    rows.run_many(_INSERT_ENTRY, _entry_rows(game_id, entries, seals(first_link(new), entries)))
    if owner is not None:
        insert_owner(rows, game_id, owner)
    return game_id


_INSERT_GAME = (
    'insert into game (id, title, variant, options, "table", created_at, version, updated_at, turn) '
    "values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_ENTRY = "insert into entry (game_id, seq, batch, kind, body, who, at, seal) values (?, ?, ?, ?, ?, ?, ?, ?)"
# One statement that looks, takes the game for this writer alone, and moves it on; the turn is the same as `next_turn`.
_MOVE_ON = """
update game set version = ?, updated_at = ?, turn = (select coalesce(max(turn), 0) + 1 from game)
where id = ? and version = ? and shelf <> ?
"""
_LAY = "update game set shelf = ?, shelved_at = ? where id = ? and shelf != ?"
_THROWN_AWAY = "from game where shelf = ? and shelved_at < ?"
# Written to as it is, so that nobody can lay it elsewhere before it is gone.
_THROW_AWAY = "update game set shelved_at = shelved_at where shelf = ? and shelved_at < ? returning id"
_BELONGS_TO_GAME = (
    *(
        (table, "game_id")
        for table in (
            "photo",
            "link",
            "member",
            "locked",
            "removed",
            "audit",
            "outcome",
            "entry",
            "seat_facts",
            "reckoned",
            "word_of_game",
        )
    ),
    *((table, "owner") for table in ("example", "agreement", "deck")),
    ("game", "id"),
)
"""Tables and their columns that hold a game's id: the game itself last, since others refer to it."""
_INSERT_OUTCOME = "insert into outcome (game_id, key, version, first, imprint) values (?, ?, ?, ?, ?)"


def _entry_rows(game_id: str, entries: Iterable[Entry], own_seals: Iterable[str]) -> list[tuple[str | int, ...]]:
    told = zip(entries, own_seals, strict=True)
    return [(game_id, new.seq, new.batch, new.kind, to_json(new.body), new.who, new.at, seal) for new, seal in told]


def _numbered(entries: Sequence[NewEntry], after: int, batch: int) -> list[Entry]:
    if not entries:
        raise ValueError("nothing to write: a command that changes nothing has no entries to append")
    return [Entry(new.kind, new.body, new.who, new.at, seq, batch) for seq, new in enumerate(entries, start=after + 1)]


def _version(rows: Rows, game_id: str) -> int:
    return int(_counted(rows, game_id)["version"])


def _mark(rows: Rows, game_id: str) -> int:
    counted = _counted(rows, game_id)
    return int(counted["version"] + counted["places"])


def _counted(rows: Rows, game_id: str) -> Row:
    row = rows.first("select version, places, shelf from game where id = ?", game_id)
    if row is None:
        raise NotFound(game_id)
    if row["shelf"] == Shelf.BIN:
        raise InBin(game_id)
    return row


def _keep_outcome(
    rows: Rows, game_id: str, key: str | None, version: int, *, first: bool = False, imprint: str = ""
) -> None:
    if key is not None:
        rows.run(_INSERT_OUTCOME, game_id, key, version, first, imprint)
