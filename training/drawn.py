"""Decks of our own drawing: any free font, our own suit signs, jumbo or four indices, two or four colours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from training.artwork import Deck
from training.faces import (
    FACE_HEIGHT,
    FACE_WIDTH,
    SUITS,
    Face,
    Mark,
    Pixels,
    both_ends,
    four_corners,
    make_face,
    rounded_mask,
)
from training.pips import Outline, draw_pip, suit_outlines
from training.styles import BEND_POINTS, BarCode, Colour, Style

# Columns and rows of the pips of a number card, as shares of the card.
_LEFT, _MIDDLE, _RIGHT = 0.3, 0.5, 0.7
_ROWS = {2: (0.2, 0.8), 3: (0.2, 0.5, 0.8), 4: (0.2, 0.4, 0.6, 0.8)}
PIP_PLACES: dict[str, tuple[tuple[float, float], ...]] = {
    "2": tuple((_MIDDLE, y) for y in _ROWS[2]),
    "3": tuple((_MIDDLE, y) for y in _ROWS[3]),
    "4": tuple((x, y) for x in (_LEFT, _RIGHT) for y in _ROWS[2]),
}
PIP_PLACES["5"] = (*PIP_PLACES["4"], (_MIDDLE, 0.5))
PIP_PLACES["6"] = tuple((x, y) for x in (_LEFT, _RIGHT) for y in _ROWS[3])
PIP_PLACES["7"] = (*PIP_PLACES["6"], (_MIDDLE, 0.35))
PIP_PLACES["8"] = (*PIP_PLACES["7"], (_MIDDLE, 0.65))
PIP_PLACES["9"] = (*((x, y) for x in (_LEFT, _RIGHT) for y in _ROWS[4]), (_MIDDLE, 0.5))
PIP_PLACES["10"] = (*((x, y) for x in (_LEFT, _RIGHT) for y in _ROWS[4]), (_MIDDLE, 0.3), (_MIDDLE, 0.7))


class DrawnDeck:
    """A deck drawn as its cards are asked for; court pictures are lent by artwork decks."""

    def __init__(self, style: Style, lenders: Sequence[Deck], rng: np.random.Generator) -> None:
        self.style = style
        self.outlines = {suit: suit_outlines(suit, rng) for suit in SUITS}
        self.lender = lenders[rng.integers(len(lenders))] if lenders else None
        self.rng = rng
        self.faces: dict[str, Face] = {}

    def face(self, name: str) -> Face:
        if name not in self.faces:
            self.faces[name] = self._draw(name)
        return self.faces[name]

    def _draw(self, name: str) -> Face:
        rank, suit = name[:-1], name[-1]
        image = np.full((FACE_HEIGHT, FACE_WIDTH, 3), 255, np.uint8)
        if rank in "JQK":
            self._draw_court(image, name)
        elif rank == "A":
            self._draw_ace(image, suit)
        else:
            self._draw_pips(image, rank, suit)
        if self.style.bars:
            _draw_bars(image, self.style.bars, self.rng)
        letter = self.style.letters.get(rank, rank)
        stamp = index_stamp(letter, self.style, self.outlines[suit], self.style.colours[suit])
        marks = _place_index(image, stamp, self.style)
        if self.style.edge:
            _draw_edge(image, self.style.edge)
        return make_face(name, image, marks, letter if rank in self.style.letters else "")

    def _draw_pips(self, image: Pixels, rank: str, suit: str) -> None:
        for x, y in PIP_PLACES[rank]:
            middle = (x * FACE_WIDTH, y * FACE_HEIGHT)
            draw_pip(
                image, self.outlines[suit], middle, self.style.pip_size, self.style.colours[suit], inverted=y > 0.5
            )

    def _draw_ace(self, image: Pixels, suit: str) -> None:
        size = self.style.pip_size * self.rng.uniform(1.0, 3.2)
        middle = (FACE_WIDTH / 2, FACE_HEIGHT / 2)
        draw_pip(image, self.outlines[suit], middle, size, self.style.colours[suit])
        if size > 110 and self.rng.random() < 0.6:
            draw_pip(image, self.outlines[suit], middle, size * 0.86, (255, 255, 255))
            _scribble(image, middle, size * 0.26, self.style.colours[suit], self.rng)

    def _draw_court(self, image: Pixels, name: str) -> None:
        left, top = int(0.17 * FACE_WIDTH), int(0.09 * FACE_HEIGHT)
        inside = (slice(top, FACE_HEIGHT - top), slice(left, FACE_WIDTH - left))
        if self.lender is not None:
            image[inside] = self.lender.face(name).levels[0][inside][..., :3]
        if self.style.framed or self.lender is None:
            cv2.rectangle(image, (left, top), (FACE_WIDTH - left, FACE_HEIGHT - top), self.style.colours[name[-1]], 2)
        if self.style.court_pip:
            self._draw_court_pips(image, name[-1])

    def _draw_court_pips(self, image: Pixels, suit: str) -> None:
        """A large suit sign close beside the index, as most courts have it."""
        size = self.style.court_pip
        beside = self.style.rank_height * self.rng.uniform(*self.style.court_pip_beside)
        x, y = self.style.margin[0] + beside + size / 2, self.style.margin[1] + size * self.style.court_pip_down
        colour = self.style.colours[suit]
        draw_pip(image, self.outlines[suit], (x, y), size, colour)
        draw_pip(image, self.outlines[suit], (FACE_WIDTH - x, FACE_HEIGHT - y), size, colour, inverted=True)


def _draw_bars(image: Pixels, bars: BarCode, rng: np.random.Generator) -> None:
    """Other bars on every card, at both ends."""
    strip = np.full((bars.depth, bars.length, 3), 255, np.uint8)
    at = 0
    while at < bars.length:
        wide, gap = (int(width) for width in rng.integers(1, 5, 2))
        strip[:, at : at + wide] = 30
        at += wide + gap
    strip = np.ascontiguousarray(np.rot90(strip)) if bars.upright else strip
    place = image[bars.y : bars.y + strip.shape[0], bars.x : bars.x + strip.shape[1]]
    place[:] = strip[: place.shape[0], : place.shape[1]]
    turned = image[::-1, ::-1][bars.y : bars.y + strip.shape[0], bars.x : bars.x + strip.shape[1]]
    turned[:] = strip[: turned.shape[0], : turned.shape[1]]


def _draw_edge(image: Pixels, width: int) -> None:
    """A dark line along the card's edge and round its corners."""
    inside = cv2.erode(rounded_mask(FACE_WIDTH, FACE_HEIGHT), np.ones((2 * width + 1, 2 * width + 1), np.uint8))
    inside[:width], inside[-width:], inside[:, :width], inside[:, -width:] = 0, 0, 0, 0
    image[inside == 0] = (40, 40, 40)


@lru_cache(maxsize=256)
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


def index_stamp(rank: str, style: Style, outlines: list[Outline], colour: Colour) -> Pixels:
    """The index alone on white: the rank above its suit sign."""
    text = _write_rank(rank, style, colour)
    pip = style.rank_height * style.pip_ratio
    width = int(max(text.shape[1], pip) + 2)
    height = int(text.shape[0] + style.gap + pip + 2)
    stamp = np.full((height, width, 3), 255, np.uint8)
    left = (width - text.shape[1]) // 2
    stamp[: text.shape[0], left : left + text.shape[1]] = text
    draw_pip(stamp, outlines, (width / 2, height - 1 - pip / 2), pip, colour)
    return stamp


def _write_rank(rank: str, style: Style, colour: Colour) -> Pixels:
    """The rank cut out close and scaled to the style's height and squeeze."""
    font = _font(style.font, 80)
    canvas = Image.new("L", (220, 160), 0)
    draw = ImageDraw.Draw(canvas)
    if len(rank) == 2:
        step = font.getlength(rank[0]) * style.ten_step
        draw.text((30 + step, 20), rank[1], 255, font, stroke_width=style.stroke)
        if rank == "10" and style.plain_one:
            left, top, right, bottom = draw.textbbox((30 + step, 20), rank[1], font)
            draw.rectangle((left - (right - left) / 2, top, left - (right - left) / 4, bottom), 255)
        else:
            draw.text((30, 20), rank[0], 255, font, stroke_width=style.stroke)
    else:
        draw.text((40, 20), rank, 255, font, stroke_width=style.stroke)
    if rank == "Q" and style.tail:
        _draw_tail(draw, draw.textbbox((40, 20), rank, font), style.tail)
    mask = _as_printed(np.asarray(canvas.crop(canvas.getbbox()), np.uint8), style)
    squeeze = style.squeeze * (0.85 if len(rank) == 2 else 1.0)
    scale = style.rank_height / mask.shape[0]
    size = (max(4, int(mask.shape[1] * scale * squeeze)), max(4, int(style.rank_height)))
    mask = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    share = mask[..., None].astype(np.float32) / 255
    return np.asarray(255 * (1 - share) + np.array(colour, np.float32) * share, np.uint8)


def _draw_tail(draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float], reach: float) -> None:
    """A stroke from inside the Q along its foot to the right, which swings up at its end."""
    left, top, right, bottom = box
    height, width = bottom - top, right - left
    t = np.linspace(0, 1, 16)
    x = left + width * 0.5 + t * (width * 0.5 + height * reach)
    y = top + height * (0.72 + 0.55 * np.sin(np.pi * (0.15 + 0.7 * t)) - 0.25 * t)
    draw.line(list(zip(x.tolist(), y.tolist(), strict=True)), 255, max(3, int(height * 0.09)), "curve")


def _as_printed(mask: Pixels, style: Style) -> Pixels:
    """The letter bent, thickened, outlined or leaning, as the style has it."""
    if style.swell:
        padded = cv2.copyMakeBorder(mask, *[style.swell // 2] * 4, cv2.BORDER_CONSTANT)
        mask = np.asarray(cv2.dilate(padded, np.ones((style.swell, style.swell), np.uint8)), np.uint8)
    if style.bend:
        mask = _bent(mask, style.bend)
    if style.hollow:
        padded = cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT)
        kernel = np.ones((2 * style.hollow - 1, 2 * style.hollow - 1), np.uint8)
        mask = np.asarray(cv2.subtract(padded, cv2.erode(padded, kernel)), np.uint8)
    if style.slant:
        height, width = mask.shape
        lean = abs(style.slant) * height
        shift = lean if style.slant > 0 else 0.0
        matrix = np.array([[1, -style.slant, shift], [0, 1, 0]])
        mask = np.asarray(cv2.warpAffine(mask, matrix, (int(width + lean), height)), np.uint8)
    return mask


def _bent(mask: Pixels, bend: Sequence[float]) -> Pixels:
    """The letter with nine points moved and all between them drawn along, cut out close."""
    room = int(max(mask.shape) * 0.15)
    mask = np.asarray(cv2.copyMakeBorder(mask, room, room, room, room, cv2.BORDER_CONSTANT), np.uint8)
    height, width = mask.shape
    moved = np.array(bend, np.float32).reshape(BEND_POINTS)
    right, down = (cv2.resize(way, (width, height), interpolation=cv2.INTER_CUBIC) for way in moved)
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    bent = cv2.remap(mask, columns - right * width, rows - down * height, cv2.INTER_LINEAR)
    x, y, wide, high = cv2.boundingRect(bent)
    return np.asarray(bent[y : y + high, x : x + wide], np.uint8)


def _place_index(image: Pixels, stamp: Pixels, style: Style) -> tuple[Mark, ...]:
    """Print the index into the corners, over anything there, and return the places."""
    height, width = stamp.shape[:2]
    column = max(width, int(style.rank_height * 0.8))
    x, y = int(style.margin[0]) + (column - width) // 2, int(style.margin[1])
    mark = Mark(x + width / 2, y + height / 2, width / 2, height / 2)
    if style.corners == 4:
        _print(image, stamp, FACE_WIDTH - x - width, y)
        _print(image, np.ascontiguousarray(stamp[::-1, ::-1]), x, FACE_HEIGHT - y - height)
    _print(image, stamp, x, y)
    _print(image, np.ascontiguousarray(stamp[::-1, ::-1]), FACE_WIDTH - x - width, FACE_HEIGHT - y - height)
    return four_corners(mark) if style.corners == 4 else both_ends(mark)


def _print(image: Pixels, stamp: Pixels, x: int, y: int) -> None:
    pad = 3
    region = image[max(0, y - pad) : y + stamp.shape[0] + pad, max(0, x - pad) : x + stamp.shape[1] + pad]
    region[:] = 255
    image[y : y + stamp.shape[0], x : x + stamp.shape[1]] = stamp


def _scribble(
    image: Pixels, middle: tuple[float, float], radius: float, colour: Colour, rng: np.random.Generator
) -> None:
    """The ornament inside a large ace: curls that are no letters."""
    turns = np.linspace(0, 2 * np.pi * rng.integers(3, 8), 160)
    reach = radius * (0.35 + 0.65 * np.abs(np.sin(turns * rng.uniform(0.5, 3.0))))
    points = np.column_stack([np.cos(turns), np.sin(turns)]) * reach[:, None] + middle
    cv2.polylines(image, [points.astype(np.int32)], False, colour, 1, cv2.LINE_AA)
