"""How often one address may try what others could try for it without end: ways in, links, photos.

Scoring is held to nothing: a whole club may sit behind one address. Each process counts for itself, in its own memory.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from flask import Flask, current_app, request
from werkzeug.exceptions import TooManyRequests

from companion.web.base.security import SAFE_METHODS

MINUTE = 60.0
MOST_KEPT = 20_000
TOO_OFTEN = "That was tried too often from your network. Wait {wait}, then try again."


@dataclass(frozen=True)
class Limit:
    """So many times at once, and then one more each time that a part of a minute has passed."""

    name: str
    times: int
    seconds: float = MINUTE

    @property
    def apart(self) -> float:
        """How many seconds lie between two, if it goes on for long."""
        return self.seconds / self.times


COMING_IN = Limit("coming in", 120)
"""Sixty phones of a club behind one address, each of which looks at its link and then uses it, within a minute.

A token has 128 random bits. At 120 tries a minute (6.3 × 10^7 a year) an address that tries for a year, while a
thousand links are valid, finds one with a chance of 6.3 × 10^10 / 3.4 × 10^38, or 2 in 10^28.
"""
INVITING = Limit("inviting", 30)
JOINING = Limit("joining", 120)
"""Thirty tables of four that sit down within a minute."""
PHOTOS = Limit("photos", 60)
IMPORTS = Limit("imports", 10)
BEGINNING = Limit("beginning games", 20)
"""In an invited home, where a stranger may begin a game too."""
LIMITS = {
    **dict.fromkeys(("club.look", "club.use", "club.by_passkey"), COMING_IN),
    **dict.fromkeys(("share.look_at_link", "share.use_link"), JOINING),
}
"""Views that are counted however they are asked."""
WRITES = {
    **dict.fromkeys(("club.invite", "club.let_in", "club.pair", "club.add_passkey", "club.show_passkey"), INVITING),
    **dict.fromkeys(("photo.read", "deck.learn"), PHOTOS),
    **dict.fromkeys(("shelf.bring_in", "house.bring_in"), IMPORTS),
}
"""Views whose forms are counted."""


class Meter:
    """Counts, for each key, when the times that were taken will all be given back; that one moment is all it keeps."""

    def __init__(self, clock: Callable[[], float] = monotonic, most: int = MOST_KEPT) -> None:
        self._clock, self._most = clock, most
        self._free_at: dict[tuple[Limit, Hashable], float] = {}
        self._lock = Lock()

    def take(self, limit: Limit, key: Hashable) -> float:
        """Take one of the times: 0.0, or if none is left so many seconds until there is one, and nothing is taken."""
        now = self._clock()
        with self._lock:
            free_at = max(self._free_at.get((limit, key), now), now) + limit.apart
            wait = free_at - now - limit.seconds
            # Sums of fractions may lie a little above what they stand for.
            if wait > limit.apart / 1000:
                return wait
            self._free_at[limit, key] = free_at
            if len(self._free_at) > self._most:
                self._forget(now)
        return 0.0

    def _forget(self, now: float) -> None:
        """Throw away who has all times again; if that is nobody, whoever is the nearest to it."""
        kept = {each: at for each, at in self._free_at.items() if at > now}
        latest = sorted(kept, key=lambda each: kept[each])[-self._most :]
        self._free_at = {each: kept[each] for each in latest}


def init_app(app: Flask) -> None:
    """Hold the addresses that ask ``app`` to their limits."""
    app.extensions["meter"] = Meter()
    app.before_request(hold)


def hold() -> None:
    """Refuse what was tried too often from this address.

    :raise 429: saying when to try again, in words and in ``Retry-After``.
    """
    endpoint = request.endpoint or ""
    limit = LIMITS.get(endpoint) or (WRITES.get(endpoint) if request.method not in SAFE_METHODS else None)
    if limit is not None:
        count(limit)


def count(limit: Limit) -> None:
    """Count one request of this address against a limit.

    :raise 429: as :func:`hold`.
    """
    meter: Meter = current_app.extensions["meter"]
    wait = math.ceil(meter.take(limit, network_of(request.remote_addr or "")))
    if wait:
        said = "a second" if wait == 1 else f"{wait} seconds"
        raise TooManyRequests(TOO_OFTEN.format(wait=said), retry_after=wait)


def network_of(address: str) -> str:
    """Whom an address stands for: of IPv6 the first half, for whoever has one has all that begin so.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3::4"), network_of("")
    ('192.0.2.7', '2001:db8:1:2::/64', '')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(getattr(found, "ipv4_mapped", None) or found)
