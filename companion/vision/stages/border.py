"""Parts of the border shared by OpenCV and WebAssembly: the numbers asked with, and plain answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

WHITE = 250
"""Paper still shows its shade where one of the three colors stays below this."""

PADDING = 96
"""The grey beside a picture that was brought to whole steps."""

BEYOND = 128
"""The value of a crop beyond the photograph's edge; pixels drawn out there would look like strokes of a letter."""

LEARNED = (12, 1536)
"""The shape of what is learned of a deck: for each rank and suit, what the features of a crop weigh."""

GREY, SPREAD = 128.0, 64.0
"""The networks see a channel of a pixel as how far it is from the first, as a share of the second."""


class Light(NamedTuple):
    """How a photo is lit."""

    mean: float
    """Of its lightness, 0 to 255."""
    deviation: float
    sharpness: float
    """The variance of the Laplacian."""


class Peak(NamedTuple):
    """A place of the detector's maps that is hotter than those around it."""

    row: int
    column: int
    logit: float
    beside: Sequence[float]
    """The logits from its left neighbor to its right one, as far as there are any."""
    along: Sequence[float]
    """The distances from the one above it to the one below."""
    vectors: Sequence[float]
    """To the middle of the card, right and down, and to the index's top."""
