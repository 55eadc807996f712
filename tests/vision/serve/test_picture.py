"""An uploaded photo as the pages show it."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from importlib import import_module

import cv2
import numpy as np
import pytest

from companion.cards import Suit, parse_card
from companion.rules.pack import PACKS
from companion.vision import Reading, SeenCard
from companion.vision.read import Look
from companion.vision.samples import Sample, find_sample, list_samples
from companion.vision.serve import glance, read_picture
from companion.vision.stages.decode import decode_photo, encode_upright_jpeg
from companion.vision.stages.letters import UNKNOWN
from companion.vision.stages.networks import pass_to_maps
from companion.vision.stages.notes import MIRRORED
from companion.vision.stages.pixels import Maps, Pixels
from tests.conftest import one_in
from tests.web.photo_reader import deck_of_spades

SAMPLES = list_samples()


def turned(sample: Sample, way: int) -> bytes:
    """The sample as a JPEG, mirrored or upside down."""
    image = np.asarray(cv2.flip(decode_photo(sample.picture.read_bytes()), way), np.uint8)
    return encode_upright_jpeg(image, 2000)


@pytest.mark.parametrize("sample", one_in(6, SAMPLES), ids=lambda sample: sample.name)
def test_a_mirrored_photo_is_turned_round_and_read(sample: Sample) -> None:
    picture = read_picture(turned(sample, 1), PACKS[str(sample.pack)].counts)
    assert picture.reading.notes[:1] == (MIRRORED,)
    there = Counter(sample.cards)
    assert sum((Counter(picture.reading.counts) & there).values()) == len(sample.cards)
    shown, upright = (decode_photo(content) for content in (picture.jpeg, sample.picture.read_bytes()))
    difference = np.asarray(cv2.absdiff(shown, cv2.resize(upright, shown.shape[1::-1])), np.uint8)
    assert float(np.mean(difference)) < 10


@pytest.mark.parametrize(("mirrored", "turned_round"), [(3, False), (4, True)])
def test_a_doubtful_photo_is_turned_round_only_if_far_more_is_sure_then(
    monkeypatch: pytest.MonkeyPatch, mirrored: int, turned_round: bool
) -> None:
    sures = iter((1, mirrored))

    def read(*_: object) -> tuple[Reading, Look]:
        sure = next(sures)
        corners = ((0, 0), (1, 0), (1, 1), (0, 1))
        seen = tuple(SeenCard(parse_card("QS"), 0.9, corners, number < sure) for number in range(4))
        return Reading(seen, (), (64, 64), 1.0), Look((64, 64), (), (), UNKNOWN)

    monkeypatch.setattr(import_module("companion.vision.read"), "photo_to_reading", read)
    picture = read_picture(encode_upright_jpeg(np.zeros((64, 64, 3), np.uint8), 64), {})
    assert (MIRRORED in picture.reading.notes) is turned_round


@pytest.mark.parametrize("sample", one_in(6, SAMPLES), ids=lambda sample: sample.name)
def test_a_photo_upside_down_is_read_as_it_is(sample: Sample) -> None:
    reading = read_picture(turned(sample, -1), PACKS[str(sample.pack)].counts).reading
    assert MIRRORED not in reading.notes
    there = Counter(sample.cards)
    assert sum((Counter(reading.counts) & there).values()) == len(sample.cards)


@pytest.mark.parametrize("sample", one_in(6, SAMPLES), ids=lambda sample: sample.name)
def test_a_frame_of_a_camera_is_read_in_a_single_pass(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    sides: list[int] = []

    def noted(picture: Pixels) -> Maps:
        sides.append(max(picture.shape[:2]))
        return pass_to_maps(picture)

    monkeypatch.setattr(import_module("companion.vision.read"), "pass_to_maps", noted)
    frame = encode_upright_jpeg(decode_photo(sample.picture.read_bytes()), 960)
    assert glance(frame, {}).counts == Counter(sample.cards)
    assert sides == [640]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how many threads a process has")
def test_the_process_that_reads_keeps_to_one_thread() -> None:
    counts = "from pathlib import Path; warm_up(); print(len(list(Path('/proc/self/task').iterdir())))"
    code = f"from companion.vision.serve import warm_up; {counts}"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert told.stdout.strip() == "1"


def part_of(sample: Sample, left: float, right: float) -> bytes:
    """A frame that shows the sample from this share of its width to that."""
    photo = decode_photo(sample.picture.read_bytes())
    across = photo.shape[1]
    cut = np.ascontiguousarray(photo[:, round(left * across) : round(right * across)])
    return cv2.imencode(".jpg", cut, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


def test_a_photo_that_ends_a_sweep_has_the_cards_of_its_frames() -> None:
    sample = find_sample("aces-around")
    for left in (0.0, 0.12, 0.24, 0.36):
        glance(part_of(sample, left, left + 0.52), {}, sweep="sweep")
    last = part_of(sample, 0.48, 1.0)
    together, alone = (read_picture(last, {}, sweep=name).reading for name in ("sweep", "another"))
    assert together.counts == Counter(sample.cards)
    assert sum(alone.counts.values()) < len(sample.cards)
    assert [card.outline for card in together.cards].count(()) == len(sample.cards) - sum(alone.counts.values())


def test_a_frame_is_read_by_the_taught_deck() -> None:
    frame = find_sample("aces-around").picture.read_bytes()
    taught = glance(frame, {}, deck_of_spades())
    assert {card.card.suit for card in taught.cards} == {Suit.SPADES}


def test_frames_of_two_cameras_are_kept_apart() -> None:
    sample = find_sample("aces-around")
    frame = part_of(sample, 0.0, 0.52)
    alone = glance(frame, {}).counts
    glance(part_of(sample, 0.24, 0.76), {}, sweep="one")
    assert glance(frame, {}, sweep="other").counts == alone
