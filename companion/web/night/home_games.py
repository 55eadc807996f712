"""Games that were played at home: each becomes a night of one table, which a season counts on its day."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from flask import abort, current_app, g

from companion.figures.facts import SeatInGame
from companion.figures.scope import Season
from companion.figures.who import is_guest
from companion.game.commands import Refusal
from companion.game.events import GameStarted
from companion.game.fold import variant_as_begun
from companion.game.state import GameState
from companion.night.events import (
    MOST_DEALS,
    EntrantCame,
    Event,
    GameBegun,
    NightClosed,
    NightOpened,
    Plan,
    RoundDrawn,
    TableTotals,
    TotalsCorrected,
    TotalsEntered,
)
from companion.night.judge import MOST_TARGET
from companion.night.record import judge_record
from companion.night.sizes import fitted
from companion.store.entries import NewEntry, NewNight, Shelf, numbered
from companion.store.errors import StoreError, TwoCopies
from companion.store.games import to_history
from companion.store.moments import evening_of, now, on_the_wall
from companion.store.nights import CODEC, NOT_DELETED
from companion.web.core.access import find_seen
from companion.web.core.current import current_store, journal
from companion.web.core.game import open_game
from companion.web.core.identity import actor, is_club
from companion.web.core.writing import write
from companion.web.night.case import find_night
from companion.web.night.games import so_far
from companion.web.people.facts import house

AT_HOME = "at home"
"""The movement of such a night's only round: the seats are those of the game."""
NOT_HERE = "There is no such game here. The page of games has those that there are."
GOES_ON = "This game is not over. Add it when somebody has won."
ELSEWHERE = "This game was played at {}, which counts it."
NO_DAY = "Nobody knows the day of this game, so no season can count it."
TWIN = "Another night of this game is here, with other entries. Delete that one first."
SUBSTITUTED = "A substitute played a part of it. Open a night for it, and seat the substitute there."
TOO_LONG = f"It is longer than the {MOST_DEALS} deals that a night’s table holds."


@dataclass(frozen=True)
class HomeGame:
    """A game on the days of a season that was played at no night."""

    game: str
    day: str
    sides: tuple[tuple[str, int], ...]
    """The names of each side, and its points."""
    problem: str
    """The reason that it can't be a night; empty if it can."""
    night: str = ""
    """The night that it became; empty while no season counts it."""
    is_changed: bool = False
    """True if the game says something else by now than its night."""


def home_games(season: Season) -> list[HomeGame]:
    """The games of a season's days that were played at no night, and those that became a night, the last first."""
    nights = current_store().nights.of_games()
    found = []
    for game, rows in house().games_in(season).items():
        night, is_home = nights.get(game, ("", True))
        if is_home and (night or rows[0].finished):
            called = {row.side: (_names(rows, row.side), row.points) for row in rows}
            changed = bool(night) and _is_changed(night, rows)
            problem = "" if all(row.whole for row in rows) else SUBSTITUTED
            listed = HomeGame(game, rows[0].evening, (*called.values(),), problem, night, changed)
            found.append((rows[0].evening, rows[0].at, listed))
    return [each for _, _, each in sorted(found, key=lambda each: each[:2], reverse=True)]


def changed_since(nights: Collection[str]) -> list[str]:
    """Return the nights of these that are games played at home, and count other points than the game says by now."""
    homes = current_store().nights.homes()
    asked = [game for game, night in homes.items() if night in nights]
    return [homes[game] for game, rows in house().seen.games_of(asked).items() if _is_changed(homes[game], rows)]


def _is_changed(night: str, rows: Sequence[SeatInGame]) -> bool:
    with suppress(StoreError):  # a damaged night says so on its own page
        table = find_night(night).night.table_with(rows[0].game)
        points = tuple({row.side: row.points for row in rows}.values())
        if table and table.totals:
            return not rows[0].finished or table.totals.points != points
    return False


def _names(rows: Sequence[SeatInGame], side: str) -> str:
    return " & ".join(house().name_shown(row.name) for row in rows if row.side == side)


def take_in(game: str) -> Refusal | None:
    """Make the night of a finished game, or give the night that there is the game's present totals.

    The night follows from the game alone: made again, here or elsewhere, it is the same one. One in the bin comes back.

    :raise 404: if this device sees no such game.
    """
    row = find_seen(game)
    if row is None or row.shelf not in NOT_DELETED:
        abort(404, NOT_HERE)
    state = open_game(game).state
    if state.won is None:
        return Refusal(GOES_ON)
    night, is_home = current_store().nights.of_games().get(game, ("", True))
    if not is_home:
        return Refusal(ELSEWHERE.format(find_night(night).row.name))
    if state.predecessors and not night:
        return Refusal(SUBSTITUTED)
    totals = _totals(game, state)
    made = night or write(lambda: _make(game, state, totals))
    return made if isinstance(made, Refusal) else write(lambda: _bring_up_to_date(made, game, totals))


def _totals(game: str, state: GameState) -> TableTotals:
    totals = so_far(game, state).totals
    # To a target a round may take as long as it likes, and nobody need have counted its deals.
    return totals if state.variant.end_deals or totals.deals <= MOST_DEALS else replace(totals, deals=0)


def _make(game: str, state: GameState, totals: TableTotals) -> str | Refusal:
    found = journal().read(game)
    wall = on_the_wall(found.game.at, current_app.extensions["zone"])
    if wall is None:
        return Refusal(NO_DAY)
    started = next(each.event for each in to_history(found) if isinstance(each.event, GameStarted))
    plan, seal = _plan(started, f"Game at home, {wall:%H:%M}"), found.seals[0]
    sides = tuple(tuple(seat + 1 for seat in state.seats_of(side)) for side in state.sides)
    events: list[Event] = [
        NightOpened(plan, seal),
        *(EntrantCame(number, (name,), house=is_guest(name)) for number, name in enumerate(state.names, 1)),
        RoundDrawn(1, AT_HOME, "", (sides,)),
        GameBegun(1, 1, seal),
        TotalsEntered(1, 1, totals),
        NightClosed(),
    ]
    try:
        judge_record([events])
    except ValueError:
        return Refusal(TOO_LONG)
    who, at = found.entries[0].who, found.game.at
    entries = numbered([NewEntry(*CODEC.encode(event), who, at) for event in events], after=0, batch=1)
    nights, new = current_store().nights, NewNight(plan.name, evening_of(wall).isoformat(), at)
    try:
        night, _ = nights.restore(new, entries, {seal: game}, None if is_club() else g.device)
        nights.lay(night, Shelf.OPEN, now())
    except TwoCopies:
        return Refusal(TWIN)
    return night


def _plan(started: GameStarted, name: str) -> Plan:
    variant = variant_as_begun(started.variant, started.options, started.house)
    target = 0 if variant.end_deals else min(variant.end_target or 0, MOST_TARGET)
    deals = variant.end_deals or MOST_DEALS
    plan = Plan(name, variant.name, rounds=1, deals=min(deals, MOST_DEALS), target=target)
    sized, _ = fitted(plan, variant, len(started.names))
    return replace(sized, variant=started.variant, options=started.options)


def _bring_up_to_date(night: str, game: str, totals: TableTotals) -> Refusal | None:
    read = find_night(night)
    table = read.night.table_with(game)
    if table is None or table.totals is None or table.totals == totals:
        return None
    corrected: list[Event] = [TotalsCorrected(1, table.number, table.totals, totals, "its game was corrected")]
    try:
        judge_record([*read.batches, corrected])
    except ValueError:
        return Refusal(TOO_LONG)
    current_store().nights.append(night, read.row.version, corrected, actor(), now())
    return None
