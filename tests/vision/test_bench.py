"""The measure itself: copies count, doubtful cards count neither way, other ranks must not be read as ours."""

from __future__ import annotations

from dataclasses import replace

from bench.photo_score import score
from bench.photo_tables import reliability
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


def test_of_too_many_copies_the_likeliest_counts_as_right_and_a_doubtful_one_not_at_all() -> None:
    both = reading("QS QS KH")
    less = Reading((both.cards[0], replace(both.cards[1], confidence=0.35), both.cards[2]), (), (10, 10), 1.0)
    assert score({"cards": ["QS"], "ambiguous": ["KH"]}, less, {}).told == ((0.99, True), (0.35, False))


def test_the_reliability_table_has_a_row_for_each_tenth_that_was_told() -> None:
    result = score({"cards": ["QS", "KH"]}, reading("QS AH"), {})
    assert list(reliability([result]))[2:] == ["| 0.9–1.0 | 2 | 0.990 | 0.500 |"]
