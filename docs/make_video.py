"""Makes the video that keeps a screen on where the browser has no wake lock: ten seconds of nothing, and silence.

Run it in an environment of its own, since nothing else here needs PyAV: ``pip install av``, then
``python docs/make_video.py``. It writes ``static/video/awake.mp4`` and ``awake.webm`` for browsers without H.264.
What each browser asks of such a video is said in ``static/js/awake.js``.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av
import numpy as np

VIDEO = Path(__file__).parents[1] / "static" / "video"
SECONDS, RATE = 10, 16_000
PICTURE = np.zeros((16, 16, 3), np.uint8)
CODECS = {"awake.mp4": ("libx264", "aac"), "awake.webm": ("libvpx", "libopus")}


def make(file: Path, picture_codec: str, sound_codec: str) -> None:
    """Write a picture a second, all of them black, and as long a silence."""
    with av.open(file, "w") as made:
        made.metadata.clear()
        pictures = made.add_stream(picture_codec, rate=1, width=16, height=16, pix_fmt="yuv420p")
        if picture_codec == "libx264":
            pictures.options = {"profile": "baseline", "x264-params": "no-info=1"}
        sound = made.add_stream(sound_codec, rate=RATE, layout="mono", bit_rate=6000)
        for second in range(SECONDS):
            frame = av.VideoFrame.from_ndarray(PICTURE, "rgb24")
            frame.pts, frame.time_base = second, Fraction(1, 1)
            made.mux(pictures.encode(frame))
            silence = av.AudioFrame.from_ndarray(np.zeros((1, RATE), np.int16), "s16", "mono")
            silence.rate, silence.pts = RATE, second * RATE
            made.mux(sound.encode(silence))
        made.mux(pictures.encode())
        made.mux(sound.encode())


if __name__ == "__main__":
    VIDEO.mkdir(exist_ok=True)
    for name, codecs in CODECS.items():
        make(VIDEO / name, *codecs)
