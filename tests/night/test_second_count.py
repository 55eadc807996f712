"""Random nights, with all that can go wrong at them, counted by a second program."""

from __future__ import annotations

from dataclasses import replace

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
from tests.night.second_count.judge import Count, season


@pytest.mark.parametrize("seed", one_in(5, range(200)))
def test_a_second_program_counts_the_same_standing_and_money(seed: int) -> None:
    evening = Evening(seed)
    evening.play()
    assert differences(evening) == []


@pytest.mark.parametrize("first", one_in(5, range(0, 200, 4)))
def test_a_second_program_counts_the_same_season(first: int) -> None:
    evenings = [Evening(seed) for seed in range(first, first + 4)]
    for evening in evenings:
        evening.play()
    counts = [Count(each.entries) for each in evenings]
    nights = [each.night for each in evenings]
    best = {row.name: row.points for row in season_standing(nights, By.BEST, 2)}
    average = {row.name: row.points for row in season_standing(nights, By.AVERAGE)}
    assert {name: (best[name], average[name]) for name in best} == season(counts, 2)


def test_the_second_program_finds_a_slip_that_was_counted_wrongly() -> None:
    evening = Evening(1)
    evening.play()
    entries = [*evening.entries]
    there = evening.night.rounds[0]
    changed = replace(there.tables[0].totals or TableTotals((), (), 4), points=(5000, 0))
    entries.append([CODEC.encode(TotalsCorrected(1, 1, there.tables[0].totals or changed, changed))])
    assert Count(entries).totals() != Count(entries[:-1]).totals()
