"""What the next photograph should be like is said where it is the cause of the doubt, and nowhere else."""

from __future__ import annotations

import numpy as np

from companion.vision.stages.advice import NEARER, OPENER, cards_to_advice
from companion.vision.stages.guesses import Index
from companion.vision.stages.spots import Spot


def index(x: float, half: float = 12.0) -> Index:
    """An upright index ``half`` high from its middle."""
    spot = Spot(x, 50.0, (40.0, 60.0), (0.0, -half), 0.8)
    return Index(spot, np.full(7, 1 / 7), np.full(4, 0.25), 0.9)


def test_nothing_is_said_where_all_cards_are_sure() -> None:
    assert cards_to_advice([], [[index(10)], [index(14)]]) == ()


def test_cards_that_are_too_small_ask_for_a_nearer_photo() -> None:
    far = [index(10, half=4)]
    assert cards_to_advice([far], [far, [index(200)]]) == (NEARER,)


def test_a_corner_under_its_neighbour_asks_for_a_wider_fan() -> None:
    covered = [index(10)]
    assert cards_to_advice([covered], [covered, [index(24)]]) == (OPENER,)


def test_a_doubt_with_another_cause_asks_for_nothing() -> None:
    alone, whole = [index(10)], [index(300), index(310)]
    assert cards_to_advice([alone], [alone, [index(100)]]) == ()
    assert cards_to_advice([whole], [whole, [index(305)]]) == ()
