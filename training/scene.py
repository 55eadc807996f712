"""A scene drawn by chance: cards of one deck on a table, as a phone would see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from training.artwork import ArtworkDeck, Deck, card_names
from training.camera import ANY_LIGHT, DUSK, Light, photograph
from training.canvas import Canvas, Matrix, Scene, place_to_matrix
from training.drawn import DrawnDeck
from training.faces import FACE_HEIGHT, FACE_WIDTH, RANKS, SUITS, Face, bent, make_face
from training.fingers import Vector, add_finger, add_hand
from training.layout import fan, random_layout
from training.styles import (
    random_court_pips,
    random_hand,
    random_height,
    random_letters,
    random_print,
    random_style,
    random_tens_and_tails,
)
from training.table import noise, random_table

SCENE_SIZE = 512
DUSKS = 0.3


@dataclass(frozen=True)
class Shares:
    """How often each thing happens in a scene, from 0 to 1."""

    drawn: float = 0.7
    """A deck is drawn for the scene; the others are artwork."""
    letters: float = 0.5
    """Of drawn decks: other letters than J Q K A."""
    hands: float = 0.4
    """Of drawn decks: letters are bent and thickened, so that they are of no font."""
    prints: float = 0.3
    """Of drawn decks: outlined or leaning letters or a bar code."""
    courts: float = 0.5
    """Of drawn decks: the courts have a suit sign of any size right beside the index."""
    tails: float = 0.3
    """Of drawn decks: a long-tailed Q and another form of the 10."""
    heights: float = 0.15
    """Of drawn decks: tiny indices, or larger ones than jumbo."""
    low: float = 0.25
    """The camera looks along the table; twice as often at a deck with four indices."""
    bent: float = 0.2
    """The cards are bowed or curled."""
    cut: float = 0.15
    """The picture's edge cuts the cards there."""
    fingers: float = 0.15
    """One to three fingers reach in."""
    held: float = 0.1
    """A hand's fingers cover the cards; four times as often over a fan."""
    hard: float = 0.12
    """A window or lamp is mirrored with hard edges."""
    sheen: float = 0.12
    """A band of dull light crosses the cards, as on cards in plastic."""
    grain: float = 0.5
    """Of scenes at dusk: the sensor's noise."""

    def without(self, names: Sequence[str]) -> Shares:
        """Return the shares without these kinds of scene, to show what each of them brings.

        :raises TypeError: if there is no such kind.
        """
        return replace(self, **dict.fromkeys(names, 0.0))


USUAL = Shares()


def random_view(size: int, rng: np.random.Generator, low: float = USUAL.low) -> Matrix:
    """The keystone of a camera that does not look straight down; by the share of ``low`` it looks along the table."""
    if rng.random() < low:
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


def random_deck(artwork: Sequence[ArtworkDeck], rng: np.random.Generator, shares: Shares = USUAL) -> Deck:
    """An artwork deck, or (more often) one drawn for this scene."""
    if artwork and rng.random() >= shares.drawn:
        return artwork[int(rng.integers(len(artwork)))]
    return random_drawn_deck(artwork, rng, shares)


def random_drawn_deck(artwork: Sequence[ArtworkDeck], rng: np.random.Generator, shares: Shares = USUAL) -> DrawnDeck:
    """A deck drawn for one scene, often with what other printers do; artwork lends its courts."""
    style = random_style(rng)
    changes = (
        (shares.letters, random_letters),
        (shares.heights, random_height),
        (shares.hands, random_hand),
        (shares.prints, random_print),
        (shares.courts, random_court_pips),
        (shares.tails, random_tens_and_tails),
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


def random_scene(
    artwork: Sequence[ArtworkDeck], rng: np.random.Generator, size: int = SCENE_SIZE, shares: Shares = USUAL
) -> Scene:
    """One scene of everything above, photographed."""
    canvas = random_canvas(artwork, rng, size, shares)
    lit, indices = random_light(rng, shares), canvas.truth()
    if len(indices):
        x, y = indices[rng.integers(len(indices)), :2] + rng.normal(0, 0.06 * size, 2)
        lit = replace(lit, at=(float(x), float(y)))
    return Scene(photograph(canvas.image, rng, lit), indices)


def random_light(rng: np.random.Generator, shares: Shares) -> Light:
    """Any light, three times in ten that of dusk."""
    lit = ANY_LIGHT if rng.random() >= DUSKS else replace(DUSK, grain=shares.grain)
    return replace(lit, hard=shares.hard, sheen=shares.sheen)


def random_canvas(
    artwork: Sequence[ArtworkDeck], rng: np.random.Generator, size: int, shares: Shares = USUAL
) -> Canvas:
    """One scene before a camera has seen it."""
    canvas = Canvas(random_table(size, rng))
    deck = random_deck(artwork, rng, shares)
    four = isinstance(deck, DrawnDeck) and deck.style.corners == 4
    view = random_view(size, rng, shares.low * (2 if four else 1))
    if rng.random() < shares.cut:
        view = _aside(size, rng) @ view
    layout = random_layout(rng)
    places = layout(size, rng)
    back = random_back(rng)
    bow, curl = _random_bend(rng) if rng.random() < shares.bent else (0.0, 0.0)
    face_down = 0.12 if rng.random() < 0.2 else 0.0
    seed = int(rng.integers(2**31))
    for place, name in zip(places, random_names(len(places), rng), strict=True):
        face = back if rng.random() < face_down else paper(deck.face(name), np.random.default_rng(seed))
        if bow or curl:
            face = bent(face, bow * rng.uniform(0.5, 1), curl * rng.uniform(0, 1))
        canvas.lay(face, view @ place_to_matrix(place), rng)
    for _ in range(int(rng.integers(1, 4)) if rng.random() < shares.fingers else 0):
        add_finger(canvas, rng)
    if rng.random() < shares.held * (4 if layout is fan else 1):
        add_hand(canvas, rng, _random_tip(canvas, rng))
    if rng.random() < 0.25:
        shade = 1 - (noise((size, size), (3, 3), rng) > rng.uniform(0, 0.6)) * rng.uniform(0.15, 0.5)
        soft = cv2.GaussianBlur(shade.astype(np.float32), (0, 0), float(rng.uniform(2, 12)))
        canvas.image = np.asarray(canvas.image * soft[..., None], np.uint8)
    return canvas


def _aside(size: int, rng: np.random.Generator) -> Matrix:
    """Return a shift to one side, so far that the picture's edge cuts what was in its middle."""
    turn, far = rng.uniform(0, 2 * np.pi), size * rng.uniform(0.25, 0.5)
    return np.array([[1, 0, far * np.cos(turn)], [0, 1, far * np.sin(turn)], [0, 0, 1]], np.float64)


def _random_bend(rng: np.random.Generator) -> tuple[float, float]:
    """How far the cards of a scene are bowed and curled at most."""
    return float(rng.uniform(-0.1, 0.1)), float(rng.uniform(-0.5, 0.5)) * (rng.random() < 0.5)


def _random_tip(canvas: Canvas, rng: np.random.Generator) -> Vector | None:
    """Between an index and the middle of its card, where a thumb holds it."""
    indices = canvas.truth()
    if not len(indices):
        return None
    row = indices[rng.integers(len(indices))].astype(np.float64)
    return np.asarray(row[:2] + row[2:4] * rng.uniform(0, 0.7))
