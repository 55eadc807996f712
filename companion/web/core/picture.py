"""A picture to share: a band with a title, some lines, how the score went, and where the companion is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from unicodedata import combining, normalize

import segno
from PIL import Image, ImageDraw, ImageFont

from companion.web.core.chart import Chart

WIDTH, HEIGHT, MARGIN = 1080, 1350, 72
PAPER, INK, SOFT, FELT, BRASS, GRID = "#f4efe2", "#1c241f", "#4d554c", "#14432f", "#e2bd68", "#cfc5aa"
SIDES = "#14693a", "#b3161f", "#22305c", "#a04a00"
"""The colors of the lines of a chart, as on a page."""
TOP, FOOT = 260, 150
"""The heights of the title's band and of the address's."""
MOST = 9
"""The maximum number of lines."""
ROW = 84
"""The height of a side's line above its chart."""

_PLAINER = str.maketrans(
    {"−": "-", "–": "-", "Ł": "L", "ł": "l", "Ø": "O", "ø": "o", "Æ": "Ae", "æ": "ae", "Œ": "Oe", "œ": "oe"}
    | {"ß": "ss", "Đ": "D", "đ": "d", "Ð": "D", "ð": "d", "Þ": "Th", "þ": "th", "ı": "i"}
)
_BETWEEN_NAMES = re.compile(r"( & | wins?$)")
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def to_png(title: str, below: str, lines: Sequence[tuple[str, str]], address: str, chart: Chart | None = None) -> bytes:
    """A picture as a PNG.

    :param lines: each a small heading and what it says; with a chart, the sides and their scores, and last a sentence.
    :param address: where the companion is, also as a QR code; empty where nobody else can open it.
    """
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, TOP), fill=FELT)
    draw.rectangle((0, TOP, WIDTH, TOP + 6), fill=BRASS)
    _write(draw, MARGIN, 62, title, 72, PAPER)
    _write(draw, MARGIN, 162, below, 60, BRASS)
    if chart:
        y = _sides(draw, lines[:-1])
        _write(draw, MARGIN, y, lines[-1][1], 34, SOFT)
        _chart(draw, chart, y + 70)
    else:
        _rows(draw, lines[:MOST])
    _foot(image, draw, address)
    written = BytesIO()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()


def _rows(draw: ImageDraw.ImageDraw, lines: Sequence[tuple[str, str]]) -> None:
    row = (HEIGHT - TOP - FOOT - MARGIN) // max(len(lines), 3)
    for place, (heading, says) in enumerate(lines):
        y = TOP + MARGIN // 2 + place * row
        draw.text((MARGIN, y), heading, SOFT, _font(30))
        _write(draw, MARGIN, y + 36, says, max(40, row * 2 // 7), INK)


def _sides(draw: ImageDraw.ImageDraw, sides: Sequence[tuple[str, str]]) -> int:
    """Each side in the color of its line; where the next part begins."""
    for place, (name, score) in enumerate(sides):
        y = TOP + 40 + place * ROW
        draw.line((MARGIN, y + 34, MARGIN + 40, y + 34), SIDES[place % len(SIDES)], 8 if place < len(SIDES) else 4)
        _write(draw, MARGIN + 60, y, name, 52, INK, most=WIDTH - 2 * MARGIN - 320)
        draw.text((WIDTH - MARGIN, y - 6), _drawn(score), INK, _font(64), anchor="ra")
    return TOP + 50 + len(sides) * ROW


def _chart(draw: ImageDraw.ImageDraw, chart: Chart, top: int) -> None:
    """Draw the course of the score, as large as fits between ``top`` and the foot."""
    scale = min((WIDTH - 2 * MARGIN) / chart.width, (HEIGHT - FOOT - 20 - top) / chart.height)
    left, small = (WIDTH - scale * chart.width) / 2, _font(int(12 * scale))

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x * scale, top + y * scale

    for tick in chart.ticks:
        draw.line((*at(chart.left, tick.y), *at(chart.right, tick.y)), GRID, 2)
        draw.text(at(chart.left - 6, tick.y), _drawn(tick.label), SOFT, small, anchor="rm")
    if chart.goal:
        draw.line((*at(chart.left, chart.goal.y), *at(chart.right, chart.goal.y)), BRASS, 5)
    for place, line in enumerate(chart.lines):
        color, (x, y) = SIDES[place % len(SIDES)], at(*line.end)
        points = [at(*map(float, point.split(","))) for point in line.points.split()]
        draw.line(points, color, 8 if place < len(SIDES) else 4, joint="curve")
        draw.ellipse((x - 14, y - 14, x + 14, y + 14), color)
        draw.text(at(line.end[0] + 10, line.label_y), _drawn(line.last), color, small, anchor="lm")


def _foot(image: Image.Image, draw: ImageDraw.ImageDraw, address: str) -> None:
    top = HEIGHT - FOOT
    draw.rectangle((0, top, WIDTH, HEIGHT), fill=FELT)
    _write(draw, MARGIN, top + (28 if address else 50), "Pinochle companion", 44, PAPER, most=WIDTH - 3 * MARGIN - FOOT)
    if not address:
        return
    _write(
        draw, MARGIN, top + 90, address.removeprefix("https://").rstrip("/"), 34, BRASS, most=WIDTH - 3 * MARGIN - FOOT
    )
    code = BytesIO()
    segno.make(address, error="m").save(code, kind="png", scale=4, border=2, dark=INK, light=PAPER)
    square = Image.open(code).convert("RGB").resize((FOOT - 20, FOOT - 20), Image.Resampling.NEAREST)
    image.paste(square, (WIDTH - MARGIN - square.width, top + 10))


def _write(
    draw: ImageDraw.ImageDraw, x: int, y: int, text: str, size: int, color: str, most: int = WIDTH - 2 * MARGIN
) -> None:
    """A line as large as fits, down to half its size, and shortened if it is longer still."""
    text, smallest = _drawn(text), size // 2
    while size > smallest and _font(size).getlength(text) > most:
        size -= 2
    draw.text((x, y), shortened(text, size, most), color, _font(size))


def shortened(text: str, size: int, most: int) -> str:
    """Return a line of at most ``most`` pixels; its longest name is cut with an ellipsis."""
    parts = _BETWEEN_NAMES.split(text)
    while _font(size).getlength("".join(parts)) > most:
        longest = max(range(0, len(parts), 2), key=lambda place: len(parts[place]))
        parts[longest] = parts[longest].rstrip("…")[:-1] + "…"
    return "".join(parts)


def drawn_name(name: str, instead: str) -> str:
    """Return the words of a name that the picture's font has letters for; ``instead`` where it has for none."""
    plain = [word for word in _plain(name).split() if all(_has(each) for each in word if each.isalnum())]
    left = [drawn for word in plain if any(map(str.isalnum, drawn := _drawn(word)))]
    return " ".join(left) or instead


def _drawn(text: str) -> str:
    """The text without what Pillow's own font lacks."""
    return "".join(filter(_has, _plain(text)))


def _plain(text: str) -> str:
    """The text in the letters that Pillow's own font has: none with an accent or a stroke, and no minus or dash."""
    return "".join(each for each in normalize("NFKD", text) if not combining(each)).translate(_PLAINER)


@lru_cache(maxsize=1024)
def _has(letter: str) -> bool:
    """Return True if the font has a letter; a missing one is drawn as the box for a sign that no font has."""
    if letter.isspace():
        return True
    font = _font(20)
    return bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


def _font(size: int) -> Font:
    return ImageFont.load_default(size)
