"""Compares all figures, in all and by season, with the second teller’s.

``python -m tests.figures.second_teller --games 200``
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import pytest

from companion.figures.results import collection
from companion.figures.scope import Mine
from tests.figures.second_teller.comparing import SEASONS, company, of_season, parts
from tests.figures.second_teller.games import PEOPLE, mine_of, played
from tests.figures.second_teller.judge.company import company_of
from tests.figures.second_teller.judge.deals import Game
from tests.figures.second_teller.judge.spans import within
from tests.figures.second_teller.judge.tell import collected, parts_of


def main() -> None:
    """Play, tell twice, and stop at the first difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    told = sorted(played(asked.games, asked.seed), key=lambda each: (each[0].games[0].at, each[1].name))
    facts, seconds = [each for each, _ in told], [each for _, each in told]
    compared = 0
    for name in PEOPLE:
        compared += compare(name, mine_of(facts, name), seconds)
        for first, last in SEASONS:
            compared += compare(name, of_season(facts, name, first, last), within(seconds, first, last))
    print(f"{asked.games} games, seed {asked.seed}: {compared} figures of {len(PEOPLE)} people, no difference")


def compare(name: str, mine: Mine, games: Sequence[Game]) -> int:
    """How many figures of somebody both tell alike; the program ends where they do not."""
    ours, theirs = parts(mine), parts_of(games, name)
    for key, figure in theirs.items():
        if ours[key] != pytest.approx(figure):
            raise SystemExit(f"{name}, {key}: {ours[key]} here, {figure} there")
    met, also_met = company(mine), company_of(games, name)
    if met != also_met:
        other = next(key for key in {**met, **also_met} if met.get(key) != also_met.get(key))
        raise SystemExit(f"{name}, {other}: {met.get(other)} here, {also_met.get(other)} there")
    if {each.called: each.times for each in collection(mine)[0]} != collected(games, name):
        raise SystemExit(f"{name}: other melds")
    return len(theirs) + len(also_met) + 1


if __name__ == "__main__":
    main()
