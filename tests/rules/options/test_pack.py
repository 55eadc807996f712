"""Packs: how many of each card, and what can't lie on the table at once."""

from __future__ import annotations

import pytest

from companion.cards import Card, Rank, Suit, parse_cards
from companion.rules.options import all_options, with_options
from companion.rules.pack import PACKS, judge_cards, pack_name
from companion.rules.variants import find_variant

SITE = find_variant("site")


@pytest.mark.parametrize("name", PACKS)
def test_a_pack_holds_as_many_cards_as_its_name_says(name: str) -> None:
    assert PACKS[name].size == int(name)
    assert pack_name(PACKS[name]) == name


@pytest.mark.parametrize(
    ("name", "aces", "nines", "sevens", "dix"),
    [
        ("48", 2, 2, 0, "9"),
        ("64", 2, 2, 2, "7"),
        ("72", 3, 3, 0, "9"),
        ("80", 4, 0, 0, None),
        ("96", 4, 4, 0, "9"),
        ("120", 6, 0, 0, None),
        ("124", 6, 1, 0, None),
    ],
)
def test_a_pack_holds_these_copies(name: str, aces: int, nines: int, sevens: int, dix: str | None) -> None:
    pack = PACKS[name]
    counts = [pack.counts.get(Card(rank, Suit.CLUBS), 0) for rank in (Rank.ACE, Rank.NINE, Rank.SEVEN)]
    assert counts == [aces, nines, sevens]
    assert pack.dix == dix


def test_the_pack_of_70_lacks_two_nines_of_different_suits() -> None:
    nines = {suit: PACKS["70"].counts[Card(Rank.NINE, suit)] for suit in Suit}
    assert sorted(nines.values()) == [2, 2, 3, 3]


def test_two_identical_cards_may_lie_on_the_table() -> None:
    assert judge_cards(PACKS["48"], parse_cards("QS QS"))


def test_three_identical_cards_may_not() -> None:
    ruling = judge_cards(PACKS["48"], parse_cards("QS QS QS"))
    assert not ruling
    assert ruling.says == "This pack has 2 of the queen of spades, not 3."
    assert ruling.clauses == ("pack.48",)


def test_a_card_that_the_pack_lacks_is_named() -> None:
    assert judge_cards(PACKS["80"], parse_cards("AS 9H")).says == "This pack has no nine of hearts."


def test_a_table_s_own_pack_is_judged_by_its_own_copies() -> None:
    own = with_options(SITE, {"pack": {"ranks": ["9", "A"], "copies": 3, "add": ["KS"], "without": ["AH"]}})
    assert own.pack.ranks == (Rank.ACE, Rank.NINE)
    assert own.pack.size == 24
    assert pack_name(own.pack) is None
    assert judge_cards(own.pack, parse_cards("AS AS AS KS"))
    assert judge_cards(own.pack, parse_cards("AH AH AH")).clauses == ("pack",)
    assert with_options(SITE, all_options(own)) == own
