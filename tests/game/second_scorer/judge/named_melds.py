"""Melds told by their names: what they pay together, and which of them earn checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.judge.meld import AROUNDS, paid

_CARDS = {
    "run": 5,
    "family": 5,
    "pinochle": 2,
    "dix": 1,
    "extra-king": 1,
    "extra-queen": 1,
    "roundhouse": 8,
    **dict.fromkeys(AROUNDS, 4),
}


def counted(melds: Iterable[Mapping[str, Any]]) -> Counter[tuple[str, str]]:
    """How many of each meld lie there, by kind and, for marriages and families, suit."""
    found: Counter[tuple[str, str]] = Counter()
    for meld in melds:
        kind, cards = meld["kind"], meld["cards"]
        found[kind, cards[0][-1] if kind in ("royal", "marriage", "family") else ""] += len(cards) // _CARDS.get(
            kind, 2
        )
    return found


def worth(options: Options, found: Mapping[tuple[str, str], int]) -> int:
    """What these melds pay together."""
    return sum(paid(options, kind, copies) for (kind, _), copies in found.items())
