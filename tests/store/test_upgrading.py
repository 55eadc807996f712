"""Only an upgrade changes tables of an older companion; it copies them first, and the way back that it names is one."""

from __future__ import annotations

import os
import shlex
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import Store, StoreError, open_store
from companion.store.backup import Upgraded, restore, upgrade
from companion.store.copying import contents
from companion.store.database import Opening
from companion.store.errors import Newer, Older
from companion.store.store import copy_database
from tests.cluster import Cluster
from tests.conftest import postgres_programs
from tests.store.examples import FRIDAY, event, numbers
from tests.store.newer import NEXT, newer_companion


@pytest.fixture
def game(address: str) -> str:
    with closing(open_store(database=address)) as store:
        return store.journal.create_game(FRIDAY, [event(1), event(2)]).game_id


@pytest.fixture
def pg_dump(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{postgres_programs()}{os.pathsep}{os.environ['PATH']}")


def files_in(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


def opened(address: str, opening: Opening) -> Store:
    return open_store(database=address, opening=opening)


def test_tables_of_an_older_companion_are_refused_and_left_as_they_are(address: str, game: str, tmp_path: Path) -> None:
    before = files_in(tmp_path)
    with newer_companion():
        with pytest.raises(Older, match=rf"version {NEXT - 1}, this one needs {NEXT}\).*companion upgrade"):
            opened(address, Opening.AS_IT_IS)
        with pytest.raises(Older):
            copy_database(address, f"sqlite:{tmp_path / 'copy.db'}")
        with pytest.raises(Older):
            copy_database(f"sqlite:{_other(tmp_path)}", address)
    with closing(opened(address, Opening.AS_IT_IS)) as store:
        assert numbers(store.journal.read(game).entries) == [1, 2]
    assert {name: files_in(tmp_path)[name] for name in before} == before


def _other(folder: Path) -> Path:
    with closing(open_store(folder / "other")) as store:
        store.journal.create_game(FRIDAY, [event(3)])
    with newer_companion():
        open_store(folder / "other").close()
    return folder / "other" / "companion.db"


def test_what_is_opened_to_be_read_is_never_written(address: str, game: str, tmp_path: Path) -> None:
    before = files_in(tmp_path)
    with newer_companion(), closing(opened(address, Opening.READ)) as store:
        assert store.database.lacking == (NEXT,)
        assert store.database.faults() == []
        with pytest.raises(StoreError, match="may not be written to"):
            store.journal.append(game, 2, None, [event(3)])
    assert files_in(tmp_path) == before


def test_a_game_that_is_being_played_can_be_read_meanwhile(address: str, game: str) -> None:
    with closing(open_store(database=address)) as playing:
        playing.journal.append(game, 2, None, [event(3)])
        with closing(opened(address, Opening.READ)) as store:
            assert store.database.lacking == ()
            assert numbers(store.journal.read(game).entries) == [1, 2, 3]


def test_what_is_not_there_is_not_made_to_be_read(address: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        opened(address, Opening.READ)
    assert files_in(tmp_path) == {}


@pytest.mark.usefixtures("pg_dump")
def test_an_upgrade_copies_first_and_an_older_companion_says_how_to_go_back(
    address: str, game: str, tmp_path: Path
) -> None:
    with newer_companion():
        done = upgrade(address, tmp_path)
        assert done is not None
        assert done.version == NEXT
        assert done.copy is not None
        assert done.copy.stat().st_mode & 0o077 == 0
        assert str(done.copy) in done.way_back[-1]
        assert upgrade(address, tmp_path) is None
        with closing(opened(address, Opening.AS_IT_IS)) as store:
            assert numbers(store.journal.read(game).entries) == [1, 2]
    way_back = done.way_back[0] if address.startswith("sqlite:") else "docs/hosting.md"
    before = files_in(tmp_path)
    for opening in Opening:
        with pytest.raises(
            Newer, match=f"written by a newer companion.*version {NEXT}.*nothing was changed"
        ) as refused:
            opened(address, opening)
        assert way_back in str(refused.value)
    assert files_in(tmp_path) == before


def _upgraded(address: str, folder: Path) -> tuple[object, Upgraded]:
    with closing(open_store(database=address)) as store:
        before = contents(store.database)
    with newer_companion():
        done = upgrade(address, folder)
    assert done is not None
    return before, done


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_the_way_back_of_a_file_is_one(address: str, tmp_path: Path) -> None:
    before, done = _upgraded(address, tmp_path)
    assert done.copy is not None
    assert restore(done.copy, address, tmp_path / "aside.db") == before


@pytest.mark.usefixtures("game", "pg_dump")
@pytest.mark.parametrize("address", ["postgres"], indirect=True)
def test_the_way_back_of_postgresql_is_one(address: str, tmp_path: Path, cluster: Cluster) -> None:
    before, done = _upgraded(address, tmp_path)
    make, fill = map(shlex.split, done.way_back)
    for command in (make, fill):
        subprocess.run(command, check=True, env=os.environ | {"PGUSER": "companion"})
    with closing(open_store(database=address.replace("/postgres?", "/postgres_before?"))) as store:
        assert contents(store.database) == before


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("address", ["postgres"], indirect=True)
def test_without_pg_dump_nothing_is_changed_until_it_is_said_that_there_is_a_copy(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with newer_companion():
        with pytest.raises(StoreError, match=r"no pg_dump.*pg_dump --format=custom.*companion upgrade --copied"):
            upgrade(address, tmp_path)
        with pytest.raises(Older):
            opened(address, Opening.AS_IT_IS)
        assert upgrade(address, tmp_path, copied=True) is not None


def test_an_upgrade_that_fails_leaves_the_tables_as_they_were(address: str, game: str) -> None:
    broken = "alter table game add column more text;\nalter table nowhere add column more text"
    with newer_companion(broken), pytest.raises(Exception, match="nowhere"):
        open_store(database=address)
    with closing(open_store(database=address, opening=Opening.AS_IT_IS)) as store:
        assert numbers(store.journal.read(game).entries) == [1, 2]
