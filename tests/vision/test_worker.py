"""The process that reads photos may die in every way; whoever asked is told, and the next photo is read."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from companion.vision.decode import decode_photo
from companion.vision.picture import Unreadable, read_picture, warm_up
from companion.vision.samples import find_sample
from companion.vision.worker import STOPPED, TOO_LONG, TOO_MUCH, Worker, WorkerLost


def nothing() -> None:
    """All that a worker needs that reads no photos."""


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker(nothing)
    yield made
    made.stop()


def test_work_is_done_in_another_process(worker: Worker) -> None:
    assert worker.call(os.getpid) == worker.pid != os.getpid()


def test_no_process_is_started_before_there_is_work(worker: Worker) -> None:
    assert worker.pid is None


WAYS_TO_DIE: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (os._exit, (1,), STOPPED),
    (os.abort, (), STOPPED),
    (int, ("no number",), STOPPED),
    (time.sleep, (60,), TOO_LONG),
]
if sys.platform == "linux":
    WAYS_TO_DIE.append((bytearray, (2_000_000_000,), TOO_MUCH))


@pytest.mark.parametrize(("function", "arguments", "says"), WAYS_TO_DIE)
def test_a_death_is_told_in_a_sentence_and_the_next_work_is_done(
    worker: Worker, function: Callable[..., Any], arguments: tuple[Any, ...], says: str
) -> None:
    with pytest.raises(WorkerLost) as lost:
        worker.call(function, *arguments, seconds=1)
    assert str(lost.value) == says
    assert worker.call(abs, -1) == 1


def test_a_worker_that_is_closed_ends_its_work_at_once_and_does_no_more(worker: Worker) -> None:
    worker.start()
    with ThreadPoolExecutor() as others:
        waiting = others.submit(worker.call, time.sleep, 300, seconds=300)
        time.sleep(0.2)
        begun = time.monotonic()
        worker.close()
        with pytest.raises(WorkerLost):
            waiting.result()
    assert time.monotonic() - begun < 5
    with pytest.raises(WorkerLost):
        worker.call(abs, -1)
    assert worker.pid is None


def test_a_worker_killed_while_reading_is_replaced(worker: Worker) -> None:
    first = worker.call(os.getpid)
    killer = threading.Timer(0.2, os.kill, (first, 9))
    killer.start()
    with pytest.raises(WorkerLost):
        worker.call(time.sleep, 60, seconds=30)
    killer.join()
    assert worker.call(os.getpid) != first


def test_a_worker_killed_between_two_photos_is_replaced_unnoticed(worker: Worker) -> None:
    os.kill(worker.call(os.getpid), 9)
    assert worker.call(abs, -2) == 2


def test_a_photo_is_read_there_as_it_is_read_here() -> None:
    content = find_sample("both-pinochles").picture.read_bytes()
    reader = Worker(warm_up)
    try:
        there = reader.call(read_picture, content, {})
    finally:
        reader.stop()
    here = read_picture(content, {})
    assert there.reading.cards == here.reading.cards
    assert decode_photo(there.jpeg).shape == decode_photo(here.jpeg).shape


def test_a_file_that_is_refused_there_is_refused_here_in_the_same_words(worker: Worker) -> None:
    with pytest.raises(Unreadable, match="file is empty"):
        worker.call(read_picture, b"", {})
