"""Games and entries as their rows have them, and how a list of games is asked for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress

from companion.store.database import Row, Value
from companion.store.errors import Damaged
from companion.store.journal import Body, Entry, GameRow, Order, Shelf
from companion.store.tables.columns import from_json

_HAS_WORD = (
    "id in (select word_of_game.game_id from word_of_game join name_word on name_word.word = word_of_game.word "
    "where name_word.word like ? escape '!')"
)


def listing_of(
    shelf: Shelf | None, among: Collection[str] | None, order: Order, words: Sequence[str] = ()
) -> tuple[str, list[Value]]:
    """Asks for games in an order, which an index has where a shelf is named, and the values for its marks."""
    asked, values = _asked(shelf, among, words)
    return f"select * from game where {asked} order by {order.value} desc, id", values  # noqa: S608 - ours


def counting_of(shelf: Shelf, among: Collection[str] | None, words: Sequence[str]) -> tuple[str, list[Value]]:
    """Asks how many these are."""
    asked, values = _asked(shelf, among, words)
    return f"select count(*) as games from game where {asked}", values  # noqa: S608 - ours


def _asked(shelf: Shelf | None, among: Collection[str] | None, words: Sequence[str]) -> tuple[str, list[Value]]:
    asked = ["true"] if shelf is None else ["shelf = ?"]
    values: list[Value] = [] if shelf is None else [shelf.value]
    if among is not None:
        asked.append(f"id in ({', '.join('?' * len(among)) or 'null'})")
        values += among
    for word in words:
        asked.append(_HAS_WORD)
        values.append("%" + re.sub("([!%_])", r"!\1", word) + "%")
    return " and ".join(asked), values


def to_listed(row: Row) -> GameRow:
    """A game as lists show it: one whose columns can't be read stands there all the same, with the reason."""
    try:
        return to_game(row)
    except Damaged as fault:
        return to_game({**row, "options": "{}", "table": "{}"}, str(fault))


def to_game(row: Row, fault: str = "") -> GameRow:
    """The game of a row.

    :raises Damaged: if one of its columns can't be read.
    """
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


def to_entry(row: Row) -> Entry:
    """The entry of a row.

    :raises Damaged: if its body can't be read.
    """
    body = from_json(row["body"], f"of game {row['game_id']} entry {row['seq']}")
    return Entry(row["kind"], body, row["who"], row["at"], row["seq"], row["batch"])


def readable(rows: Iterable[Row]) -> Iterator[tuple[str, Body]]:
    """By the id of its game, the body of each entry that can be read."""
    for row in rows:
        with suppress(Damaged):
            yield row["game_id"], from_json(row["body"], f"an entry of game {row['game_id']}")
