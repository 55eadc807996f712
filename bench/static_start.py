"""What a phone loads and waits for when it runs the companion by itself: python -m bench.static_start.

Prints the bytes of the folder, then the seconds until the first page is shown in Chromium, over a local file server:
the first start of a new profile, which loads everything, and those after it; then memory and taps. On Linux it does all
of it again with every process of the browser slowed: stopped for three quarters of each 40 milliseconds.
"""

from __future__ import annotations

import gzip
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from platformdirs import user_cache_path
from playwright.sync_api import BrowserType, Frame, sync_playwright

from companion.browser.build import build
from tests.browser.alone.games import SEND, begin
from tests.browser.alone.host import StaticHost, phone, shown

STARTS = 4
RUNS, STOPS = 0.01, 0.03
"""Seconds; together a fourth of the speed."""
PAGE = """async () => {
    const begun = performance.now();
    await (await fetch("./new/site")).text();
    return performance.now() - begun;
}"""
TAP = f"""async (tap) => {{
    const begun = performance.now();
    await ({SEND})(tap);
    return performance.now() - begun;
}}"""


def main() -> None:
    """Print what was measured."""
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        sizes = build(folder / "site", user_cache_path("pinochle-companion"))
        sent = {path: len(gzip.compress((folder / "site" / path).read_bytes())) for path in sizes}
        print(f"{len(sizes)} files, {sum(sizes.values()) / 1e6:.1f} MB; {sum(sent.values()) / 1e6:.1f} MB compressed")
        for path in sorted(sizes, key=sizes.__getitem__)[-6:]:
            print(f"  {path}: {sizes[path] / 1e6:.1f} MB; {sent[path] / 1e6:.1f}")
        host = StaticHost(folder / "site")
        host.start()
        start_often(playwright.chromium, folder / "profile", host)
        if sys.platform == "linux":
            print("slowed four times")
            with slowed():
                start_often(playwright.chromium, folder / "slow", host)
        host.stop()


def start_often(chromium: BrowserType, profile: Path, host: StaticHost) -> None:
    """Start a browser over a profile again and again; in the last one, tap."""
    for number in range(STARTS):
        with phone(chromium, profile, host.url) as mine:
            begun = perf_counter()
            page, frame = mine.open()
            print(f"  start {number + 1}: {perf_counter() - begun:.2f} s")
            if number == STARTS - 1:
                print(f"  memory: {memory() / 1e6:.0f} MB in the browser's processes for pages")
                pages = sorted(frame.evaluate(PAGE) for _ in range(10))
                print(f"  a page: {pages[5]:.0f} ms, at most {pages[-1]:.0f}")
                page.goto(f"{host.url}new/site")
                taps = sorted(tap(shown(page)))
                print(f"  a tap and the table after it: {taps[len(taps) // 2]:.0f} ms, at most {taps[-1]:.0f}")


def tap(frame: Frame) -> Iterator[float]:
    """Milliseconds of taps in a game, each written and answered with the table."""
    at = begin(frame, "site")
    frame.evaluate(SEND, [at, "take", {"seat": "0", "amount": "300"}])
    for number in range(20):
        yield frame.evaluate(TAP, [at, "undo" if number % 2 else "trump", {} if number % 2 else {"trump": "S"}])


def processes() -> dict[int, str]:
    """The browser's processes and their command lines: what this one started, but for Playwright itself."""
    parents, lines = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            lines[int(entry.name)] = (entry / "cmdline").read_text().replace("\0", " ")
    found = {os.getpid()}
    while more := {each for each, parent in parents.items() if parent in found} - found:
        found |= more
    return {each: lines[each] for each in found if "chrom" in lines[each].partition(" ")[0]}


def memory() -> int:
    """Bytes of the processes that run pages and workers, what they share counted in part."""
    rendering = [each for each, line in processes().items() if "--type=renderer" in line]
    texts = [Path(f"/proc/{each}/smaps_rollup").read_text() for each in rendering]
    return sum(int(text.partition("\nPss:")[2].split()[0]) * 1024 for text in texts)


@contextmanager
def slowed() -> Iterator[None]:
    """Let the browser run only a part of the time."""
    done = threading.Event()

    def send(kind: signal.Signals, known: Iterable[int]) -> None:
        for each in known:
            with suppress(ProcessLookupError):
                os.kill(each, kind)

    def turn() -> None:
        known: Iterable[int] = ()
        while not done.is_set():
            begun = perf_counter()
            send(signal.SIGSTOP, known)
            known = processes()
            send(signal.SIGSTOP, known)
            sleep(max(0, begun + STOPS - perf_counter()))
            send(signal.SIGCONT, known)
            sleep(RUNS)

    thread = threading.Thread(target=turn)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


if __name__ == "__main__":
    main()
