"""The names for which the server's certificate stands: by them phones reach it over https."""

from __future__ import annotations

from collections.abc import Iterable

LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))


def is_certified(host: str, names: Iterable[str]) -> bool:
    """Whether a certificate for these names stands for a host; ``*`` is any first part of a name.

    >>> is_certified("cards.example.org", ["*.example.org"]), is_certified("a.b.example.org", ["*.example.org"])
    (True, False)
    """
    host = host.lower().rstrip(".")
    _, dot, parent = host.partition(".")
    return any(host == name.lower() or (dot and name.lower() == f"*.{parent}") for name in names)


def host_for_phones(names: Iterable[str], network: str | None) -> str | None:
    """By what name or address phones reach this machine over https; None if the certificate says none.

    >>> host_for_phones(["localhost", "cards.example.org"], "192.168.1.20")
    'cards.example.org'
    """
    known = [name for name in names if "*" not in name and name not in LOOPBACK]
    return network if network in known else next(iter(known), None)
