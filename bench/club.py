"""A club's evening at its server: ``python -m bench.club [--tables 100] [--phones 15] [--taps 20] [--seconds 30]``.

Each table plays deals as fast as its share of the taps a second allows, and each of its phones follows by a live place
of its own and fetches the page at every signal. Told are how soon a tap was answered, how soon every phone of its table
had the new page, what the server's memory did, and whether each tap is in the journal once. ``--postgres`` puts the
games into a PostgreSQL of the bench's own, ``--processes 2`` shares the tables' phones among two servers over it.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import os
import re
import resource
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.followers import PEOPLE, Answer, Line, Phone
from bench.scoring_page import taps
from boot.postgres import find_postgres
from companion.store import open_store
from tests.cluster import Cluster, started

MOST_FOLLOWERS, MOST_TAPS, MOST_SECONDS = 2000, 40, 900
BOUNDS = {"file": (250, 1000), "database": (350, 1200)}
"""Milliseconds until a tap is answered and until it is seen, for all but one in a hundred."""
FIRST_TENTH = 0.1
ONCE_A_TAP = {"take": "AuctionWon", "trump": "TrumpNamed", "meld/close": "MeldClosed", "count": "DealEnded"}


@dataclass
class Table:
    """A table: who taps there, and the phones that follow it."""

    hand: Line
    path: str
    phones: list[Phone]
    page: str = ""
    told: Counter[str] = field(default_factory=Counter)
    """How often each tap was acknowledged."""
    taps: list[tuple[int, float, float]] = field(default_factory=list)
    """The mark that each tap led to, when it was sent, and when it was answered."""

    async def tap(self, path: str, typed: dict[str, str]) -> None:
        """Tap, and keep what came of it."""
        seen = re.search(r'name="seen" value="(\d+)"', self.page)
        form = {"key": secrets.token_urlsafe(9), "seen": seen[1] if seen else "", **typed}
        begun = time.perf_counter()
        self.page = text_of(await self.hand.ask("POST", self.path + path, form, fragment=True))
        self.taps.append((int(marked(self.page)), begun, time.perf_counter()))
        self.told[path] += 1

    async def play(self, pause: float, first: float, until: float) -> None:
        """Play deal after deal, a tap every ``pause`` seconds, until the clock stands there."""
        await asyncio.sleep(first)
        while time.perf_counter() < until:
            await self.play_deal(pause)

    async def play_deal(self, pause: float) -> None:
        """Play one deal."""
        for path, typed in taps(1):
            due = time.perf_counter() + pause
            await self.tap(path, typed)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    def seen_after(self) -> Iterator[float]:
        """Seconds from each tap until each phone had a page with it."""
        for mark, begun, _ in self.taps:
            for phone in self.phones:
                yield min(at for seen, at in phone.seen_at.items() if seen >= mark) - begun


def text_of(answer: Answer) -> str:
    """The page of an answer.

    :raises SystemExit: if it is none.
    """
    if answer.status != 200:
        raise SystemExit(f"a tap was answered {answer.status}")
    body = gzip.decompress(answer.body) if answer.headers.get("content-encoding") == "gzip" else answer.body
    return body.decode()


def marked(page: str) -> str:
    """The mark that a page shows."""
    found = re.search(r'data-live="(\d+)"', page)
    if found is None:
        raise SystemExit("a page came without its mark")
    return found[1]


@contextmanager
def served(database: str | None, data: Path, watchers: int) -> Iterator[subprocess.Popen[str]]:
    """A server over a database or a folder, as users start it, until the block ends."""
    where = ["--database", database] if database else ["--data", str(data)]
    command = [sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", "0", *where]
    room = {"COMPANION_WATCHERS": str(watchers + 1), "COMPANION_WATCHERS_EACH": str(watchers + 1)}
    process = subprocess.Popen(command, env={**os.environ, **room}, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def port_of(server: subprocess.Popen[str]) -> int:
    """Where a server listens, which it says first."""
    said = server.stdout.readline() if server.stdout else ""
    return int(said.rstrip("/\n").rpartition(":")[2])


def memory_of(servers: Sequence[subprocess.Popen[str]]) -> float:
    """Megabytes that the servers hold."""
    pages = sum(int(Path(f"/proc/{each.pid}/statm").read_text().split()[1]) for each in servers)
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def sit_down(number: int, ports: Sequence[int], phones: int) -> Table:
    """A game of its own, and phones that follow it, on one server after the other."""
    hand = await Line.open(ports[number % len(ports)], "127.0.0.1")
    form = {f"name-{seat}": name for seat, name in enumerate(PEOPLE)} | {"dealer": "0", "start": "1"}
    path = (await hand.ask("POST", "/new/site", {**form, "key": f"begin-{number}"})).headers["location"]
    followers = []
    for each in range(phones):
        port, own = ports[(number + each) % len(ports)], f"127.{1 + number // 200}.{1 + number % 200}.{1 + each}"
        phone = Phone(await Line.open(port, own), await Line.open(port, own), path)
        phone.live.writer.write(f"GET /live/{path.split('/')[2]} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        followers.append(phone)
    return Table(hand, path, followers, text_of(await hand.ask("GET", path)))


async def evening(
    servers: Sequence[subprocess.Popen[str]], told: argparse.Namespace
) -> tuple[list[Table], list[float]]:
    """Play it, and weigh the servers every second."""
    ports = [port_of(each) for each in servers]
    tables = [await sit_down(number, ports, told.phones) for number in range(told.tables)]
    following = [asyncio.create_task(phone.follow()) for table in tables for phone in table.phones]
    pause, until = told.tables / told.taps, time.perf_counter() + told.seconds
    playing = [
        asyncio.create_task(table.play(pause, pause * place / told.tables, until)) for place, table in enumerate(tables)
    ]
    weights = []
    while not all(task.done() for task in playing):
        weights.append(memory_of(servers))
        await asyncio.sleep(1)
    for task in playing:
        task.result()
    await all_seen(tables, following)
    return tables, weights


async def all_seen(tables: Sequence[Table], following: Sequence[asyncio.Task[None]]) -> None:
    """Wait until every phone shows its table's last tap."""
    given_up = time.perf_counter() + 60
    while any(phone.version < table.taps[-1][0] for table in tables for phone in table.phones if table.taps):
        await asyncio.sleep(0.05)
        for task in following:
            if task.done():
                task.result()
        if time.perf_counter() > given_up:
            raise SystemExit("not every phone saw the last tap")
    for task in following:
        task.cancel()


def lost_or_doubled(tables: Sequence[Table], database: str | None, data: Path) -> int:
    """How many taps are in the journal more or less often than they were acknowledged."""
    store = open_store(database=database) if database else open_store(data)
    wrong = 0
    for table in tables:
        kinds = Counter(entry.kind for entry in store.journal.read(table.path.split("/")[2]).entries)
        wrong += sum(abs(table.told[path] - kinds[kind]) for path, kind in ONCE_A_TAP.items())
    store.close()
    return wrong


def share(seconds: Sequence[float], part: float) -> float:
    """Milliseconds within which so large a part lies."""
    return sorted(seconds)[int(len(seconds) * part)] * 1000


def own_cluster() -> AbstractContextManager[Cluster]:
    """A PostgreSQL that writes as a club's would.

    :raises SystemExit: if there is none on this machine.
    """
    programs = find_postgres()
    if programs is None:
        raise SystemExit("--postgres needs PostgreSQL; `python3 bootstrap.py test` gets it")
    return started(programs, careful=True)


def main() -> None:
    """Play the evening and print what was found beside its bounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--phones", type=int, default=15)
    parser.add_argument("--taps", type=float, default=20, help="a second, at all tables together")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    told = parser.parse_args()
    if told.tables * told.phones > MOST_FOLLOWERS or told.taps > MOST_TAPS or told.seconds > MOST_SECONDS:
        raise SystemExit(f"at most {MOST_FOLLOWERS} phones, {MOST_TAPS} taps a second and {MOST_SECONDS} seconds")
    if told.processes > 1 and not told.postgres:
        raise SystemExit("several processes share a PostgreSQL: say --postgres")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(own_cluster()).address if told.postgres else None
        with ExitStack() as running:
            followers = told.tables * told.phones
            servers = [running.enter_context(served(database, data, followers)) for _ in range(told.processes)]
            tables, weights = asyncio.run(evening(servers, told))
        report(told, tables, weights, lost_or_doubled(tables, database, data))


def report(told: argparse.Namespace, tables: Sequence[Table], weights: Sequence[float], wrong: int) -> None:
    """Print it."""
    answered = [at - begun for table in tables for _, begun, at in table.taps]
    seen = [each for table in tables for each in table.seen_after()]
    bound = BOUNDS["database" if told.postgres else "file"]
    print(f"{told.tables} tables, {told.tables * told.phones} phones, {len(answered)} taps in {told.seconds:.0f} s")
    for what, seconds, most in (("tap answered", answered, bound[0]), ("phones told", seen, bound[1])):
        print(f"{what}: median {share(seconds, 0.5):.0f} ms, p99 {share(seconds, 0.99):.0f} ms (bound {most})")
    tenth = max(1, int(len(weights) * FIRST_TENTH))
    print(f"memory: {weights[tenth]:.0f} MiB after the first tenth, {statistics.mean(weights[-tenth:]):.0f} at the end")
    print(f"lost or doubled: {wrong}; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
