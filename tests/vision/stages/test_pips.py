"""The large pip of a red ace tells hearts from diamonds where the index does not."""

from __future__ import annotations

import cmath
import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.cards import Card, Rank, Suit
from companion.vision.stages.indices import RANKS, SUITS, Index, indices_to_name
from companion.vision.stages.levels import Levels
from companion.vision.stages.pairing import spots_to_outline
from companion.vision.stages.pips import pip_to_suit, weigh_by_pips
from companion.vision.stages.pixels import Pixels
from tests.vision.stages.laid import both, index

STEPS = [math.tau * step / 60 for step in range(60)]
SHAPES = {
    Suit.HEARTS: [
        complex(16 * math.sin(t) ** 3, -13 * math.cos(t) + 5 * math.cos(2 * t) + 2 * math.cos(3 * t) + math.cos(4 * t))
        for t in STEPS
    ],
    Suit.DIAMONDS: [-18j, 14 + 0j, 18j, -14 + 0j],
}
"""The outline of each pip, in pixels from its middle."""
HEARTS, DIAMONDS = SUITS.index(Suit.HEARTS), SUITS.index(Suit.DIAMONDS)
MIDDLE = 100 + 100j


def laid(suit: Suit | None, turn: float = 0.0, at: complex = MIDDLE, size: float = 1.0) -> Levels:
    """A photo of a white card with a large red pip, its middle at (100, 100)."""
    photo: Pixels = np.full((200, 200, 3), 235, np.uint8)
    points = [at + size * place * cmath.exp(1j * turn) for place in SHAPES.get(suit, [])] if suit else []
    if points:
        cv2.fillPoly(photo, [np.array([(place.real, place.imag) for place in points]).astype(np.int32)], (40, 30, 190))
    return Levels(photo)


def ace(said: int, turn: float = 0.0, clear: float = 0.8, rank: int = RANKS.index(Rank.ACE)) -> list[Index]:
    """An ace whose two indices say this suit."""
    suits = [clear if suit == said else (1 - clear) / 3 for suit in range(4)]
    return [replace(index(spot, rank), suits=suits) for spot in both(100.0, 100.0, turn)]


@pytest.mark.parametrize("turn", [0.0, 0.6, math.pi / 2, math.pi])
@pytest.mark.parametrize("suit", [*SHAPES])
def test_the_pip_of_a_red_ace_is_known_by_its_shape(suit: Suit, turn: float) -> None:
    outline = spots_to_outline([each.spot for each in ace(HEARTS, turn)])
    assert pip_to_suit(laid(suit, turn), outline) is suit


@pytest.mark.parametrize(
    "levels",
    [
        pytest.param(laid(None), id="nothing"),
        pytest.param(laid(Suit.HEARTS, at=75 + 60j), id="cut by the edge of what is looked at"),
        pytest.param(laid(Suit.HEARTS, size=0.2), id="small"),
    ],
)
def test_where_no_large_pip_lies_whole_nothing_is_said(levels: Levels) -> None:
    card = ace(DIAMONDS)
    assert pip_to_suit(levels, spots_to_outline([each.spot for each in card])) is None
    assert weigh_by_pips(levels, [card])[0][0].suits == pytest.approx(card[0].suits)


def test_the_pip_outvotes_a_doubtful_index_and_makes_a_clear_one_less_so() -> None:
    def named(clear: float) -> tuple[Card | None, float]:
        return indices_to_name(weigh_by_pips(laid(Suit.HEARTS), [ace(DIAMONDS, clear=clear)])[0])

    assert named(0.8)[0] == Card(Rank.ACE, Suit.HEARTS)
    assert named(0.995)[0] == Card(Rank.ACE, Suit.DIAMONDS)
    assert named(0.995)[1] < indices_to_name(ace(DIAMONDS, clear=0.995))[1]


def test_only_red_aces_with_two_indices_are_asked() -> None:
    one, black, nine = ace(DIAMONDS)[:1], ace(0), ace(DIAMONDS, rank=RANKS.index(Rank.NINE))
    assert weigh_by_pips(laid(Suit.HEARTS), [one, black, nine]) == [one, black, nine]
