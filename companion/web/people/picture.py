"""A season as one picture to share."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT, MARGIN = 1080, 1350, 72
PAPER, INK, SOFT, FELT, BRASS = "#f4efe2", "#1c241f", "#4d554c", "#14432f", "#e2bd68"
TOP = 260
"""How high the band with the name is."""
MOST = 9
"""So many things fit."""

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def season_to_png(name: str, season: str, told: Sequence[tuple[str, str]]) -> bytes:
    """A season as a PNG: a title and a sentence each, as many as fit."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, TOP), fill=FELT)
    draw.rectangle((0, TOP, WIDTH, TOP + 6), fill=BRASS)
    _write(draw, MARGIN, 62, f"{name} at pinochle", 72, PAPER)
    _write(draw, MARGIN, 162, season, 60, BRASS)
    row = (HEIGHT - TOP - 2 * MARGIN) // max(len(told[:MOST]), 6)
    for place, (title, says) in enumerate(told[:MOST]):
        y = TOP + MARGIN + place * row
        draw.text((MARGIN, y), title, SOFT, _font(30))
        _write(draw, MARGIN, y + 36, says, 44, INK)
    written = BytesIO()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()


def _write(draw: ImageDraw.ImageDraw, x: int, y: int, text: str, size: int, colour: str) -> None:
    """A line as large as fits, down to half its size; what is longer still ends in an ellipsis."""
    smallest = size // 2
    while size > smallest and _font(size).getlength(text) > WIDTH - 2 * MARGIN:
        size -= 2
    while _font(size).getlength(text) > WIDTH - 2 * MARGIN:
        text = text.rstrip("…")[:-1] + "…"
    draw.text((x, y), text, colour, _font(size))


def _font(size: int) -> Font:
    return ImageFont.load_default(size)
