"""Takes the README's picture: three pages of a game in progress, as a phone shows them.

Run it as ``python -m docs.take_screenshots``; it writes ``docs/images/phone.png``.
"""

from __future__ import annotations

import io
import tempfile
import threading
from collections.abc import Iterable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import make_server

from boot.browser import find_chromium
from companion.cards import Suit, parse_cards
from companion.game.commands import (
    CloseMeld,
    Command,
    ConfirmDeal,
    EndDeal,
    NameTrump,
    Refusal,
    ShowCards,
    ShowNumber,
    TakeBid,
)
from companion.game.decide import decide
from companion.game.decide.start import start_game
from companion.game.events import Event, GameStarted
from companion.game.fold import Recorded
from companion.rules.score import DealEnd
from companion.rules.variants import VARIANTS
from companion.store.entries import Entry
from companion.store.games import to_entries, to_new_game
from companion.web import create_app
from companion.web.core.current import journal

PICTURE = Path(__file__).parent / "images" / "phone.png"
WIDTH, HEIGHT, DENSITY = 390, 780, 1.5
GAP = 24
AT = "2026-01-01T20:00:00.000+00:00"
DEALS = ((1, 260, 190, 150, 110), (2, 300, 120, 80, 130), (3, 280, 60, 240, 90), (0, 310, 210, 40, 140))
"""Bidder, bid, the meld of both sides and the first side's trick points."""


def commands() -> Iterable[Command]:
    """Four deals, and a fifth as far as its meld."""
    for seat, bid, ours, theirs, taken in DEALS:
        yield from (TakeBid(seat, bid), NameTrump(Suit.SPADES), ShowNumber("A", None, ours))
        yield from (ShowNumber("B", None, theirs), CloseMeld())
        yield from (EndDeal(DealEnd.PLAYED, {"A": taken}), ConfirmDeal())
    yield from (TakeBid(1, 330), NameTrump(Suit.HEARTS), ShowNumber("A", None, 100))
    yield ShowCards(1, parse_cards("AH 10H KH KH QH JH QS JD"))


def play() -> list[Recorded]:
    """The history of the game in the picture."""
    history: list[Recorded] = []

    def write(events: tuple[Event, ...] | Refusal) -> None:
        if isinstance(events, Refusal):
            raise SystemExit(events.says)
        batch = history[-1].batch + 1 if history else 1
        first = len(history) + 1
        history.extend(Recorded(seq, batch, event) for seq, event in enumerate(events, first))

    write(start_game(VARIANTS[0], ["Ruth", "Walter", "Nell", "Gus"], 0))
    for command in commands():
        write(decide(history, command))
    return history


def shoot(browser: Browser, url: str, table: str) -> Image.Image:
    """One page as the phone shows it that keeps the score at a table."""
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=DENSITY, has_touch=True, is_mobile=True
    )
    context.add_cookies([{"name": f"seat-{Path(table).name}", "value": "scorer", "url": table}])
    page = context.new_page()
    page.goto(url)
    page.wait_for_load_state("networkidle")
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def beside(pictures: list[Image.Image]) -> Image.Image:
    """The pictures in a row."""
    width = sum(picture.width + GAP for picture in pictures) - GAP
    row = Image.new("RGB", (width, pictures[0].height), "white")
    for place, picture in enumerate(pictures):
        row.paste(picture, (place * (picture.width + GAP), 0))
    return row


def main() -> None:
    """Play, serve, look, and write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        history = play()
        events = [recorded.event for recorded in history]
        started = events[0]
        if not isinstance(started, GameStarted):
            raise SystemExit("a game's first event is its start")
        with app.app_context():
            written = zip(history, to_entries(events, "Ruth", AT), strict=True)
            entries = [Entry(**vars(entry), seq=recorded.seq, batch=recorded.batch) for recorded, entry in written]
            game = journal().restore_game(to_new_game(started, AT), entries).game_id
        server = make_server("127.0.0.1", 0, app, threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        home = f"http://127.0.0.1:{server.port}"
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
            table = f"{home}/game/{game}"
            pages = [shoot(browser, url, table) for url in (home, f"{table}/", f"{table}/sheet")]
            browser.close()
        server.shutdown()
    PICTURE.parent.mkdir(exist_ok=True)
    beside(pages).quantize(256, method=Image.Quantize.MAXCOVERAGE).save(PICTURE, optimize=True)
    print(f"wrote {PICTURE} ({PICTURE.stat().st_size // 1024} kB)")


if __name__ == "__main__":
    main()
