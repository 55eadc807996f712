"""Card faces of free artwork: public domain, CC0 or MIT, read from folders of SVG or PNG files named ``10S.svg``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from training.faces import FACE_HEIGHT, FACE_WIDTH, LOW_RANKS, RANKS, SUITS, Face, Mark, Pixels, both_ends, make_face

# Where a folder's index stands: middle x and y, half width, half height, as shares of the card.
INDEX_PLACES = {
    "knoll": (0.085, 0.135, 0.080, 0.115),
    "letele": (0.085, 0.130, 0.055, 0.095),
    "cardsjs": (0.080, 0.147, 0.060, 0.104),
    "spatz-accessible": (0.120, 0.148, 0.110, 0.138),
    "spatz-2": (0.120, 0.148, 0.110, 0.138),
    "spatz-4": (0.120, 0.148, 0.110, 0.138),
}


class Deck(Protocol):
    """Anything that gives the face of a card named ``10S``."""

    def face(self, name: str) -> Face: ...


@dataclass(frozen=True)
class ArtworkDeck:
    """A deck read from a folder: its 52 faces by card name."""

    name: str
    faces: dict[str, Face]

    def face(self, name: str) -> Face:
        return self.faces[name]


def card_names() -> Iterator[str]:
    """All 52 names, ``9S`` to ``8C``."""
    return (rank + suit for suit in SUITS for rank in RANKS + LOW_RANKS)


def load_decks(folder: Path, cache: Path) -> list[ArtworkDeck]:
    """Read every known deck below ``folder``; drawn once, then taken from ``cache``.

    :raises FileNotFoundError: if the folder holds no known deck.
    """
    found = [path for path in sorted(folder.iterdir()) if path.name in INDEX_PLACES]
    if not found:
        raise FileNotFoundError(f"no known deck in {folder}: expected one of {', '.join(INDEX_PLACES)}")
    return [_load_deck(path, cache) for path in found]


def _load_deck(folder: Path, cache: Path) -> ArtworkDeck:
    mark = _index_mark(folder.name)
    faces = {}
    for name in card_names():
        drawn = cache / f"{folder.name}-{name}.png"
        if not drawn.exists():
            cache.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(drawn), _draw(folder, name))
        faces[name] = make_face(name, np.asarray(cv2.imread(str(drawn)), np.uint8), both_ends(mark))
    return ArtworkDeck(folder.name, faces)


def _index_mark(deck: str) -> Mark:
    x, y, half_width, half_height = INDEX_PLACES[deck]
    return Mark(x * FACE_WIDTH, y * FACE_HEIGHT, half_width * FACE_WIDTH, half_height * FACE_HEIGHT)


def _draw(folder: Path, name: str) -> Pixels:
    """A face at the common size, on white."""
    vector = folder / f"{name}.svg"
    data = _svg_to_png(vector) if vector.exists() else (folder / f"{name}.png").read_bytes()
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    image = cv2.resize(
        image,
        (FACE_WIDTH, FACE_HEIGHT),
        interpolation=cv2.INTER_CUBIC if image.shape[0] < FACE_HEIGHT else cv2.INTER_AREA,
    )
    return over_white(np.asarray(image, np.uint8))


def over_white(image: Pixels) -> Pixels:
    """A BGR or BGRA picture as BGR, white where nothing was drawn."""
    if image.shape[2] == 3:
        return image
    alpha = image[..., 3:].astype(np.float32) / 255
    return np.asarray(image[..., :3] * alpha + 255 * (1 - alpha), np.uint8)


def _svg_to_png(path: Path) -> bytes:
    import cairosvg

    return bytes(cairosvg.svg2png(url=str(path), output_height=2 * FACE_HEIGHT))
