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
    EntrantStays,
    Event,
    GameBegun,
    LastUndone,
    NightClosed,
    PenaltyGiven,
    PlanChanged,
    PlayOffWon,
    RoundDrawn,
    Seating,
    SeatsSwapped,
    Spare,
    SubstituteGets,
    SubstituteSeated,
    TablesAdded,
    TableTotals,
    TotalsCorrected,
    TotalsEntered,
)
from companion.night.standing import standing
from companion.night.state import Night, Round, Table
from companion.rules.names import is_shown_otherwise, same_name, shown_name, table_problems
from companion.rules.phrases import as_sentence, series, several

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
            found = _by_chart(night, night.chart if kept else (), here, number)
            how = plan.movement.value
        else:
            moves, sat = plan.movement.moves_losers and bool(kept), _sat(kept)
            if moves:
                found = draw.move_losers(_winners_first(kept[-1]), here, of_pairs=of_pairs)
            else:
                spare, by = Spare.SIT_OUT if plan.movement.moves_losers else plan.spare, f"{seed}/{number}"
                found = draw.draw(sat, here, by, plan.sizes, of_pairs=of_pairs, spare=spare, stays=night.stays)
            found = draw.seat_staying(found, night.stays, sat, renumbers=not moves)
            how = f"{plan.movement.value}/{draw.VERSION}"
    except ValueError as fault:
        raise Refused(as_sentence(str(fault))) from fault
    return RoundDrawn(number, how, seed, found.tables, tuple(sorted((*found.out, *resting))))


def same_round(night: Night, drawn: RoundDrawn | None) -> RoundDrawn:
    """The round that follows, with the seats of a draw that was undone.

    :raises Refused: if there is none, or they can't all be taken.
    """
    if drawn is None or drawn.number != len(night.rounds) + 1:
        raise Refused("No draw of this round was undone. Draw it.")
    seated = {*drawn.out, *(each for table in drawn.tables for side in table for each in side)}
    if not seated <= {*night.here}:
        raise Refused("Not everybody who had a seat is still here. Draw the round for those who are.")
    for place, sides in enumerate(drawn.tables, 1):
        for each in (each for side in sides for each in side):
            if night.entrants[each].stays not in (0, place) and night.entrants[each].stays <= len(drawn.tables):
                raise Refused(f"{night.name(each)} stays at table {night.entrants[each].stays} now. Draw the round.")
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
        plan, sat, stays = night.plan, _sat(night.rounds), night.stays
        by, of_pairs = f"{seed}/{there.number}", plan.movement.of_pairs
        found = draw.draw(sat, night.waiting, by, plan.sizes, of_pairs=of_pairs, stays=stays)
        found = draw.seat_staying(found, stays, sat, renumbers=True, first=len(there.tables) + 1)
    except ValueError as fault:
        raise Refused(as_sentence(str(fault))) from fault
    seated = {each for table in found.tables for side in table for each in side}
    return TablesAdded(there.number, found.tables, tuple(each for each in there.out if each not in seated))


def _sat(rounds: Sequence[Round]) -> list[draw.Sat]:
    return [
        draw.Sat(
            tuple(table.sides for table in each.tables),
            each.out,
            tuple(who for table in each.tables if table.is_bye for who in table.entrants),
        )
        for each in rounds
    ]


def _winners_first(there: Round) -> list[Seating]:
    """The sides of each table, the one with more points first; where they are level, North and South.

    Who left is the substitute who has their place by now.
    """

    def now(entrant: int) -> int:
        return now(there.heirs[entrant]) if entrant in there.heirs else entrant

    found = []
    for table in there.tables:
        points = table.totals.points if table.totals else ()
        sides = [tuple(map(now, side)) for side in table.sides]
        found.append(tuple(side for _, side in sorted(zip(points, sides, strict=False), key=lambda each: -each[0])))
    return found


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


def by_chart(night: Night, began: Sequence[int], number: int) -> draw.Sat:
    """The seats of a round of the chart, in which some may stay at a table.

    :param began: the entrants in the order of the chart's numbers.
    :raises NoChart: if there is none for them.
    """
    history: list[draw.Sat] = []
    for each in range(1, number + 1):
        tables, out = charts.chart_round(night.plan.movement, len(began), each)
        seats = tuple(tuple(tuple(began[each - 1] for each in side) for side in sides) for sides in tables)
        history.append(draw.Sat(seats, tuple(began[each - 1] for each in out)))
    return draw.seat_staying(history[-1], night.stays, history[:-1], renumbers=True)


def _by_chart(night: Night, chart: tuple[int, ...], here: tuple[int, ...], number: int) -> draw.Sat:
    began = chart or tuple(sorted(here))
    if set(began) != set(here):
        raise Refused(
            f"This movement needs the same {len(began)} as in round 1, and {len(here)} are here. "
            "Seat a substitute for each who left, or choose “drawn” under “Change the plan”."
        )
    return by_chart(night, began, number)


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
            f"A table of round {number} has its totals or a game on a phone already, or a substitute, so "
            "the seats stay. Draw the next round when this one is over."
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
    if known is None or not known.here:
        _refuse_room(night, new=known is None)
    if known is None:
        _refuse_names(night, event.number, event.names)
    elif known.here:
        raise Refused(f"{known.name} is here already. Write somebody else of that name as {known.name} B, for example.")
    elif pair := next((each for each in night.here if not {*known.names}.isdisjoint(night.entrants[each].names)), None):
        raise Refused(f"One of {known.name} plays as {night.name(pair)} now.")


def _refuse_room(night: Night, *, new: bool) -> None:
    if len(night.here) >= MOST_ENTRANTS:
        raise Refused(f"A night has room for {MOST_ENTRANTS} at a time. Mark those who left under “Who is here”.")
    if new and len(night.entrants) >= MOST_NAMED:
        raise Refused(f"{MOST_NAMED} have come to this night, the most that it holds. Open another night for more.")


def _renamed(night: Night, event: EntrantRenamed) -> None:
    _entrant(night, event.number)
    _refuse_names(night, event.number, event.names)


def _refuse_names(night: Night, number: int, names: tuple[str, ...], leaving: int = 0) -> None:
    """Refuse names that no table can have, or that somebody has: not by the entrant's own, or those who leave."""
    wanted = 2 if night.plan.movement.of_pairs else 1
    if len(names) != wanted or not all(names):
        written = " & ".join(map(shown_name, filter(None, names[: wanted + 1])))
        which = f"{written}: " if written else ""
        raise Refused(f"{which}Write both names of the pair: Ann & Bob." if wanted == 2 else "Write a name.")
    for place, problem in table_problems(names).items():
        whose = f"{shown_name(names[place])}: " if is_shown_otherwise(names[place]) else ""
        raise Refused(f"{whose}{problem}")
    taken = {same_name(name) for each in night.entrants.values() for name in each.names}
    taken -= {
        same_name(name) for each in (number, leaving) if each in night.entrants for name in night.entrants[each].names
    }
    for name in names:
        if same_name(name) in taken:
            raise Refused(f"There is a {name} already. Add something that tells them apart, such as {name} B.")


def _entrant(night: Night, number: int) -> None:
    if number not in night.entrants:
        raise Refused("Nobody here has this number. Load the page again.")


def _here(night: Night, event: EntrantLeft | EntrantRested | EntrantStays) -> None:
    _entrant(night, event.number)
    if not night.entrants[event.number].here:
        raise Refused(f"{night.name(event.number)} has left already.")


def _stays(night: Night, event: EntrantStays) -> None:
    _here(night, event)
    known, most = night.entrants[event.number], most_tables(night)
    if known.stays == event.table:
        stays = f"stays at table {event.table}" if event.table else "moves from table to table"
        raise Refused(f"{known.name} {stays} already.")
    if event.table > most:
        raise Refused(f"There {'is' if most == 1 else 'are'} {several(most, 'table')}. Choose one of them.")
    there = [each for each, table in night.stays.items() if event.table == table and each != event.number]
    if event.table and len(there) >= at_a_table(night):
        names = series(map(night.name, there))
        raise Refused(f"{names} stay at table {event.table} and fill it. Choose another table.")


def most_tables(night: Night) -> int:
    """How many tables the last round has, or the next one can have, if that is more."""
    drawn, fewest = len(night.last.tables) if night.last else 0, at_a_table(night)
    if night.plan.spare is Spare.THREES and night.plan.sizes.alone:
        fewest -= 1
    return max(drawn, len(night.here) // fewest, 1)


def at_a_table(night: Night) -> int:
    """Return the number of entrants who fill a table."""
    return 2 if night.plan.movement.of_pairs else night.plan.sizes.seats


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
    for each, other in ((event.one, event.other), (event.other, event.one)):
        table = there.table_of(each)
        if table and night.entrants[each].stays == table.number and there.table_of(other) != table:
            raise Refused(f"{night.name(each)} stays at table {table.number}. “Who is here” changes that.")
        if not table and each not in there.out:
            raise Refused(f"A substitute has the place of {night.name(each)}.")
        if table and table.has_substitutes:
            raise Refused(f"Table {table.number} has a substitute, so nobody moves there any more.")
        if table and table.totals:
            raise Refused(f"Table {table.number} has its totals already, so nobody moves there any more.")
        if table and table.plays_on_phone:
            raise Refused(f"Table {table.number} plays on a phone already, so nobody moves there any more.")


def may_leave(night: Night, entrant: int) -> bool:
    """True if an entrant has a place that a substitute can take, perhaps after leaving: a seat, or a chart's number."""
    table = night.last.table_of(entrant) if night.last else None
    seated = bool(table and not table.totals)
    return night.entrants[entrant].here or seated or (night.plan.movement.is_fixed and entrant in night.chart)


def may_substitute(night: Night, entrant: int) -> bool:
    """True if an entrant is here and has had no seat in the last round."""
    there, known = night.last, night.entrants[entrant]
    return there is not None and known.here and not there.had_place(entrant)


def _substituted(night: Night, event: SubstituteSeated) -> None:
    there = _round(night, event.number)
    if event.number != len(night.rounds):
        raise Refused("Another round was drawn meanwhile. Look who sits where now.")
    _entrant(night, event.leaving)
    if not may_leave(night, event.leaving):
        raise Refused(f"{night.name(event.leaving)} has left, and has no place that somebody could take.")
    if event.names:
        _refuse_room(night, new=True)
        _refuse_names(night, event.entrant, event.names, event.leaving)
        if {*map(same_name, event.names)} == {*map(same_name, night.entrants[event.leaving].names)}:
            raise Refused("This is who leaves. Write who takes the place.")
    else:
        _entrant(night, event.entrant)
        if event.entrant == event.leaving or not may_substitute(night, event.entrant):
            raise Refused(
                f"{night.name(event.entrant)} has a seat in this round, or is not here. Choose somebody else."
            )
    table = there.table_of(event.leaving)
    if table and not table.totals:
        _refuse_share(night, table, event)
    elif event.gets is not SubstituteGets.NOTHING:
        raise Refused(
            f"{night.name(event.leaving)} has no deals left to play in round {event.number}. "
            "The substitute can play from the next round on."
        )


def _refuse_share(night: Night, table: Table, event: SubstituteSeated) -> None:
    """Refuse a share of a round that does not follow from those before it in the same seat."""
    name, scorer = night.name(event.leaving), table.for_others.get(event.leaving, event.leaving)
    part = table.parts[scorer]
    deals, sets = (sum(getattr(each, figure) for each in part.before) for figure in ("deals", "sets"))
    if event.gets is SubstituteGets.ALL and (part.before or scorer != event.leaving):
        raise Refused(f"{name} was a substitute in this round already, so deals were played. Enter them.")
    if event.gets is not SubstituteGets.REST:
        return
    most, least = night.plan.most_deals(len(table.sides)), 0 if night.plan.target else deals + 1
    most -= not night.plan.target
    if not least <= event.deals <= most:
        raise Refused(f"Write how many deals of this round {name} played: from {least} to {most}.")
    if not sets <= event.sets <= (event.deals or most):
        raise Refused(f"The side was set from {sets} to {event.deals or most} times in these deals.")


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
    most, uncounted = night.plan.most_deals(len(table.sides)), not totals.deals and night.plan.target
    if not (1 <= totals.deals <= most or uncounted):
        raise Refused(f"A round has {most} deals, so between 1 and {most} were played.")
    if any(each < 0 for each in totals.sets) or sum(totals.sets) > (totals.deals or most):
        raise Refused(f"{totals.deals or most} deals were played, so there can’t be {sum(totals.sets)} sets.")
    for part in table.parts.values():
        names = " and ".join(night.name(each.entrant) for each in part.before)
        if totals.deals and totals.deals < sum(each.deals for each in part.before):
            raise Refused(f"{names} played {sum(each.deals for each in part.before)} deals before a substitute came.")
        if part.sets(totals) < 0:
            raise Refused(f"Before a substitute came, the side of {names} was set more often than that.")


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
    if night.rounds and event.plan.sizes != night.plan.sizes:
        raise Refused("Once a round was drawn, as many sit at a table as then. Open a new night for other tables.")


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
    EntrantStays: _stays,
    EntrantRenamed: _renamed,
    RoundDrawn: _drawn,
    TablesAdded: _added,
    SeatsSwapped: _swapped,
    SubstituteSeated: _substituted,
    ClockStarted: _clocked,
    GameBegun: _begun,
    TotalsEntered: _entered,
    TotalsCorrected: _corrected,
    PenaltyGiven: _penalty,
    PlayOffWon: _play_off,
    DoorChanged: _door,
    NightClosed: _closed,
}
