"""Each thing that keeps a card from being sure does so by itself, and so do letters that are hard to read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.cards import Card, Rank, Suit
from companion.vision.reading import Settings
from companion.vision.stages.indices import Index
from companion.vision.stages.trust import Named, cards_to_agreeing, letters_are_hard, steadiness
from tests.vision.stages.laid import both, index

QUEEN = 3
QUEEN_OF_SPADES = Card(Rank.QUEEN, Suit.SPADES)


def spelling(**chances: float) -> list[float]:
    """The chances of the seven ranks by the letter alone."""
    return [chances.get(rank, 0.0) for rank in ("nine", "ten", "jack", "queen", "king", "ace", "other")]


def queen(x: float = 200.0, **changed: Any) -> list[Index]:
    """A queen of spades about (x, 200) of which all agrees, save what is changed of its indices."""
    spelt = spelling(queen=0.99, jack=0.01)
    return [replace(index(spot, rank=QUEEN), **{"spelt": spelt, **changed}) for spot in both(x, 200.0)]


@pytest.mark.parametrize(
    ("changed", "name", "trust", "agrees"),
    [
        ({}, (QUEEN_OF_SPADES, 0.99), 0.999, True),
        ({}, (QUEEN_OF_SPADES, 0.99), 0.89, False),
        ({}, (QUEEN_OF_SPADES, 0.84), 0.9999, False),
        ({"spelt": spelling(queen=0.59, jack=0.41)}, (QUEEN_OF_SPADES, 0.99), 0.999, False),
        ({"strange": True}, (QUEEN_OF_SPADES, 0.99), 0.999, False),
        ({}, (None, 0.99), 0.999, False),
    ],
    ids=[
        "all agrees",
        "too little trust",
        "name unclear",
        "letter says otherwise",
        "letter strange",
        "no card of ours",
    ],
)
def test_a_card_is_sure_if_all_that_is_known_of_it_agrees(
    changed: dict[str, Any], name: Named, trust: float, agrees: bool
) -> None:
    assert cards_to_agreeing([queen(**changed)], [name], [trust], Settings()) == ({0} if agrees else set())


def test_of_all_that_agrees_a_little_doubt_each_is_too_much_where_the_photograph_may_be_worse() -> None:
    one, both_of_it = [queen()[:1]], [queen()]
    assert cards_to_agreeing(one, [(QUEEN_OF_SPADES, 0.9)], [0.98], Settings()) == {0}
    assert cards_to_agreeing(one, [(QUEEN_OF_SPADES, 0.84)], [0.98], Settings()) == set()
    assert cards_to_agreeing(both_of_it, [(QUEEN_OF_SPADES, 0.9)], [0.98], Settings()) == set()


def test_two_indices_go_wrong_together_and_so_agree_for_less_than_one() -> None:
    one, both_of_it = queen()[:1], queen()
    assert steadiness(one, 0.99) > steadiness(both_of_it, 0.99)
    assert steadiness(both_of_it, 0.95) < Settings().steady_from < steadiness(both_of_it, 0.99)


@pytest.mark.parametrize("chance", [0.9, 1.0])
def test_steadiness_rises_with_the_chance_and_stays_a_number(chance: float) -> None:
    assert steadiness(queen(), chance - 0.01) < steadiness(queen(), chance) < 1


@pytest.mark.parametrize(("tall", "agrees"), [(6.9, set()), (7.0, {0})])
def test_a_card_of_which_both_indices_are_too_small_is_not_sure(tall: float, agrees: set[int]) -> None:
    one, other = (replace(each, spot=replace(each.spot, up=(0.0, -tall))) for each in queen())
    small = replace(other, spot=replace(other.spot, up=(0.0, 3.0)))
    assert cards_to_agreeing([[one, small]], [(QUEEN_OF_SPADES, 0.99)], [0.999], Settings()) == agrees


def test_one_strange_index_of_two_is_enough() -> None:
    one, other = queen()
    cards = [[one, replace(other, strange=True)]]
    assert cards_to_agreeing(cards, [(QUEEN_OF_SPADES, 0.99)], [0.999], Settings()) == set()


def test_of_two_of_one_name_that_may_be_halves_of_one_card_one_is_not_sure() -> None:
    whole = queen()
    halves, names = [[one] for one in whole], [(QUEEN_OF_SPADES, 0.99)] * 2
    assert cards_to_agreeing([whole], names[:1], [0.999], Settings()) == {0}
    assert cards_to_agreeing(halves, names, [0.999, 0.998], Settings()) == {0}
    assert cards_to_agreeing(halves, names, [0.998, 0.999], Settings()) == {1}
    assert cards_to_agreeing(halves, names, [0.999, 0.9], Settings()) == {0}


def hard(*cards: list[Index], name: Card | None = QUEEN_OF_SPADES) -> bool:
    return letters_are_hard(cards, [(name, 0.99)] * len(cards), Settings())


def test_no_letters_are_not_hard_to_read() -> None:
    assert not hard()
    assert not hard(queen(spelt=spelling(jack=1.0)), name=None)


def test_the_clearest_letter_of_a_card_counts() -> None:
    smudged, clear = spelling(jack=0.6, queen=0.4), spelling(queen=1.0)
    one, other = queen(spelt=smudged)
    assert hard([one, other])
    assert not hard([one, replace(other, spelt=clear)])


@pytest.mark.parametrize(("clear", "expected"), [(2, True), (3, False)])
def test_the_average_of_all_cards_counts(clear: int, expected: bool) -> None:
    cards = [queen(200.0 * n, spelt=spelling(queen=1.0)) for n in range(clear)]
    assert hard(*cards, queen(5000.0, spelt=spelling(jack=1.0))) == expected


def test_what_the_alphabet_leaves_open_is_not_hard_to_read() -> None:
    either = spelling(jack=0.5, queen=0.5)
    assert hard(queen(spelt=either))
    assert not hard(queen(spelt=either, open=0.5))
    assert hard(queen(spelt=spelling(jack=0.9, queen=0.1), open=0.5))


def test_a_letter_that_is_open_does_not_make_up_for_a_hard_one() -> None:
    cards = [queen(200.0 * n, spelt=spelling(queen=0.7, jack=0.3), open=0.5) for n in range(9)]
    assert not hard(*cards)
    assert hard(*cards, *[queen(4000.0 + 200.0 * n, spelt=spelling(jack=1.0)) for n in range(9)])
