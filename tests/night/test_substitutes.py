"""Somebody leaves while a night goes on, and somebody else has the place: who scores what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.night.events import (
    Bye,
    EntrantCame,
    EntrantLeft,
    EntrantRenamed,
    EntryPaid,
    Event,
    LastUndone,
    Movement,
    NightOpened,
    Plan,
    RoundDrawn,
    SeatsSwapped,
    SubstituteGets,
    SubstituteSeated,
    TableTotals,
    TotalsCorrected,
    TotalsEntered,
)
from companion.night.judge import Refused, next_round, refuse
from companion.night.money import money
from companion.night.record import judge_record
from companion.night.season import DecidedBy, met_at, season_standing
from companion.night.standing import RoundKind, StandingRow, standing
from companion.night.state import Batch, Night, fold
from tests.night.second_count.evenings import Evening

PLAN = Plan("Thursday", "Single deck", entry=500, per_set=25)
ROUND = RoundDrawn(1, "drawn/1", "x", (((1, 2), (3, 4)),), (5,))
FULL = TableTotals((400, 100), (2, 1), 4)
ALL, REST, NOTHING = SubstituteGets.ALL, SubstituteGets.REST, SubstituteGets.NOTHING


def opened(people: int = 5, plan: Plan = PLAN) -> list[Batch]:
    pairs = plan.movement.of_pairs
    names = [(f"P{each}", f"Q{each}") if pairs else (f"P{each}",) for each in range(1, people + 1)]
    return [[NightOpened(plan)], *([EntrantCame(each, called)] for each, called in enumerate(names, 1))]


def after(*events: Event, people: int = 5, plan: Plan = PLAN) -> Night:
    """The night, each of whose events may happen and can be brought in from a file."""
    batches = opened(people, plan)
    for event in events:
        refuse(fold(batches), event)
        batches.append([event])
    return judge_record(batches)


def refused(event: Event, *before: Event, people: int = 5, plan: Plan = PLAN) -> str:
    with pytest.raises(Refused) as found:
        refuse(after(*before, people=people, plan=plan), event)
    return str(found.value)


def row_of(night: Night, entrant: int) -> StandingRow:
    return next(row for row in standing(night) if row.entrant == entrant)


def points(night: Night, *entrants: int) -> list[int | None]:
    """Return the points of round 1 by entrant; None for no line."""
    rows = {row.entrant: row.lines for row in standing(night)}
    return [rows[each][0].points if rows[each] else None for each in entrants]


SHARED = SubstituteSeated(1, 1, 6, ("Ida",), REST, 1, 150, 1)


@pytest.mark.parametrize(
    ("gets", "leaving", "substitute"), [(ALL, None, 400), (NOTHING, 400, None), (REST, 150, 250)]
)  # fmt: skip
def test_the_open_round_counts_for_who_leaves_the_substitute_or_both(
    gets: SubstituteGets, leaving: int | None, substitute: int | None
) -> None:
    night = after(ROUND, replace(SHARED, gets=gets), TotalsEntered(1, 1, FULL))
    assert points(night, 1, 6, 2, 3) == [leaving, substitute, 400, 100]
    assert night.here == (2, 3, 4, 5, 6) and night.rounds[0].tables[0].sides == ((6, 2), (3, 4))


def test_a_part_is_a_line_with_its_deals_its_sets_and_its_partner_and_the_end_wins() -> None:
    night = after(ROUND, SHARED, TotalsEntered(1, 1, FULL))
    gone, came = (row_of(night, each).lines[0] for each in (1, 6))
    assert [(each.cut, each.sets, each.won, each.partners) for each in (gone, came)] == [
        (1, 1, False, (2,)),
        (3, 1, True, (2,)),
    ]
    assert row_of(night, 2).lines[0].partners == (6,)
    assert money(night).by_sets == {1: 25, 6: 25, 2: 50, 3: 25, 4: 25}


def test_parts_add_up_when_the_bell_cuts_the_round_short_and_when_it_is_corrected() -> None:
    plan = replace(PLAN, per_deal=True)
    cut, right = TableTotals((301, 100), (1, 1), 3), TableTotals((332, 100), (1, 1), 3)
    events: list[Event] = [ROUND, SHARED, TotalsEntered(1, 1, cut)]
    assert points(after(*events, plan=plan), 1, 6, 2) == [200, 201, 401]
    assert points(after(*events, TotalsCorrected(1, 1, cut, right), plan=plan), 1, 6, 2) == [200, 243, 443]


def test_a_second_substitute_in_the_same_seat_goes_on_from_the_first() -> None:
    second = SubstituteSeated(1, 6, 7, ("Jo",), REST, 3, 260, 1)
    night = after(ROUND, SHARED, second, TotalsEntered(1, 1, FULL))
    assert points(night, 1, 6, 7, 2) == [150, 110, 140, 400]
    played_for_another = after(ROUND, replace(SHARED, gets=NOTHING), second, TotalsEntered(1, 1, FULL))
    assert points(played_for_another, 1, 6, 7) == [260, None, 140]
    assert "from 2 to 3" in refused(replace(second, deals=1), ROUND, SHARED)
    assert "set from 1 to 2 times" in refused(replace(second, deals=2, sets=0), ROUND, SHARED)
    assert "was a substitute in this round already" in refused(replace(second, gets=ALL), ROUND, SHARED)


@pytest.mark.parametrize(("gets", "counts"), [(NOTHING, (RoundKind.OUT, 0)), (REST, (RoundKind.PLAYED, 250))])
def test_who_sat_out_takes_a_seat(gets: SubstituteGets, counts: tuple[RoundKind, int]) -> None:
    taken = replace(SHARED, entrant=5, names=(), gets=gets)
    night = after(ROUND, taken, TotalsEntered(1, 1, FULL), plan=replace(PLAN, bye=Bye.NOTHING))
    (line,) = row_of(night, 5).lines
    assert (line.kind, line.points) == counts
    assert night.rounds[0].out == () and night.rounds[0].table_of(5)


def test_a_part_of_a_round_is_no_round_in_the_average_for_sitting_out() -> None:
    later = RoundDrawn(2, "drawn/1", "x", (((6, 2), (3, 5)),), (4,))
    third = RoundDrawn(3, "drawn/1", "x", (((2, 3), (4, 5)),), (6,))
    more: list[Event] = [later, TotalsEntered(2, 1, FULL), third, TotalsEntered(3, 1, FULL)]
    night = after(ROUND, SHARED, TotalsEntered(1, 1, FULL), *more)
    assert [line.points for line in row_of(night, 6).lines] == [250, 400, 400]


def test_undo_brings_back_who_left_and_forgets_who_came() -> None:
    batches = [*opened(), [ROUND]]
    assert fold([*batches, [SHARED], [LastUndone()]]) == fold(batches)


def test_a_substitute_has_a_number_of_the_chart_in_the_rounds_that_follow() -> None:
    plan = replace(PLAN, movement=Movement.CHART)
    batches = opened(8, plan)
    plain = [*batches]
    for number in (1, 2, 3):
        for those in (batches, plain):
            those.append([next_round(fold(those), "x")])
            if those is batches and number == 2:
                those.append([SubstituteSeated(2, 3, 9, ("Ida",), NOTHING)])
            those += [[TotalsEntered(number, table, FULL)] for table in (1, 2)]
    swapped, kept = fold(batches).rounds[2], fold(plain).rounds[2]
    assert [table.sides for table in swapped.tables] == [
        tuple(tuple(9 if each == 3 else each for each in side) for side in table.sides) for table in kept.tables
    ]
    assert len(row_of(fold(batches), 3).lines) == 2 and len(row_of(fold(batches), 9).lines) == 1


def test_a_number_of_the_chart_is_taken_between_rounds_after_who_had_it_is_gone() -> None:
    plan = replace(PLAN, movement=Movement.CHART)
    batches = [*opened(8, plan)]
    batches.append([next_round(fold(batches), "x")])
    batches += [[TotalsEntered(1, table, FULL)] for table in (1, 2)]
    batches.append([EntrantLeft(3)])
    with pytest.raises(Refused, match="Seat a substitute for each who left"):
        next_round(fold(batches), "x")
    taken = SubstituteSeated(1, 3, 9, ("Ida",), NOTHING)
    refuse(fold(batches), taken)
    drawn = next_round(fold([*batches, [taken]]), "x")
    assert 9 in {each for table in drawn.tables for side in table for each in side}
    assert points(fold([*batches, [taken]]), 3, 9)[1] is None


def test_a_loser_s_place_is_the_substitute_s_in_the_next_round() -> None:
    plan = replace(PLAN, movement=Movement.LOSERS)
    tables = (((1, 2), (3, 4)), ((5, 6), (7, 8)))
    over: list[Event] = [replace(ROUND, tables=tables, out=()), TotalsEntered(1, 1, FULL), TotalsEntered(1, 2, FULL)]
    moved = next_round(after(*over, people=8, plan=plan), "x")
    night = after(*over, SubstituteSeated(1, 3, 9, ("Ida",)), people=8, plan=plan)
    assert str(next_round(night, "x").tables) == str(moved.tables).replace("3", "9")


def test_half_a_pair_goes_and_the_other_half_plays_on_with_a_substitute() -> None:
    plan = replace(PLAN, movement=Movement.PAIRS)
    drawn = replace(ROUND, tables=(((1,), (2,)),), out=())
    half = SubstituteSeated(1, 1, 3, ("P1", "Ida"), REST, 2, 100, 0)
    night = after(EntryPaid(1), drawn, half, EntryPaid(3), TotalsEntered(1, 1, FULL), people=2, plan=plan)
    assert points(night, 1, 3, 2) == [100, 300, 100]
    assert money(night).entries == 1500, "P1 pays once"
    rows = {row.names: row.points for row in season_standing([night], DecidedBy.BEST)}
    assert rows == {("P2", "Q2"): 100, ("P1",): 400, ("Q1",): 100, ("Ida",): 300}
    assert met_at(night, {"q1"}, {"ida"}), "they are two"
    assert "P1 & Q1 plays as P1 & Ida now" in refused(EntrantCame(1, ("P1", "Q1")), drawn, half, people=2, plan=plan)
    after(drawn, half, EntrantRenamed(3, ("P1", "Idda")), people=2, plan=plan)
    assert "There is a P2 already" in refused(replace(half, names=("P1", "P2")), drawn, people=2, plan=plan)


TOTALS = TotalsEntered(1, 1, FULL)


@pytest.mark.parametrize(
    ("event", "before", "says"),
    [
        (SHARED, [], "There is no such round"),
        (replace(SHARED, names=("p2",)), [ROUND], "There is a p2 already. Add something that tells them apart"),
        (replace(SHARED, names=("p1",)), [ROUND], "This is who leaves"),
        (replace(SHARED, names=("",)), [ROUND], "Write a name"),
        (replace(SHARED, entrant=3, names=()), [ROUND], "P3 has a seat in this round"),
        (replace(SHARED, leaving=9), [ROUND], "Nobody here has this number"),
        (replace(SHARED, deals=4), [ROUND], "how many deals of this round P1 played: from 1 to 3"),
        (replace(SHARED, sets=2), [ROUND], "was set from 0 to 1 times"),
        (SHARED, [ROUND, TOTALS], "P1 has no deals left to play in round 1"),
        (replace(SHARED, entrant=7, names=("Jo",)), [ROUND, SHARED], "P1 has left, and has no place"),
        (replace(SHARED, leaving=5), [ROUND], "P5 has no deals left to play"),
        (SeatsSwapped(1, 2, 5), [ROUND, SHARED], "Table 1 has a substitute"),
        (SeatsSwapped(1, 1, 5), [ROUND, replace(SHARED, gets=ALL)], "A substitute has the place of P1"),
        (ROUND, [ROUND, SHARED], "or a substitute, so the seats stay"),
        (replace(TOTALS, totals=replace(FULL, sets=(0, 1))), [ROUND, SHARED], "the side of P1 was set more often"),
        (
            replace(TOTALS, totals=replace(FULL, sets=(1, 0), deals=1)),
            [ROUND, replace(SHARED, deals=3)],
            "P1 played 3 deals before a substitute came",
        ),
        (EntrantRenamed(6, ("P1",)), [ROUND, SHARED], "There is a P1 already"),
    ],
)
def test_what_can_not_be_is_refused_with_the_reason(event: Event, before: Sequence[Event], says: str) -> None:
    assert says in refused(event, *before)


@pytest.mark.parametrize(
    "event",
    [
        replace(SHARED, number=2),
        replace(SHARED, leaving=9),
        replace(SHARED, entrant=2),
        replace(SHARED, names=("Ida", "Jo")),
        replace(SHARED, names=()),
        replace(SHARED, entrant=3, names=()),
        replace(SHARED, deals=-1),
        replace(SHARED, sets=-1),
        replace(SHARED, entrant=0),
    ],
)
def test_a_record_with_a_substitute_that_nobody_could_seat_is_refused(event: SubstituteSeated) -> None:
    with pytest.raises(ValueError, match="SubstituteSeated does not fit"):
        judge_record([*opened(), [ROUND], [event]])


def test_random_evenings_have_substitutes_of_every_kind() -> None:
    seated = [
        event
        for seed in range(40)
        for batch in _played(seed).batches
        for event in batch
        if isinstance(event, SubstituteSeated)
    ]
    assert {each.gets for each in seated} == {*SubstituteGets} and {bool(each.names) for each in seated} == {
        True,
        False,
    }


def _played(seed: int) -> Evening:
    evening = Evening(seed)
    evening.play()
    return evening
