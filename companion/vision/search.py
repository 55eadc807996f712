"""Searches a photograph for indices, in one to three passes, and once more where a card is in doubt."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.vision.settings import Settings
from companion.vision.stages.chances import logits_to_chances
from companion.vision.stages.levels import Levels, Pixels
from companion.vision.stages.networks import pass_to_maps
from companion.vision.stages.spots import (
    Box,
    Spot,
    bounded_side,
    cards_box,
    levels_to_pass,
    maps_to_spots,
    merge_spots,
    next_side,
    whole,
)
from companion.vision.stages.two_searches import searches_to_spots
from companion.vision.trace import Trace


def levels_to_spots(levels: Levels, settings: Settings, trace: Trace | None = None) -> list[Spot]:
    """Every place in the photograph that looks like an index, found in any of the passes."""
    side, *others = settings.passes
    photo = levels.photo
    found = _search(levels, side, settings, trace, whole(photo))
    # A finer search costs more with each pixel; a coarser one costs little, and is for cards larger than the picture.
    finer = cards_box(found, photo) if found else None
    for further in [next_side(found, most, photo, settings) for most in others]:
        if further is not None and further > side and finer is not None:
            found += _search(levels, bounded_side(further, finer, photo, settings), settings, trace, finer)
        elif further is not None:
            found += _search(levels, further, settings, trace, whole(photo))
    return _shown(merge_spots(found, settings), photo, trace)


def search_again(levels: Levels, first: Sequence[Spot], settings: Settings, trace: Trace | None = None) -> list[Spot]:
    """What was found ``first``, and what one more pass at another size finds, taken together."""
    second = _search(levels, settings.again, settings, trace, whole(levels.photo))
    return _shown(searches_to_spots(first, second, settings), levels.photo, trace)


def _search(levels: Levels, long_side: int, settings: Settings, trace: Trace | None, box: Box) -> list[Spot]:
    """What is found in the box in one pass."""
    picture, scale = levels_to_pass(levels, long_side, box)
    maps = pass_to_maps(picture)
    if trace is not None and trace.draws:
        trace.add(f"pass-{long_side}", picture)
        trace.add(f"heat-{long_side}", np.asarray(255 * logits_to_chances(maps[0]), np.uint8))
    return [spot.moved(box.left, box.top) for spot in maps_to_spots(maps, scale, settings)]


def _shown(spots: list[Spot], photo: Pixels, trace: Trace | None) -> list[Spot]:
    """The spots, after the trace was shown them."""
    if trace is not None and trace.draws:
        trace.add("spots", _draw_spots(photo, spots))
    return spots


def _draw_spots(photo: Pixels, spots: Sequence[Spot]) -> Pixels:
    """The photograph with each spot's two vectors."""
    picture = photo.copy()
    thick = max(1, max(photo.shape[:2]) // 600)
    for spot in spots:
        at = np.array([spot.x, spot.y])
        for vector, colour in ((spot.to_centre, (255, 0, 255)), (spot.up, (0, 255, 0))):
            end = at + vector
            cv2.line(picture, (int(at[0]), int(at[1])), (int(end[0]), int(end[1])), colour, thick)
    return picture
