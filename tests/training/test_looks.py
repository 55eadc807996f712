"""What the network learns of how an index stands is what the reader makes of its answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.stages import looks
from companion.vision.stages.levels import Levels
from companion.vision.stages.pixels import Pixels
from tests.conftest import one_in
from tests.vision.stages.laid import corner
from training.looks import far_askew, stands_in

TRUE = corner(300, 200, 0.7, -1, -1)


@pytest.mark.parametrize("seed", one_in(5, range(20)))
def test_the_truth_as_a_look_sees_it_leads_back_to_the_truth(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    look = replace(far_askew(TRUE, np.random.default_rng(seed)), to_centre=(5.0, 6.0))

    def answer(views: list[Pixels]) -> np.ndarray:
        return np.array([stands_in(TRUE, look)])

    monkeypatch.setattr(looks, "views_to_poses", answer)
    monkeypatch.setattr(looks, "ROUNDS", 1)
    (stood,) = looks.spots_to_poses(Levels(np.zeros((400, 600, 3), np.uint8)), [look])
    assert (stood.x, stood.y) == pytest.approx((TRUE.x, TRUE.y))
    assert stood.up == pytest.approx(TRUE.up)
    assert np.add((stood.x, stood.y), stood.to_centre) == pytest.approx(np.add((look.x, look.y), look.to_centre))


def test_looks_are_near_and_far_off() -> None:
    rng = np.random.default_rng(1)
    looks = [far_askew(TRUE, rng) for _ in range(200)]
    cosines = [np.dot(look.up, TRUE.up) / (look.half_height * TRUE.half_height) for look in looks]
    assert min(cosines) < 0.4
    assert np.mean(np.array(cosines) > 0.94) > 0.5
