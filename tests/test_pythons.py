"""Every promised Python that this machine has starts the companion: a deal, a night and a photo are tried under it."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest
import tomli
from packaging.markers import Marker
from packaging.tags import Tag, cpython_tags, parse_tag

from boot.environment import VENV
from boot.install import LOCKED, ROOT, USE
from boot.postgres import in_ci
from boot.renew_lock import PYTHONS
from companion.browser.build import LIBRARIES
from companion.notices import of_modules
from companion.vision.samples import find_sample
from tests.libraries import copy_library
from tests.one_evening import SAMPLE

OLDEST, *NEWER = PYTHONS
# Where Pythons lie that are not on PATH: pyenv's, uv's, Homebrew's, those of python.org and of deadsnakes or a system.
FOLDERS = (
    ".pyenv/versions/{}.*/bin",
    ".local/share/uv/python/cpython-{}.*/bin",
    "/opt/homebrew/opt/python@{}/bin",
    "/usr/local/opt/python@{}/bin",
    "/Library/Frameworks/Python.framework/Versions/{}/bin",
    "/usr/local/bin",
    "/usr/bin",
)
PINNED = re.compile(r"^(?P<name>[\w-]+)==(?P<version>\S+)(?: ; (?P<only>.+))? \\\n(?:    --hash=.+\n)+", re.MULTILINE)
"""A library in a file of the lock; ``only`` says for which Python it is."""
FOR = re.compile(r"^Tag: (.+)$", re.MULTILINE)
ROOMS_WITHOUT_LIBRARIES = "import companion.night.judge, companion.figures.gather, companion.game.view, companion.rules"


def pythons(version: str) -> Iterator[str]:
    """Programs that should be Python of this version, likeliest first."""
    name = f"python{version}"
    if on_path := shutil.which(name):
        yield on_path
    for pattern in FOLDERS:
        folder = Path.home() / pattern.format(version)
        for found in sorted(Path(folder.anchor).glob(f"{folder.relative_to(folder.anchor)}/{name}")):
            yield str(found)


def find_python(version: str) -> str | None:
    """A Python of this version on this machine; pyenv leaves names on PATH that start nothing."""
    if version == "{}.{}".format(*sys.version_info):
        return sys.executable
    says = "import sys; print('{}.{}'.format(*sys.version_info))"
    for program in pythons(version):
        ran = subprocess.run([program, "-c", says], capture_output=True, text=True, check=False)
        if ran.stdout.strip() == version:
            return program
    return None


def libraries_for(python: str, version: str) -> Path | None:
    """A folder with the locked libraries for another Python, made once; None where they can't be had.

    Of those whose locked wheel is one for every Python, the files are those of this environment: only the others are
    fetched.
    """
    locked = USE.read_text(encoding="utf-8")
    folder = VENV / "pythons" / f"{version}-{hashlib.sha256(locked.encode()).hexdigest()[:12]}"
    if folder.exists():
        return folder
    made = folder.with_suffix(".part")  # a fetching that was cut short must not pass for a whole one
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    rest = made / "rest.txt"
    rest.write_text(PINNED.sub(lambda each: "" if fits(each, version) else each[0], locked), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "install", "--quiet"]
    if subprocess.run([*pip, *LOCKED, "--target", made, "-r", rest], check=False).returncode:
        return None
    for library in PINNED.finditer(locked):
        if fits(library, version):
            copy_library(library["name"], made, os.link)
    made.rename(folder)
    return folder


def fits(library: re.Match[str], version: str) -> bool:
    """Whether the locked wheel of a library is in this environment, and is the one for another Python, too."""
    if library["only"] and not Marker(library["only"]).evaluate({"python_full_version": f"{version}.0"}):
        return False
    try:
        found = metadata.distribution(library["name"])
    except metadata.PackageNotFoundError:
        return False
    tags = {tag for line in FOR.findall(found.read_text("WHEEL") or "") for tag in parse_tag(line)}
    theirs = {Tag("py3", "none", "any"), *cpython_tags(tuple(map(int, version.split("."))), ["abi3"])}
    return found.version == library["version"] and not tags.isdisjoint(theirs)


def environment(libraries: Path) -> dict[str, str]:
    """An environment with this checkout and with libraries of another Python."""
    path = os.pathsep.join((str(ROOT), str(libraries)))
    return {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def start(version: str, folder: Path) -> None:
    """Spend an evening with a Python; at least import what needs no library, where the libraries can't be had."""
    python = find_python(version)
    if python is None:
        pytest.skip(f"This machine has no Python {version}.")
    libraries = folder if python == sys.executable else libraries_for(python, version)
    if libraries is None:
        only_tomli = folder / "libraries"
        copy_tomli(only_tomli)
        subprocess.run([python, "-c", ROOMS_WITHOUT_LIBRARIES], env=environment(only_tomli), check=True)
        pytest.skip(f"The libraries for Python {version} can't be fetched; what needs none was imported.")
    argv = [python, "-m", "tests.one_evening", str(folder)]
    came = json.loads(subprocess.run(argv, env=environment(libraries), check=True, stdout=subprocess.PIPE).stdout)
    assert came == {
        "scores": {"A": 300, "B": 150},
        "tables": 2,
        "cards": sorted(str(card) for card in find_sample(SAMPLE).cards),
        "carried": sorted({each.metadata["Name"] for each in of_modules(LIBRARIES)}),
    }


def copy_tomli(folder: Path) -> None:
    """Copy tomli's plain Python, which the rules' texts are read with before Python 3.11."""
    spec = find_spec("tomli")
    assert spec is not None and spec.origin is not None
    shutil.copytree(Path(spec.origin).parent, folder / "tomli", ignore=shutil.ignore_patterns("*.so", "*.pyd"))


@pytest.mark.thorough
@pytest.mark.parametrize("version", PYTHONS)
def test_an_evening_is_played_under_every_python_that_this_machine_has(version: str, tmp_path: Path) -> None:
    start(version, tmp_path)


@pytest.mark.thorough
def test_the_oldest_promised_python_is_there_where_nothing_may_be_left_out() -> None:
    if find_python(OLDEST) is None:
        (pytest.fail if in_ci(os.environ) else pytest.skip)(f"Install Python {OLDEST}: the README promises it.")


def test_the_oldest_python_that_is_tried_is_the_one_that_is_promised() -> None:
    project = tomli.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert project["project"]["requires-python"] == f">={OLDEST}"
    assert f"Python {OLDEST} or newer (tested up to {NEWER[-1]})" in readme


def test_no_alias_of_a_type_is_text_that_python_3_10_would_not_resolve() -> None:
    """A name inside ``"tuple[Side, ...]"`` is looked up by Python 3.11 and later, and by Python 3.10 never."""
    aliases = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in (ROOT / "companion").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).endswith("TypeAlias")
        if isinstance(node.value, ast.Constant)
    ]

    assert aliases == []
