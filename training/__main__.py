"""``python -m training --artwork DIR --out DIR``: scenes, the networks and the ONNX files."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import torch

from training.artwork import ArtworkDeck, load_decks
from training.classifier import find_in_scenes, train_classifier
from training.corners import corner_scene
from training.detector import train_detector
from training.export import export_classifier, export_detector, export_kinds
from training.kinds import train_kinds
from training.letters import train_letters
from training.networks import count_parameters
from training.scene import random_scene
from training.shards import SHARD_SCENES, Maker, StoredScene, read_shard, shard_path, write_shard


def main() -> None:
    """Do what is not done yet of the whole training; it may be broken off and started again at any time."""
    arguments = _arguments()
    cv2.setNumThreads(1)
    torch.set_num_threads(arguments.threads)
    out: Path = arguments.out
    artwork = load_decks(arguments.artwork, out / "faces")
    scenes = render(out / "scenes", arguments.scenes, arguments.seed, artwork, random_scene)
    _say(f"detector: {arguments.detector_steps} steps over {len(scenes)} scenes")
    detector = train_detector(
        scenes, out / "detector.pt", arguments.detector_steps, arguments.seed, _model(arguments.start, "detector")
    )
    export_detector(detector, out / "models" / "detector.onnx")
    _say(f"classifier: {arguments.classifier_steps} steps; first what the detector takes for indices")
    corners = render(out / "corners", arguments.corners, arguments.seed, artwork, corner_scene)
    looks = scenes + corners
    finds = find_in_scenes(detector, looks)
    start = _model(arguments.start, "classifier")
    classifier = train_classifier(
        looks, finds, out / "classifier.pt", arguments.classifier_steps, arguments.seed, start
    )
    _say(f"letters: {arguments.letters_steps} steps")
    letters = train_letters(classifier, looks, finds, out / "letters.pt", arguments.letters_steps, arguments.seed)
    export_classifier(classifier, letters, out / "models" / "classifier.onnx")
    _say(f"kinds: {arguments.kinds_steps} steps")
    kinds = train_kinds(scenes, out / "kinds.pt", arguments.kinds_steps, arguments.seed)
    export_kinds(kinds, out / "models" / "kinds.onnx")
    networks = (detector, classifier, letters, kinds)
    counts = ", ".join(str(count_parameters(network)) for network in networks)
    _say(f"done: {counts} parameters in {out / 'models'}")


def render(folder: Path, count: int, seed: int, artwork: Sequence[ArtworkDeck], make: Maker) -> list[StoredScene]:
    """All scenes of the folder, ``count`` of them or a few more; the shards that are missing are rendered."""
    shards = -(-count // SHARD_SCENES)
    for number in range(shards):
        if not shard_path(folder, number).exists():
            write_shard(folder, number, seed, artwork, make)
            _say(f"{folder.name}: {(number + 1) * SHARD_SCENES} of {shards * SHARD_SCENES}")
    return [scene for number in range(shards) for scene in read_shard(shard_path(folder, number))]


def _model(folder: Path | None, name: str) -> Path | None:
    return None if folder is None else folder / f"{name}.onnx"


def _say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training", description="Train the card reader.")
    parser.add_argument("--artwork", type=Path, required=True, help="folder of decks: knoll, letele, cardsjs, spatz-…")
    parser.add_argument("--out", type=Path, required=True, help="folder for scenes, checkpoints and models")
    parser.add_argument("--start", type=Path, help="folder of models to go on from: companion/vision/models")
    parser.add_argument("--scenes", type=int, default=16_000)
    parser.add_argument("--corners", type=int, default=5_000, help="small scenes that show indices in many fonts")
    parser.add_argument("--detector-steps", type=int, default=18_000)
    parser.add_argument("--classifier-steps", type=int, default=9_000)
    parser.add_argument("--letters-steps", type=int, default=7_000)
    parser.add_argument("--kinds-steps", type=int, default=6_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
