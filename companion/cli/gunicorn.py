"""Serves the app by gunicorn: one process that serves, and one that starts it anew.

A thread answers each request, and is free again once it has opened the stream of a phone that follows (docs/adr/0033).

One and no more: a process serves as many phones as a machine carries, and several stand on PostgreSQL side by side as
several ``companion host``, each with its own figures (docs/adr/0028).
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click
from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.errors import AppImportError
from gunicorn.glogging import Logger
from gunicorn.workers.gthread import TConn, ThreadWorker
from typing_extensions import override

from companion.settings import SettingError, values
from companion.web.base.security import OF_SERVER
from companion.web.base.streams import OFFER, HandedOver, Streams
from companion.web.caretaker import let_go, looked_after
from companion.web.log import JsonLines, write_json

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

GRACE_SECONDS = 4
"""What is not answered by then is cut off, so that all of it is over within five."""
THREADS = 256
"""So many requests are under way at once. Most of them wait for a slow sender or their turn, and cost little there."""
IDLE_CONNECTIONS = 200
ELSEWHERE = object()
"""Where the line of a request is looked after that needs nothing more of gunicorn than to be counted."""
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - gunicorn makes a file of its own there, which a disk at work can't hold up


def serve_by_gunicorn(listening: socket.socket, make: Callable[[], Flask]) -> None:
    """Serve what ``make`` makes in the process that serves, until it is stopped, which ends this program.

    The socket is gunicorn's from now on.
    """
    settings = values(os.environ)
    if settings["LOG"] == "json":
        write_json()
    Hosted(make, gunicorn_settings(listening, settings)).run()


def gunicorn_settings(listening: socket.socket, settings: dict[str, Any]) -> dict[str, Any]:
    """How gunicorn serves: lines for everyone who follows a game, for what is being answered, and some that rest."""
    return {
        "bind": f"fd://{listening.detach()}",
        "worker_class": Worker,
        "workers": 1,
        "threads": THREADS,
        # Each phone that follows may want the page at the same moment, through a proxy that keeps no line free for it.
        "worker_connections": 2 * settings["WATCHERS"] + THREADS + IDLE_CONNECTIONS,
        "graceful_timeout": GRACE_SECONDS,
        "timeout": 60,
        "keepalive": 15,  # longer than a proxy keeps a connection that it has no use for just now
        "limit_request_line": 8190,
        # Who may say where a request came from is known to companion.web.base.public alone.
        "secure_scheme_headers": {},
        "forwarder_headers": "",
        "control_socket_disable": True,
        "worker_tmp_dir": str(SHARED_MEMORY) if os.access(SHARED_MEMORY, os.W_OK) else None,
        "logger_class": JsonLogger if settings["LOG"] == "json" else Logger,
        "worker_exit": leave,
        "proc_name": "companion",
    }


class Hosted(BaseApplication):  # type: ignore[misc]  # it has no types
    """The application as gunicorn takes it."""

    def __init__(self, make: Callable[[], Flask], settings: dict[str, Any]) -> None:
        self._make, self._settings = make, settings
        super().__init__()

    @override
    def load_config(self) -> None:
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    @override
    def load(self) -> Flask:
        try:
            return self._make()
        except click.ClickException as fault:
            raise AppImportError(f"Error: {fault.format_message()}") from fault


class _WithHeaders:
    """A line on which an answer of gunicorn's own, sent in one piece, gets the headers that every answer has."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line

    def __getattr__(self, name: str) -> Any:
        return getattr(self._line, name)

    def sendall(self, answer: bytes) -> None:
        """Send the answer with the headers after its status line."""
        status, end, rest = answer.partition(b"\r\n")
        headers = "".join(f"{name}: {value}\r\n" for name, value in OF_SERVER.items()).encode()
        self._line.sendall(status + end + headers + rest)


class Worker(ThreadWorker):  # type: ignore[misc]  # it has no types
    """The process that serves: it looks after the application, and lets phones go when it is asked to end."""

    wsgi: WSGIApplication

    @override
    def load_wsgi(self) -> None:
        super().load_wsgi()
        self._app = cast("Flask", self.wsgi)
        self._streams = Streams(self._app.extensions["store"].journal)
        self.wsgi = offering(self._streams, self._app)
        self._care = ExitStack()
        self._care.callback(self._streams.close)
        try:
            self._care.enter_context(looked_after(self._app))
        except SettingError as fault:
            raise AppImportError(f"Error: {fault}") from fault

    @override
    def run(self) -> None:
        with self._care:
            super().run()

    @override
    def handle(self, conn: TConn) -> object:
        try:
            goes_on: object = super().handle(conn)
        except HandedOver as handed:
            handed.take(conn.sock, lambda: self.method_queue.defer(self._is_over))
            return ELSEWHERE
        if goes_on is not False:
            return goes_on
        self._close(conn)
        return ELSEWHERE

    @override
    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        super().handle_error(req, _WithHeaders(client), addr, exc)

    def _close(self, conn: TConn) -> None:
        """Close a line here: its client may take two seconds to do so, and the thread that accepts has no time."""
        with suppress(OSError):
            conn.close(graceful=True)
        self.method_queue.defer(self._is_over)

    @override
    def finish_request(self, conn: TConn, fs: Future[object]) -> None:
        if fs.cancelled() or fs.exception() or fs.result() is not ELSEWHERE:
            super().finish_request(conn, fs)

    def _is_over(self) -> None:
        """Count a line less; each is counted until it ends."""
        self.nr_conns -= 1

    @override
    def handle_exit(self, sig: int, frame: Any) -> None:
        if self.alive:
            let_go(self._app)
        super().handle_exit(sig, frame)


def offering(streams: Streams, app: Flask) -> WSGIApplication:
    """The same application, whose answers to those who follow may go on in ``streams``."""

    def asked(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ[OFFER] = streams
        return app(environ, start_response)

    return asked


class JsonLogger(Logger):  # type: ignore[misc]  # it has no types
    """What gunicorn itself tells, as lines of JSON."""

    @override
    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonLines())


def leave(_: object, worker: Worker) -> None:
    """End the process that served at once: what stands further up in it is the starter's, such as its lock on the file.

    Threads that did not finish in time would be waited for otherwise.
    """
    if worker.booted and worker.pid == os.getpid():
        sys.stderr.flush()
        os._exit(0)
