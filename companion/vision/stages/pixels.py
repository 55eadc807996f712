"""All that is done with a photograph's pixels: by OpenCV on a computer, by WebAssembly in a browser.

With :mod:`.networks` all of the reader that is not plain Python. Other stages take what these two give as it is, or as
plain numbers; of a picture's attributes they use ``shape`` alone: height, width and 3.
"""

from __future__ import annotations

import sys

from companion.vision.stages.border import BEYOND, Light, Peak

if sys.platform == "emscripten":
    from companion.vision.stages.wasm import *
else:
    from companion.vision.stages.opencv import *

__all__ = [
    "BEYOND",
    "Light",
    "Maps",
    "Peak",
    "Pixels",
    "brightest",
    "halved",
    "lightened",
    "maps_to_peaks",
    "mirrored",
    "photo_to_grey",
    "photo_to_light",
    "resized",
    "share_burnt",
    "warped",
]
