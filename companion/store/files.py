"""Games, house variants and score sheets as files, and the question whether all in a store is well."""

from __future__ import annotations

import base64
import csv
import dataclasses
import io
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar, cast

from companion.game.state import GameState
from companion.game.view.sheet import SheetRow, ledger_of, sheet_rows
from companion.rules.choices import Bidding, Sides
from companion.rules.house import HouseError, HouseVariant, make_house
from companion.rules.meld.best import keeps_dix_apart
from companion.store.bounds import TooMuch, refuse_beyond, refuse_long
from companion.store.codec import JsonError, from_json
from companion.store.database import Body, Json
from companion.store.entries import (
    Appended,
    Entry,
    GameRow,
    Journaled,
    NewGame,
    NewNight,
    Sealed,
    altered,
    first_link,
    last_seal,
    stays,
)
from companion.store.errors import FAULTS, StoreError
from companion.store.journal import Journal
from companion.store.membership import NewOwner
from companion.store.nights import judge_night
from companion.store.store import Store

FORMAT = "companion-game"
BUNDLE = "companion-games"
BUNDLE_VERSION = 2
"""Since 2 it marks archived games and holds the parts listed in ``belongings``; readers of 1 skip these."""
VERSION = 1
_RESEALED = (
    "this {} was altered after it was exported: its seal does not fit it. "
    "Save it again where it was played, or bring in another copy"
)
CUT_OFF = (
    "is incomplete: a part of it is missing or damaged. Save it again where the games are, or bring in another copy"
)
_BEGUN = re.compile(rb'\s*\{\s*"format":\s*"companion-')
_OWN_FIELDS = ("format", "v", "id", "entries", "seal")


@dataclasses.dataclass(frozen=True)
class _Entries:
    entries: tuple[Entry, ...]


Judge = Callable[[Journaled], object]
"""Raises an exception over impossible entries and over ones that no page can show."""
New = TypeVar("New", NewGame, NewNight)
Read = TypeVar("Read", bound=Sealed)


def export_game(journal: Journal, game_id: str) -> dict[str, Json]:
    """Return a game as one JSON document: its whole journal, without links, devices or photographs.

    :raises NotFound: if there is no such game.
    :raises Damaged: if something of it can't be read any more.
    """
    return sealed_document(FORMAT, journal.read(game_id))


def sealed_document(form: str, found: Sealed) -> dict[str, Json]:
    """Return a game or a night as one JSON document: its whole journal."""
    fields = [field.name for field in dataclasses.fields(Entry)]
    entries = [{name: getattr(entry, name) for name in fields} for entry in found.entries]
    start = {"format": form, "v": VERSION, "id": found.head.id, **stays(found.head)}
    return {**start, "entries": entries, "seal": found.seals[-1]}


def import_game(
    journal: Journal,
    document: Json,
    judge: Judge,
    owner: NewOwner | None = None,
    *,
    from_bin: bool = True,
) -> Appended:
    """Write down the game of a document under a new id; one that is here already is ``replayed``, and stays one.

    It is not judged again then.

    :param owner: whose the game is then; one that is here already keeps its own.
    :param from_bin: whether one that is here already, in the bin, is taken out of it.
    :raises StoreError: if it is no document of a game, or its entries do not follow from one another.
    """
    new, entries, seal = read_sealed(document, FORMAT, NewGame)
    if not journal.is_here(new, seal, len(entries)):
        judge_sealed(judge, Journaled(_to_row(new, entries), entries), "game")
    refuse_altered(document, seal, "game")
    return journal.restore_game(new, entries, owner, from_bin=from_bin)


def judge_sealed(judge: Callable[[Read], object], found: Read, what: str) -> None:
    """Refuse what can't have been played, or can't be shown.

    :raises StoreError: saying why.
    """
    if (fault := _judged_fault(judge, found)) is not None:
        raise StoreError(f"the entries of this {what} do not follow from one another: {fault}")


def refuse_altered(document: Json, seal: str, what: str) -> None:
    """Refuse a document that has another seal than its content; one without any is taken.

    :raises StoreError: if it has.
    """
    if document.get("seal", seal) != seal:
        raise StoreError(_RESEALED.format(what))


def is_bundle(document: Json) -> bool:
    """Return True if a document is marked as a file of several games."""
    return isinstance(document, Mapping) and document.get("format") == BUNDLE


def is_cut_off(content: bytes) -> bool:
    """Return True if a broken JSON file begins like a file saved by the companion, and so has lost its end."""
    return _BEGUN.match(content) is not None


def read_game_file(content: bytes) -> Json:
    """Return the document in a file of any kind.

    :raises StoreError: if it can be no game; the message says what to choose instead.
    """
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        document = None
        if is_cut_off(content):
            raise StoreError(f"this file {CUT_OFF}") from None
    if is_house_document(document):
        raise StoreError("this file holds house rules, not a game: bring it in on the page “House rules”")
    if not isinstance(document, Mapping) or document.get("format") not in (FORMAT, BUNDLE):
        raise StoreError("this file holds no game: choose one that was saved under a score sheet, as JSON")
    return document


def check_store(store: Store, judge: Judge) -> list[str]:
    """Return every fault of the file and its content, a sentence each; empty if all is well."""
    parts: tuple[Callable[[], Iterable[str]], ...] = (
        store.database.faults,
        lambda: _game_faults(store, judge),
        lambda: _house_faults(store),
        store.photos.faults,
        store.examples.faults,
        store.seasons.faults,
        lambda: _night_faults(store),
    )
    return [finding for part in parts for finding in _findings(part)]


def _findings(part: Callable[[], Iterable[str]]) -> list[str]:
    """The findings of one part of the check, or the error if the file is too damaged for it."""
    try:
        return list(part())
    except StoreError as fault:
        return [str(fault)]


def _game_faults(store: Store, judge: Judge) -> Iterator[str]:
    for game in store.journal.list_games():
        part = partial(_faults_of_game, store, game.id, judge)
        yield from (f"game {game.id}: {finding}" for finding in _findings(part))


def _faults_of_game(store: Store, game_id: str, judge: Judge) -> Iterator[str]:
    return _faults_of(store.journal.read(game_id), "game", judge)


def _night_faults(store: Store) -> Iterator[str]:
    for night in store.nights.every():
        part = partial(_faults_of_night, store, night.id)
        yield from (f"night {night.id} ({night.name}): {finding}" for finding in _findings(part))


def _faults_of_night(store: Store, night: str) -> Iterator[str]:
    found = store.nights.read(night)
    if found is not None:
        yield from _faults_of(found, "night", judge_night)
        yield from store.nights.game_faults(night)


def _faults_of(found: Read, what: str, judge: Callable[[Read], object]) -> Iterator[str]:
    if (misnumbered := _numbering_fault(found.entries, found.head.version)) is not None:
        yield misnumbered
        return
    if (seq := altered(found)) is not None:
        yield f"entry {seq} is not as it was sealed: it was altered, or what the list says of the {what}"
    if (fault := _bounds_fault(found) or _judged_fault(judge, found)) is not None:
        yield fault


def _house_faults(store: Store) -> Iterator[str]:
    for row in store.houses.list_houses():
        if row.fault:
            yield f"house variant {row.id} ({row.house.name}): {row.fault}"


def read_sealed(document: Json, form: str, head: type[New]) -> tuple[New, tuple[Entry, ...], str]:
    """Return the game or night in a document, its entries, and their matching seal.

    :param form: what the document has to say that it is.
    :raises StoreError: if it can't be read.
    """
    what = form.removeprefix("companion-")
    try:
        return _read_sealed(document, form, head)
    except (JsonError, TooMuch) as fault:
        raise StoreError(f"this is no {what} that can be imported: {fault}") from fault


def _read_sealed(document: Json, form: str, head: type[New]) -> tuple[New, tuple[Entry, ...], str]:
    if not isinstance(document, Mapping) or document.get("format") != form:
        raise JsonError(f'it has to be a JSON object with "format": "{form}", as companion export writes it')
    if document.get("v") != VERSION:
        raise JsonError(f"it is of version {document.get('v')!r}; this companion reads {VERSION}")
    listed = document.get("entries", ())
    refuse_long(form.removeprefix("companion-"), len(listed) if isinstance(listed, list) else 0)
    refuse_beyond(document)
    fields = {name: document[name] for name in document if name not in _OWN_FIELDS}
    entries = from_json({"entries": listed}, _Entries).entries
    if (fault := _numbering_fault(entries, len(entries))) is not None:
        raise JsonError(fault)
    new = from_json(fields, head)
    return new, entries, last_seal(first_link(new), entries)


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


def _bounds_fault(found: Sealed) -> str | None:
    """The first thing that no game or night may hold. Times need not be in order: clocks are set back."""
    if isinstance(found.head, GameRow) and found.head.updated_at != found.entries[-1].at:
        return "the time of its last change is not that of its last entry"
    try:
        refuse_beyond({**stays(found.head), "entries": [vars(entry) for entry in found.entries]})
    except TooMuch as fault:
        return str(fault)
    return None


def _judged_fault(judge: Callable[[Read], object], found: Read) -> str | None:
    try:
        judge(found)
    except (StoreError, *FAULTS) as fault:
        return str(fault) or type(fault).__name__
    return None


HOUSE_FORMAT = "companion-variant"
HOUSE_VERSION = 1
_HOUSE_FIELDS = ("format", "v", "name", "base", "changes")


def house_document(house: HouseVariant) -> dict[str, Json]:
    """A house variant as one JSON document."""
    return {
        "format": HOUSE_FORMAT,
        "v": HOUSE_VERSION,
        "name": house.name,
        "base": house.base,
        "changes": dict(house.changes),
    }


def is_house_document(document: Json) -> bool:
    """Return True if a document is marked as a house variant, valid or not."""
    return isinstance(document, Mapping) and document.get("format") == HOUSE_FORMAT


def read_house_document(document: Json) -> HouseVariant:
    """The house variant that a document holds.

    :raises StoreError: if it is none, is written by a newer companion, or holds what can't be; the message says what.
    """
    if not isinstance(document, Mapping) or document.get("format") != HOUSE_FORMAT:
        raise StoreError(f'this is no house variant: it has to be a JSON object with "format": "{HOUSE_FORMAT}"')
    version = document.get("v")
    if isinstance(version, int) and version > HOUSE_VERSION:
        raise StoreError(
            f"this house variant is of version {version}, from a newer companion; this one reads {HOUSE_VERSION}"
        )
    if version != HOUSE_VERSION or set(document) != set(_HOUSE_FIELDS):
        raise StoreError(
            f"a house variant of version {HOUSE_VERSION} has the fields {', '.join(_HOUSE_FIELDS)} and no others"
        )
    name, base, changes = document["name"], document["base"], document["changes"]
    if not isinstance(name, str) or not isinstance(base, str) or not isinstance(changes, Mapping):
        raise StoreError("in a house variant the name and the base are texts, and the changes an object of options")
    try:
        return make_house(name, base, changes)
    except HouseError as fault:
        raise StoreError(f"these rules can’t be used: {fault}") from fault


def read_house_file(content: bytes) -> HouseVariant:
    """Return the house variant in a file of any kind.

    :raises StoreError: if it is none; the message says what is wrong.
    """
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        raise StoreError("this file holds no house variant: choose the one that was saved from this page") from None
    return read_house_document(document)


_LINK_BYTES = 64_000
"""The maximum unpacked size of a link: far more than all options together."""
NOT_A_LINK = "this link holds no house rules, or only a part of them: open it again where it was sent, whole"


def house_to_link(house: HouseVariant) -> str:
    """A house variant as the last part of an address."""
    text = json.dumps(house_document(house), ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).rstrip(b"=").decode()


def house_from_link(text: str) -> HouseVariant:
    """The house variant that such an address carries.

    :raises StoreError: if it carries none; the message says what is wrong.
    """
    try:
        packed = base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), b"-_", validate=True)
        document = json.loads(zlib.decompressobj().decompress(packed, _LINK_BYTES))
    except (ValueError, zlib.error, RecursionError):
        raise StoreError(NOT_A_LINK) from None
    return read_house_document(document)


DEAL_COLUMNS = ("deal", "dealer", "bidder", "bid", "trump", "outcome", "corrected", "counts")
SIDE_COLUMNS = ("meld", "points", "change", "total")
CHECK_COLUMNS = ("checks", "checks total")
"""Further columns of every side at a table that keeps checks."""


def sheet_csv(state: GameState) -> str:
    """The sheet as comma-separated values (RFC 4180): a header, then a line for each deal (docs/store.md).

    At a table with checks, a last line has the gain from winning the game.
    """
    deal_columns = (
        *DEAL_COLUMNS,
        *(["partner"] if state.variant.sides is Sides.CALLED else []),
        *(["players"] if state.predecessors else []),
        *(["notes"] if state.notes else []),
    )
    side_columns = (
        *SIDE_COLUMNS,
        *(["dix"] if keeps_dix_apart(state.variant) else []),
        *(["bid"] if state.variant.bid is Bidding.SUMMED else []),
        *(CHECK_COLUMNS if state.variant.keeps_checks else ()),
    )
    headings = (f"{side} ({state.side_name(side)}): {column}" for side in state.sides for column in side_columns)
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow([*deal_columns, *headings])
    for row in sheet_rows(state):
        cells, sides = _deal_cells(state, row), [_side_cells(row, side) for side in state.sides]
        table.writerow(
            [*(cells[each] for each in deal_columns), *(side[each] for side in sides for each in side_columns)]
        )
    ledger = ledger_of(state)
    if ledger and ledger.game:
        gained = [
            dict(zip(CHECK_COLUMNS, (ledger.game[side], ledger.totals[side]), strict=True)) for side in state.sides
        ]
        blank = [""] * (len(deal_columns) - 1)
        table.writerow(["game", *blank, *(side.get(each, "") for side in gained for each in side_columns)])
    return text.getvalue()


def _deal_cells(state: GameState, row: SheetRow) -> dict[str, object]:
    """What the columns of a deal hold, those that this table lacks too."""
    return {
        "deal": row.number,
        "dealer": no_formula(row.dealer),
        "bidder": no_formula(row.bidder),
        "bid": row.bid,
        "trump": row.trump.value if row.trump else "",
        "outcome": row.outcome,
        "corrected": "yes" if row.corrected else "no",
        "counts": "yes" if row.counts else "no",
        "partner": no_formula(row.partner),
        "players": no_formula(", ".join(state.names_in(row.number))),
        "notes": no_formula("; ".join(row.notes.values())),
    }


def _side_cells(row: SheetRow, side: str) -> dict[str, object]:
    """What the columns of a side hold, those that this table lacks too."""
    played = side not in row.sat_out
    return {
        "meld": row.meld.get(side, 0) if played else "",
        "points": row.points.get(side, "") if played else "",
        "change": row.change.get(side, 0) if played else "",
        "total": row.running[side],
        "dix": row.dix.get(side, ""),
        "bid": next((bid.amount for bid in row.bids if bid.side == side), ""),
        "checks": row.checks.get(side, 0),
        "checks total": row.checks_running.get(side, 0),
    }


def table_csv(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV, with no text that a spreadsheet takes for a formula."""
    text = io.StringIO()
    csv.writer(text).writerows([no_formula(each) if isinstance(each, str) else each for each in row] for row in rows)
    return text.getvalue()


def no_formula(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name
