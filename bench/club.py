"""A club's evening at its server: ``python -m bench.club [--tables 100] [--phones 15] [--taps 20] [--seconds 30]``.

Each table plays deals as fast as its share of the taps a second allows. Four of its phones play
(``--seated 4``): each follows by a live place of its own and fetches the page at every signal. The others look on by a
link that watches, and are sent the page. Told are how soon a tap was answered, how soon every phone of its table
had the new page, what the server's memory did, and whether each tap is in the journal once; the command ends with 1
where a bound is missed. ``--postgres`` puts the games into a PostgreSQL of the bench's own, ``--processes 2`` shares
the tables' phones among two servers over it. The server is ``companion host``, whose pages are fetched by lines that
are kept open and lent, as a proxy does; ``--server serve`` is the one of a house.

``--deals 12 --faster 20`` plays an evening: so many deals at each table, each tap as soon as it would come if a deal
took ten minutes and the clock ran so much faster.

``--hall 60`` measures a tournament night instead: that many phones behind one address sign in with tonight's code
at once, sit down at their tables and follow, within the usual limits for one address.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine, Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path

from bench.bounds import Bounds
from bench.followers import PEOPLE, Line, Phone, follow, share, watching
from bench.hall import evening as evening_of_hall
from bench.killing import SERVERS
from bench.playing import Table, text_of
from bench.scoring_page import taps_of
from bench.serving import Proxy, Server, Through, family, memory_of, served, spent_by
from boot.postgres import find_postgres
from companion.store import open_store
from tests.cluster import Cluster, started

MOST_FOLLOWERS, MOST_TAPS, MOST_SECONDS = 2000, 40, 900
BY_FILE = Bounds({"tap answered": 250, "phones told": 1000})
BY_DATABASE = Bounds({"tap answered": 350, "phones told": 1200})
"""Milliseconds until a tap is answered and until it is seen, for all but one in a hundred."""
FIRST_TENTH, FLAT = 0.1, 1.05
"""The time after which memory should stay flat, and the growth still accepted as flat."""
DEAL_SECONDS = 600
"""The duration of a deal at a table of people."""
SIT_DOWN_AT_ONCE = 8
PATIENCE_SECONDS = 60.0
ONCE_A_TAP = {"take": "AuctionWon", "trump": "TrumpNamed", "meld/close": "MeldClosed", "count": "DealEnded"}


class Club:
    """The servers, and how phones come to them."""

    def __init__(self, servers: Sequence[Server], through_proxy: bool) -> None:
        self._ports = [each.port for each in servers]
        self._proxies = {port: Proxy(port) for port in self._ports} if through_proxy else {}
        self._door = asyncio.Semaphore(SIT_DOWN_AT_ONCE)

    async def sit_down(self, number: int, phones: int, seated: int) -> Table:
        """A game of its own, and phones that follow it, on one server after the other; ``seated`` are at the table."""
        async with self._door:
            hand = await self._line(number, "127.0.0.1")
            form = {f"name-{seat}": name for seat, name in enumerate(PEOPLE)} | {"dealer": "0", "start": "1"}
            path = (await hand.ask("POST", "/new/site", {**form, "key": f"begin-{number}"})).headers["location"]
            link = await watching(hand, path)
            followers = []
            for each in range(phones):
                page, live = (path, f"/live/{path.split('/')[2]}") if each < seated else (link, f"{link}/live")
                followers.append(await self._follow(number + each, page, live, _address(number, each)))
            return Table(hand, path, followers, text_of(await hand.ask("GET", path)))

    async def _line(self, number: int, address: str) -> Line | Through:
        port = self._ports[number % len(self._ports)]
        return Through(self._proxies[port]) if self._proxies else await Line.open(port, address)

    async def _follow(self, number: int, page: str, live: str, address: str) -> Phone:
        line = await Line.open(self._ports[number % len(self._ports)], address)
        follow(line, live)
        return Phone(line, await self._line(number, address), page)


def _address(table: int, phone: int) -> str:
    return f"127.{1 + table // 200}.{1 + table % 200}.{1 + phone}"


@dataclass
class Cost:
    """The cost of an evening for its servers."""

    megabytes: list[float]
    """Their memory, second by second."""
    processor: float
    """The number of processors they kept busy."""


async def evening(servers: Sequence[Server], club: Club, told: argparse.Namespace) -> tuple[list[Table], Cost]:
    """Play it, and weigh the servers every second."""
    begun = time.perf_counter()
    tables = list(
        await asyncio.gather(*(club.sit_down(number, told.phones, told.seated) for number in range(told.tables)))
    )
    following = [asyncio.create_task(phone.follow()) for table in tables for phone in table.phones]
    await all_at(((phone, 1) for table in tables for phone in table.phones), following)
    print(f"all sat down after {time.perf_counter() - begun:.0f} s", flush=True)
    processes = [pid for each in servers for pid in family(each.process.pid)]
    playing = [asyncio.create_task(each) for each in _play(tables, told)]
    weights, begun, before = [], time.perf_counter(), spent_by(processes)
    while not all(task.done() for task in playing):
        weights.append(memory_of(processes))
        await asyncio.sleep(1)
    for task in playing:
        task.result()
    await all_at(((phone, table.taps[-1][0]) for table in tables for phone in table.phones if table.taps), following)
    for task in following:
        task.cancel()
    return tables, Cost(weights, (spent_by(processes) - before) / (time.perf_counter() - begun))


def _play(tables: Sequence[Table], told: argparse.Namespace) -> Iterable[Coroutine[None, None, None]]:
    """The coroutines of the tables; they tap one after the other, evenly."""
    if told.deals:
        pause = DEAL_SECONDS / len(list(taps_of(0))) / told.faster
    else:
        pause, until = told.tables / told.taps, time.perf_counter() + told.seconds
    for place, table in enumerate(tables):
        first = pause * place / len(tables)
        yield table.play_deals(pause, first, told.deals) if told.deals else table.play(pause, first, until)


async def all_at(due: Iterable[tuple[Phone, int]], following: Sequence[asyncio.Task[None]]) -> None:
    """Wait until each phone shows what is due."""
    given_up, waiting = time.perf_counter() + PATIENCE_SECONDS, list(due)
    while waiting := [(phone, version) for phone, version in waiting if phone.version < version]:
        await asyncio.sleep(0.05)
        for task in following:
            if task.done():
                task.result()
        if time.perf_counter() > given_up:
            raise SystemExit(f"{len(waiting)} phones did not see what was tapped last")


def lost_or_doubled(tables: Sequence[Table], where: Sequence[str]) -> int:
    """Count the taps that the journal has more or less often than acknowledged."""
    store = open_store(database=where[1]) if where[0] == "--database" else open_store(Path(where[1]))
    wrong = 0
    for table in tables:
        kinds = Counter(entry.kind for entry in store.journal.read(table.path.split("/")[2]).entries)
        wrong += sum(abs(table.told[path] - kinds[kind]) for path, kind in ONCE_A_TAP.items())
    store.close()
    return wrong


def own_cluster() -> AbstractContextManager[Cluster]:
    """A PostgreSQL that writes as a club's would.

    :raises SystemExit: if there is none on this machine.
    """
    programs = find_postgres()
    if programs is None:
        raise SystemExit("--postgres needs PostgreSQL; `python3 bootstrap.py test` gets it")
    return started(programs, careful=True)


def asked() -> argparse.Namespace:
    """Read the command line.

    :raises SystemExit: if it exceeds the bound for a machine.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--phones", type=int, default=15)
    parser.add_argument("--seated", type=int, default=4, help="of a table's phones lie on it; the others look on")
    parser.add_argument("--taps", type=float, default=20, help="a second, at all tables together")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--deals", type=int, default=0, help="at each table, in place of so many seconds")
    parser.add_argument("--faster", type=float, default=20, help="than people play, with --deals")
    parser.add_argument("--hall", type=int, default=0, choices=range(0, 81, 4), metavar="N", help="phones of a night")
    parser.add_argument("--server", choices=SERVERS, default="host")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    told = parser.parse_args()
    if told.deals:
        told.seconds = told.deals * DEAL_SECONDS / told.faster
        told.taps = told.tables * told.deals * len(list(taps_of(0))) / told.seconds
    if told.tables * told.phones > MOST_FOLLOWERS or told.taps > MOST_TAPS or told.seconds > MOST_SECONDS:
        raise SystemExit(f"at most {MOST_FOLLOWERS} phones, {MOST_TAPS} taps a second and {MOST_SECONDS} seconds")
    if told.processes > 1 and not told.postgres:
        raise SystemExit("several processes share a PostgreSQL: say --postgres")
    return told


def main() -> int:
    """Play the evening, and print what was found beside its bounds; 1 where one is missed."""
    told = asked()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory())
        where = ("--database", stack.enter_context(own_cluster()).address) if told.postgres else ("--data", data)
        with ExitStack() as running:
            if told.hall:
                hall = asyncio.run(evening_of_hall(running.enter_context(served(told.server, where, None)), told.hall))
                print(hall)
                return hall.status()
            watchers = told.tables * told.phones
            servers = [running.enter_context(served(told.server, where, watchers)) for _ in range(told.processes)]
            tables, cost = asyncio.run(evening(servers, Club(servers, told.server == "host"), told))
        sound = report(told, tables, cost, lost_or_doubled(tables, where))
        return BY_FILE.status() | BY_DATABASE.status() | (0 if sound else 1)


def report(told: argparse.Namespace, tables: Sequence[Table], cost: Cost, wrong: int) -> bool:
    """Print it; whether nothing was lost or doubled, and memory did not grow."""
    taps = [tap for table in tables for tap in table.taps]
    answered = [at - begun for _, begun, at in taps]
    lasted = max(at for *_, at in taps) - min(begun for _, begun, _ in taps)
    seen = [each for table in tables for each in table.seen_after()]
    bounds = BY_DATABASE if told.postgres else BY_FILE
    print(f"{told.tables} tables, {told.tables * told.phones} phones, {len(answered)} taps in {lasted:.0f} s")
    for what, seconds in (("tap answered", answered), ("phones told", seen)):
        p99 = bounds.said(what, share(seconds, 0.99))
        print(f"{what}: median {share(seconds, 0.5):.0f} ms, p99 {p99}")
    held = cost.megabytes
    tenth = max(1, int(len(held) * FIRST_TENTH))
    early, late = held[tenth], statistics.mean(held[-tenth:])
    print(f"memory: {early:.0f} MiB after the first tenth, {late:.0f} at the end, {max(held):.0f} at most")
    print(f"lost or doubled: {wrong}; {cost.processor:.2f} processors busy; load {os.getloadavg()[0]:.1f}")
    return not wrong and (not told.deals or late <= FLAT * early)


if __name__ == "__main__":
    sys.exit(main())
