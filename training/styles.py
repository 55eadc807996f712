"""How a deck is printed: its letters, colours and corners, and what a printer adds; drawn by chance."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import ImageFont

from companion.vision.stages.letters import ALPHABETS, INTERNATIONAL, Alphabet

Colour = tuple[int, int, int]

_REDS: tuple[Colour, ...] = ((30, 20, 200), (40, 30, 225), (20, 10, 165), (60, 60, 230), (50, 40, 190))
_BLACKS: tuple[Colour, ...] = ((15, 15, 15), (35, 30, 30), (50, 35, 25))


_FOUR_COLOURS: tuple[dict[str, Colour], ...] = (
    {"D": (200, 90, 20), "C": (40, 130, 20)},
    {"D": (20, 120, 240), "C": (40, 130, 20)},
    {"S": (170, 70, 40), "D": (40, 190, 230), "C": (70, 140, 40)},
)


@dataclass(frozen=True)
class BarCode:
    """The bars that a casino's cards carry, in face pixels from the top left; the other end has them upside down."""

    x: int
    y: int
    length: int
    depth: int
    upright: bool
    """True if they run along the card's long side."""


@dataclass(frozen=True)
class Style:
    """The differences between one drawn deck and another; lengths in face pixels."""

    font: str
    rank_height: float
    squeeze: float
    stroke: int
    pip_ratio: float
    gap: float
    margin: tuple[float, float]
    corners: int
    colours: dict[str, Colour]
    pip_size: float
    framed: bool
    court_pip: float = 0.0
    """How high the suit sign beside a court's index is; 0 for none."""
    court_pip_beside: tuple[float, float] = (0.6, 0.85)
    """Between which shares of the rank's height it begins to the right of the margin."""
    court_pip_down: float = 0.6
    """How far below the margin its middle is, as a share of its height."""
    edge: int = 0
    """How wide the line along the card's edge is."""
    letters: Mapping[str, str] = field(default_factory=dict)
    """The text for a rank, where that is not the rank."""
    hollow: int = 0
    """How thick the line is of letters that are only outlined; 0 for full ones."""
    slant: float = 0.0
    """How far the letters lean to the right, as a share of their height."""
    bars: BarCode | None = None
    bend: tuple[float, ...] = ()
    """How far points of the letters (:data:`BEND_POINTS`) are moved right and down, as shares of their size."""
    tail: float = 0.0
    """How far the tail of a Q reaches to the right, as a share of its height."""
    ten_step: float = 0.92
    """The distance between a ten's figures, in widths of the first."""
    plain_one: bool = False
    """True if a ten's 1 is a bare stroke."""
    swell: int = 0
    """How much thicker the letters' strokes are than the font's, in 80ths of their height."""


BEND_POINTS = (2, 3, 3)
"""Right and down; three rows of three points."""

HELD_OUT_FONTS = ("b612", "courier prime", "freem", "frees", "gfsneohellenic", "oldstandard", "play", "tuffy")
"""Fonts whose file begins so are never trained with: they are kept for measuring (:mod:`.melds`)."""


FONTS = "TRAINING_FONTS"
"""The variable that names the folder of fonts to draw with; without it, those that are installed."""

NO_LETTER = "\U0010fffe"
"""A character that no font has: it shows the sign that a font puts in place of a missing letter."""


@lru_cache
def find_fonts(*, held_out: bool = False, letters: str = "") -> dict[str, list[str]]:
    """Installed fonts that can write every rank and these letters, by family: to train with, or those held out."""
    families: dict[str, list[str]] = {}
    for path in sorted(Path(os.environ.get(FONTS, "/usr/share/fonts")).rglob("*.[to]tf")):
        if path.stem.lower().startswith(HELD_OUT_FONTS) == held_out and _writes(str(path), letters):
            families.setdefault(path.stem.split("-")[0], []).append(str(path))
    return families


def _writes(path: str, letters: str) -> bool:
    """Return True if a font has the ranks, each another sign and none far below its line, and the letters."""
    size = 32
    try:
        font = ImageFont.truetype(path, size)
        if font.getbbox("JQKA")[3] > 2 * size:
            return False
        masks = {bytes(font.getmask(letter)) for letter in "234567890JQKA"}
        lacking = bytes(font.getmask(NO_LETTER))
        written = [bytes(font.getmask(letter)) for letter in letters]
        return len(masks) == 13 and all(any(letter) and letter != lacking for letter in written)
    except (OSError, ValueError):
        return False


def random_style(rng: np.random.Generator, *, held_out: bool = False) -> Style:
    """Draw a deck's style: mostly ordinary indices, some jumbo, some in four corners or four colours."""
    families = find_fonts(held_out=held_out)
    files = families[str(rng.choice(sorted(families)))]
    jumbo = rng.random() < 0.25
    height = rng.uniform(60, 95) if jumbo else rng.uniform(34, 58)
    red, black = _REDS[rng.integers(len(_REDS))], _BLACKS[rng.integers(len(_BLACKS))]
    colours = {"S": black, "H": red, "D": red, "C": black}
    if rng.random() < 0.2:
        colours |= _FOUR_COLOURS[rng.integers(len(_FOUR_COLOURS))]
    return Style(
        font=str(rng.choice(files)),
        rank_height=height,
        squeeze=rng.uniform(0.42, 1.0),
        stroke=int(rng.random() < 0.3),
        pip_ratio=rng.uniform(0.5, 1.0),
        gap=rng.uniform(2, 10),
        margin=(rng.uniform(3, 20), rng.uniform(8, 26)),
        corners=4 if rng.random() < 0.4 else 2,
        colours=colours,
        pip_size=rng.uniform(44, 70),
        framed=rng.random() < 0.3,
        court_pip=rng.uniform(35, 85) if rng.random() < 0.5 else 0.0,
        edge=int(rng.integers(1, 8)) if rng.random() < 0.4 else 0,
    )


def random_letters(style: Style, rng: np.random.Generator, *, held_out: bool = False) -> Style:
    """The style with the letters of another alphabet than English, in a font that has them."""
    others = [alphabet for alphabet in ALPHABETS if alphabet is not INTERNATIONAL]
    return with_alphabet(style, others[rng.integers(len(others))], rng, held_out=held_out)


def with_alphabet(style: Style, alphabet: Alphabet, rng: np.random.Generator, *, held_out: bool = False) -> Style:
    """The style with letters of this alphabet; where there are several for a rank, any of them."""
    letters = {rank: str(rng.choice(spelt)) for rank, spelt in alphabet.spells.items()}
    # Fonts that can write every rank have the Latin letters too.
    foreign = "".join(letter for letter in letters.values() if not letter.isascii())
    families = find_fonts(held_out=held_out, letters=foreign)
    font = str(rng.choice(families[str(rng.choice(sorted(families)))]))
    return replace(style, letters=letters, font=font)


def random_print(style: Style, rng: np.random.Generator) -> Style:
    """The style as an odd printer has it: outlined or leaning letters, bar codes."""
    kind = rng.random()
    if kind < 0.2:
        return replace(style, hollow=int(rng.integers(2, 5)), rank_height=max(style.rank_height, 44.0))
    if kind < 0.5:
        return replace(style, slant=float(rng.uniform(-0.15, 0.4)))
    upright = bool(rng.random() < 0.5)
    x, y = (int(rng.integers(2, 12)), int(rng.integers(90, 230)))
    if not upright:
        x, y = int(rng.integers(50, 170)), int(rng.integers(2, 14))
    return replace(style, bars=BarCode(x, y, int(rng.integers(40, 130)), int(rng.integers(8, 26)), upright))


def random_hand(style: Style, rng: np.random.Generator) -> Style:
    """The style in letters of no font: a font's, bent and thickened as another's hand would draw them."""
    bend = rng.normal(0, rng.uniform(0.01, 0.055), BEND_POINTS)
    return replace(style, bend=tuple(bend.ravel().tolist()), swell=int(rng.choice([0, 0, 2, 3, 4])))


def random_tens_and_tails(style: Style, rng: np.random.Generator) -> Style:
    """Return the style with a long-tailed Q, and a ten with figures close or apart or a bare stroke for a 1."""
    tail, step = float(rng.uniform(0.15, 0.55)), float(rng.uniform(0.62, 1.1))
    return replace(style, tail=tail, ten_step=step, plain_one=bool(rng.random() < 0.4))


def random_height(style: Style, rng: np.random.Generator) -> Style:
    """The style with tiny indices, or with larger ones than jumbo."""
    if rng.random() < 0.5:
        return replace(style, rank_height=float(rng.uniform(20, 34)), gap=float(rng.uniform(1, 5)))
    return replace(style, rank_height=float(rng.uniform(95, 125)), squeeze=min(style.squeeze, 0.8), pip_ratio=0.6)


def random_court_pips(style: Style, rng: np.random.Generator) -> Style:
    """The style with suit signs beside the courts' indices of any size, close to them or not, high or low."""
    size, down = style.rank_height * rng.uniform(0.7, 1.8), float(rng.uniform(0.4, 1.1))
    return replace(style, court_pip=float(size), court_pip_beside=(0.5, 0.95), court_pip_down=down)
