"""Small scenes of one corner each, every one of another deck: where letters are rare, these show them in many fonts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from training.artwork import ArtworkDeck
from training.camera import photograph
from training.canvas import Canvas, Matrix, Scene, place_to_matrix
from training.faces import FACE_HEIGHT, FACE_WIDTH, RANKS, SUITS
from training.layout import Place
from training.scene import USUAL, Shares, paper, random_drawn_deck, random_light
from training.table import random_table

CORNER_SIZE = 144
COURTS = 0.8
"""The share of corners that are of a jack, queen, king or ace."""


def corner_scene(artwork: Sequence[ArtworkDeck], rng: np.random.Generator, shares: Shares = USUAL) -> Scene:
    """One corner near the middle, often with a neighbour's over or under it, photographed."""
    deck = random_drawn_deck(artwork, rng, shares)
    style = deck.style
    canvas, wear = Canvas(random_table(CORNER_SIZE, rng)), int(rng.integers(2**31))
    view = _lean(rng)
    for place in _places(style.rank_height * (1 + style.pip_ratio) / 2, rng):
        face = paper(deck.face(_random_name(rng)), np.random.default_rng(wear))
        canvas.lay(face, view @ place_to_matrix(place), rng)
    return Scene(photograph(canvas.image, rng, random_light(rng, shares)), canvas.truth())


def _random_name(rng: np.random.Generator) -> str:
    ranks = RANKS[2:] if rng.random() < COURTS else (*RANKS[:2], "2", "3", "4", "5", "6", "7", "8")
    return str(rng.choice(ranks)) + str(rng.choice(SUITS))


def _places(half_height: float, rng: np.random.Generator) -> list[Place]:
    """One to three cards a step apart, as in a fan; ``half_height`` is that of an index on the face."""
    scale = float(np.exp(rng.uniform(np.log(9), np.log(36)))) / half_height
    turn, middle = rng.uniform(0, 2 * np.pi), CORNER_SIZE / 2
    cos, sin = np.cos(turn), np.sin(turn)
    # From the corner to the card's middle, in the card's own directions.
    right, down = (0.41 * FACE_WIDTH * scale, 0.38 * FACE_HEIGHT * scale)
    step = rng.uniform(0.1, 0.4) * FACE_WIDTH * scale * rng.choice([-1, 1])
    places = []
    for number in range(int(rng.integers(1, 4))):
        across = right + step * number
        x, y = middle + across * cos - down * sin, middle + across * sin + down * cos
        x, y = x + rng.normal(0, 6), y + rng.normal(0, 6)
        places.append(Place(x, y, turn + rng.normal(0, 0.05), FACE_HEIGHT * scale))
    return places


def _lean(rng: np.random.Generator) -> Matrix:
    """The corner as seen from the side: narrower, slanted."""
    middle = np.array([[1, 0, CORNER_SIZE / 2], [0, 1, CORNER_SIZE / 2], [0, 0, 1]])
    wide, slant = float(np.exp(rng.normal(0, 0.15))), float(rng.normal(0, 0.12))
    return np.asarray(middle @ np.array([[wide, slant, 0], [0, 1, 0], [0, 0, 1]]) @ np.linalg.inv(middle), np.float64)
