"""House variants at the command line: listed, shown, and asked about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.rules.house import make_house
from companion.store import open_store
from companion.store.files import house_document
from tests.web.conftest import NOW

MARY = make_house("Aunt Mary’s", "site", {"meld.run-extra": False, "end.target": 1000})
RUN = ["AS", "10S", "KS", "QS", "JS", "KS"]


def _run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def house(tmp_path: Path) -> str:
    store = open_store(tmp_path)
    house_id = store.houses.add(MARY, NOW).id
    store.close()
    return house_id


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "mary.json"
    path.write_text(json.dumps(house_document(MARY)), encoding="utf-8")
    return str(path)


def test_house_variants_are_listed_where_a_data_folder_is_named(tmp_path: Path, house: str) -> None:
    said = json.loads(_run("variants", "--json", "--data", str(tmp_path)).output)
    assert said["houses"] == [{"id": house, "name": "Aunt Mary’s", "base": "site", "changes": dict(MARY.changes)}]
    told = _run("variants", "--data", str(tmp_path)).output
    assert f"  {house}  Aunt Mary’s: site, with meld.run-extra, end.target" in told
    assert "houses" not in json.loads(_run("variants", "--json").output)


@pytest.mark.parametrize("way", ["id", "file"])
def test_a_house_variant_is_shown_by_its_id_or_out_of_its_file(tmp_path: Path, house: str, file: str, way: str) -> None:
    words = [house, "--data", str(tmp_path)] if way == "id" else [file]
    said = json.loads(_run("variants", *words, "--json").output)
    assert (said["key"], said["name"], said["options"]["end.target"]) == ("site", "Aunt Mary’s", 1000)
    card = _run("variants", *words, "--card").output
    assert card.startswith("Aunt Mary’s\n")
    assert "differs from Single deck, partners" in card


def test_a_question_is_asked_by_a_house_variant(file: str) -> None:
    by_flag = _run("meld", "--json", "--variant", file, "--trump", "S", *RUN)
    request = {"variant": house_document(MARY), "trump": "S", "cards": RUN}
    by_request = _run("meld", "--json", json.dumps(request))
    assert json.loads(by_flag.output) == json.loads(by_request.output)
    assert json.loads(by_flag.output)["total"] == 150
    assert (
        json.loads(_run("meld", "--json", json.dumps({**request, "options": {"meld.run-extra": True}})).output)["total"]
        == 190
    )


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"format": "companion-game", "v": 1}, "this is no house variant"),
        ({**house_document(MARY), "v": 3}, "from a newer companion"),
        (["site"], "'variant' must be a text"),
    ],
)
def test_a_request_with_another_document_is_answered_with_what_would_do(given: Any, says: str) -> None:
    run = _run("meld", "--json", json.dumps({"variant": given, "cards": ["AS"]}))
    assert run.exit_code == 2
    assert says in json.loads(run.output)["error"]


def test_a_file_that_holds_no_house_variant_is_named(tmp_path: Path) -> None:
    path = tmp_path / "photo.json"
    path.write_bytes(b"\xff\xd8")
    run = _run("variants", str(path))
    assert run.exit_code == 2
    assert f"{path} is not JSON" in run.stderr


def test_a_folder_in_which_nothing_is_kept_is_named(tmp_path: Path) -> None:
    run = _run("variants", "--data", str(tmp_path / "nowhere"))
    assert run.exit_code == 2
    assert "nothing is kept in" in run.stderr
