"""Cards on a table one over the other, with the truth of every index in sight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.stages.letters import LETTERS
from training.faces import FACE_HEIGHT, FACE_WIDTH, RANKS, SUITS, Face, Mark, Pixels
from training.layout import Place

Matrix = npt.NDArray[np.float64]

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
    """A picture of cards, one put on after the other, and beside it whose card each pixel shows."""

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
        """Cover the picture with something that is no card."""
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
        """Return every card of the picture, by name, with the share in sight of its best index."""
        return [
            (face.name, max(self.share_in_sight(number, mark, matrix) for mark in face.marks))
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
        visible = self.share_in_sight(number, mark, matrix)
        letter = LETTERS.index(face.letter or (rank if rank in RANKS else "other"))
        return (*at, *(middle - at), *(top - at), rank_class, SUITS.index(face.name[-1]), visible, letter)

    def share_in_sight(self, number: int, mark: Mark, matrix: Matrix) -> float:
        """Return how much of the ``number``-th card's index is in the picture and not covered."""
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
