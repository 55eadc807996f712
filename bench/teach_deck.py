"""The effect of teaching a deck: it should improve, and all others keep their score.

    python bench/teach_deck.py MANIFEST --images DIR

The photographs of each source, a deck, are parted in two halves: on one the deck is taught, on the other it is
measured, before and after. With each taught deck, photographs of the other sources are read, too. What is learned is
thrown away.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import cv2

from bench.photo_score import Result, Row, score
from bench.photo_tables import summary
from companion.cards import Card, parse_card
from companion.vision import read_photo
from companion.vision.deck import Deck, DeckError
from companion.vision.stages.decode import decode_photo
from companion.vision.teach import KnownPhoto, learn_deck

LEAST, MOST_TAUGHT, OTHERS = 6, 10, 20
NINE_TO_ACE = ("9", "10", "J", "Q", "K", "A")


def measure_with(rows: Sequence[Row], images: Path, deck: Deck | None) -> list[Result]:
    """Each photograph's score as read with a taught deck, or with none."""
    photos = ((row, decode_photo((images / row["file"]).read_bytes())) for row in rows)
    return [score(row, read_photo(photo, deck=deck), {}) for row, photo in photos]


def to_example(row: Row, images: Path) -> KnownPhoto:
    """The photograph as a lesson."""
    cards: tuple[Card, ...] = tuple(parse_card(name) for name in row["cards"])
    return KnownPhoto(decode_photo((images / row["file"]).read_bytes()), cards)


def teach_lines(rows: Sequence[Row], images: Path) -> Iterator[str]:
    """A table row for each source that has photographs enough, then the others read with its deck."""
    yield "| deck | taught on | measured on | F1 | taught | exact | taught | F1 of others | taught |"
    yield "|---|" + "--:|" * 8
    for source in sorted({row["source_repo"] for row in rows}):
        own = [row for row in rows if row["source_repo"] == source and all(c[:-1] in NINE_TO_ACE for c in row["cards"])]
        if len(own) < LEAST:
            continue
        taught, measured = own[::2][:MOST_TAUGHT], own[1::2]
        others = [row for row in rows if row["source_repo"] != source][:: max(1, len(rows) // OTHERS)]
        try:
            deck = learn_deck([to_example(row, images) for row in taught])
        except DeckError as refusal:
            yield f"| {source.split('/')[0]} | {len(taught)} | {refusal} |"
            continue
        figures = [summary(measure_with(part, images, with_)) for part in (measured, others) for with_ in (None, deck)]
        before, after, other_before, other_after = ((figure[4], figure[5]) for figure in figures)
        cells = (len(taught), len(measured), before[0], after[0], before[1], after[1], other_before[0], other_after[0])
        yield f"| {source.split('/')[0]} | " + " | ".join(map(str, cells)) + " |"


def main() -> None:
    """Teach, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("--images", type=Path, required=True)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    rows = [json.loads(line) for line in arguments.manifest.read_text().splitlines() if line.strip()]
    print("\n".join(teach_lines(rows, arguments.images)))


if __name__ == "__main__":
    main()
