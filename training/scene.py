"""A scene: cards on a table as a phone would see them, with the truth of every index in sight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.stages.alphabets import LETTERS
from training.artwork import ArtworkDeck, Deck, card_names
from training.camera import photograph
from training.drawn import DrawnDeck
from training.faces import FACE_HEIGHT, FACE_WIDTH, RANKS, SUITS, Face, Mark, Pixels, make_face
from training.layout import Place, random_places
from training.styles import random_court_pips, random_hand, random_letters, random_print, random_style
from training.table import noise, random_table

SCENE_SIZE = 512
LOW_VIEWS = 0.25
LETTERED = 0.5
"""The share of drawn decks that have other letters than J Q K A."""

ODD_PRINTS = 0.3
"""The share of drawn decks with outlined or leaning letters or a bar code."""

HANDS = 0.4
"""The share of drawn decks whose letters are bent and thickened, so that they are of no font."""

COURT_PIPS = 0.5
"""The share of drawn decks whose courts have a suit sign of any size right beside the index."""

Matrix = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float64]

# One row of a scene's truth, as stored: place, vector to the card's middle, vector from the index's middle
# to its top, rank (7 classes, the last is 2 to 8), suit, share in sight, what it says (one of LETTERS).
TRUTH_FIELDS = ("x", "y", "centre_x", "centre_y", "up_x", "up_y", "rank", "suit", "visible", "letter")
RANK_CLASSES = (*RANKS, "other")


@dataclass(frozen=True)
class Scene:
    """A picture and one row of :data:`TRUTH_FIELDS` for each index that is at least partly inside it."""

    image: Pixels
    truth: npt.NDArray[np.float32]


class Canvas:
    """A picture being laid with cards, and beside it whose card each pixel shows."""

    def __init__(self, image: Pixels) -> None:
        self.image = image
        self.owner = np.zeros(image.shape[:2], np.int16)
        self.laid: list[tuple[Face, Matrix]] = []

    def lay(self, face: Face, matrix: Matrix, rng: np.random.Generator) -> None:
        """Put a card down, with its shadow, over what is there."""
        self.laid.append((face, matrix))
        region = self._region(matrix)
        if region is None:
            return
        rows, columns = region
        level = _fitting_level(face, matrix)
        shrink = face.levels[0].shape[0] / face.levels[level].shape[0]
        shift = np.array([[1, 0, -columns.start], [0, 1, -rows.start], [0, 0, 1]], np.float64)
        warp = shift @ matrix @ np.diag([shrink, shrink, 1.0])
        size = (columns.stop - columns.start, rows.stop - rows.start)
        card = cv2.warpPerspective(face.levels[level], warp, size, flags=cv2.INTER_LINEAR)
        alpha = card[..., 3:].astype(np.float32) / 255
        under = self.image[rows, columns].astype(np.float32) * _shadow(card[..., 3], rng)
        self.image[rows, columns] = card[..., :3] * alpha + under * (1 - alpha)
        self.owner[rows, columns][card[..., 3] > 127] = len(self.laid)

    def cover(self, outline: npt.NDArray[np.int32], colour: Sequence[float]) -> None:
        """Something that is no card lies over the picture."""
        cv2.fillPoly(self.image, [outline], colour, cv2.LINE_AA)
        cv2.fillPoly(self.owner, [outline], 0)

    def _region(self, matrix: Matrix) -> tuple[slice, slice] | None:
        corners = np.array([[[0, 0], [FACE_WIDTH, 0], [FACE_WIDTH, FACE_HEIGHT], [0, FACE_HEIGHT]]], np.float64)
        points = cv2.perspectiveTransform(corners, matrix)[0]
        low = np.maximum(np.floor(points.min(axis=0)).astype(int) - 8, 0)
        high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + 8, self.image.shape[1::-1])
        if (high - low < 2).any():
            return None
        return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))

    def truth(self) -> npt.NDArray[np.float32]:
        """The rows of every index whose middle is inside the picture."""
        rows = [
            row
            for number, (face, matrix) in enumerate(self.laid, 1)
            for mark in face.marks
            if (row := self._truth_of(number, face, mark, matrix)) is not None
        ]
        return np.array(rows, np.float32).reshape(-1, len(TRUTH_FIELDS))

    def cards(self) -> list[tuple[str, float]]:
        """Every card that was laid, by name, with the share in sight of its best index."""
        return [
            (face.name, max(self._share_in_sight(number, mark, matrix) for mark in face.marks))
            for number, (face, matrix) in enumerate(self.laid, 1)
            if face.marks
        ]

    def _truth_of(self, number: int, face: Face, mark: Mark, matrix: Matrix) -> tuple[float, ...] | None:
        up = mark.half_height if mark.inverted else -mark.half_height
        points = np.array([[[mark.x, mark.y], [FACE_WIDTH / 2, FACE_HEIGHT / 2], [mark.x, mark.y + up]]], np.float64)
        at, middle, top = cv2.perspectiveTransform(points, matrix)[0]
        if not (0 <= at[0] < self.image.shape[1] and 0 <= at[1] < self.image.shape[0]):
            return None
        rank = face.name[:-1]
        rank_class = RANK_CLASSES.index(rank) if rank in RANKS else len(RANKS)
        visible = self._share_in_sight(number, mark, matrix)
        letter = LETTERS.index(face.letter or (rank if rank in RANKS else "other"))
        return (*at, *(middle - at), *(top - at), rank_class, SUITS.index(face.name[-1]), visible, letter)

    def _share_in_sight(self, number: int, mark: Mark, matrix: Matrix) -> float:
        steps = np.linspace(-0.92, 0.92, 9)
        across, down = np.meshgrid(mark.x + steps * mark.half_width, mark.y + steps * mark.half_height)
        grid = np.stack([across.ravel(), down.ravel()], axis=1)[None]
        points = cv2.perspectiveTransform(grid, matrix)[0].round().astype(int)
        inside = ((points >= 0) & (points < self.owner.shape[::-1])).all(axis=1)
        seen = points[inside]
        return float((self.owner[seen[:, 1], seen[:, 0]] == number).sum() / len(points))


def _fitting_level(face: Face, matrix: Matrix) -> int:
    """The smallest copy of the face that still has enough pixels."""
    edge = cv2.perspectiveTransform(np.array([[[0.0, 0.0], [0.0, FACE_HEIGHT]]]), matrix)[0]
    height = float(np.hypot(*(edge[1] - edge[0])))
    return max(i for i, level in enumerate(face.levels) if i == 0 or level.shape[0] >= height * 0.75)


def _shadow(alpha: Pixels, rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """How much of the light is left beside a card."""
    offset = rng.integers(-3, 4, 2)
    dark = cv2.GaussianBlur(np.roll(alpha, offset, axis=(0, 1)), (0, 0), float(rng.uniform(1, 4)))
    return np.asarray(1 - dark[..., None].astype(np.float32) / 255 * rng.uniform(0.1, 0.6), np.float32)


def place_to_matrix(place: Place) -> Matrix:
    """Face pixels to scene pixels."""
    scale = place.height / FACE_HEIGHT
    cos, sin = np.cos(place.turn) * scale, np.sin(place.turn) * scale
    x = place.x - cos * FACE_WIDTH / 2 + sin * FACE_HEIGHT / 2
    y = place.y - sin * FACE_WIDTH / 2 - cos * FACE_HEIGHT / 2
    return np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1]])


def random_view(size: int, rng: np.random.Generator) -> Matrix:
    """The keystone of a camera that does not look straight down; now and then it looks along the table."""
    if rng.random() < LOW_VIEWS:
        return tilted_view(size, rng.uniform(0.6, 1.15), rng.uniform(0, 2 * np.pi), rng.uniform(1.3, 4.0))
    corners = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    strength = rng.choice([0.01, 0.06, 0.14])
    moved = corners + rng.uniform(-strength, strength, (4, 2)).astype(np.float32) * size
    if rng.random() < 0.35:
        squash = rng.uniform(0.5, 1.0)
        axis = rng.integers(2)
        moved[:, axis] = size / 2 + (moved[:, axis] - size / 2) * squash
    return np.asarray(cv2.getPerspectiveTransform(corners, moved.astype(np.float32)), np.float64)


def tilted_view(size: int, tilt: float, toward: float, distance: float) -> Matrix:
    """A camera ``distance`` picture sides away, leant back by ``tilt`` radians from looking straight down.

    ``toward`` is the direction on the table that is farthest from it. The middle stays in the middle.
    """
    far = np.array([np.cos(toward), np.sin(toward)])
    leant = np.eye(2) - (1 - np.cos(tilt)) * np.outer(far, far)
    farther = far * np.sin(tilt) / (distance * size)
    middle = np.array([[1, 0, size / 2], [0, 1, size / 2], [0, 0, 1]])
    lens = np.vstack([np.column_stack([leant, (0, 0)]), (*farther, 1.0)])
    return np.asarray(middle @ lens @ np.linalg.inv(middle), np.float64)


def random_deck(artwork: Sequence[ArtworkDeck], rng: np.random.Generator) -> Deck:
    """An artwork deck, or (more often) one drawn for this scene."""
    if artwork and rng.random() < 0.35:
        return artwork[int(rng.integers(len(artwork)))]
    return random_drawn_deck(artwork, rng)


def random_drawn_deck(artwork: Sequence[ArtworkDeck], rng: np.random.Generator) -> DrawnDeck:
    """A deck drawn for one scene, often with what other printers do; artwork lends its courts."""
    style = random_style(rng)
    changes = (
        (LETTERED, random_letters),
        (HANDS, random_hand),
        (ODD_PRINTS, random_print),
        (COURT_PIPS, random_court_pips),
    )
    for share, change in changes:
        if rng.random() < share:
            style = change(style, rng)
    return DrawnDeck(style, [deck for deck in artwork if not deck.name.startswith("spatz")], rng)


def random_names(count: int, rng: np.random.Generator) -> list[str]:
    """Cards of a pinochle pack, of a whole deck, or the same few again and again."""
    pinochle = [rank + suit for suit in SUITS for rank in RANKS]
    kind = rng.random()
    if kind < 0.5:
        pool = list(rng.permutation(pinochle * 4))
    elif kind < 0.85:
        pool = list(rng.permutation(list(card_names()) * 2))
    else:
        pool = [str(rng.choice(rng.choice(pinochle, 3))) for _ in range(count)]
    return [str(name) for name in (pool * (1 + count // len(pool)))[:count]]


def random_back(rng: np.random.Generator) -> Face:
    """The back of a card: a border and a lattice."""
    image = np.full((FACE_HEIGHT, FACE_WIDTH, 3), 255, np.uint8)
    colour = rng.integers(10, 200, 3).tolist()
    edge = int(rng.integers(0, 26))
    cv2.rectangle(image, (edge, edge), (FACE_WIDTH - edge, FACE_HEIGHT - edge), colour, -1)
    step = int(rng.integers(8, 40))
    for offset in range(-FACE_HEIGHT, FACE_WIDTH, step):
        cv2.line(image, (offset, 0), (offset + FACE_HEIGHT, FACE_HEIGHT), (255, 255, 255), 2, cv2.LINE_AA)
        cv2.line(image, (offset + FACE_HEIGHT, 0), (offset, FACE_HEIGHT), (255, 255, 255), 2, cv2.LINE_AA)
    return make_face("back", image, ())


def paper(face: Face, rng: np.random.Generator) -> Face:
    """The face on this deck's card: cream, bluish, worn or pale."""
    tint = np.clip(rng.normal((248, 250, 250), (10, 6, 6)), 205, 255) / 255
    ink = rng.uniform(0, 26)
    levels = []
    for level in face.levels:
        copy = level.copy()
        copy[..., :3] = np.clip((level[..., :3] * (1 - ink / 255) + ink) * tint, 0, 255)
        levels.append(copy)
    return replace(face, levels=tuple(levels))


_SKINS = ((140, 170, 215), (95, 130, 180), (60, 85, 130), (170, 195, 230))


def add_finger(canvas: Canvas, rng: np.random.Generator) -> None:
    """A finger or thumb that reaches in from an edge over the cards, darker towards its sides."""
    size = canvas.image.shape[0]
    tip = rng.uniform(0.25, 0.75, 2) * size
    angle = rng.uniform(0, 2 * np.pi)
    wide = size * rng.uniform(0.02, 0.06)
    skin = np.array(_SKINS[rng.integers(len(_SKINS))]) * rng.uniform(0.8, 1.1)
    _draw_finger(canvas, tip, angle, wide, skin)


def add_hand(canvas: Canvas, rng: np.random.Generator) -> None:
    """Two to four fingers side by side, all reaching in from one edge."""
    size = canvas.image.shape[0]
    angle, wide = rng.uniform(0, 2 * np.pi), size * rng.uniform(0.02, 0.035)
    skin = np.array(_SKINS[rng.integers(len(_SKINS))]) * rng.uniform(0.7, 1.15)
    reach = np.array([np.cos(angle), np.sin(angle)])
    tip = size / 2 + reach * size * rng.uniform(0.15, 0.35)
    for number in range(int(rng.integers(2, 5))):
        beside = np.array([-reach[1], reach[0]]) * wide * 2.1 * number
        _draw_finger(canvas, tip + beside + reach * rng.normal(0, wide), angle, wide, skin)


def _draw_finger(canvas: Canvas, tip: Vector, angle: float, wide: float, skin: Vector) -> None:
    reach = np.array([np.cos(angle), np.sin(angle)])
    side = np.array([-reach[1], reach[0]]) * wide
    for share in np.linspace(1, 0.2, 7):
        outline = _finger_outline(tip, reach, side * share, canvas.image.shape[0])
        canvas.cover(outline.round().astype(np.int32), (skin * (1.05 - 0.4 * share**2)).tolist())


def _finger_outline(tip: Vector, reach: Vector, side: Vector, size: int) -> Vector:
    """A strip from ``tip`` (its round end) along ``reach`` to beyond the picture."""
    t = np.linspace(-np.pi / 2, np.pi / 2, 12)[:, None]
    rounded = tip - reach * np.cos(t) * np.hypot(*side) * 1.3 + side * np.sin(t)
    return np.vstack([rounded, tip + side + reach * size, tip - side + reach * size])


def random_scene(artwork: Sequence[ArtworkDeck], rng: np.random.Generator, size: int = SCENE_SIZE) -> Scene:
    """One scene of everything above, photographed."""
    canvas = random_canvas(artwork, rng, size)
    return Scene(photograph(canvas.image, rng), canvas.truth())


def random_canvas(artwork: Sequence[ArtworkDeck], rng: np.random.Generator, size: int) -> Canvas:
    """One scene before a camera has seen it."""
    canvas = Canvas(random_table(size, rng))
    view = random_view(size, rng)
    places = random_places(size, rng)
    deck = random_deck(artwork, rng)
    back = random_back(rng)
    face_down = 0.12 if rng.random() < 0.2 else 0.0
    seed = int(rng.integers(2**31))
    for place, name in zip(places, random_names(len(places), rng), strict=True):
        face = back if rng.random() < face_down else paper(deck.face(name), np.random.default_rng(seed))
        canvas.lay(face, view @ place_to_matrix(place), rng)
    for _ in range(int(rng.integers(1, 4)) if rng.random() < 0.15 else 0):
        add_finger(canvas, rng)
    if rng.random() < 0.25:
        shade = 1 - (noise((size, size), (3, 3), rng) > rng.uniform(0, 0.6)) * rng.uniform(0.15, 0.5)
        soft = cv2.GaussianBlur(shade.astype(np.float32), (0, 0), float(rng.uniform(2, 12)))
        canvas.image = np.asarray(canvas.image * soft[..., None], np.uint8)
    return canvas
