"""Judge what may happen at a night as it is now, and how its next round sits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.night import charts, draw
from companion.night.events import (
    ClockStarted,
    DayCorrected,
    DoorChanged,
    EntrantCame,
    EntrantLeft,
    EntrantRenamed,
    EntrantRested,
    Event,
    GameBegun,
    LastUndone,
    Movement,
    NightClosed,
    PenaltyGiven,
    PlanChanged,
    PlayOffWon,
    RoundDrawn,
    Seating,
    SeatsSwapped,
    Spare,
    TablesAdded,
    TableTotals,
    TotalsCorrected,
    TotalsEntered,
)
from companion.night.standing import standing
from companion.night.state import Night, Round, Table
from companion.rules.names import is_shown_otherwise, same_name, shown_name, table_problems
from companion.rules.phrases import as_sentence, series

MOST_ENTRANTS, MOST_ROUNDS, MOST_MINUTES, MOST_CODES = 160, 30, 240, 20
MOST_NAMED = 2 * MOST_ENTRANTS
"""How many may come in the course of a night."""
MOST_TARGET, MOST_CENTS = 99_999, 1_000_000


class Refused(ValueError):
    """It may not happen; the message says why, to the director."""


def next_round(night: Night, seed: str, *, again: bool = False) -> RoundDrawn:
    """The round that follows, with every seat written out.

    :param again: draw the round that is open once more, for those who are here now.
    :raises Refused: if there can be none.
    """
    kept = night.rounds[:-1] if again else night.rounds
    number = len(kept) + 1
    _refuse_round(night, number)
    here = tuple(each for each in night.here if not night.entrants[each].rests)
    resting = tuple(each for each in night.here if night.entrants[each].rests)
    plan, of_pairs = night.plan, night.plan.movement.of_pairs
    try:
        if plan.movement.is_fixed:
            tables, out = _by_chart(plan.movement, kept, here, number)
            how = plan.movement.value
        else:
            if plan.movement.moves_losers and kept:
                found = draw.move_losers([*map(_winners_first, kept[-1].tables)], here, of_pairs=of_pairs)
            else:
                threes = plan.spare is Spare.THREES and not plan.movement.moves_losers
                found = draw.draw(_sat(kept), here, f"{seed}/{number}", of_pairs=of_pairs, threes=threes)
            tables, out, how = found.tables, found.out, f"{plan.movement.value}/{draw.VERSION}"
    except ValueError as fault:
        raise Refused(as_sentence(str(fault))) from fault
    return RoundDrawn(number, how, seed, tables, tuple(sorted((*out, *resting))))


def same_round(night: Night, drawn: RoundDrawn | None) -> RoundDrawn:
    """The round that follows, with the seats of a draw that was undone.

    :raises Refused: if there is none, or they can't all be taken.
    """
    if drawn is None or drawn.number != len(night.rounds) + 1:
        raise Refused("No draw of this round was undone. Draw it.")
    seated = {*drawn.out, *(each for table in drawn.tables for side in table for each in side)}
    if not seated <= {*night.here}:
        raise Refused("Not everybody who had a seat is still here. Draw the round for those who are.")
    return drawn


def further_tables(night: Night, seed: str) -> TablesAdded:
    """Seat those who sit out or came late at further tables of the open round.

    :raises Refused: if there can be none.
    """
    there = night.last
    if there is None or there.is_done:
        raise Refused("A further table joins a round that is being played. Draw the next round.")
    if night.plan.movement.is_fixed:
        raise Refused("The chart seats everybody. Let somebody take a free place, or choose “drawn” in the plan.")
    try:
        of_pairs = night.plan.movement.of_pairs
        found = draw.draw(_sat(night.rounds), night.waiting, f"{seed}/{there.number}", of_pairs=of_pairs)
    except ValueError as fault:
        raise Refused(as_sentence(str(fault))) from fault
    seated = {each for table in found.tables for side in table for each in side}
    return TablesAdded(there.number, found.tables, tuple(each for each in there.out if each not in seated))


def _sat(rounds: Sequence[Round]) -> list[draw.Sat]:
    return [draw.Sat(tuple(table.sides for table in each.tables), each.out) for each in rounds]


def _winners_first(table: Table) -> Seating:
    """The sides of a table, the one with more points first; where they are level, North and South."""
    points = table.totals.points if table.totals else ()
    return tuple(side for _, side in sorted(zip(points, table.sides, strict=False), key=lambda each: -each[0]))


def play_off(night: Night, winner: int) -> PlayOffWon:
    """An extra hand after the rounds so far, between the winner and those who share the winner's place.

    :raises Refused: if nobody does.
    """
    _entrant(night, winner)
    rows = standing(night)
    place = next((row.place for row in rows if row.entrant == winner), 0)
    level = tuple(sorted(row.entrant for row in rows if place and row.place == place))
    if len(level) < 2:
        raise Refused(f"{night.name(winner)} shares no place, so there is nothing to play off.")
    return PlayOffWon(len(night.played), winner, level)


def refuse(night: Night, event: Event) -> None:
    """Refuse an event that may not happen now.

    :raises Refused: with the reason.
    """
    if night.closed and not isinstance(event, (DayCorrected, LastUndone)):
        raise Refused("This night is over. To change something, undo the closing first.")
    check = _REFUSE.get(type(event))
    if check is not None:
        check(night, event)


def _by_chart(
    movement: Movement, kept: tuple[Round, ...], here: tuple[int, ...], number: int
) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], tuple[int, ...]]:
    began = tuple(sorted(kept[0].present)) if kept else tuple(sorted(here))
    if set(began) != set(here):
        raise Refused(
            f"This movement needs the same {len(began)} as in round 1, and {len(here)} are here. "
            "Let somebody take the free place, or choose “drawn” under “Change the plan”."
        )
    tables, out = charts.chart_round(movement, len(began), number)
    seats = tuple(tuple(tuple(began[each - 1] for each in side) for side in sides) for sides in tables)
    return seats, tuple(began[each - 1] for each in out)


def _refuse_round(night: Night, number: int) -> None:
    last = night.last
    if number > MOST_ROUNDS:
        raise Refused(f"A night has {MOST_ROUNDS} rounds at most.")
    if last is None or number == len(night.rounds) + 1:
        if last is not None and not last.is_done:
            missing = series(str(table.number) for table in last.tables if not table.totals)
            raise Refused(f"Table {missing} of round {last.number} has no totals yet. Enter them first.")
    elif number != len(night.rounds) or last.has_begun:
        raise Refused(
            f"A table of round {number} has its totals or a game on a phone already, so the seats stay. "
            "Draw the next round when this one is over."
        )


def _drawn(night: Night, event: RoundDrawn) -> None:
    _refuse_round(night, event.number)


def _added(night: Night, event: TablesAdded) -> None:
    there = _round(night, event.number)
    if event.number != len(night.rounds) or there.is_done:
        raise Refused("A further table joins the round that is being played.")
    if not {each for table in event.tables for side in table for each in side} <= {*night.waiting}:
        raise Refused("Somebody of the further table has a seat already. Load the page again.")


def _came(night: Night, event: EntrantCame) -> None:
    known = night.entrants.get(event.number)
    if (known is None or not known.here) and len(night.here) >= MOST_ENTRANTS:
        raise Refused(f"A night has room for {MOST_ENTRANTS} at a time. Mark those who left under “Who is here”.")
    if known is None and len(night.entrants) >= MOST_NAMED:
        raise Refused(f"{MOST_NAMED} have come to this night, the most that it holds. Open another night for more.")
    if known is None:
        _refuse_names(night, event.number, event.names)
    elif known.here:
        raise Refused(f"{known.name} is here already. Write somebody else of that name as {known.name} B, for example.")


def _renamed(night: Night, event: EntrantRenamed) -> None:
    _entrant(night, event.number)
    _refuse_names(night, event.number, event.names)


def _refuse_names(night: Night, number: int, names: tuple[str, ...]) -> None:
    wanted = 2 if night.plan.movement.of_pairs else 1
    if len(names) != wanted or not all(names):
        written = " & ".join(map(shown_name, filter(None, names[: wanted + 1])))
        which = f"{written}: " if written else ""
        raise Refused(f"{which}Write both names of the pair: Ann & Bob." if wanted == 2 else "Write a name.")
    for place, problem in table_problems(names).items():
        whose = f"{shown_name(names[place])}: " if is_shown_otherwise(names[place]) else ""
        raise Refused(f"{whose}{problem}")
    taken = {same_name(name) for each in night.entrants.values() if each.number != number for name in each.names}
    for name in names:
        if same_name(name) in taken:
            raise Refused(f"There is a {name} already. Add something that tells them apart, such as {name} B.")


def _entrant(night: Night, number: int) -> None:
    if number not in night.entrants:
        raise Refused("Nobody here has this number. Load the page again.")


def _here(night: Night, event: EntrantLeft | EntrantRested) -> None:
    _entrant(night, event.number)
    if not night.entrants[event.number].here:
        raise Refused(f"{night.name(event.number)} has left already.")


def _round(night: Night, number: int) -> Round:
    if not 1 <= number <= len(night.rounds):
        raise Refused("There is no such round. Load the page again.")
    return night.rounds[number - 1]


def _table(night: Night, number: int, table: int) -> Table:
    found = _round(night, number).tables
    if not 1 <= table <= len(found):
        raise Refused("There is no such table. Load the page again.")
    return found[table - 1]


def _swapped(night: Night, event: SeatsSwapped) -> None:
    there = _round(night, event.number)
    if event.number != len(night.rounds):
        raise Refused("Seats are swapped in the round that is open.")
    if event.one == event.other or not {event.one, event.other} <= there.present:
        raise Refused("Choose two people of this round.")
    for each in (event.one, event.other):
        table = there.table_of(each)
        if table and table.totals:
            raise Refused(f"Table {table.number} has its totals already, so nobody moves there any more.")
        if table and table.plays_on_phone:
            raise Refused(f"Table {table.number} plays on a phone already, so nobody moves there any more.")


def _clocked(night: Night, event: ClockStarted) -> None:
    there = _round(night, event.number)
    if event.number != len(night.rounds) or there.is_done:
        raise Refused("The clock runs for the round that is being played.")


def _begun(night: Night, event: GameBegun) -> None:
    table = _table(night, event.number, event.table)
    if event.number != len(night.rounds):
        raise Refused(f"Round {event.number} is over. Look where you sit now.")
    if table.totals or table.game:
        raise Refused(f"Table {event.table} has its {'totals' if table.totals else 'game'} already.")


def _entered(night: Night, event: TotalsEntered) -> None:
    table = _table(night, event.number, event.table)
    if table.totals is not None:
        raise Refused(
            f"Table {event.table} has its totals already: {' : '.join(map(str, table.totals.points))}. "
            "If they are wrong, correct them."
        )
    _refuse_totals(night, table, event.totals)


def _corrected(night: Night, event: TotalsCorrected) -> None:
    table = _table(night, event.number, event.table)
    if table.totals != event.old:
        raise Refused("These totals were changed since you opened the page. Look at them again.")
    if table.totals == event.totals:
        raise Refused("These are the totals that are there already.")
    _refuse_totals(night, table, event.totals)


def _refuse_totals(night: Night, table: Table, totals: TableTotals) -> None:
    if len(totals.points) != len(table.sides) or len(totals.sets) != len(table.sides):
        raise Refused("Write a number for each side.")
    most, uncounted = night.plan.most_deals, not totals.deals and night.plan.target
    if not (1 <= totals.deals <= most or uncounted):
        raise Refused(f"A round has {most} deals, so between 1 and {most} were played.")
    if any(each < 0 for each in totals.sets) or sum(totals.sets) > (totals.deals or most):
        raise Refused(f"{totals.deals or most} deals were played, so there can’t be {sum(totals.sets)} sets.")


def _penalty(night: Night, event: PenaltyGiven) -> None:
    _entrant(night, event.entrant)
    if not event.points:
        raise Refused("Write how many points, above 0.")
    if not event.why:
        raise Refused("Write what the penalty or bonus is for.")


def _play_off(night: Night, event: PlayOffWon) -> None:
    if event.number != len(night.played):
        raise Refused("Another round was played since. Look at the standing again.")
    if event != play_off(night, event.entrant):
        raise Refused("Others are level now. Look at the standing again.")


def _plan(night: Night, event: PlanChanged) -> None:
    if night.entrants and event.plan.movement.of_pairs != night.plan.movement.of_pairs:
        raise Refused("People are signed in for the other kind of night. Open a new night to change that.")
    if night.rounds and (event.plan.deals, event.plan.target) != (night.plan.deals, night.plan.target):
        raise Refused("The deals or points that end a round stay as they are once a round was drawn.")


def _door(night: Night, event: DoorChanged) -> None:
    if event.code > MOST_CODES:
        raise Refused(f"A night has {MOST_CODES} codes at most.")
    if event.code not in (0, night.codes + 1):
        raise Refused("The code was changed meanwhile. Here it is.")


def _closed(night: Night, event: NightClosed) -> None:
    if night.last is None or not night.last.is_done:
        raise Refused("The last round has tables without totals. Enter them first, or undo the draw.")


_REFUSE: Mapping[type, Callable[[Night, Any], None]] = {
    PlanChanged: _plan,
    EntrantCame: _came,
    EntrantLeft: _here,
    EntrantRested: _here,
    EntrantRenamed: _renamed,
    RoundDrawn: _drawn,
    TablesAdded: _added,
    SeatsSwapped: _swapped,
    ClockStarted: _clocked,
    GameBegun: _begun,
    TotalsEntered: _entered,
    TotalsCorrected: _corrected,
    PenaltyGiven: _penalty,
    PlayOffWon: _play_off,
    DoorChanged: _door,
    NightClosed: _closed,
}
