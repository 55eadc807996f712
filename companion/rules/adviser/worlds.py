"""Deals that a player may be in: the unseen cards shared out at random, and what partners pass each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from companion.cards import Rank
from companion.rules.meld.kinds import AROUNDS, PINOCHLE, RUN_RANKS
from companion.rules.meld.sums import MeldSums
from companion.rules.variant import Variant

Counts = list[int]
"""How many are held of each kind of card."""


class Chance(Protocol):
    """Where chance comes from: a ``random.Random``."""

    def random(self) -> float:
        """A figure from 0 to 1."""
        ...

    def gauss(self, mu: float, sigma: float) -> float:
        """A figure around ``mu``."""
        ...


class World(NamedTuple):
    """What the others may hold."""

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


_KEPT = 100
"""What keeps a card of trump from being passed back, beside a king that lies around."""
_ACE, _AROUND, _PINOCHLE, _MARRIAGE = 60, 40, 30, 20


class Exchange:
    """How partners pass cards: trumps and aces to the bidder, and back what costs the bidder least (pass.count)."""

    def __init__(self, variant: Variant, sums: MeldSums) -> None:
        self._count, self._width = variant.pass_count, len(sums.kinds) // 4
        self._ranks = [card.rank for card in sums.kinds[: self._width]]
        self._places = range(len(sums.kinds))
        self._couple = (self._ranks.index(Rank.KING), self._ranks.index(Rank.QUEEN))
        self._pinochle = tuple(sums.kinds.index(card) for card in PINOCHLE)
        self._around = [self._ranks.index(rank) for rank in AROUNDS.values()]
        self._parted_with = [sorted(self._places, key=lambda place: self._weight(place, t)) for t in range(4)]

    def _weight(self, place: int, trump: int) -> tuple[int, int]:
        """Partner parts with the run's cards first, then with aces, then with low cards of other suits."""
        suit, rank = divmod(place, self._width)
        if suit == trump:
            return (0, rank) if self._ranks[rank] in RUN_RANKS else (3, rank)
        return (1, rank) if rank == 0 else (2, -rank)

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
        costs = [
            (_KEPT + place if place // self._width == trump else cost, place)
            for place in self._places
            if held[place]
            for cost in self._costs(held, place)
        ]
        costs.sort()
        return [place for _, place in costs]

    def _costs(self, held: Counts, place: int) -> Iterator[int]:
        """What it costs to part with each copy of a card: the melds that it is needed for, and its tricks."""
        rank = place % self._width
        start = place - rank
        needs = [(0, 0)]
        if rank in self._couple:
            needs.append((min(held[start + each] for each in self._couple), _MARRIAGE))
        if place in self._pinochle:
            needs.append((min(held[each] for each in self._pinochle), _PINOCHLE))
        if rank in self._around:
            needs.append((min(held[rank :: self._width]), _AROUND))
        tricks = _ACE if rank == 0 else self._width - rank
        for copy in range(held[place]):
            yield tricks + sum(cost for needed, cost in needs if copy < needed)
