"""Whole games out of the store and into it again, and the question whether all is well."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial
from itertools import pairwise
from typing import Any, cast

from companion.rules.house import HouseError, house_variant
from companion.store.chain import altered, first_link, seals
from companion.store.codec import JsonError, from_json
from companion.store.errors import StoreError
from companion.store.files.house import is_house_document
from companion.store.journal import Appended, Body, Entry, GameRow, Journal, Journaled, Json, NewGame
from companion.store.membership import NewOwner
from companion.store.store import Store

FORMAT = "companion-game"
VERSION = 1
TIME = "2026-11-20T19:04:05.000+00:00"
_RESEALED = (
    "this game was altered after it was exported: its seal does not fit it. "
    'If it was altered on purpose, take the line "seal" out of the file, and import it again'
)
_OWN_FIELDS = ("format", "v", "id", "entries", "seal")


@dataclasses.dataclass(frozen=True)
class _Entries:
    entries: tuple[Entry, ...]


Judge = Callable[[Journaled], object]
"""Raises over entries that no table can have produced, or that no page can show."""

# Whoever judges nonsense may fail over it in whatever way Python does.
_JUDGE_FAULTS = (StoreError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError)


def export_game(journal: Journal, game_id: str) -> dict[str, Json]:
    """A game as one JSON document: all that was journaled, and nothing about links, devices or photographs.

    :raises NotFound: if there is no such game.
    :raises Damaged: if something of it can't be read any more.
    """
    found = journal.read(game_id)
    game = {field.name: getattr(found.game, field.name) for field in dataclasses.fields(NewGame)}
    entries = [dataclasses.asdict(entry) for entry in found.entries]
    return {"format": FORMAT, "v": VERSION, "id": game_id, **game, "entries": entries, "seal": found.seals[-1]}


def import_game(
    journal: Journal,
    document: Json,
    judge: Judge,
    owner: NewOwner | None = None,
    most_entries: int | None = None,
    *,
    from_bin: bool = True,
) -> Appended:
    """Write down the game of a document under a new id; one that is here already is ``replayed``, and stays one.

    :param owner: whose the game is then; one that is here already keeps its own.
    :param most_entries: a game with more is refused before any of them is read.
    :param from_bin: whether one that is here already, in the bin, is taken out of it.
    :raises StoreError: if it is no document of a game, or its entries do not follow from one another.
    """
    _refuse_long(document, most_entries)
    try:
        found = _read_document(document)
    except JsonError as fault:
        raise StoreError(f"this is no game that can be imported: {fault}") from fault
    if (fault_found := _judged_fault(judge, found)) is not None:
        raise StoreError(f"the entries of this game do not follow from one another: {fault_found}")
    if document.get("seal", found.seals[-1]) != found.seals[-1]:
        raise StoreError(_RESEALED)
    return journal.restore_game(found.game, found.entries, owner, from_bin=from_bin)


def _refuse_long(document: Json, most_entries: int | None) -> None:
    entries = document.get("entries") if isinstance(document, Mapping) else None
    if most_entries is not None and isinstance(entries, list) and len(entries) > most_entries:
        raise StoreError(
            f"this game has {len(entries):,} entries, and this page takes {most_entries:,}: "
            "bring it in with “companion import” on the machine where the companion runs"
        )


def read_game_file(content: bytes) -> Json:
    """The document in a file, whatever file somebody chose.

    :raises StoreError: if it can be no game; the message says what to choose instead.
    """
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        document = None
    if is_house_document(document):
        raise StoreError("this file holds house rules, not a game: bring it in on the page “House rules”")
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise StoreError("this file holds no game: choose one that was saved under a score sheet, as JSON")
    return document


def check_store(store: Store, judge: Judge) -> list[str]:
    """Everything that is wrong with the file or what is in it, a sentence each; nothing if all is well."""
    parts: tuple[Callable[[], Iterable[str]], ...] = (
        store.database.faults,
        lambda: _game_faults(store, judge),
        lambda: _house_faults(store),
        store.photos.faults,
        store.examples.faults,
        store.seasons.faults,
    )
    return [finding for part in parts for finding in _findings(part)]


def _findings(part: Callable[[], Iterable[str]]) -> list[str]:
    """What one part of the check finds; where the file is too damaged to look, that."""
    try:
        return list(part())
    except StoreError as fault:
        return [str(fault)]


def _game_faults(store: Store, judge: Judge) -> Iterator[str]:
    for game in store.journal.list_games():
        yield from (f"game {game.id}: {finding}" for finding in _findings(partial(_faults_of, store, game.id, judge)))


def _faults_of(store: Store, game_id: str, judge: Judge) -> Iterator[str]:
    found = store.journal.read(game_id)
    if (misnumbered := _numbering_fault(found.entries, found.version)) is not None:
        yield misnumbered
        return
    if (seq := altered(found)) is not None:
        yield f"entry {seq} is not as it was sealed: it was altered, or what the list says of the game"
    if (fault := _time_fault(found) or _judged_fault(judge, found)) is not None:
        yield fault


def _house_faults(store: Store) -> Iterator[str]:
    for row in store.houses.list_houses():
        try:
            house_variant(row.house)
        except HouseError as fault:
            yield f"house variant {row.id} ({row.house.name}): {fault}"


def _read_document(document: Json) -> Journaled:
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise JsonError(f'it has to be a JSON object with "format": "{FORMAT}", as companion export writes it')
    if document.get("v") != VERSION:
        raise JsonError(f"it is of version {document.get('v')!r}; this companion reads {VERSION}")
    fields = {name: document[name] for name in document if name not in _OWN_FIELDS}
    entries = from_json({"entries": document.get("entries", ())}, _Entries).entries
    if (fault := _numbering_fault(entries, len(entries))) is not None:
        raise JsonError(fault)
    found = Journaled(_to_row(from_json(fields, NewGame), entries), entries)
    found = dataclasses.replace(found, seals=tuple(seals(first_link(found.game), entries)))
    if (fault := _time_fault(found)) is not None:
        raise JsonError(fault)
    return found


def _to_row(game: NewGame, entries: tuple[Entry, ...]) -> GameRow:
    given: Body = {field.name: getattr(game, field.name) for field in dataclasses.fields(NewGame)}
    return GameRow(**cast("dict[str, Any]", given), version=len(entries), updated_at=entries[-1].at)


def _numbering_fault(entries: tuple[Entry, ...], version: int) -> str | None:
    if version != len(entries) or [entry.seq for entry in entries] != list(range(1, version + 1)) or not entries:
        return "its entries are not numbered 1, 2, 3 … up to its version"
    batches = [entry.batch for entry in entries]
    if batches[0] != 1 or any(after - before not in (0, 1) for before, after in pairwise(batches)):
        return "its batches are not numbered 1, 2, 3 … in order"
    return None


def _time_fault(found: Journaled) -> str | None:
    """The first time that is none. They need not be in order: clocks are set back."""
    if found.game.updated_at != found.entries[-1].at:
        return "the time of its last change is not that of its last entry"
    times = [("at", found.game.at), *((f"entries: {entry.seq}: at", entry.at) for entry in found.entries)]
    return next(
        (f"{where}: {at!r} is no time with its zone, as {TIME}" for where, at in times if not _is_time(at)), None
    )


def _is_time(at: str) -> bool:
    try:
        return datetime.fromisoformat(at).tzinfo is not None
    except ValueError:
        return False


def _judged_fault(judge: Judge, found: Journaled) -> str | None:
    try:
        judge(found)
    except _JUDGE_FAULTS as fault:
        return str(fault) or type(fault).__name__
    return None
