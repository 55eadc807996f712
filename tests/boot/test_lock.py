"""The lock: complete, of one piece, and the same wherever it was made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import tomli
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from boot.console import SetUpError
from boot.environment import INPUTS
from boot.install import BUILD, ROOT, USE, lock_files, require_wheels
from boot.renew_lock import EDITABLE, FILES, PYTHONS

PROJECT = tomli.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = dict(PROJECT["project"]["optional-dependencies"])
PHOTOS = EXTRAS.pop("photos")
"""A checkout always reads photos: each file of the lock has them."""
ASKED = {
    USE: [*PROJECT["project"]["dependencies"], *PHOTOS],
    **{
        USE.with_name(f"{extra}.txt"): [*PROJECT["project"]["dependencies"], *PHOTOS, *EXTRAS[extra]]
        for extra in EXTRAS
    },
    BUILD: [*PROJECT["build-system"]["requires"], EDITABLE],
}
SYSTEMS = [
    {"sys_platform": "linux", "os_name": "posix", "platform_system": "Linux", "platform_machine": "x86_64"},
    {"sys_platform": "linux", "os_name": "posix", "platform_system": "Linux", "platform_machine": "aarch64"},
    {"sys_platform": "darwin", "os_name": "posix", "platform_system": "Darwin", "platform_machine": "x86_64"},
    {"sys_platform": "darwin", "os_name": "posix", "platform_system": "Darwin", "platform_machine": "arm64"},
    {"sys_platform": "win32", "os_name": "nt", "platform_system": "Windows", "platform_machine": "AMD64"},
]


def environments() -> Iterator[dict[str, str]]:
    """Every Python on every system that the lock is for, as markers see it."""
    for python in PYTHONS:
        for system in SYSTEMS:
            version = {"python_version": python, "python_full_version": f"{python}.9"}
            cpython = {"implementation_name": "cpython", "platform_python_implementation": "CPython"}
            yield {**{key: str(value) for key, value in default_environment().items()}, **version, **cpython, **system}


@cache
def locked(path: Path) -> dict[str, list[str]]:
    """The hashes of each requirement in a file of the lock, by the requirement as it is written."""
    blocks = re.split(r"\n(?=\S)", path.read_text(encoding="utf-8").replace("\\\n", ""))
    lines = [block.split("--hash=") for block in blocks if not block.startswith("#")]
    return {requirement.strip(): [each.strip() for each in hashes] for requirement, *hashes in lines}


@cache
def requirements(path: Path) -> list[Requirement]:
    """The requirements in a file of the lock."""
    return [Requirement(line) for line in locked(path)]


def installed(path: Path, environment: dict[str, str]) -> dict[str, set[str]]:
    """The versions that a file of the lock would install there, by the library's name."""
    found: dict[str, set[str]] = {}
    for requirement in requirements(path):
        if requirement.marker is None or requirement.marker.evaluate(environment):
            (pin,) = requirement.specifier
            found.setdefault(canonicalize_name(requirement.name), set()).add(pin.version)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_library_is_pinned_with_its_hashes_and_names_no_address(path: Path) -> None:
    for requirement, hashes in locked(path).items():
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+( ; [^/@]+)?", requirement)
        assert hashes
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes)
    assert "://" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_pyproject_asks_for_is_locked_for_every_python_and_system(path: Path) -> None:
    for environment in environments():
        versions = installed(path, environment)
        for asked in map(Requirement, ASKED[path]):
            if asked.marker is None or asked.marker.evaluate(environment):
                (version,) = versions[canonicalize_name(asked.name)]
                assert asked.specifier.contains(version), f"renew the lock: {asked} is locked as {version}"


def test_the_files_of_the_lock_say_the_same_of_each_library() -> None:
    for environment in environments():
        together: dict[str, set[str]] = {}
        for path in FILES:
            for name, versions in installed(path, environment).items():
                together.setdefault(name, set()).update(versions)
        assert [name for name, versions in together.items() if len(versions) != 1] == []


def test_every_extra_has_its_file_and_every_file_is_part_of_the_stamp() -> None:
    assert {path.stem for path in FILES} == {"use", "build", *EXTRAS}
    assert set(FILES) == set(USE.parent.glob("*.txt"))
    assert set(FILES) <= set(INPUTS)


def test_only_training_fetches_pytorch() -> None:
    with_torch = [path.stem for path in FILES if any(name.startswith("torch==") for name in locked(path))]

    assert with_torch == ["train"]


def test_an_extra_brings_what_the_companion_itself_needs() -> None:
    assert [path.stem for path in lock_files(())] == ["use"]
    assert [path.stem for path in lock_files(("dev", "train"))] == ["dev", "train"]
    for environment in environments():
        needed = installed(USE, environment).keys()
        assert all(needed <= installed(path, environment).keys() for path in lock_files(tuple(EXTRAS)))


def test_the_arm_python_of_windows_is_told_which_python_to_take() -> None:
    require_wheels("win-amd64")
    with pytest.raises(SetUpError, match=r"Install its 64-bit \(x64\) Python instead"):
        require_wheels("win-arm64")
