"""What set-up decides about the environment that it finds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from boot import environment
from boot.console import SetUpError
from boot.environment import Plan, Stamp, plan, prepare, read_stamp, wanted_stamp, write_stamp
from boot.machine import Machine

WANTED = Stamp(home="cpython 3.11.7 in /here", inputs="abc", extras=())
DEV = replace(WANTED, extras=("dev",))
MACHINE = Machine(manager=None, is_root=False, may_ask=False, is_ubuntu=False)


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What set-up did, step by step; the steps themselves are left out, and the stamp is kept in a fresh folder."""
    done: list[str] = []
    monkeypatch.setattr(environment, "STAMP", tmp_path / "stamp.json")
    monkeypatch.setattr(environment, "is_whole", lambda: True)
    monkeypatch.setattr(environment, "create", lambda machine, also: done.append("create"))
    monkeypatch.setattr(
        environment, "install_locked", lambda python, extras: done.append(f"install {','.join(extras)}")
    )
    return done


@pytest.mark.parametrize(
    ("found", "wanted", "is_whole", "expected"),
    [
        pytest.param(WANTED, WANTED, True, Plan.KEEP, id="the same"),
        pytest.param(DEV, WANTED, True, Plan.KEEP, id="more extras than are wanted"),
        pytest.param(WANTED, DEV, True, Plan.UPDATE, id="an extra is missing"),
        pytest.param(replace(WANTED, inputs="old"), WANTED, True, Plan.UPDATE, id="pyproject.toml has changed"),
        pytest.param(replace(WANTED, home="elsewhere"), WANTED, True, Plan.BUILD, id="another Python, or moved"),
        pytest.param(None, WANTED, True, Plan.BUILD, id="none, or one that was cut short"),
        pytest.param(WANTED, WANTED, False, Plan.BUILD, id="something was taken away"),
    ],
)
def test_the_plan_follows_from_the_stamp(found: Stamp | None, wanted: Stamp, is_whole: bool, expected: Plan) -> None:
    assert plan(found, wanted, is_whole) is expected


def test_a_stamp_changes_with_each_file_that_says_what_to_install(tmp_path: Path) -> None:
    inputs = [tmp_path / "pyproject.toml", tmp_path / "hatch_build.py"]
    stamps = set()
    for contents in [("a", "b"), ("A", "b"), ("a", "B"), ("ab", "")]:
        for path, content in zip(inputs, contents, strict=True):
            path.write_text(content, encoding="utf-8")
        stamps.add(wanted_stamp((), inputs))

    assert len(stamps) == 4


def test_a_stamp_is_the_same_for_the_same_files(tmp_path: Path) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_text("[project]", encoding="utf-8")

    assert wanted_stamp(("dev",), [path]) == wanted_stamp(("dev",), [path])


def test_a_stamp_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_stamp(DEV, tmp_path / "stamp.json")

    assert read_stamp(tmp_path / "stamp.json") == DEV


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"home": 1}', '{"home": "x", "inputs": "y", "extras": null}']
)
def test_a_damaged_stamp_counts_as_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "stamp.json").write_text(content, encoding="utf-8")

    assert read_stamp(tmp_path / "stamp.json") is None


def test_a_missing_stamp_counts_as_none(tmp_path: Path) -> None:
    assert read_stamp(tmp_path / "stamp.json") is None


def test_a_second_set_up_has_nothing_to_do(steps: list[str]) -> None:
    prepare(MACHINE)
    prepare(MACHINE)

    assert steps == ["create", "install "]


def test_what_was_asked_for_once_stays_asked_for(steps: list[str]) -> None:
    prepare(MACHINE, extras=("dev",))
    changed = replace(wanted_stamp(("dev",)), inputs="before a change")
    write_stamp(changed, environment.STAMP)
    prepare(MACHINE)

    assert steps == ["create", "install dev", "install dev"]


def test_a_set_up_that_is_cut_short_starts_afresh_the_next_time(
    steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(MACHINE)
    with monkeypatch.context() as cut_short:
        cut_short.setattr(environment, "install_locked", fail)
        with pytest.raises(SetUpError):
            prepare(MACHINE, extras=("dev",))
    prepare(MACHINE)

    assert steps == ["create", "install ", "create", "install "]


@pytest.mark.parametrize("stamped", [pytest.param(False, id="none yet"), pytest.param(True, id="of another state")])
def test_another_users_checkout_is_refused_in_one_sentence_and_left_as_it_is(
    steps: list[str], monkeypatch: pytest.MonkeyPatch, stamped: bool
) -> None:
    if stamped:
        write_stamp(replace(WANTED, inputs="before a change"), environment.STAMP)
    monkeypatch.setattr("os.access", lambda path, mode: False)

    with pytest.raises(SetUpError, match=r"You may not write to .*into a folder of your own"):
        prepare(MACHINE)
    assert steps == []
    assert environment.STAMP.exists() == stamped


def test_an_environment_that_this_user_may_not_look_into_is_not_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: object, **_: object) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("os.stat", refuse)
    monkeypatch.setattr(environment, "VENV", tmp_path)

    assert not environment.is_whole()


def fail(python: Path, extras: tuple[str, ...]) -> None:
    """Stands for an installation that loses the network."""
    raise SetUpError("no network")
