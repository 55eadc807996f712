"""Which cards are sure: what is known of each agrees, and the photograph's letters can be read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.vision.settings import Settings
from companion.vision.stages.doubt import possible_halves
from companion.vision.stages.guesses import Index, indices_to_name, spelt_like


def cards_to_sure(cards: Sequence[Sequence[Index]], trusts: Sequence[float], settings: Settings) -> set[int]:
    """The numbers of the cards that are sure; ``trusts`` says how far each can be trusted."""
    names = [indices_to_name(indices)[0] for indices in cards]
    agreeing = {
        number
        for number, (indices, trust) in enumerate(zip(cards, trusts, strict=True))
        if _agrees(indices, trust, settings)
    }
    return agreeing - possible_halves(cards, names)


def letters_are_hard(cards: Sequence[Sequence[Index]], settings: Settings) -> bool:
    """Whether too many letters of these cards, read by themselves, say otherwise than the cards are named.

    One deck lies in a photograph, mostly: where its letters are odd, what is read clearly may be wrong as well.
    """
    doubts = [1 - spelt_like(card, indices) for indices in cards if (card := indices_to_name(indices)[0]) is not None]
    return bool(doubts) and float(np.mean(doubts)) > settings.most_otherwise


def _agrees(indices: Sequence[Index], trust: float, settings: Settings) -> bool:
    """Whether all that is known of this card by itself agrees."""
    card, chance = indices_to_name(indices)
    clear = trust >= settings.sure_from and chance >= settings.clear_from
    seconded = card is not None and spelt_like(card, indices) >= settings.seconded_from
    return clear and seconded and not any(index.strange for index in indices)
