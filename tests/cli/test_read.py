"""``companion read`` answers a line for each photograph, whatever a file holds."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pillow_heif
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from companion.cli import main
from companion.vision.samples import find_sample
from tests.vision.tiled import large_photo, tiled_heic


def run(*words: str | Path) -> tuple[Result, list[dict[str, Any]]]:
    result = CliRunner().invoke(main, ["read", *map(str, words)])
    return result, [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def table_top(tmp_path: Path) -> Path:
    """A photograph without a card in it."""
    photo = tmp_path / "table.jpg"
    Image.new("RGB", (320, 240), (70, 110, 80)).save(photo)
    return photo


def test_a_photo_is_answered_by_one_json_line(table_top: Path) -> None:
    result, (answer,) = run(table_top, "--pack", "48", "--json")
    assert result.exit_code == 0
    assert answer["file"] == str(table_top)
    assert answer["cards"] == []
    assert answer["size"] == [320, 240]
    assert set(answer) == {"file", "cards", "maybe", "ms", "notes", "size"}


def _png() -> bytes:
    picture = io.BytesIO()
    Image.new("RGB", (64, 64), "white").save(picture, "PNG")
    return picture.getvalue()


def _heic() -> bytes:
    picture = io.BytesIO()
    pillow_heif.from_pillow(Image.new("RGB", (320, 240), (70, 110, 80))).save(picture, exif=Image.Exif().tobytes())
    return picture.getvalue()


BAD_FILES = [
    ("empty.jpg", b"", "The file is empty."),
    ("letter.jpg", b"Dear grandmother, here are the cards.", "This file is not a picture."),
    ("torn.png", _png()[:60], "The picture is cut off or damaged."),
]


@pytest.mark.parametrize(("name", "content", "says"), BAD_FILES, ids=[name for name, _, _ in BAD_FILES])
def test_a_file_that_is_no_photo_is_answered_with_a_sentence_and_the_others_are_read(
    tmp_path: Path, table_top: Path, name: str, content: bytes, says: str
) -> None:
    (tmp_path / name).write_bytes(content)
    result, (bad, good) = run(tmp_path / name, table_top)
    assert result.exit_code == 2
    assert bad["file"] == str(tmp_path / name)
    assert bad["error"].startswith(says)
    assert "error" not in good


def test_a_heic_is_read(tmp_path: Path) -> None:
    (tmp_path / "table.heic").write_bytes(_heic())
    result, (answer,) = run(tmp_path / "table.heic")
    assert result.exit_code == 0
    assert answer["size"] == [320, 240]


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(4032, 3024), (8064, 6048)], ids=["12 megapixels", "48 megapixels"])
def test_a_heic_of_tiles_as_iphones_write_it_is_read(tmp_path: Path, size: tuple[int, int]) -> None:
    (tmp_path / "cards.heic").write_bytes(tiled_heic(large_photo("both-pinochles", size)))
    result, (answer,) = run(tmp_path / "cards.heic")
    assert result.exit_code == 0
    assert sorted(card["card"] for card in answer["cards"]) == sorted(map(str, find_sample("both-pinochles").cards))


def test_a_damaged_heic_that_ends_its_decoder_is_answered_and_the_next_is_read(tmp_path: Path) -> None:
    for name, content in (("torn.heic", _heic().replace(b"Exif\0", b"\x80xif\0", 1)), ("whole.heic", _heic())):
        (tmp_path / name).write_bytes(content)
    result, (bad, good) = run(tmp_path / "torn.heic", tmp_path / "whole.heic")
    assert result.exit_code == 2
    assert bad["error"].startswith("The picture is cut off or damaged.")
    assert good["size"] == [320, 240]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    result, (answer,) = run(tmp_path / "missing.jpg")
    assert result.exit_code == 2
    assert "missing.jpg cannot be read: No such file" in answer["error"]


def test_what_was_seen_is_drawn_into_a_folder(tmp_path: Path, table_top: Path) -> None:
    assert run(table_top, "--overlay", tmp_path / "seen")[0].exit_code == 0
    with Image.open(tmp_path / "seen" / "table.png") as drawn:
        assert drawn.size == (320, 240)


def test_photos_of_one_name_are_drawn_beside_each_other(tmp_path: Path, table_top: Path) -> None:
    other = tmp_path / "other" / table_top.name
    other.parent.mkdir()
    shutil.copyfile(table_top, other)
    assert run(table_top, other, "--overlay", tmp_path / "seen")[0].exit_code == 0
    assert {file.name for file in (tmp_path / "seen").iterdir()} == {"table.png", "table-2.png"}


def test_a_folder_that_cannot_be_made_is_refused_before_any_reading(table_top: Path) -> None:
    result, answers = run(table_top, "--overlay", table_top / "seen")
    assert (result.exit_code, answers) == (2, [])
    assert "cannot be made" in result.stderr


def test_a_drawing_that_cannot_be_written_is_refused(tmp_path: Path, table_top: Path) -> None:
    (tmp_path / "seen" / "table.png").mkdir(parents=True)
    result, _ = run(table_top, "--overlay", tmp_path / "seen")
    assert result.exit_code == 2
    assert "table.png cannot be written" in result.stderr


def test_a_pack_that_nobody_plays_with_is_refused_with_those_that_are(table_top: Path) -> None:
    result, _ = run(table_top, "--pack", "52")
    assert result.exit_code == 2
    assert "'48'" in result.stderr
