"""The networks. All take what :func:`pictures_to_tensor` makes of pictures; the reader gives ``cv2.dnn`` the same."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from companion.vision.stages.border import GREY, SPREAD
from companion.vision.stages.letters import LETTERS
from companion.vision.stages.trust import FACE_HEIGHT, FACE_WIDTH, USUAL
from training.faces import Pixels

VECTOR_SCALE = 64.0
CROP_WIDTH, CROP_HEIGHT = 48, 64
RANK_OUTPUTS, SUIT_OUTPUTS = 8, 4
FORKED_AFTER = 10
"""After so many of the classifier's layers the letters' own begin."""


def pictures_to_tensor(pictures: Sequence[Pixels]) -> Tensor:
    """Pictures of one size as the networks take them: (N, 3, height, width), blue first, grey as 0."""
    pixels = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float()
    return ((pixels - GREY) / SPREAD).contiguous(memory_format=torch.channels_last)


def _block(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


def _features_of_eighth(first: int, second: int, third: int, last: int) -> nn.Sequential:
    """Build the layers of the small networks that turn a picture into ``last`` maps at an eighth of its size."""
    return nn.Sequential(
        _block(3, first, 2),
        _block(first, second),
        nn.MaxPool2d(2),
        _block(second, third),
        _block(third, third),
        nn.MaxPool2d(2),
        _block(third, last),
    )


class Further(nn.Module):
    """Adds to a map what more there is to see around each place, with ``dilation`` farther off.

    It begins by adding nothing, so that a trained network may be given it.
    """

    def __init__(self, channels: int, dilation: int = 1) -> None:
        super().__init__()
        norm = nn.BatchNorm2d(channels)
        nn.init.zeros_(norm.weight)
        conv = nn.Conv2d(channels, channels, 3, padding=dilation, dilation=dilation, bias=False)
        self.around = nn.Sequential(conv, norm)

    def forward(self, given: Tensor) -> Tensor:
        return F.relu(given + self.around(given))


class Detector(nn.Module):
    """Where indices are.

    Gives five maps at a quarter of the size: heat (a logit), the vector from the index to the middle of its
    card and the vector from the index's middle to its top, in pixels of the input.
    """

    def __init__(self) -> None:
        super().__init__()
        self.to_half = _block(3, 16, 2)
        self.to_quarter = nn.Sequential(_block(16, 32, 2), _block(32, 32))
        self.to_eighth = nn.Sequential(_block(32, 64, 2), _block(64, 64), _block(64, 64))
        self.to_sixteenth = nn.Sequential(_block(64, 96, 2), _block(96, 96), _block(96, 96, 1, 2))
        self.to_card = nn.Sequential(Further(96, 4), Further(96, 4))
        self.deep_to_eighth = nn.Conv2d(96, 64, 1)
        self.merge_eighth = _block(64, 64)
        self.eighth_to_quarter = nn.Conv2d(64, 32, 1)
        self.merge_quarter = _block(32, 32)
        self.heat = nn.Conv2d(32, 1, 1)
        self.vectors = nn.Conv2d(32, 4, 1)
        self.heat.bias.data.fill_(-4.0)

    def forward(self, pixels: Tensor) -> Tensor:
        quarter = self.to_quarter(self.to_half(pixels))
        eighth = self.to_eighth(quarter)
        deep = self.deep_to_eighth(self.to_card(self.to_sixteenth(eighth)))
        eighth = self.merge_eighth(eighth + F.interpolate(deep, scale_factor=2.0))
        quarter = self.merge_quarter(quarter + F.interpolate(self.eighth_to_quarter(eighth), scale_factor=2.0))
        return torch.cat([self.heat(quarter), self.vectors(quarter) * VECTOR_SCALE], dim=1)


class Classifier(nn.Module):
    """Network for an upright index: eight rank logits (9 10 J Q K A other none), then four suit logits (S H D C)."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _block(3, 24),
            nn.MaxPool2d(2),
            _block(24, 32),
            nn.MaxPool2d(2),
            _block(32, 48),
            _block(48, 48),
            *(Further(48) for _ in range(3)),
            nn.MaxPool2d(2),
            _block(48, 64),
            *(Further(64) for _ in range(3)),
            _block(64, 32),
        )
        self.answer = nn.Linear(32 * (CROP_HEIGHT // 8) * (CROP_WIDTH // 8), RANK_OUTPUTS + SUIT_OUTPUTS)
        self.drop = nn.Dropout(0.2)

    def maps(self, pixels: Tensor) -> Tensor:
        """Return the maps that the letters are read from: 48 maps of 8 × 6 a crop."""
        maps: Tensor = self.features[:FORKED_AFTER](pixels)
        return maps

    def look(self, pixels: Tensor) -> Tensor:
        """Return the input of the last layer: 1,536 numbers a crop."""
        return self.from_maps(self.maps(pixels))

    def from_maps(self, maps: Tensor) -> Tensor:
        """:meth:`look`, where :meth:`maps` is known already."""
        features: Tensor = self.features[FORKED_AFTER:](maps)
        return features.flatten(1)

    def forward(self, pixels: Tensor) -> Tensor:
        answer: Tensor = self.answer(self.drop(self.look(pixels)))
        return answer


class Letters(nn.Module):
    """Network for the letters above the suit, in any alphabet: a logit for each of ``LETTERS``, from the maps."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(_block(48, 64), _block(64, 48))
        self.drop = nn.Dropout(0.3)
        self.answer = nn.Linear(48 * (CROP_HEIGHT // 8) * (CROP_WIDTH // 8), len(LETTERS))

    def forward(self, maps: Tensor) -> Tensor:
        answer: Tensor = self.answer(self.drop(self.features(maps).flatten(1)))
        return answer


class Kinds(nn.Module):
    """Network for the kind of card that a face shows (``KIND_OF``), as far as it is in sight: five logits."""

    def __init__(self) -> None:
        super().__init__()
        self.features = _features_of_eighth(16, 24, 32, 40)
        self.drop = nn.Dropout(0.2)
        self.answer = nn.Linear(40 * (FACE_HEIGHT // 8) * (FACE_WIDTH // 8), len(USUAL))

    def forward(self, faces: Tensor) -> Tensor:
        answer: Tensor = self.answer(self.drop(self.features(faces).flatten(1)))
        return answer


class Glance(nn.Module):
    """One logit from a crop of 48 × 64: that the card of an index is to its left, or that nothing covers it."""

    def __init__(self) -> None:
        super().__init__()
        self.features = _features_of_eighth(12, 20, 24, 16)
        self.drop = nn.Dropout(0.2)
        self.answer = nn.Linear(16 * (CROP_HEIGHT // 8) * (CROP_WIDTH // 8), 1)

    def forward(self, crops: Tensor) -> Tensor:
        answer: Tensor = self.answer(self.drop(self.features(crops).flatten(1)))
        return answer


class Pose(nn.Module):
    """The pose of the index in a view of 48 × 64: its middle, right and down, and its vector up, in half heights."""

    def __init__(self) -> None:
        super().__init__()
        self.features = _features_of_eighth(16, 24, 32, 40)
        self.answer = nn.Linear(40 * (CROP_HEIGHT // 8) * (CROP_WIDTH // 8), 4)

    def forward(self, views: Tensor) -> Tensor:
        answer: Tensor = self.answer(self.features(views).flatten(1))
        return answer


def count_parameters(network: nn.Module) -> int:
    """How many numbers the network learns."""
    return sum(parameter.numel() for parameter in network.parameters())
