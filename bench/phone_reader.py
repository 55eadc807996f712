"""Reads photographs as a computer does and as a phone does, in WebAssembly (in Node), and says where they differ.

    python bench/phone_reader.py FOLDER...

Both are given the same pixels, of every picture in the folders. A line for each that reads differently, then how many
were read and how long detector, crops, pixels and the whole took, by the clock, on this machine in this run.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import IO, Any, NamedTuple, cast

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import cv2
import numpy as np
from platformdirs import user_cache_path

from companion.browser import pyodide
from companion.browser.build import OURS
from companion.browser.weights import networks
from companion.vision import Reading
from companion.vision.read import read_either_way
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.opencv import MODELS, Pixels

ROOT = Path(__file__).resolve().parents[1]
PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".avif"}
EVERY = 20


class SaidByPhone(NamedTuple):
    """What the phone answered to one call."""

    said: Any
    """Arrays as NumPy's own."""
    ms: dict[str, float]
    memory: int
    """How many bytes WebAssembly has by now."""


class ReaderInNode:
    """Pyodide in Node with the reader's border in WebAssembly."""

    def __init__(self, process: subprocess.Popen[str], folder: Path) -> None:
        self._questions, self._answers = cast("IO[str]", process.stdin), cast("IO[str]", process.stdout)
        self._folder = folder
        self._next()

    def call(self, name: str, *given: Any) -> SaidByPhone:
        """Ask :mod:`companion.vision.stages.wasm` by name, ``read`` for a whole reading, or ``look`` for a frame.

        :raises RuntimeError: if it fails; the message ends with the error there.
        """
        into = self._folder / "answer"
        asked = {"name": name, "given": [self._sent(value, f"{place}") for place, value in enumerate(given)]}
        self._questions.write(json.dumps({**asked, "into": str(into)}) + "\n")
        self._questions.flush()
        answered = self._next()
        return SaidByPhone(self._got(answered["said"]), answered["ms"], answered["memory"])

    def _next(self) -> dict[str, Any]:
        line = self._answers.readline()
        if not line:
            raise RuntimeError((self._folder / "log").read_text(encoding="utf-8")[-2000:])
        found: dict[str, Any] = json.loads(line)
        return found

    def _sent(self, value: Any, place: str) -> Any:
        if isinstance(value, np.ndarray):
            file = self._folder / place
            file.write_bytes(np.ascontiguousarray(value).tobytes())
            return {"file": str(file), "shape": value.shape, "floats": value.dtype == np.float32}
        if isinstance(value, complex):
            return {"complex": [value.real, value.imag]}
        if isinstance(value, (list, tuple)):
            return [self._sent(each, f"{place}-{number}") for number, each in enumerate(value)]
        return value

    def _got(self, said: Any) -> Any:
        if isinstance(said, dict) and "floats" in said:
            return np.fromfile(said["file"], np.float32 if said["floats"] else np.uint8).reshape(said["shape"])
        return said


@contextmanager
def phone(build: str = "border.wasm") -> Iterator[ReaderInNode]:
    """A phone that has loaded the networks, with one of the two builds."""
    node = shutil.which("node") or "node"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part, content in pyodide.parts(user_cache_path("pinochle-companion")).items():
            (folder / part).write_bytes(content)
        (folder / "weights").write_bytes(networks(MODELS))
        argv: list[str | Path] = [
            node,
            ROOT / "bench" / "phone_reader.mjs",
            folder,
            ROOT,
            OURS / build,
            folder / "weights",
        ]
        with (
            (folder / "log").open("w") as log,
            subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True) as process,
            cast("IO[str]", process.stdin),  # closed, it ends the process
        ):
            yield ReaderInNode(process, folder)


def told(reading: Reading, turned: bool) -> dict[str, Any]:
    """What a reading says, as the phone's answer has it."""
    cards = [[str(seen.card), seen.sure, seen.confidence] for seen in reading.cards]
    return {
        "cards": cards,
        "maybe": [str(seen.card) for seen in reading.maybe],
        "notes": list(reading.notes),
        "turned": turned,
    }


def differences(server: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """In what the two readings differ: ``cards`` are those with their sure marks."""
    named = [sorted(card[:2] for card in each["cards"]) for each in (server, other)]
    rest = [name for name in ("maybe", "notes", "turned") if server[name] != other[name]]
    return (["cards"] if named[0] != named[1] else []) + rest


def read_on_server(photo: Pixels) -> tuple[dict[str, Any], float]:
    """The reading, and the milliseconds that it took by the clock."""
    began = time.perf_counter()
    shown, reading = read_either_way(photo, None, None)
    return told(reading, shown is not photo), (time.perf_counter() - began) * 1000


def compare(files: Sequence[Path]) -> Iterator[str]:
    """A line for each picture that reads differently, then the figures."""
    spent: dict[str, list[float]] = defaultdict(list)
    memory, different = 0, defaultdict[str, int](int)
    with phone() as there:
        for number, file in enumerate(files, 1):
            photo = decode_photo(file.read_bytes())
            here, ms = read_on_server(photo)
            answer = there.call("read", photo)
            spent["server"].append(ms)
            for part in ("detector", "crops", "pixels", "whole"):
                spent[part].append(answer.ms.get(part, 0.0))
            memory = max(memory, answer.memory)
            found = differences(here, answer.said)
            for part in found:
                different[part] += 1
            if found:
                yield f"{file}: {', '.join(found)}\n  server {here}\n  phone  {answer.said}"
            if number % EVERY == 0:
                yield f"{number} of {len(files)} read"
    equal = len(files) - different["cards"]
    yield f"{len(files)} pictures, {equal} with the same cards and sure marks; different: {dict(different)}"
    yield "milliseconds, median: " + ", ".join(f"{part} {median(values):.0f}" for part, values in spent.items())
    yield f"WebAssembly's memory at its most: {memory / 1e6:.0f} MB"


def main() -> None:
    """Compare all pictures of the folders."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    folders = parser.parse_args().folders
    cv2.setNumThreads(1)
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.suffix.lower() in PICTURES)
    for line in compare(files):
        print(line, flush=True)


if __name__ == "__main__":
    main()
