"""What is done to photographs to measure by is done alike each time, and is what it says."""

from __future__ import annotations

import numpy as np
import pytest

from bench.worse import WAYS, lit, make_worse

PAPER, INK = 200, 20


@pytest.fixture
def photo() -> np.ndarray:
    """Paper with a black square in its middle and a red one beside it."""
    picture = np.full((200, 300, 3), PAPER, np.uint8)
    picture[80:120, 130:170] = INK
    picture[80:120, 200:240] = (INK, INK, PAPER)
    return picture


@pytest.mark.parametrize("way", WAYS)
def test_a_photograph_is_made_worse_alike_each_time(way: str, photo: np.ndarray) -> None:
    worse = make_worse(way, "meld-000.jpg", photo)
    assert worse.dtype == np.uint8
    assert np.array_equal(worse, make_worse(way, "meld-000.jpg", photo))
    assert worse.shape != photo.shape or not np.array_equal(worse, photo)


def test_another_photograph_moves_another_way(photo: np.ndarray) -> None:
    one, other = (make_worse("motion17", file, photo) for file in ("a.jpg", "b.jpg"))
    assert not np.array_equal(one, other)
    assert one.mean() == pytest.approx(photo.mean(), abs=1)


@pytest.mark.parametrize(("way", "share"), [("half", 0.5), ("third", 0.33), ("quarter", 0.25)])
def test_a_smaller_photograph_shows_the_same(way: str, share: float, photo: np.ndarray) -> None:
    smaller = make_worse(way, "a.jpg", photo)
    assert smaller.shape == (round(200 * share), round(300 * share), 3)
    assert smaller[smaller.shape[0] // 2, smaller.shape[1] // 2].tolist() == [INK] * 3


def test_twice_the_light_is_not_twice_the_number_and_white_stays_white(photo: np.ndarray) -> None:
    more = lit(photo, 2.0)
    assert more[0, 0].tolist() == [255] * 3
    assert INK < more[100, 150, 0] < 2 * INK
    assert np.array_equal(lit(photo, 1.0), photo)


def test_without_colour_red_is_grey(photo: np.ndarray) -> None:
    blue, green, red = make_worse("grey", "a.jpg", photo)[100, 220].tolist()
    assert blue == green == red
