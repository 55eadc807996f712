"""The trained networks of ``models/``: run by OpenCV on a computer, by WebAssembly in a browser."""

from __future__ import annotations

import sys

if sys.platform == "emscripten":
    from companion.vision.stages.wasm import *
else:
    from companion.vision.stages.opencv import *

__all__ = [
    "crops_to_logits",
    "crops_to_sight",
    "faces_to_kinds",
    "pass_to_maps",
    "views_to_poses",
    "views_to_sides",
]
