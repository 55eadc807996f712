"""Pages that are the same for everybody who follows: made once for each version, whoever asks first."""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from flask import Flask, current_app, request
from werkzeug.wrappers import Response

from companion.web.base.forms import fill_in_keys, has_keys, keys_left_open
from companion.web.base.htmx import wants_fragment

KEPT = 64

Made = TypeVar("Made")


@dataclass
class _Once(Generic[Made]):
    """One thing: whoever finds it unmade makes it, and the others wait for that."""

    _lock: threading.Lock = field(default_factory=threading.Lock)
    _made: Made | None = None

    def get(self, make: Callable[[], Made]) -> Made:
        with self._lock:
            if self._made is None:
                self._made = make()
            return self._made


class Renderings:
    """What was asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, _Once[Any]] = OrderedDict()
        self._lock = threading.Lock()

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What ``make`` makes, or has made before for somebody else who gave this key."""
        return cast("Made", self._find(key).get(make))

    def _find(self, key: Hashable) -> _Once[Any]:
        with self._lock:
            found = self._kept.setdefault(key, _Once())
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return found


@dataclass(frozen=True)
class _Page:
    """A page's status and its text, the keys of its forms left open."""

    status: int
    text: str
    packed: bytes | None
    """The same text compressed, where it has no form and so is the same for everybody."""


def init_app(app: Flask) -> None:
    """Let ``app`` keep the pages that several ask for."""
    app.extensions["renderings"] = Renderings()


def made_once(same: Hashable, make: Callable[[], Response]) -> Response:
    """The page that ``make`` makes, or has made before for somebody else, with keys of its own in its forms.

    :param same: all on which the page depends beside its view and whether htmx asks: version, seat, what was chosen.
    """
    renderings: Renderings = current_app.extensions["renderings"]
    key = (request.endpoint, request.host_url, wants_fragment(), same)
    page = renderings.once(key, lambda: _page_of(make))
    packed = page.packed if request.accept_encodings["gzip"] else None
    response = Response(packed or fill_in_keys(page.text), page.status, mimetype="text/html")
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.update(("HX-Request", "Accept-Encoding"))
    return response


def _page_of(make: Callable[[], Response]) -> _Page:
    with keys_left_open():
        answer = make()
    text = answer.get_data(as_text=True)
    return _Page(answer.status_code, text, None if has_keys(text) else _packed(text))


def _packed(text: str) -> bytes:
    return gzip.compress(text.encode(), current_app.config["COMPRESS_LEVEL"])
