"""``companion kept`` exports the photos that tables agreed to keep, with their cards, and deletes them."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner, Result

from companion.cards import parse_card
from companion.cli import main
from companion.rules.variants import VARIANTS
from companion.store import open_store
from companion.store.photos import Example
from companion.web.photo.case import Purpose
from companion.web.photo.checked import CheckedReading, FoundCard

AT = "2026-05-01T12:00:00+00:00"


def run(folder: Path, *words: str | Path) -> Result:
    return CliRunner().invoke(main, ["kept", *map(str, words), "--data", str(folder)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two tables, of which each has kept a photo."""
    store = open_store(tmp_path)
    for owner, card in (("friday", "QS"), ("monday", "JD")):
        found = FoundCard(parse_card(card), True, named=True)
        reading = CheckedReading((found,), (800, 600), (), Purpose(VARIANTS[0].key)).to_json()
        store.examples.keep(owner, Example(f"photo-{owner}", card.encode(), reading, AT))
    store.close()
    return tmp_path


def owners(folder: Path) -> tuple[str, ...]:
    """Whose photos are kept still."""
    store = open_store(folder)
    left = store.examples.owners()
    store.close()
    return left


def cards_in(file: Path) -> dict[str, list[str]]:
    """By photo, the cards of the manifest; each photo is there."""
    with ZipFile(file) as packed:
        rows = [json.loads(line) for line in packed.read("manifest.jsonl").decode().splitlines()]
        assert all(packed.read(f"images/{row['file']}").decode() == row["cards"][0] for row in rows)
    return {row["file"]: row["cards"] for row in rows}


def test_the_photos_of_all_tables_are_exported_with_their_cards_and_stay(folder: Path) -> None:
    told = run(folder, "--to", folder / "kept.zip")
    assert told.stdout == f"2 photos written to {folder / 'kept.zip'}.\n"
    assert cards_in(folder / "kept.zip") == {"photo-friday.jpg": ["QS"], "photo-monday.jpg": ["JD"]}
    assert owners(folder) == ("friday", "monday")


def test_those_of_one_table_are_exported_and_deleted_alone(folder: Path) -> None:
    assert run(folder, "monday", "--to", folder / "kept.zip", "--delete").exit_code == 0
    assert cards_in(folder / "kept.zip") == {"photo-monday.jpg": ["JD"]}
    assert owners(folder) == ("friday",)


def test_all_are_deleted(folder: Path) -> None:
    assert run(folder, "--delete").stdout == "2 photos deleted.\n"
    assert owners(folder) == ()


def test_nothing_is_deleted_whose_file_cannot_be_written(folder: Path) -> None:
    told = run(folder, "--to", folder / "missing" / "kept.zip", "--delete")
    assert told.exit_code == 2
    assert "cannot be written" in told.stderr
    assert owners(folder) == ("friday", "monday")


def test_what_to_do_has_to_be_said(folder: Path) -> None:
    told = run(folder)
    assert told.exit_code == 2
    assert "--to FILE.zip, --delete, or both" in told.stderr
