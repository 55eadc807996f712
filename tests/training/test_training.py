"""The whole training, at its smallest: one command makes scenes, networks, their files and the weights of trust."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
import pytest

from training.artwork import card_names
from training.sources import Package, differences, font_packages
from training.styles import find_fonts

ROOT = Path(__file__).parents[2]
MODELS = ROOT / "companion" / "vision" / "models"
NETWORKS = ("detector", "classifier", "letters", "kinds", "sides", "sight", "poses")


def test_every_font_is_named_with_author_address_license_and_version() -> None:
    fonts = font_packages()
    assert len({font.package for font in fonts}) == len(fonts)
    assert all(all(field.strip() for field in font) for font in fonts)


def test_what_is_fetched_in_another_version_than_trained_with_is_told() -> None:
    fonts = [Package("fonts-one", "1.0-2", "OFL-1.1", "One", "https://one.example"), *font_packages()[:1]]
    told = list(differences({"fonts-one": "1.1-1"}, fonts))
    assert told[0] == "fonts-one: 1.1-1, trained with 1.0-2"
    assert told[1].startswith(f"{fonts[1].package}: missing")


def draw_artwork(folder: Path) -> None:
    """A plain deck in the place of artwork: white faces with their names."""
    (folder / "knoll").mkdir(parents=True)
    for name in card_names():
        face = np.full((420, 300, 3), 255, np.uint8)
        cv2.putText(face, name, (10, 60), cv2.FONT_HERSHEY_DUPLEX, 1.2, (0, 0, 0), 3)
        cv2.imwrite(str(folder / "knoll" / f"{name}.png"), face)


@pytest.mark.thorough
@pytest.mark.skipif(not find_spec("torch"), reason="PyTorch comes with the extra train only")
@pytest.mark.skipif(not find_fonts(), reason="no font is installed to draw with")
def test_one_command_trains_every_network_from_the_committed_ones(tmp_path: Path) -> None:
    draw_artwork(tmp_path / "artwork")
    folders = ["--artwork", tmp_path / "artwork", "--out", tmp_path / "run", "--start", MODELS]
    steps = [word for name in NETWORKS for word in (f"--{name}-steps", "0" if name == "sides" else "2")]
    few = ["--scenes", "100", "--corners", "100", "--cores", "2", "--without", "bent", *steps]
    command = [sys.executable, "-m", "training", *map(str, folders), *few]

    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    models = tmp_path / "run" / "models"
    assert {path.name for path in models.iterdir()} == {path.name for path in MODELS.iterdir()}
    assert (models / "sides.onnx").read_bytes() == (MODELS / "sides.onnx").read_bytes()
    assert all(cv2.dnn.readNetFromONNX(str(path)).getLayerNames() for path in models.iterdir())
    assert (tmp_path / "run" / "log.txt").read_text(encoding="utf-8") == said
    assert "--scenes 100" in said
    assert said.endswith("done\n")
