"""Servers as their users start them, and the lines by which phones reach them; for the benches of a club."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from bench.followers import TICKS, Answer, Line
from bench.killing import SERVERS
from tests.cluster import children_of

RESTING_LINES = 32
"""The number of idle connections a proxy keeps to one server: Caddy's usual (``keepalive_idle_conns_per_host``)."""
RESTS_SECONDS = 5.0
"""A proxy uses no line that has rested for longer: the server may be about to close it."""


@dataclass(frozen=True)
class Server:
    """A running server, and its address."""

    process: subprocess.Popen[str]
    port: int


@contextmanager
def served(name: str, where: Sequence[str], watchers: int | None) -> Iterator[Server]:
    """``companion serve`` or ``companion host`` over a database or a folder, until the block ends.

    :param watchers: how many may follow from one address; None for the usual.
    """
    room = dict.fromkeys(("COMPANION_WATCHERS", "COMPANION_WATCHERS_EACH"), str(watchers + 1)) if watchers else {}
    command = [sys.executable, "-m", "companion", *SERVERS[name], *where]
    process = subprocess.Popen(
        command, env={**os.environ, **room}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    )
    try:
        found = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline() if process.stdout else "")
        if found is None:
            raise SystemExit("the server did not say where it listens")
        yield Server(process, int(found[1]))
    finally:
        process.terminate()
        process.wait()


def family(pid: int) -> Iterator[int]:
    """A process and all that it has started, and those in turn."""
    yield pid
    for child in children_of(pid):
        yield from family(child)


def memory_of(processes: Iterable[int]) -> float:
    """Megabytes that processes hold."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in processes)
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def spent_by(processes: Iterable[int]) -> float:
    """The seconds of processor time of processes until now; other work on the machine changes it little."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in processes]
    return sum(int(each[11]) + int(each[12]) for each in fields) / TICKS


@dataclass
class Proxy:
    """A proxy before a server: it keeps connections to it open, and lends them to each client."""

    port: int
    resting: list[tuple[float, Line]] = field(default_factory=list)

    def take(self) -> Line | None:
        """The most recently used idle line, if any, so that the others may close."""
        while self.resting:
            since, line = self.resting.pop()
            if time.monotonic() - since < RESTS_SECONDS and not line.reader.at_eof():
                return line
            line.writer.close()
        return None

    def give_back(self, line: Line, answer: Answer) -> None:
        """Keep an idle connection for the next client, unless the server is closing it or enough are idle."""
        if len(self.resting) >= RESTING_LINES or answer.headers.get("connection", "").lower() == "close":
            line.writer.close()
        else:
            self.resting.append((time.monotonic(), line))


@dataclass
class Through:
    """A phone's requests through a proxy, with the phone's own cookie."""

    proxy: Proxy
    cookie: str = ""

    async def ask(self, method: str, path: str, form: dict[str, str] | None = None, fragment: bool = False) -> Answer:
        """Send a request and read its answer; where a line was just closed, by another one, as a phone would."""
        rested = self.proxy.take()
        if rested:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                return await self._ask(rested, method, path, form, fragment)
        return await self._ask(await Line.open(self.proxy.port, "127.0.0.1"), method, path, form, fragment)

    async def _ask(self, line: Line, method: str, path: str, form: dict[str, str] | None, fragment: bool) -> Answer:
        line.cookie = self.cookie
        answer = await line.ask(method, path, form, fragment)
        self.cookie = line.cookie
        self.proxy.give_back(line, answer)
        return answer
