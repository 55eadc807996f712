"""The cards found in one photo, as far as a person has put them right; immutable, and plain JSON in the store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.cards import Card, Suit, parse_card

if TYPE_CHECKING:
    from companion.vision import Reading

Point = tuple[float, float]

MARGIN = 0.4
LABEL = 0.36


@dataclass(frozen=True)
class Found:
    """One card: where it lies (nowhere for one that a person added), and whether the reader or a person is sure."""

    card: Card
    sure: bool
    outline: tuple[Point, ...] = ()

    @property
    def words(self) -> str:
        """How far the card is to be trusted."""
        if not self.outline:
            return "added by you"
        return "sure" if self.sure else "please check"

    @property
    def polygon(self) -> str:
        """The outline as SVG writes it."""
        return " ".join(f"{x:.0f},{y:.0f}" for x, y in self.outline)

    @property
    def middle(self) -> Point:
        """Where the card's name is drawn."""
        left, top, width, height = self._box
        return round(left + width / 2), round(top + height / 2)

    @property
    def label_size(self) -> int:
        """How large its name is drawn, in pixels of the photo."""
        return max(12, round(min(self._box[2:]) * LABEL))

    @property
    def surroundings(self) -> str:
        """The card with some table around it, as an SVG view box."""
        left, top, width, height = self._box
        margin = max(width, height) * MARGIN
        box = left - margin, top - margin, width + 2 * margin, height + 2 * margin
        return " ".join(f"{figure:.0f}" for figure in box)

    @property
    def _box(self) -> tuple[float, float, float, float]:
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


@dataclass(frozen=True)
class Purpose:
    """What a photo is for: the variant and trump that price its meld, and the page that takes its cards, if any.

    A photo for a game is priced by what that table plays, whatever ``variant`` says.
    """

    variant: str
    trump: Suit | None = None
    next: str = ""
    back: str = ""
    game: str = ""


@dataclass(frozen=True)
class Spread:
    """The cards in a photo, its size in pixels, what the reader noted, and what it is all for."""

    found: tuple[Found, ...]
    size: tuple[int, int]
    notes: tuple[str, ...]
    purpose: Purpose

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card, copies counted."""
        return tuple(found.card for found in self.found)

    def beyond(self, pack: Mapping[Card, int]) -> tuple[Card, ...]:
        """The cards of which the photo shows more than ``pack`` holds."""
        return tuple(card for card, copies in Counter(self.cards).items() if copies > pack.get(card, 0))

    def correct(self, index: int, card: Card) -> Spread:
        """With another card at ``index``, sure because a person says so.

        :raises IndexError: if nothing was found there.
        """
        corrected = replace(self.found[index], card=card, sure=True)
        return replace(self, found=(*self.found[:index], corrected, *self.found[index + 1 :]))

    def remove(self, index: int) -> Spread:
        """Without what was found at ``index``.

        :raises IndexError: if nothing was found there.
        """
        gone = self.found[index]
        return replace(self, found=tuple(found for found in self.found if found is not gone))

    def add(self, card: Card) -> Spread:
        """With a card that the reader missed."""
        return replace(self, found=(*self.found, Found(card, sure=True)))

    def to_json(self) -> dict[str, Any]:
        """Text, numbers and lists only; :func:`spread_from_json` is the inverse."""
        found = [{"card": str(each.card), "sure": each.sure, "outline": each.outline} for each in self.found]
        purpose = asdict(self.purpose) | {"trump": str(self.purpose.trump or "")}
        return {"found": found, "size": self.size, "notes": self.notes, "purpose": purpose}


def spread_from_json(body: Mapping[str, Any]) -> Spread:
    """The inverse of :meth:`Spread.to_json`."""
    found = (Found(parse_card(one["card"]), one["sure"], _points(one["outline"])) for one in body["found"])
    purpose = dict(body["purpose"])
    trump = Suit(spelled) if (spelled := purpose.pop("trump")) else None
    width, height = body["size"]
    return Spread(tuple(found), (width, height), tuple(body["notes"]), Purpose(trump=trump, **purpose))


def spread_from_reading(reading: Reading, purpose: Purpose) -> Spread:
    """What the reader saw, before anybody looked at it."""
    found = tuple(Found(seen.card, seen.sure, _points(seen.outline)) for seen in reading.cards)
    width, height = reading.size
    return Spread(found, (width, height), tuple(reading.notes), purpose)


def _points(outline: Any) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in outline)
