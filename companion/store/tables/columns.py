"""What columns hold that are alike in several tables: JSON, names, and the turn of what was written last."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from companion.store.database import Rows
from companion.store.errors import Damaged, NameTaken
from companion.store.journal import Body, Json


def next_turn(rows: Rows, table: str) -> int:
    """The turn of what is written to a table now. Clocks are set back; the order of writes is counted."""
    last = rows.first(f"select max(turn) as turn from {table}")  # noqa: S608 - all ours
    return 1 + (last["turn"] or 0 if last else 0)


def refuse_taken(rows: Rows, table: str, what: str, name: str, own_id: str) -> None:
    """Let no two rows of a table have one name, whatever its capitals.

    :param what: what a row of it is.
    :raises NameTaken: if another than ``own_id`` has it.
    """
    sql = f"select 1 from {table} where folded = ? and id != ?"  # noqa: S608 - all ours
    if rows.first(sql, name.casefold(), own_id) is not None:
        raise NameTaken(what, name)


def to_json(value: Json) -> str:
    """The text that a JSON column holds."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str, what: str) -> Body:
    """The object in a JSON column.

    :raises Damaged: if it holds none; the message begins with ``what``.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise Damaged(f"{what} can't be read: {fault}") from fault
    if not isinstance(value, Mapping):
        raise Damaged(f"{what} can't be read: {text[:40]!r} is no JSON object")
    return value


def json_faults(columns: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Of columns, each told with its text, those that hold no JSON object, a sentence each."""
    for what, text in columns:
        try:
            from_json(text, what)
        except Damaged as fault:
            yield str(fault)
