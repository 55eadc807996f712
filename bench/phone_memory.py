"""The memory that a phone's reader takes, and how soon taps are answered meanwhile.

    python -m bench.phone_memory SITE [PHOTO…]

``SITE`` is a folder that ``companion static`` wrote. Each photo, or a sample made as large as one of 12 million pixels
and as one of 48, is chosen on a phone that runs the companion by itself. It prints the unshared memory of its pages
and workers, over a game's page without the reader, and their maximum. Then a page is
asked for while a camera's film is looked at live, and while two photos are read. Exits with 1 beyond a bound.
Linux only.
"""

from __future__ import annotations

import base64
import io
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import BrowserType, Frame, expect, sync_playwright

from bench.bounds import Bounds
from bench.phone_chromium import renderers
from companion.vision.samples import find_sample
from tests.browser.alone.games import get_reader, start_game
from tests.browser.alone.host import StaticHost, film, phone

SAMPLE = find_sample("fan-of-twelve").picture
SIZES = ((4000, 3000), (8000, 6000))
SETTLED = 10_000
"""Milliseconds until the memory is looked at again."""
MEMORY = Bounds({"more than idle": 120}, unit="MB")
DELAY = Bounds({"p95 over idle": 100})
COUNT = 300
"""The number of timed answers, except while photos are read."""
ANSWERS = """async ([at, count, line]) => {
    const found = [], goesOn = async () => line ? (await fetch(line)).url === line : found.length < count;
    while (await goesOn()) {
        const began = performance.now();
        await (await fetch(at)).text();
        found.push(performance.now() - began);
    }
    return found.sort((one, other) => one - other);
}"""
"""The duration of answers to a page, the quickest first."""
SEND = """async (photo) => {
    const body = new FormData(), bytes = Uint8Array.from(atob(photo), (each) => each.charCodeAt(0));
    body.append("key", crypto.randomUUID());
    body.append("taken", new File([bytes], "photo.jpg", { type: "image/jpeg" }));
    return (await fetch("/photo/", { method: "POST", body })).url;
}"""


class Memory(NamedTuple):
    """Megabytes of all pages and workers."""

    own: float
    """The memory that no other process shares."""
    most: float
    """The maximum since the last photo was chosen, shared memory included."""
    all: float


def memory() -> Memory:
    """Return the renderers' present memory."""
    own = most = whole = 0
    for process in renderers():
        folder = Path(f"/proc/{process}")
        rolled, status = _sizes(folder / "smaps_rollup"), _sizes(folder / "status")
        own += rolled["Private_Dirty"] + rolled["Private_Clean"] + rolled["Pss_Shmem"]
        most, whole = most + status["VmHWM"], whole + status["VmRSS"]
    return Memory(own / 1000, most / 1000, whole / 1000)


def _sizes(file: Path) -> dict[str, int]:
    rows = (line.partition(":") for line in file.read_text(encoding="ascii", errors="replace").splitlines())
    return {name: int(said.split()[0]) for name, _, said in rows if said.endswith("kB")}


def forget_most() -> None:
    """Reset the maximum."""
    for process in renderers():
        Path(f"/proc/{process}/clear_refs").write_text("5", encoding="ascii")


def sample_of(width: int, height: int) -> bytes:
    """The sample as a JPEG of another size."""
    stream = io.BytesIO()
    Image.open(SAMPLE).convert("RGB").resize((width, height)).save(stream, "JPEG", quality=92)
    return stream.getvalue()


def read(frame: Frame, url: str, photo: Path) -> str:
    """Choose a photo; what the page says of it."""
    frame.goto(f"{url}photo/?trump=S")
    frame.locator("#chosen").set_input_files(photo)
    says = frame.get_by_text(re.compile(r"^\d+ cards?$")).or_(frame.locator("[role=alert]:visible")).first
    expect(says).to_be_visible()
    return says.inner_text()


def measure_memory(chromium: BrowserType, host: StaticHost, photos: Sequence[Path]) -> None:
    """Read each photo and print its memory."""
    with tempfile.TemporaryDirectory() as profile, phone(chromium, Path(profile), host.url) as mine:
        page, frame, _ = start_game(mine)
        page.wait_for_timeout(SETTLED)
        idle = memory()
        print(f"idle: {idle.own:.0f} MB of its own, {idle.all:.0f} MB in all")
        get_reader(frame, mine)
        page.wait_for_timeout(SETTLED)
        print(f"reader ready: {memory().own - idle.own:.0f} MB more")
        for photo in photos:
            forget_most()
            said = read(frame, host.url, photo)
            page.wait_for_timeout(SETTLED)
            now = memory()
            more = MEMORY.said("more than idle", now.own - idle.own, photo.name)
            print(f"{photo.name}: {said}; {more}; at its most {now.most - idle.all:.0f} MB more")


def measure_answers(chromium: BrowserType, host: StaticHost, photo: bytes) -> None:
    """Time a page's answers with nothing to do, while the camera is looked at live, and while photos are read."""
    with tempfile.TemporaryDirectory() as folder:
        seen = film(Path(folder) / "film.mjpeg", _moving())
        with phone(chromium, Path(folder) / "profile", host.url, sees=seen) as mine:
            _, frame, at = start_game(mine)
            get_reader(frame, mine)
            idle = _p95("idle", frame.evaluate(ANSWERS, [at, COUNT, None]))
            looks: list[int] = []
            mine.context.on("response", lambda answer: looks.append(answer.status) if "glance" in answer.url else None)
            frame.get_by_role("button", name="Aim with the live camera").click()
            expect(frame.locator("[data-camera] [role=status]")).to_contain_text("cards.")
            looking = _p95("live look", frame.evaluate(ANSWERS, [at, COUNT, None]))
            frame.get_by_role("button", name="Stop the camera").click()
            print(f"live look: {DELAY.said('p95 over idle', looking - idle, 'live look')}, {looks.count(200)} looks")
            _, line = (frame.evaluate(SEND, base64.b64encode(photo).decode()) for _ in range(2))
            reading = _p95("while two photos are read", frame.evaluate(ANSWERS, [at, COUNT, line]))
            print(f"reading: {DELAY.said('p95 over idle', reading - idle, 'reading')}")


def _moving() -> list[bytes]:
    """Pictures that all differ, so that each is read and the camera takes none."""
    picture = Image.open(SAMPLE).convert("RGB").resize((960, 720))
    found = []
    for number in range(8):
        stream = io.BytesIO()
        picture.crop((60 * number, 0, 480 + 60 * number, 720)).resize((640, 480)).save(stream, "JPEG", quality=90)
        found.append(stream.getvalue())
    return found


def _p95(what: str, times: Sequence[float]) -> float:
    p50, p95 = (times[int(share * (len(times) - 1))] for share in (0.5, 0.95))
    print(f"{what}: {len(times)} answers, p50 {p50:.0f} ms, p95 {p95:.0f} ms")
    return p95


def main() -> int:
    """Measure memory, then answers."""
    site, *photos = map(Path, sys.argv[1:])
    host = StaticHost(site)
    host.start()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        made = [Path(folder) / f"{width} x {height}.jpg" for width, height in SIZES]
        for file, size in zip(made, SIZES, strict=True):
            file.write_bytes(sample_of(*size))
        measure_memory(playwright.chromium, host, photos or made)
        measure_answers(playwright.chromium, host, made[0].read_bytes())
    host.stop()
    return max(MEMORY.status(), DELAY.status())


if __name__ == "__main__":
    sys.exit(main())
