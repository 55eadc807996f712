"""Each printed movement is expanded: everybody at one place, partners once, opponents at most twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest

from companion.night.charts import NoChart, chart_round, most_rounds, rounds_apart
from companion.night.events import Movement, Seating

CHARTS = (8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32, 33)


def expand(movement: Movement, entrants: int, rounds: int) -> list[tuple[Seating, ...]]:
    """The tables of each round, after checking that everybody is in one place."""
    found = []
    for number in range(1, rounds + 1):
        tables, out = chart_round(movement, entrants, number)
        seated = [each for sides in tables for side in sides for each in side]
        assert sorted([*seated, *out]) == list(range(1, entrants + 1))
        found.append(tables)
    return found


def partners(rounds: Iterable[tuple[Seating, ...]]) -> Counter[frozenset[int]]:
    return Counter(frozenset(side) for tables in rounds for sides in tables for side in sides)


def opponents(rounds: Iterable[tuple[Seating, ...]]) -> Counter[frozenset[int]]:
    met = ((one, other) for tables in rounds for first, second in tables for one in first for other in second)
    return Counter(frozenset(each) for each in met)


@pytest.mark.parametrize("people", CHARTS)
def test_a_whole_chart_makes_each_two_partners_once_and_opponents_twice(people: int) -> None:
    rounds = expand(Movement.CHART, people, most_rounds(Movement.CHART, people))
    pairs = {frozenset(pair) for pair in combinations(range(1, people + 1), 2)}
    assert partners(rounds) == Counter(dict.fromkeys(pairs, 1))
    assert opponents(rounds) == Counter(dict.fromkeys(pairs, 2))


def test_the_chart_of_eight_is_the_one_that_was_checked_by_hand() -> None:
    last = chart_round(Movement.CHART, 8, 7)[0]
    assert {frozenset(sides) for sides in last} == {frozenset({(8, 7), (2, 3)}), frozenset({(1, 5), (4, 6)})}


@pytest.mark.parametrize(("people", "rounds"), [(20, 5), (28, 7)])
def test_where_seats_move_by_themselves_nobody_meets_anybody_twice(people: int, rounds: int) -> None:
    found = expand(Movement.SEATS, people, rounds)
    assert most_rounds(Movement.SEATS, people) == rounds
    assert max((partners(found) + opponents(found)).values()) == 1


def test_with_eight_tables_opponents_meet_at_most_twice() -> None:
    found = expand(Movement.SEATS, 32, most_rounds(Movement.SEATS, 32))
    assert max(partners(found).values()) == 1
    assert max(opponents(found).values()) == 2


@pytest.mark.parametrize("pairs", range(2, 17))
def test_every_a_pair_meets_every_b_pair_once(pairs: int) -> None:
    found = expand(Movement.A_STAYS, pairs, most_rounds(Movement.A_STAYS, pairs))
    expected = {frozenset({a, b}) for a in range(1, pairs + 1, 2) for b in range(2, pairs + 1, 2)}
    assert opponents(found) == Counter(dict.fromkeys(expected, 1))


@pytest.mark.parametrize("pairs", range(2, 33))
def test_every_pair_meets_every_other_pair_once(pairs: int) -> None:
    found = expand(Movement.ALL_PAIRS, pairs, most_rounds(Movement.ALL_PAIRS, pairs))
    expected = {frozenset(each) for each in combinations(range(1, pairs + 1), 2)}
    assert opponents(found) == Counter(dict.fromkeys(expected, 1))


@pytest.mark.parametrize(
    ("movement", "entrants", "says"),
    [
        (Movement.CHART, 10, "There are charts for 8, 9, 12"),
        (Movement.SEATS, 24, "20, 28 or 32 people, and 24 are here"),
        (Movement.ALL_PAIRS, 1, "At least two pairs"),
    ],
)
def test_a_number_without_a_chart_is_refused_with_those_that_have_one(
    movement: Movement, entrants: int, says: str
) -> None:
    with pytest.raises(NoChart, match=says):
        most_rounds(movement, entrants)


def test_a_chart_ends_with_its_last_round() -> None:
    with pytest.raises(NoChart, match="For 20 this movement has 5 rounds"):
        chart_round(Movement.SEATS, 20, 6)


APART = {
    2: {4: 3, 10: 9, 40: 39},
    3: {9: 4, 10: 4, 12: 4, 13: 5, 15: 7, 16: 7, 18: 7, 19: 9, 21: 9, 22: 10, 24: 11, 25: 11, 27: 13, 28: 13, 30: 14},
    4: {16: 5, 18: 4, 20: 5, 21: 5, 22: 5, 24: 7, 25: 6, 26: 6, 28: 9, 29: 7, 30: 7},
    5: {25: 6, 30: 6},
}
"""By seats and people, in how many rounds nobody meets twice."""


@pytest.mark.parametrize(("seats", "people"), [(seats, people) for seats, each in APART.items() for people in each])
def test_where_each_plays_alone_nobody_meets_twice_or_sits_out_twice(seats: int, people: int) -> None:
    full = people - people % seats
    places = [*range(people)]
    first = [places[at : at + seats] for at in range(0, full, seats)] + [[each] for each in places[full:]]
    rounds = [first, *rounds_apart(people, seats)]
    met = Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))
    out = Counter(table[0] for tables in rounds for table in tables if len(table) == 1)
    assert all(sorted(each for table in tables for each in table) == places for tables in rounds)
    assert all(sorted(map(len, tables)) == sorted(map(len, first)) for tables in rounds)
    assert len(rounds) == APART[seats][people] and max(met.values()) == max([1, *out.values()]) == 1
