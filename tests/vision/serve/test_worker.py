"""The process that reads photos may die in every way; whoever asked is told, and the next photo is read."""

from __future__ import annotations

import io
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cards import Card
from companion.vision.reading import Unreadable
from companion.vision.samples import find_sample
from companion.vision.serve import read_picture, warm_up
from companion.vision.stages.decode import decode_photo
from companion.vision.worker import STOPPED, TOO_LONG, TOO_MUCH, Worker, WorkerLost
from tests.conftest import PATIENCE_SECONDS, also
from tests.vision.tiled import large_photo, tiled_heic


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


def spin() -> None:
    """Work that never ends and keeps the processor busy."""
    while True:
        pass


def take_for_opencv(count: int) -> None:
    """Work for which OpenCV may have less memory than it asks for."""
    cv2.resize(np.zeros((1, 1), np.uint8), (count, count))


WAYS_TO_DIE: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (os._exit, (1,), STOPPED),
    (os.abort, (), STOPPED),
    (int, ("no number",), STOPPED),
    (time.sleep, (PATIENCE_SECONDS,), TOO_LONG),
    (spin, (), TOO_LONG),
]
if sys.platform == "linux":
    WAYS_TO_DIE.extend([(bytearray, (2_000_000_000,), TOO_MUCH), (take_for_opencv, (30_000,), TOO_MUCH)])


@pytest.mark.parametrize(("function", "arguments", "says"), [WAYS_TO_DIE[0], *(also(*way) for way in WAYS_TO_DIE[1:])])
def test_a_death_is_told_in_a_sentence_and_the_next_work_is_done(
    worker: Worker, function: Callable[..., Any], arguments: tuple[Any, ...], says: str
) -> None:
    with pytest.raises(WorkerLost) as lost:
        worker.call(function, *arguments, seconds=0.1 if says is TOO_LONG else PATIENCE_SECONDS)
    assert str(lost.value) == says
    assert worker.call(abs, -1) == 1


def test_work_that_waits_for_a_busy_processor_is_given_more_time_than_it_takes(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.vision.worker.PATIENCE", PATIENCE_SECONDS / 0.1)
    assert worker.call(time.sleep, 1.0, seconds=0.1) is None


def test_work_that_spends_the_processor_is_ended_by_its_own_time(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.vision.worker.PATIENCE", 1_000)
    with pytest.raises(WorkerLost) as lost:
        worker.call(spin, seconds=0.1)
    assert str(lost.value) == TOO_LONG


def test_a_worker_that_is_called_as_its_rest_ends_goes_on(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[threading.Timer] = []

    def begin(rest: threading.Timer) -> None:
        rests.append(rest)

    monkeypatch.setattr("companion.vision.worker.threading.Timer.start", begin)
    first = worker.call(os.getpid)
    worker.call(abs, -1)
    rests[0].function()  # as by a thread that waited while the second call was at work
    assert worker.pid == first
    rests[-1].function()
    assert worker.pid is None


def test_a_worker_that_nobody_calls_is_ended(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.vision.worker.IDLE_SECONDS", 0.1)
    worker.call(abs, -1)
    until = time.monotonic() + PATIENCE_SECONDS
    while worker.pid is not None:
        assert time.monotonic() < until
        time.sleep(0.05)


def begin_and_go_on(begun: Path) -> None:
    """Work that leaves a file to say that it has begun, and does not end while a test waits."""
    begun.touch()
    time.sleep(PATIENCE_SECONDS)


def wait_for(begun: Path) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not begun.exists():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_worker_that_is_closed_ends_its_work_at_once_and_does_no_more(worker: Worker, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    with ThreadPoolExecutor() as others:
        waiting = others.submit(worker.call, begin_and_go_on, begun, seconds=PATIENCE_SECONDS)
        wait_for(begun)
        worker.close()
        with pytest.raises(WorkerLost):
            waiting.result()
    with pytest.raises(WorkerLost):
        worker.call(abs, -1)
    assert worker.pid is None


def kill_once_begun(begun: Path, pid: int) -> None:
    wait_for(begun)
    os.kill(pid, 9)


def test_a_worker_killed_while_reading_is_replaced(worker: Worker, tmp_path: Path) -> None:
    first, begun = worker.call(os.getpid), tmp_path / "begun"
    killer = threading.Thread(target=kill_once_begun, args=(begun, first), daemon=True)
    killer.start()
    with pytest.raises(WorkerLost, match="made the card reader stop"):
        worker.call(begin_and_go_on, begun)
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


def photo_of_phone(kind: str, size: tuple[int, int], **options: object) -> bytes:
    photo = large_photo("both-pinochles", size)
    if kind == "HEIC":
        return tiled_heic(photo)
    file = io.BytesIO()
    photo.save(file, kind, **options)
    return file.getvalue()


OF_PHONES: dict[str, tuple[str, tuple[int, int], dict[str, object]]] = {
    "HEIC of 12 megapixels": ("HEIC", (4032, 3024), {}),
    "HEIC of 48 megapixels": ("HEIC", (8064, 6048), {}),
    "WebP of 12.2 megapixels": ("WEBP", (4032, 3024), {"method": 0}),
    "progressive JPEG of 48 megapixels": ("JPEG", (8064, 6048), {"progressive": True}),
    "progressive JPEG of 64 megapixels": ("JPEG", (9248, 6936), {"progressive": True}),
    "JPEG of 108 megapixels": ("JPEG", (12000, 9000), {}),
}


def read_and_count(content: bytes) -> tuple[Counter[Card], int, int]:
    """The cards of a photo, and how many threads the process had before its reading and at most."""
    before, most, over = threads_now(), [0], threading.Event()

    def count() -> None:
        while not over.wait(0.001):
            most[0] = max(most[0], threads_now() - 1)  # without this one

    counting = threading.Thread(target=count)
    counting.start()
    cards = Counter(read_picture(content, {}).reading.counts)
    over.set()
    counting.join()
    return cards, before, most[0]


def threads_now() -> int:
    tasks = Path("/proc/self/task")
    return len(list(tasks.iterdir())) if tasks.exists() else 1


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "size", "options"), OF_PHONES.values(), ids=OF_PHONES.keys())
def test_large_photos_of_phones_are_read_in_the_memory_that_there_is_without_threads(
    kind: str, size: tuple[int, int], options: dict[str, object]
) -> None:
    reader = Worker(warm_up)
    try:
        cards, before, most = reader.call(read_and_count, photo_of_phone(kind, size, **options))
    finally:
        reader.stop()
    assert cards == Counter(find_sample("both-pinochles").cards)
    assert most <= before + (kind == "HEIC")  # libde265 has one of its own


def test_a_file_that_is_refused_there_is_refused_here_in_the_same_words(worker: Worker) -> None:
    with pytest.raises(Unreadable, match="file is empty"):
        worker.call(read_picture, b"", {})
