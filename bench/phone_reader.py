"""Reads photographs as a computer does and as a phone does, in WebAssembly (in Node), and says where they differ.

    python bench/phone_reader.py [FOLDER...] [--tables 40] [--site DIR]

Both are given the same pixels, of every picture in the folders and of rendered tables. With ``--site``, a folder that
``companion static`` wrote, Chromium reads the files as well, as it decodes them itself. A line for each that reads
differently, then how many were read, how well if a ``manifest.jsonl`` lists the cards, how long detector,
crops, pixels and the whole took, by the clock, on this machine in this run, and the memory. The server's and Chromium's
whole is from the file to the JPEG that is shown, Node's without either.
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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from itertools import chain, pairwise
from pathlib import Path
from statistics import median
from typing import IO, Any, NamedTuple, cast

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import cv2
import numpy as np
from platformdirs import user_cache_path

from bench.phone_chromium import ReaderInChromium, chromium, one_part_in, renderers
from bench.photo_score import Result, Row, score
from bench.photo_tables import summary
from companion.browser import pyodide
from companion.browser.build import OURS
from companion.browser.weights import networks
from companion.vision import Reading
from companion.vision.read import read_either_way
from companion.vision.serve import LONGEST_SHOWN
from companion.vision.stages.decode import decode_photo, encode_upright_jpeg
from companion.vision.stages.opencv import MODELS, Pixels

ROOT = Path(__file__).resolve().parents[1]
PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".avif"}
EVERY = 20
MOST_CARDS = 44
SLOWER = 4
PARTS = ("decoding", "reading", "encoding")
TIMED = 12
"""The number of pictures read again by a slower browser."""


class SaidByPhone(NamedTuple):
    """The phone's answer to one call."""

    said: Any
    """Arrays as NumPy's own."""
    ms: dict[str, float]
    memory: int
    """The present bytes of WebAssembly."""


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
    """A reading in the form of the phone's answer."""
    cards = [[str(seen.card), seen.sure, seen.confidence] for seen in reading.cards]
    return {
        "cards": cards,
        "maybe": [str(seen.card) for seen in reading.maybe],
        "notes": list(reading.notes),
        "turned": turned,
    }


def differences(server: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Return the differences of two readings: ``cards`` are those with their sure marks."""
    named = [sorted(card[:2] for card in each["cards"]) for each in (server, other)]
    rest = [name for name in ("maybe", "notes", "turned") if server[name] != other[name]]
    return (["cards"] if named[0] != named[1] else []) + rest


def read_on_server(photo: Pixels) -> tuple[dict[str, Any], Reading, Pixels]:
    """The reading as told, the reading itself, and the photo as shown."""
    shown, reading, _ = read_either_way(photo, None, None)
    return told(reading, shown is not photo), reading, shown


class Shot(NamedTuple):
    """A picture to be read."""

    name: str
    content: bytes
    row: Row | None = None
    """The truth about it, if known."""


def photographs(folders: Iterable[Path]) -> Iterator[Shot]:
    """Every picture of the folders, with its truth from the ``manifest.jsonl`` there."""
    for folder in folders:
        manifest = folder / "manifest.jsonl"
        lines = manifest.read_text(encoding="utf-8").splitlines() if manifest.exists() else []
        rows = {row["file"]: row for row in map(json.loads, filter(None, lines))}
        for file in sorted(folder.rglob("*")):
            if file.suffix.lower() in PICTURES:
                yield Shot(str(file), file.read_bytes(), rows.get(file.name))


def tables(count: int) -> Iterator[Shot]:
    """Rendered tables of drawn decks, of up to 44 cards: one to three melds side by side."""
    from training.drawn import DrawnDeck
    from training.melds import render_meld
    from training.styles import random_style

    for number in range(count):
        melds = [
            render_meld((), 3 * number + part, lambda art, rng: (DrawnDeck(random_style(rng), art, rng), "drawn"))
            for part in range(1 + number % 3)
        ]
        while sum(len(meld.cards) for _, meld in melds) > MOST_CARDS:
            melds.pop()
        picture = _png(decode_photo(_png(np.hstack([image for image, _ in melds]))))  # no browser makes it smaller
        cards = [card for _, meld in melds for card in meld.cards]
        yield Shot(f"table {number} of {len(cards)} cards", picture, {"file": f"table-{number}", "cards": cards})


def _png(image: Pixels) -> bytes:
    return cv2.imencode(".png", image)[1].tobytes()


class Comparison:
    """Reads pictures in all places, and adds up in what they differ and how long they take."""

    def __init__(self, node: ReaderInNode, browser: ReaderInChromium | None) -> None:
        self._node, self._browser = node, browser
        self._spent: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        self._different = defaultdict[str, int](int)
        self._scores: dict[str, list[Result]] = defaultdict(list)
        self._count = self._memory = 0

    def read(self, shot: Shot) -> Iterator[str]:
        """A line for each place that reads it otherwise than the server."""
        self._count += 1
        photo, here, reading = self._serve(shot.content)
        answer = self._node.call("read", photo)
        self._took("Node", answer.ms)
        self._memory = max(self._memory, answer.memory)
        yield from self._differs("Node", shot, here, answer.said)
        self._scored("server", shot, reading)
        if self._browser:
            seen, times = self._browser.read(shot.content)
            self._took("Chromium", times)
            self._scored("Chromium", shot, seen)
            yield from self._differs("Chromium", shot, here, {**told(seen, here["turned"]), "turned": here["turned"]})

    def _serve(self, content: bytes) -> tuple[Pixels, dict[str, Any], Reading]:
        """From the file to the JPEG that is shown, as the server does it."""
        clock = [time.perf_counter()]
        photo = decode_photo(content)
        clock.append(time.perf_counter())
        here, reading, shown = read_on_server(photo)
        clock.append(time.perf_counter())
        encode_upright_jpeg(shown, LONGEST_SHOWN)
        clock.append(time.perf_counter())
        parts = {part: (end - begun) * 1000 for part, (begun, end) in zip(PARTS, pairwise(clock), strict=True)}
        self._took("server", {**parts, "whole": sum(parts.values())})
        return photo, here, reading

    def slowed(self, browser: ReaderInChromium, shots: Sequence[Shot]) -> Iterator[str]:
        """The time that Chromium takes with its own throttle, and with turns of the processor."""
        ways = {"Chromium’s throttle": browser.throttled(SLOWER), "turns": one_part_in(SLOWER, renderers())}
        for way, slow in ways.items():
            with slow:
                for shot in shots:
                    self._took(f"Chromium, {SLOWER} times slower by {way}", browser.read(shot.content)[1])
        yield f"slowed: {len(shots)} pictures each; a throttle that changes no time does not reach the worker"

    def figures(self) -> Iterator[str]:
        """The sums."""
        yield f"{self._count} pictures; read otherwise than by the server: {dict(self._different)}"
        for place, parts in self._spent.items():
            medians = ", ".join(f"{part} {median(of):.0f}" for part, of in parts.items())
            yield f"{place}, milliseconds, median: {medians}"
        for place, results in self._scores.items():
            yield f"{place}: photos, cards, precision, recall, F1, exact: {', '.join(summary(results)[:6])}"
        yield f"WebAssembly’s memory in Node at its most: {self._memory / 1e6:.0f} MB"
        if self._browser:
            idle, now, most = (size / 1e6 for size in (self._browser.idle, *self._browser.memory()))
            yield f"Chromium’s page: {idle:.0f} MB idle, {now:.0f} MB with the worker, {most:.0f} MB at its most"

    def _took(self, place: str, ms: Mapping[str, float]) -> None:
        for part, value in ms.items():
            self._spent[place][part].append(value)

    def _scored(self, place: str, shot: Shot, reading: Reading) -> None:
        if shot.row:
            self._scores[place].append(score(shot.row, reading, {}))

    def _differs(self, place: str, shot: Shot, server: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
        found = differences(server, other)
        for part in found:
            self._different[f"{part} in {place}"] += 1
        if found:
            yield f"{shot.name}, {place}: {', '.join(found)}\n  server {server}\n  phone  {other}"


def compare(shots: Iterable[Shot], site: Path | None) -> Iterator[str]:
    """A line for each picture that reads differently, then the figures."""
    first: list[Shot] = []
    with phone() as there, chromium(site) if site else nullcontext() as browser:
        comparison = Comparison(there, browser)
        for number, shot in enumerate(shots, 1):
            first += [shot] if number <= TIMED else []
            yield from comparison.read(shot)
            if number % EVERY == 0:
                yield f"{number} read"
        if browser:
            yield from comparison.slowed(browser, first)
        yield from comparison.figures()


def main() -> None:
    """Compare all pictures of the folders, and as many rendered tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--tables", type=int, default=0, help="how many rendered tables are read, too")
    parser.add_argument("--site", type=Path, help="a folder of companion static: Chromium reads the files with it, too")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    for line in compare(chain(photographs(arguments.folders), tables(arguments.tables)), arguments.site):
        print(line, flush=True)


if __name__ == "__main__":
    main()
