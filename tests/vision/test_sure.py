"""A card is sure when all that is known of it agrees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.worse import lit
from companion.vision import read_photo
from companion.vision.read import cards_to_seen
from companion.vision.reading import Settings
from companion.vision.samples import find_sample
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.indices import Index
from companion.vision.stages.notes import DIMMER, UNUSUAL
from tests.vision.stages.laid import both, index

JACK, QUEEN = 2, 3


def spelling(rank: int, chance: float) -> list[float]:
    """The chances of the seven ranks of which one has this."""
    return [chance if number == rank else (1 - chance) / 6 for number in range(7)]


def queen(*spelt: tuple[int, float]) -> list[Index]:
    """A queen of spades whose indices are queens for certain; their letters by themselves are so likely such a rank."""
    corners = zip(both(200.0, 200.0), spelt, strict=True)
    return [replace(index(spot, rank=QUEEN), spelt=spelling(*one)) for spot, one in corners]


@pytest.mark.parametrize(
    ("card", "sure"),
    [
        (queen((QUEEN, 0.95), (QUEEN, 0.95)), True),
        (queen((JACK, 0.95), (QUEEN, 0.85)), True),
        (queen((QUEEN, 0.5), (QUEEN, 0.55)), False),
        (queen((JACK, 0.95), (JACK, 0.95)), False),
    ],
)
def test_a_card_is_sure_only_if_a_letter_read_by_itself_says_the_same(card: list[Index], sure: bool) -> None:
    seen, _, doubtful, _ = cards_to_seen([card], [0.99], Settings(most_otherwise=0.99))
    assert [(str(one.card), one.sure) for one in seen] == [("QS", sure)]
    assert len(doubtful) == (not sure)


def clear(x: float) -> list[Index]:
    """A queen about (x, 200) of which all is clear."""
    return [replace(index(spot, rank=QUEEN), spelt=spelling(QUEEN, 0.99)) for spot in both(x, 200.0)]


def doubtful(x: float) -> list[Index]:
    """A queen about (x, 200) whose letters, read by themselves, say that it is a jack."""
    return [replace(each, spelt=spelling(JACK, 0.9)) for each in clear(x)]


@pytest.mark.parametrize(("odd", "hard"), [(0, False), (4, False), (5, True)])
def test_no_card_is_sure_where_many_letters_say_otherwise(odd: int, hard: bool) -> None:
    cards = [clear(500.0 + 200.0 * n) for n in range(10)] + [doubtful(2900.0 + 200.0 * n) for n in range(odd)]
    seen = cards_to_seen(cards, [0.99] * len(cards), Settings())
    assert seen.hard == hard
    assert [one.sure for one in seen.cards] == [not hard] * 10 + [False] * odd
    assert len(seen.doubtful) == (len(cards) if hard else odd)


def test_cards_that_are_not_told_say_nothing_of_the_letters() -> None:
    cards = [clear(500.0), doubtful(900.0), doubtful(1300.0)]
    seen = cards_to_seen(cards, [0.99, 0.3, 0.3], Settings())
    assert ([one.sure for one in seen.cards], seen.hard) == ([True], False)


def test_the_real_reader_says_that_letters_are_hard_and_calls_no_card_sure() -> None:
    photo = decode_photo(find_sample("kings-at-dusk").picture.read_bytes())
    plain, strict = (read_photo(photo, settings=each) for each in (Settings(), Settings(most_otherwise=1e-6)))
    assert strict.counts == plain.counts
    assert all(one.sure for one in plain.cards)
    assert not any(one.sure for one in strict.cards)
    assert (UNUSUAL in plain.notes, UNUSUAL in strict.notes) == (False, True)


def test_the_real_reader_asks_for_less_light_where_a_card_that_is_not_sure_is_washed_out() -> None:
    photo = decode_photo(find_sample("fan-of-twelve").picture.read_bytes())
    plain, burnt = (read_photo(lit(photo, times)) for times in (1.0, 8.0))
    assert burnt.counts == plain.counts
    assert (DIMMER in plain.notes, DIMMER in burnt.notes) == (False, True)
    assert not all(one.sure for one in burnt.cards)
