"""What an index says: the classifier's answer as chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from companion.cards import Card, Rank, Suit
from companion.vision.settings import Settings
from companion.vision.stages.chances import Chances, softmax
from companion.vision.stages.settling import Read
from companion.vision.stages.spots import Spot

RANKS = (Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
OTHER, NONE = 6, 7
CERTAIN = 0.7
SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)

EXACT = 0.25
"""Two indices that say different things must fit so much better than others to be one card."""


@dataclass(frozen=True)
class Index:
    """A spot with what it says: chances of seven ranks (the last is "another rank") and of four suits."""

    spot: Spot
    ranks: Chances
    suits: Chances
    real: float
    """The chance that this is an index at all."""
    strange: bool = False
    """Whether its letter is none of the photograph's alphabet."""
    spelt: Chances = field(default_factory=lambda: np.ones(NONE))
    """The chances of the seven ranks by the letter alone."""
    open: float = 0.0
    """The chance that the letter stands for another rank than its likeliest, since the alphabet is open."""
    whole: float = 1.0
    """The chance that nothing covers it."""
    burnt: float = 0.0
    """How much of what was cut out is mere white, from 0 to 1."""

    @cached_property
    def said(self) -> tuple[Card | None, float]:
        """What it says by itself, by :func:`indices_to_name`; it is asked for again beside every other index."""
        return _name([self])


def chances_to_indices(spots: Sequence[Spot], read: Read, suits: Chances, settings: Settings) -> list[Index]:
    """The spots that are indices, as they were ``read``; ``suits`` is (spots, 4)."""
    real = 1 - read.ranks[:, NONE]
    ranks = read.ranks[:, :NONE] / np.maximum(real, 1e-9)[:, None]
    return [
        Index(
            spots[i],
            ranks[i],
            suits[i],
            float(real[i]),
            strange=bool(read.strange[i]),
            spelt=read.spelt[i, :NONE],
            open=float(read.open[i]),
        )
        for i in np.flatnonzero(real >= settings.least_real).tolist()
    ]


def indices_to_name(indices: Sequence[Index]) -> tuple[Card | None, float]:
    """The name on which the indices of one card agree best, and the chance that it is right.

    None stands for a card of another rank, a two to an eight.
    """
    return indices[0].said if len(indices) == 1 else _name(indices)


def _name(indices: Sequence[Index]) -> tuple[Card | None, float]:
    ranks, suits = _ranks_and_suits(indices)
    rank, suit = int(np.argmax(ranks)), int(np.argmax(suits))
    if rank == OTHER:
        return None, float(ranks[rank])
    return Card(RANKS[rank], SUITS[suit]), float(ranks[rank] * suits[suit])


def indices_to_guesses(indices: Sequence[Index], most: int = 4) -> tuple[Card, ...]:
    """What the card may be called, the likeliest first; twos to eights apart."""
    ranks, suits = _ranks_and_suits(indices)
    chances = np.outer(ranks[: len(RANKS)], suits)
    best = np.argsort(chances, axis=None)[::-1][:most]
    return tuple(Card(RANKS[place // len(SUITS)], SUITS[place % len(SUITS)]) for place in best.tolist())


def spelt_like(card: Card, indices: Sequence[Index]) -> float:
    """The chance that the letter of the card's clearest index, read by itself, gives it for the card's rank."""
    rank = RANKS.index(card.rank)
    return max(float(index.spelt[rank]) for index in indices)


def contradict(one: Index, other: Index) -> bool:
    """Whether two indices say different things, each as good as certain."""
    (name, chance), (other_name, other_chance) = indices_to_name([one]), indices_to_name([other])
    return name != other_name and min(chance, other_chance) >= CERTAIN


def likenesses(indices: Sequence[Index]) -> Chances:
    """How alike every two indices are in what they say, (indices, indices): 1 for the same, 0 for nothing in common."""
    if not indices:
        return np.zeros((0, 0))
    return _cosines([index.ranks for index in indices]) * _cosines([index.suits for index in indices])


def likenesses_to_ease(indices: Sequence[Index]) -> Chances:
    """What the misfit of every two indices is divided by, (indices, indices): 1 if they say the same, else less."""
    return np.asarray(EXACT + (1 - EXACT) * likenesses(indices))


def _cosines(chances: Sequence[Chances]) -> Chances:
    rows = np.stack(chances)
    rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows @ rows.T)


def _ranks_and_suits(indices: Sequence[Index]) -> tuple[Chances, Chances]:
    """The chances of the ranks and of the suits on which the indices agree."""
    return _agree([index.ranks for index in indices]), _agree([index.suits for index in indices])


def _agree(chances: Sequence[Chances]) -> Chances:
    """The chances of several looks at one thing, as if the looks were half independent."""
    looks = np.log(np.minimum(np.maximum(chances, 1e-6), 1))
    logs = looks.sum(axis=0) / len(chances) * (1 + 0.5 * (len(chances) - 1))
    return softmax(logs)
