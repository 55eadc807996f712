"""Taps that outlive a killed browser: ``python -m bench.phone_kills SITE``.

``SITE`` is a folder that ``companion static`` wrote. A suit is named on a phone that runs the companion by itself, and
the browser is killed up to 200 ms after the tap; then it is started again, and the game says whether the tap was kept.
Exits with 1 if an answered tap was lost.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import BrowserType, Error, Frame, Locator, expect, sync_playwright

from tests.browser.alone.games import start_game
from tests.browser.alone.host import StaticHost, phone

KILLS = 20
LATEST = 0.2
"""Seconds from the tap to the last kill; the others come evenly before."""
RESENT = 3000
"""Milliseconds for the outbox to send what it kept."""


def main(site: Path) -> int:
    """Kill and count; print how many taps were kept of those that the page had answered, and of the others."""
    host, came = StaticHost(site), Counter[tuple[bool, bool]]()
    host.start()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        profile = Path(folder) / "profile"
        with phone(playwright.chromium, profile, host.url) as mine:
            at = start_game(mine)[2]
        for number in range(KILLS):
            came[_kill(playwright.chromium, profile, host.url, at, LATEST * (number + 1) / KILLS)] += 1
    host.stop()
    for answered, word in ((True, "answered"), (False, "not answered yet")):
        print(f"{word}: {came[answered, True]} of {came[answered, True] + came[answered, False]} taps kept")
    return 1 if came[True, False] else 0


def _kill(chromium: BrowserType, profile: Path, url: str, at: str, after: float) -> tuple[bool, bool]:
    """Return the page's answer to the tap before the kill, and the game's record of it afterwards, each as a bool."""
    try:
        with phone(chromium, profile, url) as mine:
            _, frame = mine.open(f"{at.lstrip('/')}?how=each")
            _spades(frame).click(no_wait_after=True)
            time.sleep(after)
            answered = _has_trump(frame)
            for process in _processes(profile):
                os.kill(process, signal.SIGKILL)
    except Error:
        pass  # the browser is gone
    with phone(chromium, profile, url) as mine:
        _, frame = mine.open(f"{at.lstrip('/')}?how=each")
        expect(frame.get_by_role("heading", name="Meld", exact=True).or_(_spades(frame))).to_be_visible()
        frame.page.wait_for_timeout(RESENT)
        kept = _has_trump(frame)
        if kept:
            frame.get_by_role("button", name="Undo").first.click()
            expect(_spades(frame)).to_be_visible()
    return answered, kept


def _spades(frame: Frame) -> Locator:
    return frame.get_by_role("button", name="Spades", exact=True)


def _has_trump(frame: Frame) -> bool:
    return frame.get_by_role("heading", name="Meld", exact=True).is_visible()


def _processes(profile: Path) -> Iterator[int]:
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(profile).encode() in each.read_bytes():
                yield int(each.parent.name)
        except OSError:
            continue  # it has ended meanwhile


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
