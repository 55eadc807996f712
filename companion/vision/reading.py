"""Cards that the reader saw in a photograph, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import isfinite
from typing import Any

from companion.cards import Card

Point = tuple[float, float]

SMALL, BURNT, COVERED, SURPLUS = "too small", "in the glare", "half covered", "more than the pack has"
_HELP = {
    SMALL: "Go closer.",
    BURNT: "Turn the phone, or the lamp.",
    COVERED: "Show more of it.",
    SURPLUS: "Take the picture and check them.",
}
"""Advice against each reason that a card is not sure."""


class Unreadable(ValueError):
    """A file that cannot be looked at as a photo; the message is one sentence for the person who sent it."""


@dataclass(frozen=True)
class SeenCard:
    """One card that was seen."""

    card: Card
    confidence: float
    """How often, from 0 to 1, a card is right of which the indices say as much; its face may have named it since."""
    outline: tuple[Point, ...]
    """Its four corners in pixels of the photograph; where most of the card is hidden, the best estimate."""
    sure: bool
    """False asks the person to look."""
    guesses: tuple[Card, ...] = ()
    """Other cards that it may be, the likeliest first."""
    indices: tuple[tuple[Point, ...], ...] = ()
    """Around each of its indices that were seen, four corners in pixels of the photograph."""
    letter: str = ""
    """Its letter, where the photo leaves open which alphabet it is of, and so the rank."""
    why: str = ""
    """The reason that it is not sure, where it has a known one."""

    @property
    def middle(self) -> complex:
        """The middle of its outline."""
        return sum((complex(*corner) for corner in self.outline), 0j) / len(self.outline)

    def to_dict(self) -> dict[str, Any]:
        """The card as ``companion read --json`` gives it."""
        outline = [[round(x, 1), round(y, 1)] for x, y in self.outline]
        return {"card": str(self.card), "confidence": round(self.confidence, 3), "outline": outline, "sure": self.sure}


@dataclass(frozen=True)
class Reading:
    """All cards of one photograph, each copy counted, and what else is worth saying."""

    cards: tuple[SeenCard, ...]
    notes: tuple[str, ...]
    """Plain sentences for the person."""
    size: tuple[int, int]
    """Width and height of the photograph."""
    ms: float
    """How long the reading took, decoding left out."""
    strangers: int = 0
    """How many cards of a rank that is not read were seen and left out."""
    letters: tuple[float, ...] = ()
    """How well each alphabet explains the letters, for the next photo of the same game."""
    maybe: tuple[SeenCard, ...] = ()
    """Cards that are too doubtful to count: for each the person is asked if one more is there."""

    @property
    def counts(self) -> Mapping[Card, int]:
        """How many copies of each card were seen."""
        return Counter(seen.card for seen in self.cards)

    def to_look(self) -> dict[str, Any]:
        """Return what the page of a live camera draws over the frame, and says."""
        cards = [{**seen.to_dict(), "name": seen.card.symbols} for seen in self.cards]
        return {"cards": cards, "size": self.size, "missing": self.missing, "maybe": bool(self.maybe)}

    @property
    def missing(self) -> str:
        """The sentences on what another look should show better; empty if it is enough."""
        doubtful = [seen for seen in self.cards if not seen.sure]
        first = next(iter((*doubtful, *self.maybe)), None)
        if first is None:
            return ""
        names = " ".join(seen.card.symbols for seen in doubtful if seen.why == first.why)
        says = (
            f"Not sure yet: {names}"
            if doubtful
            else f"There may be {'one more' if self.cards else 'a'} card{self._beside(first)}"
        )
        return f"{says}{first.why and f', {first.why}'}. {_HELP.get(first.why, 'Go closer, or show more of it.')}"

    def _beside(self, maybe: SeenCard) -> str:
        """On which side of the nearest card it lies."""
        others = [seen for seen in self.cards if seen.outline]
        if not others:
            return ""
        nearest = min(others, key=lambda seen: abs(seen.middle - maybe.middle))
        off = maybe.middle - nearest.middle
        across, down = ("left of", "right of")[off.real > 0], ("above", "below")[off.imag > 0]
        return f" {across if abs(off.real) > abs(off.imag) else down} the {nearest.card.symbols}"

    def to_dict(self) -> dict[str, Any]:
        """The reading as ``companion read --json`` gives it, without the file's name."""
        return {
            "cards": [seen.to_dict() for seen in self.cards],
            "maybe": [seen.to_dict() for seen in self.maybe],
            "ms": round(self.ms),
            "notes": list(self.notes),
        }


_PIXELS = {"small_index", "large_index", "fine_index"}


@dataclass(frozen=True)
class Settings:
    """How the reader judges. Lengths in pixels; shares, chances and heats from 0 to 1.

    :raises ValueError: if a value is outside its range; the message names it.
    """

    passes: tuple[int, ...] = (640, 1024, 320)
    """Long sides, in pixels, at which the photograph may be searched; each finds indices of other sizes.

    The first always is; a finer one, up to the side given, where small indices were found or none, a coarser one where
    large ones or none.
    """
    again: int = 768
    """The long side, in pixels, at which the photograph is searched once more where a card is in doubt; 0: never."""
    small_index: float = 10.0
    large_index: float = 18.0
    """Half heights, in pixels of the first pass, that call for a finer and for a coarser one."""
    fine_index: float = 12.0
    """The wanted half height of a small index in the finer pass."""
    most_pixels: int = 450_000
    """A finer pass looks at no more: where it would, it is less fine, but never coarser than the first."""
    least_heat: float = 0.25
    """An index is looked at from this heat on."""
    most_spots: int = 400
    """How many places are looked at, the hottest first."""
    same_spot: float = 0.7
    """Two finds nearer than this share of an index's half height are one index."""
    least_real: float = 0.5
    """An index counts if the chance that it is one reaches this."""
    may_be_real: float = 0.25
    real_from: float = 0.9
    clear_from: float = 0.85
    """A spot that is an index by a greater chance than the first is looked at again, unless it is one by the second and
    its name's chance reaches the third."""
    warm_from: float = 0.5
    """The heat from which a spot gets a look at its pose, even one that shows no index."""
    least_trust: float = 0.5
    """A card counts if it can be trusted so far (:mod:`companion.vision.stages.trust`)."""
    maybe_from: float = 0.1
    """A card that does not count is asked about if it can be trusted so far."""
    cut_maybe_from: float = 0.03
    """And one whose index the photograph's edge cuts if it can be trusted so far: it is trusted less for that."""
    pair_reach: float = 0.4
    """Two indices belong to one card if their middles and vectors differ by less than this share of the vector."""
    late_reach: float = 0.9
    """Two indices that are left over and say the same belong to one card, to be looked at, if they differ by less."""
    sure_from: float = 0.95
    """A card is sure if it can be trusted so far and all that follows holds as well."""
    steady_from: float = 0.97
    """Nor is it sure unless it would be right by this chance were the photograph worse (``trust.steadiness``)."""
    seconded_from: float = 0.6
    """Nor is it sure unless the letter of one of its indices, read by itself, gives its rank by this chance."""
    most_otherwise: float = 0.32
    """No card is sure where the letters of all cards reported, read by themselves, leave on the average more than this
    chance to other ranks."""

    def __post_init__(self) -> None:
        if not self.passes or any(side < 64 or side > 4096 for side in self.passes):
            raise ValueError(f"passes must name long sides from 64 to 4096 pixels, not {self.passes}")
        if self.again and not 64 <= self.again <= 4096:
            raise ValueError(f"again must be a long side from 64 to 4096 pixels, or 0, not {self.again}")
        if not 0.0 < self.small_index <= self.large_index:
            raise ValueError(f"small_index must lie between 0 and large_index, not {self.small_index}")
        if self.fine_index < self.small_index:
            raise ValueError(f"fine_index must be at least small_index, not {self.fine_index}")
        if self.most_pixels < 64 * 64:
            raise ValueError(f"most_pixels must be at least {64 * 64}, not {self.most_pixels}")
        if self.most_spots < 1:
            raise ValueError(f"most_spots must be at least 1, not {self.most_spots}")
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in _PIXELS and not isfinite(value):
                raise ValueError(f"{field.name} must be a number of pixels, not {value}")
            if field.type == "float" and field.name not in _PIXELS and not 0.0 < value < 1.0:
                raise ValueError(f"{field.name} must lie between 0 and 1, not {value}")
