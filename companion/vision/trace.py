"""Trace of the stages, for finding out why a card was misread, and the reading drawn over the photo."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.reading import Point, Reading
from companion.vision.stages.pixels import Maps, Pixels
from companion.vision.stages.spots import Spot, spot_to_crop

if TYPE_CHECKING:
    from companion.vision.stages.indices import Index
    from companion.vision.stages.levels import Levels


class Trace:
    """Collects from each stage, in order, a picture and its time, and which indices made which card.

    The indices come from the corners; the faces are left out.
    """

    def __init__(self, *, pictures: bool = True) -> None:
        """Without ``pictures`` only times and cards are kept."""
        self.draws = pictures
        self.pictures: list[tuple[str, Pixels]] = []
        self.stages: dict[str, float] = {}
        """Processor milliseconds of each stage."""
        self.cards: Sequence[Sequence[Index]] = ()
        self._last = time.thread_time()

    def saw_pass(self, long_side: int, picture: Pixels, maps: Maps) -> None:
        """Keep what was searched with this long side, and how hot it is where."""
        if self.draws:
            heat = np.asarray(255 / (1 + np.exp(-maps[0])), np.uint8)
            self.pictures += [(f"pass-{long_side}", picture.copy()), (f"heat-{long_side}", heat)]

    def saw_spots(self, photo: Pixels, spots: Sequence[Spot]) -> None:
        """The places that look like indices."""
        if self.draws:
            self.pictures.append(("spots", _draw_spots(photo, spots)))

    def saw_crops(self, name: str, levels: Levels, spots: Sequence[Spot]) -> None:
        """Keep what is cut out at these places."""
        if self.draws and spots:
            self.pictures.append((name, _sheet([spot_to_crop(levels, spot) for spot in spots])))

    def saw_reading(self, photo: Pixels, reading: Reading, cards: Sequence[Sequence[Index]]) -> None:
        """Keep the reading, and the indices of each card."""
        self.cards = cards
        if self.draws:
            self.pictures.append(("reading", overlay(photo, reading)))

    def stage_ends(self, name: str) -> None:
        """Count what the processor has done since the stage before ended."""
        now = time.thread_time()
        self.stages[name] = self.stages.get(name, 0.0) + (now - self._last) * 1000
        self._last = now

    def write(self, folder: Path) -> list[Path]:
        """Write ``00-name.png``, ``01-name.png`` … into ``folder``; return their paths."""
        import cv2

        folder.mkdir(parents=True, exist_ok=True)
        paths = [folder / f"{number:02}-{name}.png" for number, (name, _) in enumerate(self.pictures)]
        for path, (_, picture) in zip(paths, self.pictures, strict=True):
            path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
        return paths


def _draw_spots(photo: Pixels, spots: Sequence[Spot]) -> Pixels:
    picture = photo.copy()
    thick = max(1, max(photo.shape[:2]) // 600)
    for spot in spots:
        for vector, color in ((spot.arrow, (255, 0, 255)), (spot.upward, (0, 255, 0))):
            start, end = ((int(place.real), int(place.imag)) for place in (spot.at, spot.at + vector))
            cv2.line(picture, start, end, color, thick)
    return picture


def _sheet(crops: Sequence[Pixels], across: int = 16) -> Pixels:
    """The crops side by side in rows."""
    blank = np.zeros_like(crops[0])
    filled = [*crops, *[blank] * (-len(crops) % across)]
    return np.vstack([np.hstack(filled[i : i + across]) for i in range(0, len(filled), across)])


SURE, UNSURE, UNCOUNTED = (60, 200, 60), (0, 150, 255), (60, 60, 255)


def overlay(image: Pixels, reading: Reading) -> Pixels:
    """A copy of the photograph with each card outlined and named: orange asks for a look, red may be one more."""
    picture = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 500))
    drawn = [(seen, "", SURE) if seen.sure else (seen, "?", UNSURE) for seen in reading.cards]
    drawn += [(seen, " more?", UNCOUNTED) for seen in reading.maybe]
    for seen, _, color in drawn:
        cv2.polylines(picture, [np.asarray(seen.outline).round().astype(np.int32)], True, color, thick, cv2.LINE_AA)
    for seen, asks, color in drawn:
        _write_name(picture, f"{seen.card}{asks}", seen.outline[0], color, thick)
    return picture


def _write_name(picture: Pixels, text: str, at: Point, color: tuple[int, int, int], thick: int) -> None:
    """A name on a plate at the first corner of its card's outline, moved inside the picture."""
    size = 0.35 * thick + 0.2
    (width, height), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    x = int(np.clip(at[0], 0, max(0, picture.shape[1] - width - 4)))
    y = int(np.clip(at[1], height + 4, max(height + 4, picture.shape[0] - below)))
    cv2.rectangle(picture, (x, y - height - 4), (x + width + 4, y + below), color, -1)
    cv2.putText(picture, text, (x + 2, y), cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), thick, cv2.LINE_AA)
