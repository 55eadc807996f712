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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.browser.build import SHELL, WORKER
from companion.shipped import FOLDERS
from tests.conftest import PATIENCE_SECONDS

ROOT = Path(__file__).parent.parent
# A plain installation has no driver for PostgreSQL.
SERVES = "import sys; sys.modules.update(psycopg=None, psycopg_pool=None); from companion.cli import main; main()"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from this checkout, with the build tools of the environment so that no network is needed."""
    folder = tmp_path_factory.mktemp("dist")
    offline = ["--no-isolation", "--skip-dependency-check"]
    subprocess.run([sys.executable, "-m", "build", "--wheel", *offline, "--outdir", folder, ROOT], check=True)
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


def files_under(folder: Path) -> Iterator[Path]:
    """Every file that is kept in a folder, leaving out what Python caches there."""
    return (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def environment_of(installed: Path) -> dict[str, str]:
    """An environment in which the installed wheel goes before the editable checkout."""
    return {**os.environ, "PYTHONPATH": str(installed), "PYTHONUTF8": "1"}


@contextmanager
def serving(installed: Path, folder: Path) -> Iterator[str]:
    """The address of the installed companion, started in ``folder`` and stopped afterwards."""
    argv = [sys.executable, "-c", SERVES, "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(folder / "data")]
    with subprocess.Popen(
        argv, cwd=folder, env=environment_of(installed), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
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


def test_the_scripts_that_set_up_fetched_are_in_the_wheel(names: set[str]) -> None:
    vendor = "companion/static/vendor"

    assert {f"{vendor}/htmx-2.0.10.min.js", f"{vendor}/htmx-ext-sse-2.2.4.min.js"} <= names


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_that_holds_no_python_is_in_the_wheel(names: set[str], folder: str) -> None:
    shipped = {f"companion/{path.relative_to(ROOT).as_posix()}" for path in files_under(ROOT / folder)}

    assert shipped
    assert shipped - names == set()


def test_the_readers_models_are_in_the_wheel(names: set[str]) -> None:
    assert [name for name in names if name.startswith("companion/vision/models/") and name.endswith(".onnx")]


def test_the_wheel_holds_the_package_and_nothing_else(names: set[str]) -> None:
    tops = {name.split("/")[0] for name in names}

    assert {top for top in tops if not top.endswith(".dist-info")} == {"companion"}


BARE = ("cv2", "numpy", "PIL", "pi_heif", "psycopg", "psycopg_pool")
BARE_HOME = f"""
import sys
sys.modules.update(dict.fromkeys({BARE}))
from pathlib import Path
from companion.web import create_app
print(create_app(Path(sys.argv[1])).test_client().get("/").text)
"""


def test_the_installed_wheel_serves_without_what_reads_photos(installed: Path, tmp_path: Path) -> None:
    argv = [sys.executable, "-c", BARE_HOME, str(tmp_path / "data")]

    home = subprocess.run(
        argv, cwd=tmp_path, env=environment_of(installed), check=True, capture_output=True, text=True
    ).stdout

    assert "pinochle-companion[photos]" in home


def test_the_wheel_asks_for_no_library_of_the_photos_unless_they_are_wanted(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        asked = re.findall(r"^Requires-Dist: (.*)$", archive.read(name).decode(), re.MULTILINE)

    for library in ("numpy", "opencv-python-headless", "pi-heif"):
        assert all("extra == " in line for line in asked if line.startswith(library))


def test_the_installed_wheel_holds_what_the_folder_for_phones_is_built_from(names: set[str]) -> None:
    assert {f"companion/browser/files/{name}" for name in (*SHELL, *WORKER, "sw.js", "snapshot.mjs")} <= names


def test_the_installed_wheel_serves_its_home_page_and_all_that_it_asks_for(installed: Path, tmp_path: Path) -> None:
    with serving(installed, tmp_path) as address:
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
