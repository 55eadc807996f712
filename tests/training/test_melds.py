"""The rendered melds that measure the reader: one pack each, and nothing that training has seen."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.conftest import one_in
from training.canvas import Canvas
from training.melds import HALF, cards_in_sight, deal_meld, lay_out
from training.other_tables import OTHER_TABLES
from training.scene import tilted_view
from training.styles import find_fonts
from training.table import TABLES


@pytest.mark.parametrize("seed", one_in(5, range(20)))
@pytest.mark.parametrize("count", [1, 5, 12, 20])
def test_a_meld_is_dealt_from_one_pack(count: int, seed: int) -> None:
    meld = deal_meld(count, np.random.default_rng(seed))
    most = max(Counter(meld).values())
    assert len(meld) == count
    assert most <= 4
    assert most <= 2 or not any(card.startswith("9") for card in meld)


def test_half_the_melds_hold_twins() -> None:
    melds = [deal_meld(8, np.random.default_rng(seed)) for seed in range(60)]
    assert sum(len(set(meld)) < len(meld) for meld in melds) > 30


@pytest.mark.parametrize("seed", range(5))
def test_a_fan_has_ten_to_twenty_cards(seed: int) -> None:
    assert 10 <= len(lay_out("fan", np.random.default_rng(seed))) <= 20


def test_in_covered_fans_a_card_counts_from_half_an_index_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    laid = [("AS", 0.9), ("KS", 0.6), ("QS", 0.3), ("JS", 0.1)]
    monkeypatch.setattr(Canvas, "cards", lambda canvas: laid)
    canvas = Canvas(np.zeros((8, 8, 3), np.uint8))
    assert cards_in_sight(canvas) == (["AS"], ["KS", "QS"])
    assert cards_in_sight(canvas, HALF) == (["AS", "KS"], ["QS"])


def test_no_font_is_both_trained_with_and_measured_with() -> None:
    assert find_fonts().keys().isdisjoint(find_fonts(held_out=True).keys())


def test_no_table_top_is_both_trained_with_and_measured_with() -> None:
    assert TABLES.keys().isdisjoint(OTHER_TABLES.keys())


@pytest.mark.parametrize("top", OTHER_TABLES.values(), ids=OTHER_TABLES.keys())
def test_a_table_top_fills_the_picture(top: object) -> None:
    assert callable(top)
    picture = top(160, np.random.default_rng(1))
    assert (picture.shape, picture.dtype) == ((160, 160, 3), np.uint8)


def test_a_camera_that_leans_back_keeps_the_middle_and_shrinks_what_is_far() -> None:
    view = tilted_view(400, 0.7, 0.0, 2.0)

    def seen(x: float, y: float) -> np.ndarray:
        point = view @ (x, y, 1.0)
        return np.asarray(point[:2] / point[2])

    assert seen(200, 200) == pytest.approx((200, 200))
    near, far = (float(np.hypot(*(seen(x, 220) - seen(x, 180)))) for x in (50, 350))
    assert far < 40 < near
