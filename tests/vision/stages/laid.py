"""Indices of cards that lie on a table, each with its place, its vectors and what it says."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from companion.vision.stages.indices import Index
from companion.vision.stages.spots import Spot

ACROSS, ALONG, HALF_HEIGHT = 41.0, 55.0, 14.0
"""From a card's middle to its indices, to the side and upwards; half an index's height."""


def index(spot: Spot, rank: int = 0, suit: int = 0) -> Index:
    """An index that says one thing for certain."""
    ranks, suits = [1e-3] * 7, [1e-3] * 4
    ranks[rank], suits[suit] = 1.0, 1.0
    return Index(spot, ranks, suits, 1.0)


def corner(x: float, y: float, turn: float, side: int, end: int, length: float = 1.0) -> Spot:
    """A corner of the card about (x, y): ``side`` -1 is its left, ``end`` -1 its top; ``length`` spoils the vector."""
    right, down = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
    away = right * ACROSS * side + down * ALONG * end
    up = down * HALF_HEIGHT * end
    at = np.array([x, y]) + away
    return Spot(
        float(at[0]),
        float(at[1]),
        (float(-away[0] * length), float(-away[1] * length)),
        (float(up[0]), float(up[1])),
        0.9,
    )


def both(x: float, y: float, turn: float = 0.0, length: float = 1.0) -> list[Spot]:
    """The two indices of a card that lies open."""
    return [corner(x, y, turn, -1, -1, length), corner(x, y, turn, 1, 1, length)]


def askew(x: float, y: float, angle: float = 0.7) -> list[Spot]:
    """A card's two indices as seen from the side: one vector is off by ``angle``, so that they miss each other."""
    one, other = both(x, y)
    (across, along), cos, sin = one.to_centre, math.cos(angle), math.sin(angle)
    turned = (across * cos - along * sin, across * sin + along * cos)
    return [replace(one, to_centre=turned), other]


def from_the_side(elevation: float, turn: float, far: float = 3.0) -> list[Spot]:
    """All four indices of a card in perspective, from so many degrees above the table and so many card widths away."""
    above = math.radians(elevation)
    camera = far * np.array([0.0, -math.cos(above), math.sin(above)])
    ahead, right = -camera / far, np.array([1.0, 0.0, 0.0])
    down = np.cross(ahead, right)
    turned = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])

    def in_photo(across: float, along: float) -> tuple[float, float]:
        seen = np.array([*(turned @ (across, along)), 0.0]) - camera
        scale = 600 / float(seen @ ahead)
        return 500 + scale * float(seen @ right), 500 + scale * float(seen @ down)

    spots, (middle_x, middle_y) = [], in_photo(0.0, 0.0)
    for side, end in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        (x, y), (top_x, top_y) = in_photo(0.25 * side, 0.33 * end), in_photo(0.25 * side, 0.415 * end)
        spots.append(Spot(x, y, (middle_x - x, middle_y - y), (top_x - x, top_y - y), 0.9))
    return spots
