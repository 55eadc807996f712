"""The application as an ASGI server asks it: bodies come in before a thread is asked, and addresses take turns.

Flask answers in a few threads. Requests of one address beyond its share wait in order, and are dropped once their
connection is closed. A stream is opened by Flask, which checks who asks, and goes on without a thread.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from time import monotonic
from typing import Any, cast
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from a2wsgi import WSGIMiddleware
from flask import Flask
from werkzeug.exceptions import HTTPException

from companion.web.base.errors import SENTENCES, TITLES
from companion.web.base.limits import network_of
from companion.web.base.live import OFFER, Following
from companion.web.base.public import client_of
from companion.web.base.security import OF_SERVER, SAFE_METHODS
from companion.web.streams import Send, Streams

THREADS, EACH = 4, 2
"""So many requests are answered at once, of one address so many: more threads only hinder each other."""
WAITING_THREADS, WAITING_EACH = 16, 8
"""The same of requests that wait for the reader of photos, and cost little there."""
TURN_SECONDS = 8.0
"""So long a request waits for its turn; htmx gives up then, too."""
SMALL_BYTES = 1 << 16
MOST_BYTES_UNFINISHED = 96 << 20
"""So much may be under way in larger bodies, all clients together."""
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

Body = deque[bytes]
Receive = Callable[[], Awaitable[Any]]


class Answer:
    """What the application answered, kept until it is sent: no thread waits for a client that reads slowly."""

    def __init__(self) -> None:
        self.status = 500
        self.headers: list[tuple[bytes, bytes]] = []
        self.parts: list[bytes] = []

    @classmethod
    def of_server(cls, status: int, *headers: tuple[str, str]) -> Answer:
        """A page that the server answers without asking the application."""
        made = cls()
        page = PAGE.format(title=TITLES.get(status, TITLES[400]), says=SENTENCES.get(status, SENTENCES[400])).encode()
        told = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(page)), **OF_SERVER}
        made.headers = [(name.lower().encode(), value.encode()) for name, value in (*told.items(), *headers)]
        made.status, made.parts = status, [page]
        return made

    async def collect(self, message: Any) -> None:
        """Keep one message of the application."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], message["headers"]
        else:
            self.parts.append(message.get("body", b""))

    async def send(self, send: Send, *, goes_on: bool = False) -> None:
        """Send it; ``goes_on`` where a stream follows."""
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": b"".join(self.parts), "more_body": goes_on})


class Lane:
    """Some threads that answer, of which each address has its share at most."""

    def __init__(self, app: Flask, threads: int, each: int) -> None:
        self._wsgi = WSGIMiddleware(cast("Any", app), workers=threads)
        self._free, self._each = asyncio.Semaphore(threads), each
        self._of_address: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def answer(self, scope: Any, address: str, body: Body, is_gone: Callable[[], bool]) -> Answer | None:
        """Answer a request in its turn; None where its client went away before that."""
        share = self._of_address.setdefault(address, asyncio.Semaphore(self._each))
        async with AsyncExitStack() as turn:
            try:
                await asyncio.wait_for(self._take(turn, share), TURN_SECONDS)
            except asyncio.TimeoutError:
                return Answer.of_server(503, ("Retry-After", "3"))
            if is_gone():
                return None
            answer = Answer()
            await self._wsgi(scope, _receive_from(body), answer.collect)
            return answer

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
        """Whether a request was not answered when the server stopped: its thread may be at it still."""

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
                await Answer.of_server(503, ("Retry-After", "3")).send(send)
        finally:
            request.close()

    async def _respond(self, request: _Request, send: Send) -> None:
        kept = request.length if SMALL_BYTES < request.length <= self._most_bytes else 0
        has_room = self._unfinished + kept <= MOST_BYTES_UNFINISHED
        self._unfinished += kept if has_room else 0
        try:
            body = await request.read(keep=request.length <= self._most_bytes and has_room)
            if not has_room:
                answer: Answer | None = Answer.of_server(503, ("Retry-After", "3"))
            elif body is None:
                answer = Answer.of_server(408, ("Connection", "close"))
            else:
                address = network_of(request.client(self._app.config["TRUSTED_PROXIES"]))
                answer = await self._lane(request).answer(request.scope, address, body, request.is_gone)
        finally:
            self._unfinished -= kept if has_room else 0
        if answer is not None:
            await self._send(request, answer, send)

    async def _send(self, request: _Request, answer: Answer, send: Send) -> None:
        request.is_answered = True
        await answer.send(send, goes_on=bool(request.opened))
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
        """Where Flask leaves the stream that it opened."""
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

    async def read(self, *, keep: bool) -> Body | None:
        """The body, of which nothing is kept where it is refused; None where it drips or breaks off."""
        body, left = Body(), self.length
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
                body.append(message["body"])
        self._gone = asyncio.ensure_future(self._until_gone())
        return body

    async def _until_gone(self) -> None:
        while (await self._receive())["type"] == "http.request":
            pass

    def is_gone(self) -> bool:
        """Whether the client has closed the connection."""
        return self._gone is not None and self._gone.done()

    def close(self) -> None:
        """Stop looking whether it is there, and give its place back."""
        if self._gone is not None:
            self._gone.cancel()
        for following in self.opened:
            following.leave()


def _receive_from(body: Body) -> Any:
    """Hands a body that is here to the application, part by part, each of which is let go then."""

    async def receive() -> dict[str, Any]:
        part = body.popleft() if body else b""
        return {"type": "http.request", "body": part, "more_body": bool(body)}

    return receive
