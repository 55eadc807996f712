"""The further content of a file of all games: damaged ones as they are, seasons, and who is who.

Earlier companions pass these parts over (docs/store.md).
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any

from companion.figures.scope import Season
from companion.figures.who import Said, SeenBy
from companion.rules.names import same_name
from companion.store.database import Json, Rows, Value, next_turn
from companion.store.entries import Sealed, Shelf, altered
from companion.store.errors import Damaged, StoreError, Unavailable
from companion.store.moments import read_day, read_moment
from companion.store.store import Store
from companion.store.tables import TABLES, Table, insert_all

ENTRIES = {"game": "entry", "night": "night_entry"}
"""The table of entries for each kind of damaged thing."""
BELONGINGS = ("damaged", "seasons", "sayings")
_OWN = {"made_by", "key", "game_id", "night_id"}
"""Columns with a meaning only in the database that wrote them."""
_LARGEST = 2**31 - 1
_LONGEST = 1_000
_LONE = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Half a character: no text column holds it. The other surrogates represent bytes (``surrogateescape``)."""
_SAYINGS = "select said, name, other, who, at from saying order by turn"
_LEFT_OUT = (
    "select coalesce(season.name, left_out.season) as season, night_id as night from left_out "
    "left join season on season.id = left_out.season order by 1, 2"
)


def is_whole(found: Sealed) -> bool:
    """Return False for a game or a night with a part damaged on the disk."""
    return altered(found) is None


def export_belongings(store: Store, damaged: Mapping[str, Iterable[str]], phone: str = "") -> dict[str, Json]:
    """Return the parts of a file beside what can be read.

    :param damaged: the ids of damaged games and nights, by ``ENTRIES``.
    :param phone: the mark of a phone that saves everything; only then seasons and who is who go along.
    """
    rows_kept = [_as_it_is(store, what, each) for what, ids in damaged.items() for each in ids]
    parts: dict[str, Json] = {"damaged": [each for each in rows_kept if each]}
    if phone:
        parts["seasons"] = [{"name": each.name, "first": each.first, "last": each.last} for each in _seasons(store)]
        with store.database.read() as rows:
            parts |= {"phone": phone, "sayings": [dict(row) for row in rows.all(_SAYINGS)]}
            parts["left_out"] = [dict(row) for row in rows.all(_LEFT_OUT)]
    return parts


def _seasons(store: Store) -> list[Season]:
    return [row.season for row in reversed(store.seasons.list_seasons())]


def _as_it_is(store: Store, what: str, own_id: str) -> dict[str, Json]:
    entries = ENTRIES[what]
    head = _rows(store, what, "id = ?", own_id)
    kept = _rows(store, entries, f"{what}_id = ? order by seq", own_id)
    return {what: head[0], "entries": kept} if head else {}


def _rows(store: Store, table: str, which: str, value: str) -> list[dict[str, Json]]:
    """Return rows as they are kept; a byte that is no text stays one, as Python escapes it."""
    names = _columns(table)
    plain = ", ".join(f'"{name}"' for name in names)
    is_number = TABLES[table].is_number
    raw = ", ".join(f'"{name}"' if is_number(name) else f'cast("{name}" as blob) as "{name}"' for name in names)
    try:
        found = store.database.all(f"select {plain} from {table} where {which}", value)  # noqa: S608 - all ours
    except Damaged:
        found = store.database.all(f"select {raw} from {table} where {which}", value)  # noqa: S608 - all ours
    return [{name: _as_text(row[name]) for name in names} for row in found]


def _as_text(value: Any) -> Json:
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value


def _columns(table: str) -> list[str]:
    return [name for name in TABLES[table].columns if name not in _OWN]


def bring_belongings(
    store: Store, document: Mapping[str, Json], at: str, phone: str, refused: list[str], numbered: list[str]
) -> dict[str, int]:
    """Bring in what a file holds beside its games and nights; return how much of each part is new here.

    :param phone: the mark of this phone: the saving phone's claims about itself apply to this one.
    :param refused: a sentence for each part that can't be taken is added.
    :param numbered: the name of each new season that has a number here, since another has its own, is added.
    """
    phones = {str(document["phone"]): phone} if phone and "phone" in document else {}
    bring: dict[str, Callable[[list[Mapping[str, Json]]], int]] = {
        "damaged": lambda found: sum(_bring_rows(store, each) for each in found),
        "seasons": lambda found: sum(_bring_season(store, each, at, numbered) for each in found),
        "sayings": lambda found: _bring_sayings(store, found, phones),
    }
    came = dict.fromkeys(BELONGINGS, 0)
    for part in BELONGINGS:
        try:
            came[part] = bring[part](_listed(document, part))
        except Unavailable:
            raise
        except StoreError as fault:
            refused.append(f"{part}: {fault}")
    return came


def leave_out(store: Store, document: Json, nights: Mapping[str, str], file: Mapping[str, Json]) -> None:
    """Leave a night out of the season, by its name, or of the year that left it out where it was saved.

    :param nights: by their ids in the file, the nights that are new here; of others this house has decided.
    :param file: the whole file, with the days of its seasons: here another may have the name of one.
    :raises StoreError: if the document does not say so in this form.
    """
    said = document if isinstance(document, Mapping) else {}
    season, night = _text(said, "season"), _text(said, "night")
    if night in nights:
        meant = next((each for each in _listed(file, "seasons") if each.get("name") == season), None)
        here = _season_here(store, meant) if meant else None
        if here or not meant:
            store.seasons.choose_nights(here.key if here else season, [nights[night]], [])


def _listed(document: Mapping[str, Json], part: str) -> list[Mapping[str, Json]]:
    found = document.get(part, [])
    if not isinstance(found, list) or not all(isinstance(each, Mapping) for each in found):
        raise StoreError("this part of the file is no list of JSON objects")
    return found


def _bring_rows(store: Store, document: Mapping[str, Json]) -> bool:
    """Write the rows of a damaged game or night as they were; whether they are new here."""
    what = next((each for each in ENTRIES if each in document), "game")
    entries, head, kept = ENTRIES[what], document.get(what), document.get("entries")
    if what == "night" and isinstance(head, Mapping) and "day" in head:  # an earlier companion had no bin of nights
        head = {"played_on": head["day"], "shelf": Shelf.OPEN.value, "shelved_at": "", **head}
    is_all = isinstance(kept, list) and _is_row(what, head) and all(_is_row(entries, each) for each in kept)
    if not isinstance(kept, list) or not is_all or len({each["seq"] for each in kept}) != len(kept):
        raise StoreError("this is no damaged game or night, as a companion saved it")
    row: dict[str, Any] = dict(head or {})
    with store.database.write(f"damaged {row['id']}") as rows:
        if rows.first(f"select id from {what} where id = ?", row["id"]) is not None:  # noqa: S608 - all ours
            return False
        if what == "game":
            row["turn"] = next_turn(rows, what)
        _insert(rows, what, row)
        for each in kept:
            _insert(rows, entries, {**each, f"{what}_id": row["id"]})
    return True


def _is_row(table: str, found: Json) -> bool:
    if not isinstance(found, Mapping) or set(found) != set(_columns(table)):
        return False
    return all(_fits(TABLES[table], name, value) for name, value in found.items())


def _fits(table: Table, name: str, value: Json) -> bool:
    """Return True for what lists can show, and the column can hold; what else is damaged is no matter."""
    if table.is_number(name):
        return type(value) is int and int(table.is_counted(name)) <= value <= _LARGEST
    if not isinstance(value, str) or _LONE.search(value):
        return False
    try:
        match name:
            case "id":
                return value.isascii() and value.isalnum()
            case "shelf":
                return value in set(Shelf)
            case "day" | "played_on":
                read_day(value)
            case "created_at" | "updated_at":
                read_moment(value)
    except ValueError:
        return False
    return True


def _insert(rows: Rows, table: str, row: Mapping[str, Json]) -> None:
    names = ", ".join(f'"{name}"' for name in row)
    values = {name: _as_kept(value) for name, value in row.items()}
    marks = ", ".join("cast(? as text)" if isinstance(each, bytes) else "?" for each in values.values())
    rows.run(f"insert into {table} ({names}) values ({marks})", *values.values())  # noqa: S608 - all ours


def _as_kept(value: Json) -> Value:
    """Return a value as the database takes it: text with bytes that are none as bytes."""
    if not isinstance(value, str):
        return value  # type: ignore[no-any-return]
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-8", "surrogateescape")
    return value


def _season_here(store: Store, document: Mapping[str, Json]) -> Season | None:
    """The season of a file that is here under its name, or with a number behind it, if it is."""
    own = re.compile(rf"{re.escape(_text(document, 'name'))}(?: \(\d+\))?")
    days = _text(document, "first"), _text(document, "last")
    alike = (row for row in _seasons(store) if own.fullmatch(row.name) and (row.first, row.last) == days)
    return next(alike, None)


def _bring_season(store: Store, document: Mapping[str, Json], at: str, numbered: list[str]) -> bool:
    """Keep a season, numbered where another has its name; whether it is new here."""
    name, first, last = (_text(document, part) for part in ("name", "first", "last"))
    try:
        for day in (first, last or first):
            read_day(day)
    except ValueError as fault:
        raise StoreError(f"the season {name}: {fault}") from fault
    if _season_here(store, document):
        return False
    taken = {same_name(row.name) for row in _seasons(store)}
    free = next(each for each in (_numbered(name, number) for number in count(1)) if same_name(each) not in taken)
    store.seasons.add(Season("", free, first, last), at)
    numbered += [free] if free != name else []
    return True


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name} ({number})"


def _bring_sayings(store: Store, found: list[Mapping[str, Json]], phones: Mapping[str, str]) -> int:
    """Merge sayings from elsewhere with the ones here, by time: the last word on a matter holds."""
    said = []
    for document in found:
        each = {part: _text(document, part) for part in ("said", "name", "other", "who", "at")}
        if each["said"] not in set(Said) or (each["said"] == Said.SEEN_BY and each["other"] not in set(SeenBy)):
            raise StoreError("this companion does not know all that was said of who is who; a newer one does")
        said.append(each | {part: phones.get(each[part], each[part]) for part in ("other", "who")})
    with store.database.write("saying") as rows:
        here = [dict(row) for row in rows.all(_SAYINGS)]
        new = [each for each in said if each not in here]
        if new:
            rows.run("delete from saying")
            merged = heapq.merge(here, new, key=lambda each: each["at"])
            insert_all(rows, "saying", ({"turn": turn, **each} for turn, each in enumerate(merged, start=1)))
    return len(new)


def _text(document: Mapping[str, Json], name: str) -> str:
    found = document.get(name)
    if not isinstance(found, str) or len(found) > _LONGEST:
        raise StoreError(f"“{name}” has to be a short text")
    return found
