"""Measures the card reader over photographs with known cards.

    python bench/read_photos.py MANIFEST --images DIR [--worst 20]

MANIFEST has one JSON object a line: ``file``, ``cards`` (rank then suit, each copy), and, where known,
``source_repo``, ``scene``, ``difficulty``, ``ambiguous`` (cards that count neither way). Cards of rank 9 to A
are counted, copies included; others in a photograph must not be read as any of these. Prints precision,
recall, F1, the share of photographs without a mistake, and milliseconds (decoding included) on one thread.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import cv2

from companion.vision import Reading, read_photo
from companion.vision.decode import decode_photo

RANKS = {"9", "10", "J", "Q", "K", "A"}
Row = dict[str, Any]


@dataclass(frozen=True)
class Result:
    """One photograph's score."""

    row: Row
    right: int
    missed: Counter[str]
    invented: Counter[str]
    sure: int
    sure_wrong: int
    decode_ms: float
    read_ms: float

    @property
    def exact(self) -> bool:
        return not self.missed and not self.invented


def measure(row: Row, images: Path) -> Result:
    """Read one photograph and compare."""
    started = time.perf_counter()
    image = decode_photo((images / row["file"]).read_bytes())
    decoded = time.perf_counter()
    reading = read_photo(image)
    return score(row, reading, (decoded - started) * 1000, (time.perf_counter() - decoded) * 1000)


def score(row: Row, reading: Reading, decode_ms: float, read_ms: float) -> Result:
    """Compare a reading with the truth as multisets of cards."""
    truth = Counter(card for card in row["cards"] if card[:-1] in RANKS)
    seen = Counter(str(one.card) for one in reading.cards)
    sure = Counter(str(one.card) for one in reading.cards if one.sure)
    doubtful: Counter[str] = Counter(row.get("ambiguous", ()))
    invented, missed = seen - truth - doubtful, truth - seen
    wrong = (sure - truth - doubtful).total()
    return Result(row, (truth & seen).total(), missed, invented, sure.total(), wrong, decode_ms, read_ms)


def summary(results: Sequence[Result]) -> list[str]:
    """Photographs, cards, precision, recall, F1, exact share, and the middle time."""
    right = sum(one.right for one in results)
    missed = sum(one.missed.total() for one in results)
    invented = sum(one.invented.total() for one in results)
    precision, recall = right / max(right + invented, 1), right / max(right + missed, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    exact = sum(one.exact for one in results) / len(results)
    times = sorted(one.decode_ms + one.read_ms for one in results)
    figures = (f"{value:.3f}" for value in (precision, recall, f1, exact))
    return [
        str(len(results)),
        str(right + missed),
        *figures,
        f"{statistics.median(times):.0f}",
        f"{times[int(len(times) * 0.95)]:.0f}",
    ]


def print_table(title: str, groups: Iterable[tuple[str, Sequence[Result]]]) -> None:
    """A Markdown table with a row for each group."""
    print(f"\n| {title} | photos | cards | precision | recall | F1 | exact | ms p50 | ms p95 |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name, results in groups:
        if results:
            print(f"| {name} | {' | '.join(summary(results))} |")


def grouped(results: Sequence[Result], key: Callable[[Result], str]) -> list[tuple[str, list[Result]]]:
    """Results by a key, in the order of the key."""
    names = sorted({key(one) for one in results})
    return [(name, [one for one in results if key(one) == name]) for name in names]


def cards_in_photo(result: Result) -> str:
    """Which class of card number the photograph falls into."""
    count = len(result.row["cards"])
    for most, name in ((1, "1"), (4, "2-4"), (9, "5-9")):
        if count <= most:
            return name
    return "10 or more"


def print_tables(results: Sequence[Result]) -> None:
    """Everything, by what is known of the photographs."""
    only = [one for one in results if one.row.get("pinochle_ranks_only")]
    print_table("set", [("all, 9-A cards", results), ("files of 9-A only", only)])
    print_table("difficulty", grouped(results, lambda one: str(one.row.get("difficulty", "-"))))
    print_table("scene", grouped(results, lambda one: str(one.row.get("scene", "-"))))
    print_table("cards in photo", grouped(results, cards_in_photo))
    print_table("source", grouped(results, lambda one: str(one.row.get("source_repo", "-")).split("/")[0]))
    sure, wrong = sum(one.sure for one in results), sum(one.sure_wrong for one in results)
    seen = sum(one.right + one.invented.total() for one in results)
    print(f"\nsure: {sure} of {seen} cards, {wrong} of them wrong")
    decode = statistics.median(one.decode_ms for one in results)
    print(f"milliseconds p50: decoding {decode:.0f}, reading {statistics.median(one.read_ms for one in results):.0f}")


def print_errors(results: Sequence[Result], most: int) -> None:
    """The photographs with the most mistakes, and what was mistaken."""
    bad = sorted(
        (one for one in results if not one.exact), key=lambda one: -(one.missed.total() + one.invented.total())
    )
    for one in bad[:most]:
        missed, invented = " ".join(one.missed.elements()), " ".join(one.invented.elements())
        print(f"{one.row['file']}: missed [{missed}] invented [{invented}]")


def main() -> None:
    """Measure every photograph of the manifest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("--images", type=Path, required=True)
    parser.add_argument("--worst", type=int, default=20, help="how many of the worst readings to list")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    rows = [json.loads(line) for line in arguments.manifest.read_text().splitlines() if line.strip()]
    results = [measure(row, arguments.images) for row in rows]
    print_tables(results)
    print_errors(results, arguments.worst)


if __name__ == "__main__":
    main()
