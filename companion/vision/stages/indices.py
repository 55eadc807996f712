"""Meaning of an index, whether it is in sight whole, and on which side its card is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nlargest
from itertools import product
from operator import mul

from companion.cards import Card, Rank, Suit
from companion.vision.reading import Settings
from companion.vision.stages.chances import Chances, likeliest, logit_to_chance, softmax
from companion.vision.stages.geometry import CLEARLY, axes, deck_size, dot, points_left, share_to_the_left
from companion.vision.stages.letters import Read
from companion.vision.stages.levels import Levels
from companion.vision.stages.networks import crops_to_sight, views_to_sides
from companion.vision.stages.pixels import Pixels, share_burnt
from companion.vision.stages.spots import Spot, cut_around, spot_to_crop

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
    """True if the photograph's alphabet lacks its letter."""
    spelt: Chances = (1.0,) * NONE
    """The chances of the seven ranks by the letter alone."""
    open: float = 0.0
    """The chance that the letter means another rank than its likeliest, since the alphabet is open."""
    letter: str = ""
    """The likeliest letter."""
    whole: float = 1.0
    """The chance that nothing covers it."""
    burnt: float = 0.0
    """How much of what was cut out is mere white, from 0 to 1."""

    @cached_property
    def said(self) -> tuple[Card | None, float]:
        """The card that it names by itself (:func:`indices_to_name`); asked again beside every other index."""
        return _name([self])

    @cached_property
    def directions(self) -> tuple[Chances, Chances]:
        """The chances of the ranks and those of the suits, each as a vector of length 1."""
        return _direction(self.ranks), _direction(self.suits)


def _direction(chances: Chances) -> Chances:
    length = math.hypot(*chances)
    return [chance / length for chance in chances]


def chances_to_indices(
    spots: Sequence[Spot], read: Sequence[Read], suits: Sequence[Chances], settings: Settings
) -> list[Index]:
    """The spots that are indices, as they were ``read``."""
    return [
        _to_index(*each)
        for each in zip(spots, read, suits, strict=True)
        if 1 - each[1].ranks[NONE] >= settings.least_real
    ]


def _to_index(spot: Spot, read: Read, suits: Chances) -> Index:
    real = 1 - read.ranks[NONE]
    ranks = [chance / max(real, 1e-9) for chance in read.ranks[:NONE]]
    return Index(spot, ranks, suits, real, read.strange, read.spelt[:NONE], read.open, read.letter)


def indices_to_name(indices: Sequence[Index]) -> tuple[Card | None, float]:
    """Return the name on which the indices of one card agree best, and its chance.

    None means a card of another rank, a two to an eight.
    """
    return indices[0].said if len(indices) == 1 else _name(indices)


def _name(indices: Sequence[Index]) -> tuple[Card | None, float]:
    ranks, suits = _ranks_and_suits(indices)
    rank, suit = likeliest(ranks), likeliest(suits)
    if rank == OTHER:
        return None, ranks[rank]
    return Card(RANKS[rank], SUITS[suit]), ranks[rank] * suits[suit]


def indices_to_guesses(indices: Sequence[Index], most: int = 4) -> tuple[Card, ...]:
    """Return the possible names of the card, the likeliest first; twos to eights apart."""
    ranks, suits = _ranks_and_suits(indices)
    names = product(zip(RANKS, ranks[:OTHER], strict=True), zip(SUITS, suits, strict=True))
    best = nlargest(most, names, key=lambda name: name[0][1] * name[1][1])
    return tuple(Card(rank, suit) for (rank, _), (suit, _) in best)


def spelt_like(card: Card, indices: Sequence[Index]) -> float:
    """The chance that the letter of the card's clearest index, read by itself, gives it for the card's rank."""
    rank = RANKS.index(card.rank)
    return max(index.spelt[rank] for index in indices)


def contradict(one: Index, other: Index) -> bool:
    """Return True if two indices say different things, each as good as certain."""
    (name, chance), (other_name, other_chance) = indices_to_name([one]), indices_to_name([other])
    return name != other_name and min(chance, other_chance) >= CERTAIN


def likeness(one: Index, other: Index) -> float:
    """How alike two indices are in what they say: 1 for the same, 0 for nothing in common."""
    ranks, suits = (sum(map(mul, *parts)) for parts in zip(one.directions, other.directions, strict=True))
    return ranks * suits


def likeness_to_ease(one: Index, other: Index) -> float:
    """Return the divisor for the misfit of two indices: 1 if they say the same, else less."""
    return EXACT + (1 - EXACT) * likeness(one, other)


def _ranks_and_suits(indices: Sequence[Index]) -> tuple[Chances, Chances]:
    """The chances of the ranks and of the suits on which the indices agree."""
    return _agree([index.ranks for index in indices]), _agree([index.suits for index in indices])


def _agree(looks: Sequence[Chances]) -> list[float]:
    """The chances of several looks at one thing, as if the looks were half independent."""
    weight = (1 + 0.5 * (len(looks) - 1)) / len(looks)
    logs = [[math.log(min(max(chance, 1e-6), 1)) for chance in look] for look in looks]
    return softmax([weight * sum(each) for each in zip(*logs, strict=True)])


def indices_to_sighted(levels: Levels, indices: Sequence[Index]) -> list[Index]:
    """Return the indices with the chance that nothing covers each, and the share of it that is burnt out."""
    if not indices:
        return []
    crops = [spot_to_crop(levels, index.spot) for index in indices]
    return [
        replace(index, whole=logit_to_chance(logit), burnt=share_burnt(crop))
        for index, logit, crop in zip(indices, crops_to_sight(crops), crops, strict=True)
    ]


REACH = 2.4
"""A view reaches this many half heights up and down from the index's middle: it shows the card's edges."""

WEIGHTS = (1.2, 0.8, 4.0)
"""Of nothing, of the look, a logit, and of the share of the detector's vector that goes to the left."""

MOST = 8.0
"""No look counts as surer."""


def spot_to_view(levels: Levels, spot: Spot) -> Pixels:
    """Cut out the index at ``spot`` with its surroundings, upright and 48 × 64."""
    return cut_around(levels, spot, REACH)


def indices_to_sided(levels: Levels, indices: Sequence[Index]) -> list[Index]:
    """Return the indices, each pointing to its card's side by the look at it and by its own vector.

    Where all point to the right, as on a deck with two indices a card, no look is taken.
    """
    spots = [index.spot for index in indices]
    if not any(map(points_left, spots)):
        return list(indices)
    across = _usual_across(spots)
    chances = _chances_left([spot_to_view(levels, spot) for spot in spots], spots)
    turned = [_turned(spot, chance, across) for spot, chance in zip(spots, chances, strict=True)]
    return [replace(index, spot=spot) for index, spot in zip(indices, turned, strict=True)]


def _chances_left(views: Sequence[Pixels], spots: Sequence[Spot]) -> list[float]:
    """Return for each spot the chance that its card is to its left."""
    nothing, of_look, vector = WEIGHTS
    looks = [min(max(look, -MOST), MOST) for look in views_to_sides(views)]
    return [
        logit_to_chance(nothing + of_look * look + vector * share_to_the_left(spot))
        for look, spot in zip(looks, spots, strict=True)
    ]


def _usual_across(spots: Sequence[Spot]) -> float:
    """How far this deck's indices are from the middle across the card, in half heights of the index."""
    clear = [spot for spot in spots if abs(share_to_the_left(spot)) >= CLEARLY]
    return deck_size(clear or spots, ())[1]


def _turned(spot: Spot, left: float, across: float) -> Spot:
    """The spot, pointing to the side that is likelier, and the less so the less it is.

    A vector that clearly points there already stays.
    """
    share = share_to_the_left(spot)
    if abs(share) >= CLEARLY and (share > 0) == (left > 0.5):
        return spot
    down, right = axes(spot)
    return spot.pointing(down * dot(spot.arrow, down) + right * across * spot.half_height * (1 - 2 * left))
