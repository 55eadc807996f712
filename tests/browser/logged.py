"""What Chromium and htmx log of what was meant to fail; a phone forgives it by these words (``Phone.forgive``)."""

from __future__ import annotations

LOST_LINE = ("net::ERR_", "htmx:sendError", "htmx:timeout", "[object Event]")
"""Of a line that is cut, and of a server that is away or says nothing."""
TAKEN_BACK = ("htmx:sendAbort", "htmx:afterRequest")
"""No fault: a newer request takes an older one back (``hx-sync``), and htmx calls that an error.

Of what is a fault ``htmx:afterRequest`` never tells alone.
"""


def refused(*statuses: int) -> tuple[str, ...]:
    """Of answers of these statuses."""
    return tuple(f"{words} {status}" for status in statuses for words in ("status of", "Status Error Code"))
