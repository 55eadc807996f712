"""A picture to share: a band with a title, and some lines below it."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT, MARGIN = 1080, 1350, 72
PAPER, INK, SOFT, FELT, BRASS = "#f4efe2", "#1c241f", "#4d554c", "#14432f", "#e2bd68"
TOP = 260
"""How high the band with the title is."""
MOST = 9
"""How many lines fit."""

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def to_png(title: str, below: str, lines: Sequence[tuple[str, str]]) -> bytes:
    """A picture as a PNG: each line has a small heading, and as many are drawn as fit."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, TOP), fill=FELT)
    draw.rectangle((0, TOP, WIDTH, TOP + 6), fill=BRASS)
    _write(draw, MARGIN, 62, title, 72, PAPER)
    _write(draw, MARGIN, 162, below, 60, BRASS)
    row = (HEIGHT - TOP - 2 * MARGIN) // max(len(lines[:MOST]), 4)
    for place, (heading, says) in enumerate(lines[:MOST]):
        y = TOP + MARGIN + place * row
        draw.text((MARGIN, y), heading, SOFT, _font(30))
        _write(draw, MARGIN, y + 36, says, max(44, row * 2 // 7), INK)
    written = BytesIO()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()


def _write(draw: ImageDraw.ImageDraw, x: int, y: int, text: str, size: int, color: str) -> None:
    """A line as large as fits, down to half its size; what is longer still ends in an ellipsis."""
    smallest = size // 2
    while size > smallest and _font(size).getlength(text) > WIDTH - 2 * MARGIN:
        size -= 2
    while _font(size).getlength(text) > WIDTH - 2 * MARGIN:
        text = text.rstrip("…")[:-1] + "…"
    draw.text((x, y), text, color, _font(size))


def _font(size: int) -> Font:
    return ImageFont.load_default(size)
