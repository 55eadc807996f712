"""Compares all figures with the second teller’s over many games: ``python -m tests.figures --games 200``."""

from __future__ import annotations

import argparse

import pytest

from companion.figures.records import collection
from tests.figures.games import PEOPLE, mine_of, played
from tests.figures.second_teller.company import company_of
from tests.figures.second_teller.tell import collected, parts_of
from tests.figures.test_second_teller import company, parts


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
        ours, theirs = parts(mine_of(facts, name)), parts_of(seconds, name)
        for key, figure in theirs.items():
            if ours[key] != pytest.approx(figure):
                raise SystemExit(f"{name}, {key}: {ours[key]} here, {figure} there")
        compared += len(theirs)
        ours, theirs = company(mine_of(facts, name)), company_of(seconds, name)
        if ours != theirs:
            other = next(key for key in {**ours, **theirs} if ours.get(key) != theirs.get(key))
            raise SystemExit(f"{name}, {other}: {ours.get(other)} here, {theirs.get(other)} there")
        compared += len(theirs)
        here, _ = collection(mine_of(facts, name))
        if {each.called: each.times for each in here} != collected(seconds, name):
            raise SystemExit(f"{name}: other melds")
        compared += 1
    print(f"{asked.games} games, seed {asked.seed}: {compared} figures of {len(PEOPLE)} people, no difference")


if __name__ == "__main__":
    main()
