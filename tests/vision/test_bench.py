"""The measure itself: copies count, doubtful cards count neither way, other ranks must not be read as ours."""

from __future__ import annotations

from bench.photo_score import score
from companion.cards import parse_cards
from companion.vision import Reading, SeenCard

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.4), (0.0, 1.4))


def reading(text: str) -> Reading:
    """A reading of these cards, all sure."""
    return Reading(tuple(SeenCard(card, 0.99, CORNERS, sure=True) for card in parse_cards(text)), (), (10, 10), 1.0)


def test_a_missed_copy_is_a_mistake() -> None:
    result = score({"cards": ["QS", "QS", "JD"]}, reading("QS JD"), {})
    assert (result.right, list(result.missed), list(result.invented)) == (2, ["QS"], [])
    assert not result.exact


def test_a_doubtful_card_counts_neither_way() -> None:
    row = {"cards": ["QS"], "ambiguous": ["KH"]}
    assert score(row, reading("QS KH"), {}).exact
    assert score(row, reading("QS"), {}).exact


def test_a_four_is_left_out_of_the_truth_but_not_to_be_read_as_an_ace() -> None:
    row = {"cards": ["4S", "KH"]}
    assert score(row, reading("KH"), {}).exact
    wrong = score(row, reading("KH AS"), {})
    assert list(wrong.invented) == ["AS"]
    assert wrong.sure_wrong == 1
