"""Whole deals, dealt and played out at random: somebody always can play, and the counters always come to the total."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import Card, Suit
from companion.rules.choices import Count, FirstLead, Head, Unit
from companion.rules.count import count_cards, deal_total, judge_points, judge_split, smallest_count
from companion.rules.options import with_options
from companion.rules.pack import PACKS
from companion.rules.play import Turn, legal_plays, trick_winner
from companion.rules.variant import Variant
from companion.rules.variants import find_variant
from tests.conftest import tries

SITE = find_variant("site")
_TABLES = {"48": 4, "64": 4, "70": 5, "72": 3, "80": 4, "96": 8, "120": 6, "124": 4}
"""Each pack with a number of players that it is dealt out to evenly."""


def _dealt(variant: Variant, players: int, chance: random.Random) -> list[list[Card]]:
    cards = [card for card, copies in variant.pack.counts.items() for _ in range(copies)]
    chance.shuffle(cards)
    return [cards[seat::players] for seat in range(players)]


def _play_out(variant: Variant, trump: Suit, hands: list[list[Card]], chance: random.Random) -> dict[str, int]:
    """What each seat's tricks count, the last one included; every card is played legally."""
    points = dict.fromkeys(range(len(hands)), 0)
    leader, broken, first = 0, False, True
    while any(hands):
        trick: list[Card] = []
        for place in range(len(hands)):
            hand = hands[(leader + place) % len(hands)]
            plays = legal_plays(variant, Turn(trump, tuple(trick), tuple(hand), broken, first, 300))
            assert plays.legal, f"{hand} has nothing to play to {trick}"
            trick.append(chance.choice(plays.legal))
            hand.remove(trick[-1])
            first = False
        broken = broken or any(card.suit is trump for card in trick)
        leader = (leader + trick_winner(variant, trump, trick)) % len(hands)
        points[leader] += count_cards(variant, trick)
    points[leader] += variant.count_last_trick
    return {"ABCDEFGH"[seat]: taken for seat, taken in points.items()}


@settings(max_examples=tries(60))
@given(
    pack=st.sampled_from(sorted(PACKS)),
    head=st.sampled_from(Head),
    lead=st.sampled_from(FirstLead),
    count=st.sampled_from(Count),
    broken=st.booleans(),
    trump=st.sampled_from(Suit),
    chance=st.randoms(use_true_random=False),
)
def test_a_deal_played_out_counts_exactly_its_total(
    pack: str, head: Head, lead: FirstLead, count: Count, broken: bool, trump: Suit, chance: random.Random
) -> None:
    variant = replace(SITE, pack=PACKS[pack], play_head=head, lead_first=lead, count=count, play_broken=broken)
    points = _play_out(variant, trump, _dealt(variant, _TABLES[pack], chance), chance)
    assert sum(points.values()) == deal_total(variant)
    assert judge_split(variant, points)


@given(
    st.sampled_from(sorted(PACKS)),
    st.sampled_from(Count),
    st.sampled_from(Unit),
    st.integers(0, 40),
    st.data(),
)
def test_what_any_cards_count_is_a_count_that_may_be_told(
    pack: str, count: Count, unit: Unit, last: int, data: st.DataObject
) -> None:
    variant = replace(SITE, pack=PACKS[pack], count=count, unit=unit, count_last_trick=last)
    cards = [card for card, copies in variant.pack.counts.items() for _ in range(copies)]
    taken = data.draw(st.lists(st.sampled_from(cards), max_size=12))
    for points in (count_cards(variant, taken), count_cards(variant, taken) + last):
        assert points % smallest_count(variant) == 0
        if points <= deal_total(variant):
            assert judge_points(variant, points)


@pytest.mark.parametrize(
    ("pack", "last", "total"),
    [("48", 10, 250), ("64", 10, 250), ("72", 10, 370), ("80", 20, 500), ("96", 20, 500), ("120", 30, 750)],
)
def test_the_total_in_tens_follows_from_the_pack(pack: str, last: int, total: int) -> None:
    assert deal_total(with_options(SITE, {"pack": pack, "count.last-trick": last})) == total
