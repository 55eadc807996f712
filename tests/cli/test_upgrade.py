"""``companion upgrade`` from the command line, and what every other command does with tables of an older companion."""

from __future__ import annotations

import json
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.cli.commands import UserError
from companion.cli.serve import make_ready
from companion.cli.where import Where
from companion.game.events import DealBegun, GameStarted
from companion.store import NewGame, open_store
from companion.store.games import to_entries
from tests.store.newer import NEXT, newer_companion

AT = "2026-11-20T19:00:00.000+00:00"
STARTED = GameStarted("site", "{}", ("Ann", "Ben", "Cal", "Zoë"), "1")


def run(data: Path, *words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--data", str(data)])


@pytest.fixture
def game(tmp_path: Path) -> str:
    store = open_store(tmp_path)
    entries = to_entries((STARTED, DealBegun(0)), "Ann's phone", AT)
    game = store.journal.create_game(NewGame("Friday", "site", AT), entries).game_id
    store.close()
    return game


def files_in(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


@pytest.mark.usefixtures("game")
def test_check_of_an_older_file_names_that_and_writes_nothing(tmp_path: Path) -> None:
    before = files_in(tmp_path)
    with newer_companion():
        checked = run(tmp_path, "check")
        assert json.loads(run(tmp_path, "check", "--json").stdout)["lacking"] == [NEXT]
        refused = run(tmp_path, "setup")
    assert checked.exit_code == 1
    assert checked.stdout.splitlines()[0] == "Nothing is wrong with 1 game."
    assert checked.stdout.splitlines()[1:] == [refused.stderr.removeprefix("Error: ").strip()]
    assert f"version {NEXT - 1}, this one needs {NEXT})" in checked.stdout
    assert json.loads(run(tmp_path, "check", "--json").stdout)["lacking"] == []
    assert files_in(tmp_path) == before


def test_every_other_command_refuses_an_older_file_and_leaves_it(tmp_path: Path, game: str) -> None:
    before = files_in(tmp_path)
    with newer_companion():
        for words in (
            ("export", game),
            ("invite", game),
            ("backup", str(tmp_path / "kept" / "copy.db")),
            ("setup",),
            ("release", "Ann"),
            ("host",),
        ):
            refused = run(tmp_path, *words)
            assert (refused.exit_code, "run: companion upgrade" in refused.stderr) == (2, True), words
    after = files_in(tmp_path)
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) <= {"companion.db.serving"}


@pytest.mark.usefixtures("game")
def test_an_upgrade_says_how_to_go_back_and_that_is_the_way(tmp_path: Path) -> None:
    with newer_companion():
        done = run(tmp_path, "upgrade")
        assert run(tmp_path, "upgrade").stdout == "The tables are up to date.\n"
        assert run(tmp_path, "check").stdout == "All is well with 1 game.\n"
    copy = tmp_path / f"companion-before-{NEXT}.db"
    assert done.exit_code == 0, done.output
    assert f"is up to date (version {NEXT})" in done.stdout
    assert str(copy) in done.stdout
    refused = run(tmp_path, "check")
    (command,) = [line.strip() for line in done.stdout.splitlines() if line.startswith("    ")]
    assert (refused.exit_code, command in refused.stderr) == (2, True)
    back = CliRunner().invoke(main, shlex.split(command)[1:])
    assert back.exit_code == 0, back.output
    assert run(tmp_path, "check").stdout == "All is well with 1 game.\n"


def test_where_there_are_no_games_nothing_is_upgraded_or_made(tmp_path: Path) -> None:
    for command in ("upgrade", "check"):
        refused = run(tmp_path / "nowhere", command)
        assert (refused.exit_code, "there are no games" in refused.stderr) == (2, True)
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.usefixtures("game")
def test_at_home_the_file_is_copied_and_upgraded_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with newer_companion():
        with pytest.raises(UserError, match="companion upgrade"):
            make_ready(Where(tmp_path), upgrades=False)
        make_ready(Where(tmp_path), upgrades=True)
        make_ready(Where(tmp_path), upgrades=False)
    copy = tmp_path / f"companion-before-{NEXT}.db"
    assert copy.exists()
    assert f"companion restore {copy} --database sqlite:{tmp_path / 'companion.db'}" in capsys.readouterr().out


def test_serve_leaves_tables_of_postgresql_to_the_upgrade(postgres: str) -> None:
    open_store(database=postgres).close()
    with newer_companion():
        refused = CliRunner().invoke(main, ["serve", "--host", "127.0.0.1", "--port", "0", "--database", postgres])
    assert (refused.exit_code, "run: companion upgrade" in refused.stderr) == (2, True)


def test_a_backup_with_a_broken_seal_is_refused_with_status_1(tmp_path: Path, game: str) -> None:
    backup = tmp_path / "kept" / "backup.db"
    assert run(tmp_path, "backup", str(backup)).exit_code == 0
    with closing(sqlite3.connect(backup)) as db, db:
        db.execute("update entry set who = 'Ann’s other phone' where seq = 2")
    before = files_in(tmp_path)
    refused = run(tmp_path, "restore", str(backup))
    assert refused.exit_code == 1
    assert "nothing was changed" in refused.stdout
    assert f"game {game}: entry 2 is not as it was sealed" in refused.stdout
    after = files_in(tmp_path)
    assert {name: after[name] for name in before} == before
