"""Meld: the best total of a hand, and the dixes apart (meld.best).

Three classes: a card counts once within a class and again in another, so the classes are
counted apart and added. Only the roundhouse ties marriages to kings and queens around.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from companion.cards import Card, Rank, Suit
from companion.rules.choices import Bidding, Roundhouse, RunAbsorbs
from companion.rules.meld.kinds import AROUNDS, PINOCHLE, RUN_RANKS, Meld, MeldKind, lay, pays
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Variant

_COUPLE = (Rank.KING, Rank.QUEEN)


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

    Without a trump suit every marriage and run is a plain one, and dixes do not count (meld.needs-trump).
    """
    held = Counter(cards)
    plans = (MeldCount(tuple(_lay(variant, trump, held, plan))) for plan in _ways(variant, trump, held))
    return max(plans, key=lambda count: count.total)


def meld_by_trump(variant: Variant, cards: Iterable[Card]) -> dict[Suit, int]:
    """Return the meld of the hand with each suit as trump (meld.needs-trump)."""
    held = tuple(cards)
    return {suit: best_meld(variant, suit, held).total for suit in Suit}


class _Layout(NamedTuple):
    """One way to lay the cards out."""

    runs: Mapping[Suit, int]
    """By suit; those that are not of trump count only at some tables."""
    paired: int
    """Kings and queens of trump, beside the runs, in marriages."""
    flat: int
    """Roundhouses at one price."""


def _ways(variant: Variant, trump: Suit | None, held: Counter[Card]) -> Iterator[_Layout]:
    for runs in _runs(variant, trump, held):
        for paired in _pairings(variant, trump, held, runs.get(trump, 0) if trump else 0):
            rounds = min(_marriages(variant, trump, held, runs, paired).values())
            for flat in range(rounds + 1 if variant.meld_roundhouse.flat is not None else 1):
                yield _Layout(runs, paired, flat)


def _runs(variant: Variant, trump: Suit | None, held: Counter[Card]) -> Iterator[Mapping[Suit, int]]:
    suits = [suit for suit in Suit if suit is trump or pays(variant, MeldKind.FAMILY)]
    for runs in product(*(range(_fewest(held, suit, RUN_RANKS), -1, -1) for suit in suits)):
        yield dict(zip(suits, runs, strict=True))


def _pairings(variant: Variant, trump: Suit | None, held: Counter[Card], runs: int) -> Iterable[int]:
    """How many kings and queens of trump to marry: all, unless each pays for itself beside a run (meld.run-extra)."""
    most = _fewest(held, trump, _COUPLE) - runs if trump else 0
    if not (runs and variant.meld_run_extra):
        return (most,)
    # A spare pays as much alone as a couple, so marrying two can only serve a roundhouse.
    return (0,) if variant.meld_roundhouse == Roundhouse() else range(most + 1)


def _fewest(held: Counter[Card], suit: Suit, ranks: tuple[Rank, ...]) -> int:
    return min(held[Card(rank, suit)] for rank in ranks)


def _marriages(
    variant: Variant, trump: Suit | None, held: Counter[Card], runs: Mapping[Suit, int], paired: int
) -> Mapping[Suit, int]:
    """How many marriages each suit pays: those of its runs as well, if they add them (meld.run-absorbs)."""
    beside = {suit: paired if suit is trump else _fewest(held, suit, _COUPLE) - runs.get(suit, 0) for suit in Suit}
    own = runs if variant.meld_run_absorbs is RunAbsorbs.ADDS else {}
    return {suit: couples + own.get(suit, 0) for suit, couples in beside.items()}


def _lay(variant: Variant, trump: Suit | None, held: Counter[Card], plan: _Layout) -> Iterator[Meld]:
    marriages, flat = _marriages(variant, trump, held, plan.runs, plan.paired), plan.flat
    for suit, runs in plan.runs.items():
        yield from lay(variant, MeldKind.RUN if suit is trump else MeldKind.FAMILY, suit, runs)
    if trump:
        yield from _spares(variant, trump, held, plan)
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


def _spares(variant: Variant, trump: Suit, held: Counter[Card], plan: _Layout) -> Iterator[Meld]:
    """Beside a run each spare king or queen of trump pays a royal marriage, if the table says so (meld.run-extra)."""
    if not (plan.runs[trump] and variant.meld_run_extra):
        return
    for kind, rank in ((MeldKind.EXTRA_KING, Rank.KING), (MeldKind.EXTRA_QUEEN, Rank.QUEEN)):
        yield from lay(variant, kind, trump, held[Card(rank, trump)] - plan.runs[trump] - plan.paired)


def keeps_dix_apart(variant: Variant) -> bool:
    """Return True if dixes stay when the rest of the meld is lost, and are entered apart (score.save.dix-safe)."""
    return variant.score_save.dix_safe and variant.pack.dix is not None and variant.meld_table.dix > 0


def dix_name(variant: Variant) -> str:
    """Return the players' short name for the dixes: ``nines``; empty where the pack has none."""
    return variant.pack.dix.plural if variant.pack.dix else ""


def dix_words(variant: Variant) -> str:
    """Return the players' name for the dixes: ``nines of trump``."""
    return f"{dix_name(variant)} of trump"


def dix_values(variant: Variant, trump: Suit) -> tuple[int, ...]:
    """Return the possible sums of one player's dixes: for none, one, two and so on."""
    if variant.pack.dix is None:
        return (0,)
    dix = Card(variant.pack.dix, trump)
    return tuple(best_meld(variant, trump, [dix] * held).dix for held in range(variant.pack.counts.get(dix, 0) + 1))


def judge_dix(variant: Variant, trump: Suit | None, dix: int, meld: int, others: int = 0) -> Ruling:
    """Judge whether so much of a meld can be dixes.

    :param others: what the other players' dixes came to.
    """
    # A turned-up trump need not be entered; which suit it was does not change what its dixes come to.
    suit = trump or (Suit.SPADES if variant.bid is Bidding.NONE else None)
    values, words = dix_values(variant, suit) if suit else (0,), dix_words(variant)
    if dix not in values:
        listed = ", ".join(str(value) for value in values)
        return refuse(f"The {words} can come to {listed}, not {dix}.", "meld.dix")
    if dix + others > values[-1]:
        says = f"All {words} together come to {values[-1]}; with the others’ these make {dix + others}."
        return refuse(says, "meld.dix", "card.identical")
    if dix > meld:
        return refuse(f"The {words} are part of the meld, so a meld of {meld} cannot hold {dix} of them.", "meld.dix")
    return allow(f"{dix} in {words}.", "meld.dix")
