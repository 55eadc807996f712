"""The border to pixels and networks on a computer: OpenCV and NumPy. :mod:`.wasm` is that of a phone."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.stages.border import BEYOND, GREY, PADDING, SPREAD, WHITE, Light, Peak
from companion.vision.stages.letters import LETTERS

Pixels = npt.NDArray[np.uint8]
"""A picture, (height, width, 3) BGR. Of its attributes other stages use ``shape`` alone."""

Maps = npt.NDArray[np.float32]
"""The detector's answer, (5, rows, columns): the heat as a logit, then two vectors in pixels of the pass."""


def mirrored(photo: Pixels) -> Pixels:
    """The photo with left and right exchanged."""
    return np.asarray(cv2.flip(photo, 1), np.uint8)


def halved(picture: Pixels) -> Pixels:
    """The picture at half its size; an odd row or column at its end is left out, for exact halves are made fast."""
    height, width = (side // 2 for side in picture.shape[:2])
    even = picture[: 2 * height, : 2 * width]
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def brightest(photo: Pixels, step: int) -> float:
    """How bright the brightest hundredth of the photo is, 0 to 255, by every ``step``-th pixel across and down.

    A pixel is as bright as the brightest of its three colors.
    """
    return float(np.percentile(photo[::step, ::step].max(axis=2), 99))


def lightened(photo: Pixels, gain: float) -> Pixels:
    """The photo ``gain`` times as bright."""
    return np.asarray(cv2.convertScaleAbs(photo, alpha=gain), np.uint8)


def share_burnt(crop: Pixels) -> float:
    """How much of a cut-out index is mere white, from 0 to 1: thin strokes and pale colors are lost there."""
    white = cv2.inRange(crop, np.full(3, WHITE), np.full(3, 255))
    return cv2.countNonZero(white) / white.size


def photo_to_light(photo: Pixels, size: tuple[int, int]) -> Light:
    """How the photo is lit, seen at ``size``, width and height."""
    grey = _grey(photo, size)
    return Light(float(np.mean(grey)), float(np.std(grey)), float(cv2.Laplacian(grey, cv2.CV_64F).var()))


def photo_to_grey(photo: Pixels, size: tuple[int, int]) -> bytes:
    """How light each pixel of the photo is, seen at ``size``, row by row."""
    return _grey(photo, size).tobytes()


def _grey(photo: Pixels, size: tuple[int, int]) -> Pixels:
    small = cv2.resize(photo, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def resized(picture: Pixels, box: Sequence[int], size: tuple[int, int], padded: tuple[int, int]) -> Pixels:
    """Cut the box (left, top, right, bottom) out of the picture at ``size``, grey to the right and below.

    ``size`` and ``padded`` are width and height.
    """
    left, top, right, bottom = box
    smaller = cv2.resize(picture[top:bottom, left:right], size, interpolation=cv2.INTER_LINEAR)
    beside, below = padded[0] - size[0], padded[1] - size[1]
    whole = cv2.copyMakeBorder(smaller, 0, below, 0, beside, cv2.BORDER_CONSTANT, value=(PADDING,) * 3)
    return np.asarray(whole, np.uint8)


def warped(picture: Pixels, across: complex, down: complex, corner: complex, size: tuple[int, int]) -> Pixels:
    """A cut-out of ``size``, width and height, whose first pixel is at ``corner`` of the picture.

    The next one to the right is ``across`` from there, the next one below ``down``.
    """
    steps = np.array([(one.real, one.imag) for one in (across, down, corner)]).T
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(picture, steps, size, flags=flags, borderMode=cv2.BORDER_CONSTANT, borderValue=(BEYOND,) * 3)
    return np.asarray(cut, np.uint8)


def maps_to_peaks(maps: Maps, floor: float, most: int) -> list[Peak]:
    """The places with a logit above ``floor`` and no hotter neighbor, the hottest first, ``most`` at most."""
    logits = np.ascontiguousarray(maps[0])
    rows, columns = np.nonzero((logits >= cv2.dilate(logits, np.ones((3, 3), np.uint8))) & (logits > floor))
    order = np.argsort(-logits[rows, columns], kind="stable")[:most]
    return [_peak(maps, row, column) for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True)]


def _peak(maps: Maps, row: int, column: int) -> Peak:
    heat = maps[0]
    beside = heat[row, max(0, column - 1) : column + 2].tolist()
    along = heat[max(0, row - 1) : row + 2, column].tolist()
    return Peak(row, column, float(heat[row, column]), beside, along, maps[1:, row, column].tolist())


MODELS = Path(__file__).parents[1] / "models"
USUAL_PASS = (1, 3, 480, 640)
"""OpenCV 4.12 chooses by the first picture how a layer is computed from then on: the detector's has this shape."""

AT_ONCE = 16
"""More crops in one pass would not be named sooner, and take more memory."""

Blob = npt.NDArray[np.float32]

_own = threading.local()


def pass_to_maps(picture: Pixels) -> Maps:
    """The detector's answer for one pass: heat and vectors, (5, rows, columns)."""
    return _ask("detector", _blob([picture]))[0]


class Answers(NamedTuple):
    """The classifier's answers for some crops: twelve logits each, 1,536 features, one logit for each of ``LETTERS``.

    The twelve come from the features.
    """

    guesses: npt.NDArray[np.float32]
    features: npt.NDArray[np.float32]
    letters: npt.NDArray[np.float32]


def crops_to_answers(crops: Sequence[Pixels]) -> Answers:
    """The classifier's answers for all crops, :data:`AT_ONCE` in each forward pass."""
    answers = [_look(blob) for blob in _blobs(crops)]
    if not answers:
        return Answers(*(np.zeros((0, width), np.float32) for width in (12, 1536, len(LETTERS))))
    return Answers(*(np.concatenate(parts) for parts in zip(*answers, strict=True)))


def _look(crops: Blob) -> Answers:
    net = _network("classifier")
    net.setInput(crops)
    return Answers(*(np.asarray(answer, np.float32) for answer in net.forward(Answers._fields)))


def answers_to_logits(answers: Answers, weights: Blob | None = None) -> list[Sequence[float]]:
    """Of each crop the logits of ranks, suits and letters, and then what a deck's ``weights`` add (``looks.PARTS``)."""
    said: list[list[float]] = np.hstack([answers.guesses, answers.letters]).tolist()
    if weights is None:
        return [*said]
    learned: list[list[float]] = np.asarray(answers.features @ weights.T, np.float32).tolist()
    return [of_all + of_deck for of_all, of_deck in zip(said, learned, strict=True)]


def crops_to_logits(crops: Sequence[Pixels], weights: Blob | None = None) -> list[Sequence[float]]:
    """Return :func:`answers_to_logits` of the classifier's answers for all crops."""
    return answers_to_logits(crops_to_answers(crops), weights)


def faces_to_kinds(faces: Sequence[Pixels]) -> list[list[float]]:
    """For each face, of at least one, a logit for each kind of card (``KIND_OF``) that it may show."""
    return _ask_all("kinds", faces)


def views_to_sides(views: Sequence[Pixels]) -> list[float]:
    """Return for each of at least one view of an index the logit that its card is to the left."""
    return [left for (left,) in _ask_all("sides", views)]


def crops_to_sight(crops: Sequence[Pixels]) -> list[float]:
    """The logit, for each of at least one crop of an index, that nothing covers it."""
    return [uncovered for (uncovered,) in _ask_all("sight", crops)]


def views_to_poses(views: Sequence[Pixels]) -> list[list[float]]:
    """Return the pose of the index in each of at least one view, in half heights of its supposed pose.

    That is how far its middle is to the right and down, and its vector to the top, right and down.
    """
    return _ask_all("poses", views)


def _ask_all(name: str, pictures: Sequence[Pixels]) -> list[list[float]]:
    return [row for blob in _blobs(pictures) for row in _ask(name, blob).tolist()]


def _ask(name: str, pictures: Blob) -> npt.NDArray[np.float32]:
    net = _network(name)
    net.setInput(pictures)
    return np.asarray(net.forward(), np.float32)


def _blobs(pictures: Sequence[Pixels]) -> Iterator[Blob]:
    """Pictures of one size as a network takes them, :data:`AT_ONCE` in each."""
    return (_blob(pictures[first : first + AT_ONCE]) for first in range(0, len(pictures), AT_ONCE))


def _blob(pictures: Sequence[Pixels]) -> Blob:
    return np.asarray(cv2.dnn.blobFromImages(list(pictures), 1 / SPREAD, mean=(GREY, GREY, GREY)), np.float32)


def _network(name: str) -> cv2.dnn.Net:
    """This thread's own copy: a ``cv2.dnn`` network cannot serve two threads at once."""
    net = getattr(_own, name, None)
    if net is None:
        # OpenCV 5 has two engines; for nets as small as these the older one is the faster. OpenCV 4 has no other.
        engine = [cv2.dnn.ENGINE_CLASSIC] if hasattr(cv2.dnn, "ENGINE_CLASSIC") else []
        net = cv2.dnn.readNetFromONNX(str(MODELS / f"{name}.onnx"), *engine)
        if name == "detector":
            net.setInput(np.zeros(USUAL_PASS, np.float32))
            net.forward()
        setattr(_own, name, net)
    return net
