"""The time of a live camera's look that is read with those before, beside one that is read by itself.

    python -m bench.looks [--site DIR]

A camera passes along each of the sample photos and back, which no look shows whole, and each look is read in both ways,
in turn. On a server it is processor time; with ``--site``, a folder that ``companion static`` wrote, also the time by
the clock in Chromium, where a phone by itself reads.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import numpy as np

from bench.bounds import Bounds
from bench.phone_chromium import chromium
from companion.vision.samples import Sample, list_samples
from companion.vision.serve import glance, warm_up
from companion.vision.stages.decode import decode_photo, encode_upright_jpeg

BOUNDS = Bounds({"server": 1.3, "phone": 1.3}, unit="times a look by itself")
LOOKS, SHOWN, LONGEST = 16, 0.6, 960


def frames(sample: Sample) -> Iterator[bytes]:
    """The looks at a sample, as the page sends them."""
    photo = decode_photo(sample.picture.read_bytes())
    wide = photo.shape[1]
    for place in [*range(LOOKS // 2), *range(LOOKS // 2, 0, -1)]:
        left = round((1 - SHOWN) * wide * place / (LOOKS // 2))
        window = np.ascontiguousarray(photo[:, left : left + round(SHOWN * wide)])
        yield encode_upright_jpeg(window, LONGEST)


def _look_on_a_server(frame: bytes, sweep: str) -> float:
    started = time.process_time()
    glance(frame, {}, sweep=sweep)
    return (time.process_time() - started) * 1000


def measure(place: str, look: Callable[[bytes, str], float]) -> None:
    """Print the medians of both ways, and judge what gathering adds."""
    spent: dict[bool, list[float]] = {False: [], True: []}
    for sample in list_samples():
        for number, frame in enumerate(frames(sample)):
            for gathers in (number % 2 == 0, number % 2 == 1):
                spent[gathers].append(look(frame, sample.name if gathers else ""))
    alone, together = (median(spent[gathers]) for gathers in (False, True))
    print(f"{place}: a look by itself {alone:.0f} ms, with those before {BOUNDS.said(place, together / alone)}")


def main() -> int:
    """Measure both places."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", type=Path)
    site = parser.parse_args().site
    warm_up()
    measure("server", _look_on_a_server)
    if site:
        with chromium(site) as page:
            measure("phone", page.look)
    return BOUNDS.status()


if __name__ == "__main__":
    sys.exit(main())
