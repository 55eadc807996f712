"""Nights of several tables: each is an append-only journal of its own."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby

from companion.night.events import (
    EVENTS,
    DayCorrected,
    Event,
    GameBegun,
    LastUndone,
    NightOpened,
    Plan,
    TotalsCorrected,
    TotalsEntered,
)
from companion.night.record import judge_record
from companion.night.state import Night, fold, holding
from companion.store.audit import AuditEntry, write_entry
from companion.store.bounds import refuse_beyond, refuse_long
from companion.store.codec import Codec
from companion.store.database import Database, Row, Rows, from_json, random_id
from companion.store.entries import (
    NIGHTS,
    Entry,
    NewEntry,
    NewNight,
    NightRow,
    Shelf,
    begins_with,
    entry_rows,
    first_link,
    last_seal,
    numbered,
    refuse_nothing,
    seals,
    stays,
    to_entry,
)
from companion.store.errors import Conflict, Damaged, KeyUsed, NotFound, StoreError, TwoCopies, blaming
from companion.store.membership import add_keeper, hashed, renew_pages
from companion.store.moments import read_day
from companion.store.tables import insert, insert_all

CODEC: Codec[Event] = Codec(EVENTS)
NIGHT = "night"
_BEGUN = GameBegun.__name__
NOT_DELETED = (Shelf.OPEN, Shelf.ARCHIVE)


@dataclass(frozen=True)
class NightEntry(Entry):
    """One event of a night, who entered it and when."""

    event: Event = field(kw_only=True)
    """Its game is the one here; None if that game was not imported."""
    device: str = field(default="", kw_only=True)
    """The hash of the device whose form wrote it; empty where it came in a file, or by itself."""


@dataclass(frozen=True)
class NightRead:
    """A night with its whole history."""

    row: NightRow
    entries: tuple[NightEntry, ...]
    seals: tuple[str, ...] = ()

    @property
    def head(self) -> NightRow:
        """The night as lists show it."""
        return self.row

    @property
    def batches(self) -> list[list[Event]]:
        """The events, tap by tap."""
        return [[each.event for each in batch] for _, batch in groupby(self.entries, key=lambda each: each.batch)]

    @property
    def held(self) -> list[NightEntry]:
        """The entries that were not undone."""
        held = {id(event) for batch in holding(self.batches) for event in batch}
        return [entry for entry in self.entries if id(entry.event) in held]

    @cached_property
    def night(self) -> Night:
        """Return the state of the night.

        :raises NotShown: if its entries do not fit each other.
        """
        with blaming("the entries of this night do not follow from one another"):
            return fold(self.batches)


@dataclass(frozen=True)
class NightKept:
    """A stored night, even one that can't be shown."""

    head: NightRow
    entries: tuple[Entry, ...]
    seals: tuple[str, ...]
    games: Mapping[str, str]
    """The ids of games in its entries, each with the id of the game here."""


class Nights:
    """The nights of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._faults: dict[tuple[str, int], str] = {}
        """The fault of each night and version, to judge an entry once."""

    def open(self, plan: Plan, day: str, who: str, at: str, key: str | None = None, director: str | None = None) -> str:
        """Keep a new night under a new random id; the same ``key`` again gives the one that it made.

        :param director: the device that directs it.
        :raises KeyUsed: if the form opened another night.
        """
        entry = NewEntry(*CODEC.encode(NightOpened(plan)), who, at)
        with self._database.write(NIGHT) as rows:
            made = rows.first("select id, name from night where made_by = ?", key)
            if made is not None:
                first = rows.first(_FIRST_BODY, made["id"])
                if first is None or json.loads(first["body"]) != entry.body:
                    raise KeyUsed(NIGHT, made["name"])
                return str(made["id"])
            night = _insert(rows, NewNight(plan.name, day, at), numbered([entry], after=0, batch=1), key)
            if director is not None:
                add_keeper(rows, night, director, at)
        return night

    def restore(
        self, new: NewNight, entries: Sequence[Entry], games: Mapping[str, str], director: str | None = None
    ) -> tuple[str, int]:
        """Write down a whole night at once; return its id, and how many of its entries are new here.

        A night is the one here that was opened by the same entry. Of a later copy, only the further entries are
        written; an older one changes nothing.

        :param games: the games of its tables here, by their ids in the entries. A table keeps its present game; one
            without gets its game from these, or none.
        :param director: the device that directs it, if it is new here.
        :raises TwoCopies: if both went on, each in its own way.
        :raises ValueError: if ``entries`` is empty or not numbered 1, 2, 3 …
        """
        last_seal(first_link(new), entries)
        with self._database.write(NIGHT) as rows:
            here = _copy_here(rows, new, entries)
            night = here.row.id if here else _insert(rows, new, entries, None)
            further = entries[here.row.version :] if here else entries
            if here is None and director is not None:
                add_keeper(rows, night, director, new.at)
            if here and further:
                rows.run("update night set version = ? where id = ?", entries[-1].seq, night)
                _add(rows, night, here.seals[-1], further, None)
            _link(rows, night, entries, games)
            _follow(rows, night, [to_night_entry(each, "").event for each in further])
        return night, len(further)

    def append(self, night: str, seen: int, events: Sequence[Event], who: str, at: str, key: str | None = None) -> bool:
        """Add the events of one tap, all or none; false if the form with this key was written before.

        :param seen: the version that was judged.
        :raises Conflict: if the night has moved on since.
        :raises TooMuch: if it holds more then than a night may.
        :raises ValueError: if there are no events.
        """
        new = [NewEntry(*CODEC.encode(event), who, at) for event in events]
        refuse_nothing(new)
        refuse_long(NIGHT, seen + len(new))
        refuse_beyond([each.body for each in new])
        with self._database.write(f"night {night}") as rows:
            if key is not None and rows.first(_BY_KEY, night, key):
                return False
            if not rows.count(_MOVE_ON, seen + len(events), night, seen):
                now = rows.first("select version from night where id = ?", night)
                raise Conflict(night, seen, now["version"] if now else 0, "night")
            last = rows.first("select batch, seal from night_entry where night_id = ? and seq = ?", night, seen)
            if last is None:
                raise Damaged(f"night {night} has lost its entry {seen}")
            entries = numbered(new, after=seen, batch=last["batch"] + 1)
            _add(rows, night, last["seal"], entries, key)
            _link(rows, night, entries, {event.game: event.game for event in events if isinstance(event, GameBegun)})
            _follow(rows, night, events)
        return True

    def lay(self, night: str, shelf: Shelf, at: str, entry: AuditEntry | None = None) -> None:
        """Move a night to another shelf; in the bin no page, list or season has it.

        :param entry: the entry in the club's log, if any.
        :raises NotFound: if there is no such night.
        :raises TwoCopies: if it would come out of the bin beside another copy of itself.
        """
        with self._database.write(f"night {night}") as rows:
            row, kept = _kept(rows, night)
            if row is None:
                raise NotFound(night, "night")
            if row.shelf is shelf:  # a second tap does not begin the days in the bin again
                return
            twins = rows.all(_TWINS, kept[0]["seal"], night, Shelf.BIN.value) if kept else []
            if shelf is not Shelf.BIN and row.shelf is Shelf.BIN and twins:
                raise TwoCopies(row.name)
            rows.run("update night set shelf = ?, shelved_at = ? where id = ?", shelf.value, at, night)
            write_entry(rows, entry)
            _renew_games(rows, night)
            rows.ring(night)

    def empty_bin(self, until: str) -> None:
        """Forget the nights that were laid into the bin before a time; the games of their tables stay."""
        gone = self._database.all(_GONE, Shelf.BIN.value, until)
        for row in gone:
            with self._database.write(f"night {row['id']}") as rows:
                if rows.first(f"{_GONE} and id = ?", Shelf.BIN.value, until, row["id"]):  # else just restored
                    _forget(rows, row["id"])

    def of_game(self, game: str) -> str | None:
        """The night at which a table plays this game, if one does; of copies of one night the one opened here."""
        found = self._database.first(_NIGHT_OF_GAME, game)
        return None if found is None else str(found["night_id"])

    def of_games(self) -> dict[str, tuple[str, bool]]:
        """By game, the night that :meth:`of_game` finds, and True if the night began with the game already over."""
        found = self._database.all(_NIGHTS_OF_GAMES.format(only=""))
        return {row["game_id"]: (row["night_id"], row["batch"] == 1) for row in reversed(found)}

    def homes(self) -> dict[str, str]:
        """By game, the night that it became once it was over; of copies of one night the one made here."""
        found = self._database.all(_NIGHTS_OF_GAMES.format(only="batch = 1 and"))
        return {row["game_id"]: row["night_id"] for row in reversed(found)}

    def seen_by(self, device: str) -> frozenset[str]:
        """The nights with a place for a device: as director, or as member of a table's game."""
        found = self._database.all(_SEEN_BY, hashed(device), hashed(device))
        return frozenset(row["night"] for row in found)

    def was_written(self, night: str, key: str) -> bool:
        """Return True if the form with this key was written before."""
        return self._database.first(_BY_KEY, night, key) is not None

    def read(self, night: str) -> NightRead | None:
        """Return a night with its whole history, or None.

        :raises StoreError: if an entry can't be read.
        """
        with self._database.read() as rows:
            return _read(rows, night)

    def is_here(self, seal: str, entries: int) -> bool:
        """Return True if a night here begins with these ``entries``: they end in this seal."""
        with self._database.read() as rows:
            return _same_night(rows, seal, entries) is not None

    def version(self, night: str) -> int | None:
        """The version of a night, if there is one."""
        found = self._database.first("select version from night where id = ?", night)
        return None if found is None else int(found["version"])

    def list_nights(
        self, most: int = 200, among: Collection[str] | None = None, shelves: Collection[Shelf] = NOT_DELETED
    ) -> list[NightRow]:
        """The nights on some shelves, the last first; ``among`` these alone.

        One that can't be shown has its ``fault``.
        """
        with self._database.read() as rows:
            found = _lately(rows, most, among, shelves)
            for row in found:
                if (row.id, row.version) not in self._faults:
                    self._faults[row.id, row.version] = _fault(rows, row.id)
        return [replace(row, fault=self._faults[row.id, row.version]) for row in found]

    def fault(self, night: str) -> str:
        """Return why a night can't be shown; empty if it can, or does not exist."""
        with self._database.read() as rows:
            return _fault(rows, night)

    def kept(self, night: str) -> NightKept:
        """A night as it is kept: what can't be shown any more can still be saved.

        :raises NotFound: if there is no such night.
        :raises Damaged: if an entry is no JSON.
        """
        with self._database.read() as rows:
            row, kept = _kept(rows, night)
        if row is None:
            raise NotFound(night, "night")
        entries = tuple(to_entry(each, f"night {night}") for each in kept)
        linked = ((each.body.get("game"), here["game_id"]) for each, here in zip(entries, kept, strict=True))
        games = {own: here for own, here in linked if here and isinstance(own, str)}
        return NightKept(row, entries, tuple(each["seal"] for each in kept), games)

    def remove(self, night: str) -> None:
        """Forget a night, if it is there; the games of its tables stay."""
        with self._database.write(f"night {night}") as rows:
            _forget(rows, night)

    def every(self) -> list[NightRow]:
        """All nights, the first first."""
        return NIGHTS.all(self._database, "true order by played_on, created_at, id")

    def names_lately(self, but: str, nights: int = 10, among: Collection[str] | None = None) -> list[str]:
        """Return the present names of everyone at the latest nights, ``but`` excepted, each once."""
        with self._database.read() as rows:
            lately = [row.id for row in _lately(rows, nights + 1, among) if row.id != but][:nights]
        names: dict[str, None] = {}
        for night in lately:
            with suppress(StoreError, ValueError):  # a damaged night says so on its own page
                came = found.night.entrants.values() if (found := self.read(night)) else ()
                names |= dict.fromkeys(name for each in came if not each.house for name in each.names)
        return list(names)

    def game_faults(self, night: str) -> Iterator[str]:
        """Return a sentence for each table of a night whose game is missing or not its own."""
        with self._database.read() as rows:
            found = rows.all("select kind, seq, body, game_id from night_entry where night_id = ? order by seq", night)
            for row in found:
                own = from_json(row["body"], f"entry {row['seq']}").get("game") if row["kind"] == _BEGUN else None
                linked = row["game_id"]
                sought = own if linked is None else linked
                there = sought is not None and rows.first("select 1 from game where id = ?", sought) is not None
                # A game is forgotten when its time in the bin is over; then it is neither here nor named.
                if there if linked is None else own is None or not (there or linked == own):
                    yield f"entry {row['seq']} has lost the game of its table"


def judge_night(found: NightRead) -> Night:
    """Return the state of a night if every page can show it.

    :raises ValueError: if its entries do not make a night, or one that no tables can have played.
    """
    if not found.row.name.strip():
        raise ValueError("its name is empty")
    for entry in found.entries:
        if isinstance(entry.event, DayCorrected):
            read_day(entry.event.day)
    return judge_record(found.batches)


def to_night_entry(entry: Entry, game: str) -> NightEntry:
    """An entry with its event; a table that it says began a game began this one.

    :raises StoreError: if it can't be read.
    """
    event = CODEC.decode(entry.kind, entry.body)
    if isinstance(event, GameBegun):
        event = replace(event, game=game)
    return NightEntry(entry.kind, entry.body, entry.who, entry.at, entry.seq, entry.batch, event=event)


def _kept(rows: Rows, night: str) -> tuple[NightRow | None, list[Row]]:
    row = NIGHTS.first(rows, "id = ?", night)
    return row, rows.all("select * from night_entry where night_id = ? order by seq", night)


def _fault(rows: Rows, night: str) -> str:
    try:
        found = _read(rows, night)
        with blaming("it can't be shown"):
            if found is not None:
                judge_night(found)
    except Damaged as fault:
        return str(fault)
    return ""


def _read(rows: Rows, night: str) -> NightRead | None:
    row, kept = _kept(rows, night)
    if row is None:
        return None
    wrote = {each["batch"]: each["key"].partition(":")[0] for each in kept if ":" in (each["key"] or "")}
    entries = tuple(
        replace(
            to_night_entry(to_entry(each, f"night {night}"), each["game_id"] or ""),
            device=wrote.get(each["batch"], ""),
        )
        for each in kept
    )
    return NightRead(row, entries, tuple(each["seal"] for each in kept))


def _lately(
    rows: Rows, most: int, among: Collection[str] | None, shelves: Collection[Shelf] = NOT_DELETED
) -> list[NightRow]:
    ids = "" if among is None else f"id in ({', '.join('?' * len(among)) or 'null'}) and"
    asked = f"{ids} shelf in ({', '.join('?' * len(shelves))})"
    return NIGHTS.all(rows, f"{asked} {_LATELY}", *(among or ()), *map(str, shelves), most)


def _same_night(rows: Rows, seal: str, entries: int) -> str | None:
    """The night whose first ``entries`` end in this seal."""
    for row in rows.all("select distinct night_id from night_entry where seal = ?", seal):
        with suppress(StoreError):
            found = _read(rows, row["night_id"])
            if found is not None and begins_with(found, seal, entries):
                return found.row.id
    return None


def _copy_here(rows: Rows, new: NewNight, entries: Sequence[Entry]) -> NightRead | None:
    """The night here that goes on in these entries, or that they go on in.

    :raises TwoCopies: if one that is not in the bin began with the first of them, and went on otherwise.
    """
    own = [*seals(first_link(new), entries)]
    apart = False
    for row in rows.all("select night_id from night_entry where seq = 1 and seal = ?", own[0]):
        with suppress(StoreError):
            found = _read(rows, row["night_id"])
            common = min(len(own), len(found.entries)) if found else 0
            if found and begins_with(found, own[common - 1], common):
                return found
            apart |= found is not None and found.row.shelf is not Shelf.BIN
    if apart:
        raise TwoCopies(new.name)
    return None


def _insert(rows: Rows, new: NewNight, entries: Sequence[Entry], key: str | None) -> str:
    night = random_id()
    row = NightRow(**stays(new), id=night, version=entries[-1].seq, played_on=new.day)
    insert(rows, "night", made_by=key, **NIGHTS.values(row))
    _add(rows, night, first_link(new), entries, None)
    return night


def _add(rows: Rows, night: str, before: str, entries: Sequence[Entry], key: str | None) -> None:
    sealed = enumerate(entry_rows(before, entries))
    insert_all(rows, "night_entry", ({"night_id": night, "key": None if n else key, **each} for n, each in sealed))


def _link(rows: Rows, night: str, entries: Sequence[Entry], games: Mapping[str, str]) -> None:
    for entry in entries:
        if entry.kind == _BEGUN and entry.body["game"] in games:
            rows.run(_LINK, games[entry.body["game"]], night, entry.seq)


def _follow(rows: Rows, night: str, events: Sequence[Event]) -> None:
    """Update what follows from new events: the night’s day in lists, the pages of its games, and all that wait."""
    if any(isinstance(each, (DayCorrected, LastUndone)) for each in events):
        found = _read(rows, night)
        if found is not None:
            rows.run("update night set played_on = ? where id = ?", found.night.day or found.row.day, night)
    tables = {(each.number, each.table) for each in events if isinstance(each, (TotalsEntered, TotalsCorrected))}
    undone = any(isinstance(each, LastUndone) for each in events)
    if undone or tables:
        _renew_games(rows, night, None if undone else tables)
    rows.ring(night)


def _forget(rows: Rows, night: str) -> None:
    for table, column in _BELONGS_TO_NIGHT:
        rows.run(f"delete from {table} where {column} = ?", night)  # noqa: S608 - all ours


def _renew_games(rows: Rows, night: str, tables: Collection[tuple[int, int]] | None = None) -> None:
    """Renew the pages of the games of these tables, or of all: their night shows other totals now, or is deleted."""
    for row in rows.all(_GAMES, night):
        begun = from_json(row["body"], "an entry of a night")
        if tables is None or (begun["number"], begun["table"]) in tables:
            with suppress(NotFound):
                renew_pages(rows, row["game_id"])


_BELONGS_TO_NIGHT = (
    *(("left_out", "night_id"), ("night_entry", "night_id")),
    *(("keeper", "whose"), ("keeper_link", "whose")),
    ("night", "id"),
)
"""Tables and columns with the id of the night that a row goes with: the night itself last."""
_SEEN_BY = (
    "select whose as night from keeper where device = ? union select night_id as night from night_entry "
    "join member on member.game_id = night_entry.game_id where device = ?"
)
_GONE = "select id from night where shelf = ? and shelved_at < ?"
_LINK = "update night_entry set game_id = ? where night_id = ? and seq = ? and game_id is null"
_NIGHT_OF_GAME = (
    "select night_id from night_entry join night on night.id = night_id where game_id = ? and shelf <> 'bin' "
    "order by made_by is null, version desc, night_id"
)
_NIGHTS_OF_GAMES = (
    "select game_id, night_id, batch from night_entry join night on night.id = night_id "
    "where {only} game_id is not null and shelf <> 'bin' order by made_by is null, version desc, night_id"
)
_GAMES = "select body, game_id from night_entry where night_id = ? and game_id is not null"
_BY_KEY = "select 1 from night_entry where night_id = ? and key = ?"
_MOVE_ON = "update night set version = ? where id = ? and version = ? and shelf <> 'bin'"
_TWINS = (
    "select 1 from night_entry join night on night.id = night_id "
    "where seq = 1 and seal = ? and night_id <> ? and shelf <> ?"
)
_LATELY = "order by played_on desc, created_at desc limit ?"
_FIRST_BODY = "select body from night_entry where night_id = ? and seq = 1"
