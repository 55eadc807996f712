"""The certificate of ``companion serve``: what is wrong with it is said before anybody is served."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from companion.cli.commands import UserError

EXPIRED, NOT_YET = 10, 9
"""OpenSSL's numbers for two ways in which a certificate is out of its time."""
LOCKED = "the key in {key} is locked by a password; write one without: openssl pkey -in {key} -out open.key"
WORDS = 20
"""So many turns are more than enough for two to agree on a key."""


class _LockedError(Exception):
    pass


@dataclass(frozen=True)
class Certificate:
    """A certificate that works, and the files that it is in."""

    cert: Path
    key: Path
    names: tuple[str, ...]
    """The names and addresses that it stands for."""
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
    """Let a phone that trusts this very certificate agree on a key, in memory; the names for which it stands.

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
