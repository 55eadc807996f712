"""What a player may meld now, two-handed: each meld that can be laid, and which of its cards the hand may give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from companion.cards import Card, Suit
from companion.rules.meld.kinds import MeldKind, lay, meld_cards
from companion.rules.meld.laying import LaidMeld, MeldTurn, judge_next_meld
from companion.rules.meld.tiles import MeldTile, meld_tiles
from companion.rules.pack import judge_cards
from companion.rules.variant import Variant


@dataclass(frozen=True)
class MeldChoice:
    """One meld that may be laid now."""

    kind: MeldKind
    suit: Suit
    copies: int
    name: str
    cards: tuple[Card, ...]
    """All of its cards."""
    points: int
    """What it pays, in the variant's unit."""
    ways: tuple[tuple[Card, ...], ...]
    """The cards that may be put down for it, the fewest first; the rest of it lies on the table."""

    @property
    def key(self) -> str:
        """What tells it from the others: ``marriage.S.1``."""
        return f"{self.kind.value}.{self.suit.value}.{self.copies}"

    @property
    def builds(self) -> bool:
        """Whether cards on the table serve for it."""
        return len(self.ways[0]) < len(self.cards)

    @property
    def needed(self) -> tuple[Card, ...]:
        """The cards that must come from the hand, whichever way is chosen."""
        return tuple(_common(self.ways).elements())

    @property
    def spare(self) -> tuple[Card, ...]:
        """The cards that may be taken from the hand although one lies on the table."""
        offered: Counter[Card] = Counter()
        for way in self.ways:
            offered |= Counter(way)
        return tuple((offered - _common(self.ways)).elements())


def meld_choices(variant: Variant, turn: MeldTurn, seen: Iterable[Card] = ()) -> tuple[MeldChoice, ...]:
    """Every meld that the player may lay now, in the order in which players call them.

    :param seen: cards that cannot be in the player's hand: those of all tables, played or not, and the turned-up one.
    """
    known = tuple(seen)
    found = (_choice(variant, turn, known, tile, n) for tile in meld_tiles(variant, turn.trump) for n in _folds(tile))
    return tuple(choice for choice in found if choice.ways)


def most_melded(variant: Variant) -> int:
    """What one player cannot exceed who melds during the play: every meld of the pack, each paid by itself besides."""
    return sum(
        sum(meld.points for meld in lay(variant, tile.kind, tile.suit, 1)) * len(tile.points)
        + sum(tile.points[n - 1] for n in _folds(tile) if n > 1)
        for tile in meld_tiles(variant, Suit.SPADES)
    )


def _folds(tile: MeldTile) -> tuple[int, ...]:
    """How many of a meld may be laid as one: a pinochle also together with its twin, the others by themselves."""
    return tuple(range(1, len(tile.points) + 1)) if tile.kind is MeldKind.PINOCHLE else (1,)


def _choice(variant: Variant, turn: MeldTurn, seen: tuple[Card, ...], tile: MeldTile, copies: int) -> MeldChoice:
    melds = tuple(lay(variant, tile.kind, tile.suit, copies))
    ways = sorted(_ways(variant, turn, seen, tile, copies), key=len)
    points = sum(meld.points for meld in melds)
    return MeldChoice(tile.kind, tile.suit, copies, melds[0].name, tile.cards * copies, points, tuple(ways))


def _ways(
    variant: Variant, turn: MeldTurn, seen: tuple[Card, ...], tile: MeldTile, copies: int
) -> Iterator[tuple[Card, ...]]:
    cards = meld_cards(variant, tile.kind, tile.suit)
    for counts in product(range(copies, -1, -1), repeat=len(cards)):
        from_hand = tuple(card for card, n in zip(cards, counts, strict=True) for _ in range(n))
        meld = LaidMeld(tile.kind, tile.suit, from_hand, copies)
        if judge_cards(variant.pack, (*seen, *from_hand)) and judge_next_meld(variant, turn, meld).ruling:
            yield from_hand


def _common(ways: tuple[tuple[Card, ...], ...]) -> Counter[Card]:
    """The cards that all ways put down."""
    common = Counter(ways[0])
    for way in ways[1:]:
        common &= Counter(way)
    return common
