"""Work that waits in the database: in order, each piece by one at a time, and again where somebody died over it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from companion.store import Store, open_store
from companion.store.waiting import LOST, MOST_TRIES, REFUSED, Waiting
from tests.conftest import PATIENCE_SECONDS

MOST, MOST_BYTES = 40, 1000


@pytest.fixture
def store(postgres: str) -> Iterator[Store]:
    opened = open_store(database=postgres)
    yield opened
    opened.close()


@pytest.fixture
def waiting(store: Store) -> Waiting:
    assert store.waiting is not None
    return store.waiting


def hand_in(waiting: Waiting, content: bytes = b"photo", kind: str = "photo") -> str:
    made = waiting.hand_in(kind, content, {"of": content.decode()}, MOST, MOST_BYTES)
    assert made is not None
    return made


def die(store: Store) -> None:
    """The time of the work at hand passes, and nobody renewed it."""
    with store.database.write() as rows:
        rows.run("update work set leased_until = now() - interval '1 second' where leased_until is not null")


def test_work_is_taken_in_order_and_each_piece_once(waiting: Waiting) -> None:
    ids = [hand_in(waiting, content) for content in (b"a", b"b", b"c")]
    assert [waiting.ahead(each) for each in ids] == [0, 1, 2]
    taken = [waiting.take("photo") for _ in range(4)]
    assert [work and (work.id, work.content, work.about["of"], work.tries) for work in taken] == [
        *((each, content.encode(), content, 1) for each, content in zip(ids, "abc", strict=True)),
        None,
    ]


def test_each_kind_has_a_line_of_its_own(waiting: Waiting) -> None:
    lesson = hand_in(waiting, kind="lesson")
    photo = hand_in(waiting)
    assert waiting.ahead(photo) == 0
    work = waiting.take("photo")
    assert work is not None
    assert (work.id, work.kind) == (photo, "photo")
    assert (found := waiting.take("lesson")) is not None
    assert found.id == lesson


def test_of_eight_readers_each_takes_other_work(waiting: Waiting) -> None:
    ids = {hand_in(waiting, str(number).encode()) for number in range(16)}
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(lambda _: waiting.take("photo"), range(16)))
    assert {work.id for work in taken if work} == ids


def test_an_answer_is_there_for_every_process_and_the_photo_is_not_kept(waiting: Waiting, postgres: str) -> None:
    photo = hand_in(waiting)
    work = waiting.take("photo")
    assert work is not None
    with closing(open_store(database=postgres)) as other, ThreadPoolExecutor(1) as pool:
        assert other.waiting is not None
        told = pool.submit(other.waiting.wait_for_answer, photo, 10 * PATIENCE_SECONDS)
        assert waiting.answer(work, {"photo": "k7w2"})
        told.result(PATIENCE_SECONDS)
        place = other.waiting.find(photo)
    assert place is not None
    assert (place.answer, place.about) == ({"photo": "k7w2"}, {"of": "photo"})
    assert waiting.take("photo") is None


def test_what_somebody_died_over_is_taken_by_another_whose_answer_counts(store: Store, waiting: Waiting) -> None:
    photo = hand_in(waiting)
    first = waiting.take("photo")
    assert waiting.take("photo") is None
    die(store)
    second = waiting.take("photo")
    assert first is not None
    assert second is not None
    assert (second.id, second.tries) == (photo, 2)
    assert not waiting.answer(first, {"photo": "late"})
    assert waiting.answer(second, {"photo": "right"})
    place = waiting.find(photo)
    assert place is not None
    assert place.answer == {"photo": "right"}


def test_a_lease_given_before_the_clock_was_set_back_keeps_nobody_waiting(store: Store, waiting: Waiting) -> None:
    hand_in(waiting)
    first = waiting.take("photo")
    assert first is not None
    assert waiting.take("photo") is None
    with store.database.write() as rows:
        rows.run("update work set leased_until = leased_until + interval '1 year'")
    second = waiting.take("photo")
    assert second is not None
    assert (second.id, second.tries) == (first.id, 2)


def test_whoever_renews_keeps_the_work(store: Store, waiting: Waiting) -> None:
    hand_in(waiting)
    work = waiting.take("photo")
    assert work is not None
    die(store)
    waiting.renew(work)
    assert waiting.take("photo") is None


def test_what_is_given_back_is_taken_at_once_and_counts_as_no_try(waiting: Waiting) -> None:
    hand_in(waiting)
    work = waiting.take("photo")
    assert work is not None
    waiting.give_back(work)
    assert waiting.take("photo") == work


def test_work_over_which_so_many_died_is_refused_with_a_sentence(store: Store, waiting: Waiting) -> None:
    photo = hand_in(waiting)
    for _ in range(MOST_TRIES):
        assert waiting.take("photo") is not None
        die(store)
    assert waiting.take("photo") is None
    place = waiting.find(photo)
    assert place is not None
    assert place.answer == {REFUSED: LOST}


def test_the_line_is_bounded_in_pieces_and_in_bytes(waiting: Waiting) -> None:
    hand_in(waiting, b"x" * 900)
    assert waiting.hand_in("photo", b"x" * 200, {}, MOST, MOST_BYTES) is None
    assert waiting.hand_in("photo", b"x", {}, 1, MOST_BYTES) is None
    assert waiting.hand_in("lesson", b"", {}, 1, MOST_BYTES) is not None


def test_what_is_a_day_old_is_forgotten(store: Store, waiting: Waiting) -> None:
    old, new = hand_in(waiting), hand_in(waiting)
    with store.database.write() as rows:
        rows.run("update work set handed_in_at = now() - interval '25 hours' where id = ?", old)
    assert waiting.forget_old() == 1
    assert waiting.find(old) is None
    assert waiting.find(new) is not None


def test_a_reader_hears_of_new_work(waiting: Waiting) -> None:
    with ThreadPoolExecutor(1) as pool:
        told = pool.submit(waiting.wait_for_work, "photo", 10 * PATIENCE_SECONDS)
        hand_in(waiting)
        told.result(PATIENCE_SECONDS)
