"""``python bench/fit_sure.py DIR...``: how far the chances of a sure card carry where the photograph is worse.

Each folder holds a ``manifest.jsonl`` and its pictures, as ``python -m training.melds --seed`` writes them. Every
picture is read as it is and in all the ways of :mod:`bench.worse`. Prints the weights of ``trust.STEADY``, fitted on
the cards that would be sure without them, and how many of these are sure, and wrong, without and with those in force.
Use other seeds than those that are measured with.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import cv2
import numpy as np

from bench.fit_trust import Floats, fit, judged, read_told
from bench.photo_score import Row
from bench.worse import WAYS, make_worse
from companion.vision import Settings
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.indices import indices_to_name
from companion.vision.stages.pixels import Pixels
from companion.vision.stages.trust import card_to_clues, steadiness

AS_IT_IS = "as it is"
UNSTEADY = Settings(steady_from=1e-9)
"""All else that a sure card needs."""


class Sure(NamedTuple):
    """A card that is sure by all else."""

    way: str
    """What was done to its picture."""
    clues: Floats
    steady: bool
    right: bool


def gather(folder: Path) -> Iterator[Sure]:
    """The cards that are sure by all else in the folder's pictures, read in every way."""
    for line in (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        photo = decode_photo((folder / row["file"]).read_bytes())
        yield from sure_of(row, AS_IT_IS, photo)
        for way in WAYS:
            yield from sure_of(row, way, make_worse(way, row["file"], photo))


def sure_of(row: Row, way: str, photo: Pixels) -> Iterator[Sure]:
    """The cards that are sure by all else in one picture."""
    reading, _, cards, trusts = read_told(photo, UNSTEADY)
    told = [n for n, card in enumerate(cards) if trusts[n] >= UNSTEADY.least_trust and indices_to_name(card)[0]]
    sure = [n for n, seen in zip(told, reading.cards, strict=True) if seen.sure]
    for place, right in judged(row, [cards[n] for n in sure], [trusts[n] for n in sure]):
        card, trust = cards[sure[place]], trusts[sure[place]]
        chance = indices_to_name(card)[1]
        steady = steadiness(card, chance, trust) >= Settings().steady_from
        yield Sure(way, np.array(card_to_clues(card, chance, trust)), steady, right)


def report(cards: Sequence[Sure]) -> Iterator[str]:
    """How many cards are sure, and how many of these wrong, without and with what is in force, by way."""
    yield "| way | sure by all else | of these wrong | sure | of these wrong |"
    yield "|---|--:|--:|--:|--:|"
    for way in (AS_IT_IS, *WAYS, "all"):
        these = [card for card in cards if way in (card.way, "all")]
        steady = [card for card in these if card.steady]
        wrong, steadily_wrong = (sum(not card.right for card in some) for some in (these, steady))
        yield f"| {way} | {len(these)} | {wrong} | {len(steady)} | {steadily_wrong} |"


def main() -> None:
    """Print the weights and the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    cv2.setNumThreads(1)
    cards = [card for folder in parser.parse_args().folders for card in gather(folder)]
    weights = fit(np.array([card.clues for card in cards]), np.array([float(card.right) for card in cards]))
    print("STEADY = (" + ", ".join(f"{weight:.2f}" for weight in weights) + ")")
    print("\n".join(report(cards)))


if __name__ == "__main__":
    main()
