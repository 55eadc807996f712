"""What is too doubtful to count is asked about, unless it is the other end of a card that counts."""

from __future__ import annotations

from companion.vision.reading import Settings
from companion.vision.stages.indices import Index
from companion.vision.stages.trust import cards_to_maybe
from tests.vision.stages.laid import HALF_HEIGHT, both, index

PHOTO = (600, 800)
NINE, ACE, OTHER = 0, 5, 6


def maybe(cards: list[list[Index]], *trusts: float) -> list[int]:
    return cards_to_maybe(cards, trusts, PHOTO, Settings())


def lone(x: float, y: float = 300.0, rank: int = NINE) -> list[Index]:
    """The upper index of a card about (x, y)."""
    return [index(both(x, y)[0], rank)]


def test_a_card_is_asked_about_between_what_counts_and_what_says_nothing() -> None:
    cards = [lone(100.0), lone(300.0), lone(500.0)]
    assert maybe(cards, 0.9, 0.3, 0.05) == [1]


def test_a_card_of_another_rank_is_not_asked_about() -> None:
    assert maybe([lone(100.0, rank=OTHER)], 0.3) == []


def test_the_same_said_on_a_card_that_counts_is_its_own_and_another_name_is_not() -> None:
    whole = [index(spot) for spot in both(300.0, 300.0)]
    inside = lone(310.0, 310.0)
    assert maybe([whole, inside], 0.9, 0.3) == []
    assert maybe([whole, lone(310.0, 310.0, ACE)], 0.9, 0.3) == [1]
    assert maybe([whole, lone(500.0)], 0.9, 0.3) == [1]


def test_what_lies_where_the_other_end_of_a_card_is_expected_belongs_to_it_whatever_it_says() -> None:
    upper, lower = both(300.0, 300.0)
    assert maybe([[index(lower)], [index(upper, ACE)]], 0.9, 0.3) == []


def test_an_index_cut_by_the_edge_is_asked_about_from_less_trust_on() -> None:
    across = both(0.0, 0.0)[0]
    cut = lone(-across.x + HALF_HEIGHT / 2)
    assert maybe([cut], 0.05) == [0]
    assert maybe([lone(300.0)], 0.05) == []
