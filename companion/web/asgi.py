"""The application as an ASGI server asks it: bodies come in before a thread is asked, and addresses take turns.

Flask answers in a few threads. Requests of one address beyond its share wait in order, and are dropped once their
connection is closed. Flask opens a stream and checks its reader; it continues without a thread.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from io import BytesIO
from time import monotonic
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from a2wsgi.wsgi import build_environ
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from companion.web.core.errors import SENTENCES, TITLES
from companion.web.core.live import OFFER, Following
from companion.web.core.request import client_of
from companion.web.core.security import OF_SERVER, SAFE_METHODS, network_of
from companion.web.streams import Send, Streams

THREADS, EACH = 6, 3
"""The number of requests answered at once, in total and per address: more threads only hinder each other."""
WAITING_THREADS, WAITING_EACH = 16, 8
"""The number of requests waiting for the reader of photos, which cost little, in total and per address."""
TURN_SECONDS = 10.0
"""The time a request waits for its turn; htmx gives up a little before."""
SMALL_BYTES = 1 << 16
MOST_BYTES_UNFINISHED = 96 << 20
"""The limit of unfinished larger bodies, over all clients."""
PATIENCE_SECONDS = 30.0
SLOWEST_BYTES_PER_SECOND = 50_000
"""A body is given up when it has taken longer than this pace and some patience allow."""
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<h1>{title}</h1>
<p>{says}</p>
<p>Go back to the page before, or <a href="/">to the first page</a>.</p>
</html>
"""

Receive = Callable[[], Awaitable[Any]]


def _page(status: int, **headers: str) -> Response:
    """The server's own answer, without the application."""
    page = PAGE.format(title=TITLES.get(status, TITLES[400]), says=SENTENCES.get(status, SENTENCES[400]))
    extra = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(page, status, {**OF_SERVER, **extra}, mimetype="text/html")


async def _send(answer: Response, send: Send, *, goes_on: bool = False) -> None:
    """Send an answer; ``goes_on`` where a stream follows."""
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.get_data(), "more_body": goes_on})


class Lane:
    """A group of threads for answers; each address has a limited share of them."""

    def __init__(self, app: Flask, threads: int, each: int) -> None:
        self._app, self._threads = app, ThreadPoolExecutor(threads, "answer")
        self._free, self._each = asyncio.Semaphore(threads), each
        self._of_address: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def answer(self, environ: Any, address: str, is_gone: Callable[[], bool]) -> Response | None:
        """Answer a request in its turn, as a whole: no thread waits for a client. None if the client left before."""
        share = self._of_address.setdefault(address, asyncio.Semaphore(self._each))
        async with AsyncExitStack() as turn:
            try:
                await asyncio.wait_for(self._take(turn, share), TURN_SECONDS)
            except asyncio.TimeoutError:
                return _page(503, Retry_After="3")
            if is_gone():
                return None
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, Response.from_app, self._app, environ, True)

    async def _take(self, turn: AsyncExitStack, share: asyncio.Semaphore) -> None:
        await turn.enter_async_context(share)
        await turn.enter_async_context(self._free)


class Asgi:
    """One Flask application for an ASGI server; made in the loop that serves."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._pages, self._waiting = Lane(app, THREADS, EACH), Lane(app, WAITING_THREADS, WAITING_EACH)
        self._health = {path: Lane(app, 1, 1) for path in ("/healthz", "/readyz")}
        self._streams = Streams(app)
        self._base = urlsplit(app.config["URL"]).path
        self._most_bytes = max(getattr(view, "body_limit", 0) for view in app.view_functions.values())
        self._unfinished = 0
        self.was_cut_off = False
        """True if the server stopped before a request was answered: its thread may still run."""

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        # An underscore would make another header's name of it for Flask.
        headers = [each for each in scope["headers"] if b"_" not in each[0]]
        request = _Request({**scope, "headers": headers}, receive)
        try:
            await self._respond(request, send)
        except asyncio.CancelledError:
            self.was_cut_off = True
            if not request.is_answered:
                await _send(_page(503, Retry_After="3"), send)
        finally:
            request.close()

    async def _respond(self, request: _Request, send: Send) -> None:
        kept = request.length if SMALL_BYTES < request.length <= self._most_bytes else 0
        has_room = self._unfinished + kept <= MOST_BYTES_UNFINISHED
        self._unfinished += kept if has_room else 0
        try:
            body = await request.read(keep=request.length <= self._most_bytes and has_room)
            if not has_room:
                answer: Response | None = _page(503, Retry_After="3")
            elif body is None:
                answer = _page(408, Connection="close")
            else:
                address = network_of(request.client(self._app.config["TRUSTED_PROXIES"]))
                environ = build_environ(request.scope, body) | {"wsgi.errors": sys.stderr}  # type: ignore[arg-type]  # it reads of it
                answer = await self._lane(request).answer(environ, address, request.is_gone)
        finally:
            self._unfinished -= kept if has_room else 0
        if answer is not None:
            await self._give(request, answer, send)

    async def _give(self, request: _Request, answer: Response, send: Send) -> None:
        request.is_answered = True
        await _send(answer, send, goes_on=bool(request.opened))
        for following in request.opened:
            await self._streams.follow(following, send, request.is_gone)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _lane(self, request: _Request) -> Lane:
        path = request.scope["path"].removeprefix(self._base)
        if request.scope["method"] in SAFE_METHODS:
            return self._health.get(path, self._pages)
        with suppress(HTTPException):
            endpoint, _ = self._app.url_map.bind("localhost").match(path, method="POST")
            if getattr(self._app.view_functions[endpoint], "waits_for_reader", False):
                return self._waiting
        return self._pages


class _Request:
    """A request, its body, and whether its client is there still."""

    def __init__(self, scope: Any, receive: Receive) -> None:
        self.scope, self._receive = scope, receive
        self.opened: list[Following] = []
        """The streams that Flask has opened."""
        self.is_answered = False
        if scope["method"] == "GET":
            scope[OFFER] = self.opened
        said = dict(scope["headers"])
        self._forwarded_for = said.get(b"x-forwarded-for", b"").decode("latin-1")
        length = said.get(b"content-length", b"0") if b"transfer-encoding" not in said else b"0"
        self.length = int(length) if scope["method"] not in SAFE_METHODS else 0
        self._gone: asyncio.Task[None] | None = None

    def client(self, proxies: Any) -> str:
        """The address of the client, before our proxies."""
        peer = self.scope["client"][0] if self.scope["client"] else ""
        return client_of(peer, self._forwarded_for, proxies)

    async def read(self, *, keep: bool) -> BytesIO | None:
        """The body, which is discarded if it is refused; None if it arrives too slowly or ends early."""
        body, left = BytesIO(), self.length
        until = monotonic() + PATIENCE_SECONDS + left / SLOWEST_BYTES_PER_SECOND
        while left > 0 and (keep or self.length <= MOST_BYTES_UNFINISHED):
            try:
                message: Any = await asyncio.wait_for(self._receive(), until - monotonic())
            except asyncio.TimeoutError:
                return None
            if message["type"] != "http.request":
                return None
            left -= len(message["body"])
            if keep:
                body.write(message["body"])
        body.seek(0)
        self._gone = asyncio.ensure_future(self._until_gone())
        return body

    async def _until_gone(self) -> None:
        while (await self._receive())["type"] == "http.request":
            pass

    def is_gone(self) -> bool:
        """Return True if the client has closed the connection."""
        return self._gone is not None and self._gone.done()

    def close(self) -> None:
        """Stop looking whether it is there, and give its place back."""
        if self._gone is not None:
            self._gone.cancel()
        for following in self.opened:
            following.leave()
