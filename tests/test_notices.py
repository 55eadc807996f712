"""Whatever is passed on carries its license: in the wheel, the folder for phones and the one-file program."""

from __future__ import annotations

import json
import re
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.utils import canonicalize_name

from boot.bill import bill
from companion import notices
from companion.browser.build import LIBRARIES, BuildError, build, carried_notices
from companion.notices import Notice, read_notices, write_notices
from companion.vision.samples import list_samples
from deploy import one_file
from training.artwork import INDEX_PLACES
from training.samples import PLANS
from training.sources import font_packages

ROOT = Path(__file__).parents[1]
LOCK = json.dumps({"info": {"python": "3.14.2"}}).encode()
WORDS = st.text(st.characters(categories=("Lu", "Ll", "Nd")), min_size=1, max_size=9)
LINES = st.lists(st.text(st.characters(categories=("L", "N", "P")), max_size=20), min_size=1, max_size=5)
TEXTS = LINES.map("\n".join).filter(str.strip).map(lambda text: text.rstrip("\n") + "\n")


def named(found: Any) -> set[str]:
    return {canonicalize_name(each.name) for each in found}


def test_the_folder_for_phones_has_a_notice_of_each_library_of_the_scripts_and_of_python() -> None:
    found = read_notices(carried_notices(LOCK).decode())

    libraries = {canonicalize_name(each.metadata["Name"]) for each in notices.of_modules(LIBRARIES)}
    assert named(found) == libraries | {"htmx", "htmx-ext-sse", "lucide", "qr", "pyodide", "python", notices.OURS}
    assert {"flask", "jinja2", "werkzeug", "python-dateutil"} <= libraries
    (python,) = (each for each in found if each.name == "python")
    assert (python.version, "PYTHON SOFTWARE FOUNDATION LICENSE" in python.text) == ("3.14.2", True)
    (pyodide,) = (each for each in found if each.name == "pyodide")
    assert pyodide.text.startswith("The source code of Pyodide is at https://")


def test_the_one_file_program_has_a_notice_of_each_library_with_those_of_photos(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(one_file, "distribution", lambda name: distribution("pytest"))  # PyInstaller is not here
    found = named(read_notices(one_file.carried_notices()))

    assert {"python", "pytest", "htmx", "qr", "flask", "pillow", "numpy", "opencv-python-headless"} <= found
    assert f"--add-data={tmp_path / notices.FILE}:companion" in one_file.arguments(tmp_path / "x", tmp_path, tmp_path)


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
