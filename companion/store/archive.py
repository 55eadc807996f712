"""Whole games out of the store and into it again, and the question whether all is well."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, cast

from companion.rules.house import HouseError, house_variant
from companion.store.containers import row_form
from companion.store.errors import StoreError
from companion.store.forms import Misfit
from companion.store.hints import dataclass_form
from companion.store.journal import Body, Entry, GameRow, Journal, Journaled, Json, NewGame
from companion.store.store import Store

FORMAT = "companion-game"
VERSION = 1

Fold = Callable[[Journaled], object]
"""Makes a game's state of its entries, or raises over entries that no table can have produced."""

_GAME = dataclass_form(NewGame)
_ENTRIES = row_form(dataclass_form(Entry))

# A fold trusts its events; over nonsense it fails in whatever way Python does.
_FOLD_FAULTS = (StoreError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError)


def export_game(journal: Journal, game_id: str) -> dict[str, Json]:
    """A game as one JSON document: all that was journaled, and nothing about links, devices or photographs.

    :raises NotFound: if there is no such game.
    """
    found = journal.read(game_id)
    game = {field.name: getattr(found.game, field.name) for field in dataclasses.fields(NewGame)}
    entries = [dataclasses.asdict(entry) for entry in found.entries]
    return {"format": FORMAT, "v": VERSION, "id": game_id, **game, "entries": entries}


def import_game(journal: Journal, document: Json, fold: Fold) -> str:
    """Write down the game of a document under a new id, which is returned; importing twice makes two games.

    :raises StoreError: if it is no document of a game, or its entries do not follow from one another.
    """
    try:
        found = _read_document(document)
    except Misfit as fault:
        raise StoreError(f"this is no game that can be imported: {fault}") from fault
    if (fault_found := _fold_fault(fold, found)) is not None:
        raise StoreError(f"the entries of this game do not follow from one another: {fault_found}")
    return journal.restore_game(found.game, found.entries)


def check_store(store: Store, fold: Fold) -> list[str]:
    """Everything that is wrong with the file or what is in it, a sentence each; nothing if all is well."""
    findings = store.sqlite.faults()
    for game in store.journal.list_games():
        found = store.journal.read(game.id)
        fault = _numbering_fault(found.entries, found.version) or _fold_fault(fold, found)
        if fault is not None:
            findings.append(f"game {game.id}: {fault}")
    return [*findings, *_house_faults(store)]


def _house_faults(store: Store) -> Iterator[str]:
    for row in store.houses.list_houses():
        try:
            house_variant(row.house)
        except HouseError as fault:
            yield f"house variant {row.id} ({row.house.name}): {fault}"


def _read_document(document: Json) -> Journaled:
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise Misfit(f'it has to be a JSON object with "format": "{FORMAT}", as companion export writes it')
    if document.get("v") != VERSION:
        raise Misfit(f"it is of version {document.get('v')!r}; this companion reads {VERSION}")
    fields = {name: document[name] for name in document if name not in ("format", "v", "id", "entries")}
    entries = cast("tuple[Entry, ...]", _ENTRIES.load(document.get("entries", ())))
    if (fault := _numbering_fault(entries, len(entries))) is not None:
        raise Misfit(fault)
    return Journaled(_to_row(_GAME.load(fields), entries), entries)


def _to_row(game: NewGame, entries: tuple[Entry, ...]) -> GameRow:
    given: Body = {field.name: getattr(game, field.name) for field in dataclasses.fields(NewGame)}
    return GameRow(**cast("dict[str, Any]", given), version=len(entries), updated_at=entries[-1].at)


def _numbering_fault(entries: tuple[Entry, ...], version: int) -> str | None:
    if [entry.seq for entry in entries] != list(range(1, version + 1)) or not entries:
        return "its entries are not numbered 1, 2, 3 … up to its version"
    batches = [entry.batch for entry in entries]
    if batches[0] != 1 or any(after - before not in (0, 1) for before, after in pairwise(batches)):
        return "its batches are not numbered 1, 2, 3 … in order"
    return None


def _fold_fault(fold: Fold, found: Journaled) -> str | None:
    try:
        fold(found)
    except _FOLD_FAULTS as fault:
        return str(fault) or type(fault).__name__
    return None
