"""Surroundings of the cards: table tops of many kinds, and clutter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from training.faces import Pixels
from training.styles import find_fonts

Field = npt.NDArray[np.float32]


def random_table(size: int, rng: np.random.Generator) -> Pixels:
    """A square table top of ``size`` pixels, often with things on it."""
    kinds = tuple(TABLES.values())
    image = kinds[rng.choice(len(kinds), p=(0.2, 0.2, 0.15, 0.1, 0.1, 0.15, 0.1))](size, rng)
    if rng.random() < 0.5:
        for _ in range(rng.integers(1, 9)):
            add_clutter(image, rng)
    return image


def noise(size: tuple[int, int], cells: tuple[int, int], rng: np.random.Generator) -> Field:
    """Smooth noise from -1 to 1: ``cells`` random values each way, enlarged to ``size`` (height, width)."""
    small = rng.uniform(-1, 1, cells).astype(np.float32)
    return np.asarray(cv2.resize(small, (size[1], size[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _colour(rng: np.random.Generator, low: int = 10, high: int = 240) -> Field:
    """A BGR colour, more often muted than bright."""
    grey = rng.uniform(low, high)
    return np.clip(grey + rng.normal(0, 45, 3), 0, 250).astype(np.float32)


def _tint(field: Field, one: Field, other: Field) -> Pixels:
    share = np.clip(field * 0.5 + 0.5, 0, 1)[..., None]
    return np.clip(one * share + other * (1 - share), 0, 255).astype(np.uint8)


def _felt(size: int, rng: np.random.Generator) -> Pixels:
    base = np.array([(50, 110, 30), (110, 60, 20), (40, 30, 120), (40, 40, 40)][rng.integers(4)], np.float32)
    base = base * rng.uniform(0.6, 1.5) + rng.normal(0, 10, 3)
    grain = rng.normal(0, rng.uniform(2, 14), (size, size, 1)).astype(np.float32)
    waves = noise((size, size), (5, 5), rng)[..., None] * rng.uniform(0, 20)
    return np.clip(base.astype(np.float32) + grain + waves, 0, 255).astype(np.uint8)


def _wood(size: int, rng: np.random.Generator) -> Pixels:
    light = np.array([120, 170, 210], np.float32) * rng.uniform(0.35, 1.15)
    dark = light * rng.uniform(0.45, 0.9)
    field = noise((size, size), (int(rng.integers(20, 120)), int(rng.integers(2, 6))), rng)
    field += 0.6 * noise((size, size), (size // 2, 8), rng)
    image = _tint(field, light, dark)
    if rng.random() < 0.5:
        for y in range(int(rng.integers(0, 60)), size, int(rng.integers(60, 200))):
            cv2.line(image, (0, y), (size, y), dark.tolist(), int(rng.integers(1, 4)))
    return np.ascontiguousarray(np.rot90(image)) if rng.random() < 0.5 else image


def _cloth(size: int, rng: np.random.Generator) -> Pixels:
    one, other = _colour(rng), _colour(rng)
    period = rng.uniform(4, 60)
    y, x = np.mgrid[:size, :size].astype(np.float32)
    kind = rng.integers(3)
    if kind == 0:
        field = np.sin(x / period) * np.sin(y / period)
    elif kind == 1:
        field = np.sign(np.sin(x / period)) * 0.5 + np.sign(np.sin(y / period)) * 0.5
    else:
        field = np.sin((x * rng.uniform(-1, 1) + y) / period)
    grain = rng.normal(0, 6, (size, size, 1)).astype(np.float32)
    return np.clip(_tint(field.astype(np.float32), one, other) + grain, 0, 255).astype(np.uint8)


def _plain(size: int, rng: np.random.Generator) -> Pixels:
    image = np.empty((size, size, 3), np.float32)
    image[:] = _colour(rng, 0, 255)
    image += noise((size, size), (3, 3), rng)[..., None] * rng.uniform(0, 25)
    return np.clip(image, 0, 255).astype(np.uint8)


def _marble(size: int, rng: np.random.Generator) -> Pixels:
    field = sum(noise((size, size), (n, n), rng) * w for n, w in ((4, 0.5), (12, 0.4), (40, 0.3), (160, 0.25)))
    return _tint(np.asarray(field, np.float32) * 1.5, _colour(rng), _colour(rng))


def _sprigged(size: int, rng: np.random.Generator) -> Pixels:
    """Oilcloth or wallpaper: dots, leaves, petals and sprigs all over it, each of up to three colours."""
    image, colours = _plain(size, rng), [_colour(rng).tolist() for _ in range(int(rng.integers(2, 6)))]
    length, apart = rng.uniform(4, 22), rng.uniform(1.4, 5.0)
    for _ in range(min(3000, int((size / (length * apart)) ** 2))):
        middle, turn = rng.uniform(0, size, 2), rng.uniform(0, 360)
        for part in range(int(rng.integers(1, 4))):
            reach = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))]) * length * part * 1.3
            axes = length * rng.uniform(0.3, 0.8) * np.array([1, rng.uniform(0.2, 1.0)])
            place = (middle + reach) * 16
            cv2.ellipse(
                image,
                (int(place[0]), int(place[1])),
                (int(axes[0] * 16), int(axes[1] * 16)),
                turn + rng.normal(0, 25),
                0,
                float(rng.choice([360, 360, 200])),
                colours[rng.integers(len(colours))],
                -1,
                cv2.LINE_AA,
                4,
            )
    return image


def _page(size: int, rng: np.random.Generator) -> Pixels:
    """A magazine or a rule sheet: lines of words and figures in one or two fonts, a heading, a picture."""
    sheet = Image.new("RGB", (size, size), tuple(int(v) for v in _colour(rng, 150, 250)))
    pen, ink = ImageDraw.Draw(sheet), tuple(int(v) for v in _colour(rng, 5, 90))
    y = 0.0
    while y < size:
        height = rng.uniform(26, 70) if rng.random() < 0.08 else rng.uniform(9, 22)
        letters = "AAJJQQKK10109abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ        .,;"
        text = "".join(rng.choice(list(letters), 4 * size // int(height)))
        pen.text((rng.uniform(-20, 30), y), text, ink, _random_font(int(height), rng))
        y += height * rng.uniform(1.1, 1.5)
    if rng.random() < 0.4:
        x, top = (float(v) for v in rng.uniform(0, size * 0.7, 2))
        pen.rectangle((x, top, x + size * 0.3, top + size * 0.25), tuple(int(v) for v in _colour(rng)))
    return np.array(np.rot90(np.asarray(sheet), rng.integers(4)), np.uint8, order="C")


TABLES: dict[str, Callable[[int, np.random.Generator], Pixels]] = {
    "felt": _felt,
    "wood": _wood,
    "cloth": _cloth,
    "plain": _plain,
    "marble": _marble,
    "sprigged": _sprigged,
    "page": _page,
}


def add_clutter(image: Pixels, rng: np.random.Generator) -> None:
    """Put one thing on the table: a coin, a sheet, a stick, something bent, or writing that is no card."""
    size = image.shape[0]
    x, y = (int(v) for v in rng.integers(0, size, 2))
    colour = _colour(rng).tolist()
    kind = rng.integers(6)
    if kind == 0:
        radius = int(rng.integers(6, 45))
        cv2.circle(image, (x, y), radius, colour, -1, cv2.LINE_AA)
        cv2.circle(image, (x, y), max(2, radius - 4), _colour(rng).tolist(), 1, cv2.LINE_AA)
    elif kind == 1:
        box = cv2.boxPoints(((x, y), tuple(rng.uniform(30, 240, 2)), float(rng.uniform(0, 180))))
        cv2.fillPoly(image, [box.astype(np.int32)], colour, cv2.LINE_AA)
    elif kind == 2:
        end = (int(x + rng.normal(0, 150)), int(y + rng.normal(0, 150)))
        cv2.line(image, (x, y), end, colour, int(rng.integers(2, 22)), cv2.LINE_AA)
    elif kind == 3:
        _bend(image, (x, y), colour, rng)
    else:
        _write(image, (x, y), rng)


def _bend(image: Pixels, place: tuple[int, int], colour: Sequence[float], rng: np.random.Generator) -> None:
    """A strip with a hook at its end: a brush, a cable, a handle, the shadow of a glass; from afar like a J."""
    size, turn = rng.uniform(8, 70), rng.uniform(0, 2 * np.pi)
    t = np.linspace(0, rng.uniform(0.6, 1.4), 16)
    side = size * rng.choice([-1, 1]) * rng.uniform(0.2, 0.8)
    points = np.column_stack([side * (1 - np.cos(np.clip(t - 0.5, 0, 1) * 4)), size * (np.minimum(t, 0.7) * 2 - 1)])
    points = points @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + place
    thick = int(np.clip(size * rng.uniform(0.08, 0.4), 1, 20))
    cv2.polylines(image, [points.round().astype(np.int32)], False, colour, thick, cv2.LINE_AA)


def _write(image: Pixels, place: tuple[int, int], rng: np.random.Generator) -> None:
    """A line of letters and figures on paper or straight on the table."""
    font = _random_font(int(rng.integers(10, 48)), rng)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 abcdefghijklmnop"
    text = "".join(rng.choice(list(letters), int(rng.integers(2, 16))))
    sheet = Image.new("RGB", (300, 64), tuple(int(v) for v in _colour(rng)))
    ImageDraw.Draw(sheet).text((6, 4), text, tuple(int(v) for v in _colour(rng)), font)
    turned = np.rot90(np.asarray(sheet), rng.integers(4))
    height = min(turned.shape[0], image.shape[0] - place[1])
    width = min(turned.shape[1], image.shape[1] - place[0])
    image[place[1] : place[1] + height, place[0] : place[0] + width] = turned[:height, :width]


def _random_font(size: int, rng: np.random.Generator) -> ImageFont.FreeTypeFont:
    families = find_fonts()
    files = families[str(rng.choice(sorted(families)))]
    return ImageFont.truetype(str(rng.choice(files)), size)
