"""How far each card can be trusted, by its indices and its face, and which cards are sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log
from operator import mul
from statistics import fmean, median

from companion.cards import Card
from companion.vision.reading import Point, Settings
from companion.vision.stages.chances import chance_to_logit, logit_to_chance, softmax
from companion.vision.stages.geometry import has_four_indices, opposite_misfit
from companion.vision.stages.indices import RANKS, Index, indices_to_name, spelt_like
from companion.vision.stages.levels import Levels
from companion.vision.stages.networks import faces_to_kinds
from companion.vision.stages.notes import is_far
from companion.vision.stages.pairing import HALVES, is_inside, possible_halves, spots_to_outline
from companion.vision.stages.pixels import Pixels
from companion.vision.stages.spots import cut_out

FACE_WIDTH, FACE_HEIGHT = 48, 64

KIND_OF = (0, 1, 2, 2, 2, 3, 4)
"""The kind of each of the seven ranks of an index: nine, ten, court, ace, two to eight."""

USUAL = (0.134, 0.134, 0.402, 0.134, 0.196)
"""The share of each kind in the scenes of the training: the answer where nothing of the face can be seen."""

WEIGHT = 0.5
"""As if the face and the index were half independent: both see the same blur, and unknown courts are no surprise."""


def weigh_by_faces(levels: Levels, cards: Sequence[Sequence[Index]]) -> list[list[Index]]:
    """Weigh the ranks of the cards' indices by the kind that each card's face shows."""
    if not cards:
        return []
    faces = [outline_to_face(levels, spots_to_outline([index.spot for index in card])) for card in cards]
    of_faces = zip(cards, faces_to_kinds(faces), strict=True)
    return [[_weighed(index, kinds) for index in card] for card, kinds in of_faces]


def outline_to_face(levels: Levels, outline: Sequence[Point]) -> Pixels:
    """Cut out the card upright and 48 × 64, with anything on top of it."""
    corner, right, below = (complex(*point) for point in outline[:3])
    across, down = (right - corner) / FACE_WIDTH, (below - right) / FACE_HEIGHT
    return cut_out(levels, across, down, corner, (FACE_WIDTH, FACE_HEIGHT))


def _weighed(index: Index, kinds: Sequence[float]) -> Index:
    """The index, of which the face says these logits of the kinds."""
    likelier = [(chance / usual) ** WEIGHT for chance, usual in zip(softmax(kinds), USUAL, strict=True)]
    ranks = [chance * likelier[kind] for chance, kind in zip(index.ranks, KIND_OF, strict=True)]
    total = sum(ranks)
    return replace(index, ranks=[chance / total for chance in ranks])


WEIGHTS = (-1.35, 0.87, 0.15, 1.33, 0.12, -0.63, -0.43, -5.55)
"""Of nothing, the heat, the chance of being an index, the chance of the name, the chance that nothing covers the index,
a deck with four indices a card, where a corner alone is another card's more often, of more than one index, and of how
unlike those around it a lone one is."""

LEAST = 0.018
"""No chance counts as nearer to none or to certainty."""

CLEAR = 0.9
"""A card that can be trusted so far by all else shows how high the indices around it are."""

AROUND = 3
"""How many clear cards are asked, the nearest ones."""

MOST_UNLIKE = 0.5
"""The most that counts: a card with more may be far from the others."""


def cards_to_trust(cards: Sequence[Sequence[Index]]) -> list[float]:
    """Return for each card of a photograph, from all its indices, the chance that it is there and has its name."""
    return [logit_to_chance(sum(map(mul, clues, WEIGHTS))) for clues in cards_to_clues(cards)]


def cards_to_clues(cards: Sequence[Sequence[Index]]) -> list[tuple[float, ...]]:
    """Of each card what the ``WEIGHTS`` weigh; the chances as logits."""
    four = float(has_four_indices([index.spot for card in cards for index in card]))
    clues = [(1.0, *_card_to_logits(card), four, float(len(card) > 1)) for card in cards]
    clear = [sum(map(mul, of_card, WEIGHTS)) >= chance_to_logit(CLEAR, LEAST) for of_card in clues]
    return [(*of_card, unlike) for of_card, unlike in zip(clues, _unlikeness(cards, clear), strict=True)]


def _unlikeness(cards: Sequence[Sequence[Index]], clear: Sequence[bool]) -> list[float]:
    """Return how much a card's only index differs in height from those of the clear cards around, as a logarithm.

    One deck lies in a photograph; what is half as high as its indices is a sign in a court's picture. But a card may
    lie far from the others: of one that shows both its ends their distance has said that already.
    """
    high = [fmean(index.spot.half_height for index in card) for card in cards]
    at = [sum(index.spot.at for index in card) / len(card) for card in cards]
    unlike = [0.0] * len(cards)
    for number in (number for number, card in enumerate(cards) if len(card) == 1):
        others = [other for other, is_clear in enumerate(clear) if is_clear and other != number]
        if others:
            around = sorted(others, key=lambda other: abs(at[other] - at[number]))[:AROUND]
            unlike[number] = min(abs(log(high[number] / median(high[other] for other in around))), MOST_UNLIKE)
    return unlike


def _card_to_logits(indices: Sequence[Index]) -> list[float]:
    heat, real = max(index.spot.heat for index in indices), max(index.real for index in indices)
    whole = max(index.whole for index in indices)
    named = indices_to_name(indices)[1]
    return [chance_to_logit(chance, LEAST) for chance in (heat, real, named, whole)]


CUT = 1.0
"""An index nearer to the photograph's edge than this many of its half heights is cut by it."""


def cards_to_maybe(
    cards: Sequence[Sequence[Index]], trusts: Sequence[float], shape: tuple[int, ...], settings: Settings
) -> list[int]:
    """Return the numbers of the cards that are not counted and may be there; ``shape`` is the photograph's.

    The possible other end of a card that counts is left out.
    """
    counted = [indices for indices, trust in zip(cards, trusts, strict=True) if trust >= settings.least_trust]
    maybe = []
    for number, (indices, trust) in enumerate(zip(cards, trusts, strict=True)):
        least = settings.cut_maybe_from if _is_cut(indices, shape) else settings.maybe_from
        named = indices_to_name(indices)[0] is not None
        if named and least <= trust < settings.least_trust and not any(_may_end(indices, card) for card in counted):
            maybe.append(number)
    return maybe


def _is_cut(indices: Sequence[Index], shape: tuple[int, ...]) -> bool:
    """Return True if the photograph's edge cuts each of these indices."""
    height, width = shape[:2]
    spots = [index.spot for index in indices]
    return all(min(s.x, s.y, width - s.x, height - s.y) < CUT * s.half_height for s in spots)


def _may_end(indices: Sequence[Index], card: Sequence[Index]) -> bool:
    """Return True if each of these is on the card, where its other end may be or with the same to say."""
    spots = [index.spot for index in indices]
    corners = [complex(*point) for point in spots_to_outline([index.spot for index in card])]
    if not all(is_inside(spot.at, corners) for spot in spots):
        return False
    same = indices_to_name(indices)[0] == indices_to_name(card)[0]
    return same or (len(card) == 1 and all(opposite_misfit(spot, card[0].spot) < HALVES for spot in spots))


STEADY = (1.12, 1.30, -2.22)
"""Of nothing, the chance of the name, and of more than one index: in a worse photograph these go wrong together, and so
agree for less. Fitted by ``bench/fit_sure.py``, on photographs too."""

LEAST_STEADY = 1e-4
"""No chance counts as nearer to none or to certainty."""

Named = tuple[Card | None, float]
"""The name of a card, and the chance that this is right."""


def cards_to_agreeing(
    cards: Sequence[Sequence[Index]], named: Sequence[Named], trusts: Sequence[float], settings: Settings
) -> set[int]:
    """Return the numbers of the cards with nothing known against them; ``trusts`` says how far each can be trusted."""
    agreeing = {
        number
        for number, (indices, name, trust) in enumerate(zip(cards, named, trusts, strict=True))
        if _agrees(indices, name, trust, settings)
    }
    counted = [name if trust >= settings.least_trust else None for (name, _), trust in zip(named, trusts, strict=True)]
    worth = [(number in agreeing, len(indices), trusts[number]) for number, indices in enumerate(cards)]
    return agreeing - possible_halves(cards, counted, worth)


def letters_are_hard(cards: Sequence[Sequence[Index]], named: Sequence[Named], settings: Settings) -> bool:
    """Return True if the letters of these cards alone leave too much chance to other ranks than their names'.

    The clearest letter of each card counts, and the average of all. One deck lies in a photograph, mostly: where its
    letters are odd, what is read clearly may be wrong as well.
    """
    pairs = zip(cards, named, strict=True)
    doubts = [_otherwise(card, indices) for indices, (card, _) in pairs if card is not None]
    return bool(doubts) and fmean(doubts) > settings.most_otherwise


def _otherwise(card: Card, indices: Sequence[Index]) -> float:
    """Return the chance that the card's clearest letter leaves to other ranks, beyond that of an open alphabet."""
    rank = RANKS.index(card.rank)
    return max(0.0, min(1 - index.spelt[rank] - index.open for index in indices))


def steadiness(indices: Sequence[Index], chance: float) -> float:
    """Return the chance that an otherwise clear card is right, were the photograph worse than most."""
    return logit_to_chance(sum(map(mul, STEADY, card_to_clues(indices, chance))))


def card_to_clues(indices: Sequence[Index], chance: float) -> tuple[float, float, float]:
    """Return the factors for the weights, from the chance of its name."""
    return 1.0, chance_to_logit(chance, LEAST_STEADY), float(len(indices) > 1)


def _agrees(indices: Sequence[Index], name: Named, trust: float, settings: Settings) -> bool:
    """Return True if all that is known of this card by itself agrees."""
    card, chance = name
    steady = trust >= settings.sure_from and steadiness(indices, chance) >= settings.steady_from
    seconded = card is not None and spelt_like(card, indices) >= settings.seconded_from
    return steady and seconded and not is_far(indices) and not any(index.strange for index in indices)
