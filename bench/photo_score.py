"""One photograph's score: its reading against its known cards."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from companion.vision import Reading, SeenCard, read_photo
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.indices import Index, indices_to_name
from companion.vision.trace import Trace

RANKS = {"9", "10", "J", "Q", "K", "A"}
Row = dict[str, Any]


class Asks(NamedTuple):
    """The targets of "maybe one more here"."""

    asked: int
    pointing: int
    """The suggestions of a missing card: by its name, or by one of the guesses offered after it."""
    false: int
    """The suggestions of a card that is neither missing nor doubtful."""


class Twins(NamedTuple):
    """The copies of a card after its first."""

    there: int
    sure: int
    surplus: int
    """More copies read than are there, of cards that are."""
    surplus_sure: int


@dataclass(frozen=True)
class Result:
    """One photograph's score."""

    row: Row
    right: int
    missed: Counter[str]
    invented: Counter[str]
    sure: int
    sure_wrong: int
    stages: dict[str, float]
    """Processor milliseconds of each stage, decoding first."""
    cause: str = ""
    told: tuple[tuple[float, bool], ...] = ()
    """For each card read, its given chance, and True if it was right."""
    asked: tuple[bool, ...] = ()
    """For each card read without being sure, True if it was right."""
    asks: Asks = field(default_factory=lambda: Asks(0, 0, 0))
    twins: Twins = field(default_factory=lambda: Twins(0, 0, 0, 0))
    silent: bool = False
    """True if a card is missing, all others are sure, and no further one is suggested."""
    letters: tuple[float, ...] = ()
    """Evidence of the deck's letters, for the next photograph of the game."""

    @property
    def exact(self) -> bool:
        return not self.missed and not self.invented

    @property
    def ms(self) -> float:
        return sum(self.stages.values())


def measure(row: Row, images: Path, letters: tuple[float, ...] = ()) -> Result:
    """Read one photograph and compare; ``letters`` is what others of its game said of the deck's."""
    return measure_bytes(row, (images / row["file"]).read_bytes(), letters)


def measure_bytes(row: Row, content: bytes, letters: tuple[float, ...] = ()) -> Result:
    """Decode and read a file's content and compare."""
    started = time.thread_time()
    image = decode_photo(content)
    decoded = (time.thread_time() - started) * 1000
    trace = Trace(pictures=False)
    reading = read_photo(image, trace=trace, letters=letters)
    return score(row, reading, {"decode": decoded, **trace.stages}, trace.cards)


def score(row: Row, reading: Reading, stages: dict[str, float], cards: Sequence[Sequence[Index]] = ()) -> Result:
    """Compare a reading with the truth as multisets of cards."""
    truth = Counter(card for card in row["cards"] if card[:-1] in RANKS)
    seen = Counter(str(one.card) for one in reading.cards)
    sure = Counter(str(one.card) for one in reading.cards if one.sure)
    doubtful: Counter[str] = Counter(row.get("ambiguous", ()))
    invented, missed = seen - truth - doubtful, truth - seen
    wrong = (sure - truth - doubtful).total()
    right, cause = (truth & seen).total(), cause_of(truth, missed, invented, cards)
    judged = list(judged_of(reading, truth, doubtful))
    told = tuple((one.confidence, lies) for one, lies in judged)
    asked = tuple(lies for one, lies in judged if not one.sure)
    asks = asks_of(reading.maybe, missed, doubtful)
    twins = twins_of(truth, doubtful, seen, sure)
    silent = bool(missed) and not reading.maybe and all(one.sure for one in reading.cards)
    return Result(
        row,
        right,
        missed,
        invented,
        sure.total(),
        wrong,
        stages,
        cause,
        told,
        asked,
        asks,
        twins,
        silent,
        reading.letters,
    )


def asks_of(maybe: Sequence[SeenCard], missed: Counter[str], doubtful: Counter[str]) -> Asks:
    """Count the targets of every "maybe one more here"; each card is the target of one at most."""
    left, pointing, false = missed.copy(), 0, 0
    for one in maybe:
        names = [str(card) for card in (one.card, *one.guesses)]
        name = next((name for name in names if left[name]), None)
        if name:
            left[name] -= 1
            pointing += 1
        else:
            false += not any(doubtful[name] for name in names)
    return Asks(len(maybe), pointing, false)


def twins_of(truth: Counter[str], doubtful: Counter[str], seen: Counter[str], sure: Counter[str]) -> Twins:
    """Count the copies after the first, read or only there; those that count neither way are left out."""
    first, most = Counter(truth.keys()), truth + doubtful
    surplus, surplus_sure = (sum((read - most)[name] for name in truth) for read in (seen, sure))
    return Twins((truth - first).total(), ((truth & sure) - first).total(), surplus, surplus_sure)


def judged_of(reading: Reading, truth: Counter[str], doubtful: Counter[str]) -> Iterator[tuple[SeenCard, bool]]:
    """Each card read, with True if it was right; of too many copies the likeliest are.

    Those that count neither way are left out.
    """
    seen: Counter[str] = Counter()
    for one in sorted(reading.cards, key=lambda card: -card.confidence):
        name = str(one.card)
        seen[name] += 1
        if seen[name] <= truth[name]:
            yield one, True
        elif seen[name] > truth[name] + doubtful[name]:
            yield one, False


def cause_of(
    truth: Counter[str], missed: Counter[str], invented: Counter[str], cards: Sequence[Sequence[Index]]
) -> str:
    """Return the cause of the error, as far as the trace of the indices shows it; empty if all is right."""
    alone = Counter(str(indices_to_name(group)[0]) for group in cards if len(group) == 1)
    said = Counter(str(indices_to_name([index])[0]) for group in cards for index in group)
    causes: Counter[str] = Counter()
    unexplained = list(missed.elements())
    for card in invented.elements():
        like = next((other for other in unexplained if other[:-1] == card[:-1] or other[-1] == card[-1]), None)
        if truth[card] and alone[card] > 1:
            causes["counted twice: its ends did not pair"] += 1
        elif like is not None:
            unexplained.remove(like)
            causes["suit misread" if like[:-1] == card[:-1] else "rank misread"] += 1
        else:
            causes["counted twice" if truth[card] else "no such card there"] += 1
    for card in unexplained:
        causes["joined with another card or too faint" if said[card] else "no index of it found"] += 1
    return ", ".join(f"{count} × {cause}" if count > 1 else cause for cause, count in causes.most_common())
