"""Photos beside the score: ``python -m bench.photos_beside [--phones 20] [--photos 3]``.

So many phones hand in photos at the same moment, one after the other each, while a table goes on scoring a tap every
half a second. It prints the delay of taps before and meanwhile, the time for a photo, a check of each waiting phone's
place in the line, and the memory of the server and its reader.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import secrets
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection

from bench.bounds import Bounds
from bench.club import Club
from bench.followers import share
from bench.playing import Table
from bench.serving import Server, family, memory_of, served
from companion.vision.samples import list_samples

MOST_PHONES, MOST_PHOTOS = 40, 10
BOUNDS = Bounds({"tap answered meanwhile, p99": 300})
PAUSE_SECONDS, QUIET_SECONDS, LOOKS_AGAIN_SECONDS = 0.5, 10.0, 0.6
"""A waiting page looks again as often as htmx does on the phone."""


@dataclass
class Uploader:
    """A phone that hands in photos."""

    port: int
    address: str
    photos: int
    seconds: list[float] = field(default_factory=list)
    told: list[bool] = field(default_factory=list)
    """For each page that it waited on, True if the page said why."""

    def run(self) -> None:
        """Hand in one photo after the other, and wait for each reading."""
        samples = list_samples()
        for number in range(self.photos):
            picture = samples[number % len(samples)].picture.read_bytes()
            begun = time.perf_counter()
            path = self._ask("POST", "/photo/", *_form(picture))
            while path.startswith("/photo/line/"):
                time.sleep(LOOKS_AGAIN_SECONDS)
                path = self._ask("GET", path)
            self.seconds.append(time.perf_counter() - begun)

    def _ask(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> str:
        """The target of an answer; the path itself if the answer is to wait."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(self.address, 0))
        line.request(method, path, body, {"Content-Type": kind, "Sec-Fetch-Site": "same-origin"} if kind else {})
        answer = line.getresponse()
        text = answer.read().decode()
        line.close()
        if answer.status == 303:
            return str(answer.headers["Location"])
        if answer.status != 200 or method == "POST":
            raise SystemExit(f"a photo was answered {answer.status}: {text[:200]}")
        self.told.append(bool(re.search(r"before yours|Reading your photo", text)))
        return path


def _form(picture: bytes) -> tuple[bytes, str]:
    """A form with a photo in it, and its kind."""
    edge = secrets.token_hex(8)
    head = f'--{edge}\r\nContent-Disposition: form-data; name="taken"; filename="cards.jpg"\r\n\r\n'.encode()
    return head + picture + f"\r\n--{edge}--\r\n".encode(), f"multipart/form-data; boundary={edge}"


async def beside(server: Server, phones: Sequence[Uploader]) -> tuple[list[float], list[float], list[float]]:
    """Seconds of each tap before the photos came and meanwhile, and the megabytes that were held."""
    table = await Club([server], through_proxy=True).sit_down(0, 0, 0)
    now = time.perf_counter()
    await table.play(PAUSE_SECONDS, 0, now + QUIET_SECONDS)
    quiet = _answered(table)
    weights = [memory_of(family(server.process.pid))]
    threads = [threading.Thread(target=phone.run) for phone in phones]
    for thread in threads:
        thread.start()
    table.taps.clear()
    while any(thread.is_alive() for thread in threads):
        await table.play_deal(PAUSE_SECONDS)
        weights.append(memory_of(family(server.process.pid)))
    return quiet, _answered(table), weights


def _answered(table: Table) -> list[float]:
    return [at - begun for _, begun, at in table.taps]


def main() -> int:
    """Hand in the photos and print what was found beside its bound; 1 if it is beyond."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=20, choices=range(1, MOST_PHONES + 1), metavar="N")
    parser.add_argument("--photos", type=int, default=3, choices=range(1, MOST_PHOTOS + 1), metavar="N")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, served("host", ("--data", data), 1) as server:
        phones = [Uploader(server.port, f"127.9.0.{1 + number}", told.photos) for number in range(told.phones)]
        quiet, taps, weights = asyncio.run(beside(server, phones))
    photos = [each for phone in phones for each in phone.seconds]
    waited = [each for phone in phones for each in phone.told]
    print(f"{told.phones} phones, {len(photos)} of {told.phones * told.photos} photos read, {len(taps)} taps meanwhile")
    meanwhile = BOUNDS.said("tap answered meanwhile, p99", share(taps, 0.99))
    print(f"tap answered, p99: {share(quiet, 0.99):.0f} ms before, meanwhile {meanwhile}")
    print(f"a photo took {share(photos, 0.5) / 1000:.1f} s in the middle, {max(photos):.1f} s at most")
    print(f"{sum(waited)} of {len(waited)} pages that waited said for what")
    print(f"memory: {weights[0]:.0f} MiB before, {max(weights):.0f} at most; load {os.getloadavg()[0]:.1f}")
    return BOUNDS.status()


if __name__ == "__main__":
    sys.exit(main())
