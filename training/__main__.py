"""``python -m training --artwork DIR --out DIR``: scenes, the networks, the ONNX files and the weights of trust.

What is printed is kept in ``DIR/log.txt``, after the seed, the versions and the machine.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TextIO

import cv2
import torch

from training.artwork import load_decks
from training.classifier import find_in_scenes, train_classifier
from training.corners import corner_scene
from training.detector import train_detector
from training.export import export_classifier, export_detector, export_small
from training.hardware import best_device
from training.kinds import train_kinds
from training.letters import train_letters
from training.loop import Plan
from training.networks import Glance, Kinds, Pose, count_parameters
from training.poses import train_poses
from training.scene import USUAL, Shares, random_scene
from training.shards import SHARD_SCENES, Maker, StoredScene, read_shard, shard_path, write_shard
from training.sides import train_sides
from training.sight import train_sight
from training.styles import FONTS
from training.trust import fit_trust
from training.workers import done


def main() -> None:
    """Do what is not done yet of the whole training; it may be broken off and started again at any time."""
    arguments = _arguments()
    cv2.setNumThreads(1)
    torch.set_num_threads(arguments.cores)
    with logged(arguments.out):
        _say(f"{' '.join(sys.argv[1:])}: torch {torch.__version__}, OpenCV {cv2.__version__}, {platform.platform()}")
        _say(f"{best_device()}, {arguments.cores} processes, fonts in {os.environ.get(FONTS, 'the system')}")
        train(arguments)


def train(arguments: argparse.Namespace) -> None:
    """Everything, in its order."""
    out, seed, cores = arguments.out, arguments.seed, arguments.cores
    artwork = load_decks(arguments.artwork, out / "faces")
    shares = USUAL.without(arguments.without)

    def render(name: str, count: int, make: Maker) -> list[StoredScene]:
        folder = out / name
        return rendered(folder, count, partial(write_shard, folder, seed, artwork, make), cores)

    def plan(name: str, steps: int) -> Plan:
        _say(f"{name}: {steps} steps")
        return Plan(out / f"{name}.pt", steps, seed, cores)

    scenes = render("scenes", arguments.scenes, partial(random_scene, shares=shares))
    looks = scenes + render("corners", arguments.corners, partial(corner_scene, shares=shares))
    detector = train_detector(scenes, plan("detector", arguments.detector_steps), _model(arguments.start, "detector"))
    export_detector(detector, out / "models" / "detector.onnx")
    _say("what the detector takes for indices")
    finds = find_in_scenes(detector, looks)
    start = _model(arguments.start, "classifier")
    classifier = train_classifier(looks, finds, plan("classifier", arguments.classifier_steps), start)
    letters = train_letters(classifier, looks, finds, plan("letters", arguments.letters_steps), start)
    export_classifier(classifier, letters, out / "models" / "classifier.onnx")
    counts = [count_parameters(network) for network in (detector, classifier, letters)]
    for name, train_small in SMALL.items():
        path, steps = out / "models" / f"{name}.onnx", getattr(arguments, f"{name}_steps")
        if not steps and arguments.start:
            shutil.copy(arguments.start / path.name, path)
            continue
        network = train_small(scenes, plan(name, steps))
        export_small(network, path)
        counts.append(count_parameters(network))
    _say(f"{', '.join(map(str, counts))} parameters in {out / 'models'}")
    if arguments.cards:
        _say("trust")
        fit_trust(out / "models", out / "fitting", arguments.cards, arguments.fitting, arguments.photos)
    _say("done")


SMALL: dict[str, Callable[[Sequence[StoredScene], Plan], Kinds | Glance | Pose]] = {
    "kinds": train_kinds,
    "sides": train_sides,
    "sight": train_sight,
    "poses": train_poses,
}
"""The small networks, each with what trains it; one of no steps is taken from the folder to go on from."""


@contextlib.contextmanager
def logged(folder: Path) -> Iterator[None]:
    """Add what is printed meanwhile to the folder's ``log.txt`` as well."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "log.txt").open("a", encoding="utf-8") as file, contextlib.redirect_stdout(_Both(file)):
        yield


class _Both(io.TextIOBase):
    """Writes to a file and to where what is printed goes."""

    def __init__(self, file: TextIO) -> None:
        self.outputs = (sys.stdout, file)

    def write(self, text: str) -> int:
        for output in self.outputs:
            output.write(text)
            output.flush()
        return len(text)


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
    names = [each.name for each in fields(Shares)]
    parser.add_argument("--without", nargs="+", choices=names, default=[], help="kinds of scenes to leave out")
    parser.add_argument("--cards", type=Path, help="decks of gnome-cards-data; trust is fitted on pictures of these")
    parser.add_argument("--photos", nargs="+", type=Path, default=[], help="folders of photographs, for trust only")
    parser.add_argument("--fitting", type=int, default=100, help="how many pictures of a kind trust is fitted on")
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
