"""What the next photograph should be like is said where it is the cause of the doubt, and nowhere else."""

from __future__ import annotations

from companion.vision.stages.indices import Index
from companion.vision.stages.notes import DIMMER, HARD, NEARER, OPENER, UNUSUAL, cards_to_advice
from companion.vision.stages.spots import Spot


def index(half: float = 12.0, whole: float = 0.9, burnt: float = 0.0) -> Index:
    """An upright index ``half`` high from its middle."""
    spot = Spot(10.0, 50.0, (40.0, 60.0), (0.0, -half), 0.8)
    return Index(spot, [1 / 7] * 7, [0.25] * 4, 0.9, whole=whole, burnt=burnt)


def test_nothing_is_said_where_all_cards_are_sure() -> None:
    assert cards_to_advice([], hard=False, taught=False) == ()


def test_cards_that_are_too_small_ask_for_a_nearer_photo() -> None:
    assert cards_to_advice([[index(half=4)]], hard=False, taught=False) == (NEARER,)


def test_a_covered_corner_asks_for_a_wider_fan() -> None:
    assert cards_to_advice([[index(whole=0.2)], [index()]], hard=False, taught=False) == (OPENER,)


def test_burnt_out_cards_ask_for_less_light_rather_than_for_a_wider_fan() -> None:
    burnt = [index(burnt=0.71, whole=0.2)]
    assert cards_to_advice([burnt, [index()]], hard=False, taught=False) == (DIMMER,)
    assert cards_to_advice([burnt], hard=True, taught=False) == (DIMMER,)
    assert cards_to_advice([burnt, [index()], [index()]], hard=False, taught=False) == ()
    assert cards_to_advice([[index(burnt=0.71), index(burnt=0.7)]], hard=False, taught=False) == ()
    assert cards_to_advice([[index(burnt=0.71, half=4)]], hard=False, taught=False) == (NEARER,)


def test_a_doubt_with_another_cause_asks_for_nothing() -> None:
    assert cards_to_advice([[index()]], hard=False, taught=False) == ()
    assert cards_to_advice([[index(whole=0.2), index()]], hard=False, taught=False) == ()
    assert cards_to_advice([[index(whole=0.2)], [index()], [index()]], hard=False, taught=False) == ()


def test_letters_that_are_hard_to_read_are_told_unless_the_cards_are_too_small_for_them() -> None:
    assert cards_to_advice([[index()]], hard=True, taught=False) == (UNUSUAL,)
    assert cards_to_advice([[index(whole=0.2)]], hard=True, taught=False) == (UNUSUAL,)
    assert cards_to_advice([[index(half=4)]], hard=True, taught=False) == (NEARER,)


def test_a_deck_that_was_taught_already_is_not_to_be_learned() -> None:
    assert cards_to_advice([[index()]], hard=True, taught=True) == (HARD,)
