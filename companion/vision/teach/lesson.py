"""Finds, in a photograph of known cards, which index belongs to which card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.cards import Card
from companion.vision.deck import Deck
from companion.vision.read import answers_to_logits, answers_to_read
from companion.vision.search import levels_to_spots
from companion.vision.settings import Settings
from companion.vision.stages.crops import spot_to_crop
from companion.vision.stages.exposure import brighten
from companion.vision.stages.guesses import NONE, OTHER, RANKS, SUITS, Index
from companion.vision.stages.levels import Levels, Pixels
from companion.vision.stages.networks import Answers, crops_to_answers
from companion.vision.stages.pairing import indices_to_cards
from companion.vision.stages.spots import Spot

LENIENT = Settings(least_real=0.1, most_spots=100)
"""A strange index may look like none: it is looked at all the same. Twenty cards have at most eighty."""

WORST = 1e-3
LEAST_FIT = 2 * float(np.log(0.03))
"""A card is taken for found if its rank and its suit together speak for it at least so much."""

MOST_OTHERS, NO_SUIT = 12, -1
"""Of the hottest places that are no index for certain, so many are learnt as none, so that they stay it."""

MOST_OF_A_CARD, MOST_OF_NONE = 16, 120
"""So many crops of each card, and of what is none, are learnt from: about what ten photographs of many cards show."""

CLEAR = float(np.log(3))
"""How much likelier an assignment must be than the same with two cards exchanged."""

ALONE = float(np.log(0.5))
"""What a group of one index counts less than a pair: single finds are more often no index at all."""


@dataclass(frozen=True)
class Example:
    """A photograph with cards of the deck (BGR, upright), and which they are, each copy; no other card is in it."""

    image: Pixels
    cards: tuple[Card, ...]


Shown = tuple[Pixels, int, int]
"""A crop, and the classes of the rank and the suit that it shows."""


@dataclass(frozen=True)
class Lesson:
    """Crops with what they show, and the cards that were not found in the photograph."""

    crops: list[Pixels]
    ranks: list[int]
    suits: list[int]
    unfound: tuple[Card, ...]

    def add(self, crop: Pixels, rank: int, suit: int) -> None:
        """One more crop, with the classes of what it shows."""
        self.crops.append(crop)
        self.ranks.append(rank)
        self.suits.append(suit)

    def each(self) -> Iterator[Shown]:
        """Every crop with the classes of what it shows."""
        return zip(self.crops, self.ranks, self.suits, strict=True)


@dataclass(frozen=True)
class Look:
    """All places in an example that may be an index, and what the classifier says of them."""

    spots: list[Spot]
    crops: list[Pixels]
    answers: Answers


def example_to_look(example: Example) -> Look:
    """What the networks see in an example; whatever is learnt, this stays."""
    levels = Levels(brighten(example.image))
    spots = levels_to_spots(levels, LENIENT)
    crops = [spot_to_crop(levels, spot) for spot in spots]
    return Look(spots, crops, crops_to_answers(crops))


def look_to_lesson(look: Look, cards: Sequence[Card], deck: Deck | None = None) -> Lesson:
    """The crops of the cards that are known to lie there, each with its card's name, and some that are none.

    ``deck`` is what was learnt so far.
    """
    letters = "" if deck is None else deck.letters
    indices, _ = answers_to_read(look.spots, answers_to_logits(look.answers, deck), LENIENT, letters)
    groups = indices_to_cards(indices, LENIENT)
    found = assign_cards(groups, cards)
    crop_of = {(spot.x, spot.y): crop for spot, crop in zip(look.spots, look.crops, strict=True)}
    lesson = Lesson([], [], [], tuple(card for i, card in enumerate(cards) if i not in found))
    for number, group in found.items():
        for spot in (index.spot for index in groups[group]):
            lesson.add(crop_of[spot.x, spot.y], rank_class(cards[number]), SUITS.index(cards[number].suit))
    taken = {(index.spot.x, index.spot.y) for index in indices}
    for place in [place for place in crop_of if place not in taken][:MOST_OTHERS]:
        lesson.add(crop_of[place], NONE, NO_SUIT)
    return lesson


def newest_of_each(shown: Sequence[Shown]) -> list[Shown]:
    """Of each card the last :data:`MOST_OF_A_CARD` crops, of what is none the last :data:`MOST_OF_NONE`, in order.

    With the crops of the oldest photograph first, the newest are taken: a lesson costs no more for more photographs.
    """
    taken, newest = Counter[tuple[int, int]](), list[Shown]()
    for crop, rank, suit in reversed(shown):
        if taken[rank, suit] < (MOST_OF_NONE if rank == NONE else MOST_OF_A_CARD):
            taken[rank, suit] += 1
            newest.append((crop, rank, suit))
    return newest[::-1]


def rank_class(card: Card) -> int:
    """The classifier's number for the card's rank."""
    return RANKS.index(card.rank) if card.rank in RANKS else OTHER


def assign_cards(groups: Sequence[Sequence[Index]], cards: Sequence[Card]) -> dict[int, int]:
    """For the number of each card that was found, the number of its group; the surest first, each group once.

    Two unlike cards that might as well have each other's group are left out: which is which is not known yet.
    """
    if not groups or not cards:
        return {}
    fits = np.array([[_fit(group, card) for group in groups] for card in cards])
    left, found = fits.copy(), dict[int, int]()
    while len(found) < min(fits.shape):
        number, group = np.unravel_index(int(left.argmax()), left.shape)
        if left[number, group] < LEAST_FIT:
            break
        found[int(number)] = int(group)
        left[number, :] = left[:, group] = -np.inf
    return {number: group for number, group in found.items() if not _open_to_exchange(number, found, fits, cards)}


def _open_to_exchange(
    number: int, found: Mapping[int, int], fits: npt.NDArray[np.float64], cards: Sequence[Card]
) -> bool:
    """Whether the card and some other that was found fit each other's group nearly as well as their own."""
    return any(
        fits[number, found[number]] + fits[other, group] - fits[number, group] - fits[other, found[number]] < CLEAR
        for other, group in found.items()
        if cards[other] != cards[number]
    )


def _fit(group: Sequence[Index], card: Card) -> float:
    """How well a group's indices speak for the card, as the logarithm of a chance."""
    logs = [_log(index.ranks, rank_class(card)) + _log(index.suits, SUITS.index(card.suit)) for index in group]
    return float(np.mean(logs)) + (ALONE if len(group) == 1 else 0.0)


def _log(chances: npt.NDArray[np.float64], number: int) -> float:
    return float(np.log(max(float(chances[number]), WORST)))
