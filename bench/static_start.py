"""Bytes of the folder for phones, and seconds until its first page is shown: python -m bench.static_start.

The first start of a new profile, which loads everything, and the starts after it, in Chromium over a local file server.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from platformdirs import user_cache_path
from playwright.sync_api import sync_playwright

from companion.browser.build import build
from tests.browser.alone.host import StaticHost, phone

STARTS = 4


def main() -> None:
    """Print what was measured."""
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        sizes = build(folder / "site", user_cache_path("pinochle-companion"))
        print(f"{len(sizes)} files, {sum(sizes.values()) / 1e6:.1f} MB")
        for path in sorted(sizes, key=sizes.__getitem__)[-6:]:
            print(f"  {path}: {sizes[path] / 1e6:.1f} MB")
        host = StaticHost(folder / "site")
        host.start()
        for number in range(STARTS):
            with phone(playwright.chromium, folder / "profile", host.url) as mine:
                begun = perf_counter()
                page, frame = mine.open()
                seconds = perf_counter() - begun
                memory = page.evaluate("performance.getEntriesByName('ready')[0].detail.memory")
                taps = [frame.evaluate(TAP) for _ in range(10)]
            print(
                f"start {number + 1}: {seconds:.2f} s, heap of Python {memory / 1e6:.0f} MB, a page {min(taps):.0f} ms"
            )
        host.stop()


TAP = """async () => {
    const begun = performance.now();
    await (await fetch("./new/site")).text();
    return performance.now() - begun;
}"""

if __name__ == "__main__":
    main()
