"""The cards found in one photo, as far as a person has put them right; immutable, and plain JSON in the store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.cards import Card, Rank, sort_cards
from companion.store.codec import from_json, to_json
from companion.store.database import Json
from companion.vision.stages.letters import answer_to_evidence, evidence_of
from companion.web.photo.case import Purpose

if TYPE_CHECKING:
    from companion.vision import Reading, SeenCard

Point = tuple[float, float]

MARGIN = 0.4
"""The margin of table shown around a card, as a share of its longer side,"""
INDEX_MARGIN = 1.5
"""and around an index, as a share of its height: in a fan its neighbors' indices are seen with it."""


@dataclass(frozen=True)
class FoundCard:
    """One card, and the certainty of its name.

    Its outline is empty if it is unknown, or outside the picture: a live camera saw the card while it was aimed.
    """

    card: Card
    sure: bool
    outline: tuple[Point, ...] = ()
    guesses: tuple[Card, ...] = ()
    """Other possible names, the likeliest first."""
    indices: tuple[tuple[Point, ...], ...] = ()
    """The outlines of its indices, while the reader is unsure; other cards may cover the rest."""
    added: bool = False
    """True if a person added it."""
    player: int | None = None
    """The seat that played it, if a person chose it."""
    named: bool = False
    """True if a person named it."""
    removed: bool = False
    """True if a person marked it as no card."""
    more: bool = False
    """True if it was added as one more than all the photos of its table show together."""
    maybe: bool = False
    """True if it counts only after a person confirms it."""
    key: str = ""
    """The key of its form and its name there, so that it is added once, even if renamed since."""
    letter: str = ""
    """Its letter, where the photo left open which rank that means."""

    @property
    def words(self) -> str:
        """The card's certainty in words."""
        if self.added:
            return "added by you"
        if self.named:
            return "checked by you"
        if self.maybe:
            return "maybe one more here"
        says = "sure" if self.sure else "please check"
        return says if self.outline else f"{says}, outside the picture"

    @property
    def polygons(self) -> tuple[str, ...]:
        """The outlines to look at, as SVG: its indices if the reader saw them, else the card's outline."""
        return tuple(_as_svg(points) for points in self.indices or (self.outline,))

    @property
    def polygon(self) -> str:
        """The outline as SVG writes it."""
        return _as_svg(self.outline)

    @property
    def name(self) -> str:
        """Its name as it is written over the photo."""
        return self.card.symbols if self.sure else f"{self.card.symbols} ?"

    @property
    def middle(self) -> Point:
        """The card's center."""
        left, top, width, height = _box(self.outline)
        return left + width / 2, top + height / 2

    def as_rank(self, rank: Rank) -> FoundCard:
        """Return the card with another rank, as doubtful as before; unchanged if a person named it."""
        card = Card(rank, self.card.suit)
        if self.sure or card == self.card:
            return self
        return replace(self, card=card, guesses=(self.card, *(other for other in self.guesses if other != card)))

    def surroundings(self, size: tuple[int, int]) -> str:
        """The part of the photo to look at, with a margin, as an SVG view box."""
        left, top, width, height = _box([point for each in self.indices or (self.outline,) for point in each])
        margin = INDEX_MARGIN * max(_box(self.indices[0])[2:]) if self.indices else MARGIN * max(width, height)
        from_x, from_y = max(left - margin, 0), max(top - margin, 0)
        to_x, to_y = min(left + width + margin, size[0]), min(top + height + margin, size[1])
        return " ".join(f"{figure:.0f}" for figure in (from_x, from_y, to_x - from_x, to_y - from_y))


@dataclass(frozen=True)
class CheckedReading:
    """The cards in a photo, its size in pixels, the reader's notes, and its purpose."""

    found: tuple[FoundCard, ...]
    """All cards ever found or added. A removed one stays, so the other addresses do not change."""
    size: tuple[int, int]
    notes: tuple[str, ...]
    purpose: Purpose
    joined: tuple[str, ...] = ()
    """The photos that were taken after this one and belong to it."""
    apart: bool = False
    """True if the cards of a joined photo differ from those of the photos before it."""
    left_out: bool = False
    """True if this one of several photos is left out; it may be restored."""
    letters: tuple[float, ...] = ()
    """How well each alphabet explains the deck's letters, as the reader found them."""

    @property
    def lying(self) -> Mapping[int, FoundCard]:
        """The cards on the table, by their place in ``found``: without removed and unconfirmed ones."""
        return {index: found for index, found in enumerate(self.found) if not found.removed and not found.maybe}

    @property
    def maybe(self) -> Mapping[int, FoundCard]:
        """The unconfirmed cards by place: not counted until a person has looked."""
        return {index: found for index, found in enumerate(self.found) if found.maybe and not found.removed}

    @property
    def removed(self) -> Mapping[int, FoundCard]:
        """The removed cards by place, which can be restored."""
        return {index: found for index, found in enumerate(self.found) if found.removed}

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card on the table, copies counted."""
        return tuple(found.card for found in self.lying.values())

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The places of the cards for a person to look at, unconfirmed ones last."""
        return (*(index for index, found in self.lying.items() if not found.sure), *self.maybe)

    def correct(self, index: int, card: Card) -> CheckedReading:
        """Return the reading with another card at ``index``, which is sure because a person named it.

        Doubtful cards with the same letter, which the photo left open, get the same rank.

        :raises IndexError: if nothing was found there.
        """
        letter = self.found[index].letter
        found = tuple(each.as_rank(card.rank) if letter and each.letter == letter else each for each in self.found)
        named = replace(found[index], card=card, sure=True, named=True, maybe=False)
        return replace(self, found=found)._with(index, named)

    def remove(self, index: int) -> CheckedReading:
        """Without what was found at ``index``; :meth:`put_back` is the inverse.

        :raises IndexError: if nothing was found there.
        """
        return self._with(index, replace(self.found[index], removed=True))

    def put_back(self, index: int) -> CheckedReading:
        """Return the reading with the card at ``index`` restored, as sure or doubtful as it was.

        :raises IndexError: if nothing was found there.
        """
        return self._with(index, replace(self.found[index], removed=False))

    def add(self, card: Card, outline: tuple[Point, ...], key: str, more: bool = False) -> CheckedReading:
        """Return the reading with a missed card at its outline, if shown; once for each form's ``key``."""
        added_key = _added_key(key, card)
        if any(found.key == added_key for found in self.found):
            return self
        added = FoundCard(card, True, outline, added=True, more=more, key=added_key)
        return replace(self, found=(*self.found, added))

    def is_added_elsewhere(self, card: Card, seen: int, own: Iterable[str]) -> bool:
        """Return True if another form added this card since there were ``seen`` cards; ``own`` are this form's keys."""
        own_keys = {_added_key(key, card) for key in own}
        since = (found for found in self.found[seen:] if found.added and not found.removed)
        return any(found.card == card and found.key not in own_keys for found in since)

    @property
    def evidence(self) -> Iterator[tuple[float, ...]]:
        """Yield the evidence of the deck's letters for the next photo of the game: of the photo, and of each answer."""
        yield self.letters
        for found in self.found:
            if found.letter and found.named and not found.removed:
                yield answer_to_evidence(found.letter, found.card.rank)

    def _with(self, index: int, found: FoundCard) -> CheckedReading:
        return replace(self, found=(*self.found[:index], found, *self.found[index + 1 :]))

    def to_json(self) -> dict[str, Any]:
        """Text, numbers and lists only; :func:`checked_from_json` is the inverse."""
        written: dict[str, Any] = to_json(self)
        return written


def _added_key(key: str, card: Card) -> str:
    return f"{key} {card}"


def checked_from_json(body: Json) -> CheckedReading:
    """The inverse of :meth:`CheckedReading.to_json`.

    :raises ValueError: if the JSON holds no reading.
    """
    if isinstance(body, dict) and isinstance(name := body.get("letters"), str):  # as it was stored before 2026-11-29
        body = {**body, "letters": [*evidence_of(name)]}
    return from_json(body, CheckedReading)


def checked_from_reading(reading: Reading, purpose: Purpose) -> CheckedReading:
    """The reader's result, before any correction."""
    counted = (_found(seen, maybe=False) for seen in reading.cards)
    asked = (_found(seen, maybe=True) for seen in reading.maybe)
    width, height = reading.size
    return CheckedReading((*counted, *asked), (width, height), tuple(reading.notes), purpose, letters=reading.letters)


def _found(seen: SeenCard, *, maybe: bool) -> FoundCard:
    indices = () if seen.sure else tuple(_points(each) for each in seen.indices)
    outline = _points(seen.outline)
    return FoundCard(seen.card, seen.sure, outline, seen.guesses, indices, maybe=maybe, letter=seen.letter)


def join_cards(checkeds: Iterable[CheckedReading]) -> tuple[Card, ...]:
    """The cards of several photos of one table, as a hand is held.

    A card that two photos show counts once, however often each of them shows it at most, unless a photo is ``apart`` or
    the card was added as one ``more``.
    """
    checkeds = tuple(checkeds)
    return sort_cards((_held(checkeds) + Counter(_more(checkeds))).elements())


def copies_of(checkeds: Iterable[CheckedReading]) -> list[list[int]]:
    """The number of the copy, from 0, for each photo and each card on it."""
    checkeds = tuple(checkeds)
    further, before = _held(checkeds), Counter[Card]()
    copies: list[list[int]] = []
    for checked in checkeds:
        own = Counter(before if checked.apart else ())
        copies.append([])
        for found in checked.lying.values():
            count = further if found.more else own
            copies[-1].append(count[found.card])
            count[found.card] += 1
        before |= own
    return copies


def _held(checkeds: Iterable[CheckedReading]) -> Counter[Card]:
    """The number of each card in the photos."""
    held: Counter[Card] = Counter()
    for checked in checkeds:
        counts = Counter(found.card for found in checked.lying.values() if not found.more)
        held = held + counts if checked.apart else held | counts
    return held


def _more(checkeds: Iterable[CheckedReading]) -> list[Card]:
    """The cards that were added as more than they show."""
    return [found.card for checked in checkeds for found in checked.lying.values() if found.more]


def _box(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Left, top, width and height of what the points take up."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _as_svg(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in points)


def _points(outline: Any) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in outline)
