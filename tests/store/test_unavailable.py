"""A full disk, a locked file and a file that is gone are said, and lose nothing that was confirmed."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from companion.night.events import EntrantCame
from companion.store import Store, StoreError, Unavailable, open_store
from companion.store.files import check_store
from companion.store.games import judge_game
from tests.store.examples import AT, FRIDAY, LAST_OF_NIGHT, event, numbers, open_night
from tests.store.full_disk import fill, held, no_room, small_disk

LATER, EARLIER = "2026-11-20T19:00:00.000+00:00", "1970-01-01T00:00:00.000+00:00"


@pytest.fixture(autouse=True)
def _short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.sqlite.WAIT_FOR_OTHER_PROCESSES_S", 0.2)


@pytest.fixture
def game(store: Store) -> str:
    return store.journal.create_game(FRIDAY, [event(1)]).game_id


def _write_much(store: Store, game: str) -> None:
    """Append until it is refused."""
    for seen in count(store.journal.version(game)):
        store.journal.append(game, seen, None, [event(seen + 1, who="Ann" * 500)])


def _come_until_refused(store: Store, night: str) -> None:
    for seen in count(LAST_OF_NIGHT):
        store.nights.append(night, seen, [EntrantCame(seen, ("Eve" * 150,))], "desk", AT)


def test_of_a_night_on_a_full_disk_all_that_was_confirmed_can_be_read(store: Store, game: str) -> None:
    night = open_night(store, game)
    with no_room(store):
        with pytest.raises(Unavailable, match="the disk is full"):
            _come_until_refused(store, night)
        read = store.nights.read(night)
        assert read is not None and read.row.version == len(read.entries) >= LAST_OF_NIGHT
    store.nights.append(night, read.row.version, [EntrantCame(1000, ("Flo",))], "desk", AT)
    assert store.nights.version(night) == read.row.version + 1
    assert [each for each in check_store(store, judge_game) if each.startswith("night")] == []


def test_a_full_disk_is_named_and_all_that_was_confirmed_can_be_read(store: Store, game: str) -> None:
    with no_room(store):
        with pytest.raises(Unavailable, match="the disk is full") as fault:
            _write_much(store, game)
        assert fault.value.reason == "the disk is full"
        assert numbers(store.journal.read(game).entries)[0] == 1
    version = store.journal.version(game)
    assert store.journal.append(game, version, "k", [event(9)]).version == version + 1


def test_a_disk_that_is_really_full_is_named_and_all_that_was_confirmed_can_be_read(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 800) as disk:
        store = open_store(disk)
        game = store.journal.create_game(FRIDAY, [event(1)]).game_id
        night = open_night(store, game)
        with pytest.raises(Unavailable, match="the disk is full"):
            _write_much(store, game)
        read = store.nights.read(night)
        assert read is not None and len(read.entries) == LAST_OF_NIGHT
        confirmed = numbers(store.journal.read(game).entries)
        assert confirmed == list(range(1, len(confirmed) + 1))
        with pytest.raises(StoreError, match=r"the backup .* cannot be written: .*the disk is full"):
            store.backup(disk / "copy.db")
        assert not (disk / "copy.db.part").exists()
        store.close()


def test_a_fresh_folder_on_a_full_disk_says_which_file_could_not_be_made(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 64) as disk:
        fill(disk)
        with pytest.raises(StoreError, match=r"companion\.db can't be used now: the disk is full"):
            open_store(disk)


def test_a_file_that_another_program_holds_is_named_and_can_be_read(store: Store, game: str) -> None:
    with held(store):
        with pytest.raises(Unavailable, match="another program holds it"):
            store.journal.append(game, 1, "k", [event(2)])
        assert numbers(store.journal.read(game).entries) == [1]
    assert store.journal.append(game, 1, "k", [event(2)]).version == 2


@pytest.fixture
def gone(store: Store, game: str, tmp_path: Path) -> Iterator[Path]:
    shutil.move(tmp_path / "companion.db", tmp_path / "elsewhere.db")
    yield tmp_path / "companion.db"
    shutil.move(tmp_path / "elsewhere.db", tmp_path / "companion.db")


def test_nothing_is_confirmed_into_a_file_that_was_taken_away(store: Store, game: str, gone: Path) -> None:
    with pytest.raises(Unavailable, match="the file is gone"):
        store.journal.append(game, 1, "k", [event(2)])
    with pytest.raises(Unavailable, match="the file is gone"):
        store.journal.read(game)
    assert not gone.exists()


def test_nothing_is_confirmed_beside_a_file_that_was_put_in_its_place(store: Store, game: str, tmp_path: Path) -> None:
    store.backup(tmp_path / "copy.db")
    (tmp_path / "copy.db").replace(tmp_path / "companion.db")
    with pytest.raises(Unavailable, match="another file was put in its place"):
        store.journal.append(game, 1, "k", [event(2)])


def _modes(folder: Path) -> set[str]:
    return {stat.filemode(path.stat().st_mode) for path in [folder, *folder.iterdir()]}


def test_nobody_but_the_owner_reads_a_store_or_its_backup(tmp_path: Path) -> None:
    store = open_store(tmp_path / "data")
    store.backup(tmp_path / "copies" / "companion.db")
    assert _modes(tmp_path / "data") == _modes(tmp_path / "copies") == {"drwx------", "-rw-------"}
    store.close()


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o620, 0o604])
def test_a_database_that_others_could_read_is_closed_to_them_and_its_folder_left_as_it_is(
    tmp_path: Path, mode: int
) -> None:
    open_store(tmp_path).close()
    tmp_path.chmod(0o755)
    (tmp_path / "companion.db").chmod(mode)
    open_store(tmp_path).close()
    assert _modes(tmp_path) == {"drwxr-xr-x", "-rw-------"}


def test_a_backup_has_the_key_so_that_what_was_signed_stays_good_elsewhere(store: Store, tmp_path: Path) -> None:
    key = store.secret.key()
    store.backup(tmp_path / "copies" / "companion.db")
    restored = open_store(tmp_path / "copies")
    assert (len(key), restored.secret.key(), store.secret.key()) == (43, key, key)
    restored.close()


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.EROFS, "it may not be written to. Let the companion's user write to the file and its folder."),
        (errno.EACCES, "it may not be written to. Let the companion's user write to the file and its folder."),
        (errno.ENOSPC, "the disk is full. Make room on it; what was confirmed before is safe."),
    ],
)
def test_a_file_that_cannot_be_made_says_why_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, says: str
) -> None:
    """Root may write anywhere, so the system's answer is made up."""

    def refuse(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("companion.store.sqlite.os.open", refuse)
    with pytest.raises(Unavailable, match=re.escape(f"{says} Or choose another folder by --data.")):
        open_store(tmp_path)
