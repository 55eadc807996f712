"""The two trained networks, read from ``models/`` and run by ``cv2.dnn``."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from .spots import Maps, Pixels

MODELS = Path(__file__).parent / "models"
_own = threading.local()


def pass_to_maps(picture: Pixels) -> Maps:
    """The detector's answer for one pass: heat and vectors, (5, rows, columns)."""
    net = _network("detector")
    net.setInput(cv2.dnn.blobFromImage(picture))
    return np.asarray(net.forward()[0], np.float32)


def crops_to_answers(crops: Sequence[Pixels]) -> npt.NDArray[np.float32]:
    """The classifier's twelve logits for each crop, all crops in one forward pass."""
    if not crops:
        return np.zeros((0, 12), np.float32)
    net = _network("classifier")
    net.setInput(cv2.dnn.blobFromImages(list(crops)))
    return np.asarray(net.forward(), np.float32)


def _network(name: str) -> cv2.dnn.Net:
    """This thread's own copy: a ``cv2.dnn`` network cannot serve two threads at once."""
    net = getattr(_own, name, None)
    if net is None:
        net = cv2.dnn.readNetFromONNX(str(MODELS / f"{name}.onnx"))
        setattr(_own, name, net)
    return net
