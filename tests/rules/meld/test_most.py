"""The most that a hand can meld: some hand comes to it, and none that can be dealt melds more."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Suit, parse_cards
from companion.rules.choices import Draw
from companion.rules.dealing import most_held
from companion.rules.meld import best_meld, most
from companion.rules.meld.most import most_in_hand
from companion.rules.options import with_options
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant

DOUBLE_RUN = "AS AS 10S 10S KS KS QS QS JS JS"
DOUBLE_ACES = "AH AH AD AD AC AC"
FIVE_ACES = " ".join(f"A{suit}" for suit in "SHDC" * 5)

DEAREST = [
    ("site", "S", f"{DOUBLE_RUN} JD JD", 1800),
    ("site", "H", DOUBLE_RUN.replace("S", "H") + " QS JD", 1540),
    ("joedog", "S", f"{DOUBLE_RUN} JD JD", 180),
    ("kitty-partnership", "S", f"{DOUBLE_RUN} JD JD AH AD AC", 1900),
    ("bruce-5", "S", "KS QS QS JD JD", 34),
    ("bruce-7", "S", "KS KS QS QS JD JD 9S", 39),
    ("three-handed", "S", f"{DOUBLE_RUN} {DOUBLE_ACES} JD JD", 280),
    ("cutthroat", "S", f"{DOUBLE_RUN} {DOUBLE_ACES}", 250),
    ("doubles", "H", " ".join(f"A{suit}" for suit in "SHDC" * 4) + " QS QS JD JD", 230),
    ("triple-deck", "C", FIVE_ACES, 250),
    ("racehorse", "C", f"{FIVE_ACES} AS AH AD AC", 3000),
]
READINGS: list[dict[str, Any]] = [
    {},
    {"meld.run-absorbs": "adds"},
    {"meld.run-extra": True},
    {"meld.roundhouse": {"bonus": 1}},
    {"meld.roundhouse": {"flat": 24}},
    {"meld.table": {"family": [10, 150]}},
    {"meld.table": {"tens": [0, 100]}},
    {"meld.table": {"family": [10]}, "meld.run-absorbs": "adds"},
    {"meld.table": {"royal": [4, 30, 60, 90], "marriage": [2, 30, 60, 90]}, "meld.run-extra": False},
    {
        "meld.table": {"royal": [4, 30, 60, 120], "marriage": [2, 4, 8, 12]},
        "meld.run-absorbs": "adds",
        "meld.run-extra": False,
    },
]


@pytest.mark.parametrize(("key", "trump", "cards", "points"), DEAREST)
def test_a_hand_that_can_be_dealt_comes_to_just_the_most(key: str, trump: str, cards: str, points: int) -> None:
    variant, hand = find_variant(key), parse_cards(cards)
    assert len(hand) == most_held(variant, True)
    assert best_meld(variant, Suit(trump), hand).total == points == most_in_hand(variant, Suit(trump), len(hand))


@st.composite
def hands(draw: st.DrawFn) -> tuple[Variant, Suit | None, int, int]:
    """A table, a trump and a hand of it, as what it melds; taken from few ranks of the pack, so that it melds much."""
    base = draw(st.sampled_from([each for each in VARIANTS if each.draw is not Draw.STOCK]))
    variant = with_options(base, draw(st.sampled_from(READINGS)))
    shuffled = random.Random(draw(st.integers(0, 10**6)))
    pack = [card for card, copies in variant.pack.counts.items() for _ in range(copies)]
    ranks = shuffled.sample(variant.pack.ranks, draw(st.integers(1, len(variant.pack.ranks))))
    shuffled.shuffle(pack)
    pack.sort(key=lambda card: card.rank not in ranks)
    hand = pack[: most_held(variant, True)]
    trump = draw(st.sampled_from([None, *Suit]))
    return variant, trump, len(hand), best_meld(variant, trump, hand).total


@given(hands())
def test_no_hand_melds_more_than_the_most(told: tuple[Variant, Suit | None, int, int]) -> None:
    variant, trump, cards, melded = told
    assert melded <= most_in_hand(variant, trump, cards)


def test_tables_whose_melds_are_alike_share_the_figure_of_one_search() -> None:
    variant = find_variant("racehorse")
    for bid in range(500, 600, 10):
        most_in_hand(with_options(variant, {"bid.min": bid, "score.unplayed": True}), Suit.HEARTS, 24)
        most_in_hand(with_options(variant, {"bid.min": bid}), Suit.CLUBS, 24)
    before = most._dearest.cache_info().misses
    most_in_hand(with_options(variant, {"bid.min": 600}), Suit.CLUBS, 24)
    assert most._dearest.cache_info().misses == before


@pytest.mark.parametrize("key", ["racehorse", "triple-deck"])
def test_few_hands_are_built_to_find_the_dearest(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    hold = most._held

    def counted(*told: Any) -> Any:
        built.append(told)
        return hold(*told)

    monkeypatch.setattr(most, "_held", counted)
    most._dearest.cache_clear()
    most_in_hand(find_variant(key), Suit.SPADES, most_held(find_variant(key), True))
    assert len(built) < 2500
