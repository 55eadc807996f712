"""A reader for tests that sees a pinochle in every photo, and how a photo is sent to it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from flask.testing import FlaskClient

from companion.cards import Card, parse_cards
from companion.vision.deck import Deck, classifier_digest
from companion.vision.reading import Unreadable
from companion.vision.serve import Known, Pack, Picture, Report
from companion.vision.stages.border import LEARNED
from companion.vision.stages.notes import NO_CARDS


class Seen(NamedTuple):
    card: Card
    confidence: float
    outline: tuple[tuple[float, float], ...]
    sure: bool
    guesses: tuple[Card, ...] = ()
    indices: tuple[tuple[tuple[float, float], ...], ...] = ()
    letter: str = ""


class FakeReading(NamedTuple):
    cards: tuple[Seen, ...]
    notes: tuple[str, ...] = ()
    size: tuple[int, int] = (800, 600)
    ms: float = 1.0
    letters: tuple[float, ...] = ()
    maybe: tuple[Seen, ...] = ()

    def to_look(self) -> dict[str, Any]:
        return {"cards": [{"card": str(seen.card), "sure": seen.sure} for seen in self.cards], "size": self.size}


def reading(spelled: str, *notes: str) -> Any:
    """What a reader might have seen: the cards in a row, the last one doubtful."""
    cards = parse_cards(spelled)
    seen = [
        Seen(card, 0.9, ((i * 90, 100), (i * 90 + 80, 100), (i * 90 + 80, 220), (i * 90, 220)), i < len(cards) - 1)
        for i, card in enumerate(cards)
    ]
    return FakeReading(tuple(seen), notes)


def read_pinochle(content: bytes, pack: Pack) -> Picture:
    if content == b"no cards":
        return Picture(b"jpeg of nothing", reading("", NO_CARDS))
    return Picture(b"jpeg without exif", reading("QS JD"))


def send(client: FlaskClient, content: bytes = b"photo", **fields: str) -> str:
    """Send a photo and return the address of its reading."""
    answer = client.post("/photo/", data={"taken": (io.BytesIO(content), "meld.jpg"), **fields})
    assert answer.status_code == 303
    return answer.location


def deck_of_spades(model: str | None = None) -> bytes:
    """The file of a deck on which every suit was learned to be spades, by the classifier of today or this one."""
    weights = np.zeros(LEARNED, np.float32)
    weights[8] = 1.0
    none = np.zeros(0, np.int64)
    crops = np.zeros((0, 64, 48, 3), np.uint8)
    return Deck(crops, none, none, weights, model or classifier_digest(), "English").to_bytes()


REPORT = Report(cards=14, before=9, after=13, photos=2, notes=("Photo 1: not found was nine of hearts.",))


def teach_nothing(known: Sequence[Known]) -> tuple[bytes, Report]:
    if known[0][1] == parse_cards("9H"):
        raise Unreadable("None of these cards was found.")
    return b"a deck", REPORT
