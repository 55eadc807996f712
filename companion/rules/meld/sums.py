"""Melds of many hands of one game with each suit as trump, each part of a hand priced only once (meld.best)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

from companion.cards import Card, Rank, Suit
from companion.rules.choices import Roundhouse
from companion.rules.meld.best import best_meld
from companion.rules.meld.kinds import AROUNDS, PINOCHLE, pays
from companion.rules.variant import Variant

_Suit = tuple[int, ...]
"""How many of each rank are held in one suit, high to low."""


class MeldSums:
    """Prices hands that are given as counts: how many are held of each of ``kinds``.

    :raises ValueError: where kings and queens around are tied to marriages (meld.roundhouse): a hand is no sum there.
    """

    def __init__(self, variant: Variant) -> None:
        if variant.meld_roundhouse != Roundhouse():
            raise ValueError("with a roundhouse a hand is no sum of its parts")
        ranks = [rank for rank in Rank if any(card.rank is rank for card in variant.pack.counts)]
        self.kinds = tuple(Card(rank, suit) for suit in Suit for rank in ranks)
        self._variant, self._width = variant, len(ranks)
        self._place = {card: place for place, card in enumerate(self.kinds)}
        paid = [rank for kind, rank in AROUNDS.items() if rank in ranks and pays(variant, kind)]
        self.around = [[Card(rank, suit) for suit in Suit] for rank in paid]
        """The cards of each set round the suits that this table pays for."""
        self._crossing = [itemgetter(*(self._place[card] for card in cards)) for cards in (PINOCHLE, *self.around)]
        self._trump: dict[_Suit, int] = {}
        self._plain: dict[_Suit, int] = {}
        self._across: dict[tuple[int, ...], int] = {}

    def counts(self, cards: Iterable[Card]) -> list[int]:
        """Return how many of each kind these cards are.

        :raises KeyError: at a card outside the pack.
        """
        counts = [0] * len(self.kinds)
        for card in cards:
            counts[self._place[card]] += 1
        return counts

    def by_trump(self, counts: Sequence[int]) -> tuple[int, ...]:
        """Return the meld of the hand with each suit as trump, in the order of :class:`Suit`."""
        width = self._width
        suits = [tuple(counts[start : start + width]) for start in range(0, 4 * width, width)]
        plain = [self._plain_price(suit) for suit in suits]
        rest = sum(plain) + self._across_price(counts, plain)
        return tuple(rest - price + self._trump_price(suit) for price, suit in zip(plain, suits, strict=True))

    def _trump_price(self, suit: _Suit) -> int:
        if suit not in self._trump:
            self._trump[suit] = best_meld(self._variant, Suit.SPADES, self._of_one_suit(suit)).total
        return self._trump[suit]

    def _plain_price(self, suit: _Suit) -> int:
        if suit not in self._plain:
            self._plain[suit] = best_meld(self._variant, None, self._of_one_suit(suit)).total
        return self._plain[suit]

    def _of_one_suit(self, suit: _Suit) -> list[Card]:
        return [card for card, held in zip(self.kinds, suit, strict=False) for _ in range(held)]

    def _across_price(self, counts: Sequence[int], plain: Sequence[int]) -> int:
        """Return the pay for pinochles and arounds: the meld of a hand without trump beyond its marriages."""
        key = tuple([min(held_of(counts)) for held_of in self._crossing])
        if key not in self._across:
            cards = [card for card, held in zip(self.kinds, counts, strict=True) for _ in range(held)]
            self._across[key] = best_meld(self._variant, None, cards).total - sum(plain)
        return self._across[key]
