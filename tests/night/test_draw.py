"""Rounds that are drawn keep the bounds that clubs were promised, no matter who comes and goes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.night.draw import Sat, draw, move_losers
from companion.night.events import Sizes, Spare
from tests.conftest import one_in, tries


@dataclass
class Met:
    """Counted apart from the code that draws."""

    partners: Counter[frozenset[int]] = field(default_factory=Counter)
    opponents: Counter[frozenset[int]] = field(default_factory=Counter)

    def add(self, sat: Sat) -> None:
        for sides in sat.tables:
            seats = [(place, each) for place, side in enumerate(sides) for each in side]
            for place, each in seats:
                for other_place, other in seats:
                    if each < other:
                        counted = self.partners if place == other_place else self.opponents
                        counted[frozenset((each, other))] += 1


ALONE = [
    (9, 3, 4),
    (10, 3, 4),
    (11, 3, 4),
    (12, 3, 4),
    (14, 3, 7),
    (15, 3, 7),
    (16, 3, 7),
    (20, 3, 9),
    (23, 3, 11),
    (27, 3, 13),
    (42, 3, 8),
    (88, 3, 8),
    (15, 4, 5),
    (20, 4, 5),
    (28, 4, 9),
    (7, 2, 7),
    (30, 2, 29),
    (25, 5, 6),
]
"""People, how many sit at a table, and in how many rounds nobody needs to meet anybody twice."""


@pytest.mark.parametrize("seed", one_in(3, range(3)))
@pytest.mark.parametrize(("people", "seats", "rounds"), ALONE)
def test_those_who_play_alone_meet_nobody_twice_and_share_the_sitting_out(
    people: int, seats: int, rounds: int, seed: int
) -> None:
    history: list[Sat] = []
    met, out = Met(), Counter(dict.fromkeys(range(1, people + 1), 0))
    for _ in range(rounds):
        sat = draw(history, range(1, people + 1), str(seed), Sizes(seats, seats))
        assert everybody(sat) == list(range(1, people + 1))
        assert {len(sides) for sides in sat.tables} == {seats} and len(sat.out) == people % seats
        met.add(sat)
        out.update(sat.out)
        assert max(out.values()) - min(out.values()) <= 1, "nobody sits out twice before all have"
        history.append(sat)
    assert max(met.opponents.values()) == 1


@settings(max_examples=tries(25), deadline=None)
@given(st.integers(2, 8), st.integers(1, 45), st.sampled_from(Spare), st.data())
def test_tables_of_any_size_seat_all_but_those_who_are_too_many(
    seats: int, people: int, spare: Spare, data: st.DataObject
) -> None:
    sizes = Sizes(seats, data.draw(st.sampled_from([each for each in range(2, seats + 1) if seats % each == 0])))
    try:
        sat = draw([], range(1, people + 1), "x", sizes, spare=spare)
    except ValueError:
        assert people < seats
        return
    assert everybody(sat) == list(range(1, people + 1))
    many = Counter(len(sides) * len(sides[0]) for sides in sat.tables)
    alone = sizes.seats == sizes.sides
    least = seats - (spare is Spare.THREES and (alone or sizes == Sizes(4, 2)))
    most = seats + (alone and spare is Spare.PAUSE)
    assert max(least, 2) <= min(many) and max(many) <= most
    if spare is Spare.PAUSE and alone and people >= seats * (seats - 1):
        assert not sat.out, "each who is too many has a table"
    assert len(sat.out) < seats


def everybody(sat: Sat) -> list[int]:
    return sorted([*sat.out, *(each for sides in sat.tables for side in sides for each in side)])


def swapped(sat: Sat, one: int, other: int) -> Sat:
    change = {one: other, other: one}
    tables = tuple(tuple(tuple(change.get(each, each) for each in side) for side in sides) for sides in sat.tables)
    return Sat(tables, tuple(sorted(change.get(each, each) for each in sat.out)))


@settings(max_examples=tries(25), deadline=None)
@given(st.integers(8, 40), st.integers(4, 8), st.integers(0, 10**6))
def test_those_who_stay_all_night_never_partner_twice_and_share_the_sitting_out(
    people: int, rounds: int, seed: int
) -> None:
    rounds = min(rounds, 6) if people == 8 else rounds
    history: list[Sat] = []
    met, out = Met(), Counter(dict.fromkeys(range(1, people + 1), 0))
    for _ in range(rounds):
        sat = draw(history, range(1, people + 1), str(seed))
        assert everybody(sat) == list(range(1, people + 1))
        assert all(len(side) == 2 for sides in sat.tables for side in sides)
        assert len(sat.out) == people % 4
        assert not history or not set(sat.out) & set(history[-1].out), "nobody sits out twice running"
        met.add(sat)
        out.update(sat.out)
        history.append(sat)
    assert max(met.partners.values()) == 1
    assert max(met.opponents.values()) <= (3 if people < 12 else 2)
    assert max(out.values()) - min(out.values()) <= 1


@settings(max_examples=tries(25), deadline=None)
@given(st.integers(12, 30), st.integers(4, 8), st.integers(0, 10**6), st.data())
def test_people_who_come_leave_and_are_swapped_change_none_of_it(
    people: int, rounds: int, seed: int, data: st.DataObject
) -> None:
    here, stayed = list(range(1, people + 1)), set(range(1, people + 1))
    history: list[Sat] = []
    met, out = Met(), Counter(dict.fromkeys(here, 0))
    for _ in range(rounds):
        change = data.draw(st.sampled_from(("", "", "comes", "leaves", "swap")))
        if change == "comes":
            here.append(max(here) + 1)
        elif change == "leaves" and len(here) > 10:
            gone = data.draw(st.sampled_from(here))
            here.remove(gone)
            stayed.discard(gone)
        sat = draw(history, here, str(seed))
        assert everybody(sat) == sorted(here)
        assert not history or not set(sat.out) & set(history[-1].out), "nobody sits out twice running"
        drawn = Met()
        drawn.add(sat)
        assert not any(met.partners[pair] for pair in drawn.partners), "no draw seats two together again"
        assert all(met.opponents[pair] < (3 if len(here) < 12 else 2) for pair in drawn.opponents)
        if change == "swap":
            seated = [each for each in here if each not in sat.out]
            sat = swapped(sat, *data.draw(st.permutations(seated))[:2])
        met.add(sat)
        out.update(sat.out)
        history.append(sat)
    counts = [out[each] for each in stayed]
    assert max(counts, default=0) - min(counts, default=0) <= 1


@settings(max_examples=tries(15), deadline=None)
@given(st.integers(7, 31), st.integers(0, 10**6))
def test_nobody_is_at_a_table_of_three_twice_before_all_were(people: int, seed: int) -> None:
    history: list[Sat] = []
    idle = Counter(dict.fromkeys(range(1, people + 1), 0))
    for _ in range(8):
        sat = draw(history, range(1, people + 1), str(seed), spare=Spare.THREES)
        assert everybody(sat) == list(range(1, people + 1))
        small = [sides for sides in sat.tables if len(sides) == 3]
        assert (len(small), len(sat.out)) == {0: (0, 0), 1: (0, 1), 2: (2, 0), 3: (1, 0)}[people % 4]
        idle.update([*sat.out, *(each for sides in small for (each,) in sides)])
        assert max(idle.values()) - min(idle.values()) <= 1
        history.append(sat)


@settings(max_examples=tries(20), deadline=None)
@given(st.integers(4, 24), st.integers(0, 10**6))
def test_pairs_meet_no_pair_again_before_they_have_met_all(pairs: int, seed: int) -> None:
    history: list[Sat] = []
    met = Met()
    for _ in range(pairs - 1):
        sat = draw(history, range(1, pairs + 1), str(seed), of_pairs=True)
        assert everybody(sat) == list(range(1, pairs + 1))
        assert len(sat.out) == pairs % 2
        met.add(sat)
        history.append(sat)
    assert max(met.opponents.values()) == 1


def test_five_rounds_of_twenty_leave_few_pairs_of_people_who_never_met() -> None:
    history: list[Sat] = []
    met = Met()
    for _ in range(5):
        history.append(draw(history, range(1, 21), "evening"))
        met.add(history[-1])
    assert 190 - len(met.partners + met.opponents) <= 45


@pytest.mark.parametrize("seed", one_in(3, range(3)))
def test_a_late_arrival_takes_the_place_of_one_who_left_and_all_still_meet_nobody_twice(seed: int) -> None:
    here = [*range(1, 16)]
    history: list[Sat] = []
    met = Met()
    for number in range(7):
        if number == 2:
            here.remove(4)  # 14 play at four tables, and two sit out
        if number == 4:
            here.append(16)
        history.append(draw(history, here, f"{seed}/{number}", Sizes(3, 3)))
        assert everybody(history[-1]) == sorted(here)
        met.add(history[-1])
    assert max(met.opponents.values()) == 1
    out = Counter(each for sat in history for each in sat.out)
    assert sum(out.values()) == 4 and max(out.values()) == 1


def test_a_table_of_one_fewer_meets_nobody_twice_either() -> None:
    history: list[Sat] = []
    met = Met()
    for number in range(4):
        history.append(draw(history, range(1, 15), str(number), Sizes(4, 4), spare=Spare.THREES))
        assert sorted(map(len, history[-1].tables)) == [3, 3, 4, 4] and not history[-1].out
        met.add(history[-1])
    assert max(met.opponents.values()) == 1


def test_the_same_seed_draws_the_same_and_another_seed_another_round() -> None:
    first = draw([], range(1, 21), "one")
    assert draw([], range(1, 21), "one") == first
    assert draw([], range(1, 21), "two") != first
    assert first.tables[0] == ((11, 10), (13, 8)), "what was drawn once by a seed is drawn so by every version 2"


@pytest.mark.parametrize("sizes", [Sizes(4, 2), Sizes(3, 3), Sizes(2, 2)])
@pytest.mark.parametrize("seed", one_in(4, range(12)))
def test_somebody_late_plays_at_once_and_sits_out_with_those_who_have_not_yet(seed: int, sizes: Sizes) -> None:
    here = [*range(1, 2 * sizes.seats + 2)]
    history = [draw([], here, str(seed), sizes)]
    before = {*history[0].out}
    late = len(here) + 1
    here += range(late, late + sizes.seats)
    for number in range(len(here) - 1):
        sat = draw(history, here, f"{seed}/{number}", sizes)
        assert len(sat.out) == 1 and before.isdisjoint(sat.out), "nobody sits out twice before all have"
        assert number or sat.out[0] < late, "who came for this round plays in it"
        before |= {*sat.out}
        history.append(sat)
    assert before == {*here}


@pytest.mark.parametrize(("here", "of_pairs", "threes"), [(3, False, False), (1, True, False), (2, False, True)])
def test_too_few_for_a_table_are_refused(here: int, of_pairs: bool, threes: bool) -> None:
    with pytest.raises(ValueError, match=f"{here} (people|pairs) are too few for a table"):
        draw([], range(here), "x", of_pairs=of_pairs, spare=Spare.THREES if threes else Spare.SIT_OUT)


@settings(max_examples=tries(200))
@given(st.integers(4, 30), st.booleans(), st.data())
def test_winners_stay_losers_move_up_and_nobody_is_lost(people: int, of_pairs: bool, data: st.DataObject) -> None:
    played = draw([], range(1, people + 1), "x", of_pairs=of_pairs)
    gone = data.draw(st.sets(st.integers(1, people), max_size=people - 4))
    here = [each for each in range(1, people + 4) if each not in gone]
    after = move_losers(played.tables, here, of_pairs=of_pairs)
    assert everybody(after) == here
    assert {len(side) for sides in after.tables for side in sides} == {1 if of_pairs else 2}
    assert len(after.out) < (2 if of_pairs else 4)
    waited = {each for each in here if each > people or each in played.out}
    losers = {each for sides in played.tables for each in sides[1]}
    assert not (waited & {*after.out} and losers - gone - {*after.out}), "who waited plays before who lost"
    for before, now in zip(played.tables, after.tables, strict=False):
        assert {*before[0]} - gone <= {each for side in now for each in side}


def test_the_losers_of_the_last_table_come_to_the_first_and_partners_part() -> None:
    played = (((1, 2), (3, 4)), ((5, 6), (7, 8)), ((9, 10), (11, 12)))
    after = move_losers(played, range(1, 13))
    assert after.tables == (((1, 11), (2, 12)), ((5, 3), (6, 4)), ((9, 7), (10, 8)))
    pairs = move_losers((((1,), (2,)), ((3,), (4,))), range(1, 6), of_pairs=True)
    assert pairs == Sat((((1,), (5,)), ((3,), (4,))), (2,))
