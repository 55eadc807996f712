"""``python -m training.mean ONE.onnx OTHER.onnx OUT.onnx``: a network with the mean of two trained networks' weights.

One that was trained further from the other reads other pictures better and worse; their mean often reads both well.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import onnx
from onnx import numpy_helper


def mean_of(one: onnx.ModelProto, other: onnx.ModelProto) -> onnx.ModelProto:
    """``one`` with the mean of both models' weights.

    :raises ValueError: if their layers differ.
    """
    mean = onnx.ModelProto()
    mean.CopyFrom(one)
    for (weight, others), (_, copies) in zip(_weights(other), _weights(mean), strict=True):
        if list(others.dims) != list(copies.dims):
            raise ValueError(f"{weight} is {list(others.dims)} in one model and {list(copies.dims)} in the other")
        values = (numpy_helper.to_array(others) + numpy_helper.to_array(copies)) / 2
        copies.CopyFrom(numpy_helper.from_array(values.astype("float32"), copies.name))
    return mean


def _weights(model: onnx.ModelProto) -> list[tuple[str, onnx.TensorProto]]:
    """The weight and bias of each layer, in order, with a name for them."""
    values = {each.name: each for each in model.graph.initializer}
    layers = [node for node in model.graph.node if node.op_type in ("Conv", "Gemm")]
    return [
        (f"{kind} {number}", values[node.input[place]])
        for number, node in enumerate(layers, 1)
        for place, kind in ((1, "weight"), (2, "bias"))
    ]


def main() -> None:
    """Write the mean."""
    parser = argparse.ArgumentParser(prog="python -m training.mean", description="The mean of two models' weights.")
    for name in ("one", "other", "out"):
        parser.add_argument(name, type=Path)
    arguments = parser.parse_args()
    onnx.save(mean_of(onnx.load(str(arguments.one)), onnx.load(str(arguments.other))), str(arguments.out))


if __name__ == "__main__":
    main()
