"""Kills servers and databases in the middle of writing, again and again, and counts the acknowledged writes.

Run it as ``python -m bench.crash --kills 200``. Four phones write over HTTP to a game of their own, two to a night,
as fast as they are answered; at a moment drawn by lot something is killed with SIGKILL, and started again:
``--victim server`` all processes of the server, ``database`` all of PostgreSQL's, ``everything`` both. A form that got
no answer, or 503, is sent again with its key, as a phone would; the next kill comes once every phone was answered.
``--server host`` takes ``companion host`` in place of ``companion serve``, ``--postgres`` a PostgreSQL of its own that
writes as a club's would. It takes three to ten seconds a kill, prints a line of progress every ten kills, and ends with
1 if an event is lost or doubled.
"""

from __future__ import annotations

import argparse
import http.client
import random
import sys
import tempfile
import urllib.parse
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event
from time import monotonic, sleep

from typing_extensions import override

from bench.killing import SERVERS, VICTIMS, House, sqlite_house
from boot.postgres import OTHERWISE, WHY, find_postgres
from companion.game.commands import Refusal
from companion.game.decide.start import start_game
from companion.game.events import GameStarted, PlayerRenamed
from companion.night.events import CashCounted, Plan
from companion.rules.variants import find_variant
from companion.store import Store, open_store
from companion.store.entries import altered
from companion.store.games import to_entries, to_history, to_new_game
from tests.cluster import started

PLAYERS, DIRECTORS = 4, 2
SECONDS = (0.05, 0.6)
"""The time from the first answers of all phones until the kill."""
LONGEST_SILENCE = 60.0
KILLS_A_LINE = 10
"""The number of kills between two lines of progress."""
PAUSE = 0.05
"""The pause before a form is sent again."""
AT = "2026-11-20T19:00:00.000+00:00"
PLAN = Plan("Thursday", "Single deck")
HEADERS = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}


class NotTaken(Exception):
    """The server can't write just now, and reports it."""


@dataclass
class Phone:
    """A writer of one player's new names, one after the other."""

    own: str
    """The id of the game, or of the night."""
    cookie: str = ""
    next: int = 1
    acknowledged: set[str] = field(default_factory=set)
    resent: int = 0
    refused: int = 0
    answered: Event = field(default_factory=Event)

    def write(self, house: House, over: Event) -> None:
        """Send names until it is over; one that got no answer is sent again."""
        while not over.wait(PAUSE):
            with closing(http.client.HTTPConnection(house.address, timeout=30)) as line:
                try:
                    while not over.is_set():
                        self._send(line)
                except (OSError, http.client.HTTPException, NotTaken):
                    self.resent += 1

    def form(self, name: str) -> tuple[str, dict[str, str]]:
        """Return the address that writes a name, and its form."""
        return f"/game/{self.own}/names", {"name-0": name, "name-1": "Bob", "name-2": "Cy", "name-3": "Di"}

    def written(self, store: Store) -> tuple[list[str], int | None]:
        """Return the names in the store, and the first entry that does not match its seal."""
        kept = store.journal.read(self.own)
        names = [each.event.name for each in to_history(kept) if isinstance(each.event, PlayerRenamed)]
        return names, altered(kept)

    def _send(self, line: http.client.HTTPConnection) -> None:
        if not self.cookie:
            self._introduce(line)
        name = f"Ann {self.next}"
        path, told = self.form(name)
        sent = urllib.parse.urlencode({"key": f"{self.own}-{self.next}", **told})
        line.request("POST", path, sent, HEADERS | {"Cookie": self.cookie})
        answer = line.getresponse()
        answer.read()
        if answer.status == 503:
            raise NotTaken
        if answer.status == 303:
            self.acknowledged.add(name)
        else:
            self.refused += 1
        self.next += 1
        self.answered.set()

    def _introduce(self, line: http.client.HTTPConnection) -> None:
        """Get the cookie by which the server knows this phone again: under it keys of nights are kept."""
        line.request("GET", "/", headers=HEADERS)
        answer = line.getresponse()
        answer.read()
        self.cookie = (answer.headers["Set-Cookie"] or "").partition(";")[0]


@dataclass
class Director(Phone):
    """A writer of a night's sums, one after the other."""

    @override
    def form(self, name: str) -> tuple[str, dict[str, str]]:
        return f"/nights/{self.own}/money", {"what": name, "cents": "1", "kind": "in"}

    @override
    def written(self, store: Store) -> tuple[list[str], int | None]:
        kept = store.nights.read(self.own)
        if kept is None:
            return [], 1
        return [each.event.what for each in kept.entries if isinstance(each.event, CashCounted)], altered(kept)


@dataclass(frozen=True)
class Tally:
    """The result of all kills."""

    kills: int
    acknowledged: int
    found: int
    lost: int
    doubled: int
    resent: int
    refused: int
    faults: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Return True if every acknowledged write is there exactly once, and the file is whole."""
        return not (self.lost or self.doubled or self.refused or self.faults)


def crash(
    house: House, kills: int, seed: int, victim: str = "server", progress: Callable[[str], object] = lambda _: None
) -> Tally:
    """Kill ``victim`` ``kills`` times over games of a fresh database, and count.

    :param progress: called with a line after every ten kills.
    :raises TimeoutError: if a phone is not answered any more.
    """
    chance = random.Random(seed)  # noqa: S311 - no secret
    with closing(open_store(database=house.database)) as store:
        phones = [
            *(Phone(_new_game(store)) for _ in range(PLAYERS)),
            *(Director(store.nights.open(PLAN, "2026-11-20", "desk", AT)) for _ in range(DIRECTORS)),
        ]
    with house.running(), _writing(house, phones):
        _hear_all(phones)
        begun_at = monotonic()
        for kill in range(1, kills + 1):
            sleep(chance.uniform(*SECONDS))
            house.kill(victim)
            _hear_all(phones)
            if kill % KILLS_A_LINE == 0:
                progress(_so_far(kill, kills, phones, monotonic() - begun_at))
    with closing(open_store(database=house.database)) as store:
        return _tally(store, phones, kills)


def _so_far(kill: int, kills: int, phones: list[Phone], seconds: float) -> str:
    acknowledged = sum(len(phone.acknowledged) for phone in phones)
    return f"{kill:>5} of {kills} kills, {acknowledged:,} acknowledged, {seconds:.0f} s"


def _new_game(store: Store) -> str:
    events = start_game(find_variant("site"), ("Ann", "Bob", "Cy", "Di"), dealer=0)
    assert not isinstance(events, Refusal)  # noqa: S101 - these names do
    started = events[0]
    assert isinstance(started, GameStarted)  # noqa: S101 - so begins every game
    return store.journal.create_game(to_new_game(started, AT), to_entries(events, "Ann", AT)).game_id


@contextmanager
def _writing(house: House, phones: list[Phone]) -> Iterator[None]:
    over = Event()
    with ThreadPoolExecutor(len(phones)) as pool:
        at_it = [pool.submit(phone.write, house, over) for phone in phones]
        try:
            yield
        finally:
            over.set()
    for each in at_it:
        each.result()


def _hear_all(phones: list[Phone]) -> None:
    """Wait until every phone was answered from now on."""
    for phone in phones:
        phone.answered.clear()
    for phone in phones:
        if not phone.answered.wait(LONGEST_SILENCE):
            raise TimeoutError(f"no answer in {LONGEST_SILENCE:.0f} seconds")


def _tally(store: Store, phones: list[Phone], kills: int) -> Tally:
    faults, found, lost, doubled = store.database.faults(), 0, 0, 0
    for phone in phones:
        written, broken = phone.written(store)
        names = Counter(written)
        found += names.total()
        lost += len(phone.acknowledged - names.keys())
        doubled += sum(times - 1 for times in names.values())
        faults += [] if broken is None else [f"{phone.own}: entry {broken}"]
    acknowledged, resent = (sum(each) for each in zip(*((len(p.acknowledged), p.resent) for p in phones), strict=True))
    return Tally(kills, acknowledged, found, lost, doubled, resent, sum(p.refused for p in phones), tuple(faults))


@contextmanager
def _house(server_name: str, postgres: bool) -> Iterator[House]:
    if not postgres:
        with tempfile.TemporaryDirectory() as folder:
            yield sqlite_house(Path(folder), server_name)
        return
    programs = find_postgres()
    if programs is None:
        sys.exit(f"{WHY} {OTHERWISE}")
    with started(programs, careful=True) as cluster:
        yield House(cluster.new_address(), server_name, cluster)


def main() -> None:
    """Print the tally; status 1 where it is not sound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--server", choices=SERVERS, default="serve")
    parser.add_argument("--victim", choices=VICTIMS, default="server")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.victim in ("database", "everything") and not asked.postgres:
        parser.error(f"--victim {asked.victim} is of PostgreSQL: add --postgres")
    with _house(asked.server, asked.postgres) as house:
        tally = crash(house, asked.kills, asked.seed, asked.victim, partial(print, flush=True))
    for name, value in vars(tally).items():
        print(f"{name:>12}  {value:,}" if isinstance(value, int) else f"{name:>12}  {', '.join(value) or 'none'}")
    sys.exit(0 if tally.is_sound else 1)


if __name__ == "__main__":
    main()
