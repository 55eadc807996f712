"""Rounds of a night in which nobody meets anybody twice: ``python -m bench.meetings [--people 6-30] [--seeds 3]``.

By people and the size of the tables at which each plays alone: the fewest rounds that some seeds draw before two meet
again, and a bound that no draw can pass. The last line is the longest time of a draw for 88 people.
"""

from __future__ import annotations

import argparse
import sys
import time

from companion.night.draw import Sat, draw
from companion.night.events import Sizes

SEATS = (2, 3, 4, 5, 6)
LARGE = 88


def rounds(people: int, seats: int, seed: str) -> int:
    """Draw rounds until two meet again; how many there were before."""
    history: list[Sat] = []
    met: set[frozenset[int]] = set()
    while True:
        history.append(draw(history, range(1, people + 1), f"{seed}/{len(history)}", Sizes(seats, seats)))
        for sides in history[-1].tables:
            pairs = {frozenset((one, other)) for (one,) in sides for (other,) in sides if one < other}
            if met & pairs:
                return len(history) - 1
            met |= pairs


def main() -> int:
    """Print a row for each number of people."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", default="6-30")
    parser.add_argument("--seeds", type=int, default=3)
    asked = parser.parse_args()
    first, last = map(int, asked.people.split("-"))
    print("people", *(f"at {seats}".rjust(8) for seats in SEATS))
    for people in range(first, last + 1):
        row = []
        for seats in SEATS:
            if people < 2 * seats:
                row.append("-".rjust(8))
                continue
            reached = min(rounds(people, seats, str(seed)) for seed in range(asked.seeds))
            # Each meets all at a table, so has as many rounds as there are enough others; the rest is sat out.
            most = people * ((people - 1) // (seats - 1)) // (people // seats * seats)
            row.append(f"{reached} of {most}".rjust(8))
        print(f"{people:6}", *row, flush=True)
    spent = 0.0
    history: list[Sat] = []
    for number in range(8):
        begun = time.perf_counter()
        history.append(draw(history, range(1, LARGE + 1), str(number), Sizes(3, 3)))
        spent = max(spent, time.perf_counter() - begun)
    print(f"{LARGE} people at tables of three: {spent:.2f} s for the slowest of 8 draws")
    return 0


if __name__ == "__main__":
    sys.exit(main())
