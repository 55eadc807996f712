"""Writes the networks as ONNX files that ``cv2.dnn`` of OpenCV 4.12 to 5 can read."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from .networks import CROP_HEIGHT, CROP_WIDTH

OPSET = 17


def export_detector(network: nn.Module, path: Path) -> None:
    """Write the detector; its height and width stay open."""
    axes = {"pixels": {2: "height", 3: "width"}, "maps": {2: "rows", 3: "columns"}}
    _export(network, torch.zeros(1, 3, 256, 320), path, "pixels", "maps", axes)


def export_classifier(network: nn.Module, path: Path) -> None:
    """Write the classifier; the number of crops stays open."""
    axes = {"crops": {0: "count"}, "guesses": {0: "count"}}
    _export(network, torch.zeros(2, 3, CROP_HEIGHT, CROP_WIDTH), path, "crops", "guesses", axes)


def _export(
    network: nn.Module, example: torch.Tensor, path: Path, given: str, answer: str, axes: dict[str, dict[int, str]]
) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    plain = network.to(memory_format=torch.contiguous_format).eval()
    torch.onnx.export(
        plain,
        (example,),
        str(path),
        input_names=[given],
        output_names=[answer],
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )
