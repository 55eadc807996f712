"""Free ports, server addresses, and the certificate of ``companion serve``."""

from __future__ import annotations

import errno
import ipaddress
import socket
import ssl
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from companion.cli.commands import UserError

PORTS_TRIED = 50

# Ports above 1023 that browsers refuse to open, because other services are known to listen there.
UNSAFE_PORTS = frozenset(
    {1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6679, 6697, 10080, *range(6665, 6670)}
)


def listen_on(host: str, port: int | None, default: int) -> socket.socket:
    """Return a socket that listens at the port; without one, at the default or the next free port.

    :raises UserError: if the port asked for is taken or unsafe, or the host is none of this machine's.
    """
    if port is not None:
        return _bound(host, _safe(port))
    for candidate in (port for port in range(default, default + PORTS_TRIED) if port not in UNSAFE_PORTS):
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
    """Return True if a socket listens at an address of this machine alone."""
    return ipaddress.ip_address(listening.getsockname()[0]).is_loopback


class _PortTaken(UserError):
    pass


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
        listening.listen()  # two that only bind can share a port; only one can listen
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


EXPIRED, NOT_YET = 10, 9
"""OpenSSL's numbers for two ways in which a certificate is out of its time."""
LOCKED = "the key in {key} is locked by a password; write one without: openssl pkey -in {key} -out open.key"
WORDS = 20
"""More than enough exchanges for two sides to agree on a key."""


class _LockedError(Exception):
    pass


@dataclass(frozen=True)
class Certificate:
    """A working certificate, and its files."""

    cert: Path
    key: Path
    names: tuple[str, ...]
    """The names and addresses that it covers."""
    tls: ssl.SSLContext
    read_at: tuple[int, ...]

    def renewal(self) -> Callable[[], None]:
        """Reload the certificate once its files have changed.

        While the files are being written they do not fit, and the certificate before them stays.
        """
        read_at = self.read_at

        def renew() -> None:
            nonlocal read_at
            try:
                before, read_at = read_at, _changed(self.cert, self.key)
                if read_at != before:
                    _context(self.cert, self.key)  # refuses what does not fit, before anything is changed
                    self.tls.load_cert_chain(self.cert, self.key)
            except OSError:
                pass  # the files are being replaced, and are looked at again
            except UserError as fault:
                click.echo(f"{fault.message}; the certificate before it is used", err=True)

        return renew


def read_certificate(cert: Path | None, key: Path | None) -> Certificate | None:
    """The certificate in two files; None where neither is given.

    :raises UserError: if one is missing, can't be read, does not fit the other, or is out of its time.
    """
    if cert is None and key is None:
        return None
    if cert is None or key is None:
        raise UserError("--cert and --key belong together: give both, or neither")
    _must_hold("CERTIFICATE-----", "certificate", cert, "--cert")
    _must_hold("PRIVATE KEY-----", "private key", key, "--key")
    read_at, context = _changed(cert, key), _context(cert, key)
    return Certificate(cert, key, _rehearse(cert, context), context, read_at)


def _must_hold(mark: str, what: str, file: Path, flag: str) -> None:
    try:
        text = file.read_text(encoding="ascii", errors="replace")
    except OSError as fault:
        raise UserError(f"{flag}: {file} can't be read: {fault.strerror}") from fault
    if mark not in text:
        raise UserError(f"{flag}: there is no {what} in {file}; it has to be a PEM file (are the two exchanged?)")


def _changed(*files: Path) -> tuple[int, ...]:
    return tuple(file.stat().st_mtime_ns for file in files)


def _context(cert: Path, key: Path) -> ssl.SSLContext:
    def ask() -> str:
        raise _LockedError

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(cert, key, password=ask)
    except _LockedError:
        raise UserError(LOCKED.format(key=key)) from None
    except ssl.SSLError as fault:
        if fault.reason == "KEY_VALUES_MISMATCH":
            raise UserError(f"the key in {key} does not belong to the certificate in {cert}") from fault
        raise UserError(f"{cert} and {key} can't be used together: {fault.reason or fault}") from fault
    return context


def _rehearse(cert: Path, context: ssl.SSLContext) -> tuple[str, ...]:
    """Test a TLS handshake in memory with a client that trusts this very certificate; return the names it covers.

    :raises UserError: if no phone would.
    """
    theirs = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    theirs.check_hostname = False
    theirs.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    theirs.load_verify_locations(cert)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    phone = theirs.wrap_bio(back, there)
    for turn in [phone, context.wrap_bio(there, back, server_side=True)] * WORDS:
        try:
            turn.do_handshake()
        except ssl.SSLWantReadError:
            continue
        except ssl.SSLCertVerificationError as fault:
            raise UserError(_refused(cert, fault)) from fault
    said: Any = phone.getpeercert() or {}
    return tuple(name for _, name in said.get("subjectAltName", ()))


def _refused(cert: Path, fault: ssl.SSLCertVerificationError) -> str:
    if fault.verify_code == EXPIRED:
        return f"the certificate in {cert} has expired; get a new one, or leave --cert and --key out to serve http"
    if fault.verify_code == NOT_YET:
        return f"the certificate in {cert} is not valid yet; is the clock of this machine right?"
    return f"no phone would trust the certificate in {cert}: {fault.verify_message}"
