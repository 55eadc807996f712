"""Pages that are the same for everybody who follows: made once for each version, whoever asks first."""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from flask import Flask, current_app, request
from werkzeug.wrappers import Response

from companion.web.base.forms import fill_in_keys, has_keys, keys_left_open
from companion.web.base.htmx import wants_fragment

KEPT = 64


@dataclass
class _Rendering:
    """One page: whoever finds it unmade makes it, and the others wait for that."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    made: tuple[int, str] | None = None
    """Its status and its text, the keys of its forms left open."""
    packed: bytes | None = None
    """The same text compressed, where it has no form and so is the same for everybody."""


class _Renderings:
    """The pages asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, _Rendering] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> _Rendering:
        with self._lock:
            rendering = self._kept.setdefault(key, _Rendering())
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return rendering


def init_app(app: Flask) -> None:
    """Let ``app`` keep the pages that several ask for."""
    app.extensions["renderings"] = _Renderings()


def made_once(same: Hashable, make: Callable[[], Response]) -> Response:
    """The page that ``make`` makes, or has made before for somebody else, with keys of its own in its forms.

    :param same: all on which the page depends beside its view and whether htmx asks: version, seat, what was chosen.
    """
    renderings: _Renderings = current_app.extensions["renderings"]
    rendering = renderings.find((request.endpoint, request.host_url, wants_fragment(), same))
    with rendering.lock:
        if rendering.made is None:
            with keys_left_open():
                answer = make()
            rendering.made = answer.status_code, answer.get_data(as_text=True)
            rendering.packed = None if has_keys(rendering.made[1]) else _packed(rendering.made[1])
    status, text = rendering.made
    packed = rendering.packed if request.accept_encodings["gzip"] else None
    response = Response(packed or fill_in_keys(text), status, mimetype="text/html")
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.update(("HX-Request", "Accept-Encoding"))
    return response


def _packed(text: str) -> bytes:
    return gzip.compress(text.encode(), current_app.config["COMPRESS_LEVEL"])
