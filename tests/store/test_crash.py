"""Whatever is killed in the middle of writing, server or database: every event that was acknowledged is there, once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench.crash import Tally, crash
from bench.killing import House, sqlite_house
from companion.night.events import EntrantCame
from companion.store import open_store
from companion.store.entries import altered
from tests.cluster import Cluster
from tests.store.examples import AT, FRIDAY, PLAN, event, numbers

WRITER = """
import sys
from pathlib import Path
from companion.store import open_store
from companion.night.events import EntrantCame
from tests.store.examples import AT, event

store, game, night = open_store(Path(sys.argv[1])), sys.argv[2], sys.argv[3]
for seen in range(store.journal.version(game), 100_000):
    store.journal.append(game, seen, str(seen), [event(seen)])
    store.nights.append(night, seen, [EntrantCame(seen, (f"P{seen}",))], "desk", AT, str(seen))
    print(seen, flush=True)
"""
KILLS = 5
in_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="whom to kill is looked up in /proc")


@pytest.fixture
def root() -> Path:
    return Path(__file__).parents[2]


@pytest.mark.thorough
def test_kill_minus_nine_loses_no_event_that_was_acknowledged(tmp_path: Path, root: Path) -> None:
    store = open_store(tmp_path)
    game = store.journal.create_game(FRIDAY, [event(0)]).game_id
    night = store.nights.open(PLAN, "2026-11-26", "desk", AT)
    for kill in range(1, KILLS + 1):
        acknowledged = _write_until_killed(tmp_path, game, night, root, lines=7 * kill)
        stored, read = numbers(store.journal.read(game).entries), store.nights.read(night)
        assert stored == list(range(len(stored)))
        assert len(stored) > acknowledged
        assert read is not None and altered(read) is None
        came = [each.event.number for each in read.entries if isinstance(each.event, EntrantCame)]
        assert came == list(range(1, len(came) + 1))
        assert len(came) >= acknowledged
        if len(came) < len(stored) - 1:  # it was killed between the two
            store.nights.append(night, len(read.entries), [EntrantCame(len(stored) - 1, ("late",))], "desk", AT)
    assert store.database.faults() == []
    store.close()


def _write_until_killed(data: Path, game: str, night: str, root: Path, lines: int) -> int:
    """Kill a writer once it has acknowledged this many events; the last that it acknowledged."""
    command = [sys.executable, "-c", WRITER, str(data), game, night]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        read = [writer.stdout.readline() for _ in range(lines)]
        writer.kill()
        read += writer.stdout.read().splitlines(keepends=True)
    return max(int(line) for line in read if line.endswith("\n"))


@pytest.mark.thorough
def test_a_server_that_is_killed_while_phones_write_loses_and_doubles_nothing_and_progress_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.crash.KILLS_A_LINE", 1)
    lines: list[str] = []
    is_sound(crash(sqlite_house(tmp_path), kills=2, seed=7, progress=lines.append))
    assert [line.split(" kills")[0].strip() for line in lines] == ["1 of 2", "2 of 2"]


@pytest.mark.thorough
def test_a_hosted_server_may_be_killed_while_phones_write(tmp_path: Path) -> None:
    is_sound(crash(sqlite_house(tmp_path, "host"), kills=1, seed=7))


@pytest.mark.thorough
@in_proc
@pytest.mark.parametrize(("server", "victim"), [("serve", "database"), ("host", "everything")])
def test_postgresql_may_be_killed_while_phones_write(careful_cluster: Cluster, server: str, victim: str) -> None:
    house = House(careful_cluster.new_address(), server, careful_cluster)
    before = careful_cluster.postmaster
    # A server that outlives its database may wait until that is back, so that nobody has to send anything again.
    is_sound(crash(house, kills=1, seed=7, victim=victim), resent=victim != "database")
    assert careful_cluster.postmaster != before


def is_sound(tally: Tally, *, resent: bool = True) -> None:
    assert tally.is_sound, tally
    assert tally.acknowledged > 0
    assert tally.resent > 0 or not resent
