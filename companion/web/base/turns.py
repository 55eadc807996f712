"""Answers a few requests at a time, and the others in their turn: many threads at work at once only hinder each other.

Python runs one thread at a time, and each that waits wakes whenever another lets go. Twenty phones that fetch the page
at once are therefore answered sooner one after the other. Whoever waits for something else than the processor – a body
on its way, the reader of photos – steps aside meanwhile, and nobody waits for long for one that does not.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any, BinaryIO

from flask import Flask, request

if TYPE_CHECKING:
    from _typeshed.wsgi import InputStream, StartResponse, WSGIApplication, WSGIEnvironment

AT_WORK = 4
"""So many are answered at once: while one computes, another one's bytes go to the disk."""
PATIENCE_SECONDS = 2.0
"""Whoever has waited so long goes ahead: those who have a turn wait for a disk or a database that does not answer."""
SHORT_BYTES = 1 << 16
"""A body that is no longer is here before its turn comes."""
PART_BYTES = 1 << 20
"""So much of a longer one is waited for at a time."""
TURN = "companion.turn"


def init_app(app: Flask) -> None:
    """Let requests to ``app`` take turns."""
    app.wsgi_app = Turns(app.wsgi_app, AT_WORK, PATIENCE_SECONDS)  # type: ignore[method-assign]  # so Flask's own documentation says


@contextmanager
def stepping_aside() -> Iterator[None]:
    """Let others be answered while this request waits for something."""
    with request.environ[TURN].aside():
        yield


class Turns:
    """Hands requests on, so many at once."""

    def __init__(self, app: WSGIApplication, at_once: int, patience: float) -> None:
        self._app, self._free, self._patience = app, BoundedSemaphore(at_once), patience

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        turn = environ[TURN] = _Turn(self._free, self._patience)
        environ["wsgi.input"] = _body(environ, turn)
        with turn:
            return self._app(environ, start_response)


class _Turn:
    """One request's; it may have gone ahead without."""

    def __init__(self, free: BoundedSemaphore, patience: float) -> None:
        self._free, self._patience = free, patience
        self._is_taken = False

    def __enter__(self) -> None:
        self._is_taken = self._free.acquire(timeout=self._patience)

    def __exit__(self, *_: object) -> None:
        if self._is_taken:
            self._is_taken = False
            self._free.release()

    @contextmanager
    def aside(self) -> Iterator[None]:
        if not self._is_taken:  # whoever went ahead without does not wait again, at each part of a body
            yield
            return
        self.__exit__()
        try:
            yield
        finally:
            self.__enter__()


def _body(environ: WSGIEnvironment, turn: _Turn) -> InputStream | BinaryIO:
    length = environ.get("CONTENT_LENGTH") or "0"
    if "HTTP_TRANSFER_ENCODING" in environ or not length.isdecimal():
        return _awaited(environ["wsgi.input"], turn)
    # Some servers take a body that breaks off for one that is over; by its length it is refused.
    environ.pop("wsgi.input_terminated", None)
    if int(length) > SHORT_BYTES:
        return _awaited(environ["wsgi.input"], turn)
    return io.BytesIO(environ["wsgi.input"].read(int(length)) if int(length) else b"")


def _awaited(body: object, turn: _Turn) -> BinaryIO:
    return io.BufferedReader(_Awaited(body, turn), PART_BYTES)


class _Awaited(io.RawIOBase):
    """A body that is still on its way; whoever reads it steps aside until the next part is here."""

    def __init__(self, body: Any, turn: _Turn) -> None:
        self._body, self._turn = body, turn

    def readable(self) -> bool:
        return True

    def readinto(self, target: Any) -> int:
        with self._turn.aside():
            part: bytes = self._body.read(len(target))
        target[: len(part)] = part
        return len(part)
