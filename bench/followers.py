"""The delay from a tap to every follower of a table: ``python -m bench.followers [--phones 400] [--page table]``.

Each phone holds a live place from an address of its own on the loopback network (Linux), and at the signal fetches the
part of its page that changes, as htmx does, unless the signal brings it. The time runs from sending the tap until a
phone has the new page whole.
The server is a process of its own, started as its users start it. What it costs is its processor time, which other work
on the machine changes little. ``--tree`` measures another checkout: ``git worktree add /tmp/before 533a1a8``.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import os
import re
import resource
import secrets
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol
from urllib.parse import urlencode

MOST_PHONES, MOST_TAPS = 400, 50
PATIENCE_SECONDS = 60.0
PEOPLE = ("Ann", "Bob", "Cy", "Di")
SIGNAL = re.compile(rb"event: changed\ndata: (\d+)")
SHOWN = re.compile(rb'data-live="(\d+)')
"""The mark that a page was made at."""
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Server:
    """A server process."""

    process: subprocess.Popen[str]
    port: int

    @property
    def spent(self) -> float:
        """The seconds of processor time until now."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


@contextmanager
def serve(tree: Path) -> Iterator[Server]:
    """``companion serve`` out of a checkout, over a folder of its own, until the bench is done."""
    with tempfile.TemporaryDirectory() as data:
        words = ("serve", "--host", "127.0.0.1", "--port", "0", "--data", data)
        places = {"COMPANION_WATCHERS": str(MOST_PHONES + 1), "PYTHONPATH": str(tree)}
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words],
            cwd=tree,
            env={**os.environ, **places},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            address = process.stdout.readline() if process.stdout else ""
            yield Server(process, int(address.rstrip("/\n").rpartition(":")[2]))
        finally:
            process.kill()
            process.wait()


@dataclass
class Answer:
    """An HTTP answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """Its text, whether it came compressed or not."""
        is_packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if is_packed else self.body).decode()


class Line:
    """A phone's open connection, and its cookie."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.cookie = ""

    @classmethod
    async def open(cls, port: int, address: str) -> Line:
        """Connect from an address of the loopback network."""
        return cls(*await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0)))

    async def ask(self, method: str, path: str, form: dict[str, str] | None = None, fragment: bool = False) -> Answer:
        """Send a request and read its answer."""
        body = urlencode(form or {}).encode()
        head = [f"{method} {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip", "Sec-Fetch-Site: same-origin"]
        head += ["HX-Request: true"] if fragment else []
        head += [f"Cookie: {self.cookie}"] if self.cookie else []
        head += [f"Content-Length: {len(body)}", "Content-Type: application/x-www-form-urlencoded"] if body else []
        self.writer.write("\r\n".join([*head, "", ""]).encode() + body)
        status, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
        self.cookie = headers["set-cookie"].partition(";")[0] if "set-cookie" in headers else self.cookie
        length = int(headers.get("content-length", 0))
        return Answer(int(status.split()[1]), headers, await self.reader.readexactly(length))


class Asks(Protocol):
    """Sends requests and reads their answers: a line, or a proxy before it."""

    async def ask(self, method: str, path: str, form: dict[str, str] | None = None, fragment: bool = False) -> Answer:
        """Send a request and read its answer."""
        ...


@dataclass
class Phone:
    """A follower of a game."""

    live: Line
    fetch: Asks
    page: str
    version: int = 0
    """The newest that its page shows."""
    seen_at: dict[int, float] = field(default_factory=dict)
    unpack: Callable[[bytes], bytes] | None = None
    """The decompression of its stream, once known."""

    async def follow(self) -> None:
        """At each signal of something new fetch the page where it is not sent along, and note when it was there."""
        while event := await self._heard():
            if shown := SHOWN.search(event):
                self._sees(int(shown[1]))
            elif (signal := SIGNAL.search(event)) and int(signal[1]) > self.version:
                await self._fetch()
                self._sees(int(signal[1]))
        raise SystemExit("a phone was left without signals")

    async def _heard(self) -> bytes:
        """The next event; nothing once the stream has ended."""
        reader = self.live.reader
        with suppress(asyncio.IncompleteReadError):
            if self.unpack is None:
                head = await reader.readuntil(b"\r\n\r\n")
                packed = b"content-encoding: gzip" in head.lower()
                self.unpack = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress if packed else bytes
            size = int(await reader.readuntil(b"\r\n"), 16)
            return self.unpack((await reader.readexactly(size + 2))[:size])
        return b""

    async def _fetch(self) -> None:
        answer = await self.fetch.ask("GET", f"{self.page}?since={self.version}", fragment=True)
        if answer.status != 200:
            raise SystemExit(f"a phone was answered {answer.status}")

    def _sees(self, version: int) -> None:
        self.seen_at[version] = time.perf_counter()
        self.version = version


async def begin(line: Line) -> tuple[str, str]:
    """A game at its melds, and the address of a link that watches it."""
    form = {f"name-{seat}": name for seat, name in enumerate(PEOPLE)} | {"dealer": "0", "start": "1", "key": "begin"}
    table = (await line.ask("POST", "/new/site", form)).headers["location"]
    await line.ask("POST", f"{table}take", {"seat": "0", "amount": "300", "key": "take"})
    await line.ask("POST", f"{table}trump", {"trump": "S", "key": "trump"})
    return table, await watching(line, table)


async def watching(line: Asks, table: str) -> str:
    """The address of a new link that watches a game."""
    made = await line.ask("POST", f"{table}share/watch", {"key": "link"}, fragment=True)
    return re.findall(r"/watch/[\w-]{20,}", made.text)[0]


def follow(line: Line, live: str) -> None:
    """Ask for the stream at an address."""
    line.writer.write(f"GET {live} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n".encode())


async def join(port: int, phones: int, page: str, live: str) -> list[Phone]:
    """Phones that follow, each from its own address."""
    followers = []
    for number in range(phones):
        address = f"127.0.{1 + number // 200}.{1 + number % 200}"
        phone = Phone(await Line.open(port, address), await Line.open(port, address), page)
        follow(phone.live, live)
        followers.append(phone)
    return followers


async def until(followers: list[Phone], tasks: list[asyncio.Task[None]], version: int) -> None:
    """Wait until every page shows this version."""
    given_up = time.perf_counter() + PATIENCE_SECONDS
    while any(phone.version < version for phone in followers):
        await asyncio.sleep(0.005)
        for task in tasks:
            if task.done():
                task.result()
        if time.perf_counter() > given_up:
            raise SystemExit("not every phone saw the tap")


async def measure(server: Server, phones: int, taps: int, page: str) -> tuple[list[float], float]:
    """Seconds from each tap until each phone saw it, and the server's seconds of processor time for one tap."""
    hand = await Line.open(server.port, "127.0.0.1")
    table, link = await begin(hand)
    at, live = (link, f"{link}/live") if page == "watch" else (table, f"/live/{table.split('/')[2]}")
    followers = await join(server.port, phones, at, live)
    tasks = [asyncio.create_task(phone.follow()) for phone in followers]
    await until(followers, tasks, 1)
    seconds, version, before = [], followers[0].version, server.spent
    for tap in range(1, taps + 1):
        begun = time.perf_counter()
        form = {"meld-A": str(10 * tap), "save": "meld-A", "key": secrets.token_urlsafe(9)}
        await hand.ask("POST", f"{table}meld/number", form)
        await until(followers, tasks, version + tap)
        seconds += [phone.seen_at[version + tap] - begun for phone in followers]
    spent = server.spent - before
    for task in tasks:
        task.cancel()
    return sorted(seconds), spent / taps


def share(seconds: Sequence[float], part: float) -> float:
    """The milliseconds within which this part of them is."""
    return sorted(seconds)[int(len(seconds) * part)] * 1000


def main() -> None:
    """Measure, and say how long it took the median phone, all but one in a hundred, and the last; and what it cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=50, choices=range(1, MOST_PHONES + 1), metavar="N")
    parser.add_argument("--taps", type=int, default=10, choices=range(1, MOST_TAPS + 1), metavar="N")
    parser.add_argument("--page", choices=("watch", "table"), default="watch")
    parser.add_argument("--tree", type=Path, default=Path(__file__).parents[1], metavar="DIR")
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with serve(asked.tree.resolve()) as server:
        seconds, spent = asyncio.run(measure(server, asked.phones, asked.taps, asked.page))
    median, p99 = share(seconds, 0.5), share(seconds, 0.99)
    print(f"{asked.phones} phones at the {asked.page} page, {asked.taps} taps:", end=" ")
    print(f"median {median:.0f} ms, p99 {p99:.0f} ms, last {seconds[-1] * 1000:.0f} ms;", end=" ")
    print(f"{spent * 1000:.0f} ms of the server's processor time a tap; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
