"""Taps that wait outlive a killed browser: ``python -m bench.tap_kills [KILLS]``.

A name is changed on a phone whose line to the server is cut, and the browser is killed: half of the time once the page
says that the tap is kept, else up to 200 ms after the tap. Then it is started again, and the game says whether the tap
arrived.
Exits with 1 if a confirmed tap was lost, or one was written twice.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from playwright.sync_api import BrowserType, Error, Page, expect, sync_playwright

from bench.crash import Phone, _new_game
from bench.killing import sqlite_house
from bench.phone_kills import LATEST, _processes
from companion.store import open_store
from tests.browser.alone.host import phone

KILLS = 100
NOTHING_WAITS = """() => new Promise((done) => {
    const opened = indexedDB.open("outbox /", 1);
    opened.onsuccess = () => {
        const count = opened.result.transaction("entries").objectStore("entries").count();
        count.onsuccess = () => {
            opened.result.close();
            done(!count.result && !Object.keys(localStorage).some((name) => name.startsWith("outbox")));
        };
    };
})"""


def main(kills: int) -> int:
    """Kill and count; print how many taps arrived of those that were said to be kept, and of the others."""
    came, said = Counter[tuple[bool, bool]](), dict[str, bool]()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house, profile = sqlite_house(Path(folder)), Path(folder) / "profile"
        with closing(open_store(database=house.database)) as store:
            game = _new_game(store)
        with house.running():
            url = f"http://{house.address}/game/{game}/names"
            for number in range(kills):
                said[f"N{number}"] = _kill(playwright.chromium, profile, url, f"N{number}", number, kills)
            with phone(playwright.chromium, profile, url) as mine:
                _open(mine.context.new_page(), url)
        with closing(open_store(database=house.database)) as store:
            written = Counter(Phone(game).written(store)[0])
    for name, kept in said.items():
        came[kept, bool(written[name])] += 1
    for kept, word in ((True, "said to be kept"), (False, "not said yet")):
        print(f"{word}: {came[kept, True]} of {came[kept, True] + came[kept, False]} taps written")
    doubled = sum(written[name] > 1 for name in said)
    print(f"{kills} kills, lost {came[True, False]}, written twice {doubled}")
    return 1 if came[True, False] or doubled else 0


def _open(page: Page, url: str) -> None:
    """Open the page, and see that nothing waits any more."""
    page.goto(url)
    expect(page.locator("#name-0")).to_be_visible()
    page.wait_for_function(NOTHING_WAITS)
    page.goto(url)  # as it is since


def _kill(chromium: BrowserType, profile: Path, url: str, name: str, number: int, kills: int) -> bool:
    """Return True if the page had confirmed the tap before the browser was killed."""
    kept = False
    try:
        with phone(chromium, profile, url) as mine:
            page = mine.context.new_page()
            _open(page, url)
            page.route("**/names", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
            page.locator("#name-0").fill(name)
            page.get_by_role("button", name="Change the names").click(no_wait_after=True)
            if number % 2:
                expect(page.locator(".outbox")).to_contain_text("is kept on this phone", timeout=30_000)
            else:
                time.sleep(LATEST * number / kills)
            kept = "is kept on this phone" in page.locator(".outbox").inner_text()
            page.unroute("**/names")
            for process in _processes(profile):
                os.kill(process, signal.SIGKILL)
    except Error:
        pass  # the browser is gone
    return kept


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else KILLS))
