"""Prints how the evidence engine fares against the oracle: ``python -m tests.game.evidence --deals 3000``."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from tests.game.evidence.comparing import compare


def main() -> None:
    """Compare over so many deals and print every count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for name, count in asdict(compare(asked.deals, asked.seed)).items():
        print(f"{name.replace('_', ' '):24}{count:8}")


if __name__ == "__main__":
    main()
