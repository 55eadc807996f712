"""Ports for servers that are told where to listen, and cannot be asked."""

from __future__ import annotations

import socket
from contextlib import suppress
from random import SystemRandom

NEVER_LENT = range(20_000, 32_000)
"""Below what systems lend to connections that go out, of which one could take the port before its server does."""


def free_port() -> int:
    """A port of this machine at which nothing listens, and hardly anything will before long."""
    while True:
        port = SystemRandom().choice(NEVER_LENT)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
