"""``companion teach`` keeps what it learned under a name, and ``companion read --deck`` uses it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cards import spell
from companion.cli import main
from companion.vision.samples import find_sample


def run(*words: str | Path, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], input=typed)


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A photo without its cards beside it."""
    return Path(shutil.copy(find_sample("both-pinochles").picture, tmp_path / "ours.jpg"))


def test_a_deck_is_taught_from_the_names_beside_the_photo_and_then_read(photo: Path, tmp_path: Path) -> None:
    photo.with_suffix(".txt").write_text(spell(find_sample("both-pinochles").cards), encoding="utf-8")
    taught = run("teach", "Grandma", photo, "--data", tmp_path)
    assert taught.exit_code == 0
    assert taught.stdout == "Grandma: of these 4 cards 4 were read before, 4 are read now.\n"
    answer = json.loads(run("read", photo, "--deck", "grandma", "--data", tmp_path).stdout)
    assert sorted(seen["card"] for seen in answer["cards"]) == ["JD", "JD", "QS", "QS"]


def test_cards_that_are_nowhere_written_are_asked_for(photo: Path, tmp_path: Path) -> None:
    taught = run("teach", "ours", photo, "--data", tmp_path, typed="QS JD QS JD\n")
    assert "Which cards are in ours.jpg?" in taught.stdout
    assert taught.exit_code == 0


def test_a_card_that_does_not_exist_is_said(photo: Path, tmp_path: Path) -> None:
    refused = run("teach", "ours", photo, "--data", tmp_path, typed="XS\n")
    assert refused.exit_code == 2
    assert "XS" in refused.stderr


def test_a_name_with_a_sign_that_is_not_seen_is_refused(photo: Path, tmp_path: Path) -> None:
    refused = run("teach", "ours\u202e", photo, "--data", tmp_path)
    assert refused.exit_code == 2
    assert "that can be seen" in refused.stderr


def test_a_deck_without_a_name_is_refused(photo: Path, tmp_path: Path) -> None:
    refused = run("teach", " ", photo, "--data", tmp_path)
    assert refused.exit_code == 2
    assert "give the deck a name" in refused.stderr


def test_cards_that_are_no_text_are_named_by_their_file(photo: Path, tmp_path: Path) -> None:
    photo.with_suffix(".txt").write_bytes(b"\xff\xfe")
    refused = run("teach", "ours", photo, "--data", tmp_path)
    assert refused.exit_code == 2
    assert f"{photo.with_suffix('.txt')} is no text" in refused.stderr


def test_a_deck_that_nobody_taught_is_said(photo: Path, tmp_path: Path) -> None:
    refused = run("read", photo, "--deck", "theirs", "--data", tmp_path)
    assert refused.exit_code == 2
    assert "no deck named theirs was taught" in refused.stderr
