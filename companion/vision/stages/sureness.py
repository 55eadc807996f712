"""What makes a card sure: all that is known of it agrees, and the photograph's letters can be read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.cards import Card
from companion.vision.settings import Settings
from companion.vision.stages.advice import is_far
from companion.vision.stages.chances import chance_to_logit, logits_to_chances
from companion.vision.stages.doubt import possible_halves
from companion.vision.stages.guesses import RANKS, Index, spelt_like

STEADY = (-1.88, 0.38, 1.16, -1.93)
"""Of nothing, the chance of the name, how far the card is trusted, and of more than one index: in a worse photograph
these go wrong together, and so agree for less. Fitted by ``bench/fit_sure.py``."""

LEAST = 1e-4
"""No chance counts as nearer to none or to certainty."""

Named = tuple[Card | None, float]
"""What a card is called, and the chance that this is right."""


def cards_to_agreeing(
    cards: Sequence[Sequence[Index]], named: Sequence[Named], trusts: Sequence[float], settings: Settings
) -> set[int]:
    """The numbers of the cards of which all that is known agrees; ``trusts`` says how far each can be trusted."""
    agreeing = {
        number
        for number, (indices, name, trust) in enumerate(zip(cards, named, trusts, strict=True))
        if _agrees(indices, name, trust, settings)
    }
    return agreeing - possible_halves(cards, [card for card, _ in named])


def letters_are_hard(cards: Sequence[Sequence[Index]], named: Sequence[Named], settings: Settings) -> bool:
    """Whether the letters of these cards, read by themselves, leave too much chance to other ranks than their names'.

    The clearest letter of each card counts, and the average of all. One deck lies in a photograph, mostly: where its
    letters are odd, what is read clearly may be wrong as well.
    """
    pairs = zip(cards, named, strict=True)
    doubts = [_otherwise(card, indices) for indices, (card, _) in pairs if card is not None]
    return bool(doubts) and float(np.mean(doubts)) > settings.most_otherwise


def _otherwise(card: Card, indices: Sequence[Index]) -> float:
    """The chance that the card's clearest letter leaves to other ranks, apart from what the alphabet leaves open."""
    rank = RANKS.index(card.rank)
    return max(0.0, min(1 - float(index.spelt[rank]) - index.open for index in indices))


def steadiness(indices: Sequence[Index], chance: float, trust: float) -> float:
    """The chance that a card for which all else speaks is right, were the photograph worse than most."""
    return float(logits_to_chances(float(np.dot(STEADY, card_to_clues(indices, chance, trust)))))


def card_to_clues(indices: Sequence[Index], chance: float, trust: float) -> tuple[float, float, float, float]:
    """What the weights are of, from the chance of its name and how far it is trusted."""
    return 1.0, chance_to_logit(chance, LEAST), chance_to_logit(trust, LEAST), float(len(indices) > 1)


def _agrees(indices: Sequence[Index], name: Named, trust: float, settings: Settings) -> bool:
    """Whether all that is known of this card by itself agrees."""
    card, chance = name
    clear = trust >= settings.sure_from and chance >= settings.clear_from
    steady = steadiness(indices, chance, trust) >= settings.steady_from
    seconded = card is not None and spelt_like(card, indices) >= settings.seconded_from
    return clear and steady and seconded and not is_far(indices) and not any(index.strange for index in indices)
