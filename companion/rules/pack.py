"""The packs pinochle is played with, as data: ranks, copies of each, single cards added or withheld."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.cards import Card, Rank, Suit
from companion.rules.ruling import Ruling, allow, refuse

FULL_RANKS = tuple(Rank)[:6]
COURT_AND_TENS = tuple(Rank)[:5]


@dataclass(frozen=True)
class Pack:
    """A pack (pack.48 and its relatives); equal packs hold the same cards."""

    ranks: tuple[Rank, ...]
    """High to low."""
    copies: int
    """How many of each card."""
    add: tuple[Card, ...] = ()
    """Single cards beyond those."""
    without: tuple[Card, ...] = ()

    @cached_property
    def counts(self) -> Mapping[Card, int]:
        """How many copies of each card the pack holds; a card it lacks is absent."""
        cards = Counter({Card(rank, suit): self.copies for suit in Suit for rank in self.ranks})
        cards.update(self.add)
        cards.subtract(self.without)
        return {card: copies for card, copies in cards.items() if copies > 0}

    @cached_property
    def size(self) -> int:
        """The number of cards."""
        return sum(self.counts.values())

    @property
    def dix(self) -> Rank | None:
        """The rank that is the dix in trump: the lowest, where the pack reaches below the jack."""
        lowest = self.ranks[-1]
        return None if lowest in COURT_AND_TENS else lowest


PACKS: Mapping[str, Pack] = {
    "48": Pack(FULL_RANKS, 2),
    "64": Pack(tuple(Rank), 2),
    "70": Pack(FULL_RANKS, 3, without=(Card(Rank.NINE, Suit.CLUBS), Card(Rank.NINE, Suit.DIAMONDS))),
    "72": Pack(FULL_RANKS, 3),
    "80": Pack(COURT_AND_TENS, 4),
    "96": Pack(FULL_RANKS, 4),
    "120": Pack(COURT_AND_TENS, 6),
    "124": Pack(COURT_AND_TENS, 6, add=tuple(Card(Rank.NINE, suit) for suit in Suit)),
}


def pack_name(pack: Pack) -> str | None:
    """The rulebook's name of a pack (``"48"``), or None for a table's own."""
    return next((name for name, known in PACKS.items() if known == pack), None)


def judge_cards(pack: Pack, cards: Iterable[Card]) -> Ruling:
    """Judge whether all these cards can be on the table at once: none foreign, none too often (card.identical)."""
    held = Counter(cards)
    too_many = beyond(pack, held)
    if not too_many:
        return allow("The pack holds all of these cards.", "card.identical")
    card, name = too_many[0], pack_name(pack)
    return refuse(_too_many(card, held[card], pack.counts.get(card, 0)), f"pack.{name}" if name else "pack")


def beyond(pack: Pack, held: Mapping[Card, int]) -> list[Card]:
    """Return the cards of which there are more than the pack holds."""
    return [card for card, copies in held.items() if copies > pack.counts.get(card, 0)]


def _too_many(card: Card, held: int, copies: int) -> str:
    if copies == 0:
        return f"This pack has no {card.words}."
    return f"This pack has {copies} of the {card.words}, not {held}."
