"""Sends what changed on a page along with the signal, to all who look at it with nothing but its address."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Flask, request

from companion.web.base.events import signal
from companion.web.base.renderings import Renderings
from companion.web.base.told import this_app

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

A_READERS_OWN = ("HTTP_COOKIE", "HTTP_ACCEPT_ENCODING")
"""What one reader's request says that is not every reader's."""


@dataclass(frozen=True)
class News:
    """What those are sent who look at one page: an event, made out of the game's mark."""

    key: Hashable
    """The same for all to whom the same is sent."""
    make: Callable[[int], str]


def pushed(path: str) -> News:
    """Makes the event with the page at ``path`` as a stranger sees it, out of the mark; for the stream asked for now.

    It is made once for all who follow it at this mark. Where the page says anything but what it shows, that it is gone
    or cannot be made just now, the event is the signal alone, upon which each phone asks for itself.
    """
    app, asked = this_app(), _as_a_stranger(request.environ, path)
    renderings: Renderings = app.extensions["renderings"]
    follows = "pushed", request.host_url, path, request.query_string

    def news(mark: int) -> str:
        return renderings.once((*follows, mark), lambda: _event(app, asked, mark))

    return News(follows, news)


def _as_a_stranger(environ: WSGIEnvironment, path: str) -> WSGIEnvironment:
    """The same request for another page, by a phone that htmx runs on and that nobody knows."""
    kept = {name: value for name, value in environ.items() if name not in A_READERS_OWN}
    return kept | {"PATH_INFO": path, "HTTP_HX_REQUEST": "true"}


def _event(app: Flask, asked: WSGIEnvironment, mark: int) -> str:
    with app.request_context(dict(asked)):
        answer = app.full_dispatch_request()
        if answer.status_code != 200:
            return signal(mark)
        lines = answer.get_data(as_text=True).splitlines()
    return "".join(("event: page\n", *(f"data: {line}\n" for line in lines), "\n"))
