"""The reader's networks as a phone takes them: all in one file, read from ONNX's own format, which nothing else knows.

The file is a line of JSON with the steps of each network, then the weights as they are stored. ``border.js`` runs it.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from struct import unpack
from typing import Any, NamedTuple

NETWORKS = ("detector", "classifier", "kinds", "poses", "sides", "sight")
Fields = Mapping[int, Sequence[Any]]
"""The values of a message by their field number: whole numbers, or bytes."""
FLOAT, HALF = 1, 10
PLAIN = {"MaxPool": "pool", "Resize": "enlarge", "Flatten": "planes", "Concat": "planes"}
"""The steps without parameters."""


class Tensor(NamedTuple):
    """Numbers of a network, as the file stores them."""

    shape: Sequence[int]
    kind: int
    raw: bytes


def networks(models: Path) -> bytes:
    """All networks of the folder in one file.

    :raises ValueError: if one has a step that phones don't know.
    """
    weights = bytearray()
    plans = {name: _Recipe((models / f"{name}.onnx").read_bytes(), weights).to_dict() for name in NETWORKS}
    return json.dumps(plans, separators=(",", ":")).encode() + b"\n" + weights


def _fields(message: bytes) -> Fields:
    """The fields of a message in the format of Protocol Buffers."""
    found: dict[int, list[Any]] = defaultdict(list)
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        if key & 7 == 0:
            value, at = _varint(message, at)
            found[key >> 3].append(value)
            continue
        size, at = _varint(message, at) if key & 7 == 2 else ({1: 8, 5: 4}[key & 7], at)
        found[key >> 3].append(message[at : at + size])
        at += size
    return found


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value, shift = 0, 0
    while message[at] & 0x80:
        value |= (message[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
    return value | message[at] << shift, at + 1


def _texts(fields: Fields, number: int) -> list[str]:
    return [value.decode() for value in fields.get(number, ())]


def _name(fields: Fields, number: int = 1) -> str:
    return _texts(fields, number)[0]


def _tensor(fields: Fields) -> Tensor:
    return Tensor(fields.get(1, ()), fields[2][0], fields[9][0] if 9 in fields else b"")


def _attributes(node: Fields) -> dict[str, Any]:
    """The attributes of a node: each a tensor, whole numbers or one of them."""
    found = {_name(each): each for each in map(_fields, node.get(5, ()))}
    return {
        name: _tensor(_fields(each[5][0])) if 5 in each else each.get(8) or each.get(3, (0,))[0]
        for name, each in found.items()
    }


class _Recipe:
    """The steps of one network; a step that only changes another's result is merged with it."""

    def __init__(self, content: bytes, weights: bytearray) -> None:
        graph = _fields(_fields(content)[7][0])
        self._weights = weights
        self._tensors = {_name(each, 8): _tensor(each) for each in map(_fields, graph[5])}
        self._input, self._outputs = _name(_fields(graph[11][0])), [_name(_fields(each)) for each in graph[12]]
        self._steps: list[dict[str, Any]] = []
        nodes = [_fields(each) for each in graph[1]]
        self._uses = Counter(name for node in nodes for name in _texts(node, 1))
        for node in nodes:
            self._take(node)

    def to_dict(self) -> dict[str, Any]:
        return {"input": self._input, "steps": self._steps, "outputs": self._outputs}

    def _take(self, node: Fields) -> None:
        kind, into, out, given = _name(node, 4), _texts(node, 1), _name(node, 2), _attributes(node)
        if kind == "Constant":
            self._tensors[out] = given["value"]
        elif kind == "Cast":
            self._tensors[out] = self._tensors[into[0]]
        elif kind == "Conv":
            stride, pad, dilation = (given[name][0] for name in ("strides", "pads", "dilations"))
            self._weigh("conv", into, out, stride=stride, pad=pad, dilation=dilation)
        elif kind == "Gemm":
            self._weigh("sum", into, out)
        elif kind in PLAIN:
            self._steps.append({"kind": PLAIN[kind], "from": into if kind == "Concat" else into[:1], "to": out})
        elif kind == "Relu":
            self._last(into[0], out)["relu"] = 1
        elif kind == "Mul":
            factor = self._tensors[into[1]]
            self._last(into[0], out)["factor"] = unpack("<e" if factor.kind == HALF else "<f", factor.raw)[0]
        elif kind == "Add":
            self._last(into[1], out)["from"].append(into[0])
        else:
            raise ValueError(f"no phone knows the step {kind} of a network")

    def _weigh(self, kind: str, into: Sequence[str], out: str, **numbers: int) -> None:
        weights, bias = (self._stored(self._tensors[name]) for name in into[1:])
        step = {"kind": kind, "from": [into[0]], "to": out, "weights": weights, "bias": bias, "factor": 1.0, **numbers}
        self._steps.append(step)

    def _stored(self, tensor: Tensor) -> dict[str, Any]:
        if tensor.kind not in {FLOAT, HALF}:
            raise ValueError(f"weights of kind {tensor.kind} are none that phones know")
        self._weights += b"\0" * (-len(self._weights) % 4)
        at = len(self._weights)
        self._weights += tensor.raw
        return {"at": at, "bytes": len(tensor.raw), "half": tensor.kind == HALF, "shape": tensor.shape}

    def _last(self, name: str, out: str) -> dict[str, Any]:
        """The step before, which gives ``name`` to this one alone, and now ``out``."""
        last = self._steps[-1]
        if last["to"] != name or self._uses[name] != 1 or "relu" in last:
            raise ValueError(f"{name} is not what the step before gives to this one alone")
        last["to"] = out
        return last
