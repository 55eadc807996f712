"""A scene drawn by chance: cards of one deck on a table, as a phone would see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from training.artwork import ArtworkDeck, Deck, card_names
from training.camera import photograph
from training.canvas import Canvas, Matrix, Scene, place_to_matrix
from training.drawn import DrawnDeck
from training.faces import FACE_HEIGHT, FACE_WIDTH, RANKS, SUITS, Face, make_face
from training.fingers import add_finger
from training.layout import random_places
from training.styles import random_court_pips, random_hand, random_letters, random_print, random_style
from training.table import noise, random_table

SCENE_SIZE = 512
LOW_VIEWS = 0.25
LETTERED = 0.5
"""The share of drawn decks that have other letters than J Q K A."""

ODD_PRINTS = 0.3
"""The share of drawn decks with outlined or leaning letters or a bar code."""

HANDS = 0.4
"""The share of drawn decks whose letters are bent and thickened, so that they are of no font."""

COURT_PIPS = 0.5
"""The share of drawn decks whose courts have a suit sign of any size right beside the index."""


def random_view(size: int, rng: np.random.Generator) -> Matrix:
    """The keystone of a camera that does not look straight down; now and then it looks along the table."""
    if rng.random() < LOW_VIEWS:
        return tilted_view(size, rng.uniform(0.6, 1.15), rng.uniform(0, 2 * np.pi), rng.uniform(1.3, 4.0))
    corners = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    strength = rng.choice([0.01, 0.06, 0.14])
    moved = corners + rng.uniform(-strength, strength, (4, 2)).astype(np.float32) * size
    if rng.random() < 0.35:
        squash = rng.uniform(0.5, 1.0)
        axis = rng.integers(2)
        moved[:, axis] = size / 2 + (moved[:, axis] - size / 2) * squash
    return np.asarray(cv2.getPerspectiveTransform(corners, moved.astype(np.float32)), np.float64)


def tilted_view(size: int, tilt: float, toward: float, distance: float) -> Matrix:
    """A camera ``distance`` picture sides away, leant back by ``tilt`` radians from looking straight down.

    ``toward`` is the direction on the table that is farthest from it. The middle stays in the middle.
    """
    far = np.array([np.cos(toward), np.sin(toward)])
    leant = np.eye(2) - (1 - np.cos(tilt)) * np.outer(far, far)
    farther = far * np.sin(tilt) / (distance * size)
    middle = np.array([[1, 0, size / 2], [0, 1, size / 2], [0, 0, 1]])
    lens = np.vstack([np.column_stack([leant, (0, 0)]), (*farther, 1.0)])
    return np.asarray(middle @ lens @ np.linalg.inv(middle), np.float64)


def random_deck(artwork: Sequence[ArtworkDeck], rng: np.random.Generator) -> Deck:
    """An artwork deck, or (more often) one drawn for this scene."""
    if artwork and rng.random() < 0.35:
        return artwork[int(rng.integers(len(artwork)))]
    return random_drawn_deck(artwork, rng)


def random_drawn_deck(artwork: Sequence[ArtworkDeck], rng: np.random.Generator) -> DrawnDeck:
    """A deck drawn for one scene, often with what other printers do; artwork lends its courts."""
    style = random_style(rng)
    changes = (
        (LETTERED, random_letters),
        (HANDS, random_hand),
        (ODD_PRINTS, random_print),
        (COURT_PIPS, random_court_pips),
    )
    for share, change in changes:
        if rng.random() < share:
            style = change(style, rng)
    return DrawnDeck(style, [deck for deck in artwork if not deck.name.startswith("spatz")], rng)


def random_names(count: int, rng: np.random.Generator) -> list[str]:
    """Cards of a pinochle pack, of a whole deck, or the same few again and again."""
    pinochle = [rank + suit for suit in SUITS for rank in RANKS]
    kind = rng.random()
    if kind < 0.5:
        pool = list(rng.permutation(pinochle * 4))
    elif kind < 0.85:
        pool = list(rng.permutation(list(card_names()) * 2))
    else:
        pool = [str(rng.choice(rng.choice(pinochle, 3))) for _ in range(count)]
    return [str(name) for name in (pool * (1 + count // len(pool)))[:count]]


def random_back(rng: np.random.Generator) -> Face:
    """The back of a card: a border and a lattice."""
    image = np.full((FACE_HEIGHT, FACE_WIDTH, 3), 255, np.uint8)
    colour = rng.integers(10, 200, 3).tolist()
    edge = int(rng.integers(0, 26))
    cv2.rectangle(image, (edge, edge), (FACE_WIDTH - edge, FACE_HEIGHT - edge), colour, -1)
    step = int(rng.integers(8, 40))
    for offset in range(-FACE_HEIGHT, FACE_WIDTH, step):
        cv2.line(image, (offset, 0), (offset + FACE_HEIGHT, FACE_HEIGHT), (255, 255, 255), 2, cv2.LINE_AA)
        cv2.line(image, (offset + FACE_HEIGHT, 0), (offset, FACE_HEIGHT), (255, 255, 255), 2, cv2.LINE_AA)
    return make_face("back", image, ())


def paper(face: Face, rng: np.random.Generator) -> Face:
    """The face on this deck's card: cream, bluish, worn or pale."""
    tint = np.clip(rng.normal((248, 250, 250), (10, 6, 6)), 205, 255) / 255
    ink = rng.uniform(0, 26)
    levels = []
    for level in face.levels:
        copy = level.copy()
        copy[..., :3] = np.clip((level[..., :3] * (1 - ink / 255) + ink) * tint, 0, 255)
        levels.append(copy)
    return replace(face, levels=tuple(levels))


def random_scene(artwork: Sequence[ArtworkDeck], rng: np.random.Generator, size: int = SCENE_SIZE) -> Scene:
    """One scene of everything above, photographed."""
    canvas = random_canvas(artwork, rng, size)
    return Scene(photograph(canvas.image, rng), canvas.truth())


def random_canvas(artwork: Sequence[ArtworkDeck], rng: np.random.Generator, size: int) -> Canvas:
    """One scene before a camera has seen it."""
    canvas = Canvas(random_table(size, rng))
    view = random_view(size, rng)
    places = random_places(size, rng)
    deck = random_deck(artwork, rng)
    back = random_back(rng)
    face_down = 0.12 if rng.random() < 0.2 else 0.0
    seed = int(rng.integers(2**31))
    for place, name in zip(places, random_names(len(places), rng), strict=True):
        face = back if rng.random() < face_down else paper(deck.face(name), np.random.default_rng(seed))
        canvas.lay(face, view @ place_to_matrix(place), rng)
    for _ in range(int(rng.integers(1, 4)) if rng.random() < 0.15 else 0):
        add_finger(canvas, rng)
    if rng.random() < 0.25:
        shade = 1 - (noise((size, size), (3, 3), rng) > rng.uniform(0, 0.6)) * rng.uniform(0.15, 0.5)
        soft = cv2.GaussianBlur(shade.astype(np.float32), (0, 0), float(rng.uniform(2, 12)))
        canvas.image = np.asarray(canvas.image * soft[..., None], np.uint8)
    return canvas
