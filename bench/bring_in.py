"""The cost of saving all games as one file and of importing it: ``python -m bench.bring_in [SITE]``.

500 games of ten deals and 40 nights are saved by one application and brought in by another, asked by Flask's test
client. With ``SITE``, a folder that ``companion static`` wrote, a phone brings the same file in, too: Chromium, in
which the companion runs by itself. Printed are the memory at its most, what the page says is new, and the seconds: of
the processor on a server, by the clock on a phone. It exits with 1 beyond a bound, or if the count is not right. Linux
only.
"""

from __future__ import annotations

import argparse
import html
import io
import os
import re
import resource
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path
from random import Random

from flask import Flask
from playwright.sync_api import sync_playwright

from bench.bounds import Bounds
from bench.league import play
from bench.people_pages import write_games
from bench.phone_memory import memory
from companion.night.events import Plan
from companion.web import create_app
from companion.web.core.current import current_store
from tests.browser.alone.host import StaticHost, phone

GAMES, NIGHTS = 500, 40
SECONDS = Bounds({"save": 10, "bring in": 60, "bring in on a phone": 240}, unit="s")
MEMORY = Bounds({"server": 600, "phone": 900}, unit="MB")
PATIENCE = 600_000
"""Milliseconds."""
NEW = re.compile(r"New here: [^<]*")
WATCH = """() => {
    window.told = [];
    const line = document.getElementsByName("work")[0];
    new MutationObserver(() => window.told.push(line.value)).observe(line, { childList: true, characterData: true });
}"""


def main() -> int:
    """Print what saving and bringing in cost; 1 beyond a bound or if not all came."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", nargs="?", type=Path)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--nights", type=int, default=NIGHTS)
    asked = parser.parse_args()
    right = f"New here: {asked.games} of {asked.games} games, {asked.nights} of {asked.nights} nights."
    with tempfile.TemporaryDirectory() as folder:
        content = saved(Path(folder, "from"), asked.games, asked.nights)
        said = [("a server", brought_in(Path(folder, "to"), content))]
        if asked.site:
            said.append(("a phone", on_phone(asked.site, Path(folder, "profile"), content)))
    wrong = [where for where, each in said if not each.startswith(right)]
    for where, each in said:
        print(f"{where} says: {each}")
    print(f"load {os.getloadavg()[0]:.1f}")
    return SECONDS.status() | MEMORY.status() | bool(wrong)


def application(folder: Path) -> Flask:
    """One over an empty folder, which reads no photos."""
    return create_app(folder, READER=None, READS=False, SIMULATED_DEALS=0)


def saved(folder: Path, games: int, nights: int) -> bytes:
    """Make the games and nights, and save them all."""
    app, random = application(folder), Random(1)  # noqa: S311 - the same every time
    write_games(app, games)
    with app.app_context():
        for number in range(nights):
            day = (date(2025, 1, 3) + timedelta(weeks=number)).isoformat()
            plan = Plan(f"Night {number}", "Single deck")
            play(current_store().nights, plan, day, [f"Player {who}" for who in range(24)], random)
    begun = time.process_time()
    content = app.test_client().get("/games/all.json").data
    spent = SECONDS.said("save", time.process_time() - begun)
    print(f"{games} games and {nights} nights saved: {len(content) / 1e6:.1f} MB in {spent}", flush=True)
    app.extensions["store"].close()
    return content


def brought_in(folder: Path, content: bytes) -> str:
    """Bring a file in on a server; what its page says."""
    app = application(folder)
    client = app.test_client()
    client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
    begun = time.process_time()
    file = {"file": (io.BytesIO(content), "all.json")}
    answer = client.post("/games/file", data=file, follow_redirects=True)
    spent = SECONDS.said("bring in", time.process_time() - begun)
    most = MEMORY.said("server", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)
    print(f"brought in on a server: {spent}, memory at its most {most}", flush=True)
    app.extensions["store"].close()
    return said_in(answer.text)


def on_phone(site: Path, profile: Path, content: bytes) -> str:
    """Bring a file in on a phone alone; what its page says."""
    host = StaticHost(site)
    host.start()
    file = profile.with_suffix(".json")
    file.write_bytes(content)
    with sync_playwright() as playwright, phone(playwright.chromium, profile, host.url) as mine:
        mine.context.set_default_timeout(PATIENCE)
        page, frame = mine.open("games/")
        page.evaluate(WATCH)
        frame.locator("#file").set_input_files(file)
        begun = time.perf_counter()
        frame.get_by_role("button", name="Bring it in").click(no_wait_after=True)
        frame.get_by_text("New here:").wait_for()
        spent = SECONDS.said("bring in on a phone", time.perf_counter() - begun)
        told = page.evaluate("told.filter(Boolean)")
        most = MEMORY.said("phone", memory().most)
        print(f"brought in on a phone: {spent}, memory at its most {most}; said {len(told)} times how far it was")
        said = said_in(frame.content())
    host.stop()
    return said


def said_in(page: str) -> str:
    """Return a page's sentence about new games."""
    found = NEW.search(html.unescape(page))
    return found[0] if found else "nothing"


if __name__ == "__main__":
    sys.exit(main())
