"""What a house variant changes is shown by examples that the engine worked, and only where they tell something."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.examples import examples
from companion.rules.options import OPTIONS, with_options
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from tests.conftest import tries

SITE = find_variant("site")


def _told(key: str, changes: dict[str, Any]) -> list[tuple[str, str, str]]:
    parent = find_variant(key)
    return [(each.says, each.before, each.now) for each in examples(parent, with_options(parent, changes))]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"meld.run-extra": False}, ("A run with a spare king, with spades as trump:", "190", "150")),
        ({"meld.table": {"run": [20, 150]}}, ("A run, with spades as trump:", "150", "200")),
        (
            {"bid.min": 300, "bid.max-jump": None},
            ("The first bids that may be made:", "250, 260", "300, 310, 320, 330, …"),
        ),
        (
            {"bid.forced": "redeal"},
            ("Nobody wants to bid:", "The dealer has it for 250.", "The cards are thrown in."),
        ),
        ({"count": "classic"}, ("A trick of these cards counts:", "10", "16")),
        ({"count.last-trick": 20}, ("All the tricks of a deal come to:", "250", "260")),
        ({"card.rank": "standard"}, ("These two are played:", "The 10♥\ufe0e wins.", "The K♥\ufe0e wins.")),
        (
            {"play.broken": True},
            (
                "You lead later, and nobody has trumped yet. You hold:",
                "You may play A♠\ufe0e or A♥\ufe0e.",
                "You may play A♥\ufe0e.",
            ),
        ),
        (
            {"score.set": "twice"},
            (
                "Bid 300. The bidder melds 130 and takes 150; the other side melds 100 and takes 100.",
                "The bidder −300, the other side +200.",
                "The bidder −600, the other side +200.",
            ),
        ),
        (
            {"score.save": {"by": "trick"}},
            (
                "Bid 300. The bidder melds 50 and takes 250; the other side melds 100 and takes 0, in a trick without "
                "a counter.",
                "The bidder +300, the other side 0.",
                "The bidder +300, the other side +100.",
            ),
        ),
        (
            {"end.tie": ["high"]},
            (
                "The bidder makes the bid and stands at 1500; the other side is at 1510.",
                "Both are at 1500 or above: the bidding side wins, the bidder.",
                "Both are at 1500 or above: the highest wins, the other side with 1510.",
            ),
        ),
        (
            {"end.all-tricks": "wins"},
            (
                "The bidder takes every trick and stands at 10; the other side is at 20.",
                "The game goes on.",
                "Every trick went to the bidder: the game is won at once.",
            ),
        ),
    ],
    ids=str,
)
def test_a_change_is_shown_by_what_it_makes_of_the_same_facts(
    changes: dict[str, Any], told: tuple[str, str, str]
) -> None:
    assert told in _told("site", changes)


@pytest.mark.parametrize(
    "changes", [{}, {"deal.packet": "one at a time"}, {"pass.count": 3}, {"deal.redeal": "same"}], ids=str
)
def test_a_change_that_no_example_tells_has_none(changes: dict[str, Any]) -> None:
    assert _told("site", changes) == []


def test_amounts_of_different_units_are_not_compared() -> None:
    assert _told("joedog", {"unit": "tens"}) == []


def test_a_hand_that_a_pack_cannot_hold_is_no_example() -> None:
    told = [says for says, _, _ in _told("doubles", {"meld.table": {"dix": 5, "pinochle": [5, 30, 45, 70]}})]
    assert told == ["A pinochle, with spades as trump:", "Four pinochles, with spades as trump:"]


@settings(max_examples=tries(60))
@given(st.sampled_from(VARIANTS), st.sampled_from(VARIANTS))
def test_whatever_differs_each_example_tells_a_difference(parent: Variant, variant: Variant) -> None:
    for example in examples(parent, variant):
        assert example.before != example.now
        assert example.says[0].isupper()
    assert examples(parent, parent) == ()


def test_a_single_changed_word_never_confounds_the_engine() -> None:
    for option in OPTIONS.values():
        for word in option.form.choices:
            for parent in (SITE, find_variant("three-handed"), find_variant("doubles")):
                changed = {option.key: word} | ({"unit": "tens"} if option.key == "count" else {})
                if option.key == "unit" and word == "ones":
                    changed["count"] = "simple"
                assert all(each.before and each.now for each in examples(parent, with_options(parent, changed)))
