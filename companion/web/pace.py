"""waitress's loop takes a breath where many phones follow, so that one look at all lines serves many of them."""

from __future__ import annotations

import time
from typing import Any

from waitress import wasyncore

MANY = 64
"""Lines from which on a look at all of them costs more than a breath."""
BREATH_SECONDS = 0.003


class PacedLoop:
    """In the place of waitress's own loop, which looks at every line anew for each one that has something to say."""

    def __getattr__(self, name: str) -> Any:
        return getattr(wasyncore, name)

    def loop(self, timeout: float, map: dict[int, Any], use_poll: bool) -> None:  # noqa: A002  # as waitress calls it
        """Serve the lines in ``map`` until there is none."""
        poll = wasyncore.poll2 if use_poll else wasyncore.poll
        while map:
            poll(timeout, map)
            if len(map) > MANY:
                time.sleep(BREATH_SECONDS)
