"""Points from tricks: straight lines over a hand's trumps, aces, tens and voids, fitted for each game by play-outs.

``python -m bench.fit_adviser`` fits them and writes ``data/counters.toml``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from companion.rules.choices import Bidding, Draw, Roundhouse, Sides
from companion.rules.texts import read_file
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

FEATURES = ("trumps", "trump aces", "trump tens", "side aces", "side tens", "voids", "longest side suit")
"""The features that a line looks at in a hand."""
_PLAYED_ALIKE = (
    *("players", "sides", "pack", "hand_size", "card_rank", "draw", "kitty_size", "kitty_counts", "kitty_deal_out"),
    *("kitty_bury", "pass_count", "pass_order", "lead_by", "lead_first", "play_head", "play_broken", "count"),
)
"""The options on which the play of the cards depends."""


class Features(NamedTuple):
    """A hand as a line sees it, whatever is trump: each figure by suit."""

    lengths: tuple[int, ...]
    aces: tuple[int, ...]
    tens: tuple[int, ...]

    def of(self, trump: int) -> tuple[int, ...]:
        """The figures of ``FEATURES`` with this suit, by its place in the deck's order of suits, as trump."""
        lengths, aces, tens = self
        side = lengths[:trump] + lengths[trump + 1 :]
        ace, ten = aces[trump], tens[trump]
        return lengths[trump], ace, ten, sum(aces) - ace, sum(tens) - ten, side.count(0), max(side)


def look_at(counts: Sequence[int]) -> Features:
    """Return the features of a hand that is given as counts of each kind, the kinds by suit and high to low."""
    width = len(counts) // 4
    starts = range(0, 4 * width, width)
    lengths = tuple([sum(counts[start : start + width]) for start in starts])
    return Features(lengths, tuple(counts[::width]), tuple(counts[1::width]))


@dataclass(frozen=True)
class Lines:
    """The lines of one game, each its constant and then a weight per figure, in the game's unit."""

    counters: tuple[float, ...]
    """The points that the bidder's side takes in tricks: the bidder's figures, then its partners' together."""
    counters_error: float
    """By how much a play-out differs from that, as a standard deviation."""
    alone: tuple[float, ...]
    """The points beyond a bidder's own meld, from partner and in tricks, by the bidder's own figures."""
    alone_error: float

    def in_tricks(self, bidder: Sequence[int], partners: Sequence[int]) -> float:
        """The counters that the bidder's side may expect."""
        return math.fsum(map(mul, self.counters, (1, *bidder, *partners)))

    def to_come(self, bidder: Sequence[int]) -> float:
        """Return what a bidder who knows no other hand may expect beyond its own meld."""
        return math.fsum(map(mul, self.alone, (1, *bidder)))


def fitted_games() -> tuple[str, ...]:
    """The keys of the games for which there are lines."""
    return tuple(_fitted())


def can_be_fitted(variant: Variant) -> bool:
    """Return True if lasting sides, or players alone, bid for a hand that nobody draws to."""
    plain = variant.bid is Bidding.AUCTION and variant.draw is Draw.NONE and not variant.kitty_deal_out
    return plain and variant.sides is not Sides.CALLED and variant.meld_roundhouse == Roundhouse()


def lines_of(variant: Variant) -> Lines | None:
    """The lines for this game, fitted for it or for one that is played alike; None where there are none."""
    if not can_be_fitted(variant):
        return None
    fitted = next((key for key in _fitted() if _plays_alike(variant, find_variant(key))), None)
    if fitted is None:
        return None
    by = variant.scale / find_variant(fitted).scale
    lines = _fitted()[fitted]
    return Lines(
        tuple(by * weight for weight in lines.counters),
        by * lines.counters_error,
        tuple(by * weight for weight in lines.alone),
        by * lines.alone_error,
    )


class UnservedError(ValueError):
    """The adviser knows nothing about this game."""


def known_lines(variant: Variant) -> Lines:
    """Return the lines as :func:`lines_of` does.

    :raises UnservedError: where there are none.
    """
    lines = lines_of(variant)
    if lines is None:
        raise UnservedError(f"no line is fitted for {variant.name}")
    return lines


def _plays_alike(variant: Variant, other: Variant) -> bool:
    alike = all(getattr(variant, name) == getattr(other, name) for name in _PLAYED_ALIKE)
    bonuses = ((each.count_first_trick, each.count_last_trick) for each in (variant, other))
    (first, last), (others_first, others_last) = bonuses
    by, of = other.scale, variant.scale
    return alike and (first * by, last * by) == (others_first * of, others_last * of)


@lru_cache(maxsize=1)
def _fitted() -> dict[str, Lines]:
    return {
        key: Lines(
            tuple(entry["counters"]),
            entry["counters_error"],
            tuple(entry["alone"]),
            entry["alone_error"],
        )
        for key, entry in read_file("counters").items()
    }
