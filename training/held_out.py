"""Decks that training never sees: those of the Debian package ``gnome-cards-data`` (GPL-3+), to measure with.

Their terms would not let a model that learned from them be MIT, so they can only ever measure; nothing
of them is kept in the project. Each file holds a deck as a grid of thirteen columns (ace to king) and five rows.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from training.artwork import ArtworkDeck, over_white
from training.faces import FACE_HEIGHT, FACE_WIDTH, Mark, Pixels, both_ends, four_corners, make_face

CARDS = Path("/usr/share/aisleriot/cards")
FOUR_INDICES = {"dondorf"}
DECKS = (
    "anglo_modern",
    "anglo_modern_4_color",
    "anglo_poker",
    "atlasnye",
    "bellot",
    "dondorf",
    "gnomangelo",
    "neoclassical",
    "neoclassical_4_color",
    "orell",
    "paris",
    "plastic",
    "tigullio",
)
LETTERED = ("berlin", "lattmann", "rheinland", "ancient_french", "slavic_costumes")
"""Decks with other letters than J Q K A."""

COLUMNS = ("A", *(str(number) for number in range(2, 11)), "J", "Q", "K")
ROWS = ("C", "D", "H", "S")


def load_held_out(folder: Path, cache: Path, names: Sequence[str] = DECKS) -> list[ArtworkDeck]:
    """The decks of these names in ``folder``; drawn once, then taken from ``cache``.

    :raises FileNotFoundError: if one is missing; the package ``gnome-cards-data`` holds them.
    """
    return [_load_deck(folder / f"{name}.svgz", cache) for name in names]


def _load_deck(path: Path, cache: Path) -> ArtworkDeck:
    drawn = cache / f"{path.stem}.png"
    if not drawn.exists():
        cache.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(drawn), _draw_grid(path))
    pictures = dict(_cut_grid(np.asarray(cv2.imread(str(drawn)), np.uint8)))
    corners = four_corners if path.stem in FOUR_INDICES else both_ends
    marks = corners(_index_mark([pictures["A" + suit] for suit in ROWS]))
    return ArtworkDeck(path.stem, {name: make_face(name, picture, marks) for name, picture in pictures.items()})


def _draw_grid(path: Path) -> Pixels:
    import cairosvg

    data = cairosvg.svg2png(bytestring=gzip.decompress(path.read_bytes()), output_width=len(COLUMNS) * FACE_WIDTH)
    grid = over_white(np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED), np.uint8))
    size = (len(COLUMNS) * FACE_WIDTH, (len(ROWS) + 1) * FACE_HEIGHT)
    return np.asarray(cv2.resize(grid, size, interpolation=cv2.INTER_AREA), np.uint8)


def _cut_grid(grid: Pixels) -> Iterator[tuple[str, Pixels]]:
    for row, suit in enumerate(ROWS):
        for column, rank in enumerate(COLUMNS):
            top, left = row * FACE_HEIGHT, column * FACE_WIDTH
            yield rank + suit, np.ascontiguousarray(grid[top : top + FACE_HEIGHT, left : left + FACE_WIDTH])


def _index_mark(aces: list[Pixels]) -> Mark:
    """Return the place of the index: the ink in the top left corner of the aces, the card's edge left out."""
    left, top, right, bottom = 8, 8, int(FACE_WIDTH * 0.22), int(FACE_HEIGHT * 0.3)
    corner = np.min([ace[top:bottom, left:right].min(axis=2) for ace in aces], axis=0)
    rows, columns = np.nonzero(corner < 170)
    x, y, width, height = cv2.boundingRect(np.column_stack([columns, rows]).astype(np.int32))
    return Mark(left + x + width / 2, top + y + height / 2, width / 2, height / 2)
