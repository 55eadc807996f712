"""Inside Pyodide: answers what bench/phone_reader.py asks, a call of the reader's border or a whole reading."""

from __future__ import annotations

import json
import pickle
from math import prod
from typing import Any

import files  # type: ignore[import-not-found]  # registered by phone_reader.mjs

from companion.browser.reader import Frames
from companion.vision.read import read_either_way
from companion.vision.stages import wasm


def answer(line: str) -> str:
    """The answer in JSON to a call in JSON."""
    asked = json.loads(line)
    given = [_given(each) for each in asked["given"]]
    call = OWN.get(asked["name"]) or getattr(wasm, asked["name"])
    return json.dumps(_kept(call(*given), asked["into"]))


def _given(value: Any) -> Any:
    if isinstance(value, list):
        return [_given(each) for each in value]
    if not isinstance(value, dict):
        return value
    if "complex" in value:
        return complex(*value["complex"])
    kind = wasm.Maps if value["floats"] else wasm.Pixels
    return kind(files.read(value["file"]), tuple(value["shape"]))


def _kept(said: Any, into: str) -> Any:
    if isinstance(said, bytes):
        return [*said]
    if not isinstance(said, wasm.Pixels | wasm.Maps):
        return said
    floats = isinstance(said, wasm.Maps)
    files.write(into, said.at, prod(said.shape) * (4 if floats else 1))
    return {"file": into, "shape": said.shape, "floats": floats}


def _read(photo: Any) -> dict[str, Any]:
    shown, reading, _ = read_either_way(photo, None, None)
    cards = [[str(seen.card), seen.sure, seen.confidence] for seen in reading.cards]
    maybe = [str(seen.card) for seen in reading.maybe]
    return {"cards": cards, "maybe": maybe, "notes": reading.notes, "turned": shown is not photo}


_frames = Frames()


def _look(frame: Any) -> Any:
    return json.loads(_frames.look(frame, pickle.dumps((None, {}))))


OWN = {"read": _read, "look": _look}
