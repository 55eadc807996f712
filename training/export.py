"""Writes the networks as ONNX files that ``cv2.dnn`` of OpenCV 4.12 to 5 can read."""

from __future__ import annotations

import copy
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import Tensor, nn

from companion.vision.stages.trust import FACE_HEIGHT, FACE_WIDTH
from training.networks import CROP_HEIGHT, CROP_WIDTH, Classifier, Glance, Kinds, Letters, Pose

OPSET = 17

SMALL = {
    Kinds: ("faces", "kinds", (FACE_HEIGHT, FACE_WIDTH)),
    Glance: ("crops", "answers", (CROP_HEIGHT, CROP_WIDTH)),
    Pose: ("views", "poses", (CROP_HEIGHT, CROP_WIDTH)),
}
"""The input and the output of each small network, and the pictures' height and width."""


def export_detector(network: nn.Module, path: Path) -> None:
    """Write the detector; its height and width stay open."""
    axes = {"pixels": {2: "height", 3: "width"}, "maps": {2: "rows", 3: "columns"}}
    _export(network, torch.zeros(1, 3, 256, 320), path, axes)


def export_classifier(network: Classifier, letters: Letters, path: Path) -> None:
    """Write the classifier with the letters' layers; the number of crops stays open.

    Its features are what a deck is taught with.
    """
    axes = {"crops": {0: "count"}, "guesses": {0: "count"}, "features": {0: "count"}, "letters": {0: "count"}}
    _export(_Both(network, letters), torch.zeros(2, 3, CROP_HEIGHT, CROP_WIDTH), path, axes)


def export_small(network: Kinds | Glance | Pose, path: Path) -> None:
    """Write one of the small networks, in half precision; the number of its pictures stays open."""
    given, answers, size = SMALL[type(network)]
    _export(network, torch.zeros(2, 3, *size), path, {given: {0: "count"}, answers: {0: "count"}})
    _halve(path)


def _halve(path: Path) -> None:
    """Keep a model's weights in half precision, and make of them what they were when it is loaded.

    For the small networks, whose word is weighed with others': what is rounded is far below what they err by.
    """
    model = onnx.load(str(path))
    graph, casts = model.graph, []
    for values in graph.initializer:
        if values.data_type == onnx.TensorProto.FLOAT:
            halved = numpy_helper.to_array(values).astype(np.float16)
            casts.append(helper.make_node("Cast", [f"{values.name}_half"], [values.name], to=onnx.TensorProto.FLOAT))
            values.CopyFrom(numpy_helper.from_array(halved, f"{values.name}_half"))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


class _Both(nn.Module):
    """The classifier's layers come first: :func:`training.from_models.load_weights` counts on it."""

    def __init__(self, classifier: Classifier, letters: Letters) -> None:
        super().__init__()
        self.classifier, self.letters = classifier, letters

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        maps = self.classifier.maps(crops)
        features = self.classifier.from_maps(maps)
        return self.classifier.answer(features), features, self.letters(maps)


def _export(network: nn.Module, example: Tensor, path: Path, axes: dict[str, dict[int, str]]) -> None:
    """Export the network; ``axes`` names the inputs, then the outputs, and which of their sides stay open."""
    path.parent.mkdir(parents=True, exist_ok=True)
    plain = copy.deepcopy(network).to("cpu", memory_format=torch.contiguous_format).eval()
    given, *answers = axes
    torch.onnx.export(
        plain,
        (example,),
        str(path),
        input_names=[given],
        output_names=answers,
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )
