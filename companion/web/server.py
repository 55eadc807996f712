"""What waitress lacks here: it takes any body that is not enormous, at any pace, refuses in a bare line, has no TLS."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Any
from weakref import WeakSet

from flask import Flask
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.receiver import FixedStreamReceiver
from waitress.server import BaseWSGIServer, MultiSocketServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher
from waitress.utilities import BadRequest, RequestEntityTooLarge

from companion.web.base.errors import SENTENCES, TITLES
from companion.web.base.security import OF_SERVER, body_limit
from companion.web.pace import PacedLoop
from companion.web.tls import Front, Line

MOST_BYTES_UNFINISHED = 96 * 1024 * 1024
"""So much may be announced by bodies that are under way, all clients together."""
PATIENCE_SECONDS = 30.0
SLOWEST_BYTES_PER_SECOND = 50_000
"""A request is given up when it has taken longer than this pace and some patience allow."""
SMALL = 64 * 1024
ENDING_SECONDS = 20
"""So long what is being answered may take when the server is stopped."""
IDLE_SECONDS = 1
"""So long the other threads may take to end. Hundreds stand ready, each of which has to be woken: a busy machine takes
twenty seconds for that, and nobody waits for what they do."""
_UNHEARD = logging.getLogger(f"{__name__}.unheard")
_UNHEARD.disabled = True

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


class LengthRequired(BadRequest):
    """Answered to a body sent in chunks."""

    code = 411
    reason = "Length Required"


class _InPlainWords(BadRequest):
    """An answer with the application's words, where the application is not even asked."""

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:  # type: ignore[override]  # the stubs say text; waitress sends bytes
        """The status line, the headers and the page."""
        page = PAGE.format(title=TITLES[self.code], says=SENTENCES[self.code])
        return f"{self.code} {self.reason}", [("Content-Type", "text/html; charset=utf-8")], page.encode()


class TooLarge(_InPlainWords):
    """Answered to a body so large that it is not even waited for."""

    code = 413
    reason = "Request Entity Too Large"


class Busy(_InPlainWords):
    """Answered to a large body while many others are under way."""

    code = 503
    reason = "Service Unavailable"


class _Nowhere:
    """A buffer that keeps nothing."""

    def append(self, _data: bytes) -> None:
        """Let it go."""

    def __len__(self) -> int:
        return 0

    def getfile(self) -> BytesIO:
        """What the application finds, which has refused the request by its length before it looks."""
        return BytesIO()

    def close(self) -> None:
        """There is nothing to close."""


class Bodies:
    """What may be taken in: how much by each address, and how much of everything under way."""

    def __init__(self, limit_of: Callable[[str], int]) -> None:
        """``limit_of`` gives the most bytes that a path takes."""
        self.limit_of = limit_of
        self._large: WeakSet[Parser] = WeakSet()

    def has_room(self, parser: Parser) -> bool:
        """Whether this large body may be taken in beside those under way; it then counts among them."""
        under_way = sum(other.content_length for other in self._large if not other.completed)
        if under_way + parser.content_length > MOST_BYTES_UNFINISHED:
            return False
        self._large.add(parser)
        return True


class Parser(HTTPRequestParser):
    """Keeps nothing of a body that its page does not take: it is read, so that the sender hears why, and let go."""

    path: str

    def __init__(self, adj: Any, bodies: Bodies, line: Line) -> None:
        super().__init__(adj)
        self._bodies, self._line = bodies, line
        self._refusal: BadRequest | None = None
        self._begun = time.monotonic()

    @property
    def is_late(self) -> bool:
        """Whether it has not come in though there was time enough."""
        allowed = PATIENCE_SECONDS + self.content_length / SLOWEST_BYTES_PER_SECOND
        return not self.completed and time.monotonic() - self._begun > allowed

    def received(self, data: bytes) -> int:
        """Take what came in, and say in plain words where it is too much; the count of bytes taken."""
        taken: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self.error = TooLarge(self.error.body)
        elif self.completed and self._refusal and not self.error:
            self.error = self._refusal
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header; stop there if the body's length is not in it, and keep nothing of a body too long."""
        super().parse_header(header_plus)
        if self._line.is_secure:
            self.url_scheme = "https"
        if self.chunked:
            self.error = LengthRequired("Send the body with a Content-Length.")
            self.completed = True
        elif self.content_length > self._bodies.limit_of(self.path):
            self._let_go()
        elif self.content_length > SMALL and not self._bodies.has_room(self):
            self._let_go()
            self._refusal = Busy("Many large bodies are under way.")

    def _let_go(self) -> None:
        self.body_rcv = FixedStreamReceiver(self.content_length, _Nowhere())  # type: ignore[arg-type]  # all that is asked of a buffer


class Refusal(ErrorTask):
    """An answer of waitress's own, with the headers that every answer has."""

    def execute(self) -> None:
        """Send it."""
        self.response_headers.extend(OF_SERVER.items())  # type: ignore[attr-defined]  # the stubs say Sequence; it is a list
        super().execute()


class Channel(HTTPChannel):
    """One connection; closed when a request comes in too slowly."""

    error_task_class = Refusal

    def __init__(self, server: Any, taken: socket.socket, *rest: Any, **more: Any) -> None:
        line = server.front.take(taken) if server.front else Line(taken)
        super().__init__(server, line.inner, *rest, **more)
        self.parser_class = partial(Parser, bodies=server.bodies, line=line)  # type: ignore[assignment]  # only ever called

    def received(self, data: bytes) -> bool:
        """Take what came in, unless its sender has let everybody wait for too long."""
        taken: bool = super().received(data)
        if isinstance(self.request, Parser) and self.request.is_late:
            self.will_close = True
        return taken


def equip(server: BaseWSGIServer | MultiSocketServer, app: Flask, front: Front | None = None) -> None:
    """Hold ``server`` to what the pages of ``app`` take, on each of its sockets, with ``front`` before them for TLS.

    A body in chunks is answered 411, one too long for its page 413, both with words, and one that drips is cut off.
    When it is stopped, what is being answered has :data:`ENDING_SECONDS` to be finished.
    """
    threads = server.task_dispatcher
    threads.shutdown = partial(end, threads)  # type: ignore[method-assign]  # for run() and close(), which end all threads alike
    bodies = Bodies(partial(body_limit, app))
    for each in [server] if isinstance(server, BaseWSGIServer) else list((server.map or {}).values()):
        if isinstance(each, BaseWSGIServer):
            each.channel_class = Channel
            each.asyncore = PacedLoop()  # type: ignore[assignment]  # all that is asked of the module
            each.bodies, each.front = bodies, front  # type: ignore[attr-defined]  # read by each of its channels


def end(threads: ThreadedTaskDispatcher) -> bool:
    """Let ``threads`` finish what they are at, within :data:`ENDING_SECONDS`; what none has begun is given up.

    Whether none is at work any more.
    """
    threads.set_thread_count(0)
    with threads.lock:
        threads.thread_exit_cv.wait_for(lambda: not threads.active_count, ENDING_SECONDS)
    if not threads.active_count:  # it would warn of those that only wait
        threads.logger = _UNHEARD
    ThreadedTaskDispatcher.shutdown(threads, timeout=IDLE_SECONDS)
    return not threads.active_count
