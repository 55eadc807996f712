"""The trained networks, read from ``models/`` and run by ``cv2.dnn``."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.stages.letters import LETTERS
from companion.vision.stages.pixels import Maps, Pixels

MODELS = Path(__file__).parents[1] / "models"
GREY, SPREAD = 128.0, 64.0
"""The networks see a channel of a pixel as how far it is from the first, as a share of the second."""

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
    """What the classifier says of some crops: twelve logits each, 1,536 features, one logit for each of ``LETTERS``.

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


def answers_to_logits(answers: Answers, learned: Blob | None = None) -> list[Sequence[float]]:
    """Of each crop the logits of ranks, suits and letters, and then what was ``learned`` of it (``looks.PARTS``)."""
    said: list[list[float]] = np.hstack([answers.guesses, answers.letters]).tolist()
    if learned is None:
        return [*said]
    return [of_all + of_deck for of_all, of_deck in zip(said, learned.tolist(), strict=True)]


def faces_to_kinds(faces: Sequence[Pixels]) -> list[list[float]]:
    """For each face, of at least one, a logit for each kind of card (``KIND_OF``) that it may show."""
    return _ask_all("kinds", faces)


def views_to_sides(views: Sequence[Pixels]) -> list[float]:
    """The logit, for each of at least one view of an index, that its card lies to the left."""
    return [left for (left,) in _ask_all("sides", views)]


def crops_to_sight(crops: Sequence[Pixels]) -> list[float]:
    """The logit, for each of at least one crop of an index, that nothing covers it."""
    return [uncovered for (uncovered,) in _ask_all("sight", crops)]


def views_to_poses(views: Sequence[Pixels]) -> list[list[float]]:
    """How the index in each of at least one view stands, in half heights as it was taken to stand.

    That is how far its middle is to the right and down, and its vector to the top, right and down.
    """
    return _ask_all("poses", views)


def _ask_all(name: str, pictures: Sequence[Pixels]) -> list[list[float]]:
    """What the network of this name answers of each picture."""
    return [row for blob in _blobs(pictures) for row in _ask(name, blob).tolist()]


def _ask(name: str, pictures: Blob) -> npt.NDArray[np.float32]:
    """The one answer of the network of this name."""
    net = _network(name)
    net.setInput(pictures)
    return np.asarray(net.forward(), np.float32)


def _blobs(pictures: Sequence[Pixels]) -> Iterator[Blob]:
    """Pictures of one size as a network takes them, :data:`AT_ONCE` in each."""
    return (_blob(pictures[first : first + AT_ONCE]) for first in range(0, len(pictures), AT_ONCE))


def _blob(pictures: Sequence[Pixels]) -> Blob:
    return np.asarray(cv2.dnn.blobFromImages(list(pictures), 1 / SPREAD, mean=(GREY, GREY, GREY)), np.float32)


@lru_cache(maxsize=1)
def classifier_digest() -> str:
    """Twelve letters that change with the classifier."""
    return hashlib.sha256((MODELS / "classifier.onnx").read_bytes()).hexdigest()[:12]


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
