"""The wheel, as somebody gets it who has never seen the checkout."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion.browser.build import SHELL, WORKER
from companion.notices import scripts
from companion.shipped import FOLDERS
from hatch_build import CompanionMetadataHook
from tests.conftest import PATIENCE_SECONDS
from tests.libraries import copy_library

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parent.parent
# A plain installation has no driver for PostgreSQL.
SERVES = "import sys; sys.modules.update(psycopg=None, psycopg_pool=None); from companion.cli import main; main()"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source archive of this checkout, by the build tools of the environment: offline."""
    folder = tmp_path_factory.mktemp("dist")
    offline = ["--no-isolation", "--skip-dependency-check"]
    subprocess.run([sys.executable, "-m", "build", *offline, "--outdir", folder, ROOT], check=True)
    assert [path.name for path in folder.glob("*.tar.gz")]
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    """The files in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel is installed; the libraries stay the environment's."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--target", folder, wheel], check=True)
    return folder


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and the libraries that it asks for, and no others, as pipx makes one."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    python = programs / "python"
    offline = ["install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([sys.executable, "-m", "pip", "--python", python, *offline, wheel], check=True)
    site = Path(subprocess.run([python, "-c", SITE], check=True, capture_output=True, text=True).stdout.strip())
    (installed,) = metadata.distributions(name="pinochle-companion", path=[str(site)])
    for library in needed(installed):
        copy_library(library, site)
    return programs


SITE = "import sysconfig; print(sysconfig.get_path('purelib'))"


def needed(package: metadata.Distribution) -> set[str]:
    """The libraries that a package asks for, and that these ask for, without any extra."""
    found: set[str] = set()
    waiting = list(package.requires or ())
    while waiting:
        asked = Requirement(waiting.pop())
        name = canonicalize_name(asked.name)
        if name not in found and (asked.marker is None or asked.marker.evaluate({"extra": ""})):
            found.add(name)
            waiting.extend(metadata.requires(name) or ())
    return found


def files_under(folder: Path) -> Iterator[Path]:
    """Every file that is kept in a folder, leaving out what Python caches there."""
    return (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def environment_of(installed: Path) -> dict[str, str]:
    """An environment in which the installed wheel goes before the editable checkout."""
    return {**os.environ, "PYTHONPATH": str(installed), "PYTHONUTF8": "1"}


@contextmanager
def serving(program: Sequence[str | Path], folder: Path, env: dict[str, str]) -> Iterator[str]:
    """The address of an installed companion, started in ``folder`` and stopped afterwards."""
    argv = [*program, "serve", "--host", "127.0.0.1", "--port", "0", "--data", folder / "data"]
    with subprocess.Popen(
        argv, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        try:
            printed = process.stdout.readline()
            address = re.search(r"http://\S+", printed)
            assert address, printed + process.stdout.read()
            yield address.group().rstrip("/")
        finally:
            process.terminate()


def first_page(address: str) -> str:
    """The home page, asked for until the server that has just announced itself takes connections."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return str(urllib.request.urlopen(address + "/").read(), "utf-8")
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError) or time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def test_every_file_of_the_package_is_in_the_wheel(names: set[str]) -> None:
    expected = {path.relative_to(ROOT).as_posix() for path in files_under(ROOT / "companion")}

    assert expected - names == set()


def test_what_set_up_fetched_is_in_the_wheel(names: set[str]) -> None:
    vendor = "companion/static/vendor"

    scripts = {"htmx-2.0.10.min.js", "htmx-ext-sse-2.2.4.min.js", "lucide-1.23.0.svg"}
    assert {f"{vendor}/{name}" for name in scripts} <= names


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_that_holds_no_python_is_in_the_wheel(names: set[str], folder: str) -> None:
    shipped = {f"companion/{path.relative_to(ROOT).as_posix()}" for path in files_under(ROOT / folder)}

    assert shipped
    assert shipped - names == set()


def test_the_wheel_has_the_license_of_what_it_carries(names: set[str], wheel: Path) -> None:
    """Beside its metadata, where installers and people look for it."""
    with zipfile.ZipFile(wheel) as archive:
        texts = "\n".join(archive.read(name).decode() for name in names if ".dist-info/licenses/" in name)
        (metadata_of,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        said = re.findall(r"^License-Expression: (.*)$", archive.read(metadata_of).decode(), re.MULTILINE)

    carried = " AND ".join(each.license for each in scripts())
    assert {"MIT", *carried.split(" AND ")} == set(" ".join(said).split(" AND "))
    assert all(each.text.strip() in texts for each in scripts())


def test_the_readers_models_are_in_the_wheel(names: set[str]) -> None:
    assert [name for name in names if name.startswith("companion/vision/models/") and name.endswith(".onnx")]


def test_the_wheel_holds_the_package_and_nothing_else(names: set[str]) -> None:
    tops = {name.split("/")[0] for name in names}

    assert {top for top in tops if not top.endswith(".dist-info")} == {"companion"}


MOST_BYTES = 60_000_000


def test_in_a_bare_environment_it_serves_and_says_how_photos_are_had(bare: Path, tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    with serving([bare / "companion"], tmp_path, {**env, "PYTHONUTF8": "1"}) as address:
        home = first_page(address)

    assert "pinochle-companion[photos]" in home


def test_a_bare_environment_is_small(bare: Path) -> None:
    assert sum(path.stat().st_size for path in files_under(bare.parent) if not path.is_symlink()) < MOST_BYTES


def test_a_package_index_gets_a_readme_without_links_that_lead_nowhere(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        said = archive.read(name).decode()

    assert "# Pinochle companion" in said
    assert re.findall(r"\]\((?!https?:|#)[^)]*\)", said) == []


def test_a_package_built_on_github_links_to_files_that_its_tag_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://github.com")
    monkeypatch.setenv("GITHUB_REPOSITORY", "club/companion")
    monkeypatch.setenv("GITHUB_REF_NAME", "v1.2.3")
    made: dict[str, Any] = {}
    CompanionMetadataHook(str(ROOT), {}).update(made)

    addresses = [*re.findall(r"\]\((https://github\.com[^)#]*)", made["readme"]["text"]), *made["urls"].values()]
    kinds = re.compile(r"https://github\.com/club/companion/(?:blob|raw|tree)/v1\.2\.3")
    assert {address for address in addresses if not kinds.match(address)} == set()
    assert [path for address in addresses if not (ROOT / (path := kinds.sub("", address).lstrip("/"))).exists()] == []
    assert any("/raw/" in address and address.endswith(".png") for address in addresses)


def test_the_wheel_asks_for_no_library_of_the_photos_unless_they_are_wanted(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        asked = re.findall(r"^Requires-Dist: (.*)$", archive.read(name).decode(), re.MULTILINE)

    for library in ("numpy", "opencv-python-headless", "pi-heif"):
        assert all("extra == " in line for line in asked if line.startswith(library))


def test_the_installed_wheel_holds_what_the_folder_for_phones_is_built_from(names: set[str]) -> None:
    assert {f"companion/browser/files/{name}" for name in (*SHELL, *WORKER, "sw.js", "snapshot.mjs")} <= names


def test_the_installed_wheel_serves_its_home_page_and_all_that_it_asks_for(installed: Path, tmp_path: Path) -> None:
    with serving([sys.executable, "-c", SERVES], tmp_path, environment_of(installed)) as address:
        home = first_page(address)
        assets = re.findall(r'(?:src|href)="(/static/[^"]+)"', home)

        assert any("vendor/htmx-2.0.10.min.js" in asset for asset in assets)
        assert any(".css" in asset for asset in assets)
        assert {urllib.request.urlopen(address + asset).status for asset in assets} == {200}


def test_the_installed_wheel_reads_a_sample_photo_with_its_own_model(installed: Path, tmp_path: Path) -> None:
    (photo, *_) = sorted((installed / "companion" / "sample_images").glob("*.jp*g"))
    argv = [sys.executable, "-c", SERVES, "read", "--json", str(photo)]

    printed = subprocess.run(
        argv, cwd=tmp_path, env=environment_of(installed), check=True, capture_output=True, text=True
    ).stdout

    assert json.loads(printed)["cards"]
