"""The journal: what happened in each game, in order, and nothing ever taken out again.

``tests/store/test_journal.py``, ``test_journal_shelf.py`` and ``test_listing.py`` are its contract.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from companion.store.audit import AuditEntry, write_entry
from companion.store.bounds import refuse_beyond, refuse_long
from companion.store.database import Body, InDatabase, Row, Rows, Statements, next_turn, random_id
from companion.store.entries import (
    GAMES,
    Appended,
    Entry,
    GameRow,
    Journaled,
    NewEntry,
    NewGame,
    Order,
    Shelf,
    begins_with,
    counting_of,
    entry_rows,
    first_link,
    last_seal,
    listing_of,
    numbered,
    readable,
    refuse_nothing,
    stays,
    to_entry,
    to_listed,
)
from companion.store.errors import AlreadyThere, Conflict, Damaged, InBin, NotFound
from companion.store.membership import NewOwner, insert_owner
from companion.store.sums import HELD, add_game
from companion.store.tables import TABLES, insert, insert_all

_MADE_BY = "select game_id, version, imprint from outcome where first and key = ?"
_WHERE_IT_STANDS = """
select game.version, game.shelf, outcome.version as before, outcome.imprint from game
left join outcome on outcome.game_id = game.id and outcome.key = ?
where game.id = ?
"""


class Journal(InDatabase):
    """An append-only record of games, safe for many threads and processes.

    A game in the bin can be read, listed and moved; whatever else asks for it meets ``InBin``, a ``NotFound``.
    """

    def create_game(
        self,
        new: NewGame,
        first: Sequence[NewEntry],
        key: str | None = None,
        owner: NewOwner | None = None,
        imprint: str = "",
        *,
        then: Sequence[Sequence[NewEntry]] = (),
        shelf: Shelf = Shelf.OPEN,
    ) -> Appended:
        """Write down a new game with its first entries (one batch) and its owner, if any, under a new random id.

        :param then: the batches that follow at once.
        :param shelf: where it lies.

        A repeated ``key`` gives the game of the first time, whatever its owner now, and its ``imprint``.

        :raises ValueError: if ``first`` is empty.
        """
        refuse_nothing(first)
        entries = numbered(first, after=0, batch=1)
        for batch, following in enumerate(then, start=2):
            entries += numbered(following, after=len(entries), batch=batch)
        with self._database.write(*([] if key is None else [f"game by {key}"])) as rows:
            made = None if key is None else rows.first(_MADE_BY, key)
            if made is not None:
                return Appended(made["game_id"], made["version"], replayed=True, imprint=made["imprint"])
            game_id = _insert_game(rows, new, entries, owner, shelf)
            _keep_outcome(rows, game_id, key, len(entries), first=True, imprint=imprint)
        return Appended(game_id, len(entries), imprint=imprint)

    def restore_game(
        self, new: NewGame, entries: Sequence[Entry], owner: NewOwner | None = None, *, from_bin: bool = True
    ) -> Appended:
        """Write down a whole game at once, batches kept, with its owner, if any, under a new random id.

        One that is here already, entry by entry, is not written again, even when it has moved on since: then
        ``replayed`` is true, and a game from the bin is open again.

        :param from_bin: false leaves it in the bin.
        :raises ValueError: if ``entries`` is empty or not numbered 1, 2, 3 …
        """
        seal = last_seal(first_link(new), entries)
        with self._database.write(f"seal {seal}", HELD) as rows:
            here = _same_game(rows, new, seal, len(entries))
            if here is None:
                return Appended(_insert_game(rows, new, entries, owner), len(entries))
            if here.shelf is Shelf.BIN and from_bin:
                _lay(rows, here.id, here.shelf, Shelf.OPEN, "")
            return Appended(here.id, here.version, replayed=True)

    def is_here(self, new: NewGame, seal: str, entries: int) -> bool:
        """Return True if a game here begins with these ``entries``: they end in this seal."""
        with self._database.read() as rows:
            return _same_game(rows, new, seal, entries) is not None

    def append(
        self,
        game_id: str,
        seen_version: int,
        key: str | None,
        entries: Sequence[NewEntry],
        imprint: str = "",
    ) -> Appended:
        """Add one command's entries to a game, all or none; on return they are safely on disk.

        The same ``key`` again writes nothing and gives the first outcome, even when the game has since moved on.

        :param imprint: of what the writer sent, kept with the key and returned with its outcome: the caller can
            see whether the same key came with other words.
        :raises NotFound: if there is no such game.
        :raises Conflict: if the game is not at ``seen_version``.
        :raises TooMuch: if it holds more then than a game may.
        :raises ValueError: if ``entries`` is empty.
        """
        refuse_nothing(entries)
        refuse_long("game", seen_version + len(entries))
        refuse_beyond([each.body for each in entries])
        version, seen = seen_version + len(entries), (seen_version, seen_version)
        try:
            with self._database.write() as rows:
                last = rows.first(_MOVE_ON, version, entries[-1].at, game_id, seen_version, Shelf.BIN.value, *seen)
                if last is not None:
                    if last["seal"] is None:
                        raise Damaged(f"game {game_id} has lost its entry {seen_version}")
                    following = numbered(entries, after=seen_version, batch=last["batch"] + 1)
                    _insert_entries(rows, game_id, last["seal"], following)
                    _keep_outcome(rows, game_id, key, version, imprint=imprint)
                    rows.ring(game_id)
        except AlreadyThere:  # its key is
            last = None
        return (
            self._why_not(game_id, seen_version, key) if last is None else Appended(game_id, version, imprint=imprint)
        )

    def _why_not(self, game_id: str, seen_version: int, key: str | None) -> Appended:
        """Return the earlier outcome of the key, or raise the reason that nothing can be appended.

        :raises NotFound: if there is no such game, or it is in the bin.
        :raises Conflict: if it is at another version, or was a moment ago.
        """
        found = self._database.first(_WHERE_IT_STANDS, key, game_id)
        if found is None:
            raise NotFound(game_id)
        if found["shelf"] == Shelf.BIN:
            raise InBin(game_id)
        if found["before"] is None:
            raise Conflict(game_id, seen_version, found["version"])
        return Appended(game_id, found["before"], replayed=True, imprint=found["imprint"])

    def outcome(self, game_id: str, key: str) -> Appended | None:
        """Return the result of the write with this key, or None if there was none.

        :raises NotFound: if there is no such game.
        """
        with self._database.read() as rows:
            _counted(rows, game_id)
            found = rows.first("select version, imprint from outcome where game_id = ? and key = ?", game_id, key)
        return None if found is None else Appended(game_id, found["version"], replayed=True, imprint=found["imprint"])

    def game_made_by(self, key: str) -> str | None:
        """The id of the game that was created with this key; nothing if none was."""
        made = self._database.first(_MADE_BY, key)
        return None if made is None else str(made["game_id"])

    def read(self, game_id: str) -> Journaled:
        """A game and all its entries, with the seals that were written beside them.

        :raises NotFound: if there is no such game.
        :raises Damaged: if something of it can't be read any more.
        """
        with self._database.read() as rows:
            return _read(rows, game_id)

    def version(self, game_id: str) -> int:
        """The number of a game's last entry.

        :raises NotFound: if there is no such game.
        """
        return int(_counted(self._database, game_id)["version"])

    def mark(self, game_id: str) -> int:
        """Return a number that grows with each change to a game: an entry, or a change of seats.

        :raises NotFound: if there is no such game.
        """
        counted = _counted(self._database, game_id)
        return int(counted["version"] + counted["places"])

    def list_games(
        self,
        shelf: Shelf | None = None,
        among: Collection[str] | None = None,
        order: Order = Order.WRITTEN,
        most: int | None = None,
        skip: int = 0,
        words: Sequence[str] = (),
    ) -> list[GameRow]:
        """Every game, or those of a shelf, those with these ids; a damaged one has its ``fault``.

        :param words: only games that have each of these somewhere in a player's name (``words_of``); names are known
            once the game's facts were gathered.
        :param most: how many at most, after the first ``skip``; those after them are not read.
        """
        sql, values = listing_of(shelf, among, order, words)
        if most is not None:
            sql, values = f"{sql} limit ? offset ?", [*values, most, skip]
        return [to_listed(row) for row in self._database.all(sql, *values)]

    def count_games(self, shelf: Shelf, among: Collection[str] | None, words: Sequence[str]) -> int:
        """Return how many games ``list_games`` would list."""
        sql, values = counting_of(shelf, among, words)
        found = self._database.first(sql, *values)
        return int(found["games"]) if found else 0

    def find_game(self, game_id: str) -> GameRow | None:
        """Return a game as lists show it, from any shelf; None if there is none."""
        row = self._database.first(f"{GAMES.select} where id = ?", game_id)
        return None if row is None else to_listed(row)

    def bodies(self, kind: str) -> list[tuple[str, Body]]:
        """The readable bodies of all entries of one kind, each with the id of its game, in no order."""
        kept = self._database.all("select game_id, seq, body from entry where kind = ? order by game_id, seq", kind)
        return list(readable(kept))

    def lay(self, game_id: str, shelf: Shelf, at: str, entry: AuditEntry | None = None) -> None:
        """Move a game to a shelf; if it is there already nothing changes. Its followers are woken.

        :param entry: added to the audit log in the same transaction, if something changes.
        :raises NotFound: if there is no such game.
        """
        with self._database.write(HELD) as rows:
            before = rows.first("select shelf from game where id = ?", game_id)
            if before is None:
                raise NotFound(game_id)
            laid = _lay(rows, game_id, Shelf(before["shelf"]), shelf, at)
            write_entry(rows, entry if laid else None)
            rows.ring(game_id)

    def empty_bin(self, before: str) -> tuple[str, ...]:
        """Delete the games moved into the bin before a time, and the samples made before it; return their ids.

        All that belongs to them goes along: entries, keys, links, photographs, examples and the deck taught for the
        game, in one transaction. A night whose table played it keeps the totals.
        """
        with self._database.read() as rows:
            if rows.first(f"select id from game where {_THROWN_AWAY}", before) is None:  # noqa: S608 - all ours
                return ()
        with self._database.write() as rows:
            return _forget(rows, _THROWN_AWAY, before)

    def forget_sample(self, game_id: str) -> None:
        """Delete a sample with all related rows; any other game stays."""
        with self._database.write() as rows:
            _forget(rows, _SAMPLE, game_id)

    def wait_for_change(self, game_id: str, since: int, timeout: float) -> int:
        """Wait until a game is past the mark ``since`` or ``timeout`` seconds are over; then its mark.

        Wakes for writes of this process; those of another may be seen only after waiting as long again.

        :raises NotFound: if there is no such game.
        :raises Closed: if the store is closed meanwhile.
        """
        return self._database.bell.follow(game_id, lambda: self.mark(game_id), since, timeout)


def _read(rows: Rows, game_id: str) -> Journaled:
    game = GAMES.first(rows, "id = ?", game_id)
    if game is None:
        raise NotFound(game_id)
    kept = rows.all("select * from entry where game_id = ? order by seq", game_id)
    if not kept:
        raise Damaged(f"game {game_id} has lost its entries")
    entries = tuple(to_entry(row, f"game {game_id}") for row in kept)
    return Journaled(game, entries, tuple(row["seal"] for row in kept))


def _same_game(rows: Rows, new: NewGame, seal: str, entries: int) -> GameRow | None:
    """The game whose first ``entries`` end in this seal."""
    for row in rows.all(_BEGUN_THEN, new.at, entries, seal):
        with suppress(Damaged):
            found = _read(rows, row["id"])
            if begins_with(found, seal, entries):
                return found.game
    return None


def _lay(rows: Rows, game_id: str, before: Shelf, shelf: Shelf, at: str) -> bool:
    """Move a game to another shelf, and update the counts; return True if it moved."""
    laid = bool(rows.count(_LAY, shelf.value, at, game_id, shelf.value))
    if laid and Shelf.BIN in (before, shelf):
        add_game(rows, game_id, -1 if shelf is Shelf.BIN else 1)
    return laid


def _forget(rows: Rows, which: str, value: str) -> tuple[str, ...]:
    """Forget the games of a condition; their ids."""
    # Written to as it is, so that nobody can lay it elsewhere before it is gone.
    found = rows.all(f"update game set shelved_at = shelved_at where {which} returning id", value)  # noqa: S608 - all ours
    gone = tuple(row["id"] for row in found)
    rows.run_many("update night_entry set game_id = null where game_id = ?", ((each,) for each in gone))
    for table, column in _BELONGS_TO_GAME:
        rows.run_many(f"delete from {table} where {column} = ?", ((each,) for each in gone))  # noqa: S608 - all ours
    return gone


def _insert_game(
    rows: Rows, new: NewGame, entries: Sequence[Entry], owner: NewOwner | None, shelf: Shelf = Shelf.OPEN
) -> str:
    game_id = random_id()
    shelved_at = new.at if shelf is Shelf.SAMPLE else ""
    last = entries[-1]
    game = GameRow(**stays(new), id=game_id, version=last.seq, updated_at=last.at, shelf=shelf, shelved_at=shelved_at)
    insert(rows, "game", turn=next_turn(rows, "game"), **GAMES.values(game))
    _insert_entries(rows, game_id, first_link(new), entries)
    if owner is not None:
        insert_owner(rows, game_id, owner)
    return game_id


def _insert_entries(rows: Rows, game_id: str, before: str, entries: Sequence[Entry]) -> None:
    insert_all(rows, "entry", ({"game_id": game_id, **each} for each in entry_rows(before, entries)))


# Looks, takes the game for this writer alone, moves it on, and finds what the next entry follows on. The turn is the
# same as `next_turn`.
_MOVE_ON = """
update game set version = ?, updated_at = ?, turn = (select coalesce(max(turn), 0) + 1 from game)
where id = ? and version = ? and shelf <> ?
returning
    (select batch from entry where game_id = game.id and seq = ?) as batch,
    (select seal from entry where game_id = game.id and seq = ?) as seal
"""
# Every shelf but that of samples is named, since the index of the times at which games began is by shelf; no index is
# of the seals.
_BEGUN_THEN = (
    "select game.id from game join entry on entry.game_id = game.id "
    "where game.shelf in ('open', 'archive', 'bin') and game.created_at = ? and entry.seq = ? and entry.seal = ?"
)
_LAY = "update game set shelf = ?, shelved_at = ? where id = ? and shelf != ?"
_THROWN_AWAY = "shelf in ('bin', 'sample') and shelved_at < ?"
_SAMPLE = "shelf = 'sample' and id = ?"
_BELONGS_TO_GAME = (
    *((name, "game_id") for name, table in TABLES.items() if "game_id" in table.columns and name != "night_entry"),
    *((name, "owner") for name, table in TABLES.items() if "owner" in table.columns),
    ("game", "id"),
)
"""Tables and columns with the id of the game that a row goes with: the game itself last, since others refer to it."""


def _counted(rows: Statements, game_id: str) -> Row:
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
        insert(rows, "outcome", game_id=game_id, key=key, version=version, first=first, imprint=imprint)
