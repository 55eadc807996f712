"""What the next photograph should be like is said where it is the cause of the doubt, and nowhere else."""

from __future__ import annotations

import numpy as np

from companion.vision.notes import HARD, NEARER, OPENER, UNUSUAL
from companion.vision.stages.advice import cards_to_advice
from companion.vision.stages.guesses import Index
from companion.vision.stages.spots import Spot


def index(half: float = 12.0, whole: float = 0.9) -> Index:
    """An upright index ``half`` high from its middle."""
    spot = Spot(10.0, 50.0, (40.0, 60.0), (0.0, -half), 0.8)
    return Index(spot, np.full(7, 1 / 7), np.full(4, 0.25), 0.9, whole=whole)


def test_nothing_is_said_where_all_cards_are_sure() -> None:
    assert cards_to_advice([], hard=False, taught=False) == ()


def test_cards_that_are_too_small_ask_for_a_nearer_photo() -> None:
    assert cards_to_advice([[index(half=4)]], hard=False, taught=False) == (NEARER,)


def test_a_covered_corner_asks_for_a_wider_fan() -> None:
    assert cards_to_advice([[index(whole=0.2)], [index()]], hard=False, taught=False) == (OPENER,)


def test_a_doubt_with_another_cause_asks_for_nothing() -> None:
    assert cards_to_advice([[index()]], hard=False, taught=False) == ()
    assert cards_to_advice([[index(whole=0.2), index()]], hard=False, taught=False) == ()
    assert cards_to_advice([[index(whole=0.2)], [index()], [index()]], hard=False, taught=False) == ()


def test_letters_that_are_hard_to_read_are_told_unless_the_cards_are_too_small_for_them() -> None:
    assert cards_to_advice([[index()]], hard=True, taught=False) == (UNUSUAL,)
    assert cards_to_advice([[index(whole=0.2)]], hard=True, taught=False) == (UNUSUAL,)
    assert cards_to_advice([[index(half=4)]], hard=True, taught=False) == (NEARER,)


def test_a_deck_that_was_taught_already_is_not_to_be_learnt() -> None:
    assert cards_to_advice([[index()]], hard=True, taught=True) == (HARD,)
