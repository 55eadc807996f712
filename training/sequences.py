"""``python -m training.sequences --out DIR``: rendered looks of a moving camera, to measure several looks at once with.

Each scene is laid once, with the decks and tops of :mod:`.melds`, and seen several times: the camera drifts, turns and
leans, light, glare and blur change from look to look. A third are pans, in which hardly a look shows all cards.
``bench/read_photos.py`` reads the folders by the manifest. Decks and fonts are those of ``python -m training.sources``.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from training.artwork import ArtworkDeck
from training.camera import Light, photograph
from training.canvas import Canvas, Matrix
from training.faces import Pixels
from training.held_out import CARDS, load_held_out
from training.layout import Place, fan_of, row, scatter
from training.melds import MOST_TILT, READABLE, cards_in_sight, choose_deck, deal_meld, lay_cards
from training.other_tables import other_table
from training.scene import tilted_view

SCENE, FRAME = 1800, 1000
"""The sides, in pixels, of the table that is laid and of a look at it."""

LOOKS = 12
SEED = 71_210
KINDS = ("fan", "row", "spread", "pan")
LIGHT = Light(0.5, 1.1, glare=0.4, shallow=0.2)

BLURRED = 0.25
"""The share of the looks in which the camera moved."""


def lay_out(kind: str, rng: np.random.Generator) -> list[Place]:
    """Place the cards; those of a pan in a row or put down without care, too far apart for one look."""
    if kind == "fan":
        return fan_of(int(rng.integers(5, 17)), SCENE, rng)
    if kind == "row" or (kind == "pan" and rng.random() < 0.5):
        return row(SCENE, rng)[:16]
    return scatter(SCENE, rng)[:16]


def camera_path(kind: str, count: int, rng: np.random.Generator) -> list[Matrix]:
    """Return for each look the matrix from the table's pixels to its own: from end to end in a pan, else about."""
    shown = rng.uniform(0.5, 0.65) if kind == "pan" else rng.uniform(0.9, 1.05)
    turn, tilt, toward = rng.uniform(-0.4, 0.4), rng.uniform(0, MOST_TILT), rng.uniform(0, 2 * np.pi)
    across = rng.uniform(0, 2 * np.pi)
    path = []
    for number in range(count):
        turn, toward = turn + rng.normal(0, 0.05), toward + rng.normal(0, 0.15)
        tilt = float(np.clip(tilt + rng.normal(0, 0.08), 0, MOST_TILT))
        along = (number / max(count - 1, 1) - 0.5) * (1 - shown) * 1.1 if kind == "pan" else 0.0
        middle = SCENE * (0.5 + along * np.array([np.cos(across), np.sin(across)]) + rng.normal(0, 0.015, 2))
        scale = FRAME / SCENE / shown * np.exp(rng.normal(0, 0.04))
        cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
        x, y = middle
        frame = FRAME / 2
        look = np.array([[cos, -sin, frame - cos * x + sin * y], [sin, cos, frame - sin * x - cos * y], [0, 0, 1]])
        path.append(tilted_view(FRAME, tilt, toward, rng.uniform(1.6, 2.4)) @ look)
    return path


def render_sequence(
    artwork: Sequence[ArtworkDeck], number: int, looks: int = LOOKS, seed: int = SEED
) -> tuple[list[Pixels], dict[str, object]]:
    """Return the looks and the row of the manifest; the same ``seed`` and number give the same."""
    rng = np.random.default_rng((seed, number))
    kind = KINDS[number % len(KINDS)]
    deck, source = choose_deck(artwork, rng)
    canvas = Canvas(other_table(SCENE, rng))
    places, wear = lay_out(kind, rng), int(rng.integers(2**31))
    lay_cards(canvas, deck, np.eye(3), zip(places, deal_meld(len(places), rng), strict=False), wear, rng)
    path = camera_path(kind, looks, rng)
    in_sight, doubtful = cards_in_sight(canvas)
    shown = cards_shown(canvas, path)
    cards = list((Counter(in_sight) & shown).elements())
    doubtful += (Counter(in_sight) - shown).elements()
    row_of = {"sequence": f"{kind}-{number:03}", "looks": looks, "cards": cards, "ambiguous": doubtful}
    return [_look(canvas.image, view, rng) for view in path], {**row_of, "scene": kind, "kind": "drawn", "note": source}


def cards_shown(canvas: Canvas, path: Sequence[Matrix]) -> Counter[str]:
    """Return the cards of which an index in sight is well inside some look."""
    shown: Counter[str] = Counter()
    for number, (face, matrix) in enumerate(canvas.laid, 1):
        for mark in face.marks:
            wide, high = 1.5 * mark.half_width, 1.5 * mark.half_height
            points = np.array([[(mark.x + a * wide, mark.y + b * high) for a in (-1, 1) for b in (-1, 1)]], np.float64)
            looks = [cv2.perspectiveTransform(points, view @ matrix)[0] for view in path]
            if canvas.share_in_sight(number, mark, matrix) >= READABLE and any(
                ((look > 0) & (look < FRAME)).all() for look in looks
            ):
                shown[face.name] += 1
                break
    return shown


def _look(table: Pixels, view: Matrix, rng: np.random.Generator) -> Pixels:
    beyond = [float(part) for part in np.median(table[0], axis=0)]
    seen = cv2.warpPerspective(table, view, (FRAME, FRAME), flags=cv2.INTER_AREA, borderValue=beyond)
    if rng.random() < BLURRED:
        far, turn = int(rng.integers(5, 22)), rng.uniform(0, np.pi)
        path = np.zeros((far, far), np.float32)
        reach = np.array([np.cos(turn), np.sin(turn)]) * (far - 1) / 2
        ends = [(far / 2 + side * reach).astype(int).tolist() for side in (-1, 1)]
        cv2.line(path, *ends, 1.0)
        seen = cv2.filter2D(seen, -1, path / path.sum())
    return photograph(np.asarray(seen, np.uint8), rng, LIGHT)


def main() -> None:
    """Render the sequences."""
    parser = argparse.ArgumentParser(prog="python -m training.sequences", description="Render looks to measure with.")
    parser.add_argument("--cards", type=Path, default=CARDS, help="folder of gnome-cards-data's decks")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--looks", type=int, default=LOOKS)
    parser.add_argument("--seed", type=int, default=SEED, help="another gives other scenes, to choose thresholds by")
    arguments = parser.parse_args()
    artwork = load_held_out(arguments.cards, arguments.out / "decks")
    rows = []
    for number in range(arguments.count):
        pictures, about = render_sequence(artwork, number, arguments.looks, arguments.seed)
        folder = arguments.out / str(about["sequence"])
        folder.mkdir(exist_ok=True)
        for at, picture in enumerate(pictures, 1):
            cv2.imwrite(str(folder / f"look-{at:02}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
        rows.append(json.dumps(about))
    (arguments.out / "manifest.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
