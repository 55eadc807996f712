"""Random nights, with all that can go wrong at them, counted by a second program."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from companion.night.events import (
    TableTotals,
    TotalsCorrected,
)
from companion.night.season import DecidedBy as By
from companion.night.season import season_standing
from companion.store.nights import CODEC
from tests.conftest import one_in
from tests.night.second_count.evenings import Evening, differences
from tests.night.second_count.judge import Count, are_two, persons, season


@pytest.mark.parametrize("seed", one_in(5, range(200)))
def test_a_second_program_counts_the_same_standing_and_money(seed: int) -> None:
    evening = Evening(seed)
    evening.play()
    assert differences(evening) == []


@pytest.mark.parametrize("first", one_in(5, range(0, 200, 4)))
def test_a_second_program_counts_the_same_season(first: int) -> None:
    chance = random.Random(first)
    evenings = [Evening(seed, chance.randint(1, 12)) for seed in range(first, first + 5)]
    for evening in evenings:
        evening.play()
    del evenings[chance.randrange(5)]  # a night that is left out
    counts = [Count(each.entries) for each in evenings]
    people = [sorted({name for names in count.people.values() for name in names}) for count in counts]
    # Two names of a night that were never there in the same round can be one person's. Some others are said to be.
    pairs = [pair for names in people for pair in combinations(names, 2)]
    said = [pair for pair in pairs if not are_two(counts, *pair)] + chance.sample(pairs, 5)
    same: dict[str, str] = {}
    for one, other in said:
        if {one, other}.isdisjoint({*same, *same.values()}):
            same[one] = other
    person = persons(counts, same)

    def counted(by: By, best: int = 0) -> dict[frozenset[str], int]:
        rows = season_standing([each.night for each in evenings], by, best, person=lambda name: same.get(name, name))
        return {frozenset(map(person, row.names)): row.points for row in rows}

    best, average, places = counted(By.BEST, 2), counted(By.AVERAGE), counted(By.PLACES, 2)
    assert {who: (best[who], average[who], places[who]) for who in best} == season(counts, 2, person)


def test_the_second_program_finds_a_slip_that_was_counted_wrongly() -> None:
    evening = Evening(1)
    evening.play()
    entries = [*evening.entries]
    there = evening.night.rounds[0]
    changed = replace(there.tables[0].totals or TableTotals((), (), 4), points=(5000, 0))
    entries.append([CODEC.encode(TotalsCorrected(1, 1, there.tables[0].totals or changed, changed))])
    assert Count(entries).totals() != Count(entries[:-1]).totals()
