"""Whether a bid is within reach before a card is played."""

from __future__ import annotations

import pytest

from companion.rules.deal import Deal
from companion.rules.early import can_be_made
from companion.rules.variants import find_variant


@pytest.mark.parametrize(
    ("players", "bid", "possible"),
    [(2, 15, True), (2, 16, False), (3, 20, True), (3, 21, False), (8, 29, True), (8, 30, False)],
)
def test_what_all_tricks_can_bring_depends_on_how_many_hands_are_dealt(players: int, bid: int, possible: bool) -> None:
    """Two hands of five hold ten counters at most, three fifteen, and eight all 24; the last trick is one more."""
    deal = Deal(tuple("ABCDEFGH"[:players]), "A", bid, meld={"A": 4})
    assert can_be_made(find_variant("bruce-5"), deal) is possible
