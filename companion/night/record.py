"""Check that the record of a night from anywhere is one that every page can show."""

from __future__ import annotations

from collections.abc import Iterable

from companion.game.fold import variant_as_begun
from companion.night.events import (
    MOST_DEALS,
    MOST_SEATS,
    CashCounted,
    ClockStarted,
    DoorChanged,
    EntrantCame,
    EntrantRenamed,
    EntrantStays,
    Event,
    GameBegun,
    LastUndone,
    Movement,
    NightOpened,
    PenaltyGiven,
    Plan,
    PlanChanged,
    PlayOffWon,
    PrizeGiven,
    RoundDrawn,
    Seating,
    SeatsSwapped,
    SetsPaid,
    Spare,
    SubstituteSeated,
    TablesAdded,
    TableTotals,
    TotalsCorrected,
    TotalsEntered,
)
from companion.night.judge import (
    MOST_CENTS,
    MOST_CODES,
    MOST_ENTRANTS,
    MOST_MINUTES,
    MOST_NAMED,
    MOST_ROUNDS,
    MOST_TARGET,
)
from companion.night.money import money
from companion.night.standing import standing
from companion.night.state import Batch, Night, Table, apply
from companion.rules.names import LONGEST_NAME

_NO_START = "a night begins with NightOpened"


def judge_record(batches: Iterable[Batch]) -> Night:
    """Return the night, if it can be shown now and after any tap is undone.

    Refusals by today's rules alone, as of a name, do not count: it was accepted on its day.

    :raises ValueError: if the events do not make a night, or one that no tables can have played.
    """
    stood: list[Night] = []
    for batch in batches:
        if not any(isinstance(event, LastUndone) for event in batch):
            stood.append(_after(stood[-1] if stood else None, batch))
        elif len(stood) > 1:
            stood.pop()
    if not stood:
        raise ValueError(_NO_START)
    standing(stood[-1])
    money(stood[-1])
    return stood[-1]


def _after(night: Night | None, batch: Batch) -> Night:
    for event in batch:
        if isinstance(event, (NightOpened, PlanChanged)) and not _is_plan(event.plan):
            raise ValueError(f"a {type(event).__name__} has a plan that no night has")
        if night is not None:
            if isinstance(event, PlanChanged) and night.rounds and event.plan.sizes != night.plan.sizes:
                raise ValueError("a PlanChanged has tables of other sizes than the rounds before it")
            if not _fits(night, event):
                raise ValueError(f"a {type(event).__name__} does not fit the events before it")
            night = apply(night, event)
        elif isinstance(event, NightOpened):
            night = Night(event.plan)
        else:
            break
    if night is None:
        raise ValueError(_NO_START)
    return night


def _is_plan(plan: Plan) -> bool:
    numbers = ((plan.rounds, 1, MOST_ROUNDS), (plan.deals, 1, MOST_DEALS), (plan.minutes, 0, MOST_MINUTES))
    more = ((plan.target, 0, MOST_TARGET), (plan.entry, 0, MOST_CENTS), (plan.per_set, 0, MOST_CENTS))
    sizes = plan.sizes
    if (
        not 2 <= sizes.sides <= sizes.seats <= MOST_SEATS
        or sizes.seats % sizes.sides
        or not 0 <= plan.hands <= MOST_SEATS
    ):
        return False
    if not sizes.in_pairs and (
        plan.movement is not Movement.DRAWN or (sizes.seats == 2 and plan.spare is Spare.THREES)
    ):
        return False
    named = len(plan.name.strip()) > 0 and max(len(plan.name), len(plan.rules)) <= LONGEST_NAME
    return named and _are_rules(plan) and all(least <= number <= most for number, least, most in (*numbers, *more))


def _are_rules(plan: Plan) -> bool:
    try:
        return not plan.variant or bool(variant_as_begun(plan.variant, plan.options, plan.rules))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return False


def _fits(night: Night, event: Event) -> bool:
    """Return True if what an event names is there: Python would take round 0 for the last one."""
    if isinstance(event, (EntrantCame, EntrantRenamed)):
        return event.number > 0 and len(event.names) in (1, 2) and _has_room(night, event)
    if isinstance(event, RoundDrawn):
        return _is_drawn(night, event)
    if isinstance(event, TablesAdded):
        return event.number == len(night.rounds) > 0 and _is_drawn(night, event, night.rounds[-1].tables)
    if isinstance(event, SubstituteSeated):
        return _takes_a_place(night, event)
    if isinstance(event, (SeatsSwapped, ClockStarted)):
        there = night.rounds[event.number - 1] if 1 <= event.number <= len(night.rounds) else None
        return there is not None and (isinstance(event, ClockStarted) or {event.one, event.other} <= there.present)
    if isinstance(event, (GameBegun, TotalsEntered, TotalsCorrected)):
        table = _table(night, event.number, event.table)
        return table is not None and (isinstance(event, GameBegun) or _are_totals(night.plan, table, event.totals))
    if isinstance(event, (CashCounted, PrizeGiven, SetsPaid)) and not _is_amount(event):
        return False
    return _knows_who(night, event)


def _knows_who(night: Night, event: Event) -> bool:
    if isinstance(event, PlayOffWon):
        return {event.entrant, *event.level} <= night.entrants.keys()
    if isinstance(event, (PenaltyGiven, SetsPaid)):
        return event.entrant in night.entrants
    if isinstance(event, EntrantStays):
        return event.number in night.entrants and 0 <= event.table <= MOST_ENTRANTS // 2
    return not isinstance(event, DoorChanged) or 0 <= event.code <= MOST_CODES


def _is_amount(event: CashCounted | PrizeGiven | SetsPaid) -> bool:
    least = -MOST_CENTS if isinstance(event, CashCounted) else 0
    return least <= event.cents <= MOST_CENTS


def _has_room(night: Night, event: EntrantCame | EntrantRenamed) -> bool:
    if event.number in night.entrants:
        return True
    return isinstance(event, EntrantCame) and len(night.here) < MOST_ENTRANTS and len(night.entrants) < MOST_NAMED


def _takes_a_place(night: Night, event: SubstituteSeated) -> bool:
    leaving, known = night.entrants.get(event.leaving), night.entrants.get(event.entrant)
    if leaving is None or not 0 < event.number == len(night.rounds) or not (event.entrant > 0 or known):
        return False
    if event.names:
        fits = known is None and len(night.entrants) < MOST_NAMED
    else:
        fits = known is not None and not night.rounds[-1].had_place(event.entrant)
    names = event.names or (known.names if known else ())
    return fits and len(names) == len(leaving.names) and 0 <= event.deals <= MOST_DEALS and event.sets >= 0


def _is_drawn(night: Night, event: RoundDrawn | TablesAdded, beside: tuple[Table, ...] = ()) -> bool:
    before = [each for table in beside for each in table.entrants]
    seated = [*before, *(each for table in event.tables for side in table for each in side)]
    if not {*seated, *event.out} <= night.entrants.keys() or len({*seated}) < len(seated):
        return False
    return 1 <= event.number <= min(len(night.rounds) + 1, MOST_ROUNDS) and all(
        _seats(night, each) for each in event.tables
    )


def _seats(night: Night, table: Seating) -> bool:
    """Return True if this is a full table, one of one fewer or more, or one of two pairs."""
    usual, sides = night.plan.sizes, [len(side) for side in table]
    named = [len(night.entrants[each].names) for side in table for each in side]
    if usual.in_pairs:
        return sides in ([1, 1, 1], [2, 2]) or (sides == [1, 1] and named == [2, 2])
    most = usual.sides + usual.alone
    return {*sides} == {usual.of_a_side} and max(usual.sides - usual.alone, 2) <= len(sides) <= most and {*named} == {1}


def _table(night: Night, number: int, table: int) -> Table | None:
    if not 1 <= number <= len(night.rounds) or not 1 <= table <= len(night.rounds[number - 1].tables):
        return None
    return night.rounds[number - 1].tables[table - 1]


def _are_totals(plan: Plan, table: Table, totals: TableTotals) -> bool:
    least = 0 if plan.target else 1
    fits = len(totals.points) == len(totals.sets) == len(table.sides) and least <= totals.deals <= MOST_DEALS
    return fits and all(part.sets(totals) >= 0 for part in table.parts.values())
