"""A phone that follows a game of an application: its stream as a server sends it, without a network between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from queue import Queue
from threading import Thread
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import create_environ
from werkzeug.wrappers import Request

from companion.web.asgi import Asgi
from tests.conftest import PATIENCE_SECONDS


class Follower(Iterator[bytes]):
    """The events of one stream, each waited for; it ends where the server ends it."""

    def __init__(self, client: FlaskClient, path: str, **headers: str) -> None:
        """``client`` says who asks, by its cookies; headers are named as arguments are: ``Accept_Encoding``."""
        self._messages: Queue[dict[str, Any] | None] = Queue()
        self._app: Flask = client.application
        self._leave: Callable[[], object] = lambda: None
        self._thread = Thread(target=self._run, args=(_scope(client, path, headers),), daemon=True)
        self._thread.start()
        opened = self._messages.get(timeout=PATIENCE_SECONDS)
        assert opened is not None
        self.status: int = opened["status"]
        self.headers = {name.decode().lower(): value.decode() for name, value in opened["headers"]}

    def _run(self, scope: dict[str, Any]) -> None:
        asyncio.run(self._ask(scope))
        self._messages.put(None)

    async def _ask(self, scope: dict[str, Any]) -> None:
        asking = asyncio.current_task()
        assert asking is not None
        self._leave = partial(asyncio.get_running_loop().call_soon_threadsafe, asking.cancel)

        async def receive() -> dict[str, Any]:
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: dict[str, Any]) -> None:
            self._messages.put(message)

        await Asgi(self._app)(scope, receive, send)

    def __next__(self) -> bytes:
        message = self._messages.get(timeout=PATIENCE_SECONDS)
        if message is None or not message.get("more_body"):
            self._messages.put(None)
            raise StopIteration
        body: bytes = message["body"]
        return body

    def news(self) -> Iterator[bytes]:
        """The events that tell something; not those that only say that the line stands."""
        return (event for event in self if not event.startswith(b"event: beat"))

    def close(self) -> None:
        """Go away."""
        with suppress(RuntimeError):  # it has ended already, and its loop with it
            self._leave()
        self._thread.join(PATIENCE_SECONDS)


def _scope(client: FlaskClient, path: str, headers: dict[str, str]) -> dict[str, Any]:
    environ = create_environ(path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    client._add_cookies_to_wsgi(environ)
    asked = Request(environ)
    return {
        "type": "http",
        "method": "GET",
        "http_version": "1.1",
        "scheme": "http",
        "path": asked.path,
        "query_string": asked.query_string,
        "headers": [(name.lower().encode(), value.encode()) for name, value in asked.headers],
        "client": (client.environ_base.get("REMOTE_ADDR", "127.0.0.1"), 1),
        "server": ("localhost", 80),
    }
