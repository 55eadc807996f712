"""How fast the rules judge: the meld of a 20-card hand, and the legal plays of a turn.

Run it as ``python bench/rules.py``.
"""

from __future__ import annotations

import statistics
import timeit
from collections.abc import Callable
from functools import partial

from companion.cards import Suit, parse_cards
from companion.rules.meld import best_meld
from companion.rules.play import Turn, legal_plays
from companion.rules.variants import VARIANTS

ROUNDS, REPEATS = 200, 9
HAND = parse_cards("AS AS 10S 10S KS KS QS QS JS JS JD JD AH AD AC KH KD KC QH QD")
TURN = Turn(Suit.SPADES, parse_cards("QH 10H KS"), HAND, bid=60)


def milliseconds(work: Callable[[], object]) -> float:
    """The median over some repeats of one call's time."""
    return statistics.median(timeit.repeat(work, number=ROUNDS, repeat=REPEATS)) / ROUNDS * 1000


def main() -> None:
    """Print a line for each variant: its figures and the bounds they are held against."""
    for variant in VARIANTS:
        meld = milliseconds(partial(best_meld, variant, Suit.SPADES, HAND))
        legal = milliseconds(partial(legal_plays, variant, TURN))
        print(f"{variant.key:16} meld of 20 cards {meld:.3f} ms (bound 1)   legal plays {legal:.4f} ms (bound 0.1)")


if __name__ == "__main__":
    main()
