"""The command line of bootstrap.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

import pytest

from boot import commands, environment
from boot.commands import extras_for, main
from boot.console import SetUpError


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The checks that were run, of which mypy fails; nothing is set up."""
    done: list[str] = []

    def run_check(argv: Sequence[str], env: Mapping[str, str], said: TextIO | None = None) -> int:
        print(argv[0], file=said)
        done.append(" ".join(argv))
        return int(argv[0] == "mypy")

    monkeypatch.setattr(environment, "prepare", lambda machine, **_: None)
    monkeypatch.setattr(commands, "missing", list)
    monkeypatch.setattr(commands, "ensure_chromium", lambda machine: Path("chromium"))
    monkeypatch.setattr(commands, "ensure_postgres", lambda machine: Path("bin"))
    monkeypatch.setattr(commands, "ensure_caddy", lambda machine: Path("caddy"))
    monkeypatch.setattr(commands, "ensure_engines", lambda machine: None)
    monkeypatch.setattr(commands, "run_check", run_check)
    return done


@pytest.mark.parametrize(("arguments", "status"), [([], 0), (["--help"], 0), (["run"], 2)])
def test_what_is_no_command_is_answered_with_the_commands(
    arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == status

    usage = capsys.readouterr().out
    assert all(f"bootstrap.py {command}" in usage for command in ("serve", "test", "setup", "renew", "audit"))


def test_every_check_runs_though_one_fails_and_is_shown_after_the_tests_beside_which_it_ran(
    runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in ([], ["--thorough"]):
        assert main(["test", *arguments]) == 1

        checks = [run for run in runs if not run.startswith("pytest")]
        assert [run.split()[0] for run in checks] == ["ruff", "ruff", "mypy", "lint-imports"]
        assert {*runs} - {*checks} == {" ".join(["pytest", *commands.EVERYTHING, *arguments])}
        shown = capsys.readouterr().out.split("\n")
        assert [line for line in shown if line] == ["pytest", "ruff", "ruff", "mypy", "lint-imports", "Failed: mypy"]
        runs.clear()


def test_whoever_names_tests_gets_these_and_no_checks(runs: list[str]) -> None:
    assert main(["test", "tests/rules", "-x", "--thorough"]) == 0

    assert runs == ["pytest tests/rules -x --thorough"]


def test_a_renewed_lock_is_tested_at_once(runs: list[str]) -> None:
    main(["renew", "tests/rules"])

    assert runs == ["python -m boot.renew_lock", "pytest tests/rules"]


def test_a_lock_that_cannot_be_renewed_is_not_tested(runs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(argv: Sequence[str], env: Mapping[str, str]) -> int:
        runs.append(" ".join(argv))
        return 1

    monkeypatch.setattr(commands, "run_check", fail)

    assert main(["renew"]) == 1
    assert runs == ["python -m boot.renew_lock"]


@pytest.mark.parametrize(("found", "status"), [((0, 0), 0), ((0, 3), 3), ((1, 3), 1), ((0, 1), 1)])
def test_an_audit_asks_of_the_code_and_of_the_libraries_and_a_hole_goes_before_what_is_not_known(
    runs: list[str], monkeypatch: pytest.MonkeyPatch, found: tuple[int, int], status: int
) -> None:
    def run_check(argv: Sequence[str], env: Mapping[str, str]) -> int:
        runs.append(argv[0])
        return found[len(runs) - 1]

    monkeypatch.setattr(commands, "run_check", run_check)

    assert main(["audit"]) == status
    assert runs == ["bandit", "python"]


def test_what_is_lacking_is_said_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lack(machine: object, **_: object) -> None:
        raise SetUpError("Type this: sudo apt-get install -y python3.11-venv")

    monkeypatch.setattr(environment, "prepare", lack)

    assert main(["setup"]) == 1
    assert capsys.readouterr().err == "Type this: sudo apt-get install -y python3.11-venv\n"


def test_ctrl_c_ends_set_up_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(machine: object, **_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(environment, "prepare", interrupt)

    assert main(["setup"]) == 130
    assert "The same command takes it up again." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "environ", "extras"),
    [
        ([], {}, ()),
        (["--data", "games"], {"COMPANION_DATABASE_URL": "sqlite:games.db"}, ()),
        (["--database", "postgresql://club@db/games"], {}, ("postgres",)),
        ([], {"COMPANION_DATABASE_URL": "postgresql://club@db/games"}, ("postgres",)),
        ([], {"COMPANION_DATABASE_URL_FILE": "/run/secrets/database"}, ("postgres",)),
        (["postgres"], {}, ("postgres",)),
        (["server"], {}, ("server",)),
        (["server", "postgres"], {}, ("server", "postgres")),
    ],
)
def test_the_libraries_for_postgresql_and_for_a_server_are_fetched_where_they_are_asked_for(
    arguments: list[str], environ: dict[str, str], extras: tuple[str, ...]
) -> None:
    assert extras_for(arguments, environ) == extras


def test_setup_refuses_a_word_that_it_does_not_know_and_sets_nothing_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment, "prepare", lambda *_, **__: pytest.fail("it was set up"))

    assert main(["setup", "server", "nosuch"]) == 2
    assert capsys.readouterr().err == "setup knows no 'nosuch'; it takes server and postgres, or nothing.\n"
