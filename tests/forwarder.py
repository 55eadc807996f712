"""The network between the companion and its database, which can be cut and mended."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, Thread


class Forwarder:
    """A port of this machine that leads to a socket, as long as it is not cut."""

    def __init__(self, leads_to: Path) -> None:
        self._leads_to = leads_to
        self._lock = Lock()
        self._joined: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._accept()

    def cut(self) -> None:
        """End every connection, and take none any more."""
        # A thread that accepts holds its socket open until it is woken.
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        with self._lock:
            joined, self._joined = self._joined, []
        for each in joined:
            _end(each)

    def mend(self) -> None:
        """Take connections again, at the same port."""
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self._accept()

    def _accept(self) -> None:
        Thread(target=self._take, args=(self._listening,), daemon=True).start()

    def _take(self, listening: socket.socket) -> None:
        with suppress(OSError):  # it was cut
            while True:
                near, _ = listening.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(str(self._leads_to))
                with self._lock:
                    self._joined += (near, far)
                Thread(target=_pump, args=(near, far), daemon=True).start()
                Thread(target=_pump, args=(far, near), daemon=True).start()


def _pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while content := source.recv(65536):
            target.sendall(content)
    _end(source)
    _end(target)


def _end(each: socket.socket) -> None:
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()


@contextmanager
def forwarder(leads_to: Path) -> Iterator[Forwarder]:
    """A forwarder, ended afterwards."""
    made = Forwarder(leads_to)
    try:
        yield made
    finally:
        made.cut()
