"""Work that waits in the file of a companion on one phone: as in PostgreSQL, and it outlives the browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import Store, open_store
from companion.store.waiting import LOST, MOST_TRIES, REFUSED, Waiting

MOST, MOST_BYTES = 40, 1000
OVER = "update work set leased_until = datetime('now', '-1 second') where leased_until is not null"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(tmp_path, waits=True)) as opened:
        yield opened


@pytest.fixture
def waiting(store: Store) -> Waiting:
    assert store.waiting is not None
    return store.waiting


def hand_in(waiting: Waiting, content: bytes = b"photo") -> str:
    made = waiting.hand_in("photo", content, {"of": content.decode()}, MOST, MOST_BYTES)
    assert made is not None
    return made


def die(store: Store) -> None:
    """The time of the work at hand passes, and nobody renewed it."""
    with store.database.write() as rows:
        rows.run(OVER)


def test_it_is_taken_in_order_each_piece_once_and_answered(waiting: Waiting) -> None:
    ids = [hand_in(waiting, content) for content in (b"a", b"b")]
    assert [waiting.ahead(each) for each in ids] == [0, 1]
    taken = [waiting.take("photo") for _ in range(3)]
    assert [work and (work.id, work.content, work.tries) for work in taken] == [
        (ids[0], b"a", 1),
        (ids[1], b"b", 1),
        None,
    ]
    assert taken[0] is not None
    assert waiting.answer(taken[0], {"photo": "k7w2"})
    place = waiting.find(ids[0])
    assert place is not None
    assert place.answer == {"photo": "k7w2"}
    assert waiting.length("photo") == 1


def test_what_somebody_died_over_is_taken_again_but_not_for_ever(store: Store, waiting: Waiting) -> None:
    photo = hand_in(waiting)
    for tries in range(1, MOST_TRIES + 1):
        work = waiting.take("photo")
        assert work is not None
        assert work.tries == tries
        assert waiting.take("photo") is None
        waiting.renew(work)
        die(store)
    assert waiting.take("photo") is None
    place = waiting.find(photo)
    assert place is not None
    assert place.answer == {REFUSED: LOST}


def test_it_is_there_when_the_file_is_opened_again_and_forgotten_after_a_day(store: Store, tmp_path: Path) -> None:
    assert store.waiting is not None
    photo = hand_in(store.waiting)
    store.close()
    with closing(open_store(tmp_path, waits=True)) as again:
        assert again.waiting is not None
        assert (work := again.waiting.take("photo")) is not None
        assert work.id == photo
        with again.database.write() as rows:
            rows.run("update work set handed_in_at = datetime('now', '-25 hours')")
        assert again.waiting.forget_old() == 1


def test_the_line_is_bounded_in_bytes_and_a_file_of_a_server_has_none(waiting: Waiting, tmp_path: Path) -> None:
    hand_in(waiting, b"x" * 900)
    assert waiting.hand_in("photo", b"x" * 200, {}, MOST, MOST_BYTES) is None
    with closing(open_store(tmp_path / "server")) as server:
        assert server.waiting is None
