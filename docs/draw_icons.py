"""Draws the icon that a home screen cuts to its own shape: the cards in the middle, felt up to the edges.

Run it as ``python -m docs.draw_icons``; it writes ``static/icons/maskable-512.png`` from ``static/icons/icon.svg``.
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from boot.browser import find_chromium

ICONS = Path(__file__).parents[1] / "static" / "icons"
SIZE, COLOURS = 512, 128
SHRUNK = 0.8
"""Whatever the shape, a circle of four fifths of the picture's width stays in sight."""
TILE = '<rect width="96" height="96" rx="20" fill="url(#felt)"/>'


def maskable() -> str:
    """The icon as SVG, its tile without corners and what lies on it made smaller."""
    before, tile, after = (ICONS / "icon.svg").read_text(encoding="utf-8").partition(TILE)
    if not tile:
        raise SystemExit("the tile of icon.svg is not what it was")
    middle = 96 * (1 - SHRUNK) / 2
    cards = after.replace("</svg>", "</g></svg>")
    return f'{before}{tile.replace("20", "0")}<g transform="translate({middle} {middle}) scale({SHRUNK})">{cards}'


def main() -> None:
    """Let Chromium draw it, without anything around it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": SIZE, "height": SIZE})
        page.set_content(f'<body style="margin: 0">{maskable().replace("<svg ", f"<svg width={SIZE} height={SIZE} ")}')
        drawn = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        browser.close()
    drawn.quantize(COLOURS).save(ICONS / f"maskable-{SIZE}.png", optimize=True)


if __name__ == "__main__":
    main()
