"""Prints the memory of the reader's process, and the times for ten photos that arrive at once.

python bench/reader_memory.py [PHOTO…]

Without photos the project's own samples are read. Memory is the peak of the resident set in MB; the pages of files in
it (Python, NumPy, OpenCV) are the system's to drop, and in part held by the server anyway. Known on Linux only.
"""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path

from companion.vision.samples import list_samples
from companion.vision.serve import read_picture, warm_up
from companion.vision.worker import Worker

AT_ONCE = 10


def main() -> None:
    """Read each photo once, then ten at once."""
    photos = [Path(name) for name in sys.argv[1:]] or [sample.picture for sample in list_samples()]
    contents = [photo.read_bytes() for photo in photos]
    worker = Worker(warm_up)
    started = time.perf_counter()
    worker.start()
    print(f"started in {time.perf_counter() - started:.2f} s: {peak_mb(worker)}")
    for photo, content in zip(photos, contents, strict=True):
        started = time.perf_counter()
        cards = worker.call(read_picture, content, {}).reading.cards
        print(f"{photo.name}: {len(cards)} cards in {time.perf_counter() - started:.2f} s: {peak_mb(worker)}")
    worker.stop()
    serve_at_once(contents)


def peak_mb(worker: Worker) -> str:
    """The maximum memory of the process so far, and the share of pages of files in its present memory."""
    status = Path(f"/proc/{worker.pid}/status")
    if not status.exists():
        return "memory unknown"
    lines = (line.split() for line in status.read_text(encoding="ascii").splitlines())
    held = {line[0]: int(line[1]) / 1024 for line in lines if line[0] in ("VmHWM:", "RssFile:")}
    return f"{held['VmHWM:']:.0f} MB at most, {held['RssFile:']:.0f} MB of it files"


def serve_at_once(contents: list[bytes]) -> None:
    """Hand ten photos in together; when each was done, from then on."""
    # Not above: a spawned process imports this file again, and is not to hold the pages' framework here either.
    from companion.web.photo.line import ReadingQueue

    room = ReadingQueue()
    started = time.perf_counter()
    tickets = [room.hand_in(partial(room.read, contents[number % len(contents)], {})) for number in range(AT_ONCE)]
    done = []
    for ticket in tickets:
        ticket.result()
        done.append(f"{time.perf_counter() - started:.1f}")
    print(f"{AT_ONCE} at once, the process not yet started: done after {', '.join(done)} s")
    room.close()


if __name__ == "__main__":
    main()
