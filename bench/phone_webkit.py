"""``python -m bench.phone_webkit SITE [PHOTO…]``: photos read by a phone's reader in WebKitGTK, beside Chromium.

``SITE`` is a folder that ``companion static`` wrote. Its reader alone runs, without the database, for which
WebKitGTK has no files. Each photo, or a sample of 12 million pixels, is read by both a few times. It prints the seconds
of each reading and of its parts, their ratio without the first, and the memory of the page's process: empty, with the
reader, and at its most, where WebKit collects garbage as on an iPhone. Exits with 1 beyond a bound. Linux with
WebKitGTK's driver and Xvfb only.
"""

from __future__ import annotations

import base64
import os
import pickle
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Protocol

from bench.bounds import Bounds
from bench.phone_chromium import ASKED, READ, START, Unpacked, chromium, memory_of, processes_of, unpacked_host
from bench.phone_memory import SIZES, sample_of
from companion.vision import Reading
from tests.browser.webkit.conftest import screen
from tests.browser.webkit.driver import WebKitPhone, started

LONGEST = 600_000
"""Milliseconds until the driver gives a reading up."""
TURNS = 4
"""The readings of each photo; the first is not compared."""
RAM = 4_000_000_000
"""Bytes of an iPhone's memory; by it WebKit decides when it collects garbage."""
RATIO = Bounds({"WebKit by Chromium": 3.5}, unit="times")
MEMORY = Bounds({"WebKit at its most": 600}, unit="MB")
BESIDE = "const done = [...arguments].pop(); (WORK)(ARGUMENTS).then(done, (fault) => done({ failed: String(fault) }));"


class Reader(Protocol):
    """A browser's reader."""

    idle: int

    def read(self, content: bytes) -> tuple[Reading, dict[str, float]]:
        """Return the reading of a file, and the milliseconds of each part and in total."""
        ...

    def memory(self) -> tuple[int, int]:
        """Return the bytes of the page and its worker: now, and at their maximum."""
        ...


class ReaderInWebKit:
    """A page with a worker that reads photos from their files, decoded by WebKit."""

    def __init__(self, phone: WebKitPhone) -> None:
        self._phone = phone
        self.idle, _ = self.memory()
        """The bytes of the page without the reader."""
        self._await(START)

    def _await(self, work: str, *arguments: object) -> dict[str, Any]:
        given = "arguments[0]" if arguments else ""
        script = BESIDE.replace("WORK", work).replace("ARGUMENTS", given)
        said: dict[str, Any] | None = self._phone.command(
            "POST", "/execute/async", {"script": script, "args": arguments}
        )
        if said and "failed" in said:
            raise RuntimeError(f"{said}: {self._phone.console[-5:]}")
        return said or {}

    def read(self, content: bytes) -> tuple[Reading, dict[str, float]]:
        """Return the reading of a file, and the milliseconds of each part and in total.

        :raises RuntimeError: if it is refused.
        """
        Unpacked.photo = content
        answer = self._await(READ, ASKED)
        if "reading" not in answer:
            raise RuntimeError(str(answer))
        reading: Reading = pickle.loads(base64.b64decode(answer["reading"]))  # noqa: S301 - of our own worker
        return reading, answer["ms"]

    def memory(self) -> tuple[int, int]:
        """Return the bytes of the page and its worker: now, and at their maximum."""
        pages = processes_of(self._phone.process.pid, "WebKitWebProcess")
        return memory_of(pages, "VmRSS"), memory_of(pages, "VmHWM")


@contextmanager
def webkit(site: Path) -> Iterator[ReaderInWebKit]:
    """WebKitGTK at the folder, with its reader loaded."""
    os.environ["JSC_forceRAMSize"] = str(RAM)  # noqa: SIM112 - WebKit spells it so
    with (
        unpacked_host(site) as url,
        screen() as display,
        tempfile.TemporaryDirectory() as profile,
        started(display, Path(profile)) as phone,
    ):
        phone.command("POST", "/timeouts", {"script": LONGEST})
        phone.open(f"{url}page.html")
        yield ReaderInWebKit(phone)


def measure(what: str, reader: Reader, photos: Sequence[Path]) -> tuple[list[float], float]:
    """Read each photo, and print how long it took; the milliseconds after each first, and the most memory in MB."""
    print(f"{what}: {reader.idle / 1e6:.0f} MB empty, {reader.memory()[1] / 1e6:.0f} at its most with the reader")
    later = []
    for photo in photos:
        for turn in range(TURNS):
            reading, ms = reader.read(photo.read_bytes())
            parts = ", ".join(f"{name} {spent / 1000:.2f}" for name, spent in ms.items())
            print(f"{what}: {photo.name}: {len(reading.cards)} cards, seconds: {parts}", flush=True)
            later += [ms["whole"]] if turn else []
    now, most = (size / 1e6 for size in reader.memory())
    print(f"{what}: {median(later) / 1000:.2f} s after the first; {now:.0f} MB now, {most:.0f} at its most")
    return later, most


def main() -> int:
    """Measure Chromium, then WebKit."""
    site, *photos = map(Path, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        if not photos:
            photos = [Path(folder) / "12 MP.jpg"]
            photos[0].write_bytes(sample_of(*SIZES[0]))
        with chromium(site) as reader:
            before, _ = measure("Chromium", reader, photos)
        with webkit(site) as other:
            after, most = measure("WebKit", other, photos)
    print(RATIO.said("WebKit by Chromium", median(after) / median(before)))
    print(MEMORY.said("WebKit at its most", most))
    return max(RATIO.status(), MEMORY.status())


if __name__ == "__main__":
    sys.exit(main())
