"""Teaches the reader a deck of one's own from a few photographs of known cards.

``learn_deck(examples)`` gives a :class:`Deck`; ``read_photo(image, deck=deck)`` reads with it. The networks stay as
they are: only for this deck, something is added to the classifier's last layer, so that no other deck is
forgotten. Nothing but NumPy and OpenCV is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.deck import Deck, DeckError, chances_to_logs, deck_from_bytes
from companion.vision.stages.chances import softmax
from companion.vision.stages.levels import Pixels
from companion.vision.stages.networks import Answers, classifier_digest, crops_to_answers
from companion.vision.stages.second_look import PARTS
from companion.vision.stages.settling import read_letters, settle
from companion.vision.teach.lesson import Example, Lesson, example_to_look, look_to_lesson

__all__ = ["Deck", "DeckError", "Example", "deck_from_bytes", "learn_deck", "relearn_deck"]

ROUNDS = 3
"""What was learnt first tells better which index is whose, and then more can be learnt."""

VIEWS = 8
"""Each crop is looked at so many times, moved, turned and lit a little differently."""

SURE = 0.97
"""Learning stops once every view's name has this chance: no more is changed than must be."""

MOST_STEPS = 300
RANK_OUTPUTS, SUIT_OUTPUTS = slice(0, 8), slice(8, 12)

Floats = npt.NDArray[np.float64]


def learn_deck(examples: Iterable[Example], known: Deck | None = None) -> Deck:
    """A deck taught with these examples, on top of what is ``known`` of it already.

    :raises DeckError: if not one card of the examples could be found in them.
    """
    seen = [(example_to_look(example), example.cards) for example in examples]
    deck = _learn_lessons([look_to_lesson(look, cards, known) for look, cards in seen], known)
    for _ in range(ROUNDS - 1):
        deck = _learn_lessons([look_to_lesson(look, cards, deck) for look, cards in seen], known)
    return deck


def _learn_lessons(lessons: Sequence[Lesson], known: Deck | None) -> Deck:
    ranks = np.array([rank for lesson in lessons for rank in lesson.ranks], np.int64)
    suits = np.array([suit for lesson in lessons for suit in lesson.suits], np.int64)
    if not (suits >= 0).any():
        raise DeckError("None of these cards was found in the photos. Lay a few flat in good light, and try again.")
    crops = np.stack([crop for lesson in lessons for crop in lesson.crops])
    if known is not None:
        crops = np.concatenate([known.crops, crops])
        ranks, suits = np.concatenate([known.ranks, ranks]), np.concatenate([known.suits, suits])
    return _learn(crops, ranks, suits, _notes(lessons))


def relearn_deck(deck: Deck) -> Deck:
    """The deck for the classifier of today; the same deck if it was learnt with it."""
    if deck.model == classifier_digest():
        return deck
    return _learn(deck.crops, deck.ranks, deck.suits, deck.notes)


def _notes(lessons: Sequence[Lesson]) -> tuple[str, ...]:
    notes = []
    for number, lesson in enumerate(lessons, 1):
        if lesson.unfound:
            names = ", ".join(card.words for card in lesson.unfound)
            notes.append(f"Photo {number}: not told apart or not found: {names}. Take a photo with fewer cards.")
    return tuple(notes)


def _learn(crops: Pixels, ranks: npt.NDArray[np.int64], suits: npt.NDArray[np.int64], notes: tuple[str, ...]) -> Deck:
    views = [_view(crop, number) for crop in crops for number in range(VIEWS)]
    answers = crops_to_answers(views)
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


def fit_weights(
    read: Floats, features: npt.NDArray[np.float32], ranks: npt.NDArray[np.int64], suits: npt.NDArray[np.int64]
) -> npt.NDArray[np.float32]:
    """The (12, 1536) weights that must be added for every look to be named rightly, and as little as may be.

    ``read`` holds what each look says without them, (n, 12) logarithms, ``features`` is (n, 1536).
    Gradient steps from nothing stay in the span of the looks, and end as soon as all are right.
    """
    known = features.astype(np.float64)
    kinship = known @ known.T
    rate = 2.0 / max(float(np.linalg.eigvalsh(kinship)[-1]), 1e-9)
    wanted = _wanted(ranks, suits)
    shares = np.zeros((len(known), 12))
    for _ in range(MOST_STEPS):
        off = _chances(read + kinship @ shares) - wanted
        off[suits < 0, SUIT_OUTPUTS] = 0
        if np.abs(off).max() < 1 - SURE:
            break
        shares -= rate * off
    return np.asarray((known.T @ shares).T, np.float32)


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
