"""Whatever is passed on carries its license: in the wheel, the folder for phones and the one-file program."""

from __future__ import annotations

import json
import re
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.utils import canonicalize_name
from platformdirs import user_cache_path

from boot.bill import bill
from companion import notices
from companion.browser import pyodide
from companion.browser.build import LIBRARIES, BuildError, build, carried_notices
from companion.notices import Notice, read_notices, write_notices
from companion.vision.samples import list_samples
from deploy import one_file
from training.artwork import INDEX_PLACES
from training.samples import PLANS
from training.sources import font_packages

ROOT = Path(__file__).parents[1]
CACHED = user_cache_path(notices.OURS) / pyodide.ARCHIVE
PYODIDE = {
    "pyodide.asm.wasm": b"PyInit_zlib\0PyInit__sqlite3\0PyInit__json\0emscripten\0 inflate 1.3.1 Copyright\0mimalloc: ",
    "pyodide.asm.mjs": b"class StackFrame {}",
    "pyodide-lock.json": json.dumps({"info": {"python": "3.14.2"}}).encode(),
}
"""As it is fetched, as far as notices are looked for in it."""
WORDS = st.text(st.characters(categories=("Lu", "Ll", "Nd")), min_size=1, max_size=9)
LINES = st.lists(st.text(st.characters(categories=("L", "N", "P")), max_size=20), min_size=1, max_size=5)
TEXTS = LINES.map("\n".join).filter(str.strip).map(lambda text: text.rstrip("\n") + "\n")


def named(found: Any) -> set[str]:
    return {canonicalize_name(each.name) for each in found}


def test_the_folder_for_phones_has_a_notice_of_each_library_of_the_scripts_and_of_python() -> None:
    found = read_notices(carried_notices(PYODIDE).decode())

    libraries = {canonicalize_name(each.metadata["Name"]) for each in notices.of_modules(LIBRARIES)}
    inside = {"emscripten", "mimalloc", "sqlite", "stackframe", "zlib"}
    base = {"htmx", "htmx-ext-sse", "lucide", "qr", "pyodide", "python", notices.OURS}
    assert named(found) == libraries | base | inside
    assert {each.version for each in found if each.name == "zlib"} == {"1.3.1"}
    assert {"flask", "jinja2", "werkzeug", "python-dateutil"} <= libraries
    (python,) = (each for each in found if each.name == "python")
    assert (python.version, "PYTHON SOFTWARE FOUNDATION LICENSE" in python.text) == ("3.14.2", True)
    (pyodide,) = (each for each in found if each.name == "pyodide")
    assert pyodide.text.startswith("The source code of Pyodide is at https://")


def test_what_pyodide_wraps_without_a_text_stops_the_build() -> None:
    code = PYODIDE["pyodide.asm.wasm"] + b"\0PyInit_readline\0"
    with pytest.raises(BuildError, match="readline may not be passed on: no license was found"):
        carried_notices({**PYODIDE, "pyodide.asm.wasm": code})


@pytest.mark.skipif(not CACHED.is_file(), reason="no build of the phone edition has fetched Pyodide yet")
def test_the_pyodide_that_is_pinned_has_the_notices_of_all_that_is_compiled_into_it() -> None:
    found = {each.name: each for each in pyodide.inside(pyodide.parts(CACHED.parent))}

    runtime = {"emscripten", "llvm", "mimalloc", "musl", "stackframe"}
    wrapped = {"bzip2", "expat", "hacl", "libffi", "libmpdec", "sqlite", "xz", "zlib", "zstd"}
    assert found.keys() == {"pyodide", "python"} | runtime | wrapped
    assert all(len(each.text) > 100 and each.license for each in found.values())


def test_the_one_file_program_has_a_notice_of_all_that_pyinstaller_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # PyInstaller is not here.
    monkeypatch.setattr(
        one_file, "distribution", lambda name: distribution("pytest" if name == "pyinstaller" else name)
    )
    modules = [("flask.app", str(find_spec("flask.app").origin), "PYMODULE")]  # type: ignore[union-attr]
    binaries = [
        ("lib-dynload/_bz2.cpython-313.so", "/usr/lib/python3.13/lib-dynload/_bz2.cpython-313.so", "EXTENSION"),
        ("lib-dynload/_json.cpython-313.so", "/usr/lib/python3.13/lib-dynload/_json.cpython-313.so", "EXTENSION"),
        *(
            (name, f"/lib/x86_64-linux-gnu/{name}", "BINARY")
            for name in ("libcrypto.so.3", "libsqlite3.so.0", "libz.so.1")
        ),
        ("libpython3.13.so.1.0", "/usr/lib/libpython3.13.so.1.0", "BINARY"),
    ]
    found = named(read_notices(one_file.carried_notices(binaries, modules)))

    others = {"bzip2", "openssl", "python", "sqlite", "zlib"}
    assert found == {notices.OURS, "pytest", "flask", "htmx", "htmx-ext-sse", "lucide", "qr"} | others
    with pytest.raises(ValueError, match=r"libodd\.so\.2 may not be passed on"):
        one_file.carried_notices([*binaries, ("libodd.so.2", "/usr/lib/libodd.so.2", "BINARY")], modules)
    words = one_file.spec(tmp_path / "x", tmp_path)
    compile(words, "companion.spec", "exec")
    assert f"companion/{notices.FILE}" in words


def test_the_icons_carry_the_license_of_those_that_came_from_feather() -> None:
    (lucide,) = (each for each in notices.scripts() if each.name == "lucide")

    assert lucide.version == "1.23.0"
    assert "ISC License" in lucide.text and "Copyright (c) 2013-present Cole Bemis" in lucide.text
    assert "The above copyright notice and this permission notice shall be included in all" in lucide.text


def test_every_library_that_is_installed_for_use_has_a_notice_and_none_that_only_develops() -> None:
    installed = {canonicalize_name(each.metadata["Name"]) for each in notices.libraries()}

    assert {"flask", "a2wsgi", "uvicorn", "markupsafe"} <= installed
    assert not installed & {"pytest", "mypy", "ruff", "torch"}
    assert {each.name for each in notices.scripts()} <= {each.name for each in bill().components}


def test_without_htmx_the_folder_is_not_built_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.shipped.shipped", lambda folder: tmp_path / folder)

    with pytest.raises(BuildError, match=r"no htmx-\*\.js in .*vendor\. In a checkout, `python3 bootstrap\.py setup`"):
        build(tmp_path / "site", tmp_path)
    assert not (tmp_path / "site").exists()


def test_what_has_no_license_is_not_passed_on() -> None:
    with pytest.raises(ValueError, match="bare, empty may not be passed on"):
        write_notices(
            [Notice("bare", "1", "MIT", ""), Notice("empty", "2", "MIT", "\n"), Notice("x", "1", "MIT", "Yes")]
        )


@given(st.lists(st.builds(Notice, WORDS, WORDS, WORDS, TEXTS), unique_by=lambda each: each.name.lower(), max_size=5))
def test_notices_come_back_from_the_file_as_they_were_written(made: list[Notice]) -> None:
    assert read_notices(write_notices(made)) == notices.in_order(made)


def test_what_a_build_wrote_is_what_its_pages_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any metadata, as on a phone and in the one-file program."""
    (tmp_path / notices.FILE).write_text(write_notices([Notice("part", "1.2", "MIT", "Its words")]), encoding="utf-8")
    monkeypatch.setattr(notices, "PACKAGE", tmp_path)

    assert [(each.name, each.version) for each in notices.carried.__wrapped__()] == [("part", "1.2")]


def test_every_model_sample_and_deck_has_its_origin_in_one_file() -> None:
    document = (ROOT / "docs" / "origins.md").read_text(encoding="utf-8")

    assert all(f"`{path.name}`" in document for path in (ROOT / "companion" / "vision" / "models").glob("*.onnx"))
    assert all(f"| `{plan.name}.jpg` | `{plan.deck}` |" in document for plan in PLANS)
    assert {plan.name for plan in PLANS} == {sample.name for sample in list_samples()}
    used = {*INDEX_PLACES, *(plan.deck for plan in PLANS)}
    assert all(re.search(rf"^\| .*`{deck}`.* \| .+ \| .+ \| .+ \|$", document, re.MULTILINE) for deck in used)
    assert f"names {len(font_packages())} packages" in document
    assert all(all(font) for font in font_packages())
