"""Prepares the next batches on a second core while the network learns from this one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from queue import Queue
from typing import TypeVar

T = TypeVar("T")


def in_background(items: Iterator[T], ahead: int = 4) -> Iterator[T]:
    """The same endless items in the same order, made by a thread that runs ``ahead`` of the reader.

    NumPy and OpenCV let other threads run while they work, so a thread is enough.

    :raises RuntimeError: if the thread has stopped; it has printed why.
    """
    ready: Queue[T | None] = Queue(ahead)

    def fill() -> None:
        try:
            for item in items:
                ready.put(item)
        finally:
            ready.put(None)

    threading.Thread(target=fill, daemon=True).start()
    while True:
        item = ready.get()
        if item is None:
            raise RuntimeError("no more batches: the thread that makes them has stopped")
        yield item
