"""What a lesson was worth is measured by photos that it had not seen."""

from __future__ import annotations

import pytest

from companion.vision.samples import find_sample
from companion.vision.serve.picture import Unreadable, load_deck, read_picture
from companion.vision.serve.trial import count_right, teach
from companion.vision.stages.decode import decode_photo
from companion.vision.teach.lesson import Example

NAMES = ("both-pinochles", "aces-around")


def known(name: str) -> tuple[bytes, tuple]:
    sample = find_sample(name)
    return sample.picture.read_bytes(), sample.cards


def test_a_lesson_gives_a_deck_and_tries_each_photo_with_what_the_others_taught() -> None:
    deck, report = teach([known(name) for name in NAMES])
    assert (report.photos, report.cards) == (2, 9)
    assert report.before <= report.after == 9
    content, cards = known(NAMES[0])
    assert sorted(seen.card for seen in read_picture(content, {}, deck).reading.cards) == sorted(cards)


def test_a_lesson_without_any_card_is_refused_in_a_sentence() -> None:
    blank = find_sample(NAMES[0]).picture.read_bytes()
    with pytest.raises(Unreadable, match="found in the photos"):
        teach([(blank, ()), (blank, ())])


def test_a_card_read_too_many_counts_against_the_reading() -> None:
    content, cards = known(NAMES[0])
    image = decode_photo(content)
    assert count_right(Example(image, cards), None) == len(cards)
    assert count_right(Example(image, cards[:-1]), None) == len(cards) - 2


def test_a_deck_that_cannot_be_read_any_more_is_left_aside() -> None:
    assert load_deck(b"no deck") is None
