"""The line before the reader: first come, first served, nobody forgotten, and live frames only when nobody waits."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial

import pytest
from werkzeug.exceptions import ServiceUnavailable

from companion.vision import Reading
from companion.vision.reading import Unreadable
from companion.vision.serve import Pack, Picture, read_picture, ready_deck
from companion.vision.stages.letters import Evidence
from companion.web.photo.line import LONGEST_RELEARNING_SECONDS, TICKETS_KEPT, ReadingQueue
from tests.conftest import PATIENCE_SECONDS


def no_reader(content: bytes, pack: Pack, deck: bytes = b"", letters: Evidence = (), sweep: str = "") -> Picture:
    raise Unreadable("This reader reads nothing.")


def reads_nothing(content: bytes, pack: Pack, deck: bytes = b"", letters: Evidence = (), sweep: str = "") -> Picture:
    return Picture(b"jpeg", Reading((), (), (1, 1), 1.0))


class Gate:
    """Work that holds up everything behind it until it is opened."""

    def __init__(self) -> None:
        self.reached, self.opened = threading.Event(), threading.Event()

    def __call__(self) -> str:
        self.reached.set()
        self.opened.wait(PATIENCE_SECONDS)
        return "through"


@pytest.fixture
def queue() -> Iterator[ReadingQueue]:
    made = ReadingQueue(no_reader, waiting=10)
    yield made
    made.close()


@pytest.fixture
def gate(queue: ReadingQueue) -> Iterator[Gate]:
    """The queue at work on something that takes as long as the test wants."""
    made = Gate()
    queue.hand_in(made)
    made.reached.wait(PATIENCE_SECONDS)
    yield made
    made.opened.set()


def test_ten_at_once_are_all_served_in_order(queue: ReadingQueue, gate: Gate) -> None:
    served: list[int] = []
    tickets = [queue.hand_in(partial(served.append, number)) for number in range(10)]
    assert [queue.ahead(ticket) for ticket in tickets] == list(range(1, 11))
    gate.opened.set()
    for ticket in tickets:
        ticket.result()
    assert served == list(range(10))


def test_a_full_room_asks_for_patience_and_is_open_again_afterwards(queue: ReadingQueue, gate: Gate) -> None:
    waiting = [queue.hand_in(lambda: None) for _ in range(10)]
    with pytest.raises(ServiceUnavailable, match="Many photos are being read") as refused:
        queue.hand_in(lambda: None)
    assert refused.value.retry_after == 10
    gate.opened.set()
    waiting[-1].wait(PATIENCE_SECONDS)
    queue.hand_in(lambda: None).result()


def test_what_waits_is_bounded_in_bytes_too(queue: ReadingQueue, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.photo.line.MOST_BYTES_WAITING", 100)
    queue.hand_in(lambda: None, size=80)
    with pytest.raises(ServiceUnavailable):
        queue.hand_in(lambda: None, size=30)


def test_a_glance_is_dropped_while_anybody_waits(queue: ReadingQueue, gate: Gate) -> None:
    assert queue.glance(b"", {}) is None


def test_a_glance_is_taken_while_nobody_waits(queue: ReadingQueue) -> None:
    with pytest.raises(Unreadable, match="reads nothing"):
        queue.glance(b"", {})


def test_a_refusal_reaches_whoever_holds_the_ticket(queue: ReadingQueue) -> None:
    ticket = queue.hand_in(lambda: queue.read(b"", {}), "whose")
    with pytest.raises(Unreadable, match="reads nothing"):
        ticket.result()
    assert (ticket.done, ticket.about, queue.find(ticket.id)) == (True, "whose", ticket)


def test_old_tickets_are_forgotten(queue: ReadingQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.photo.line.TICKETS_KEPT", 2)
    tickets = [queue.hand_in(lambda: None) for _ in range(3)]
    assert [queue.find(ticket.id) is ticket for ticket in tickets] == [False, True, True]


def test_no_glance_takes_the_place_of_a_ticket() -> None:
    with closing(ReadingQueue(reads_nothing)) as queue:
        ticket = queue.hand_in(dict)
        for _ in range(TICKETS_KEPT + 1):
            queue.glance(b"", {})
        assert queue.find(ticket.id) is ticket


def test_where_photos_are_left_to_other_readers_no_process_is_started_and_no_frame_read() -> None:
    with closing(ReadingQueue(reads=False)) as queue:
        queue.wake()
        assert queue.glance(b"", {}) is None
        assert queue.worker.pid is None


def test_a_deck_gets_more_time_to_be_learned_anew_than_a_photo_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[object, float | None]] = []
    with closing(ReadingQueue()) as queue:

        def call(function: object, *_arguments: object, seconds: float | None = None) -> None:
            calls.append((function, seconds))

        monkeypatch.setattr(queue.worker, "call", call)
        queue.read(b"photo", {}, b"deck")
        queue.read(b"photo", {})
    assert calls == [(ready_deck, LONGEST_RELEARNING_SECONDS), (read_picture, None), (read_picture, None)]
