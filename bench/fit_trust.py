"""``python bench/fit_trust.py DIR...``: the weights of :mod:`companion.vision.stages.trust`, fitted again.

Each folder holds a ``manifest.jsonl`` and its pictures (beside it or in ``images``): rendered ones, as ``python -m
training.melds --seed`` and ``training.copies`` write them, of other seeds than those that are measured with.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bench.photo_score import Row
from companion.vision import DEFAULT_SETTINGS, Reading, Settings, read_photo
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.indices import Index, indices_to_name
from companion.vision.stages.levels import Levels, brighten
from companion.vision.stages.pixels import Pixels
from companion.vision.stages.trust import cards_to_clues, cards_to_trust, weigh_by_faces
from companion.vision.trace import Trace

Floats = npt.NDArray[np.float64]
RIDGE, ROUNDS = 0.01, 60


def judged(row: Row, cards: Sequence[Sequence[Index]], trusts: Sequence[float]) -> Iterator[tuple[int, bool]]:
    """The number of each found card, and its truth by the manifest; of copies the clearest count first.

    The cards are as they are told, weighed by their faces; ``trusts`` says how far each has been trusted.
    Cards that count neither way are left out.
    """
    lying: Counter[str] = Counter(row["cards"])
    doubtful: Counter[str] = Counter(row.get("ambiguous", ()))
    for number in sorted(range(len(cards)), key=lambda n: (-len(cards[n]), -trusts[n])):
        card = indices_to_name(cards[number])[0]
        if card is None:
            continue
        name = str(card)
        if lying[name]:
            lying[name] -= 1
            yield number, True
        elif doubtful[name]:
            doubtful[name] -= 1
        else:
            yield number, False


class Told(NamedTuple):
    """The cards of a photograph that its indices make, each with how far it can be trusted."""

    reading: Reading
    paired: Sequence[Sequence[Index]]
    """As the corners say."""
    cards: Sequence[Sequence[Index]]
    """As they are told, weighed by their faces."""
    trusts: Sequence[float]


def read_told(photo: Pixels, settings: Settings = DEFAULT_SETTINGS) -> Told:
    """All cards found in a photograph, even those the reader does not report."""
    trace = Trace(pictures=False)
    reading = read_photo(photo, settings=settings, trace=trace)
    cards = weigh_by_faces(Levels(brighten(photo)), trace.cards)
    return Told(reading, trace.cards, cards, cards_to_trust(trace.cards))


def pictures_in(folder: Path) -> Iterator[tuple[Row, Path]]:
    """Each row of the folder's manifest with its picture, which is beside it or in ``images``."""
    images = folder / "images" if (folder / "images").is_dir() else folder
    for line in (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield row, images / row["file"]


def gather(folder: Path) -> tuple[Floats, Floats]:
    """The clues of every card found in the folder's pictures, (cards, clues), and its truth by the manifest."""
    clues, right = [], []
    for row, path in pictures_in(folder):
        told = read_told(decode_photo(path.read_bytes()))
        of_all = cards_to_clues(told.paired)
        for number, lies in judged(row, told.cards, told.trusts):
            clues.append(of_all[number])
            right.append(float(lies))
    return np.array(clues), np.array(right)


def fit(clues: Floats, right: Floats) -> Floats:
    """The weights by which a logistic chance fits best, found by Newton's steps."""
    weights = np.zeros(clues.shape[1])
    for _ in range(ROUNDS):
        chances = 1 / (1 + np.exp(-clues @ weights))
        bend = clues.T @ (clues * (chances * (1 - chances))[:, None]) + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(bend, clues.T @ (right - chances) - RIDGE * weights)
    return weights


def main() -> None:
    """Print the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folders", nargs="+", type=Path)
    sets = [gather(folder) for folder in parser.parse_args().folders]
    clues, right = np.concatenate([one for one, _ in sets]), np.concatenate([one for _, one in sets])
    weights = ", ".join(f"{weight:.2f}" for weight in fit(clues, right))
    print(f"{len(right)} cards, {right.mean():.3f} of them right: WEIGHTS = ({weights})")


if __name__ == "__main__":
    main()
