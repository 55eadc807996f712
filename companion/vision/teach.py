"""Teaches the reader a deck from photos of known cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import Card
from companion.vision.deck import Deck, DeckError, classifier_digest, deck_from_bytes
from companion.vision.read import answers_to_read, levels_to_spots
from companion.vision.reading import Settings
from companion.vision.stages.chances import LEAST_CHANCE, Chances, softmax
from companion.vision.stages.indices import NONE, OTHER, RANKS, SUITS, Index
from companion.vision.stages.letters import evidence_of, read_letters, settle
from companion.vision.stages.levels import Levels, brighten
from companion.vision.stages.looks import in_parts
from companion.vision.stages.opencv import Answers, answers_to_logits, crops_to_answers
from companion.vision.stages.pairing import indices_to_cards
from companion.vision.stages.pixels import Pixels
from companion.vision.stages.spots import Spot, spot_to_crop

VIEWS = 8
"""How often each crop is looked at, moved, turned and lit a little differently."""

MOST_KEPT = 1000
"""For how many crops the answers are cached, 60 kB each."""


class Views:
    """Remembers what the classifier said of every view of a crop: most crops are learned from in many lessons."""

    def __init__(self) -> None:
        self._kept: dict[bytes, Answers] = {}

    def answers(self, crops: Iterable[Pixels]) -> Answers:
        """The answers for all views of at least one crop, the :data:`VIEWS` of each together."""
        return Answers(*(np.concatenate(parts) for parts in zip(*map(self._answers_of, crops), strict=True)))

    def _answers_of(self, crop: Pixels) -> Answers:
        key = crop.tobytes()
        answers = self._kept.get(key)
        if answers is None:
            answers = crops_to_answers([_view(crop, number) for number in range(VIEWS)])
            if len(self._kept) < MOST_KEPT:
                self._kept[key] = answers
        return answers


def _view(crop: Pixels, number: int) -> Pixels:
    """The crop itself (view 0), or the same crop as a careless detector in other light would have cut it."""
    if number == 0:
        return crop
    rng = np.random.default_rng(number)
    height, width = crop.shape[:2]
    turn, size = float(rng.normal(0, 5)), float(np.exp(rng.normal(0, 0.07)))
    matrix = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), turn, size), np.float64)
    matrix[:, 2] += rng.normal(0, 2, 2)
    moved = cv2.warpAffine(crop, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.clip(moved * rng.uniform(0.75, 1.2) + rng.normal(0, 6), 0, 255).astype(np.uint8)


LENIENT = Settings(least_real=0.1, most_spots=100)
"""A strange index may look like none: it is looked at all the same. Twenty cards have at most eighty."""

WORST = 1e-3
LEAST_FIT = 2 * float(np.log(0.03))
"""A card is taken for found if its rank and its suit together speak for it at least so much."""

MOST_OTHERS, NO_SUIT = 12, -1
"""The number of the hottest places, certainly no index, that are learned as none, so that they stay so."""

MOST_OF_A_CARD, MOST_OF_NONE = 16, 120
"""How many crops of each card, and of what is none, are learned from: about what ten photographs of many cards show."""

CLEAR = float(np.log(3))
"""How much likelier an assignment must be than the same with two cards exchanged."""

ALONE = float(np.log(0.5))
"""The logit of a group of one index against a pair: single finds are more often no index at all."""


@dataclass(frozen=True)
class KnownPhoto:
    """A photograph with cards of the deck (BGR, upright), and which they are, each copy; no other card is in it."""

    image: Pixels
    cards: tuple[Card, ...]


Shown = tuple[Pixels, int, int]
"""A crop, and the classes of the rank and the suit that it shows."""


@dataclass(frozen=True)
class Lesson:
    """Crops with their content, and the cards that were not found in the photograph."""

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
class ExampleLook:
    """All places in an example that may be an index, and the classifier's answers."""

    spots: list[Spot]
    crops: list[Pixels]
    answers: Answers


def example_to_look(example: KnownPhoto) -> ExampleLook:
    """Look at an example with the networks; learning leaves this as it is."""
    levels = Levels(brighten(example.image))
    spots = levels_to_spots(levels, LENIENT)
    crops = [spot_to_crop(levels, spot) for spot in spots]
    return ExampleLook(spots, crops, crops_to_answers(crops))


def look_to_lesson(look: ExampleLook, cards: Sequence[Card], deck: Deck | None = None) -> Lesson:
    """Return the crops of the cards known to be there, each with its name, and some that are none.

    ``deck`` is what was learned so far.
    """
    letters = () if deck is None else evidence_of(deck.letters)
    said = answers_to_logits(look.answers, None if deck is None else deck.weights)
    indices, _ = answers_to_read(look.spots, said, LENIENT, letters)
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
    """Return the number of the group for each card that was found; the surest first, each group once.

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
    """Return True if the card and some other that was found fit each other's group nearly as well as their own."""
    return any(
        fits[number, found[number]] + fits[other, group] - fits[number, group] - fits[other, found[number]] < CLEAR
        for other, group in found.items()
        if cards[other] != cards[number]
    )


def _fit(group: Sequence[Index], card: Card) -> float:
    """How well a group's indices speak for the card, as the logarithm of a chance."""
    logs = [_log(index.ranks, rank_class(card)) + _log(index.suits, SUITS.index(card.suit)) for index in group]
    return float(np.mean(logs)) + (ALONE if len(group) == 1 else 0.0)


def _log(chances: Chances, number: int) -> float:
    return float(np.log(max(chances[number], WORST)))


__all__ = ["Course", "Deck", "DeckError", "KnownPhoto", "deck_from_bytes", "learn_deck", "relearn_deck"]

ROUNDS = 3
"""Rounds of learning: the first shows better which index is whose, and then more can be learned."""

SURE = 0.97
"""Learning stops once every view's name has this chance: no more is changed than must be."""

MOST_STEPS = 34
"""Each keeps some of the way of the one before; so they lead as far as some three hundred that would not."""

POWERS = 30
RANK_OUTPUTS, SUIT_OUTPUTS = slice(0, 8), slice(8, 12)

Floats = npt.NDArray[np.float64]
Weights = npt.NDArray[np.float32]
Classes = npt.NDArray[np.int64]


def learn_deck(examples: Iterable[KnownPhoto], known: Deck | None = None) -> Deck:
    """A deck taught with these examples, the oldest first, on top of what is ``known`` of it already.

    It holds a bounded number of crops of each card, the newest (:func:`newest_of_each`).

    :raises DeckError: if not one card of the examples could be found in them.
    """
    return Course(examples, known).learn()


class Course:
    """Looks at some photographs of known cards: each is looked at once, however often it is learned from.

    Of a photograph only the crops and what the classifier says of them are kept, at most 2 MB.
    """

    def __init__(self, examples: Iterable[KnownPhoto], known: Deck | None = None) -> None:
        """Look at these examples, the oldest first, one after the other; ``known`` is learned with each lesson."""
        self._known = known
        self._seen = [(example_to_look(example), example.cards) for example in examples]
        self._views = Views()

    def learn(self, without: Iterable[int] = ()) -> Deck:
        """The deck that the examples teach, but for those of the numbers ``without``, counted from 0.

        :raises DeckError: if not one of their cards could be found in them.
        """
        left_out = {*without}
        seen = [each for number, each in enumerate(self._seen) if number not in left_out]
        deck = self._learn_lessons([look_to_lesson(look, cards, self._known) for look, cards in seen])
        for _ in range(ROUNDS - 1):
            deck = self._learn_lessons([look_to_lesson(look, cards, deck) for look, cards in seen])
        return deck

    def _learn_lessons(self, lessons: Sequence[Lesson]) -> Deck:
        shown = [each for lesson in lessons for each in lesson.each()]
        if not any(suit != NO_SUIT for _, _, suit in shown):
            raise DeckError("None of these cards was found in the photos. Lay a few flat in good light, and try again.")
        if self._known is not None:
            before = zip(self._known.crops, self._known.ranks.tolist(), self._known.suits.tolist(), strict=True)
            shown = [*before, *shown]
        crops, ranks, suits = zip(*newest_of_each(shown), strict=True)
        classes = np.array(ranks, np.int64), np.array(suits, np.int64)
        return _learn(np.stack(crops), *classes, _notes(lessons), self._views)


def relearn_deck(deck: Deck) -> Deck:
    """The deck for the classifier of today; the same deck if it was learned with it."""
    if deck.model == classifier_digest():
        return deck
    return _learn(deck.crops, deck.ranks, deck.suits, deck.notes, Views())


def _notes(lessons: Sequence[Lesson]) -> tuple[str, ...]:
    notes = []
    for number, lesson in enumerate(lessons, 1):
        if lesson.unfound:
            names = ", ".join(card.words for card in lesson.unfound)
            notes.append(f"Photo {number}: not distinguished or not found: {names}. Take a photo with fewer cards.")
    return tuple(notes)


def _learn(crops: Pixels, ranks: Classes, suits: Classes, notes: tuple[str, ...], views: Views) -> Deck:
    answers = views.answers(crops)
    read, letters = _as_read(answers)
    weights = fit_weights(read, answers.features, np.repeat(ranks, VIEWS), np.repeat(suits, VIEWS))
    return Deck(crops, ranks, suits, weights, classifier_digest(), letters, notes)


def _as_read(answers: Answers) -> tuple[Floats, str]:
    """The logarithms of the twelve chances of each crop, (n, 12), as in a photograph of them all, and its alphabet."""
    said = [in_parts(answer) for answer in answers_to_logits(answers)]
    letters = [softmax(each.letters) for each in said]
    settled = settle(letters, [1.0] * len(letters))
    read = read_letters([softmax(each.ranks) for each in said], letters, settled)
    chances = [(*each.ranks, *softmax(answer.suits)) for each, answer in zip(read, said, strict=True)]
    return np.log(np.maximum(chances, LEAST_CHANCE)), settled.name


def fit_weights(read: Floats, features: Weights, ranks: Classes, suits: Classes) -> Weights:
    """The (12, 1536) weights that must be added for every look to be named rightly, and as little as may be.

    ``read`` holds what each look says without them, (n, 12) logarithms, ``features`` is (n, 1536).
    Gradient steps from nothing stay in the span of the looks, and end as soon as all are right; each keeps some of
    the way of the one before (Nesterov). Beside the features they need little memory: some (n, 12) numbers.
    """
    rate = np.float32(2.0 / max(_largest_eigenvalue(features), 1e-9))
    wanted = _wanted(ranks, suits)
    weights: Weights = np.zeros((12, features.shape[1]), np.float32)
    ahead = weights
    for step in range(MOST_STEPS):
        off = np.asarray(_chances(read + features @ ahead.T) - wanted, np.float32)
        off[suits < 0, SUIT_OUTPUTS] = 0
        if np.abs(off).max() < 1 - SURE:
            break
        before, weights = weights, ahead - rate * (off.T @ features)
        ahead = weights + np.float32(step / (step + 3)) * (weights - before)
    return ahead


def _largest_eigenvalue(features: Weights) -> float:
    """That of the (1536, 1536) products of the features, by power iteration."""
    length = 0.0
    towards: Weights = np.ones(features.shape[1], np.float32)
    for _ in range(POWERS):
        further = (features @ towards) @ features
        length = float(np.linalg.norm(further))
        towards = np.asarray(further / max(length, 1e-9), np.float32)
    return length


def _wanted(ranks: npt.NDArray[np.int64], suits: npt.NDArray[np.int64]) -> Floats:
    rows = np.arange(len(ranks))
    wanted = np.zeros((len(ranks), 12))
    wanted[rows, ranks] = 1
    wanted[rows, 8 + np.maximum(suits, 0)] = 1
    return wanted


def _chances(logits: Floats) -> Floats:
    """Chances of the ranks and, apart from them, of the suits."""
    chances = np.empty_like(logits)
    for part in (RANK_OUTPUTS, SUIT_OUTPUTS):
        powers = np.exp(logits[:, part] - logits[:, part].max(axis=1, keepdims=True))
        chances[:, part] = powers / powers.sum(axis=1, keepdims=True)
    return chances
