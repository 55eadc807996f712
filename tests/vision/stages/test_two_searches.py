"""Two searches of one photograph, taken together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.vision.reading import Settings
from companion.vision.stages.spots import Spot, searches_to_spots

HERE = Spot(100.0, 100.0, (30.0, 40.0), (0.0, -10.0), 0.5)
ALONE = 1 / (1 + 2.718281828)
"""What becomes of even odds that only one search gives."""


def test_what_both_searches_found_lies_halfway_between() -> None:
    beside = Spot(102.0, 99.0, (34.0, 38.0), (1.0, -12.0), 0.9)
    (found,) = searches_to_spots([HERE], [beside], Settings())
    assert found.heat == pytest.approx(0.75)
    assert replace(found, heat=0.5) == Spot(101.0, 99.5, (32.0, 39.0), (0.5, -11.0), 0.5)


def test_of_two_opposite_ways_in_which_an_index_may_stand_the_hotter_is_believed() -> None:
    upside_down = replace(HERE, to_centre=(-30.0, -40.0), up=(0.0, 10.0), x=102.0, heat=0.9)
    for first, second in ((HERE, upside_down), (upside_down, HERE)):
        (found,) = searches_to_spots([first], [second], Settings())
        assert found.heat == pytest.approx(0.75)
        assert replace(found, heat=0.9) == replace(upside_down, x=101.0)


@pytest.mark.parametrize(("first", "second"), [([HERE], []), ([], [HERE])])
def test_what_one_search_found_is_less_hot(first: list[Spot], second: list[Spot]) -> None:
    (found,) = searches_to_spots(first, second, Settings())
    assert found.heat == pytest.approx(ALONE)
    assert replace(found, heat=HERE.heat) == HERE


@pytest.mark.parametrize("heat", [0.25, 0.4])
def test_what_one_search_hardly_found_is_no_index(heat: float) -> None:
    assert searches_to_spots([replace(HERE, heat=heat)], [], Settings()) == []


def test_a_find_too_far_off_is_another_index() -> None:
    apart = HERE.moved(7.5, 0.0)
    assert searches_to_spots([HERE], [HERE, apart], Settings())[0].heat == pytest.approx(0.5)
    found = searches_to_spots([HERE], [apart], Settings())
    assert [spot.x for spot in found] == [100.0, 107.5]
    assert [spot.heat for spot in found] == pytest.approx([ALONE, ALONE])


def test_each_find_belongs_to_one_index_the_nearest_that_is_left() -> None:
    (found,) = searches_to_spots([HERE.moved(5.0, 0.0)], [HERE, HERE.moved(3.0, 0.0)], Settings())
    assert found.x == pytest.approx(104.0)
    assert found.heat == pytest.approx(0.5)


@pytest.mark.parametrize("heat", [0.0, 1.0])
def test_a_heat_without_any_doubt_can_be_halved_too(heat: float) -> None:
    (found,) = searches_to_spots([replace(HERE, heat=heat)], [replace(HERE, heat=1.0)], Settings())
    assert 0.25 < found.heat <= 1.0
