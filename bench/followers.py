"""How soon a tap is seen by everybody who follows a table: ``python -m bench.followers [--phones 200] [--page table]``.

Each phone holds a live place from an address of its own on the loopback network (Linux), and at the signal fetches the
part of its page that changes, as htmx does. The time runs from sending the tap until a phone has the new page whole.
The server is a process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import multiprocessing
import re
import secrets
import socket
import tempfile
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.parse import urlencode

MOST_PHONES, MOST_TAPS = 300, 50
PEOPLE = ("Ann", "Bob", "Cy", "Di")


def serve(data: Path, line: Connection) -> None:
    """Serve until killed, as ``companion serve`` does; the port goes into ``line``."""
    from waitress.server import create_server

    from companion.cli.serve import server_settings
    from companion.web import create_app
    from companion.web.server import equip

    app = create_app(data)
    listening = socket.create_server(("127.0.0.1", 0))
    server = create_server(app, **server_settings(app) | {"sockets": [listening]})
    equip(server, app)
    line.send(listening.getsockname()[1])
    server.run()


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


class Line:
    """One connection of a phone that is kept open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port: int, address: str) -> Line:
        """Connect from an address of the loopback network."""
        return cls(*await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0)))

    async def ask(self, method: str, path: str, form: dict[str, str] | None = None, fragment: bool = False) -> Answer:
        """Send a request and read its answer."""
        body = urlencode(form or {}).encode()
        head = [f"{method} {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip", "Sec-Fetch-Site: same-origin"]
        head += ["HX-Request: true"] if fragment else []
        head += [f"Content-Length: {len(body)}", "Content-Type: application/x-www-form-urlencoded"] if body else []
        self.writer.write("\r\n".join([*head, "", ""]).encode() + body)
        status, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
        length = int(headers.get("content-length", 0))
        return Answer(int(status.split()[1]), headers, await self.reader.readexactly(length))


@dataclass
class Phone:
    """Somebody who follows."""

    live: Line
    fetch: Line
    page: str
    seen_at: list[float] = field(default_factory=list)

    async def follow(self) -> None:
        """At each signal but the first fetch the page, and note when it was there."""
        first = True
        while line := await self.live.reader.readline():
            if not line.startswith(b"data:"):
                continue
            if not first:
                answer = await self.fetch.ask("GET", f"{self.page}?since=0", fragment=True)
                if answer.status != 200:
                    raise SystemExit(f"a phone was answered {answer.status}")
                self.seen_at.append(time.perf_counter())
            first = False


async def begin(line: Line) -> tuple[str, str]:
    """A game whose melds are being told, and the address of a link that watches it."""
    form = {f"name-{seat}": name for seat, name in enumerate(PEOPLE)} | {"dealer": "0", "start": "1", "key": "begin"}
    table = (await line.ask("POST", "/new/site", form)).headers["location"]
    await line.ask("POST", f"{table}take", {"seat": "0", "amount": "300", "key": "take"})
    await line.ask("POST", f"{table}trump", {"trump": "S", "key": "trump"})
    made = await line.ask("POST", f"{table}share/watch", {"key": "link"}, fragment=True)
    text = gzip.decompress(made.body) if made.headers.get("content-encoding") == "gzip" else made.body
    return table, re.findall(r"/watch/[\w-]{20,}", text.decode())[0]


async def measure(port: int, phones: int, taps: int, page: str) -> list[float]:
    """Seconds from each tap until each phone saw it."""
    hand = await Line.open(port, "127.0.0.1")
    table, link = await begin(hand)
    at, live = (link, f"{link}/live") if page == "watch" else (table, f"/live/{table.split('/')[2]}")
    followers = []
    for number in range(phones):
        address = f"127.0.{1 + number // 200}.{1 + number % 200}"
        phone = Phone(await Line.open(port, address), await Line.open(port, address), at)
        phone.live.writer.write(f"GET {live} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        followers.append(phone)
    tasks = [asyncio.create_task(phone.follow()) for phone in followers]
    await asyncio.sleep(2)
    seconds = []
    for tap in range(taps):
        begun = time.perf_counter()
        form = {"points-A": str(10 * (tap + 1)), "save": "points-A", "key": secrets.token_urlsafe(9)}
        await hand.ask("POST", f"{table}meld/number", form)
        while any(len(phone.seen_at) <= tap for phone in followers):
            await asyncio.sleep(0.005)
            for task in tasks:
                if task.done():
                    task.result()
                    raise SystemExit("a phone was left without signals")
        seconds += [phone.seen_at[tap] - begun for phone in followers]
        await asyncio.sleep(0.2)
    for task in tasks:
        task.cancel()
    return sorted(seconds)


def main() -> None:
    """Measure, and say how long it took the median phone, all but one in a hundred, and the last."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=50, choices=range(1, MOST_PHONES + 1), metavar="N")
    parser.add_argument("--taps", type=int, default=10, choices=range(1, MOST_TAPS + 1), metavar="N")
    parser.add_argument("--page", choices=("watch", "table"), default="watch")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        ours, theirs = multiprocessing.Pipe()
        server = multiprocessing.get_context("spawn").Process(target=serve, args=(Path(data), theirs), daemon=True)
        server.start()
        try:
            seconds = asyncio.run(measure(ours.recv(), asked.phones, asked.taps, asked.page))
        finally:
            server.kill()
            server.join()
    share = [seconds[int(len(seconds) * part)] * 1000 for part in (0.5, 0.99)]
    print(f"{asked.phones} phones at the {asked.page} page, {asked.taps} taps:", end=" ")
    print(f"median {share[0]:.0f} ms, p99 {share[1]:.0f} ms, last {seconds[-1] * 1000:.0f} ms")


if __name__ == "__main__":
    main()
