"""The time that a phone by itself takes to start: ``python -m bench.phone_starts SITE [SITE…]``.

Each ``SITE`` is a folder that ``companion static`` wrote; several are measured in turn, so that they can be compared. A
first start loads all from this machine into an empty profile, the later ones come from what that profile has kept.
"""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median

from playwright.sync_api import BrowserType, sync_playwright

from tests.browser.alone.host import StaticHost, phone

FIRST, LATER = 3, 3
"""The number of first starts of each folder, and of later ones after each."""
SHOWN = "performance.getEntriesByName('shown')[0].startTime"


def main(sites: list[Path]) -> None:
    """Start each, and print the median of its first starts and of its later ones, in seconds."""
    took = defaultdict[tuple[Path, str], list[float]](list)
    with sync_playwright() as playwright:
        for _ in range(FIRST):
            for site in sites:
                _start(playwright.chromium, site, took)
    for (site, which), times in took.items():
        print(f"{site}: {which} {median(times):.2f} s (of {len(times)}, {min(times):.2f} to {max(times):.2f})")


def _start(chromium: BrowserType, site: Path, took: dict[tuple[Path, str], list[float]]) -> None:
    host = StaticHost(site)
    host.start()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(1 + LATER):
            with phone(chromium, Path(folder), host.url) as mine:
                page, _ = mine.open()
                took[site, "later start" if number else "first start"].append(page.evaluate(SHOWN) / 1000)
    host.stop()


if __name__ == "__main__":
    main([Path(each) for each in sys.argv[1:]])
