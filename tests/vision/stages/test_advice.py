"""What the next photograph should be like is said where it is the cause of the doubt, and nowhere else."""

from __future__ import annotations

import pytest

from companion.cards import parse_card
from companion.vision.read import photo_to_reading
from companion.vision.reading import BURNT, COVERED, SMALL, Reading, SeenCard
from companion.vision.samples import find_sample
from companion.vision.serve import QUICK
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.indices import Index
from companion.vision.stages.notes import (
    DIMMER,
    HARD,
    NEARER,
    OPENER,
    UNUSUAL,
    cards_to_advice,
    cards_to_checked,
)
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


def seen(card: str, left: float, why: str | None = None) -> SeenCard:
    """A card 100 pixels wide; sure without a reason against it."""
    outline = ((left, 0.0), (left + 100, 0.0), (left + 100, 150.0), (left, 150.0))
    return SeenCard(parse_card(card), 0.9, outline, why is None, why=why or "")


SURE = seen("KH", 300)


@pytest.mark.parametrize(
    ("cards", "maybe", "says"),
    [
        ((SURE,), (), ""),
        ((SURE, seen("KS", 0, "")), (), "Not sure yet: K♠. Go closer, or show more of it."),
        (
            (seen("KS", 0, COVERED), seen("AC", 0, SMALL), seen("10S", 0, COVERED)),
            (),
            "Not sure yet: K♠ 10♠, half covered. Show more of it.",
        ),
        ((seen("QS", 0, BURNT),), (), "Not sure yet: Q♠, in the glare. Turn the phone, or the lamp."),
        (
            (SURE, seen("AC", 900)),
            (seen("QH", 180, COVERED),),
            "There may be one more card left of the K♥, half covered. Show more of it.",
        ),
        (
            (SURE,),
            (seen("QH", 420, SMALL),),
            "There may be one more card right of the K♥, too small. Go closer.",
        ),
        ((), (seen("QH", 0, ""),), "There may be a card. Go closer, or show more of it."),
    ],
)
def test_a_live_camera_says_what_is_missing(
    cards: tuple[SeenCard, ...], maybe: tuple[SeenCard, ...], says: str
) -> None:
    reading = Reading(cards, (), (1000, 800), 1.0, maybe=maybe)
    assert reading.missing.replace("\ufe0e", "") == says


def test_copies_that_the_pack_lacks_are_to_be_checked() -> None:
    twice = cards_to_checked([SURE, seen("KH", 0)], {parse_card("KH"): 1})
    says = Reading(tuple(twice), (), (1000, 800), 1.0).missing.replace("\ufe0e", "")
    assert says == "Not sure yet: K♥ K♥, more than the pack has. Take the picture and check them."


def test_a_card_whose_corners_are_cut_is_said_to_be_half_covered() -> None:
    photo = decode_photo(find_sample("run-and-marriage").picture.read_bytes()).copy()
    _, look = photo_to_reading(photo, None, QUICK, None, None)
    for index in look.paired[5]:  # what is drawn covers the outer half of each of its indices
        (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*index.spot.corners, strict=True))
        middle, outer = (left + right) / 2, left - 200 if index.spot.arrow.real > 0 else right + 200
        across = slice(*(int(side) for side in sorted((middle, outer))))
        photo[int(top) - 10 : int(bottom) + 10, across] = (60, 90, 70)
    reading, _ = photo_to_reading(photo, None, QUICK, None, None)
    says = reading.missing.replace("\ufe0e", "")
    assert says == "There may be one more card left of the J♠, half covered. Show more of it."
