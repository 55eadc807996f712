"""The most that a hand melds, by trying every way to part its cards within each class (section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from tests.game.second_scorer.judge.cards import SUITS, dix_rank, scale
from tests.game.second_scorer.judge.figures import Options

AROUNDS = {"aces": "A", "tens": "10", "kings": "K", "queens": "Q", "jacks": "J"}
RUN = ("A", "10", "K", "Q", "J")
LISTS = ("run", "family", "pinochle", *AROUNDS)


@lru_cache(maxsize=8192)
def fold(figures: tuple[int, ...], copies: int) -> int:
    """What so many copies of a meld pay: the listed figure, or beyond the list the best sum of figures."""
    if copies <= len(figures):
        return max((0, *figures[:copies]))
    return max(fold(figures, n) + fold(figures, copies - n) for n in range(1, len(figures) + 1))


def paid(options: Options, kind: str, copies: int) -> int:
    """What so many of a meld pay in the variant's unit."""
    table, house = options["meld.table"], options["meld.roundhouse"]
    if kind in LISTS:
        return fold(tuple(table[kind]), copies) * scale(options)
    if kind == "roundhouse":
        each = 0 if house == "parts" else house.get("flat", house.get("bonus"))
    else:
        each = table["royal" if kind in ("royal", "extra-king", "extra-queen") else kind]
        if isinstance(each, list):
            return fold(tuple(each), copies) * scale(options)
    return int(each) * copies * scale(options)


def best_meld(options: Options, trump: str, cards: Iterable[str]) -> int:
    """The highest total of a hand (meld.best)."""
    held = Counter(cards)
    house = options["meld.roundhouse"]
    rounds = 0 if house == "parts" else min(held[r + s] for r in "KQ" for s in SUITS)
    return max(_with_rounds(options, trump, held, n) for n in range(rounds + 1))


def dix_of(options: Options, trump: str, cards: Iterable[str]) -> int:
    """The part of a hand's meld that its dixes make."""
    lowest = dix_rank(options)
    return paid(options, "dix", list(cards).count(f"{lowest}{trump}")) if lowest else 0


def _with_rounds(options: Options, trump: str, held: Counter[str], rounds: int) -> int:
    """The best total with so many roundhouses, each at its own price."""
    house = options["meld.roundhouse"]
    flat = rounds if rounds and "flat" in house else 0
    total = paid(options, "roundhouse", rounds) if rounds else 0
    total += dix_of(options, trump, held.elements())
    total += paid(options, "pinochle", min(held["JD"], held["QS"]))
    for kind, rank in AROUNDS.items():
        swallowed = flat if rank in "KQ" else 0
        total += paid(options, kind, min(held[rank + s] for s in SUITS) - swallowed)
    for s in SUITS:
        if s != trump:
            total += max(_plain_ways(options, [held[r + s] for r in RUN], rounds, flat), default=-(10**9))
    return total + max(_trump_ways(options, [held[r + trump] for r in RUN], rounds, flat), default=-(10**9))


def _plain_ways(options: Options, held: Sequence[int], rounds: int, flat: int) -> Iterator[int]:
    """What every way to part the cards of another suit pays that leaves a marriage for each roundhouse."""
    for families in range((min(held) if any(options["meld.table"]["family"]) else 0) + 1):
        adds = families if options["meld.run-absorbs"] == "adds" else 0
        couples = min(held[2], held[3]) - families + adds
        if couples >= rounds:
            yield paid(options, "family", families) + paid(options, "marriage", couples - flat)


def _trump_ways(options: Options, held: Sequence[int], rounds: int, flat: int) -> Iterator[int]:
    """What every way to part the trumps pays that leaves a marriage for each roundhouse."""
    for runs in range(min(held) + 1):
        kings, queens = held[2] - runs, held[3] - runs
        adds = runs if options["meld.run-absorbs"] == "adds" else 0
        for royal in range(min(kings, queens) + 1):
            if royal + adds < rounds:
                continue
            total = paid(options, "run", runs) + paid(options, "royal", royal + adds - flat)
            if runs and options["meld.run-extra"]:
                total += paid(options, "extra-king", kings - royal) + paid(options, "extra-queen", queens - royal)
            yield total


def four_fold(options: Options) -> tuple[set[str], int | None]:
    """end.quad-pinochle: the melds of which four in one hand win, and the trick points that go with them."""
    rule = options["end.quad-pinochle"]
    if rule is False:
        return set(), None
    ((kind, points),) = rule.items() if isinstance(rule, dict) else (("pinochle", rule),)
    return {"pinochle", "run"} if kind == "either" else {kind}, points


def is_four_fold(options: Options, trump: str, cards: list[str]) -> bool:
    """Whether a hand has four of a meld that wins so."""
    needs = {"pinochle": ["JD", "QS"], "run": [rank + trump for rank in ("A", "10", "K", "Q", "J")]}
    return any(min(map(cards.count, needs[kind])) >= 4 for kind in four_fold(options)[0])
