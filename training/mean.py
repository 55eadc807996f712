"""``python -m training.mean ONE.onnx OTHER.onnx OUT.onnx``: a network with the mean of two trained networks' weights.

One that was trained further from the other reads other pictures better and worse; their mean often reads both well.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import onnx
from onnx import numpy_helper

from training.from_models import layers_of


def mean_of(one: onnx.ModelProto, other: onnx.ModelProto) -> onnx.ModelProto:
    """``one`` with the mean of both models' weights.

    :raises ValueError: if their layers differ, or are kept in half precision.
    """
    mean = onnx.ModelProto()
    mean.CopyFrom(one)
    for layer, others in zip(layers_of(mean), layers_of(other), strict=True):
        for values, added in zip(layer, others, strict=True):
            if list(values.dims) != list(added.dims):
                raise ValueError(f"{values.name} is {list(values.dims)} in one model, {list(added.dims)} in the other")
            halved = (numpy_helper.to_array(values) + numpy_helper.to_array(added)) / 2
            values.CopyFrom(numpy_helper.from_array(halved.astype("float32"), values.name))
    return mean


def main() -> None:
    """Write the mean."""
    parser = argparse.ArgumentParser(prog="python -m training.mean", description="The mean of two models' weights.")
    for name in ("one", "other", "out"):
        parser.add_argument(name, type=Path)
    arguments = parser.parse_args()
    onnx.save(mean_of(onnx.load(str(arguments.one)), onnx.load(str(arguments.other))), str(arguments.out))


if __name__ == "__main__":
    main()
