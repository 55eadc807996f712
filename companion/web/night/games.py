"""The games that tables of a night play on phones: how they begin, where they are, and how their totals arrive."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from flask import Flask, current_app
from werkzeug.exceptions import HTTPException

from companion.game.commands import Refusal
from companion.game.decide.start import start_game
from companion.game.events import GameStarted
from companion.game.fold import is_signed, variant_as_begun
from companion.game.state import GameState, score_of
from companion.game.view.sheet import ledger_of, settlement_of
from companion.night.events import Event, GameBegun, Movement, Plan, Spare, TableTotals, TotalsEntered
from companion.night.judge import Refused, refuse
from companion.night.sizes import fitted, lacking, seated, usual_seats
from companion.night.state import Night, Table
from companion.rules.dealing import side_count
from companion.rules.house import HouseError, house_variant
from companion.rules.known import games
from companion.rules.options import all_options, with_options
from companion.rules.score.ending import bid_failed
from companion.rules.variant import Variant
from companion.store.errors import StoreError
from companion.store.membership import Role
from companion.store.nights import NightRead
from companion.web.core.current import current_store
from companion.web.core.game import begin_game, find_open, open_game
from companion.web.core.request import game_written
from companion.web.core.seat import Joined, new_owner
from companion.web.night.case import find_night, is_gone, write

NO_PHONES = "This table is of another size than {rules} allows, so it keeps its score on paper."
GAME_GONE = "This table’s game was deleted. Keep the score on paper; the director enters the totals."
LATELY = 20
"""The number of latest nights searched for missing totals."""
BY_ITSELF = "the companion"
PAPER_ONLY = "A table of three keeps its score on paper."


def init_app(app: Flask) -> None:
    """Enter a table's totals at its night once every side has signed."""
    game_written.connect(arrive, app)


@dataclass(frozen=True)
class Playing:
    """The game of a table, as its night shows it."""

    game: str
    deal: int
    points: tuple[int, ...]
    sets: tuple[int, ...]
    is_over: bool
    unsigned: tuple[str, ...]
    """The sides that have not signed, by name."""
    owed: tuple[int, ...]
    """Each side's balance of checks, negative if it owes; 0 if none are kept."""

    @property
    def totals(self) -> TableTotals:
        return TableTotals(self.points, self.sets, self.deal)


def with_rules(plan: Plan, seats: int, before: Plan | None = None) -> tuple[Plan, Mapping[str, str]]:
    """A plan with every option of its rules, and their tables; and by field of its form what does not go together.

    The rules are those of the plan ``before`` if they go by the same name, or today's.

    :param seats: the number at a table; 0 for the usual one.
    """
    if before and before.rules == plan.rules:
        plan = replace(plan, variant=before.variant, options=before.options)
    elif found := _rules_called(plan.rules):
        plan = replace(plan, variant=found.key, options=json.dumps(all_options(found)))
    rules = _variant_of(plan)
    if before and before.rules == plan.rules and before.sizes.seats == seats:
        return replace(plan, sizes=before.sizes, hands=before.hands), {}
    return fitted(plan, rules, seats) if rules else (plan, {})


def seats_asked(plan: Plan) -> int:
    """Return the number at a table of a plan; 0 if it is the usual one by its rules."""
    rules = _variant_of(plan)
    return plan.sizes.seats if rules and plan.sizes.seats != usual_seats(rules) else 0


def ways_lacking(plan: Plan, rules: str, seats: int) -> Mapping[Movement | Spare, str]:
    """Return the ways that a plan could not have with these rules and as many at a table, each with the reason."""
    kept, _ = with_rules(replace(plan, rules=rules), seats, plan)
    found = _variant_of(kept)
    return lacking(found, kept.sizes) if found else {}


def _rules_called(name: str) -> Variant | None:
    houses = {row.house.name: row.house for row in current_store().houses.list_houses()}
    try:
        named = house_variant(houses[name]) if name in houses else None
    except HouseError:
        return None
    return named or next((each for each in games().values() if each.name == name), None)


def _variant_of(plan: Plan) -> Variant | None:
    return variant_as_begun(plan.variant, plan.options, plan.rules) if plan.variant else _rules_called(plan.rules)


def rules_of(plan: Plan, sides: int = 0) -> Variant | None:
    """The variant that a table plays on phones; None where its people can't play it.

    :param sides: the number of sides of a table that is not full, or has one more.
    """
    sides = sides or plan.sizes.sides
    people = sides * plan.sizes.of_a_side
    found = _variant_of(plan)
    found = seated(found, people) if found else None
    if found is None or side_count(found, people) != sides:
        return None
    if plan.target:
        return with_options(found, {"end.deals": None, "end.target": plan.target})
    return with_options(found, {"end.deals": plan.deals_at(sides), "end.target": None})


def plays_on_phones(plan: Plan, table: Table) -> bool:
    """True if a table can keep its score on a phone."""
    return not table.is_bye and rules_of(plan, len(table.sides)) is not None


def names_at(night: Night, table: Table) -> tuple[str, ...]:
    """The names clockwise, from North: the sides sit in turn."""
    names = [[name for each in side for name in night.entrants[each].names] for side in table.sides]
    return tuple(name for round_ in zip(*names, strict=True) for name in round_)


def seats_at(night: Night, table: Table, entrant: int) -> tuple[int, ...]:
    """The seats of an entrant, clockwise from North: one, or both of a pair."""
    side, apart = table.side_of(entrant), len(table.sides)
    if len(night.entrants[entrant].names) == 2:
        return side, side + apart
    return (side + apart * table.sides[side].index(entrant),)


def begin_at(night: str, number: int, table: int, seat: int) -> str:
    """The game of a table, which begins with this phone in this seat unless it has begun.

    :raises Refused: if this table can have none.
    """
    found = find_night(night).night
    there = found.rounds[number - 1].tables[table - 1]
    if there.game:
        if is_gone(there.game):
            raise Refused(GAME_GONE)
        return there.game
    refuse(found, GameBegun(number, table, ""))
    key = f"night:{night}:{number}:{table}:{there.entrants}"
    # Those who sat here before, and sit here again, may have begun one that was deleted.
    while is_gone(game := _create(key, found, there, seat)):
        key = f"{key}:{game}"

    def make(now: Night) -> list[Event]:
        known = now.rounds[number - 1].tables[table - 1]
        return [] if known.game == game else [GameBegun(number, table, game)]

    write(night, make)
    return game


def _create(key: str, night: Night, table: Table, seat: int) -> str:
    """The game under this key, one even if two phones begin it at once.

    Where that game was deleted after the director undid its beginning, the table begins another.
    """
    if table.is_bye:
        raise Refused(PAPER_ONLY)
    variant = rules_of(night.plan, len(table.sides))
    if variant is None:
        raise Refused(NO_PHONES.format(rules=night.plan.rules))
    begun = start_game(variant, names_at(night, table), 0, asks_sides=True)
    if isinstance(begun, Refusal):
        raise Refused(begun.says)
    started = next(event for event in begun if isinstance(event, GameStarted))
    owner = new_owner(Joined(Role.PLAYER, seat))
    while find_open(game := begin_game(begun, started, owner, key).game_id) is None:
        key = f"{key}:{game}"
    return game


def playing(table: Table) -> Playing | None:
    """The state of a table's game; None if there is none, or it was deleted or can't be read."""
    found = find_open(table.game) if table.game else None
    return so_far(table.game, found.state) if found else None


def so_far(game: str, state: GameState) -> Playing:
    """Return the state of a game as the night of its table shows it."""
    scored = [deal for deal in state.deals if deal.scored and state.counts(deal)]
    failed = [
        facts.bidder
        for deal in scored
        if deal.ended and deal.scored and bid_failed(facts := state.facts_of(deal), score_of(deal.scored))
    ]
    scores = state.scores()
    settlement = settlement_of(state, ledger_of(state))
    owed = settlement.balances if settlement else {}
    open_sides = () if is_signed(state) else tuple(s for s in state.sides if s not in state.agreement.signed)
    return Playing(
        game=game,
        deal=min(len(scored), state.variant.end_deals or len(scored)),
        points=tuple(scores[side] for side in state.sides),
        sets=tuple(map(failed.count, state.sides)),
        is_over=state.won is not None,
        unsigned=tuple(map(state.side_name, open_sides)),
        owed=tuple(owed.get(side, 0) for side in state.sides),
    )


def arrive(_: Flask, *, game: str) -> None:
    """Enter the totals of a game signed by every side at its table's night, once."""
    if not is_signed(open_game(game).state):
        return
    night = current_store().nights.of_game(game)
    if night is not None:
        _enter(night, [game])


def fetch_missing() -> None:
    """Enter the totals of games that were signed and have not arrived, as when the server stopped between.

    What the director has undone or entered otherwise stays so.
    """
    for row in current_store().nights.list_nights(LATELY):
        with suppress(StoreError, ValueError):  # a damaged night says so on its own page
            read = current_store().nights.read(row.id)
            if read and read.row.opened_here and not read.night.closed and (missing := _missing(read)):
                _enter(row.id, missing, who=BY_ITSELF)


def _missing(read: NightRead) -> list[str]:
    open_tables = [table for table in read.night.last.tables if not table.totals] if read.night.last else []
    signed = [found for found in map(playing, open_tables) if found and found.is_over and not found.unsigned]
    return [each.game for each in signed if not _has_arrived(read, each.game)]


def _has_arrived(read: NightRead, game: str) -> bool:
    """Return True if totals were entered at a table since it began this game."""
    table = None
    for each in (entry.event for entry in read.entries):
        if isinstance(each, GameBegun) and each.game == game:
            table = each.number, each.table
        elif isinstance(each, TotalsEntered) and (each.number, each.table) == table:
            return True
    return False


def _enter(night: str, games: Sequence[str], who: str = "") -> None:
    def make(found: Night) -> list[Event]:
        tables = [(each.number, table) for each in found.rounds for table in each.tables if table.game in games]
        return [
            TotalsEntered(number, table.number, now.totals)
            for number, table in tables
            if table.totals is None and (now := playing(table))
        ]

    try:
        write(night, make, who=who)
    except (Refused, StoreError, HTTPException) as fault:
        # The tap at the table was written; the director enters these totals from the table’s page.
        current_app.logger.warning("The totals of games %s did not arrive at night %s: %s", games, night, fault)
