"""What is unclear is asked how it stands, and read so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from companion.vision.read import levels_to_spots, spots_to_answers
from companion.vision.reading import Settings
from companion.vision.samples import find_sample
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.geometry import share_to_the_left
from companion.vision.stages.levels import Levels, brighten
from companion.vision.stages.looks import MOST, Logits, look_as_they_stand, spots_to_poses
from companion.vision.stages.spots import Spot
from companion.vision.trace import Trace
from tests.vision.stages.laid import HALF_HEIGHT, both, corner

JACK, QUEEN, KING, NONE = 2, 3, 4, 7
OTHERS = [*both(200, 200), *both(400, 200)]
TRUE = corner(700, 200, 0.9, -1, -1)
WAVERING = replace(TRUE.leant(1.1, 0.5), to_centre=(3.0, -8.0), heat=0.7)
"""Half as high as it is, and turned to where nothing is read."""


def name(spots: Sequence[Spot]) -> Logits:
    """A classifier that reads a king in what stands as the true one does, or nearly so."""
    rows = np.zeros((len(spots), 12), np.float32)
    for row, spot in zip(rows, spots, strict=True):
        off = np.hypot(*np.subtract(spot.up, TRUE.up)) / HALF_HEIGHT
        row[[KING if off < 0.2 else NONE, 8]] = 9.0
    return rows


class Stander:
    """A look that finds the true index beneath every spot."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, spots: Sequence[Spot]) -> list[Spot]:
        self.asked += len(spots)
        return [replace(TRUE, to_centre=spot.to_centre, heat=spot.heat) for spot in spots]


def unread(*spots: Spot, others: Sequence[Spot] = OTHERS) -> tuple[list[Spot], Logits]:
    """The others, which are read as kings, and spots in which no index is seen."""
    answers = np.zeros((len(others) + len(spots), 12), np.float32)
    answers[: len(others), [KING, 8]] = answers[len(others) :, [NONE, 8]] = 9.0
    return [*others, *spots], answers


def looked_at(spots: Sequence[Spot], answers: Logits) -> tuple[Sequence[Spot], Logits, int]:
    """The spots and what is said of them after the look, and at how many it was."""
    stander = Stander()
    return *look_as_they_stand(spots, answers, name, stander, Settings()), stander.asked


def test_what_is_warm_and_unread_is_read_as_it_stands_and_points_like_the_others() -> None:
    stood, answers, asked = looked_at(*unread(WAVERING))
    assert asked == 1
    assert int(answers[4][:8].argmax()) == KING
    assert stood[4].up == TRUE.up
    assert stood[4].to_centre == pytest.approx(TRUE.to_centre, abs=15)
    assert stood[:4] == OTHERS


def test_what_stands_nearly_as_it_was_taken_to_keeps_its_own_arrow() -> None:
    askew = replace(TRUE.leant(0.25, 1.2), to_centre=(30.0, 40.0))
    stood, _, _ = looked_at(*unread(askew))
    assert (stood[4].up, stood[4].to_centre) == (TRUE.up, (30.0, 40.0))


def test_what_was_said_before_is_not_written_over() -> None:
    spots, answers = unread(WAVERING)
    given = answers.copy()
    looked_at(spots, answers)
    assert np.array_equal(answers, given)


def test_what_stands_clearly_otherwise_points_like_the_others() -> None:
    astray = replace(TRUE.leant(0.9, 1.0), to_centre=(3.0, -8.0))
    stood, _, _ = looked_at(*unread(astray))
    assert stood[4].to_centre == pytest.approx(TRUE.to_centre, abs=15)


def test_where_too_few_are_told_the_arrow_stays() -> None:
    stood, _, _ = looked_at(*unread(WAVERING, others=OTHERS[:2]))
    assert (stood[2].up, stood[2].to_centre) == (TRUE.up, WAVERING.to_centre)


def test_only_the_nearest_that_are_told_say_where_the_middle_of_a_card_is() -> None:
    others = [*OTHERS, *(corner(5000.0 + 300 * n, 200, 0.0, -1, -1) for n in range(6))]
    larger = [replace(spot, to_centre=(spot.to_centre[0] * 3, spot.to_centre[1] * 3)) for spot in others[4:]]
    near, far = unread(WAVERING), unread(WAVERING, others=[*OTHERS, *larger])
    assert looked_at(*near)[0][-1].to_centre == pytest.approx(looked_at(*far)[0][-1].to_centre)


def test_what_is_not_told_says_nothing_of_where_the_middle_is() -> None:
    spots, answers = unread(WAVERING, others=OTHERS[:2])
    answers[2] = 0.0
    answers[2, [QUEEN, KING, 8]] = 4.0, 3.0, 9.0  # an index for certain, but which is open
    stood, _, asked = looked_at(spots, answers)
    assert asked == 1
    assert (stood[2].up, stood[2].to_centre) == (TRUE.up, WAVERING.to_centre)


def test_what_is_cold_is_not_looked_at() -> None:
    spots, answers = unread(replace(WAVERING, heat=0.3))
    stood, after, asked = looked_at(spots, answers)
    assert (stood, asked) == (spots, 0)
    assert np.array_equal(after, answers)


def test_what_is_cold_but_may_be_an_index_is_looked_at() -> None:
    spots, answers = unread(replace(WAVERING, heat=0.3))
    answers[4] = 0.0
    answers[4, [NONE, KING, 8]] = 3.0, 2.5, 9.0
    stood, _, asked = looked_at(spots, answers)
    assert asked == 1
    assert stood[4].up == TRUE.up


def test_no_more_are_looked_at_than_a_photograph_has_and_these_are_the_hottest() -> None:
    many = [replace(WAVERING, x=1000.0 + 40 * n, heat=0.6 + n / 1000) for n in range(MOST + 5)]
    before: list[Spot] = []

    def stand(spots: Sequence[Spot]) -> list[Spot]:
        before.extend(spots)
        return list(spots)

    look_as_they_stand(*unread(*many), name, stand, Settings())
    assert before == many[:4:-1]


def test_an_index_is_read_anew_only_if_it_is_one_as_clearly_as_before() -> None:
    spots, answers = unread(TRUE)
    answers[4] = 0.0
    answers[4, [QUEEN, 8]] = 5.5, 9.0  # 0.97 of being an index

    def fainter(spots: Sequence[Spot]) -> Logits:
        return np.array([[0, 0, 0, 0, 4.5, 0, 0, 0, 9.0, 0, 0, 0]] * len(spots), np.float32)  # 0.93

    answers[4, JACK] = 5.0  # and whether queen or jack is open
    stood, after = look_as_they_stand(spots, answers, fainter, Stander(), Settings())
    assert stood == spots
    assert np.array_equal(after, answers)


def test_an_index_that_was_seen_but_not_named_counts_with_both_its_looks() -> None:
    spots, answers = unread(TRUE)
    answers[4, :8] = 0.0
    answers[4, QUEEN] = 3.0  # 0.74 of being a queen, 0.96 of being an index
    answers[4, 8] = 9.0
    _, after, asked = looked_at(spots, answers)
    assert asked == 1
    gained = after[4, KING] - after[4, QUEEN]
    assert gained == pytest.approx((9.0 - 3.0) / 2, abs=1e-4)


def test_what_turns_out_to_be_an_index_that_was_read_is_left_as_it_was() -> None:
    spots, answers = unread(WAVERING, others=[*OTHERS, TRUE])
    stood, after, asked = looked_at(spots, answers)
    assert (stood, asked) == (spots, 1)
    assert int(after[5][:8].argmax()) == NONE


@pytest.mark.parametrize(("none", "moves"), [(0.0, False), (2.1, True)])
def test_nothing_moves_to_where_another_counts_as_an_index(none: float, moves: bool) -> None:
    spots, answers = unread(WAVERING, others=[*OTHERS, replace(TRUE, x=TRUE.x + 3, heat=0.3)])
    answers[4] = -9.0
    answers[4, [KING, NONE, 8]] = 0.2, none, 9.0  # 0.55 of being an index, or 0.13
    stood, after, _ = looked_at(spots, answers)
    assert (stood[5] != WAVERING) == moves
    assert (int(after[5][:8].argmax()) == KING) == moves


def test_an_index_that_was_found_twice_is_read_once() -> None:
    beside = replace(WAVERING, x=WAVERING.x + 6, heat=0.6)
    stood, after, _ = looked_at(*unread(WAVERING, beside))
    assert stood[5] == beside
    assert [int(answer[:8].argmax()) for answer in after[4:]] == [KING, NONE]


def test_what_can_not_be_read_as_it_stands_either_stays() -> None:
    spots, answers = unread(WAVERING)
    stood, after = look_as_they_stand(spots, answers, name, list, Settings())
    assert stood == spots
    assert np.array_equal(after, answers)


def test_what_is_too_small_to_be_read_stays() -> None:
    spots, answers = unread(WAVERING)
    tiny = [replace(TRUE, up=(2.0, 0.0))]
    sees_all = [0.0] * 8
    sees_all[KING] = 9.0

    def generous(spots: Sequence[Spot]) -> Logits:
        return np.array([[*sees_all, 9.0, 0, 0, 0]] * len(spots), np.float32)

    assert look_as_they_stand(spots, answers, generous, lambda _: tiny, Settings())[0] == spots


def test_what_only_teaching_lets_be_read_is_left_as_it_stands() -> None:
    spots, answers = unread(WAVERING)
    taught = np.hstack([answers, np.zeros((5, 32), np.float32)])
    taught[4, 32 + KING] = taught[4, 32 + 8] = 20.0
    assert looked_at(spots, taught)[::2] == (spots, 0)


def test_of_a_deck_with_four_indices_the_side_stays_open() -> None:
    corners = [corner(300, 300, 0.0, side, end) for side in (-1, 1) for end in (-1, 1)]
    stood, _, _ = looked_at(*unread(WAVERING, others=corners))
    assert share_to_the_left(stood[4]) == pytest.approx(0.0, abs=1e-9)


@pytest.fixture(scope="module")
def levels() -> Levels:
    return Levels(brighten(decode_photo(find_sample("roundhouse").picture.read_bytes())))


@pytest.fixture(scope="module")
def hottest(levels: Levels) -> list[Spot]:
    return sorted(levels_to_spots(levels, Settings()), key=lambda spot: -spot.heat)[:6]


@pytest.mark.parametrize("turn", [-1.3, -0.4, 0.4, 1.3])
@pytest.mark.parametrize("size", [0.6, 1.6])
def test_the_look_finds_how_an_index_stands(levels: Levels, hottest: list[Spot], turn: float, size: float) -> None:
    seen = spots_to_poses(levels, hottest)
    astray = [spot.leant(turn, size).moved(0.2 * spot.half_height, -0.2 * spot.half_height) for spot in seen]
    for found, true, spot in zip(hottest, seen, spots_to_poses(levels, astray), strict=True):
        high = true.half_height
        assert np.subtract(found.up, true.up) == pytest.approx((0, 0), abs=0.4 * high)
        assert np.subtract(spot.up, true.up) == pytest.approx((0, 0), abs=0.25 * high)
        assert (spot.x, spot.y) == pytest.approx((true.x, true.y), abs=0.3 * high)


def test_the_look_leads_to_the_same_middle_of_the_card(levels: Levels, hottest: list[Spot]) -> None:
    for before, after in zip(hottest, spots_to_poses(levels, hottest), strict=True):
        middles = [(spot.x + spot.to_centre[0], spot.y + spot.to_centre[1]) for spot in (before, after)]
        assert middles[0] == pytest.approx(middles[1])


def test_the_trace_shows_what_was_turned_and_nothing_else(levels: Levels, hottest: list[Spot]) -> None:
    quiet, busy = Trace(), Trace()
    spots_to_answers(levels, (hottest[0],), Settings(), quiet)
    spots_to_answers(levels, (*hottest, hottest[0].leant(1.2, 0.7).moved(0.1, 0)), Settings(), busy)
    assert [name for name, _ in quiet.pictures] == ["crops"]
    assert [name for name, _ in busy.pictures] == ["crops"]  # it stands on one that was read already

    alone = (*hottest[1:], hottest[0].leant(1.2, 0.7))
    spots_to_answers(levels, alone, Settings(), busy)
    assert [name for name, _ in busy.pictures][1:] == ["crops", "turned"]


def test_the_reader_finds_an_index_again_that_the_detector_turned_astray(levels: Levels) -> None:
    spots = levels_to_spots(levels, Settings())
    hottest = int(np.argmax([spot.heat for spot in spots]))
    true = spots[hottest]
    spots[hottest] = replace(true.leant(1.2, 0.7), to_centre=(0.0, 0.0))
    _, before = spots_to_answers(levels, [true], Settings())
    turned, answers = spots_to_answers(levels, spots, Settings())
    assert np.dot(turned[hottest].up, true.up) > 0.9 * turned[hottest].half_height * true.half_height
    assert turned[hottest].half_height == pytest.approx(true.half_height, rel=0.2)
    assert answers[hottest][:7].argmax() == before[0][:7].argmax()
    assert np.subtract(turned[hottest].to_centre, true.to_centre) == pytest.approx((0, 0), abs=2 * true.half_height)
