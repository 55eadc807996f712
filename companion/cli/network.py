"""Ports that are free, and how the address of a server is written."""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress

from companion.cli.commands import UserError

PORTS_TRIED = 50

# Ports above 1023 that browsers refuse to open, because other services are known to listen there.
UNSAFE_PORTS = frozenset(
    {1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6679, 6697, 10080, *range(6665, 6670)}
)


def listen_on(host: str, port: int | None, default: int) -> socket.socket:
    """A socket that listens at the port, or where none is asked for to the default one or the next that is free.

    :raises UserError: if the port asked for is taken or unsafe, or the host is none of this machine's.
    """
    if port is not None:
        return _bound(host, _safe(port))
    for candidate in _candidates(default):
        with suppress(_PortTaken):
            return _bound(host, candidate)
    raise UserError(f"all the ports from {default} to {default + PORTS_TRIED - 1} are taken; name one by --port")


def web_address(host: str, port: int, scheme: str = "http") -> str:
    """The address to type into a browser.

    >>> web_address("127.0.0.1", 8700), web_address("::1", 8700, "https")
    ('http://127.0.0.1:8700/', 'https://[::1]:8700/')
    """
    return f"{scheme}://[{host}]:{port}/" if ":" in host else f"{scheme}://{host}:{port}/"


def is_loopback(listening: socket.socket) -> bool:
    """Whether a socket listens at an address by which only this very machine reaches it."""
    return ipaddress.ip_address(listening.getsockname()[0]).is_loopback


class _PortTaken(UserError):
    pass


def _candidates(default: int) -> Iterator[int]:
    return (port for port in range(default, default + PORTS_TRIED) if port not in UNSAFE_PORTS)


def _safe(port: int) -> int:
    if port in UNSAFE_PORTS:
        raise UserError(f"browsers refuse to open port {port}; choose another, such as 8700")
    return port


def _bound(host: str, port: int) -> socket.socket:
    family, address = _resolve(host, port)
    # With its protocol named, asyncio sends each answer at once (TCP_NODELAY).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # Elsewhere this lets a restarted server have its port back; on Windows it would let two servers share one.
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()  # two that only bind can share a port; whoever listens has it
    except OSError as fault:
        listening.close()
        raise _refusal(fault, host, port) from fault
    return listening


def _resolve(host: str, port: int) -> tuple[socket.AddressFamily, tuple[str, int]]:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as fault:
        raise UserError(f"there is no host {host!r}; leave --host out, or give 127.0.0.1") from fault
    return family, (str(address[0]), int(address[1]))


def _refusal(fault: OSError, host: str, port: int) -> UserError:
    if fault.errno in (errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", None)):
        return _PortTaken(f"port {port} is taken; choose another")
    if fault.errno == errno.EACCES:
        return UserError(f"port {port} needs an administrator's rights; choose one above 1023, such as 8700")
    return UserError(f"{host!r} is no address of this machine; leave --host out, or give 127.0.0.1")
