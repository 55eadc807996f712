"""The project's own pictures, each with its truth beside it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from companion.cards import Card, parse_cards
from companion.shipped import shipped


@dataclass(frozen=True)
class Sample:
    """A picture of cards and its content."""

    name: str
    picture: Path
    title: str
    cards: tuple[Card, ...]
    pack: int
    """The number of cards of the pack that it is from: 48 or 80."""
    trump: str
    note: str


def list_samples() -> list[Sample]:
    """All samples, by name; empty where none are installed."""
    return [_read(path) for path in sorted(shipped("sample_images").glob("*.json"))]


def find_sample(name: str) -> Sample:
    """The sample called ``name``.

    :raises KeyError: if there is none; the message lists those there are.
    """
    samples = {sample.name: sample for sample in list_samples()}
    if name not in samples:
        raise KeyError(f"no sample called {name!r}; there are: {', '.join(samples) or 'none'}")
    return samples[name]


def _read(path: Path) -> Sample:
    truth = json.loads(path.read_text(encoding="utf-8"))
    cards, picture = parse_cards(truth["cards"]), path.with_suffix(".jpg")
    return Sample(path.stem, picture, truth["title"], cards, truth["pack"], truth["trump"], truth["note"])
