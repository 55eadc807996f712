"""A card is sure when all that is known of it agrees."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.read import cards_to_seen
from companion.vision.settings import Settings
from companion.vision.stages.guesses import Index
from tests.vision.stages.laid import both, index

JACK, QUEEN = 2, 3


def spelling(rank: int, chance: float) -> list[float]:
    """The chances of the seven ranks of which one has this."""
    return [chance if number == rank else (1 - chance) / 6 for number in range(7)]


def queen(*spelt: tuple[int, float]) -> list[Index]:
    """A queen of spades whose indices are queens for certain; their letters by themselves are so likely such a rank."""
    corners = zip(both(200.0, 200.0), spelt, strict=True)
    return [replace(index(spot, rank=QUEEN), spelt=np.array(spelling(*one))) for spot, one in corners]


@pytest.mark.parametrize(
    ("card", "sure"),
    [
        (queen((QUEEN, 0.95), (QUEEN, 0.95)), True),
        (queen((JACK, 0.95), (QUEEN, 0.85)), True),
        (queen((QUEEN, 0.7), (QUEEN, 0.75)), False),
        (queen((JACK, 0.95), (JACK, 0.95)), False),
    ],
)
def test_a_card_is_sure_only_if_a_letter_read_by_itself_says_the_same(card: list[Index], sure: bool) -> None:
    seen, _, doubtful = cards_to_seen([card], [0.99], Settings())
    assert [(str(one.card), one.sure) for one in seen] == [("QS", sure)]
    assert len(doubtful) == (not sure)
