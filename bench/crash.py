"""Kills a server in the middle of writing, again and again, and counts what it acknowledged against what is there.

Run it as ``python -m bench.crash --kills 200``, or with ``--server host`` for ``companion host``, all of whose
processes are killed at once. Four phones write over HTTP, each to a game of its own, as fast as they are answered; the
server is killed with SIGKILL at a moment drawn by lot. A form that got no answer is sent again to the
next server, as a phone would. It takes about three seconds a kill, and ends with status 1 where an event is lost or
stands there twice.
"""

from __future__ import annotations

import argparse
import http.client
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import urllib.parse
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from time import sleep
from urllib.parse import urlsplit

from companion.game.decide.start import start_game
from companion.game.record.events import GameStarted, PlayerRenamed
from companion.game.record.refusal import Refusal
from companion.rules.variants import find_variant
from companion.store import Store, open_store
from companion.store.chain import altered
from companion.store.games import to_entries, to_history, to_new_game

SERVERS = {"serve": ("serve", "--host", "127.0.0.1", "--port", "0"), "host": ("host", "--listen", "127.0.0.1:0")}
PHONES = 4
SECONDS = (0.05, 0.6)
"""How long a server goes on after its first answer before it is killed."""
LONGEST_START = 60.0
AT = "2026-11-20T19:00:00.000+00:00"
HEADERS = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}


@dataclass
class Phone:
    """Somebody who gives a player one new name after the other."""

    game: str
    next: int = 1
    acknowledged: set[str] = field(default_factory=set)
    resent: int = 0
    refused: int = 0
    answered: Event = field(default_factory=Event)

    def write(self, address: str) -> None:
        """Send names until nobody answers any more; the one that got no answer comes first the next time."""
        with closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)) as line:
            try:
                while True:
                    self._send(line)
            except (OSError, http.client.HTTPException):
                self.resent += 1

    def _send(self, line: http.client.HTTPConnection) -> None:
        name = f"Ann {self.next}"
        told = {"key": f"{self.game}-{self.next}", "name-0": name, "name-1": "Bob", "name-2": "Cy", "name-3": "Di"}
        line.request("POST", f"/game/{self.game}/names", urllib.parse.urlencode(told), HEADERS)
        answer = line.getresponse()
        answer.read()
        if answer.status == 303:
            self.acknowledged.add(name)
        else:
            self.refused += 1
        self.next += 1
        self.answered.set()


@dataclass(frozen=True)
class Tally:
    """What came of all kills."""

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
        """Whether nothing acknowledged is lost, nothing stands there twice, and the file is whole."""
        return not (self.lost or self.doubled or self.refused or self.faults)


def crash(data: Path, kills: int, seed: int, server_name: str = "serve") -> Tally:
    """Kill a server over the games of a fresh folder so many times, and count."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    with closing(open_store(data)) as store:
        phones = [Phone(_new_game(store)) for _ in range(PHONES)]
    for _ in range(kills):
        _write_until_killed(data, server_name, phones, chance.uniform(*SECONDS))
    with closing(open_store(data)) as store:
        return _tally(store, phones, kills)


def _new_game(store: Store) -> str:
    events = start_game(find_variant("site"), ("Ann", "Bob", "Cy", "Di"), dealer=0)
    assert not isinstance(events, Refusal)  # noqa: S101 - these names do
    started = events[0]
    assert isinstance(started, GameStarted)  # noqa: S101 - so begins every game
    return store.journal.create_game(to_new_game(started, AT), to_entries(events, "Ann", AT)).game_id


def _write_until_killed(data: Path, server_name: str, phones: list[Phone], seconds: float) -> None:
    command = [sys.executable, "-m", "companion.cli", *SERVERS[server_name], "--data", str(data)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    ) as server:
        assert server.stdout is not None  # noqa: S101 - a pipe
        found = re.search(r"127\.0\.0\.1:\d+", server.stdout.readline())
        assert found  # noqa: S101 - it says so first
        address = f"http://{found[0]}"
        answered = Event()
        with ThreadPoolExecutor(PHONES) as pool:
            for phone in phones:
                phone.answered = answered
                pool.submit(phone.write, address)
            answered.wait(LONGEST_START)
            sleep(seconds)
            _kill(server)


def _kill(server: subprocess.Popen[str]) -> None:
    """Kill it with all that it has started."""
    if os.name == "nt":
        server.kill()
    else:
        os.killpg(server.pid, signal.SIGKILL)


def _tally(store: Store, phones: list[Phone], kills: int) -> Tally:
    faults, found, lost, doubled = store.database.faults(), 0, 0, 0
    for phone in phones:
        kept = store.journal.read(phone.game)
        names = Counter(each.event.name for each in to_history(kept) if isinstance(each.event, PlayerRenamed))
        found += names.total()
        lost += len(phone.acknowledged - names.keys())
        doubled += sum(times - 1 for times in names.values())
        faults += [f"game {phone.game}: entry {seq}" for seq in [altered(kept)] if seq is not None]
    acknowledged, resent = (sum(each) for each in zip(*((len(p.acknowledged), p.resent) for p in phones), strict=True))
    return Tally(kills, acknowledged, found, lost, doubled, resent, sum(p.refused for p in phones), tuple(faults))


def main() -> None:
    """Print the tally; status 1 where it is not sound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--server", choices=SERVERS, default="serve")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = crash(Path(folder), asked.kills, asked.seed, asked.server)
    for name, value in vars(tally).items():
        print(f"{name:>12}  {value:,}" if isinstance(value, int) else f"{name:>12}  {', '.join(value) or 'none'}")
    sys.exit(0 if tally.is_sound else 1)


if __name__ == "__main__":
    main()
