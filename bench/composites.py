"""Real photographs put together so that their cards repeat: made when they are measured, never kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from bench.photo_score import Row
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.pixels import Pixels

SEED = 4880
TILE = 1300
MOST_CARDS = 20


def composites(rows: Sequence[Row], images: Path) -> Iterator[tuple[Row, bytes]]:
    """For each photograph of few pinochle cards, two to four copies of it in one picture, each turned another way.

    The fourth part of the picture, where there is one, is another photograph of the same deck.
    """
    rng = np.random.default_rng(SEED)
    usable = [row for row in rows if row.get("pinochle_ranks_only") and 2 * len(row["cards"]) <= MOST_CARDS]
    for row in usable:
        copies = int(rng.integers(2, 4))
        others = [other for other in usable if other["source_repo"] == row["source_repo"] and other is not row]
        tiles = [row] * copies
        if copies == 3 and others:
            tiles.append(others[int(rng.integers(len(others)))])
        if sum(len(tile["cards"]) for tile in tiles) > MOST_CARDS:
            tiles = [row] * 2
        yield _merged(row, tiles), _picture(tiles, images, rng)


def _merged(row: Row, tiles: Sequence[Row]) -> Row:
    cards = [card for tile in tiles for card in tile["cards"]]
    doubtful = [card for tile in tiles for card in tile.get("ambiguous", ())]
    copies = max(Counter(cards).values())
    return row | {"cards": cards, "ambiguous": doubtful, "scene": f"{copies} of a card"}


def _picture(tiles: Sequence[Row], images: Path, rng: np.random.Generator) -> bytes:
    """The photographs side by side, or two and two, as one JPEG file."""
    photos = [decode_photo((images / tile["file"]).read_bytes()) for tile in tiles]
    side = min(TILE, max(max(photo.shape[:2]) for photo in photos))
    parts = [_tile(photo, number, side, rng) for number, photo in enumerate(photos)]
    parts += [np.full_like(parts[0], 110)] * (len(parts) % 2)
    rows = [np.hstack(parts[first : first + 2]) for first in range(0, len(parts), 2)]
    return cv2.imencode(".jpg", np.vstack(rows), [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def _tile(image: Pixels, number: int, side: int, rng: np.random.Generator) -> Pixels:
    """The photograph turned, a little brighter or darker, in the middle of a square."""
    turned = np.ascontiguousarray(np.rot90(image, number + int(rng.integers(4))))
    scale = min(side / max(turned.shape[:2]), 1.0)
    size = (round(turned.shape[1] * scale), round(turned.shape[0] * scale))
    turned = np.asarray(cv2.resize(turned, size, interpolation=cv2.INTER_AREA), np.uint8)
    square = np.full((side, side, 3), 110, np.uint8)
    top, left = (side - turned.shape[0]) // 2, (side - turned.shape[1]) // 2
    square[top : top + turned.shape[0], left : left + turned.shape[1]] = turned
    return np.clip(square * rng.uniform(0.85, 1.1), 0, 255).astype(np.uint8)
