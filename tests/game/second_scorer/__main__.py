"""Plays whole games and judges them by a second program: ``python -m tests.game.second_scorer --games 2000 --seed 1``.

Prints games, deals, comparisons and mismatches for each variant; the exit status is 1 where the two programs differ.
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

from tests.game.second_scorer.games import judge_games
from tests.game.second_scorer.judge.figures import FIGURES, TABLES
from tests.game.second_scorer.judge.tally import SUBJECTS, Tally

_SHOWN = 40
"""So many mismatches are told in full."""


def main(arguments: list[str]) -> int:
    """Judge so many games and print what came of it; the status is 1 where the two programs differ."""
    parser = argparse.ArgumentParser(prog="python -m tests.game.second_scorer", description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--endings", action="store_true", help="also say how often each ending came up")
    asked = parser.parse_args(arguments)
    began = perf_counter()
    tally = judge_games(range(asked.games), asked.seed)
    print("\n".join(report(tally)))
    if asked.endings:
        print("\n".join(f"{variant:18} {how:24}{count:7}" for (variant, how), count in sorted(tally.endings.items())))
    print(f"{perf_counter() - began:.0f} s")
    return 1 if tally.mismatches else 0


def report(tally: Tally) -> list[str]:
    """The table of what was compared, and the mismatches in full."""
    lines = [f"{'variant':18}{'games':>7}{'deals':>7}" + "".join(f"{name:>10}" for name in SUBJECTS) + f"{'differ':>8}"]
    lines += [_line(tally, variant) for variant in (*FIGURES, *TABLES)]
    lines.append(
        f"{sum(tally.games.values())} games ({sum(tally.finished.values())} won), {sum(tally.deals.values())} deals, "
        f"{sum(tally.compared.values())} comparisons, {len(tally.mismatches)} mismatches"
    )
    return [*lines, *(str(each) for each in tally.mismatches[:_SHOWN])]


def _line(tally: Tally, variant: str) -> str:
    counts = "".join(f"{tally.compared[variant, name]:10}" for name in SUBJECTS)
    differ = sum(each.variant == variant for each in tally.mismatches)
    return f"{variant:18}{tally.games[variant]:7}{tally.deals[variant]:7}{counts}{differ:8}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
