"""Rebuilds the networks from their ONNX files, so that training can go on where the committed models are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from training.networks import Further

N = TypeVar("N", bound=nn.Module)


def load_weights(network: N, path: Path, examples: Tensor, *, last: bool = False) -> N:
    """Give a fresh network the weights of an ONNX file; it then answers as the file does.

    Behind this network's layers the file may hold others (or before them, if they are the ``last``), and it may lack
    what only adds (:class:`.networks.Further`).
    Each normalisation is folded into the layer before it there. Here it is unfolded again, to what the layer gives on
    ``examples`` (pixels as they are trained with), so that training may normalise by its batches.

    :raises ValueError: if the file's layers are not this network's.
    """
    stored = _stored_layers(path)
    if last:
        stored = stored[-len(_layers_in(network, [])) :]
    layers = _layers_in(network, [tuple(weight.shape) for weight, _ in stored])
    stored = stored[: len(layers)]
    if [tuple(layer.weight.shape) for layer in layers] != [tuple(weight.shape) for weight, _ in stored]:
        raise ValueError(f"the layers of {path} are not those of a {type(network).__name__}")
    norms = {layer: norm for layer, norm in _norms_after(network).items() if layer in layers}
    for layer, (weight, bias) in zip(layers, stored, strict=True):
        layer.weight.data.copy_(weight)
        if layer in norms:
            _fold(norms[layer], bias)
        elif layer.bias is not None:
            layer.bias.data.copy_(bias)
    _unfold(network.eval(), list(norms.values()), examples)
    return network


def _layers_in(network: nn.Module, stored: Sequence[tuple[int, ...]]) -> list[nn.Conv2d | nn.Linear]:
    """The network's layers in order, without those that only add and are not ``stored``, by their shapes."""
    adding = {layer for module in network.modules() if isinstance(module, Further) for layer in module.modules()}
    found: list[nn.Conv2d | nn.Linear] = []
    for layer in network.modules():
        if isinstance(layer, nn.Conv2d | nn.Linear):
            is_next = len(found) < len(stored) and tuple(layer.weight.shape) == stored[len(found)]
            if is_next or layer not in adding:
                found.append(layer)
    return found


def _stored_layers(path: Path) -> list[tuple[Tensor, Tensor]]:
    """Weight and bias of each layer of the file, in order."""
    layers = layers_of(onnx.load(str(path)))
    return [(_to_tensor(weight), _to_tensor(bias)) for weight, bias in layers]


def _to_tensor(values: onnx.TensorProto) -> Tensor:
    return torch.from_numpy(numpy_helper.to_array(values).copy())


def layers_of(model: onnx.ModelProto) -> list[tuple[onnx.TensorProto, onnx.TensorProto]]:
    """Weight and bias of each layer of the model, in order, as it holds them.

    :raises ValueError: if it keeps them in half precision, as the small networks do.
    """
    if any(node.op_type == "Cast" for node in model.graph.node):
        raise ValueError("this model keeps its weights in half precision: go on from its checkpoint")
    values = {each.name: each for each in model.graph.initializer}
    return [(values[n.input[1]], values[n.input[2]]) for n in model.graph.node if n.op_type in ("Conv", "Gemm")]


def _norms_after(network: nn.Module) -> dict[nn.Module, nn.BatchNorm2d]:
    """Each layer that a normalisation follows, with it."""
    blocks = [list(block.children()) for block in network.modules() if isinstance(block, nn.Sequential)]
    return {
        before: after
        for children in blocks
        for before, after in pairwise(children)
        if isinstance(after, nn.BatchNorm2d)
    }


def _fold(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    """Make it only add the bias."""
    _set(norm, torch.zeros_like(bias), torch.full_like(bias, 1 - norm.eps), torch.ones_like(bias), bias)


def _set(norm: nn.BatchNorm2d, mean: Tensor, spread: Tensor, weight: Tensor, bias: Tensor) -> None:
    kept = {"running_mean": mean, "running_var": spread, "weight": weight, "bias": bias}
    norm.load_state_dict(norm.state_dict() | kept)


@torch.no_grad()
def _unfold(network: nn.Module, norms: list[nn.BatchNorm2d], examples: Tensor) -> None:
    """Make each normalise what it is given on the examples, and give the same as before."""
    given: dict[nn.Module, Tensor] = {}
    hooks = [norm.register_forward_hook(lambda norm, inputs, _: given.update({norm: inputs[0]})) for norm in norms]
    network(examples)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        mean, spread = given[norm].mean((0, 2, 3)), given[norm].var((0, 2, 3))
        _set(norm, mean, spread, (spread + norm.eps).sqrt(), norm.bias.data + mean)
