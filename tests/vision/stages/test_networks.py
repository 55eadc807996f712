"""The networks answer for a picture the same, whatever they were asked before."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt
import pytest

from companion.vision.stages.networks import pass_to_maps

PICTURE = np.random.default_rng(16).integers(0, 256, (240, 320, 3), np.uint8)


def answer_after(sides: Sequence[int]) -> npt.NDArray[np.float32]:
    """What another thread's own detector says of the picture after black squares of these sides."""

    def ask() -> npt.NDArray[np.float32]:
        for side in sides:
            pass_to_maps(np.zeros((side, side, 3), np.uint8))
        return pass_to_maps(PICTURE)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(ask).result()


@pytest.mark.parametrize("sides", [(32,), (64, 128), (640,)], ids=str)
def test_what_was_searched_before_changes_nothing(sides: Sequence[int]) -> None:
    assert np.array_equal(answer_after(sides), answer_after(()))
