"""Which season an address asks for, and those among which one can choose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flask import abort, request

from companion.figures.facts import SeatInGame
from companion.figures.season import Season, year_season
from companion.web.people.reckoned import house

NO_SUCH_SEASON = "There is no such season here any more. The page of seasons, under “People”, has those that there are."


def find_season(key: str) -> Season:
    """The season that an address names: one of this house, or a year.

    :raise 404: if there is none.
    """
    made = next((row.season for row in house().seasons if row.season.key == key), None)
    return made or year_season(key) or abort(404, NO_SUCH_SEASON)


def season_asked() -> Season | None:
    """The season in the query of an address; None where it asks for all games.

    :raise 404: if there is no such season.
    """
    key = request.args.get("season", "")
    return find_season(key) if key else None


def seasons_of(games: Iterable[SeatInGame]) -> list[Season]:
    """The seasons in which some of these games were played: the house's own, then the years, the last first."""
    nights = {game.evening for game in games if game.evening}
    made = [row.season for row in house().seasons if any(map(row.season.holds, nights))]
    years = sorted({night[:4] for night in nights}, reverse=True)
    return made + [year for year in map(year_season, years) if year]


def in_query(season: Season | None) -> Mapping[str, str]:
    """What an address says to stay in a season."""
    return {"season": season.key} if season else {}


def tables_of(games: Mapping[str, Sequence[SeatInGame]]) -> list[SeatInGame]:
    """One row of each game, for what is the same for all who sat there."""
    return [rows[0] for rows in games.values() if rows]
