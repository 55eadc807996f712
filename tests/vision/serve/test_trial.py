"""What a lesson was worth is measured by photos that it had not seen."""

from __future__ import annotations

from collections.abc import Iterable
from weakref import ref

import pytest

import companion.vision.teach
from companion.vision.deck import Deck
from companion.vision.reading import Unreadable
from companion.vision.samples import find_sample
from companion.vision.serve import count_right, load_deck, read_picture, teach
from companion.vision.stages import decode
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.pixels import Pixels
from companion.vision.teach import Course, ExampleLook, KnownPhoto, example_to_look

pytestmark = pytest.mark.thorough

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
    assert count_right(KnownPhoto(image, cards), None) == len(cards)
    assert count_right(KnownPhoto(image, cards[:-1]), None) == len(cards) - 2


def test_a_photo_in_which_more_is_read_than_is_there_counts_none() -> None:
    content, cards = known(NAMES[0])
    assert count_right(KnownPhoto(decode_photo(content), cards[:1]), None) == 0


def test_of_many_photos_each_is_looked_at_once_and_a_lesson_repeated_five_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a table that has kept a hundred photos could not be taught in the time and memory that a lesson has."""
    looks: list[KnownPhoto] = []
    lessons: list[tuple[int, ...]] = []
    taught = Course.learn

    def looked_at(example: KnownPhoto) -> ExampleLook:
        looks.append(example)
        return example_to_look(example)

    def learned(course: Course, without: Iterable[int] = ()) -> Deck:
        lessons.append(tuple(without))
        return taught(course, without)

    monkeypatch.setattr(companion.vision.teach, "example_to_look", looked_at)
    monkeypatch.setattr(Course, "learn", learned)
    _, report = teach([known(NAMES[0])] * 7)
    assert len(looks) == report.photos == 7
    assert lessons == [(), (0, 5), (1, 6), (2,), (3,), (4,)]
    assert report.after == report.cards == 7 * len(known(NAMES[0])[1])


def test_the_images_of_a_lesson_are_not_held_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    images = list[ref[Pixels]]()
    held: list[int] = []

    def decoded(content: bytes) -> Pixels:
        held.append(sum(image() is not None for image in images))
        image = decode_photo(content)
        images.append(ref(image))
        return image

    monkeypatch.setattr(decode, "decode_photo", decoded)
    teach([known(NAMES[0])] * 4)
    assert max(held) <= 1


def test_a_deck_that_cannot_be_read_any_more_is_left_aside() -> None:
    assert load_deck(b"no deck") is None
