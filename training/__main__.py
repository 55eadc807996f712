"""``python -m training --artwork DIR --out DIR``: scenes, the networks and the ONNX files."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import torch

from training.artwork import load_decks
from training.classifier import find_in_scenes, train_classifier
from training.corners import corner_scene
from training.detector import train_detector
from training.export import export_classifier, export_detector, export_small
from training.kinds import train_kinds
from training.letters import train_letters
from training.loop import Plan
from training.networks import count_parameters
from training.poses import train_poses
from training.scene import random_scene
from training.shards import SHARD_SCENES, Maker, StoredScene, read_shard, shard_path, write_shard
from training.sides import train_sides
from training.sight import train_sight
from training.workers import done


def main() -> None:
    """Do what is not done yet of the whole training; it may be broken off and started again at any time."""
    arguments = _arguments()
    cv2.setNumThreads(1)
    torch.set_num_threads(arguments.cores)
    out, seed, cores = arguments.out, arguments.seed, arguments.cores
    artwork = load_decks(arguments.artwork, out / "faces")

    def render(name: str, count: int, make: Maker) -> list[StoredScene]:
        folder = out / name
        return rendered(folder, count, partial(write_shard, folder, seed, artwork, make), cores)

    def plan(name: str, steps: int) -> Plan:
        _say(f"{name}: {steps} steps")
        return Plan(out / f"{name}.pt", steps, seed, cores)

    scenes = render("scenes", arguments.scenes, random_scene)
    looks = scenes + render("corners", arguments.corners, corner_scene)
    detector = train_detector(scenes, plan("detector", arguments.detector_steps), _model(arguments.start, "detector"))
    export_detector(detector, out / "models" / "detector.onnx")
    _say("what the detector takes for indices")
    finds = find_in_scenes(detector, looks)
    start = _model(arguments.start, "classifier")
    classifier = train_classifier(looks, finds, plan("classifier", arguments.classifier_steps), start)
    letters = train_letters(classifier, looks, finds, plan("letters", arguments.letters_steps))
    export_classifier(classifier, letters, out / "models" / "classifier.onnx")
    kinds = train_kinds(scenes, plan("kinds", arguments.kinds_steps))
    export_small(kinds, out / "models" / "kinds.onnx")
    sides = train_sides(scenes, plan("sides", arguments.sides_steps))
    export_small(sides, out / "models" / "sides.onnx")
    sight = train_sight(scenes, plan("sight", arguments.sight_steps))
    export_small(sight, out / "models" / "sight.onnx")
    poses = train_poses(scenes, plan("poses", arguments.poses_steps))
    export_small(poses, out / "models" / "poses.onnx")
    networks = (detector, classifier, letters, kinds, sides, sight, poses)
    counts = ", ".join(str(count_parameters(network)) for network in networks)
    _say(f"done: {counts} parameters in {out / 'models'}")


def rendered(folder: Path, count: int, write: Callable[[int], None], cores: int) -> list[StoredScene]:
    """All scenes of the folder, ``count`` of them or a few more; ``write`` renders the shards that are missing."""
    shards = -(-count // SHARD_SCENES)
    missing = [number for number in range(shards) if not shard_path(folder, number).exists()]
    for number in done(write, missing, cores):
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
    parser.add_argument("--sides-steps", type=int, default=7_000)
    parser.add_argument("--sight-steps", type=int, default=7_000)
    parser.add_argument("--poses-steps", type=int, default=14_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1, help="all of them unless told")
    return parser.parse_args()


if __name__ == "__main__":
    main()
