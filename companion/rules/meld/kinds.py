"""The melds one by one: name, cards, class and pay (section 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from companion.cards import Card, Rank, Suit
from companion.rules.choices import MeldNames
from companion.rules.variant import Variant

RUN_RANKS = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)
_LISTED = 4
"""Copies of a meld that the texts list figures for; more are split (meld.over-four)."""
PINOCHLE = (Card(Rank.JACK, Suit.DIAMONDS), Card(Rank.QUEEN, Suit.SPADES))
_FOLD = ("", "double ", "triple ", "quadruple ", "five-fold ", "six-fold ", "seven-fold ", "eight-fold ")


class MeldKind(str, Enum):
    """Every kind of meld, in the order in which players call them."""

    RUN = "run"
    FAMILY = "family"
    EXTRA_KING = "extra-king"
    EXTRA_QUEEN = "extra-queen"
    ROYAL = "royal"
    MARRIAGE = "marriage"
    DIX = "dix"
    PINOCHLE = "pinochle"
    ACES = "aces"
    TENS = "tens"
    KINGS = "kings"
    QUEENS = "queens"
    JACKS = "jacks"
    ROUNDHOUSE = "roundhouse"

    @property
    def letter(self) -> str:
        """The class within which a card counts once: A, B or C."""
        if self is MeldKind.PINOCHLE:
            return "B"
        return "C" if self in AROUNDS else "A"


AROUNDS = {
    MeldKind.ACES: Rank.ACE,
    MeldKind.TENS: Rank.TEN,
    MeldKind.KINGS: Rank.KING,
    MeldKind.QUEENS: Rank.QUEEN,
    MeldKind.JACKS: Rank.JACK,
}
MARRIAGES = (MeldKind.ROYAL, MeldKind.MARRIAGE)
RUNS = (MeldKind.RUN, MeldKind.FAMILY)


@dataclass(frozen=True)
class Meld:
    """One meld on the table: its name, its cards and its pay in the variant's unit."""

    kind: MeldKind
    name: str
    cards: tuple[Card, ...]
    points: int
    clause: str


@lru_cache(maxsize=4096)
def split_figures(figures: tuple[int, ...], copies: int) -> tuple[int, ...]:
    """Into which multiples to part ``copies`` of a meld, largest first (meld.multiple, meld.over-four).

    Within the list the copies count as one multiple; beyond its end as the best sum of listed figures.

    >>> split_figures((10, 100, 150, 200), 5)
    (3, 2)
    """
    if copies <= len(figures):
        best = max(range(copies + 1), key=lambda n: (figures[n - 1] if n else 0, n))
        return (best,) if best else ()
    return tuple(sorted(_best_parts(figures, copies), reverse=True))


@lru_cache(maxsize=4096)
def _best_parts(figures: tuple[int, ...], copies: int) -> tuple[int, ...]:
    if copies == 0:
        return ()
    ways = ((n, *_best_parts(figures, copies - n)) for n in range(1, min(len(figures), copies) + 1))
    return max(ways, key=lambda way: (sum(figures[n - 1] for n in way), -len(way)))


def meld_cards(variant: Variant, kind: MeldKind, suit: Suit) -> tuple[Card, ...]:
    """The cards of one such meld; ``suit`` is trump, or the suit of a plain marriage or run.

    :raises ValueError: if the variant's pack holds no such card.
    """
    if kind in AROUNDS:
        return tuple(Card(AROUNDS[kind], each) for each in Suit)
    if kind is MeldKind.PINOCHLE:
        return PINOCHLE
    if kind is MeldKind.ROUNDHOUSE:
        return tuple(Card(rank, each) for each in Suit for rank in (Rank.KING, Rank.QUEEN))
    return tuple(Card(rank, suit) for rank in _suit_ranks(variant, kind))


def _suit_ranks(variant: Variant, kind: MeldKind) -> tuple[Rank, ...]:
    if kind is MeldKind.DIX:
        if variant.pack.dix is None:
            raise ValueError("this pack has no dix")
        return (variant.pack.dix,)
    if kind in RUNS:
        return RUN_RANKS
    return {MeldKind.EXTRA_KING: (Rank.KING,), MeldKind.EXTRA_QUEEN: (Rank.QUEEN,)}.get(kind, (Rank.KING, Rank.QUEEN))


def quad_price(variant: Variant) -> int:
    """Return the least worth of a meld of which four in one hand win the game (end.quad-pinochle)."""
    kinds = variant.end_quad_pinochle.melds if variant.end_quad_pinochle else ()
    return min(sum(meld.points for meld in lay(variant, MeldKind(kind), Suit.SPADES, 4)) for kind in kinds)


def copies_held(
    variant: Variant, kind: MeldKind, trump: Suit | None, melds: Sequence[Meld], cards: Sequence[Card]
) -> int:
    """Count a meld in one hand, by its cards or, where those are not known, by its melds.

    Cards may be laid as something that pays more: four kings and queens of four runs as four marriages.
    """
    if not pays(variant, kind) or (trump is None and kind is MeldKind.RUN):
        return 0
    each = meld_cards(variant, kind, trump or Suit.SPADES)
    laid = sum(len(meld.cards) for meld in melds if meld.kind is kind) // len(each)
    return max(laid, min(map(cards.count, each)))


def lay(variant: Variant, kind: MeldKind, suit: Suit, copies: int) -> Iterator[Meld]:
    """``copies`` of a meld as they count: n-fold where the table has a figure for it, else each for itself."""
    if copies <= 0:
        return
    cards, figures = meld_cards(variant, kind, suit), _figures(variant, kind)
    if isinstance(figures, int):
        if not figures:
            return
        for _ in range(copies):
            yield Meld(kind, meld_name(variant, kind, suit.word), cards, figures * variant.scale, _CLAUSES[kind])
        return
    for n in split_figures(figures, copies):
        if kind is MeldKind.TENS and not figures[n - 1]:
            continue  # one set of tens, where only two pay
        name = meld_name(variant, kind, suit.word, n)
        is_split = copies > max(_LISTED, len(figures)) and kind not in MARRIAGES
        clause = "meld.over-four" if is_split else _multiple_clause(kind, n)
        yield Meld(kind, name, cards * n, figures[n - 1] * variant.scale, clause)


def pays(variant: Variant, kind: MeldKind) -> bool:
    """Return True if the table pays for this kind of meld at all (meld.table)."""
    figures = _figures(variant, kind)
    return figures > 0 if isinstance(figures, int) else any(figures)


def _figures(variant: Variant, kind: MeldKind) -> tuple[int, ...] | int:
    """Return the table's pay for one, two, … of a kind, or for each, in ones (meld.table)."""
    if kind in (MeldKind.EXTRA_KING, MeldKind.EXTRA_QUEEN):
        return variant.meld_table.royal
    if kind is MeldKind.ROUNDHOUSE:
        rule = variant.meld_roundhouse
        return rule.bonus if rule.flat is None else rule.flat
    figures: tuple[int, ...] | int = getattr(variant.meld_table, kind.value)
    return figures


def meld_name(variant: Variant, kind: MeldKind, suit: str, copies: int = 1) -> str:
    """Return the name of this many of a meld together, in the table's words (meld.names).

    :param suit: the suit in words, where it is not trump.
    """
    names = _BINOKEL.get(kind, ()) if variant.meld_names is MeldNames.BINOKEL else ()
    if copies <= len(names):
        return names[copies - 1].format(variant.card_names.of(AROUNDS[kind]).plural if kind in AROUNDS else suit)
    return _FOLD[copies - 1] + _name(kind, suit)


def _name(kind: MeldKind, suit: str) -> str:
    if kind in _IN_A_PLAIN_SUIT:
        return f"{_IN_A_PLAIN_SUIT[kind]} in {suit}"
    return _NAMES.get(kind, f"{kind.value} around" if kind in AROUNDS else kind.value)


_BINOKEL = {
    MeldKind.RUN: ("trump family", "double trump family"),
    MeldKind.FAMILY: ("family in {}", "double family in {}"),
    MeldKind.ROYAL: ("trump pair", "double trump pair"),
    MeldKind.MARRIAGE: ("pair in {}", "double pair in {}"),
    MeldKind.PINOCHLE: ("Binokel", "double Binokel"),
    **dict.fromkeys(AROUNDS, ("four {}", "eight {}")),
    MeldKind.ROUNDHOUSE: ("Rundgang", "double Rundgang"),
}
"""The names of one and two of a meld there; the suit or the rank goes into the braces."""
_IN_A_PLAIN_SUIT = {MeldKind.MARRIAGE: "marriage", MeldKind.FAMILY: "run"}
_NAMES = {
    MeldKind.EXTRA_KING: "extra king beside the run",
    MeldKind.EXTRA_QUEEN: "extra queen beside the run",
    MeldKind.ROYAL: "royal marriage",
}

_CLAUSES = {
    MeldKind.RUN: "meld.run",
    MeldKind.FAMILY: "meld.family",
    MeldKind.EXTRA_KING: "meld.run-extra",
    MeldKind.EXTRA_QUEEN: "meld.run-extra",
    MeldKind.ROYAL: "meld.royal-marriage",
    MeldKind.MARRIAGE: "meld.marriage",
    MeldKind.DIX: "meld.dix",
    MeldKind.PINOCHLE: "meld.pinochle",
    MeldKind.ROUNDHOUSE: "meld.roundhouse",
}


def _multiple_clause(kind: MeldKind, copies: int) -> str:
    if kind is MeldKind.TENS:
        return "meld.tens"
    if kind in MARRIAGES:
        return _CLAUSES[kind] if copies == 1 else "meld.marriages"
    if kind in RUNS:
        return _CLAUSES[kind] if copies == 1 else "meld.double-run" if copies == 2 else "meld.quad"
    single, double = (
        ("meld.pinochle", "meld.double-pinochle")
        if kind is MeldKind.PINOCHLE
        else (
            "meld.around",
            "meld.double-around",
        )
    )
    return "meld.quad" if copies > 2 else double if copies == 2 else single
