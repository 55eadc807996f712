"""Teaches the reader a deck of one's own from photographs of known cards.

``learn_deck(examples)`` gives a :class:`Deck`; ``read_photo(image, deck=deck)`` reads with it. The networks stay as
they are: only for this deck, something is added to the classifier's last layer, so that no other deck is
forgotten. Nothing but NumPy and OpenCV is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from companion.vision.deck import Deck, DeckError, chances_to_logs, deck_from_bytes
from companion.vision.stages.chances import softmax
from companion.vision.stages.levels import Pixels
from companion.vision.stages.networks import Answers, classifier_digest
from companion.vision.stages.second_look import PARTS
from companion.vision.stages.settling import read_letters, settle
from companion.vision.teach.lesson import NO_SUIT, Example, Lesson, example_to_look, look_to_lesson, newest_of_each
from companion.vision.teach.views import VIEWS, Views

__all__ = ["Course", "Deck", "DeckError", "Example", "deck_from_bytes", "learn_deck", "relearn_deck"]

ROUNDS = 3
"""What was learnt first tells better which index is whose, and then more can be learnt."""

SURE = 0.97
"""Learning stops once every view's name has this chance: no more is changed than must be."""

MOST_STEPS = 34
"""Each keeps some of the way of the one before; so they lead as far as some three hundred that would not."""

POWERS = 30
RANK_OUTPUTS, SUIT_OUTPUTS = slice(0, 8), slice(8, 12)

Floats = npt.NDArray[np.float64]
Weights = npt.NDArray[np.float32]
Classes = npt.NDArray[np.int64]


def learn_deck(examples: Iterable[Example], known: Deck | None = None) -> Deck:
    """A deck taught with these examples, the oldest first, on top of what is ``known`` of it already.

    It holds a bounded number of crops of each card, the newest (:func:`newest_of_each`).

    :raises DeckError: if not one card of the examples could be found in them.
    """
    return Course(examples, known).learn()


class Course:
    """What was seen in some photographs of known cards: each is looked at once, however often it is learnt from.

    Of a photograph only the crops and what the classifier says of them are kept, at most 2 MB.
    """

    def __init__(self, examples: Iterable[Example], known: Deck | None = None) -> None:
        """Look at these examples, the oldest first, one after the other; ``known`` is learnt with each lesson."""
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
    """The deck for the classifier of today; the same deck if it was learnt with it."""
    if deck.model == classifier_digest():
        return deck
    return _learn(deck.crops, deck.ranks, deck.suits, deck.notes, Views())


def _notes(lessons: Sequence[Lesson]) -> tuple[str, ...]:
    notes = []
    for number, lesson in enumerate(lessons, 1):
        if lesson.unfound:
            names = ", ".join(card.words for card in lesson.unfound)
            notes.append(f"Photo {number}: not told apart or not found: {names}. Take a photo with fewer cards.")
    return tuple(notes)


def _learn(crops: Pixels, ranks: Classes, suits: Classes, notes: tuple[str, ...], views: Views) -> Deck:
    answers = views.answers(crops)
    read, letters = _as_read(answers)
    weights = fit_weights(read, answers.features, np.repeat(ranks, VIEWS), np.repeat(suits, VIEWS))
    return Deck(crops, ranks, suits, weights, classifier_digest(), letters, notes)


def _as_read(answers: Answers) -> tuple[Floats, str]:
    """The logarithms of the twelve chances of each crop, (n, 12), as in a photograph of them all, and its alphabet."""
    guesses, suits = np.split(answers.guesses, PARTS[:1], axis=1)
    letters = softmax(answers.letters)
    settled = settle(letters, [1.0] * len(letters))
    ranks = read_letters(softmax(guesses), letters, settled).ranks
    return chances_to_logs(np.hstack([ranks, softmax(suits)])), settled.name


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
        chances[:, part] = softmax(logits[:, part])
    return chances
