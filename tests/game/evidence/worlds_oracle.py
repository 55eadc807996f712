"""Judges a trick log the slow way: deals every hand that fits it, and looks at every play in each."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from companion.cards import Card, Rank, Suit
from companion.game.evidence import LoggedPlay, Play, TrickLog, moments
from companion.rules.choices import FirstLead, Head
from companion.rules.pack import Pack
from companion.rules.play import Turn, legal_plays, trick_winner
from companion.rules.variants import find_variant

_NO_CLUBS = tuple(Card(rank, Suit.CLUBS) for rank in (Rank.ACE, Rank.TEN, Rank.NINE)) * 2
_PACKS = (
    (Pack((Rank.ACE, Rank.TEN, Rank.NINE), 2, without=_NO_CLUBS), 3, 5),
    (Pack((Rank.ACE, Rank.TEN, Rank.NINE), 2, without=_NO_CLUBS), 3, 6),
    (Pack((Rank.ACE, Rank.NINE), 2), 4, 4),
    (Pack((Rank.ACE, Rank.NINE), 3, without=_NO_CLUBS), 3, 5),
)
"""A pack, the players and the cards in a hand: few enough for every deal of it to be tried."""
_MOST_WORLDS = 2000


@dataclass(frozen=True)
class Dealt:
    """A made-up deal and what really happened in it."""

    log: TrickLog
    planted: frozenset[int]
    """The plays that were reneges by the cards really held."""


def some_deal(chance: random.Random) -> Dealt:
    """A deal played out in part, with some cards shown and some rules broken."""
    pack, players, size = chance.choice(_PACKS)
    variant = replace(
        find_variant("site"),
        pack=pack,
        players=(players, players),
        play_head=chance.choice(list(Head)),
        play_broken=chance.random() < 0.4,
        lead_first=chance.choice(list(FirstLead)),
    )
    cards = [card for card, n in pack.counts.items() for _ in range(n)]
    chance.shuffle(cards)
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
    aside = cards[players * size :]
    shown = {seat: tuple(card for card in hand if chance.random() < 0.4) for seat, hand in enumerate(hands)}
    taker = chance.choice([None, chance.randrange(players)])
    kitty = [card for card in (*aside, *(hands[taker][:2])) if chance.random() < 0.5] if taker is not None else []
    away = tuple(card for card in aside if chance.random() < 0.3)
    trump = chance.choice(list(Suit))
    log = TrickLog(variant, players, trump, size, (), shown, 0, 300, away, tuple(kitty), taker)
    return _played(log, hands, chance)


def _played(log: TrickLog, hands: list[list[Card]], chance: random.Random) -> Dealt:
    plays, planted = list[Play](), set[int]()
    leader, broken, trick = 0, False, list[Card]()
    for place in range(chance.randint(1, log.hand_size * log.players)):
        seat = (leader + len(trick)) % log.players
        turn = Turn(log.trump, tuple(trick), tuple(hands[seat]), broken, place == 0, 300)
        legal = legal_plays(log.variant, turn)
        wrong = [card for card in hands[seat] if card not in legal]
        card = chance.choice(wrong) if wrong and chance.random() < 0.25 else chance.choice(legal.legal)
        planted |= {place} if card in wrong else set()
        hands[seat].remove(card)
        plays.append(Play(seat, card))
        trick.append(card)
        if len(trick) == log.players:
            leader = (leader + trick_winner(log.variant, log.trump, trick)) % log.players
            broken, trick = broken or any(each.suit is log.trump for each in trick), []
    return Dealt(replace(log, plays=tuple(plays)), frozenset(planted))


def reneges_in_each_world(log: TrickLog) -> tuple[frozenset[int], ...] | None:
    """For every deal that fits the log, the plays that were reneges in it; None where there are too many deals."""
    found = list[frozenset[int]]()
    told = tuple(moments(log))

    @cache
    def reneges(seat: int, hand: tuple[Card, ...]) -> frozenset[int]:
        return frozenset(_illegal(log, tuple(each for each in told if each.seat == seat), hand))

    for world in _worlds(log):
        if len(found) == _MOST_WORLDS:
            return None
        by_seat = (reneges(seat, tuple(hand.elements())) for seat, hand in enumerate(world))
        found.append(frozenset().union(*by_seat))
    return tuple(found)


def _worlds(log: TrickLog) -> Iterator[tuple[Counter[Card], ...]]:
    least = [
        Counter(log.shown.get(seat, ())) | Counter(play.card for play in log.plays if play.seat == seat)
        for seat in range(log.players)
    ]
    yield from _share(log, list(log.variant.pack.counts.items()), least, [Counter() for _ in range(log.players)])


def _share(
    log: TrickLog, copies: list[tuple[Card, int]], least: list[Counter[Card]], hands: list[Counter[Card]]
) -> Iterator[tuple[Counter[Card], ...]]:
    if not copies:
        if all(hand.total() == log.hand_size for hand in hands):
            yield tuple(Counter(hand) for hand in hands)
        return
    (card, n), rest = copies[0], copies[1:]
    for given in _ways(n, [each[card] for each in least]):
        aside, taken = n - sum(given), given[log.kitty_taker] if log.kitty_taker is not None else 0
        if aside < log.laid_away.count(card):
            continue
        if log.kitty_taker is not None and aside + taken < log.kitty.count(card):
            continue
        for hand, count in zip(hands, given, strict=True):
            hand[card] = count
        later = [sum(each[c] for c, _ in rest) for each in least]
        missing = sum(log.hand_size - hand.total() for hand in hands)
        fits = all(hand.total() + more <= log.hand_size for hand, more in zip(hands, later, strict=True))
        if fits and missing <= sum(n for _, n in rest):
            yield from _share(log, rest, least, hands)
        for hand in hands:
            hand[card] = 0


def _ways(n: int, least: list[int]) -> Iterator[tuple[int, ...]]:
    if not least:
        yield ()
        return
    for count in range(least[0], n + 1):
        for others in _ways(n - count, least[1:]):
            yield (count, *others)


def _illegal(log: TrickLog, plays: tuple[LoggedPlay, ...], cards: tuple[Card, ...]) -> Iterator[int]:
    """Which of one player's plays were reneges from this hand."""
    hand = Counter(cards)
    for moment in plays:
        if moment.card not in legal_plays(log.variant, replace(moment.turn, hand=tuple(hand.elements()))):
            yield moment.place
        hand[moment.card] -= 1
