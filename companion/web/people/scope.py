"""What is told of any choice of games: who won with whom, how long they are, and each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.figures.facts import SeatInGame
from companion.figures.results import won_of
from companion.figures.samples import Share, shrunken
from companion.figures.season import Season
from companion.web.people.chosen import seasons_of, tables_of
from companion.web.people.reckoned import House

SIDES, GAMES = 20, 20
"""So many are listed."""

Tables = Mapping[str, Sequence[SeatInGame]]


def scope(now: House, games: Tables, season: Season | None) -> dict[str, Any]:
    """What ``people/scope.html`` shows of those of these games that are of a season, and the seasons to choose from."""
    told = {game: rows for game, rows in now.games_in(season).items() if game in games}
    tables = tables_of(told)
    return {
        "house": now,
        "season": season,
        "seasons": seasons_of(tables_of(games)),
        "sides": _sides(now, told)[:SIDES],
        "games": sorted(told.values(), key=lambda rows: rows[0].at, reverse=True)[:GAMES],
        "count": len(tables),
        "evenings": len({row.evening for row in tables}),
        "deals": sum(row.deals for row in tables),
    }


def _sides(now: House, games: Tables) -> list[tuple[str, Share]]:
    """Who was one side for whole games, and how many of those were won, the best first."""
    sides: dict[frozenset[str], list[SeatInGame]] = {}
    for rows in games.values():
        for side in sorted({row.side for row in rows if row.finished}):
            mates = [row for row in rows if row.side == side]
            if all(row.whole for row in mates):
                sides.setdefault(frozenset(now.name_shown(row.name) for row in mates), []).append(mates[0])
    told = [(" & ".join(sorted(names)), won_of(rows)) for names, rows in sides.items()]
    return sorted(told, key=lambda each: (-shrunken(len(each[1].hits), each[1].n), each[0]))
