"""The cost of the networks with the installed OpenCV: one pass of the detector, sixteen crops of the classifier.

    python bench/network_cost.py

Processor milliseconds on one thread, of forty answers the middle one and the quickest. For docs/adr/0036: run it before
and after another OpenCV is installed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import cv2
import numpy as np

from companion.vision.stages.opencv import AT_ONCE, crops_to_answers, pass_to_maps

ANSWERS = 40


def times(answer: Callable[[], object]) -> list[float]:
    """The milliseconds of each of :data:`ANSWERS` answers after a first one, sorted."""
    taken = []
    for _ in range(ANSWERS + 1):
        started = time.thread_time()
        answer()
        taken.append((time.thread_time() - started) * 1000)
    return sorted(taken[1:])


def main() -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    noise = np.random.default_rng(0)
    picture = noise.integers(0, 256, (480, 640, 3), np.uint8)
    crops = list(noise.integers(0, 256, (AT_ONCE, 64, 48, 3), np.uint8))
    print(f"OpenCV {cv2.__version__}")
    for name, answer in (
        ("a pass of 640 × 480", lambda: pass_to_maps(picture)),
        (f"{AT_ONCE} crops", lambda: crops_to_answers(crops)),
    ):
        taken = times(answer)
        print(f"{name}: {taken[len(taken) // 2]:.1f} ms, at best {taken[0]:.1f}")


if __name__ == "__main__":
    main()
