"""Meld: the best total of a hand (meld.best).

Three classes: a card counts once within a class and again in another, so the classes are
counted apart and added. Only the roundhouse ties marriages to kings and queens around.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.cards import Card, Rank, Suit
from companion.rules.choices import RunAbsorbs
from companion.rules.melds import AROUNDS, PINOCHLE, RUN_RANKS, Meld, MeldKind, lay
from companion.rules.variant import Variant


@dataclass(frozen=True)
class MeldCount:
    """A hand's meld, meld by meld."""

    melds: tuple[Meld, ...]

    @property
    def total(self) -> int:
        """The sum, in the variant's unit."""
        return sum(meld.points for meld in self.melds)

    @property
    def dix(self) -> int:
        """The part of the total that the dixes made."""
        return sum(meld.points for meld in self.melds if meld.kind is MeldKind.DIX)


def best_meld(variant: Variant, trump: Suit | None, cards: Iterable[Card]) -> MeldCount:
    """The melds of a hand that pay most together (meld.best).

    Without a trump suit every marriage is a common one, and runs and dixes do not count (meld.needs-trump).
    """
    held = Counter(cards)
    plans = (MeldCount(tuple(_lay(variant, trump, held, runs, flat))) for runs, flat in _ways(variant, trump, held))
    return max(plans, key=lambda count: count.total)


def meld_by_trump(variant: Variant, cards: Iterable[Card]) -> dict[Suit, int]:
    """What the hand would be worth with each suit as trump (meld.needs-trump)."""
    held = tuple(cards)
    return {suit: best_meld(variant, suit, held).total for suit in Suit}


def _ways(variant: Variant, trump: Suit | None, held: Counter[Card]) -> Iterator[tuple[int, int]]:
    """How many runs and how many flat roundhouses to lay, in every way the cards allow."""
    for runs in range(_fewest(held, trump, RUN_RANKS) if trump else 0, -1, -1):
        rounds = min(_marriages(variant, trump, held, runs, suit) for suit in Suit)
        for flat in range(rounds + 1 if variant.meld_roundhouse.flat is not None else 1):
            yield runs, flat


def _fewest(held: Counter[Card], suit: Suit, ranks: tuple[Rank, ...]) -> int:
    return min(held[Card(rank, suit)] for rank in ranks)


def _marriages(variant: Variant, trump: Suit | None, held: Counter[Card], runs: int, suit: Suit) -> int:
    """How many marriages the suit pays; in trump what the runs leave, unless they add theirs (meld.run-absorbs)."""
    pairs = _fewest(held, suit, (Rank.KING, Rank.QUEEN))
    if suit is not trump or variant.meld_run_absorbs is RunAbsorbs.ADDS:
        return pairs
    return 0 if runs and variant.meld_run_extra else pairs - runs


def _lay(variant: Variant, trump: Suit | None, held: Counter[Card], runs: int, flat: int) -> Iterator[Meld]:
    marriages = {suit: _marriages(variant, trump, held, runs, suit) for suit in Suit}
    if trump:
        yield from lay(variant, MeldKind.RUN, trump, runs)
        yield from _spares(variant, trump, held, runs)
    for suit, married in marriages.items():
        yield from lay(variant, MeldKind.ROYAL if suit is trump else MeldKind.MARRIAGE, suit, married - flat)
    if variant.meld_roundhouse.bonus or flat:
        yield from lay(variant, MeldKind.ROUNDHOUSE, Suit.SPADES, flat or min(marriages.values()))
    if trump and variant.pack.dix and variant.meld_table.dix:
        yield from lay(variant, MeldKind.DIX, trump, held[Card(variant.pack.dix, trump)])
    yield from lay(variant, MeldKind.PINOCHLE, Suit.SPADES, min(held[card] for card in PINOCHLE))
    for kind, rank in AROUNDS.items():
        swallowed = flat if kind in (MeldKind.KINGS, MeldKind.QUEENS) else 0
        yield from lay(variant, kind, Suit.SPADES, min(held[Card(rank, suit)] for suit in Suit) - swallowed)


def _spares(variant: Variant, trump: Suit, held: Counter[Card], runs: int) -> Iterator[Meld]:
    """Beside a run each spare king or queen of trump pays a royal marriage, if the table says so (meld.run-extra)."""
    if not (runs and variant.meld_run_extra):
        return
    married = _marriages(variant, trump, held, runs, trump) - runs
    paid = max(married, 0)
    yield from lay(variant, MeldKind.EXTRA_KING, trump, held[Card(Rank.KING, trump)] - runs - paid)
    yield from lay(variant, MeldKind.EXTRA_QUEEN, trump, held[Card(Rank.QUEEN, trump)] - runs - paid)
