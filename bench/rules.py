"""The speed of the rules: the meld of a 20-card hand, and the legal plays of a turn.

Run it as ``python -m bench.rules``; it exits with 1 if a figure is beyond its bound.
"""

from __future__ import annotations

import statistics
import sys
import timeit
from collections.abc import Callable
from functools import partial

from bench.bounds import Bounds
from companion.cards import Suit, parse_cards
from companion.rules.meld import best_meld
from companion.rules.play import Turn, legal_plays
from companion.rules.variants import VARIANTS

ROUNDS, REPEATS = 200, 9
BOUNDS = Bounds({"meld of 20 cards": 1, "legal plays": 0.1})
HAND = parse_cards("AS AS 10S 10S KS KS QS QS JS JS JD JD AH AD AC KH KD KC QH QD")
TURN = Turn(Suit.SPADES, parse_cards("QH 10H KS"), HAND, bid=60)


def milliseconds(work: Callable[[], object]) -> float:
    """The median over some repeats of one call's time."""
    return statistics.median(timeit.repeat(work, number=ROUNDS, repeat=REPEATS)) / ROUNDS * 1000


def main() -> int:
    """Print a line for each variant: its figures and the bounds they are held against; 1 if one is beyond."""
    for variant in VARIANTS:
        meld = milliseconds(partial(best_meld, variant, Suit.SPADES, HAND))
        legal = milliseconds(partial(legal_plays, variant, TURN))
        said = BOUNDS.said("meld of 20 cards", meld, variant.key)
        print(f"{variant.key:16} meld of 20 cards {said}   ", end="")
        print(f"legal plays {BOUNDS.said('legal plays', legal, variant.key)}")
    return BOUNDS.status()


if __name__ == "__main__":
    sys.exit(main())
