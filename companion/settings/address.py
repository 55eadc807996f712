"""How the address of a page is written for whoever types it elsewhere."""

from __future__ import annotations


def address_of(base: str, path: str) -> str:
    """A page below the address of the companion; ``path`` counts from there.

    >>> address_of("https://club.example/pinochle", "/link/abc")
    'https://club.example/pinochle/link/abc'
    """
    return f"{base.rstrip('/')}{path}"


def address_told(url: str, path: str) -> str:
    """The same for a terminal, which knows the companion's address only where it was set (``COMPANION_URL``)."""
    return address_of(url, path) if url else f"after the companion's address: {path}"
