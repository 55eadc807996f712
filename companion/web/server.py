"""Serves the application by uvicorn until it is asked to stop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ssl import SSLContext
from threading import Event
from typing import Any, cast

import h11
import uvicorn
from flask import Flask
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.web.asgi import Asgi
from companion.web.caretaker import let_go
from companion.web.core.security import OF_SERVER

GRACE_SECONDS = 4
"""Unanswered requests are cut off after this time when the server stops, to end within five seconds."""
KEPT_SECONDS = 60
"""The time a connection may stay idle; a proxy's limit has to be shorter (deploy/Caddyfile)."""
SILENT_SECONDS = 20
"""The maximum time for a request's head, and then for the client to read the answer."""
LOOKS_SECONDS = 0.1
BAD_REQUEST = b"That is no request of HTTP/1.1, or its head is too long.\n"


@dataclass(frozen=True)
class Listener:
    """A socket that listens, and for https its certificate."""

    socket: socket.socket
    tls: SSLContext | None = None
    renew: Callable[[], object] = lambda: None
    """Asked again and again; loads a certificate that was renewed."""


class Connection(H11Protocol):
    """uvicorn's own connection, closed if the client sends nothing or reads nothing."""

    _stuck: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Wait for a request, but not for ever."""
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Take what came in."""
        super().data_received(data)
        self._wait_for_head()

    def _wait_for_head(self) -> None:
        rests = cast("Any", self.cycle) is None or self.cycle.response_complete
        if rests and self.timeout_keep_alive_task is None:
            self.timeout_keep_alive_task = self.loop.call_later(SILENT_SECONDS, self.timeout_keep_alive_handler)

    def pause_writing(self) -> None:
        """Give up a client that goes on taking nothing."""
        super().pause_writing()
        self._stuck = self.loop.call_later(SILENT_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on with one that takes something."""
        super().resume_writing()
        if self._stuck:
            self._stuck.cancel()

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request, with the headers of every answer."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            said = {"Content-Type": "text/plain", "Content-Length": len(BAD_REQUEST), "Connection": "close"}
            head = "".join(f"{name}: {value}\r\n" for name, value in {**said, **OF_SERVER}.items())
            self.transport.write(f"HTTP/1.1 400 Bad Request\r\n{head}\r\n".encode() + BAD_REQUEST)
        self.transport.close()


def run(app: Flask, listeners: Sequence[Listener], stopped: Event) -> bool:
    """Serve ``app`` until ``stopped``, then finish what is being answered; false where something was cut off."""
    return asyncio.run(_serve(app, listeners, stopped))


async def _serve(app: Flask, listeners: Sequence[Listener], stopped: Event) -> bool:
    asgi = Asgi(app)
    servers = [uvicorn.Server(_config(asgi, each)) for each in listeners]
    serving = [
        asyncio.ensure_future(server.serve([each.socket])) for server, each in zip(servers, listeners, strict=True)
    ]
    while not stopped.is_set() and not any(task.done() for task in serving):
        await asyncio.sleep(LOOKS_SECONDS)
        for each in listeners:
            each.renew()
    let_go(app)
    for server in servers:
        server.should_exit = True
    await asyncio.gather(*serving)
    return not asgi.was_cut_off


def _config(asgi: Asgi, listener: Listener) -> uvicorn.Config:
    tls = listener.tls
    return uvicorn.Config(
        asgi,
        http=Connection,
        ws="none",
        lifespan="off",
        ssl_context_factory=(lambda _config, _usual: tls) if tls else None,
        proxy_headers=False,  # companion.web.core.request reads them, and knows whom to trust
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="error",
        timeout_keep_alive=KEPT_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
