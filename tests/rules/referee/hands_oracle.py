"""Judges a card, or a trump suit, the slow way: by trying every hand that fits what is known."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from companion.cards import Card, Rank, Suit
from companion.rules.choices import FirstLead, Head, TrumpNeeds
from companion.rules.contract import judge_trump
from companion.rules.pack import Pack
from companion.rules.play import Turn, legal_plays
from companion.rules.referee import KnownHand, NamedTrump, PlayedCard, Verdict
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

SMALL = Pack((Rank.ACE, Rank.TEN, Rank.NINE), 2)
"""24 cards, so that every hand can be tried."""


@dataclass(frozen=True)
class Tried:
    """What every consistent hand says of a card."""

    verdict: Verdict
    legal: tuple[Counter[Card], ...]
    """The rest of each hand under which it is legal."""
    illegal: tuple[Counter[Card], ...]


def try_every_hand(variant: Variant, played: PlayedCard) -> Tried | None:
    """The verdict by enumeration; None where no hand is consistent."""
    legal, illegal = list[Counter[Card]](), list[Counter[Card]]()
    for rest in _hands(variant, played):
        turn = replace(played.turn, hand=(played.card, *rest.elements()))
        (legal if played.card in legal_plays(variant, turn) else illegal).append(rest)
    if not legal and not illegal:
        return None
    verdict = Verdict.DEPENDS if legal and illegal else Verdict.LEGAL if legal else Verdict.NOT_LEGAL
    return Tried(verdict, tuple(legal), tuple(illegal))


def _hands(variant: Variant, played: PlayedCard) -> Iterator[Counter[Card]]:
    known = played.hand
    told = Counter([*known.rest, *known.gone, *played.turn.trick, played.card])
    pool = [card for card, n in variant.pack.counts.items() for _ in range(n - told[card]) if card not in known.lacks]
    sizes = range(4) if known.size is None else [known.size - len(known.rest)]
    for size in sizes:
        for more in set(combinations(pool, size)):
            yield Counter([*known.rest, *more])


def some_question(chance: random.Random) -> tuple[Variant, PlayedCard]:
    """A random card in a random trick, with a random part of a real hand told."""
    variant = replace(
        find_variant("site"),
        pack=SMALL,
        play_head=chance.choice(list(Head)),
        play_broken=chance.random() < 0.5,
        lead_first=chance.choice(list(FirstLead)),
    )
    cards = [card for card, n in SMALL.counts.items() for _ in range(n)]
    chance.shuffle(cards)
    size = chance.randint(0, 4)
    trick = tuple(cards.pop() for _ in range(chance.randint(0, 3)))
    card, rest = cards.pop(), [cards.pop() for _ in range(size)]
    turn = Turn(
        chance.choice(list(Suit)), trick, (), chance.random() < 0.5, chance.random() < 0.3, chance.choice((250, 300))
    )
    return variant, PlayedCard(turn, card, _part_of(chance, card, rest, cards))


def _part_of(chance: random.Random, card: Card, rest: list[Card], others: list[Card]) -> KnownHand:
    told = tuple(each for each in rest if chance.random() < 0.35)
    voids = [suit for suit in Suit if all(each.suit is not suit for each in (*rest, card))]
    missing = {each for each in SMALL.counts if each not in rest and each != card and chance.random() < 0.1}
    lacks = {each for suit in voids if chance.random() < 0.5 for each in SMALL.counts if each.suit is suit} | missing
    gone = tuple(each for each in others if chance.random() < 0.6)
    size = len(rest) if chance.random() < 0.7 else None
    return KnownHand(told, frozenset(lacks), size, gone)


def try_every_trump(variant: Variant, named: NamedTrump) -> Verdict:
    """Whether a suit may be named, by every hand that fits what is known."""
    known = named.hand
    told = Counter([*known.rest, *known.gone])
    pool = [card for card, n in variant.pack.counts.items() for _ in range(n - told[card]) if card not in known.lacks]
    sizes = range(4) if known.size is None else [known.size - len(known.rest)]
    hands = (more for size in sizes for more in set(combinations(pool, size)))
    found = {bool(judge_trump(variant, named.bid, named.trump, (*known.rest, *more))) for more in hands}
    return Verdict.DEPENDS if len(found) == 2 else Verdict.LEGAL if found == {True} else Verdict.NOT_LEGAL


def some_trump(chance: random.Random) -> tuple[Variant, NamedTrump]:
    """A random suit named with a random part of a hand told, from a pack of kings, queens and nines."""
    variant = replace(
        find_variant("site"),
        pack=Pack((Rank.KING, Rank.QUEEN, Rank.NINE), chance.choice((1, 2))),
        trump_needs=chance.choice(list(TrumpNeeds)),
    )
    cards = [card for card, n in variant.pack.counts.items() for _ in range(n)]
    chance.shuffle(cards)
    rest = tuple(cards.pop() for _ in range(chance.randint(0, 4)))
    told = tuple(card for card in rest if chance.random() < 0.5)
    lacks = frozenset(card for card in variant.pack.counts if card not in rest and chance.random() < 0.3)
    gone = tuple(card for card in cards if chance.random() < 0.5)
    size = len(rest) if chance.random() < 0.7 else None
    bid = chance.choice((variant.bid_min, 300))
    return variant, NamedTrump(chance.choice(list(Suit)), bid, KnownHand(told, lacks, size, gone))
