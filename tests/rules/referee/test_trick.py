"""Who takes a trick, told with its reasons."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cards import Suit, parse_cards
from companion.rules.play import trick_winner
from companion.rules.referee import TrickQuestion
from companion.rules.variants import find_variant

SITE = find_variant("site")
NAMES = ("Ann", "Ben", "Cleo", "Dan")


@pytest.mark.shared
def test_the_winner_agrees_with_the_recorded_cases(trick_vector: dict[str, Any]) -> None:
    cards, trump = parse_cards(trick_vector["trick"]), Suit(trick_vector["trump"])
    settled = TrickQuestion(trump=trump, trick=cards, names=NAMES).settle(SITE)
    assert trick_winner(SITE, trump, cards) == trick_vector["winner_index"]
    assert settled.says.startswith(f"{NAMES[trick_vector['winner_index']]} takes the trick")
