"""Trains the look at the side of an index on which its card is: it sees the card's edge, and the print beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
import torch

from companion.vision.stages.geometry import share_to_the_left
from companion.vision.stages.indices import spot_to_view
from companion.vision.stages.levels import Levels
from companion.vision.stages.spots import Spot
from training.classifier_data import Truth, askew, stretch, true_spots
from training.detector_data import relight
from training.faces import Pixels
from training.glance import BATCH, GlanceBatch, train_glance
from training.loop import Plan
from training.networks import Glance, pictures_to_tensor
from training.shards import StoredScene

TWO_ENDED = 0.25
"""How often a scene is looked at whose deck has two indices a card: all point to the right."""


def is_left(spot: Spot) -> bool:
    """Return True if the true spot's card is to the left of the index, seen upright."""
    return share_to_the_left(spot) > 0


def spots_in(truth: Truth) -> list[Spot]:
    """The readable indices of a scene."""
    return [one.spot for one in true_spots(truth)]


def has_left(scene: StoredScene) -> bool:
    """Return True if the scene's deck has indices with the card to their left."""
    return any(is_left(spot) for spot in spots_in(scene.truth))


def sides_batches(scenes: Sequence[StoredScene], seed: int) -> Iterator[GlanceBatch]:
    """Batches without end, most of decks with an index in every corner."""
    rng = np.random.default_rng(seed)
    four = [scene for scene in scenes if has_left(scene)]
    views: list[Pixels] = []
    left: list[bool] = []
    while True:
        while len(views) < BATCH:
            pool = scenes if rng.random() < TWO_ENDED else four
            scene = pool[int(rng.integers(len(pool)))]
            levels = Levels(scene.image())
            for spot in spots_in(scene.truth):
                views.append(relight(stretch(spot_to_view(levels, askew(spot, rng)), rng), rng))
                left.append(is_left(spot))
        yield GlanceBatch(pictures_to_tensor(views[:BATCH]), torch.tensor(left[:BATCH], dtype=torch.float32))
        del views[:BATCH], left[:BATCH]


def train_sides(scenes: Sequence[StoredScene], plan: Plan) -> Glance:
    """Train (or go on training) what tells the sides; return its running average."""
    return train_glance(partial(sides_batches, scenes), plan)
