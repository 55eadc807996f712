"""What is warm but can't be read as it stands is looked at in every turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from companion.vision.read import spots_to_answers
from companion.vision.samples import find_sample
from companion.vision.search import levels_to_spots
from companion.vision.settings import Settings
from companion.vision.stages.corners import share_to_the_left
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.exposure import brighten
from companion.vision.stages.levels import Levels
from companion.vision.stages.second_look import Logits
from companion.vision.stages.spots import Spot
from companion.vision.stages.turns import TURNS, look_all_round
from tests.vision.stages.laid import ACROSS, ALONG, HALF_HEIGHT, both, corner

KING, NONE = 4, 7
OTHERS = [*both(200, 200), *both(400, 200)]
TRUE = corner(700, 200, 0.9, -1, -1)
WAVERING = replace(TRUE.leant(1.1, 0.5), to_centre=(3.0, -8.0), heat=0.7)
"""Half as high as it is, and turned to where nothing is read."""


class Namer:
    """A classifier that reads a king in what stands as the true one does, or nearly so."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, spots: Sequence[Spot]) -> Logits:
        self.asked += len(spots)
        rows = np.zeros((len(spots), 12), np.float32)
        for row, spot in zip(rows, spots, strict=True):
            off = np.hypot(*np.subtract(spot.up, TRUE.up)) / HALF_HEIGHT
            row[[KING if off < 0.2 else NONE, 8]] = 9.0
        return rows


def all_round(spots: Sequence[Spot]) -> tuple[Sequence[Spot], Logits, int]:
    """The spots after all were looked at, of which the first four were read, with the answers and the looks it took."""
    answers, namer = np.zeros((len(spots), 12), np.float32), Namer()
    answers[:4, [KING, 8]] = answers[4:, [NONE, 8]] = 9.0
    return *look_all_round(spots, answers, namer, Settings()), namer.asked


def test_a_warm_spot_is_turned_to_where_it_is_read_and_is_like_the_others() -> None:
    turned, answers, asked = all_round([*OTHERS, WAVERING])
    assert asked == TURNS + 1
    assert int(answers[4][:8].argmax()) == KING
    assert turned[4].up == pytest.approx(TRUE.up, abs=0.2 * HALF_HEIGHT)
    assert np.hypot(*turned[4].to_centre) == pytest.approx(np.hypot(ACROSS, ALONG), rel=0.01)
    assert turned[4].to_centre == pytest.approx(TRUE.to_centre, abs=15)
    assert turned[:4] == OTHERS


@pytest.mark.parametrize(
    "spot",
    [
        replace(WAVERING, heat=0.3),
        replace(WAVERING, x=OTHERS[0].x + HALF_HEIGHT / 2, y=OTHERS[0].y),
    ],
    ids=["cold", "an index that was read"],
)
def test_what_is_cold_or_was_read_already_is_not_tried(spot: Spot) -> None:
    turned, answers, asked = all_round([*OTHERS, spot])
    assert (turned, asked) == ([*OTHERS, spot], 0)
    assert int(answers[4][:8].argmax()) == NONE


def test_of_many_only_the_four_warmest_are_tried() -> None:
    cooler = [replace(WAVERING, x=900.0 + 50 * number, heat=0.6, up=(0.0, 0.0)) for number in range(5)]
    turned, _, asked = all_round([*OTHERS, *cooler, WAVERING])
    assert asked == 4 * TURNS + 1
    assert turned[-1].up == pytest.approx(TRUE.up, abs=0.2 * HALF_HEIGHT)


def test_an_index_that_was_found_twice_is_turned_once() -> None:
    """The detector wavers between two sizes, too: so small, the two are no longer one place."""
    beside = replace(WAVERING, x=WAVERING.x + 6, heat=0.6)
    turned, answers, asked = all_round([*OTHERS, beside, WAVERING])
    assert (turned[4], asked) == (beside, 2 * TURNS + 1)
    assert [int(answer[:8].argmax()) for answer in answers[4:]] == [NONE, KING]


def test_what_was_read_less_clearly_is_not_found_again_beside_itself() -> None:
    answers, namer = np.zeros((6, 12), np.float32), Namer()
    answers[:5, [KING, 8]] = answers[5:, [NONE, 8]] = 9.0
    answers[4, KING] = 3.3  # 0.79 of being a king
    spots = [*OTHERS, TRUE, replace(WAVERING, x=WAVERING.x + 6)]
    assert look_all_round(spots, answers, namer, Settings())[0] == spots
    assert namer.asked == 0


def test_what_only_teaching_lets_be_read_is_left_as_it_stands() -> None:
    namer = Namer()
    answers = np.zeros((5, 44), np.float32)
    answers[:4, [KING, 8]] = answers[4:, [NONE, 8]] = 9.0
    answers[4, 32 + KING] = 20.0  # as the deck was taught
    spots = [*OTHERS, WAVERING]
    assert look_all_round(spots, answers, namer, Settings())[0] == spots
    assert namer.asked == 0


def test_what_is_read_in_no_turn_stays_as_it_was() -> None:
    elsewhere = replace(WAVERING, up=(0.0, 0.0))
    turned, answers, asked = all_round([*OTHERS, elsewhere])
    assert (turned, asked) == ([*OTHERS, elsewhere], TURNS)
    assert int(answers[4][:8].argmax()) == NONE


def test_with_fewer_than_three_others_nobody_knows_what_an_index_is_like() -> None:
    namer = Namer()
    answers = np.zeros((3, 12), np.float32)
    answers[:2, [KING, 8]] = answers[2:, [NONE, 8]] = 9.0
    spots = [*OTHERS[:2], WAVERING]
    assert look_all_round(spots, answers, namer, Settings())[0] == spots
    assert namer.asked == 0


def test_of_a_deck_with_four_indices_the_side_stays_open() -> None:
    corners = [corner(300, 300, 0.0, side, end) for side in (-1, 1) for end in (-1, 1)]
    turned, _, _ = all_round([*corners, WAVERING])
    assert share_to_the_left(turned[4]) == pytest.approx(0.0, abs=1e-9)
    assert turned[4].up == pytest.approx(TRUE.up, abs=0.2 * HALF_HEIGHT)


def test_the_reader_finds_an_index_again_that_the_detector_turned_astray() -> None:
    levels = Levels(brighten(decode_photo(find_sample("roundhouse").picture.read_bytes())))
    spots = levels_to_spots(levels, Settings())
    hottest = int(np.argmax([spot.heat for spot in spots]))
    true = spots[hottest]
    spots[hottest] = replace(true.leant(1.2, 0.5), to_centre=(0.0, 0.0))
    _, before = spots_to_answers(levels, [true], Settings())
    turned, answers = spots_to_answers(levels, spots, Settings())
    assert np.dot(turned[hottest].up, true.up) > 0.9 * turned[hottest].half_height * true.half_height
    assert turned[hottest].half_height == pytest.approx(true.half_height, rel=0.2)
    assert answers[hottest][:7].argmax() == before[0][:7].argmax()
    assert np.subtract(turned[hottest].to_centre, true.to_centre) == pytest.approx((0, 0), abs=2 * true.half_height)
