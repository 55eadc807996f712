"""Games go out, come in, are copied and checked from the command line."""

from __future__ import annotations

import errno
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli.commands import UserError
from companion.cli.where import Where, find_where, the_only_server
from companion.rules.house import HouseVariant, make_house
from companion.store import NewEntry, open_store
from companion.store.games import to_entries
from tests.cli.stored import AT, STARTED, _write_game, game, run
from tests.store.examples import open_night

__all__ = ["game"]

MARY = make_house("Aunt Mary’s", "site", {"end.target": 1000})


def test_an_exported_game_is_imported_elsewhere(tmp_path: Path, game: str) -> None:
    exported = run(tmp_path, "export", game)
    assert exported.exit_code == 0
    document = json.loads(exported.stdout)
    (tmp_path / "friday.json").write_bytes(exported.stdout_bytes)
    imported = run(tmp_path / "elsewhere", "import", str(tmp_path / "friday.json"))
    copy = imported.stdout.strip()
    assert imported.exit_code == 0
    assert json.loads(run(tmp_path / "elsewhere", "export", copy).stdout) == {**document, "id": copy}
    assert "Zoë".encode() in exported.stdout_bytes


def test_the_score_sheet_is_exported_as_a_table(tmp_path: Path, game: str) -> None:
    result = run(tmp_path, "export", game, "--format", "csv")
    assert result.exit_code == 0
    assert result.stdout_bytes.startswith(b"deal,dealer,bidder,bid,trump,outcome,corrected,counts,A (Ann & Cal): meld,")
    assert result.stdout_bytes.count(b"\r\n") == 1


def test_a_game_is_imported_from_standard_input(tmp_path: Path, game: str) -> None:
    exported = run(tmp_path, "export", game).stdout
    for data in (tmp_path / "elsewhere", tmp_path):
        imported = run(data, "import", "-", text=exported)
        assert imported.exit_code == 0
    assert imported.stdout.strip() == game, "it is here already"


def test_a_game_that_does_not_exist_is_answered_with_those_that_do(tmp_path: Path, game: str) -> None:
    result = run(tmp_path, "export", "nowhere")
    assert result.exit_code == 2
    assert result.stderr == f"Error: there is no game 'nowhere' here; the games are {game} (Friday)\n"


def test_of_many_games_the_latest_are_named(tmp_path: Path) -> None:
    for _ in range(12):
        _write_game(tmp_path, to_entries((STARTED,), "Ann", AT))
    assert "and 2 more" in run(tmp_path, "export", "nowhere").stderr


UNFIT = [
    ("", "is no JSON that can be read"),
    ("[" * 100_000, "is no JSON that can be read"),
    ('{"format": "companion-game", "v": 1, "id": "Zr', "file.json is incomplete: a part of it is missing or damaged."),
    ('{\n  "format": "companion-games",\n  "v": 1,\n', "file.json is incomplete: a part of it is missing or damaged."),
    ("{}", 'with "format": "companion-game"'),
    ('{"format": "companion-game", "v": 7}', "version 7"),
]


@pytest.mark.parametrize(("text", "says"), UNFIT)
def test_a_file_that_is_no_game_is_refused(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "file.json").write_text(text)
    result = run(tmp_path, "import", str(tmp_path / "file.json"))
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = run(tmp_path, "import", str(tmp_path / "missing.json"))
    assert result.exit_code == 2
    assert "missing.json cannot be read: No such file" in result.stderr


def test_a_game_with_an_event_that_no_companion_knows_is_refused(tmp_path: Path, game: str) -> None:
    document = json.loads(run(tmp_path, "export", game).stdout)
    document["entries"][1]["kind"] = "CardsThrown"
    result = run(tmp_path, "import", "-", text=json.dumps(document))
    assert result.exit_code == 2
    assert "no event is called 'CardsThrown'" in result.stderr


def test_a_backup_is_a_whole_store(tmp_path: Path, game: str) -> None:
    copy = tmp_path / "copy" / "companion.db"
    assert run(tmp_path, "backup", str(copy)).exit_code == 0
    assert run(copy.parent, "export", game).stdout == run(tmp_path, "export", game).stdout
    again = run(tmp_path, "backup", str(copy))
    assert again.exit_code == 2
    assert "exists already" in again.stderr


def test_backups_in_a_folder_are_named_by_the_time_and_the_newest_are_kept(tmp_path: Path, game: str) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    old = [folder / f"companion-2026112{day}T030000Z.db" for day in (0, 1)]
    for file in old:
        file.write_text("")
    made = Path(run(tmp_path, "backup", "--to", str(folder), "--keep", "2").stdout.partition(":")[0])
    assert sorted(folder.iterdir()) == [old[1], made]
    for words in ((), ("a.db", "--to", str(folder)), ("a.db", "--keep", "2")):
        assert "give a new file; or --to DIR" in run(tmp_path, "backup", *words).stderr


def test_how_many_backups_are_kept_is_a_setting_where_nothing_is_typed(tmp_path: Path, game: str) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "companion-20261120T030000Z.db").write_text("")
    words = ["backup", "--to", str(folder), "--data", str(tmp_path)]
    made = CliRunner().invoke(main, words, env={"COMPANION_BACKUP_KEEP": "1"}).stdout.partition(":")[0]
    assert list(folder.iterdir()) == [Path(made)]


def test_a_backup_is_restored_and_what_was_there_is_set_aside(tmp_path: Path, game: str) -> None:
    run(tmp_path, "backup", str(tmp_path / "copy.db"))
    before = json.loads(run(tmp_path, "check", "--json").stdout)
    later = _write_game(tmp_path, to_entries((STARTED,), "Ann", AT))
    done = run(tmp_path, "restore", str(tmp_path / "copy.db"))
    assert (done.exit_code, "All is well with what was restored." in done.stdout) == (0, True)
    assert json.loads(run(tmp_path, "check", "--json").stdout) == before
    (aside,) = tmp_path.glob("before-restore-*.db")
    assert str(aside) in done.stdout
    shown = CliRunner().invoke(main, ["export", later, "--database", f"sqlite:{aside}"])
    assert json.loads(shown.stdout)["id"] == later


def test_while_the_games_are_served_nothing_is_restored(tmp_path: Path, game: str) -> None:
    run(tmp_path, "backup", str(tmp_path / "copy.db"))
    with the_only_server(Where(tmp_path)):
        done = run(tmp_path, "restore", str(tmp_path / "copy.db"))
    assert (done.exit_code, "another companion serves the games" in done.stderr) == (2, True)


def test_a_check_says_that_all_is_well_or_what_is_not(tmp_path: Path, game: str) -> None:
    assert run(tmp_path, "check").output == "All is well with 1 game.\n"
    broken = _write_game(tmp_path, [NewEntry("CardsThrown", {"v": 1}, "Ann", AT)])
    result = run(tmp_path, "check", "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["games"] == 2
    assert len(found["findings"]) == 1
    assert found["findings"][0].startswith(f"game {broken}: no event is called 'CardsThrown'")


def test_a_night_is_exported_with_its_games_counted_and_checked(tmp_path: Path, game: str) -> None:
    with closing(open_store(tmp_path)) as store:
        night = open_night(store, game)
    assert run(tmp_path, "check").output == "All is well with 1 game and 1 night.\n"
    assert json.loads(run(tmp_path, "check", "--json").stdout)["nights"] == 1
    refused = run(tmp_path, "export", night, "--format", "csv")
    assert (refused.exit_code, "is a night, which has no score sheet" in refused.stderr) == (2, True)
    exported = run(tmp_path, "export", night)
    assert exported.exit_code == 0
    for new in (1, 0):
        imported = run(tmp_path / "elsewhere", "import", "-", text=exported.stdout)
        assert imported.stdout == f"New here: {new} of 1 game, {new} of 1 night.\n"
    assert run(tmp_path / "elsewhere", "check").output == "All is well with 1 game and 1 night.\n"
    with closing(sqlite3.connect(tmp_path / "companion.db")) as loose, loose:
        loose.execute("update night_entry set body = replace(body, '310', '410')")
    found = run(tmp_path, "check")
    assert found.exit_code == 1
    assert f"night {night} (Thursday): entry 8 is not as it was sealed" in found.stdout


@pytest.mark.parametrize(
    "damage",
    [
        "update game set options = '{'",
        "update entry set body = replace(body, '\"dealer\":0', '\"dealer\":77')",
        "update entry set kind = 'CardsThrown' where seq = 2",
        "delete from entry",
    ],
)
@pytest.mark.parametrize("words", [("check",), ("export", "{game}", "--format", "csv"), ("export", "nowhere")])
def test_a_damaged_game_is_answered_in_a_sentence(
    tmp_path: Path, game: str, damage: str, words: tuple[str, ...]
) -> None:
    with closing(sqlite3.connect(tmp_path / "companion.db")) as loose, loose:
        loose.execute(damage)
    result = run(tmp_path, *(word.format(game=game) for word in words))
    assert result.exit_code in (1, 2)
    assert result.output.startswith(f"game {game}: " if words == ("check",) else "Error: ")


@pytest.mark.parametrize("words", [("export", "x"), ("backup", "copy.db"), ("check",)])
def test_a_folder_without_games_is_named_and_not_made(tmp_path: Path, words: tuple[str, ...]) -> None:
    result = run(tmp_path / "empty", *words)
    assert result.exit_code == 2
    assert "there are no games in" in result.stderr
    assert not (tmp_path / "empty").exists()


def _write_house(data: Path, house: HouseVariant) -> str:
    store = open_store(data)
    house_id = store.houses.add(house, AT).id
    store.close()
    return house_id


def test_an_exported_house_variant_is_imported_elsewhere(tmp_path: Path) -> None:
    house = _write_house(tmp_path, MARY)
    exported = run(tmp_path, "export", house)
    (tmp_path / "mary.json").write_bytes(exported.stdout_bytes)
    imported = run(tmp_path / "elsewhere", "import", str(tmp_path / "mary.json"))
    assert imported.exit_code == 0
    assert run(tmp_path / "elsewhere", "export", imported.stdout.strip()).stdout == exported.stdout
    again = run(tmp_path / "elsewhere", "import", str(tmp_path / "mary.json"))
    assert again.stdout == imported.stdout


def test_a_house_variant_has_no_score_sheet(tmp_path: Path) -> None:
    refused = run(tmp_path, "export", _write_house(tmp_path, MARY), "--format", "csv")
    assert refused.exit_code == 2
    assert "is a house variant, which has no score sheet" in refused.stderr


def test_a_house_variant_that_no_longer_holds_is_found(tmp_path: Path) -> None:
    house = _write_house(tmp_path, HouseVariant("Old ways", "site", {"play.haed": "never"}))
    checked = run(tmp_path, "check")
    assert checked.exit_code == 1
    assert f"house variant {house} (Old ways): no such option: 'play.haed'" in checked.stdout


def test_everything_is_copied_into_another_database_and_back(tmp_path: Path, game: str, postgres: str) -> None:
    ours, back = f"sqlite:{tmp_path / 'companion.db'}", f"sqlite:{tmp_path / 'back.db'}"
    there = CliRunner().invoke(main, ["copy", "--from", ours, "--to", postgres])
    assert there.exit_code == 0
    assert "game: 1\nentry: 2\n" in there.output
    assert CliRunner().invoke(main, ["copy", "--from", postgres, "--to", back]).exit_code == 0
    checks = [CliRunner().invoke(main, ["check", "--json", "--database", each]) for each in (ours, postgres, back)]
    assert [check.exit_code for check in checks] == [0, 0, 0]
    (said,) = {check.output for check in checks}
    assert json.loads(said)["games"] == 1
    assert json.loads(said)["digest"] in there.output
    again = CliRunner().invoke(main, ["copy", "--from", ours, "--to", postgres])
    assert (again.exit_code, "is not empty: a copy overwrites nothing" in again.output) == (2, True)


def test_games_are_exported_out_of_the_database_that_the_environment_names(
    tmp_path: Path, game: str, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    CliRunner().invoke(main, ["copy", "--from", f"sqlite:{tmp_path / 'companion.db'}", "--to", postgres])
    monkeypatch.setenv("COMPANION_DATABASE_URL", postgres)
    assert json.loads(CliRunner().invoke(main, ["export", game]).stdout)["id"] == game
    assert "there are no games in" in run(tmp_path / "elsewhere", "export", game).output


@pytest.mark.parametrize(
    ("data", "database", "environ", "found"),
    [
        ("games", None, {"COMPANION_DATABASE_URL": "b"}, Where(Path("games"), "")),
        (None, "a", {"COMPANION_DATABASE_URL": "b"}, Where(None, "a")),
        (None, None, {"COMPANION_DATABASE_URL": "b", "COMPANION_DATABASE_URL_FILE": "nowhere"}, Where(None, "b")),
        (None, None, {}, Where()),
    ],
)
def test_what_was_typed_goes_before_the_environment(
    data: str | None, database: str | None, environ: dict[str, str], found: Where
) -> None:
    assert find_where(Path(data) if data else None, database, environ) == found


def test_the_address_of_a_database_may_lie_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "address"
    file.write_text("postgresql://club@db/games\n", encoding="utf-8")
    assert find_where(None, None, {"COMPANION_DATABASE_URL_FILE": str(file)}) == Where(
        None, "postgresql://club@db/games"
    )
    with pytest.raises(UserError, match="COMPANION_DATABASE_URL_FILE names nowhere"):
        find_where(None, None, {"COMPANION_DATABASE_URL_FILE": "nowhere"})


def test_two_places_for_the_same_games_are_refused(tmp_path: Path) -> None:
    result = run(tmp_path, "check", "--database", "sqlite:games.db")
    assert (result.exit_code, "give one of them" in result.output) == (2, True)


@pytest.mark.parametrize("refused", ["os.access", "pathlib.Path.exists"])
def test_a_file_that_may_not_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: str) -> None:
    """Neither the file nor its folder is closed to root, so the system's answer is made up."""
    open_store(tmp_path).close()

    def refuse(path: object, *_: object) -> bool:
        if refused == "os.access":
            return False
        raise PermissionError(errno.EACCES, "Permission denied", path)

    monkeypatch.setattr(refused, refuse)
    asked = CliRunner().invoke(main, ["check", "--database", f"sqlite:{tmp_path / 'companion.db'}"])
    assert (asked.exit_code, asked.stdout) == (2, "")
    assert "can't be used now: it may not be read. Run this as its owner or as root." in asked.stderr
