"""Labels agree with their working: what is said of a side's points, or of its checks, is what its lines come to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from companion.game.events import DealScored, SidePoints
from companion.game.fold import fold
from companion.game.state import GameState
from companion.game.view import view
from tests.conftest import tries
from tests.game.second_scorer.games import sit_through
from tests.game.second_scorer.judge.figures import FIGURES

ROUNDS = 4
"""So many games of each variant, every second one with house options."""
SIDE = re.compile(r"\{(\w)\}")
COMES_TO = re.compile(r"[ :]([+−]\d+|0)(?: checks?)?\.(?: Nobody else scores\.)?$")
BESIDES = re.compile(r"took every trick: (\d+) more\.$")


def _games(variant: str) -> Iterator[tuple[GameState, DealScored]]:
    """Every result of these games, with the game as it stood when it was confirmed."""
    place = list(FIGURES).index(variant)
    for turn in range(tries(ROUNDS)):
        history = sit_through(variant, turn * len(FIGURES) + place, seed=7).history
        for number, recorded in enumerate(history):
            if isinstance(recorded.event, DealScored):
                yield fold(history[:number]), recorded.event


def _totals(working: Sequence[str]) -> dict[str, int]:
    """By side, what its lines come to; sides that are named together score alike."""
    totals = dict[str, int]()
    for line in working:
        found = COMES_TO.search(line) or BESIDES.search(line)
        for side in SIDE.findall(line) if found else ():
            totals[side] = totals.get(side, 0) + int(found[1].replace("−", "-") if found else 0)
    return totals


def _figures(entries: Sequence[SidePoints]) -> dict[str, int]:
    return {entry.side: entry.points for entry in entries if entry.points}


@pytest.mark.parametrize("variant", FIGURES)
def test_each_side_s_label_is_the_total_of_its_working(variant: str) -> None:
    compared = 0
    for state, scored in _games(variant):
        assert {side: total for side, total in _totals(scored.working).items() if total} == _figures(scored.change)
        assert {side: total for side, total in _totals(scored.checks_working).items() if total} == _figures(
            scored.checks
        )
        for panel in view(state).check_panels:
            assert panel.checks == _totals(scored.checks_working).get(panel.side, 0)
        compared += 1
    assert compared > tries(ROUNDS)
