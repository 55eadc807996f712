"""Several looks at one table give one answer: each card is counted once, and looks outvote a single wrong one."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.vision import Settings
from companion.vision.read import Look, photo_to_reading
from companion.vision.reading import Reading
from companion.vision.samples import Sample, find_sample, list_samples
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.indices import OTHER, Index
from companion.vision.stages.notes import NO_LETTERS
from companion.vision.stages.pixels import Pixels
from companion.vision.sweep import MOST_LOST, MOST_SWEEPS, Sweep, Sweeps, looks_to_sweep
from tests.conftest import one_in

SETTINGS = Settings()
SAMPLE = "both-pinochles"


def look_at(photo: Pixels) -> tuple[Reading, Look]:
    return photo_to_reading(photo, None, SETTINGS, None, None)


def reading_of(looks: Sequence[Look]) -> Reading:
    return looks_to_sweep(looks).reading(None, SETTINGS, 0.0)


@pytest.fixture(scope="module")
def photo() -> Pixels:
    return decode_photo(find_sample(SAMPLE).picture.read_bytes())


@pytest.fixture(scope="module")
def look(photo: Pixels) -> Look:
    return look_at(photo)[1]


@pytest.mark.parametrize("sample", one_in(6, list_samples()), ids=lambda sample: sample.name)
def test_one_look_alone_gives_the_answer_of_a_photo(sample: Sample) -> None:
    reading, look = look_at(decode_photo(sample.picture.read_bytes()))
    alone = reading_of([look])
    assert replace(alone, ms=0.0) == replace(reading, ms=0.0, notes=alone.notes)
    assert not reading.cards or alone.notes == reading.notes


def seen_from(photo: Pixels, turn: float, shift: tuple[float, float], lean: float) -> Pixels:
    """The photo by a camera that moved."""
    height, width = photo.shape[:2]
    cos, sin = np.cos(turn), np.sin(turn)
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    moved = np.array([[cos, -sin, shift[0] * width], [sin, cos, shift[1] * height], [lean / width, 0, 1]])
    view = np.linalg.inv(middle) @ moved @ middle
    return np.asarray(cv2.warpPerspective(photo, view, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize("turn", [0.0, 0.5, 2.5])
def test_cards_seen_from_several_sides_are_counted_once(photo: Pixels, turn: float) -> None:
    looks = [look_at(seen_from(photo, k * turn, (0.03 * k, -0.02 * k), 0.2 * k))[1] for k in range(3)]
    reading = reading_of(looks)
    assert reading.counts == Counter(find_sample(SAMPLE).cards)
    assert all(card.sure for card in reading.cards)


def test_a_pan_that_cuts_cards_off_counts_each_of_them_once() -> None:
    sample = find_sample("aces-around")
    photo = decode_photo(sample.picture.read_bytes())
    width = photo.shape[1]
    starts = [round(width * share) for share in (0.0, 0.12, 0.24, 0.36, 0.48)]
    looks = [look_at(np.ascontiguousarray(photo[:, at : at + round(width * 0.52)]))[1] for at in starts]
    assert max(sum(len(card) > 0 for card in look.paired) for look in looks) <= len(sample.cards)
    assert reading_of(looks).counts == Counter(sample.cards)


def without(look: Look, number: int) -> Look:
    """The look without one of its cards."""
    return look._replace(
        paired=[card for n, card in enumerate(look.paired) if n != number],
        faced=[card for n, card in enumerate(look.faced) if n != number],
    )


def test_a_card_that_most_looks_show_is_counted_where_one_misses_it(look: Look) -> None:
    there = reading_of([look]).counts
    assert reading_of([look, without(look, 0), look]).counts == there


def test_what_one_look_of_many_shows_is_no_card(look: Look) -> None:
    ghost = without(look, 0)
    assert reading_of([ghost, ghost, look, *[ghost] * 8]).counts == reading_of([ghost]).counts


def faint(look: Look, chance: float = 0.8) -> Look:
    """The look with its first card read from one index, hardly seen, and its rank by this ``chance``."""

    def seen(index: Index) -> Index:
        ranks = [chance if likely == max(index.ranks) else (1 - chance) / 6 for likely in index.ranks]
        return replace(index, spot=replace(index.spot, heat=0.4), ranks=ranks)

    paired, faced = ([[seen(cards[0][0])], *cards[1:]] for cards in (look.paired, look.faced))
    return look._replace(paired=paired, faced=faced)


def test_a_faint_card_is_trusted_less_for_each_look_that_misses_it(look: Look) -> None:
    there, left = reading_of([look]).counts, without(look, 0)
    assert reading_of([faint(look)]).counts == reading_of([faint(look), faint(look)]).counts == there
    assert reading_of([faint(look), left, left]).counts == reading_of([left]).counts


def test_what_looks_like_a_card_in_no_look_is_none_however_many_agree(look: Look) -> None:
    there = reading_of([without(look, 0)]).counts
    assert reading_of([faint(look, 0.5)]).counts == there
    assert reading_of([faint(look, 0.5)] * 8).counts == there


def test_a_faint_card_is_trusted_less_for_each_look_before_it(look: Look) -> None:
    left = without(look, 0)
    assert reading_of([*[left] * 8, faint(look)]).counts == reading_of([left]).counts
    assert reading_of([*[left] * 8, faint(look), faint(look)]).counts == reading_of([left]).counts
    assert reading_of([*[left] * 2, *[look] * 2]).counts == reading_of([look]).counts


def test_a_card_that_is_laid_while_the_camera_looks_is_soon_sure(look: Look) -> None:
    reading = reading_of([*[without(look, 0)] * 12, *[look] * 3])
    assert reading.counts == reading_of([look]).counts
    assert all(card.sure for card in reading.cards)


def test_a_card_is_not_sure_that_all_looks_show_at_their_edge(look: Look) -> None:
    def cut(look: Look) -> Look:
        """The look, ending where its rightmost index of a card read from it does."""
        spot = max((card[0].spot for card in look.paired), key=lambda spot: spot.x)
        inside = [[[i for i in card[:1] if i.spot.x <= spot.x] for card in of] for of in (look.paired, look.faced)]
        return look._replace(size=(round(spot.x + spot.half_height), look.size[1]), paired=inside[0], faced=inside[1])

    assert all(card.sure for card in reading_of([cut(look)]).cards)
    twice = reading_of([cut(look), cut(look)])
    assert twice.counts == reading_of([look]).counts
    assert [card.sure for card in twice.cards].count(False) == 1
    assert all(card.sure for card in reading_of([cut(look), look]).cards)


def test_looks_that_show_nothing_are_no_other_table(look: Look) -> None:
    blank = look._replace(paired=[], faced=[])
    assert reading_of([look, look, *[blank] * MOST_LOST, without(look, 0)]).counts == reading_of([look]).counts
    assert reading_of([*[blank] * 8, look]).counts == reading_of([look]).counts


def test_a_card_that_slips_in_the_hand_is_counted_once(look: Look) -> None:
    """Where it was expected and where it is now are both taken for it in one look."""

    def slipped(cards: Sequence[Sequence[Index]]) -> list[Sequence[Index]]:
        index = cards[0][0]
        return [[replace(index, spot=index.spot.moved(2.5 * index.spot.half_height, 0))]]

    before = look._replace(paired=[cards[:1] for cards in look.paired], faced=[cards[:1] for cards in look.faced])
    moved, both = (
        of._replace(paired=[*slipped(look.paired), *of.paired], faced=[*slipped(look.faced), *of.faced])
        for of in (without(before, 0), before)
    )
    for after in ([moved] * 6, [moved, moved, before, moved, moved]):
        assert reading_of([*[before] * 6, both, *after]).counts == reading_of([before]).counts


def test_a_card_that_is_taken_away_is_counted_no_more(look: Look) -> None:
    left = without(look, 0)
    assert reading_of([*[look] * 8, *[left] * 5]).counts == reading_of([left]).counts


def test_a_six_read_as_a_queen_in_one_look_is_outvoted_before_sixes_are_left_out(look: Look) -> None:
    def say(rank: int) -> Look:
        def named(index: Index) -> Index:
            return replace(index, ranks=[0.94 if n == rank else 0.01 for n in range(7)])

        changed = [[[named(index) for index in cards[0]], *cards[1:]] for cards in (look.paired, look.faced)]
        return look._replace(paired=changed[0], faced=changed[1])

    gone = reading_of([say(OTHER), say(3), say(OTHER)])
    assert gone.counts == reading_of([without(look, 0)]).counts
    assert gone.strangers == 1


def test_an_index_that_the_edge_cuts_makes_no_second_card(photo: Pixels) -> None:
    """A look that stands still takes the card at its edge for two: the one that showed it whole is believed."""
    look = look_at(photo)[1]
    number = next(n for n, card in enumerate(look.paired) if len(card) > 1)
    edge = min(index.spot.x for index in look.paired[number])
    shifted = [[[replace(index, spot=index.spot.moved(-edge, 0)) for index in card] for card in of] for of in look[1:3]]
    cut = look._replace(
        paired=[*([index] for index in shifted[0][number]), *shifted[0][:number], *shifted[0][number + 1 :]],
        faced=[*([index] for index in shifted[1][number]), *shifted[1][:number], *shifted[1][number + 1 :]],
    )
    assert sum(reading_of([cut]).counts.values()) > sum(reading_of([look]).counts.values())
    assert reading_of([look, *[cut] * 8]).counts == reading_of([look]).counts


def test_looks_that_show_no_card_say_why_as_each_does(look: Look) -> None:
    alone = Reading((), (NO_LETTERS,), look.size, 1.0)
    empty, sweeps = look._replace(paired=[], faced=[]), Sweeps()
    for _ in range(3):
        assert sweeps.read("name", empty, alone, None, SETTINGS, taught=False) == alone


def test_looks_at_another_table_begin_again(look: Look) -> None:
    other = look_at(decode_photo(find_sample("aces-around").picture.read_bytes()))[1]
    sweep = Sweep()
    assert sweep.add(look)
    assert sweep.add(look)
    for _ in range(MOST_LOST):
        sweep.add(other)
    assert sweep.reading(None, SETTINGS, 0.0).counts == reading_of([other]).counts


def test_looks_that_fit_nothing_when_tried_again_begin_nothing(look: Look) -> None:
    other = look_at(decode_photo(find_sample("aces-around").picture.read_bytes()))[1]
    assert reading_of([look, look, other, look, other]).counts == reading_of([look]).counts


def passing(look: Look, looks: int) -> Iterator[Look]:
    """Looks of a camera that passes along an endless row, of which each shows five cards and a few of them are new."""
    (one, other), apart = next(card for card in look.paired if len(card) == 2), 2 * look.size[0] / 10
    for number in range(looks):
        first = number / 3
        cards = [
            [shown(index, place, (place - first) * apart) for index in (one, other)]
            for place in range(int(first), int(first) + 5)
        ]
        yield look._replace(paired=cards, faced=cards)


def shown(index: Index, card: int, by: float) -> Index:
    """The index so far on, as one of 24 cards."""
    ranks = [0.94 if number == card % 6 else 0.01 for number in range(7)]
    suits = [0.97 if number == card // 6 % 4 else 0.01 for number in range(4)]
    return replace(index, spot=index.spot.moved(by, 0), ranks=ranks, suits=suits)


@pytest.mark.thorough
def test_what_is_kept_is_bounded_however_long_the_camera_moves(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.vision.sweep.MOST_TRACKS", 40)
    sweep, sizes = Sweep(), []
    for passed in passing(look, 500):
        assert sweep.add(passed)
        if sweep.looks % 10 == 0:
            sizes.append(len(pickle.dumps(sweep)))
    assert sweep.looks == 500
    assert len(sweep._tracks) == 40
    assert max(sizes[20:]) < 1.1 * max(sizes[10:20])


def test_no_more_cameras_are_kept_than_may_gather_at_once(look: Look) -> None:
    sweeps, alone = Sweeps(), Reading((), (), look.size, 1.0)
    for number in range(3 * MOST_SWEEPS):
        sweeps.read(f"camera {number}", look, alone, None, SETTINGS, taught=False)
    assert len(sweeps._kept) == MOST_SWEEPS
