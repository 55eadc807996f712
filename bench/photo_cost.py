"""The cost of reading a 12-megapixel JPEG: the time beside decoding it fully, and the memory.

    python bench/photo_cost.py MANIFEST --images DIR

The photographs of full phone size are enlarged to 12 megapixels and given a phone's grain, so that the files are as
large as a phone's (about 4 MB); each is read once on one thread. Memory is the peak of a fresh process like the
server's reader, without Python's own.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import cv2
import numpy as np

from bench.photo_score import Row, measure_bytes
from bench.photo_tables import percentiles

PIXELS = 12_000_000
EVERY = 4
GRAIN = 4.0

READ_AND_TELL = """
import sys
from pathlib import Path
def kilobytes(name):
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(name))
bare = kilobytes("VmRSS")
from companion.vision.serve import read_picture, warm_up
warm_up()
for photo in sys.argv[1:]:
    read_picture(Path(photo).read_bytes(), {})
print((kilobytes("VmHWM") - bare) // 1024)
"""


def twelve_megapixels(path: Path) -> bytes:
    """The photograph enlarged and grained, as a JPEG file."""
    image = np.asarray(cv2.imread(str(path)), np.uint8)
    scale = (PIXELS / (image.shape[0] * image.shape[1])) ** 0.5
    large = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    grain = np.random.default_rng(len(image)).normal(0, GRAIN, large.shape[:2]).astype(np.float32)[..., None]
    large = np.clip(large + grain, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


def full_decode_ms(content: bytes) -> float:
    """Processor milliseconds of decoding every pixel."""
    started = time.thread_time()
    cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    return (time.thread_time() - started) * 1000


def peak_megabytes(contents: Sequence[bytes]) -> int:
    """The most memory that a process takes to read these, one after the other (on Linux)."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{number}.jpg" for number in range(len(contents))]
        for file, content in zip(files, contents, strict=True):
            file.write_bytes(content)
        command = [sys.executable, "-c", READ_AND_TELL, *map(str, files)]
        return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def cost_lines(rows: Sequence[Row], images: Path) -> Iterator[str]:
    """The figures, line by line."""
    contents = [twelve_megapixels(images / row["file"]) for row in rows]
    measure_bytes(rows[0], contents[0])
    reads = [measure_bytes(row, content).ms for row, content in zip(rows, contents, strict=True)]
    fulls = [full_decode_ms(content) for content in contents]
    size = np.mean([len(content) for content in contents]) / 1e6
    yield f"| 12-megapixel JPEG of {size:.1f} MB, {len(rows)} photographs | p50 | p95 |"
    yield "|---|--:|--:|"
    for name, times in (("decoding and reading, ms", reads), ("only decoding every pixel, ms", fulls)):
        middle, most = percentiles(times)
        yield f"| {name} | {middle:.0f} | {most:.0f} |"
    middle, most = percentiles([read / full for read, full in zip(reads, fulls, strict=True)])
    yield f"| as many times as decoding | {middle:.1f} | {most:.1f} |"
    yield ""
    yield f"Memory of the reading process at its peak, above bare Python: {peak_megabytes(contents[:6])} MB."


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("--images", type=Path, required=True)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    rows = [json.loads(line) for line in arguments.manifest.read_text().splitlines() if line.strip()]
    large = [row for row in rows if min(row.get("size_upright", (0, 0))) >= 900]
    print("\n".join(cost_lines(large[::EVERY], arguments.images)))


if __name__ == "__main__":
    main()
