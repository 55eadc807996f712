"""Counts random nights twice: ``python -m tests.night.second_count --nights 2000 --seed 1``.

The exit status is 1 where the two programs differ.
"""

from __future__ import annotations

import argparse
import sys

from tests.night.second_count.evenings import Evening, differences


def main(arguments: list[str]) -> int:
    """Play so many nights and print where the two programs differ; the status is 1 where they do."""
    parser = argparse.ArgumentParser(prog="python -m tests.night.second_count", description=__doc__)
    parser.add_argument("--nights", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    found = []
    for seed in range(asked.seed, asked.seed + asked.nights):
        evening = Evening(seed)
        evening.play()
        found += [f"night {seed}: {each}" for each in differences(evening)]
    print("\n".join([*found, f"{asked.nights} nights, seed {asked.seed}: {len(found)} differences"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
