"""Whether a suit may be named agrees with every hand that could be."""

from __future__ import annotations

import random
from collections import Counter

from companion.cards import Suit, parse_cards
from companion.rules.referee import KnownHand, NamedTrump, Verdict, settle_trump
from companion.rules.variants import find_variant
from tests.rules.referee.hands_oracle import some_trump, try_every_trump


def test_the_verdict_is_what_every_possible_hand_says() -> None:
    chance, seen = random.Random(2), Counter[Verdict]()
    for _ in range(400):
        variant, named = some_trump(chance)
        settled = settle_trump(variant, named)
        assert settled.verdict is try_every_trump(variant, named), (variant.trump_needs, named)
        seen[settled.verdict] += 1
    assert all(seen[verdict] > 20 for verdict in (Verdict.LEGAL, Verdict.NOT_LEGAL, Verdict.DEPENDS))


def test_a_hand_that_lies_open_without_a_marriage_ends_the_deal_above_the_opening_bid() -> None:
    doubles, hand = find_variant("doubles"), KnownHand.whole(parse_cards("KH QS AC"))
    ended = settle_trump(doubles, NamedTrump(Suit.HEARTS, 52, hand, "A")).consequence
    assert ended is not None
    assert ended.end.value == "no-marriage"
    assert settle_trump(doubles, NamedTrump(Suit.HEARTS, 50, hand, "A")).consequence is None


def test_what_was_seen_of_the_suit_is_named() -> None:
    seen = NamedTrump(Suit.HEARTS, 52, KnownHand(parse_cards("KH QS")))
    assert "Seen in the hand: the king of hearts." in [
        step.says for step in settle_trump(find_variant("doubles"), seen).steps
    ]
