"""Deals that a player may be in: the unseen cards shared out at random, and what partners pass each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple, Protocol

from companion.cards import Card, Rank, Suit
from companion.rules.meld.best import best_meld
from companion.rules.meld.kinds import PINOCHLE, RUN_RANKS, MeldKind, pays
from companion.rules.meld.sums import MeldSums
from companion.rules.variant import Variant

Counts = list[int]
"""How many are held of each kind of card."""


class Chance(Protocol):
    """Source of chance: a ``random.Random``."""

    def random(self) -> float:
        """A figure from 0 to 1."""
        ...

    def gauss(self, mu: float, sigma: float) -> float:
        """A figure around ``mu``."""
        ...


class World(NamedTuple):
    """The hands that the others may hold."""

    hands: tuple[Counts, ...]
    """Clockwise from the next player."""
    kitty: Counts


def deal_worlds(variant: Variant, sums: MeldSums, hand: Counts, others: int, chance: Chance) -> Iterator[World]:
    """Deal after deal in which the player holds this hand, without end."""
    full = [variant.pack.counts.get(card, 0) for card in sums.kinds]
    unseen = [place for place, copies in enumerate(full) for _ in range(copies - hand[place])]
    size, kinds = variant.hand_size, len(full)
    while True:
        unseen.sort(key=lambda _: chance.random())
        hands = tuple(_count(kinds, unseen[number * size : (number + 1) * size]) for number in range(others))
        yield World(hands, _count(kinds, unseen[others * size :]))


def _count(kinds: int, places: Iterable[int]) -> Counts:
    counts = [0] * kinds
    for place in places:
        counts[place] += 1
    return counts


_ACE, _TRUMP, _HIGHER = 2.5, 1.5, 0.2
"""The worth in tricks of an ace, a trump and each rank above the lowest, in tens of a single deck."""


class Exchange:
    """How partners pass cards: trumps and aces to the bidder, and back what costs the bidder least (pass.count)."""

    def __init__(self, variant: Variant, sums: MeldSums) -> None:
        self._count, self._width = variant.pass_count, len(sums.kinds) // 4
        self._ranks = [card.rank for card in sums.kinds[: self._width]]
        self._places = range(len(sums.kinds))
        self._parted_with = [sorted(self._places, key=lambda place: self._weight(place, t)) for t in range(4)]
        self._melds = [self._melds_with(variant, sums, tuple(Suit)[t]) for t in range(4)]
        self._tricks = [[variant.scale * self._take(place, t) for place in self._places] for t in range(4)]

    def _weight(self, place: int, trump: int) -> tuple[int, int]:
        """Partner parts with the run's cards first, then with aces, then with low cards of other suits."""
        suit, rank = divmod(place, self._width)
        if suit == trump:
            return (0, rank) if self._ranks[rank] in RUN_RANKS else (3, rank)
        return (1, rank) if rank == 0 else (2, -rank)

    def _take(self, place: int, trump: int) -> float:
        suit, rank = divmod(place, self._width)
        return _HIGHER * (self._width - 1 - rank) + (_TRUMP if suit == trump else _ACE if rank == 0 else 0)

    def _melds_with(self, variant: Variant, sums: MeldSums, trump: Suit) -> list[list[_Priced]]:
        """By card, the melds that it may be part of."""
        melds = [[Card(rank, suit) for rank in (Rank.KING, Rank.QUEEN)] for suit in Suit]
        melds += sums.around
        suits = tuple(Suit) if pays(variant, MeldKind.FAMILY) else (trump,)
        melds += [list(PINOCHLE), *([Card(rank, suit) for rank in RUN_RANKS] for suit in suits)]
        known = [_Priced.of(variant, trump, [sums.kinds.index(card) for card in cards], cards) for cards in melds]
        return [[meld for meld in known if place in meld.places] for place in self._places]

    def swap(self, bidder: Counts, partner: Counts, trump: int) -> None:
        """Pass as many cards as the game passes, there and then back, with this suit as trump."""
        left = self._count
        for place in self._parted_with[trump]:
            given = min(left, partner[place])
            partner[place] -= given
            bidder[place] += given
            left -= given
        for place in self._spared(bidder, trump)[: self._count]:
            bidder[place] -= 1
            partner[place] += 1

    def _spared(self, held: Counts, trump: int) -> list[int]:
        """The bidder's cards, what costs least first."""
        costs = [(cost, place) for place in self._places if held[place] for cost in self._costs(held, place, trump)]
        costs.sort()
        return [place for _, place in costs]

    def _costs(self, held: Counts, place: int, trump: int) -> Iterator[float]:
        """Yield the cost of parting with each copy of a card: the dearest of the melds that need it, and its tricks."""
        needs = [(min([held[each] for each in meld.places]), meld.last) for meld in self._melds[trump][place]]
        for copy in range(held[place]):
            yield self._tricks[trump][place] + max((last[n] for n, last in needs if copy < n), default=0)


class _Priced(NamedTuple):
    places: tuple[int, ...]
    last: tuple[int, ...]
    """By how many of it are held, what the last of them adds."""

    @classmethod
    def of(cls, variant: Variant, trump: Suit, places: Iterable[int], cards: list[Card]) -> _Priced:
        worth = [best_meld(variant, trump, cards * copies).total for copies in range(variant.pack.copies + 1)]
        return cls(tuple(places), (0, *(more - less for less, more in pairwise(worth))))
