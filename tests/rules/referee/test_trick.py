"""Who takes a trick, told with its reasons."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cards import Suit, parse_cards
from companion.rules.play import trick_winner
from companion.rules.referee import QuestionError, TakenTrick, settle_trick
from companion.rules.variants import find_variant

SITE = find_variant("site")
NAMES = ("Ann", "Ben", "Cleo", "Dan")


@pytest.mark.shared
def test_the_winner_agrees_with_the_recorded_cases(trick_vector: dict[str, Any]) -> None:
    cards, trump = parse_cards(trick_vector["trick"]), Suit(trick_vector["trump"])
    settled = settle_trick(SITE, TakenTrick(trump, cards, NAMES))
    assert trick_winner(SITE, trump, cards) == trick_vector["winner_index"]
    assert settled.says.startswith(f"{NAMES[trick_vector['winner_index']]} takes the trick")


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("", "at least the card that was led"),
        ("AS AS AS", "has 2 of the ace of spades"),
        ("AS 10S KS QS JS", "more than a trick holds at a table of 4"),
    ],
)
def test_a_trick_that_cannot_be_is_said_to_be_so(cards: str, says: str) -> None:
    with pytest.raises(QuestionError, match=says):
        settle_trick(SITE, TakenTrick(Suit.HEARTS, parse_cards(cards)))
