"""What is unclear is asked how it stands, and read so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from companion.vision.read import levels_to_spots, spots_to_answers
from companion.vision.reading import Settings
from companion.vision.samples import find_sample
from companion.vision.stages.chances import likeliest
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


def said(logits: Mapping[int, float]) -> list[float]:
    """An answer of the classifier: these logits, and 0 for all else."""
    return [logits.get(place, 0.0) for place in range(12)]


def name(spots: Sequence[Spot]) -> list[Logits]:
    """A classifier that reads a king in what stands as the true one does, or nearly so."""
    off = (abs(spot.upward - TRUE.upward) / HALF_HEIGHT for spot in spots)
    return [said({KING if far < 0.2 else NONE: 9.0, 8: 9.0}) for far in off]


class Stander:
    """A look that finds the true index beneath every spot."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, spots: Sequence[Spot]) -> list[Spot]:
        self.asked += len(spots)
        return [replace(TRUE, to_centre=spot.to_centre, heat=spot.heat) for spot in spots]


def unread(*spots: Spot, others: Sequence[Spot] = OTHERS) -> tuple[list[Spot], list[Logits]]:
    """The others, which are read as kings, and spots in which no index is seen."""
    shown = [KING] * len(others) + [NONE] * len(spots)
    return [*others, *spots], [said({rank: 9.0, 8: 9.0}) for rank in shown]


def looked_at(spots: Sequence[Spot], answers: Sequence[Logits]) -> tuple[Sequence[Spot], Sequence[Logits], int]:
    """The spots and what is said of them after the look, and at how many it was."""
    stander = Stander()
    return *look_as_they_stand(spots, answers, name, stander, Settings()), stander.asked


def test_what_is_warm_and_unread_is_read_as_it_stands_and_points_like_the_others() -> None:
    stood, answers, asked = looked_at(*unread(WAVERING))
    assert asked == 1
    assert likeliest(answers[4][:8]) == KING
    assert stood[4].up == TRUE.up
    assert stood[4].to_centre == pytest.approx(TRUE.to_centre, abs=15)
    assert stood[:4] == OTHERS


def test_what_stands_nearly_as_it_was_taken_to_keeps_its_own_arrow() -> None:
    askew = replace(TRUE.leant(0.25, 1.2), to_centre=(30.0, 40.0))
    stood, _, _ = looked_at(*unread(askew))
    assert (stood[4].up, stood[4].to_centre) == (TRUE.up, (30.0, 40.0))


def test_what_was_said_before_is_not_written_over() -> None:
    spots, answers = unread(WAVERING)
    given = [list(answer) for answer in answers]
    looked_at(spots, answers)
    assert answers == given


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
    answers[2] = said({QUEEN: 4.0, KING: 3.0, 8: 9.0})  # an index for certain, but which is open
    stood, _, asked = looked_at(spots, answers)
    assert asked == 1
    assert (stood[2].up, stood[2].to_centre) == (TRUE.up, WAVERING.to_centre)


def test_what_is_cold_is_not_looked_at() -> None:
    spots, answers = unread(replace(WAVERING, heat=0.3))
    stood, after, asked = looked_at(spots, answers)
    assert (stood, asked) == (spots, 0)
    assert after == answers


def test_what_is_cold_but_may_be_an_index_is_looked_at() -> None:
    spots, answers = unread(replace(WAVERING, heat=0.3))
    answers[4] = said({NONE: 3.0, KING: 2.5, 8: 9.0})
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
    answers[4] = said({QUEEN: 5.5, JACK: 5.0, 8: 9.0})  # 0.97 of being an index, but whether queen or jack is open

    def fainter(spots: Sequence[Spot]) -> list[Logits]:
        return [said({KING: 4.5, 8: 9.0})] * len(spots)  # 0.93

    stood, after = look_as_they_stand(spots, answers, fainter, Stander(), Settings())
    assert stood == spots
    assert after == answers


def test_an_index_that_was_seen_but_not_named_counts_with_both_its_looks() -> None:
    spots, answers = unread(TRUE)
    answers[4] = said({QUEEN: 3.0, 8: 9.0})  # 0.74 of being a queen, 0.96 of being an index
    _, after, asked = looked_at(spots, answers)
    assert asked == 1
    gained = after[4][KING] - after[4][QUEEN]
    assert gained == pytest.approx((9.0 - 3.0) / 2, abs=1e-4)


def test_what_turns_out_to_be_an_index_that_was_read_is_left_as_it_was() -> None:
    spots, answers = unread(WAVERING, others=[*OTHERS, TRUE])
    stood, after, asked = looked_at(spots, answers)
    assert (stood, asked) == (spots, 1)
    assert likeliest(after[5][:8]) == NONE


@pytest.mark.parametrize(("none", "moves"), [(0.0, False), (2.1, True)])
def test_nothing_moves_to_where_another_counts_as_an_index(none: float, moves: bool) -> None:
    spots, answers = unread(WAVERING, others=[*OTHERS, replace(TRUE, x=TRUE.x + 3, heat=0.3)])
    # 0.55 of being an index, or 0.13
    answers[4] = [{KING: 0.2, NONE: none, 8: 9.0}.get(place, -9.0) for place in range(12)]
    stood, after, _ = looked_at(spots, answers)
    assert (stood[5] != WAVERING) == moves
    assert (likeliest(after[5][:8]) == KING) == moves


def test_an_index_that_was_found_twice_is_read_once() -> None:
    beside = replace(WAVERING, x=WAVERING.x + 6, heat=0.6)
    stood, after, _ = looked_at(*unread(WAVERING, beside))
    assert stood[5] == beside
    assert [likeliest(answer[:8]) for answer in after[4:]] == [KING, NONE]


def test_what_can_not_be_read_as_it_stands_either_stays() -> None:
    spots, answers = unread(WAVERING)
    stood, after = look_as_they_stand(spots, answers, name, list, Settings())
    assert stood == spots
    assert after == answers


def test_what_is_too_small_to_be_read_stays() -> None:
    spots, answers = unread(WAVERING)
    tiny = [replace(TRUE, up=(2.0, 0.0))]

    def generous(spots: Sequence[Spot]) -> list[Logits]:
        return [said({KING: 9.0, 8: 9.0})] * len(spots)

    assert look_as_they_stand(spots, answers, generous, lambda _: tiny, Settings())[0] == spots


def test_what_only_teaching_lets_be_read_is_left_as_it_stands() -> None:
    spots, answers = unread(WAVERING)
    learned = [said({})] * 4 + [said({KING: 20.0, 8: 20.0})]
    taught = [[*answer, *[0.0] * 20, *more] for answer, more in zip(answers, learned, strict=True)]
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
    hottest = likeliest([spot.heat for spot in spots])
    true = spots[hottest]
    spots[hottest] = replace(true.leant(1.2, 0.7), to_centre=(0.0, 0.0))
    _, before = spots_to_answers(levels, [true], Settings())
    turned, answers = spots_to_answers(levels, spots, Settings())
    assert np.dot(turned[hottest].up, true.up) > 0.9 * turned[hottest].half_height * true.half_height
    assert turned[hottest].half_height == pytest.approx(true.half_height, rel=0.2)
    assert likeliest(answers[hottest][:7]) == likeliest(before[0][:7])
    assert np.subtract(turned[hottest].to_centre, true.to_centre) == pytest.approx((0, 0), abs=2 * true.half_height)
