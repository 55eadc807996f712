"""The cards found in one photo, as far as a person has put them right; immutable, and plain JSON in the store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING, Any

from companion.cards import Card, sort_cards
from companion.store.journal import Json
from companion.store.json.hints import dataclass_form
from companion.web.photo.purpose import Purpose

if TYPE_CHECKING:
    from companion.vision import Reading

Point = tuple[float, float]

MARGIN = 0.4
LABEL = 0.26
LABEL_ACROSS, LABEL_DOWN = 0.2, -0.06
LABEL_HALF_WIDTH, LABEL_ABOVE, LABEL_BELOW = 1.5, 0.7, 1.6
"""The room that ``10♠ ?`` with the numbers of its melds below needs around its middle, in heights of its letters."""


@dataclass(frozen=True)
class FoundCard:
    """One card: where it lies (nowhere if nobody showed where), and whether the reader or a person is sure."""

    card: Card
    sure: bool
    outline: tuple[Point, ...] = ()
    guesses: tuple[Card, ...] = ()
    """What else it may be, the likeliest first."""
    added: bool = False
    """Whether a person added it."""
    player: int | None = None
    """The seat that played it, where a person said so."""

    @property
    def words(self) -> str:
        """How far the card is to be trusted."""
        if self.added:
            return "added by you"
        return "sure" if self.sure else "please check"

    @property
    def polygon(self) -> str:
        """The outline as SVG writes it."""
        return " ".join(f"{x:.0f},{y:.0f}" for x, y in self.outline)

    @property
    def middle(self) -> Point:
        """Where the middle of the card is."""
        left, top, width, height = self._box
        return left + width / 2, top + height / 2

    def label_in(self, size: tuple[int, int]) -> Point:
        """Where the middle of the name is drawn: at the upper left of the card's higher end, which a fan still shows.

        :param size: of the photo, in pixels: near its edges the name moves inwards, until it is seen whole.
        """
        higher = self.outline if self.outline[0][1] <= self.outline[2][1] else self.outline[2:] + self.outline[:2]
        (left, top), (right, across), _, (below, bottom) = higher
        x = left + (right - left) * LABEL_ACROSS + (below - left) * LABEL_DOWN
        y = top + (across - top) * LABEL_ACROSS + (bottom - top) * LABEL_DOWN
        beside, up, down = (round(self.label_size * share) for share in (LABEL_HALF_WIDTH, LABEL_ABOVE, LABEL_BELOW))
        return _clamp(round(x), beside, size[0] - beside), _clamp(round(y), up, size[1] - down)

    @property
    def label_size(self) -> int:
        """How large its name is drawn, in pixels of the photo."""
        (left, top), (right, across), *_ = self.outline
        return max(12, round(hypot(right - left, across - top) * LABEL))

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
class CheckedReading:
    """The cards in a photo, its size in pixels, what the reader noted, and what it is all for."""

    found: tuple[FoundCard, ...]
    size: tuple[int, int]
    notes: tuple[str, ...]
    purpose: Purpose
    joined: tuple[str, ...] = ()
    """The photos that were taken after this one and belong to it."""
    apart: bool = False
    """Whether the cards of a joined photo are others than those of the photos before it."""
    letters: str = ""
    """Whose letters the courts carry, as the reader settled it: the next photo of the game is read by it."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card, copies counted."""
        return tuple(found.card for found in self.found)

    def beyond(self, pack: Mapping[Card, int]) -> tuple[Card, ...]:
        """The cards of which the photo shows more than ``pack`` holds."""
        return tuple(card for card, copies in Counter(self.cards).items() if copies > pack.get(card, 0))

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Where the cards are that a person should look at."""
        return tuple(index for index, found in enumerate(self.found) if not found.sure)

    def correct(self, index: int, card: Card) -> CheckedReading:
        """With another card at ``index``, sure because a person says so.

        :raises IndexError: if nothing was found there.
        """
        corrected = replace(self.found[index], card=card, sure=True)
        return replace(self, found=(*self.found[:index], corrected, *self.found[index + 1 :]))

    def remove(self, index: int) -> CheckedReading:
        """Without what was found at ``index``.

        :raises IndexError: if nothing was found there.
        """
        gone = self.found[index]
        return replace(self, found=tuple(found for found in self.found if found is not gone))

    def add(self, card: Card, outline: tuple[Point, ...] = ()) -> CheckedReading:
        """With a card that the reader missed, where somebody showed it to lie."""
        return replace(self, found=(*self.found, FoundCard(card, True, outline, added=True)))

    def to_json(self) -> dict[str, Any]:
        """Text, numbers and lists only; :func:`checked_from_json` is the inverse."""
        written: dict[str, Any] = _READING.dump(self)
        return written


_READING = dataclass_form(CheckedReading)


def checked_from_json(body: Json) -> CheckedReading:
    """The inverse of :meth:`CheckedReading.to_json`.

    :raises ValueError: if the JSON holds no reading.
    """
    checked: CheckedReading = _READING.load(body)
    return checked


def checked_from_reading(reading: Reading, purpose: Purpose) -> CheckedReading:
    """What the reader saw, before anybody looked at it."""
    found = tuple(FoundCard(seen.card, seen.sure, _points(seen.outline), seen.guesses) for seen in reading.cards)
    width, height = reading.size
    return CheckedReading(found, (width, height), tuple(reading.notes), purpose, letters=reading.letters)


def join_cards(checkeds: Iterable[CheckedReading]) -> tuple[Card, ...]:
    """The cards of several photos of one table, as a hand is held.

    A card that two photos show counts once, however often each of them shows it at most, unless a photo is ``apart``.
    """
    held: Counter[Card] = Counter()
    for checked in checkeds:
        counts = Counter(checked.cards)
        held = held + counts if checked.apart else held | counts
    return sort_cards(held.elements())


def copies_of(checkeds: Iterable[CheckedReading]) -> list[list[int]]:
    """For each photo and each card found in it, which copy of that card it is, counted from 0."""
    before: Counter[Card] = Counter()
    copies: list[list[int]] = []
    for checked in checkeds:
        own = Counter(before if checked.apart else ())
        copies.append([])
        for card in checked.cards:
            copies[-1].append(own[card])
            own[card] += 1
        before |= own
    return copies


def _clamp(figure: int, least: int, most: int) -> int:
    return max(least, min(figure, most))


def _points(outline: Any) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in outline)
