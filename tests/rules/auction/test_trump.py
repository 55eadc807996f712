"""Naming trump: what the cards of the bidder must hold (trump.needs)."""

from __future__ import annotations

import pytest

from companion.cards import Suit, parse_cards
from companion.rules.contract import judge_trump
from companion.rules.options import with_options
from companion.rules.variants import find_variant

SITE = find_variant("site")

CASES = [
    ("nothing", 300, "9H", True),
    ("marriage", 250, "KS QS", True),
    ("marriage", 250, "KS QH", False),
    ("marriage", 250, "9S", False),
    ("marriage-unless-min", 250, "9H", True),
    ("marriage-unless-min", 260, "9H", False),
    ("marriage-unless-min", 260, "KS QS", True),
    ("run-marriage-or-dix", 250, "9S", True),
    ("run-marriage-or-dix", 250, "9H", False),
    ("run-marriage-or-dix", 250, "AS 10S KS QS JS", True),
]


@pytest.mark.parametrize(("needs", "bid", "cards", "allowed"), CASES)
def test_trump_must_hold_what_the_table_asks_for(needs: str, bid: int, cards: str, allowed: bool) -> None:
    ruling = judge_trump(with_options(SITE, {"trump.needs": needs}), bid, Suit.SPADES, parse_cards(cards))
    assert (ruling.allowed, ruling.clauses) == (allowed, ("trump.needs",))
