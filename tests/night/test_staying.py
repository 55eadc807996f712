"""Somebody who can't walk stays at a table: every draw seats them there, and meetings stay as good as they can be."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.night.charts import chart_round
from companion.night.events import (
    EntrantCame,
    EntrantLeft,
    EntrantRested,
    EntrantStays,
    Event,
    LastUndone,
    Movement,
    NightOpened,
    Plan,
    Seating,
    SeatsSwapped,
    Spare,
    SubstituteSeated,
    TableTotals,
    TotalsEntered,
)
from companion.night.judge import Refused, further_tables, next_round, refuse, same_round
from companion.night.record import judge_record
from companion.night.state import Batch, Night, fold, undone_draw
from tests.conftest import tries


def opened(movement: Movement, people: int, spare: Spare = Spare.SIT_OUT) -> list[Batch]:
    names = [(f"P{each}", f"Q{each}") if movement.of_pairs else (f"P{each}",) for each in range(1, people + 1)]
    came = [EntrantCame(number, called) for number, called in enumerate(names, 1)]
    return [[NightOpened(Plan("Thursday", "Single deck", movement, spare=spare))], came]


def enter(batches: list[Batch], *events: Event) -> Night:
    for event in events:
        refuse(fold(batches), event)
        batches.append([event])
    return judge_record(batches)


def play(batches: list[Batch], number: int = 0) -> list[Seating]:
    """Draw a round and enter its totals; the sides of its tables."""
    night = enter(batches, next_round(fold(batches), f"seed {number}"))
    assert night.last is not None
    for table in night.last.tables:
        points = tuple((each * 370 + number * 130) % 700 for each in table.entrants[: len(table.sides)])
        enter(batches, TotalsEntered(night.last.number, table.number, TableTotals(points, (0,) * len(points), 4)))
    return [table.sides for table in night.last.tables]


def refused(batches: list[Batch], event: Event) -> str:
    with pytest.raises(Refused) as found:
        refuse(fold(batches), event)
    return str(found.value)


def at(sides: Seating, entrant: int) -> bool:
    return any(entrant in side for side in sides)


@settings(max_examples=tries(60), deadline=None)
@given(st.data())
def test_who_stays_sits_at_that_table_in_every_draw_of_every_movement(data: st.DataObject) -> None:
    movement = data.draw(st.sampled_from([*Movement]))
    people = data.draw(
        st.sampled_from({Movement.CHART: [8, 9, 13], Movement.SEATS: [20]}.get(movement, [*range(8, 22)]))
    )
    batches = opened(movement, people, data.draw(st.sampled_from([*Spare])))
    for who in data.draw(st.lists(st.integers(1, people), max_size=6, unique=True)):
        event = EntrantStays(who, data.draw(st.integers(1, people // (2 if movement.of_pairs else 4))))
        full = sum(table == event.table for table in fold(batches).stays.values()) == (2 if movement.of_pairs else 4)
        if full:
            assert "fill it. Choose another table." in refused(batches, event)
        else:
            enter(batches, event)
    stays = fold(batches).stays
    for number in range(3):
        tables = play(batches, number)
        for who, table in stays.items():
            own = [place for place, sides in enumerate(tables, 1) if at(sides, who)]
            full = all(stays.get(each) == table for side in tables[table - 1] for each in side)
            assert own in ([], [table]) or full, (who, table, tables)


def test_two_who_stay_apart_cost_the_others_no_meeting_twice() -> None:
    batches = opened(Movement.DRAWN, 16)
    enter(batches, EntrantStays(5, 3), EntrantStays(9, 1))
    partners: Counter[tuple[int, ...]] = Counter()
    for number in range(6):
        tables = play(batches, number)
        assert at(tables[2], 5) and at(tables[0], 9)
        partners.update(tuple(sorted(side)) for sides in tables for side in sides)
    assert max(partners.values()) == 1


@pytest.mark.parametrize("movement", [Movement.CHART, Movement.A_STAYS, Movement.ALL_PAIRS])
def test_one_who_stays_changes_nobodys_meetings_on_a_chart(movement: Movement) -> None:
    batches = opened(movement, 8)
    enter(batches, EntrantStays(3, 2))
    for number in range(1, 4):
        tables = play(batches, number)
        assert at(tables[1], 3)
        assert sorted(tables) == sorted(chart_round(movement, 8, number)[0])


def test_where_losers_move_one_at_the_table_goes_instead() -> None:
    batches, without = opened(Movement.LOSERS, 12), opened(Movement.LOSERS, 12)
    free, first = [play(without, number) for number in range(4)], play(batches)
    who = first[1][0][0]
    enter(batches, EntrantStays(who, 2))
    rounds = [first, *(play(batches, number) for number in range(1, 4))]
    assert all(at(tables[1], who) for tables in rounds)
    assert not all(at(tables[1], who) for tables in free), "without the mark they would have moved"
    # Each round with the one before: nobody partners the same person twice in a row for it.
    for before, tables in pairwise(rounds):
        together = [{*map(frozenset, (side for sides in each for side in sides))} for each in (before, tables)]
        assert together[0].isdisjoint(together[1])


def test_the_mark_is_undone_and_ends_with_leaving_and_goes_on_with_half_a_pair() -> None:
    batches = opened(Movement.PAIRS, 4)
    enter(batches, EntrantStays(2, 2))
    assert fold([*batches, [LastUndone()]]).stays == {}
    assert fold([*batches, [EntrantLeft(2)], [EntrantCame(2, ("P2", "Q2"))]]).stays == {}
    play(batches)
    assert enter(batches[:], SubstituteSeated(1, 2, 9, ("P2", "New"))).stays == {9: 2}
    assert enter(batches[:], SubstituteSeated(1, 2, 9, ("One", "New"))).stays == {}


def test_what_can_not_be_is_refused_and_says_why() -> None:
    batches = opened(Movement.PAIRS, 5)
    assert refused(batches, EntrantStays(1, 3)) == "There are 2 tables. Choose one of them."
    assert refused(batches, EntrantStays(1)) == "P1 & Q1 moves from table to table already."
    enter(batches, EntrantStays(1, 2), EntrantStays(2, 2))
    assert refused(batches, EntrantStays(1, 2)) == "P1 & Q1 stays at table 2 already."
    full = "P1 & Q1 and P2 & Q2 stay at table 2 and fill it. Choose another table."
    assert refused(batches, EntrantStays(3, 2)) == full
    assert refused(batches, EntrantStays(77, 1)).startswith("Nobody here has this number")
    enter(batches, EntrantLeft(2), EntrantStays(3, 2))
    assert refused(batches, EntrantStays(2, 1)) == "P2 & Q2 has left already."


def test_nobody_is_swapped_away_by_mistake() -> None:
    batches = opened(Movement.DRAWN, 8)
    tables = (
        enter(batches, EntrantStays(1, 2), next_round(fold([*batches, [EntrantStays(1, 2)]]), "x")).rounds[0].tables
    )
    mate, other = next(each for each in tables[1].entrants if each != 1), tables[0].entrants[0]
    assert refused(batches, SeatsSwapped(1, 1, other)) == "P1 stays at table 2. “Who is here” changes that."
    assert refused(batches, SeatsSwapped(1, other, 1)) == "P1 stays at table 2. “Who is here” changes that."
    enter(batches, SeatsSwapped(1, 1, mate), SeatsSwapped(1, mate, other))


def test_a_further_table_and_a_round_that_is_drawn_once_more_keep_the_mark() -> None:
    batches = opened(Movement.DRAWN, 8)
    night = enter(batches, next_round(fold(batches), "x"))
    assert night.last is not None
    away = night.last.tables[0].entrants[0]
    batches += [[LastUndone()]]
    enter(batches, EntrantStays(away, 2))
    with pytest.raises(Refused, match=f"P{away} stays at table 2 now. Draw the round."):
        same_round(fold(batches), undone_draw(batches))
    night = enter(batches, next_round(fold(batches), "x"))
    first = night.rounds[0].tables[0].number
    enter(batches, TotalsEntered(1, first, TableTotals((1, 0), (0, 0), 4)))
    enter(batches, *(EntrantCame(each, (f"P{each}",)) for each in range(9, 17)), EntrantStays(9, 4))
    further = further_tables(fold(batches), "y")
    assert [at(sides, 9) for sides in further.tables] == [False, True]
    enter(batches, further)


def test_four_may_stay_at_a_table_and_one_of_them_sits_out_when_asked() -> None:
    batches = opened(Movement.DRAWN, 9)
    enter(batches, *(EntrantStays(each, 1) for each in range(1, 5)))
    assert refused(batches, EntrantStays(5, 1)).startswith("P1, P2, P3 and P4 stay at table 1")
    enter(batches, EntrantRested(4))
    first = play(batches)
    assert all(at(first[0], each) for each in (1, 2, 3)) and not any(at(sides, 4) for sides in first)
    pairs = combinations(range(1, 5), 2)
    assert sum(any({*pair} == {*side} for side in play(batches, 1)[0]) for pair in pairs) <= 2
