"""What is unclear is looked at again, and only that."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.vision.reading import Settings
from companion.vision.stages.chances import likeliest
from companion.vision.stages.looks import Logits, is_unclear, look_twice
from companion.vision.stages.spots import Spot

KING, ACE, NONE = 4, 5, 7


def answer(rank: int, strength: float = 8.0, suit: int = 0) -> list[float]:
    """Logits that lean to a rank and are certain of a suit."""
    ranks, suits = [0.0] * 8, [0.0] * 4
    ranks[rank], suits[suit] = strength, 9.0
    return ranks + suits


def spot(half_height: float) -> Spot:
    return Spot(100.0, 100.0, (30.0, 40.0), (0.0, -half_height), 0.9)


class Namer:
    """A classifier that says ``first`` of what stands upright, and takes whatever leans for an ace."""

    def __init__(self, first: list[float]) -> None:
        self.first = first
        self.asked: list[int] = []

    def __call__(self, spots: Sequence[Spot]) -> list[Logits]:
        self.asked.append(len(spots))
        return [self.first if abs(each.up[0]) < 1e-9 else answer(ACE) for each in spots]


@pytest.mark.parametrize(
    ("logits", "unclear"),
    [(answer(KING), False), (answer(NONE), False), (answer(KING, 2.0), True), (answer(NONE, 2.0), True)],
)
def test_a_spot_is_unclear_that_is_neither_named_nor_refused(logits: list[float], unclear: bool) -> None:
    assert is_unclear(logits, Settings()) == unclear


def test_what_is_clear_is_looked_at_once() -> None:
    namer = Namer(answer(KING))
    look_twice([spot(10.0), spot(12.0)], namer, Settings())
    assert namer.asked == [2]


def test_what_most_looks_say_counts_against_a_wavering_first_one() -> None:
    namer = Namer(answer(KING, 2.0))
    guesses = look_twice([spot(10.0)], namer, Settings())
    assert namer.asked == [1, 2]
    assert likeliest(guesses[0][:8]) == ACE


def test_without_spots_nothing_is_said() -> None:
    assert look_twice([], Namer(answer(KING)), Settings()) == []
