"""The project's own pictures are read as their truth says."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.cards import Rank, Suit, parse_card
from companion.vision import Reading, read_photo
from companion.vision.samples import Sample, find_sample, list_samples
from companion.vision.stages.decode import decode_photo

SAMPLES = list_samples()


def read_sample(sample: Sample) -> Reading:
    """The reading of a sample over the pack that it names."""
    copies = {48: 2, 80: 4}[sample.pack]
    ranks = [rank for rank in Rank if rank not in (Rank.EIGHT, Rank.SEVEN) and (sample.pack == 48 or rank != Rank.NINE)]
    pack = {parse_card(f"{rank}{suit}"): copies for rank in ranks for suit in Suit}
    return read_photo(decode_photo(sample.picture.read_bytes()), pack)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_sample_is_read_as_its_truth_says(sample: Sample) -> None:
    reading = read_sample(sample)
    assert reading.counts == Counter(sample.cards)
    assert reading.notes == ()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_sample_is_a_small_jpeg_beside_its_truth(sample: Sample) -> None:
    data = sample.picture.read_bytes()
    assert data.startswith(b"\xff\xd8\xff")
    assert len(data) < 250_000
    assert sample.title
    assert sample.note
    assert sample.trump in {suit.value for suit in Suit}


def test_there_are_samples_of_every_kind_that_the_photo_page_offers() -> None:
    assert {sample.name for sample in SAMPLES} >= {
        "aces-around",
        "both-pinochles",
        "double-deck-hand",
        "fan-of-twelve",
        "run-and-marriage",
    }


def test_an_unknown_sample_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(KeyError, match=r"no sample called 'moon'; there are: .*aces-around"):
        find_sample("moon")


def test_equal_cards_that_overlap_are_counted_each() -> None:
    reading = read_sample(find_sample("both-pinochles"))
    assert reading.counts[parse_card("QS")] == 2
    assert reading.counts[parse_card("JD")] == 2


def test_the_same_picture_always_gives_the_same_cards() -> None:
    sample = find_sample("roundhouse")
    assert read_sample(sample).cards == read_sample(sample).cards
