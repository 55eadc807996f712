"""An uploaded photo as the pages show it."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
import pytest

from companion.rules.options.pack import PACKS
from companion.vision.samples import Sample, list_samples
from companion.vision.serve.picture import MIRRORED, glance, read_picture
from companion.vision.stages.decode import decode_photo, encode_upright_jpeg

SAMPLES = list_samples()


def turned(sample: Sample, way: int) -> bytes:
    """The sample as a JPEG, mirrored or upside down."""
    image = np.asarray(cv2.flip(decode_photo(sample.picture.read_bytes()), way), np.uint8)
    return encode_upright_jpeg(image, 2000)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_mirrored_photo_is_turned_round_and_read(sample: Sample) -> None:
    picture = read_picture(turned(sample, 1), PACKS[str(sample.pack)].counts)
    assert picture.reading.notes[:1] == (MIRRORED,)
    there = Counter(sample.cards)
    assert sum((Counter(picture.reading.counts) & there).values()) == len(sample.cards)
    shown, upright = (decode_photo(content) for content in (picture.jpeg, sample.picture.read_bytes()))
    difference = np.asarray(cv2.absdiff(shown, cv2.resize(upright, shown.shape[1::-1])), np.uint8)
    assert float(np.mean(difference)) < 10


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_photo_upside_down_is_read_as_it_is(sample: Sample) -> None:
    reading = read_picture(turned(sample, -1), PACKS[str(sample.pack)].counts).reading
    assert MIRRORED not in reading.notes
    there = Counter(sample.cards)
    assert sum((Counter(reading.counts) & there).values()) == len(sample.cards)


def test_a_frame_of_a_camera_is_read_in_fewer_passes() -> None:
    sample = SAMPLES[0]
    assert set(sample.cards) <= {seen.card for seen in glance(sample.picture.read_bytes(), {}).cards}
