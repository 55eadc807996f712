"""The large pip of a red ace: a second opinion on its suit where the index is thin or small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.cards import Card, Rank, Suit
from companion.vision.reading import Point
from companion.vision.stages.indices import SUITS, Index, indices_to_name
from companion.vision.stages.levels import Levels
from companion.vision.stages.pairing import spots_to_outline
from companion.vision.stages.pixels import photo_to_grey
from companion.vision.stages.shapes import blobs_of, parting_of
from companion.vision.stages.spots import cut_out

RED = (Suit.HEARTS, Suit.DIAMONDS)

WIDTH, HEIGHT = 43, 57
"""The size in pixels at which a card's inside is looked at,"""
INSIDE = 0.2, 0.6
"""where it begins and how far it reaches, as shares of the card's width and height."""
LEAST_SHARE = 0.02
"""The least share of the inside that a large pip takes up."""

LEANING = 0.05
"""A heart's middle is farther from that of the box around it than this share of its height, a diamond's is not."""
FILLED = {Suit.HEARTS: (0.5, 0.75), Suit.DIAMONDS: (0.38, 0.58)}
"""The share of its box that each fills, at least and at most."""
WIDE = (0.6, 1.3)
"""How many times as wide as high the pip is, at least and at most."""

VOTE = 20.0
"""How much likelier the suit of the pip is than without it: of 43 on photographs none was taken for the other."""


def weigh_by_pips(levels: Levels, cards: Sequence[Sequence[Index]]) -> list[list[Index]]:
    """Weigh the suits of each red ace that shows two of its indices by its large pip."""
    return [_weighed(levels, card) if len(card) > 1 and _is_red_ace(card) else list(card) for card in cards]


def _is_red_ace(card: Sequence[Index]) -> bool:
    return indices_to_name(card)[0] in [Card(Rank.ACE, suit) for suit in RED]


def _weighed(levels: Levels, card: Sequence[Index]) -> list[Index]:
    shown = pip_to_suit(levels, spots_to_outline([index.spot for index in card]))
    votes = [VOTE if suit is shown else 1.0 for suit in SUITS]
    voted = [[chance * vote for chance, vote in zip(index.suits, votes, strict=True)] for index in card]
    return [
        replace(index, suits=[chance / sum(suits) for chance in suits])
        for index, suits in zip(card, voted, strict=True)
    ]


def pip_to_suit(levels: Levels, outline: Sequence[Point]) -> Suit | None:
    """Return the suit of the large red pip in the middle of a card; None where none lies there whole."""
    corner, right, below = (complex(*point) for point in outline[:3])
    begins, reaches = INSIDE
    start = corner + begins * (below - corner)
    across, down = reaches * (right - corner) / WIDTH, reaches * (below - right) / HEIGHT
    grey = photo_to_grey(cut_out(levels, across, down, start, (WIDTH, HEIGHT)), (WIDTH, HEIGHT))
    parting = parting_of(grey)
    ink = {place for place, lightness in enumerate(grey) if lightness <= parting}
    pip = max(blobs_of(ink, WIDTH), key=len)
    columns, rows = [place % WIDTH for place in pip], [place // WIDTH for place in pip]
    left, top, wide, high = min(columns), min(rows), max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    is_whole = left > 0 and top > 0 and left + wide < WIDTH and top + high < HEIGHT
    if not is_whole or len(pip) < LEAST_SHARE * len(grey):
        return None
    filled, lean = len(pip) / (wide * high), abs((sum(rows) / len(pip) - top + 0.5) / high - 0.5)
    suit = Suit.HEARTS if lean > LEANING else Suit.DIAMONDS
    (least, most), (narrow, broad) = FILLED[suit], WIDE
    return suit if least < filled < most and narrow < wide / high < broad else None
