"""``python -m companion.vision.train.melds --artwork DIR --out DIR``: rendered pictures to measure the reader with.

They come from other seeds than the training scenes and are as large as a phone's picture sent small. The
manifest beside them is what ``bench/read_photos.py`` reads.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from .artwork import ArtworkDeck, load_decks
from .camera import photograph
from .faces import Pixels
from .scene import random_canvas

SIDE = 1400
SEED = 90_210
READABLE, HIDDEN = 0.55, 0.25
"""A card counts as seen from the first share of an index in sight, and counts neither way down to the second."""


def render_meld(artwork: Sequence[ArtworkDeck], number: int) -> tuple[Pixels, list[str], list[str]]:
    """A picture, the cards that can be read in it, and those that count neither way."""
    rng = np.random.default_rng((SEED, number))
    canvas = random_canvas(artwork, rng, SIDE)
    picture = photograph(canvas.image, rng)
    cards = [name for name, share in canvas.cards() if share >= READABLE]
    return picture, cards, [name for name, share in canvas.cards() if HIDDEN <= share < READABLE]


def main() -> None:
    """Write the pictures and their manifest."""
    parser = argparse.ArgumentParser(
        prog="python -m companion.vision.train.melds", description="Render a measuring set."
    )
    parser.add_argument("--artwork", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=200)
    arguments = parser.parse_args()
    artwork = load_decks(arguments.artwork, arguments.out / "faces")
    rows = []
    for number in range(arguments.count):
        picture, cards, doubtful = render_meld(artwork, number)
        name = f"meld-{number:03}.jpg"
        cv2.imwrite(str(arguments.out / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
        rows.append(json.dumps({"file": name, "cards": cards, "ambiguous": doubtful, "source_repo": "rendered"}))
    (arguments.out / "manifest.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
