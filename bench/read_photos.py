"""Measures the card reader over photographs with known cards.

    python bench/read_photos.py MANIFEST --images DIR [--composites | --games | --worse WAY] [--scale .36]

MANIFEST has one JSON object a line: ``file``, ``cards`` (rank then suit, each copy), and, where known,
``source_repo``, ``scene``, ``difficulty``, ``ambiguous`` (cards that count neither way), ``index_letters`` (where they
are not A K Q J). Cards of rank 9 to A
are counted, copies included; others in a photograph must not be read as any of these. Prints precision,
recall, F1, the share of photographs without a mistake, and milliseconds of one processor (decoding included), by
set, scene and source; which stage takes them; what is taken for what; the worst readings and their causes.
With ``--composites`` the photographs are put together so that their cards repeat; with ``--games`` those of each source
with the same letters are read as one game's, whose letters are remembered; with ``--worse`` each is made worse
in one of the ways of :mod:`bench.worse`. A row with ``sequence``, the name of a folder in DIR, stands for several looks
at the same cards, ``look-01.jpg`` and so on: they are read one by one and all together, at ``--scale`` of their size.
``--write`` puts the totals into the row NAME of a document's table.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import cv2

from bench.composites import composites
from bench.photo_score import Result, Row, measure, measure_bytes
from bench.photo_sequences import measure_sequence, sequence_tables
from bench.photo_tables import all_tables, document_row, summary
from bench.worse import WAYS, worse_photos
from companion.vision.stages.letters import Evidence, add_evidence
from companion.web.photo.desk import LOOKED_BACK


def results_of(rows: Sequence[Row], images: Path, *, composed: bool, games: bool, worse: str) -> Iterator[Result]:
    """Each photograph's score, also as one of a game's, or each composite's, or each one's that was made ``worse``."""
    if games:
        yield from measure_games(rows, images)
    elif composed:
        yield from (measure_bytes(row, content) for row, content in composites(rows, images))
    elif worse:
        yield from (measure_bytes(row, content) for row, content in worse_photos(rows, images, worse))
    else:
        yield from (measure(row, images) for row in rows)


def measure_games(rows: Sequence[Row], images: Path) -> Iterator[Result]:
    """Each photograph's score, read by what the latest ones of its deck said of the letters."""
    said: defaultdict[tuple[str, ...], list[Evidence]] = defaultdict(list)
    for row in rows:
        earlier = said[row.get("source_repo", ""), row.get("index_letters") or ""]
        result = measure(row, images, add_evidence(earlier[-LOOKED_BACK:]))
        earlier.append(result.letters)
        yield result


def write_row(document: Path, name: str, row: str) -> None:
    """Put a row in place of the one of this name.

    :raises SystemExit: if the document's tables have no such row.
    """
    text, found = re.subn(
        rf"^\| {re.escape(name)} \|.*$", row, document.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    if not found:
        raise SystemExit(f"{document} has no row | {name} |")
    document.write_text(text, encoding="utf-8")


def main() -> None:
    """Measure every photograph of the manifest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("--images", type=Path, required=True)
    changed = parser.add_mutually_exclusive_group()
    changed.add_argument("--composites", action="store_true", help="put the photographs together so that cards repeat")
    changed.add_argument("--games", action="store_true", help="read the photographs of each deck as one game's")
    changed.add_argument("--worse", choices=WAYS, default="", help="make each photograph worse in this way")
    parser.add_argument(
        "--scale", type=float, default=1.0, help="of sequences: read each look at this share of its size"
    )
    parser.add_argument("--worst", type=int, default=20, help="how many of the worst readings to list")
    parser.add_argument("--write", nargs=2, metavar=("FILE", "NAME"), help="put the totals into a document")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    rows = [json.loads(line) for line in arguments.manifest.read_text().splitlines() if line.strip()]
    if any("sequence" in row for row in rows):
        measured = [measure_sequence(row, arguments.images, arguments.scale) for row in rows]
        print("\n".join(sequence_tables(measured)))
        return
    composed, games, worse = arguments.composites, arguments.games, arguments.worse
    results = list(results_of(rows, arguments.images, composed=composed, games=games, worse=worse))
    print("\n".join(all_tables(results, arguments.worst)))
    if arguments.write:
        document, name = arguments.write
        write_row(Path(document), name, document_row(name, results))
    print("\n" + " ".join(summary(results)))


if __name__ == "__main__":
    main()
