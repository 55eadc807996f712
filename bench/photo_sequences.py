"""Several looks at the same cards: how often they are read exactly one by one, and all together."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import cv2
import numpy as np

from bench.photo_score import Result, Row, score
from companion.vision import DEFAULT_SETTINGS
from companion.vision.read import photo_to_reading
from companion.vision.stages.decode import decode_photo
from companion.vision.sweep import looks_to_sweep


class Measured(NamedTuple):
    """The looks of one sequence."""

    row: Row
    alone: list[Result]
    """Each look, read by itself."""
    together: Result
    """All looks."""

    @property
    def share(self) -> float:
        """The share of the looks that are exact."""
        return fmean(result.exact for result in self.alone)


def measure_sequence(row: Row, images: Path, scale: float) -> Measured:
    """Read the files ``look-*`` in the sequence's folder, at this scale of their size."""
    alone, looks = [], []
    for path in sorted((images / row["sequence"]).glob("look-*")):
        photo = decode_photo(path.read_bytes())
        if scale != 1:
            photo = np.asarray(cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        started = time.thread_time()
        reading, look = photo_to_reading(photo, None, DEFAULT_SETTINGS, None, None)
        alone.append(score(row, reading, {"read": (time.thread_time() - started) * 1000}, look.paired))
        looks.append(look)
    started = time.thread_time()
    reading = looks_to_sweep(looks).reading(None, DEFAULT_SETTINGS, 0.0)
    ms = (time.thread_time() - started) * 1000 / len(looks)
    return Measured(row, alone, score(row, reading, {"gather": ms}))


def sequence_tables(measured: Sequence[Measured]) -> Iterator[str]:
    """Exact shares of one look, the best and all looks, by scene; then the sequences that all looks get wrong."""
    heads = [
        "scene",
        "sequences",
        "looks",
        "one",
        "best",
        "all",
        "ghosts",
        "missed",
        "sure-and-wrong",
        "ms-a-look",
        "ms-more",
    ]
    yield f"| {' | '.join(heads)} |"
    yield "|---|" + "--:|" * 10
    scenes = sorted({str(one.row["scene"]) for one in measured})
    yield _line("all", measured)
    for scene in scenes:
        yield _line(scene, [one for one in measured if one.row["scene"] == scene])
    yield ""
    for one in measured:
        if not one.together.exact:
            missed, ghosts = one.together.missed, one.together.invented
            wrong = [*(f"-{card}" for card in missed.elements()), *(f"+{card}" for card in ghosts.elements())]
            right = sum(look.exact for look in one.alone)
            yield f"{one.row['sequence']}: {' '.join(wrong)}; {right} of {len(one.alone)} looks exact"


def _line(name: str, measured: Sequence[Measured]) -> str:
    together = [one.together for one in measured]
    shares = (
        fmean(one.share for one in measured),
        fmean(any(look.exact for look in one.alone) for one in measured),
        fmean(result.exact for result in together),
    )
    counts = (
        sum(result.invented.total() for result in together),
        sum(result.missed.total() for result in together),
        sum(result.sure_wrong for result in together),
    )
    times = fmean(look.ms for one in measured for look in one.alone), fmean(result.ms for result in together)
    cells = (name, len(measured), sum(len(one.alone) for one in measured), *(f"{share:.3f}" for share in shares))
    return f"| {' | '.join(map(str, (*cells, *counts, *(round(ms) for ms in times))))} |"
