"""Takes the pictures of “Your first game” and of the README, and writes the former as a page of the docs.

Run it as ``python -m docs.take_screenshots``; it writes ``static/first-game/``, ``docs/images/phone.png`` and
``docs/first-game.md``.
"""

from __future__ import annotations

import io
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from werkzeug.serving import make_server

from boot.browser import find_chromium
from companion.game.sample import NAMES
from companion.web import create_app

ROOT = Path(__file__).parents[1]
STEPS = ROOT / "static" / "first-game"
PICTURE = ROOT / "docs" / "images" / "phone.png"
DOCUMENT = ROOT / "docs" / "first-game.md"
IN_PICTURE = ("home", "pad", "sheet")
WIDTH, HEIGHT, DENSITY, COLORS = 360, 660, 1.5, 128
GAP = 24
REST_MS = 1500
TYPED = {"meld-B": "60", "points-A": "140"}
"""What the open deal of the sample game lacks, by the fields of its page."""


def walk(page: Page, home: str) -> Iterator[str]:
    """Lead a phone through a first game; at each name it stands before what the picture of that name shows."""
    page.goto(home)
    yield "home"
    page.goto(f"{home}/new/four-handed")
    for seat, name in enumerate(NAMES):
        page.locator(f"#name-{seat}").fill(name)
    yield "seats"
    page.goto(home)
    page.get_by_role("button", name="Look around in a sample game").tap()
    page.wait_for_url("**/game/**")
    for field, value in TYPED.items():
        page.locator(f"#{field}").fill(value)
    page.locator("h1").tap()
    yield "pad"
    page.get_by_role("button", name="Write it down").tap()
    yield "written"
    page.goto(f"{page.url.partition('?')[0]}sheet")
    yield "sheet"


def as_markdown(page: Page) -> str:
    """The page “Your first game” as a page of the docs."""
    lines = ["# Your first game", "`python -m docs.take_screenshots` writes this page."]
    for part in page.locator("main h2, main p, main img.screen").all():
        if alt := part.get_attribute("alt"):
            name = (part.get_attribute("src") or "").partition("?")[0].rpartition("/")[2]
            lines.append(f"![{alt}](../static/first-game/{name})")
        else:
            is_title = part.evaluate("part => part.tagName") == "H2"
            lines.append(f"{'## ' if is_title else ''}{part.inner_text().strip()}")
    return "\n\n".join(lines) + "\n"


def shoot(page: Page) -> Image.Image:
    """What is on the screen, from the top of the page."""
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(REST_MS)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def beside(pictures: list[Image.Image]) -> Image.Image:
    """The pictures in a row."""
    width = sum(picture.width + GAP for picture in pictures) - GAP
    row = Image.new("RGB", (width, pictures[0].height), "white")
    for place, picture in enumerate(pictures):
        row.paste(picture, (place * (picture.width + GAP), 0))
    return row


def write(pictures: Mapping[str, Image.Image]) -> None:
    """Write the pictures, by their names."""
    files = {STEPS / f"{name}.png": picture for name, picture in pictures.items() if name != "home"}
    for file, picture in {**files, PICTURE: beside([pictures[name] for name in IN_PICTURE])}.items():
        file.parent.mkdir(exist_ok=True)
        picture.quantize(COLORS, method=Image.Quantize.MAXCOVERAGE, kmeans=2).save(file, optimize=True)
        print(f"wrote {file.relative_to(ROOT)} ({file.stat().st_size // 1024} kB)")


def main() -> None:
    """Serve, walk, look, and write what was seen."""
    with tempfile.TemporaryDirectory() as folder:
        server = make_server("127.0.0.1", 0, create_app(Path(folder)), threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
            phone = browser.new_context(
                viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=DENSITY, has_touch=True, is_mobile=True
            )
            page, home = phone.new_page(), f"http://127.0.0.1:{server.port}"
            write({name: shoot(page) for name in walk(page, home)})
            page.goto(f"{home}/first-game")
            DOCUMENT.write_text(as_markdown(page), encoding="utf-8")
            browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
