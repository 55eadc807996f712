"""A backup is put back, whatever it was made of; what was there is set aside, and what is no good changes nothing."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from companion.store import StoreError, open_store
from companion.store.backup import Unsound, restore
from companion.store.copying import contents
from companion.store.database import Opening
from companion.store.entries import altered
from companion.store.store import file_of
from tests.store.examples import FRIDAY, event, numbers, open_night
from tests.store.newer import newer_companion


@pytest.fixture
def aside(tmp_path: Path) -> Path:
    return tmp_path / "aside.db"


@pytest.fixture(params=["of sqlite", "of postgres"])
def backup(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A backup of either database with one game of two entries, a night, a house's key, and nothing else."""
    made_of = (
        f"sqlite:{tmp_path / 'first.db'}"
        if request.param == "of sqlite"
        else request.getfixturevalue("cluster").new_address()
    )
    with closing(open_store(database=made_of)) as store:
        store.secret.key()
        open_night(store, store.journal.create_game(FRIDAY, [event(1), event(2)]).game_id)
        store.backup(tmp_path / "backup.db")
    return tmp_path / "backup.db"


@pytest.fixture
def other_game(address: str) -> str:
    """A game that is there before."""
    with closing(open_store(database=address)) as store:
        return store.journal.create_game(FRIDAY, [event(7)]).game_id


def held(address: str) -> object:
    with closing(open_store(database=address)) as store:
        return contents(store.database)


def test_a_backup_of_either_database_is_put_into_either_and_holds_the_same(
    backup: Path, address: str, aside: Path, other_game: str
) -> None:
    before = held(address)
    restored = restore(backup, address, aside)
    assert held(address) == restored == held(f"sqlite:{backup}")
    assert held(f"sqlite:{aside}") == before
    with closing(open_store(database=address)) as store:
        (game,) = store.journal.list_games()
        assert numbers(store.journal.read(game.id).entries) == [1, 2]
        assert game.id != other_game
        (night,) = store.nights.every()
        read = store.nights.read(night.id)
        assert read is not None and altered(read) is None
        assert read.night.rounds[0].tables[0].game == game.id


def test_a_log_beside_the_backup_belongs_to_it(tmp_path: Path, aside: Path) -> None:
    with closing(open_store(database=f"sqlite:{tmp_path / 'open.db'}")) as store:
        store.journal.create_game(FRIDAY, [event(1)])
        for tail in ("", "-wal"):  # as a program leaves them that is killed
            shutil.copyfile(tmp_path / f"open.db{tail}", tmp_path / f"left.db{tail}")
    restore(tmp_path / "left.db", address := f"sqlite:{tmp_path / 'companion.db'}", aside)
    with closing(open_store(database=address)) as store:
        assert len(store.journal.list_games()) == 1


def test_where_nothing_was_nothing_is_set_aside(backup: Path, address: str, aside: Path) -> None:
    restore(backup, address, aside)
    assert not aside.exists()


def _of_newer(file: Path) -> None:
    open_store(database=f"sqlite:{file}").close()
    with closing(Database(file, execute_plugins=False)) as db:
        db.execute("update schema_version set version = 9999")


def _damaged(file: Path) -> None:
    with closing(open_store(database=f"sqlite:{file}")) as store:
        store.journal.create_game(FRIDAY, [event(number) for number in range(500)])
        store.backup(file.with_name("whole.db"))
    content = bytearray(file.with_name("whole.db").read_bytes())
    content[8192:24576] = b"\xff" * 16384
    file.write_bytes(content)


NO_GOOD: dict[str, tuple[Callable[[Path], object], str]] = {
    "newer": (_of_newer, "was written by a newer companion"),
    "damaged": (_damaged, "damaged"),
    "no database": (lambda file: file.write_text("{}"), "is no backup"),
    "nothing": (lambda file: None, "cannot be read"),
}


@pytest.mark.parametrize("why", NO_GOOD)
def test_what_is_no_good_is_said_and_changes_nothing(why: str, tmp_path: Path, aside: Path) -> None:
    make, says = NO_GOOD[why]
    address = f"sqlite:{tmp_path / 'companion.db'}"
    with closing(open_store(database=address)) as store:
        store.journal.create_game(FRIDAY, [event(7)])
    before = held(address)
    make(tmp_path / "no_good.db")
    with pytest.raises(StoreError, match=says):
        restore(tmp_path / "no_good.db", address, aside)
    assert held(address) == before
    assert not aside.exists()


def test_a_damaged_file_is_set_aside_as_it_is(tmp_path: Path, aside: Path) -> None:
    with closing(open_store(tmp_path / "other")) as store:
        store.backup(tmp_path / "backup.db")
    address = f"sqlite:{tmp_path / 'companion.db'}"
    (file_of(address) or tmp_path).write_bytes(b"\0" * 9000)
    restore(tmp_path / "backup.db", address, aside)
    assert aside.read_bytes() == b"\0" * 9000
    open_store(tmp_path).close()


def test_a_backup_of_an_older_companion_is_brought_up_to_date_and_stays_as_it_is(tmp_path: Path, aside: Path) -> None:
    older = tmp_path / "older.db"
    with closing(open_store(tmp_path / "other")) as store:
        store.journal.create_game(FRIDAY, [event(1)])
        store.backup(older)
    content = older.read_bytes()
    with newer_companion():
        restore(older, f"sqlite:{tmp_path / 'companion.db'}", aside)
        with closing(open_store(tmp_path, opening=Opening.AS_IT_IS)) as store:
            assert len(store.journal.list_games()) == 1
    assert older.read_bytes() == content


def test_a_backup_with_a_broken_seal_or_an_unreadable_table_changes_nothing(
    backup: Path, address: str, aside: Path, other_game: str
) -> None:
    with closing(Database(backup, execute_plugins=False)) as db, db.conn:
        db.execute("update entry set body = replace(body, '2', '3') where seq = 2")
        db.execute("update night_entry set body = replace(body, '310', '410') where seq = 8")
        db.execute("insert into house_variant select 'x', 'N', 'n', 'site', '{', 1, '', '', null, null, 1")
    before = held(address)
    with pytest.raises(Unsound, match="nothing was changed") as refused:
        restore(backup, address, aside)
    said = refused.value.findings
    assert [each for each in said if "entry 2 is not as it was sealed" in each]
    assert [each for each in said if each.startswith("night") and "entry 8 is not as it was sealed" in each]
    assert len(said) > 1
    assert held(address) == before
    assert not aside.exists()
    with closing(open_store(database=address)) as store:
        assert store.journal.version(other_game) == 1


def test_a_game_that_cannot_have_been_played_changes_nothing(backup: Path, address: str, aside: Path) -> None:
    def judge(_: object) -> None:
        raise ValueError("nobody dealt")

    with pytest.raises(Unsound, match="nobody dealt"):
        restore(backup, address, aside, judge)
    assert not aside.exists()


KILLED = """
import os, signal, sys
from pathlib import Path
from companion.store.backup import restore

def count(event, _):
    global left
    if event in ("os.link", "os.rename", "os.remove", "os.truncate", "sqlite3.connect"):
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

left = int(sys.argv[1])
sys.addaudithook(count)
restore(Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]))
"""


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_killed_at_any_step_it_leaves_what_was_there_or_what_was_restored(tmp_path: Path) -> None:
    with closing(open_store(tmp_path / "other")) as store:
        store.journal.create_game(FRIDAY, [event(1)])
        store.backup(tmp_path / "backup.db")
    with closing(open_store(tmp_path / "first")) as store:
        store.journal.create_game(FRIDAY, [event(7)])
        # As a server that was killed left it: the last writes are in the log beside the file.
        shutil.copytree(tmp_path / "first", tmp_path / "left")
    seen = []
    for kill in range(60):
        folder = shutil.copytree(tmp_path / "left", tmp_path / f"of_{kill}")
        address, aside = f"sqlite:{folder / 'companion.db'}", folder / "aside.db"
        ended = subprocess.run(
            [sys.executable, "-c", KILLED, str(kill), tmp_path / "backup.db", address, aside], check=False
        )
        with closing(open_store(folder)) as store:
            assert store.database.faults() == []
            (game,) = store.journal.list_games()
            seen.append(numbers(store.journal.read(game.id).entries))
        assert seen[-1] in ([1], [7])
        if seen[-1] == [1]:
            with closing(open_store(database=f"sqlite:{aside}")) as store:
                (game,) = store.journal.list_games()
                assert numbers(store.journal.read(game.id).entries) == [7]
        if ended.returncode == 0:
            break
        assert ended.returncode == -signal.SIGKILL
    assert (seen[0], seen[-1]) == ([7], [1])


def _no_room(*_: object, **__: object) -> None:
    raise StoreError("the disk is full")


def test_where_the_backup_cannot_be_written_what_was_there_is_there_again(
    tmp_path: Path, aside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"sqlite:{tmp_path / 'companion.db'}"
    with closing(open_store(database=address)) as store:
        store.journal.create_game(FRIDAY, [event(7)])
        store.backup(tmp_path / "backup.db")
    before = held(address)
    monkeypatch.setattr("companion.store.backup.copy_tables", _no_room)
    with pytest.raises(StoreError, match="the disk is full"):
        restore(tmp_path / "backup.db", address, aside)
    assert held(address) == before


def test_a_file_that_cannot_be_set_aside_stays_as_it_is(
    tmp_path: Path, aside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"sqlite:{tmp_path / 'companion.db'}"
    with closing(open_store(database=address)) as store:
        store.backup(tmp_path / "backup.db")
        store.journal.create_game(FRIDAY, [event(7)])
    before = held(address)

    def held_by_another(*_: object) -> None:
        raise OSError("held by another program")

    monkeypatch.setattr(os, "link", held_by_another)
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "copy2", held_by_another)
        with pytest.raises(StoreError, match="cannot be set aside: held by another"):
            restore(tmp_path / "backup.db", address, aside)
    assert held(address) == before
    assert not aside.exists()
    restore(tmp_path / "backup.db", address, aside)
    assert held(f"sqlite:{aside}") == before
