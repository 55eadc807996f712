"""Sums over all games, one number for each counted thing, so that no page reads every game.

A game is in the sums as long as it is not in the bin. What changes them, or lays a game into the bin or out of it,
holds ``HELD`` while it writes.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping

from typing_extensions import override

from companion.figures.company import Added, Sums
from companion.store.database import InDatabase, Rows, among, to_json
from companion.store.tables import insert, insert_all

HELD = "facts"


def count_game(rows: Rows, game: str, adds: Mapping[Added, int], *, in_bin: bool) -> None:
    """Replace a game's part of the sums."""
    if not in_bin:
        add_game(rows, game, -1)
    rows.run("delete from counted where game_id = ?", game)
    insert(rows, "counted", game_id=game, adds=to_json([[*each, n] for each, n in adds.items()]))
    if not in_bin:
        add_game(rows, game, 1)


def add_game(rows: Rows, game: str, times: int) -> None:
    """Add what a game adds to the sums, or with -1 take it away."""
    kept = rows.first("select adds from counted where game_id = ?", game)
    if kept is not None:
        added = json.loads(kept["adds"])
        sums = ({"kind": kind, "one": one, "other": other, "n": times * n} for kind, one, other, n in added)
        insert_all(rows, "sum_of", sums, _ADD)


_ADD = "on conflict (kind, one, other) do update set n = sum_of.n + excluded.n"
# The kind is written out, since an index is of one kind alone.
_OF = "select one, other, n from sum_of where kind = '{}' and n >= ?"
# One look at the index for each name, instead of at every evening.
_LAST = (
    "select one, (select max(evening.other) from sum_of evening where evening.kind = 'evening' "
    "and evening.one = sat.one and evening.n > 0) as last from sum_of sat where sat.kind = 'sat' and sat.n > 0"
)


class KeptSums(Sums, InDatabase):
    """The sums over all games."""

    @override
    def of(self, kind: str, ones: Collection[str] | None = None, least: int = 1) -> Iterator[tuple[str, str, int]]:
        with self._database.read() as rows:
            asked = _OF.format(kind)
            found = rows.all(asked, least) if ones is None else list(among(rows, f"{asked} and one", ones, least))
        return ((row["one"], row["other"], row["n"]) for row in found)

    @override
    def last_evenings(self) -> Iterator[tuple[str, str]]:
        found = self._database.all(_LAST)
        return ((row["one"], row["last"]) for row in found)
