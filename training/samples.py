"""``python -m training.samples --artwork DIR --out sample_images``: the project's own sample pictures."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from training.artwork import ArtworkDeck, load_decks
from training.canvas import Canvas, place_to_matrix
from training.faces import Pixels
from training.fingers import add_finger
from training.layout import Place
from training.scene import paper, random_back
from training.table import TABLES, noise

WIDTH, HEIGHT = 1600, 1200
MOST_BYTES = 250_000
CARD = 430.0


@dataclass(frozen=True)
class Plan:
    """The content of a sample, its layout and its light."""

    name: str
    title: str
    cards: tuple[str, ...]
    pack: int
    trump: str
    note: str
    places: tuple[Place, ...]
    deck: str
    table: str
    light: float = 1.0
    finger: bool = False
    face_down: tuple[Place, ...] = ()

    def truth(self) -> dict[str, object]:
        """Return the JSON that is written beside the picture."""
        kept = ("cards", "pack", "trump", "title", "note")
        return {key: value for key, value in asdict(self).items() if key in kept}


def in_row(
    count: int, y: float, step: float, *, x: float = WIDTH / 2, turn: float = 0.0, height: float = CARD
) -> tuple[Place, ...]:
    """``count`` cards a step apart about a middle."""
    first = x - step * (count - 1) / 2
    lean = (np.sin(np.arange(count) * 2.3) * 0.02).tolist()
    return tuple(
        Place(first + i * step, y + (i - count / 2) * step * turn, turn + lean[i], height) for i in range(count)
    )


def in_fan(count: int, step: float, *, radius: float = 900.0, height: float = 500.0) -> tuple[Place, ...]:
    """``count`` cards about a point below the picture."""
    pivot = (WIDTH / 2, HEIGHT * 0.47 + radius)
    turns = [(i - (count - 1) / 2) * step for i in range(count)]
    return tuple(
        Place(float(pivot[0] + radius * np.sin(t)), float(pivot[1] - radius * np.cos(t)), t, height) for t in turns
    )


def scattered(count: int, seed: int, height: float = CARD) -> tuple[Place, ...]:
    """``count`` cards put down without care, not over one another."""
    rng = np.random.default_rng(seed)
    spots = [((i % 4 + 0.5) * WIDTH / 4, (i // 4 + 0.5) * HEIGHT / 2) for i in range(count)]
    return tuple(Place(x + rng.normal(0, 12), y + rng.normal(0, 15), rng.normal(0, 0.18), height) for x, y in spots)


PLANS = (
    Plan(
        "aces-around",
        "Aces around",
        ("AS", "AH", "AC", "AD", "9H"),
        48,
        "H",
        "Four aces and the nine of trump, put down without care.",
        (*scattered(4, 5), Place(WIDTH * 0.52, HEIGHT * 0.74, 1.35, CARD)),
        "knoll",
        "felt",
    ),
    Plan(
        "both-pinochles",
        "Both pinochles",
        ("QS", "JD", "QS", "JD"),
        48,
        "D",
        "Two queens of spades and two jacks of diamonds, overlapped in pairs: every copy counts.",
        (*in_row(2, 580, 150, x=430, turn=0.12, height=560), *in_row(2, 620, 150, x=1130, turn=-0.1, height=560)),
        "letele",
        "wood",
    ),
    Plan(
        "double-deck-hand",
        "A double-deck hand",
        (
            "AS",
            "AS",
            "10S",
            "10S",
            "10S",
            "KS",
            "QS",
            "JS",
            "JD",
            "JD",
            "AH",
            "KH",
            "KH",
            "QH",
            "AC",
            "10C",
            "AD",
            "KD",
            "QS",
            "JC",
        ),
        80,
        "S",
        "Twenty cards in two overlapped rows, with three tens of spades.",
        (*in_row(10, 330, 135), *in_row(10, 850, 135)),
        "spatz-2",
        "cloth",
    ),
    Plan(
        "fan-of-twelve",
        "A fan of twelve",
        ("AH", "10H", "10H", "KH", "QH", "JH", "AS", "KS", "QS", "JD", "AC", "9C"),
        48,
        "H",
        "A spread hand: of most cards only one corner shows.",
        in_fan(12, 0.105),
        "letele",
        "felt",
    ),
    Plan(
        "roundhouse",
        "A roundhouse",
        ("KS", "QS", "KH", "QH", "KC", "QC", "KD", "QD"),
        48,
        "C",
        "A king and a queen of each suit, a marriage at a time.",
        tuple(
            place
            for i in range(4)
            for place in in_row(2, 330 + (i // 2) * 530, 120, x=440 + (i % 2) * 720, turn=0.05 * (i - 1))
        ),
        "knoll",
        "plain",
    ),
    Plan(
        "run-and-marriage",
        "A run with a marriage",
        ("AS", "10S", "KS", "QS", "JS", "KH", "QH"),
        48,
        "S",
        "A run in trump beside a marriage in hearts; a card lies face down.",
        (*in_row(5, 380, 285, height=390), *in_row(2, 880, 150, x=480)),
        "spatz-2",
        "wood",
        face_down=(Place(1180, 890, 0.35, CARD),),
    ),
    Plan(
        "kings-at-dusk",
        "Kings at dusk",
        ("KS", "KH", "KC", "KD", "QD"),
        48,
        "D",
        "Kings around and the queen of trump in dim light, with a finger in the picture.",
        (*in_row(4, 400, 350), Place(620, 890, 0.2, CARD)),
        "letele",
        "wood",
        light=0.42,
        finger=True,
    ),
)


def draw(plan: Plan, decks: dict[str, ArtworkDeck]) -> Pixels:
    """The plan as a photograph-like picture of 1600 × 1200."""
    seed = sum(plan.name.encode())
    rng = np.random.default_rng(seed)
    canvas = Canvas(np.ascontiguousarray(TABLES[plan.table](WIDTH, rng)[:HEIGHT]))
    view = _view(rng)
    for place in plan.face_down:
        canvas.lay(random_back(rng), view @ place_to_matrix(place), rng)
    for name, place in zip(plan.cards, plan.places, strict=True):
        face = paper(decks[plan.deck].face(name), np.random.default_rng(seed))
        canvas.lay(face, view @ place_to_matrix(place), rng)
    if plan.finger:
        add_finger(canvas, np.random.default_rng(seed))
    return _light(canvas.image, plan.light, rng)


def _view(rng: np.random.Generator) -> np.ndarray:
    """A hand-held camera that looks almost straight down."""
    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    moved = corners * 0.94 + (WIDTH * 0.03, HEIGHT * 0.03) + rng.uniform(-30, 30, (4, 2))
    return np.asarray(cv2.getPerspectiveTransform(corners, moved.astype(np.float32)), np.float64)


def _light(image: Pixels, level: float, rng: np.random.Generator) -> Pixels:
    """A lamp to one side, a soft lens and some grain."""
    light = image.astype(np.float32) * level
    light *= (1 + noise(image.shape[:2], (2, 2), rng) * 0.18)[..., None]
    light *= np.array([0.94, 1.0, 1.04], np.float32)
    light = cv2.GaussianBlur(light, (0, 0), 1.0)
    light += rng.normal(0, 2.0, light.shape)
    return np.clip(light, 0, 255).astype(np.uint8)


def encode(image: Pixels) -> bytes:
    """JPEG as good as fits into the limit."""
    for quality in range(90, 30, -4):
        data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(data) < MOST_BYTES:
            break
    return data


def write(
    plans: Iterable[Plan], decks: dict[str, ArtworkDeck], folder: Path, say: Callable[[str], object] = print
) -> None:
    """Draw each plan and write its truth beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    for plan in plans:
        data = encode(draw(plan, decks))
        (folder / f"{plan.name}.jpg").write_bytes(data)
        (folder / f"{plan.name}.json").write_text(json.dumps(plan.truth(), indent=2) + "\n", encoding="utf-8")
        say(f"{plan.name}: {len(data) // 1000} kB")


def main() -> None:
    """Draw every plan."""
    parser = argparse.ArgumentParser(prog="python -m training.samples", description="Draw the sample pictures.")
    parser.add_argument("--artwork", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True, help="folder for faces once drawn")
    arguments = parser.parse_args()
    decks = {deck.name: deck for deck in load_decks(arguments.artwork, arguments.cache)}
    write(PLANS, decks, arguments.out)


if __name__ == "__main__":
    main()
