"""The commands are found, listed and refused as a person at a terminal expects."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from companion import __version__
from companion.cli import main
from companion.cli.commands import UserError
from companion.cli.serve import make_app
from companion.cli.where import Where

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
OF_THE_GAMES = (
    *("serve", "host", "config", "setup", "health", "reader", "read"),
    *("export", "import", "backup", "restore", "copy", "check"),
)
HEAVY = ("flask", "cv2", "numpy", "sqlite_utils", "PIL", "companion.rules", "companion.store", "companion.web")


def test_the_list_of_commands_is_told_without_importing_any() -> None:
    script = (
        "from companion.cli import main; import sys; main(['--help'], standalone_mode=False); print([*sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    listed, modules = run.stdout.rsplit("\n", 2)[:2]
    assert "serve" in listed
    assert [name for name in HEAVY if repr(name) in modules] == []


def test_without_a_word_the_commands_are_listed() -> None:
    bare, asked = CliRunner().invoke(main, []), CliRunner().invoke(main, ["--help"])
    assert (bare.exit_code, bare.output) == (0, asked.output)


@pytest.mark.parametrize("name", main.entrances)
def test_each_line_of_the_list_is_how_the_command_explains_itself(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.help is not None
    assert command.name == name
    assert command.help.startswith(main.entrances[name].says.rstrip("."))
    assert CliRunner().invoke(main, [name, "--help"]).exit_code == 0


@pytest.mark.parametrize("name", main.entrances)
def test_every_command_is_documented(name: str) -> None:
    assert f"companion {name}" in _docs()


@pytest.mark.parametrize("name", OF_THE_GAMES)
def test_every_option_about_games_and_photographs_is_documented(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    options = {word for option in command.params if isinstance(option, click.Option) for word in option.opts}
    assert [option for option in sorted(options) if option not in _docs()] == []


@pytest.mark.parametrize("name", main.entrances)
def test_only_the_commands_that_the_docs_name_end_with_status_1(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.callback is not None
    ends_with_1 = bool(re.search(r"sys\.exit\(1\b", inspect.getsource(inspect.unwrap(command.callback))))
    (row,) = re.findall(r"^\| 1 \|.*$", (DOCS / "running.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert (f"`companion {name}`" in row) == ends_with_1 == ("end with status 1" in (command.help or ""))


def _docs() -> str:
    return "\n".join(page.read_text(encoding="utf-8") for page in DOCS.glob("*.md"))


def test_the_version_is_told() -> None:
    assert CliRunner().invoke(main, ["--version"]).output == f"companion {__version__}\n"


MISTAKES = [
    (["shuffle"], "No such command 'shuffle'"),
    (["backup"], "Missing argument 'FILE'"),
    (["serve", "--port", "many"], "'many' is not a valid integer range"),
    (["serve", "--port", "5060"], "browsers refuse to open port 5060; choose another"),
    (["export", "x", "--format", "pdf"], "'pdf' is not one of"),
    (["read"], "Missing argument 'PHOTO…'"),
]


@pytest.mark.parametrize(("words", "says"), MISTAKES, ids=[" ".join(words) for words, _ in MISTAKES])
def test_a_mistake_is_one_line_on_standard_error_and_status_2(words: list[str], says: str) -> None:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert says in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_mistake_is_json_where_json_was_asked_for() -> None:
    result = CliRunner().invoke(main, ["check", "--json", "--data", "/nowhere/at/all"])
    assert result.exit_code == 2
    assert "there are no games in" in json.loads(result.stdout)["error"]


def test_a_frozen_program_that_is_started_as_the_reader_does_its_work_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def serve_reader() -> None:
        raise SystemExit("read")

    monkeypatch.setattr("multiprocessing.freeze_support", serve_reader)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert CliRunner().invoke(main, ["--help"]).output == "read\n"


COMPANION = [sys.executable, "-m", "companion"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize(
    "words", [["--version"], ["trick", "--trump", "H", "AS"], ["trick", "--json", "ZZ"], ["shuffle", "--json"]]
)
def test_a_full_output_is_one_line_on_standard_error_and_status_2(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        run = subprocess.run([*COMPANION, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (run.returncode, run.stderr.count("\n")) == (2, 1)
    assert run.stderr.startswith("Error: standard output can’t be written to: ")


@pytest.mark.skipif(sys.platform == "win32", reason="started by a POSIX shell")
@pytest.mark.parametrize("words", ["--version", "trick --trump H AS"])
def test_a_closed_output_is_said_before_anything_is_done(words: str) -> None:
    run = subprocess.run(
        ["sh", "-c", f'"$@" {words} >&-', "sh", *COMPANION], stderr=subprocess.PIPE, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (2, "Error: standard output can’t be written to: it is closed\n")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGPIPE")
def test_a_command_that_nobody_reads_any_longer_ends_as_other_programs_do() -> None:
    with subprocess.Popen(
        [*COMPANION, "trick", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        assert run.stdin and run.stdout and run.stderr
        run.stdout.close()
        run.stdin.write(b"{}\n")
        run.stdin.close()
        assert (run.wait(), run.stderr.read()) == (141, b"")


def test_the_package_runs_as_a_module_and_says_what_to_run_where_its_libraries_are_missing() -> None:
    def said(*options: str) -> tuple[int, str]:
        words = [sys.executable, *options, "-m", "companion", "--version"]
        run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        return run.returncode, run.stdout or run.stderr

    assert said() == (0, f"companion {__version__}\n")
    status, error = said("-S")
    assert (status, error.count("\n")) == (1, 1)
    assert "There is no library click. In a checkout, `python3 bootstrap.py setup` puts it there" in error


def test_a_checkout_that_is_not_set_up_is_told_to_set_it_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.shipped.shipped", lambda folder: tmp_path / folder)
    with pytest.raises(UserError, match=r"There is no \S+ in \S+vendor\. In a checkout, `python3 bootstrap.py setup`"):
        make_app(Where(tmp_path), READS=True, HERE_ONLY=True)
