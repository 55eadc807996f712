"""Renders a whole page, or for htmx a fragment of it; once for everybody where all get the same."""

from __future__ import annotations

import gzip
import io
import json
import re
import threading
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from flask import Flask, current_app, redirect, render_template, request, send_file
from werkzeug.wrappers import Response

from companion.cards import Card, Suit
from companion.game.view.game import tap_steps
from companion.rules.names import is_unnamed
from companion.rules.phrases import begun_large, series, several
from companion.rules.score import facts
from companion.rules.score.checks import in_checks
from companion.shipped import vendored
from companion.store.recent import Recent
from companion.web.core.forms import OPEN_KEY, fill_in_keys, keys_left_open

CONFIG = {
    "allowEval": False,
    "includeIndicatorStyles": False,
    "historyCacheSize": 0,
    "selfRequestsOnly": True,
    "timeout": 8000,  # milliseconds; what gets no answer by then is lost, and outbox.js sends it again
    "photoTimeout": 60000,  # of a photo, which is larger; shrink.js gives it up then
    "responseHandling": [
        {"code": "204", "swap": False},
        {"code": "[23]..", "swap": True},
        # Refusals and error pages are answers too: they say what would be right.
        {"code": "(400|403|404|405|409|411|413|422|429|500|503)", "swap": True},
        {"code": "[45]..", "swap": False, "error": True},
    ],
}

FORMATS = {"json": "application/json", "csv": "text/csv"}
figure = facts.figure
SHORT, LONG_WORD, LONGEST_IN_COLUMNS = 5, 8, 12
"""Letters: three columns hold names below the first; two hold words up to the last, small ones over the second."""


def init_app(app: Flask) -> None:
    """Give the templates htmx's settings, the names of its scripts and of the icons, and what their components need."""
    # Its extensions come after htmx itself.
    scripts = sorted(vendored("htmx-*.js"), key=lambda script: (script.name.startswith("htmx-ext-"), script.name))
    app.jinja_env.globals.update(
        htmx_config=json.dumps(CONFIG, separators=(",", ":")),
        icons_file=f"vendor/{vendored('lucide-*.svg')[0].name}",
        htmx_scripts=[f"vendor/{script.name}" for script in scripts],
        wants_fragment=wants_fragment,
        SUITS=tuple(Suit),
        CARD=Card,
        tap_steps=tap_steps,
        is_unnamed=is_unnamed,
    )
    app.jinja_env.filters.update(
        signed=facts.signed,
        figure=figure,
        in_checks=in_checks,
        is_far=is_far,
        begun_large=begun_large,
        are_long=_are_long,
        columns=_columns,
        fit_columns=_fit_columns,
        several=several,
        series=series,
    )


def _fit_columns(names: Iterable[str]) -> bool:
    """Return True if two columns of a phone's width break no word of these names."""
    return _longest_word(names) <= LONGEST_IN_COLUMNS


def _are_long(names: Iterable[str]) -> bool:
    """Return True if these names need smaller letters for their pad to be in sight, and can have them."""
    return LONG_WORD < _longest_word(names) <= LONGEST_IN_COLUMNS


def _longest_word(names: Iterable[str]) -> int:
    return max(len(word) for name in names for word in name.split())


def _columns(names: Sequence[str]) -> str:
    """Return the classes that set the scores of these sides in columns; empty if a column would break a word."""
    longest = max(map(len, names))
    shape = " three" if longest < SHORT else " stacked" if longest > LONGEST_IN_COLUMNS else ""
    return f" columns{shape}" if _fit_columns(names) else ""


def open_games(app: Flask) -> None:
    """Cache the latest rendered pages of ``app``."""
    app.extensions["renderings"] = Renderings()


def wants_fragment() -> bool:
    """Return True if htmx asked for a part of the page: not for a boosted link, nor to restore history."""
    asked = request.headers
    return "HX-Request" in asked and "HX-Boosted" not in asked and "HX-History-Restore-Request" not in asked


def respond(page: str, *partials: str, status: int = 200, **context: Any) -> Response:
    """Render ``page``, or for htmx only ``partials``, from the same context."""
    names = partials if partials and wants_fragment() else (page,)
    response = Response("\n".join(render_template(name, **context) for name in names), status, mimetype="text/html")
    response.vary.add("HX-Request")
    return response


def as_file(text: str, fmt: str, name: str) -> Response:
    """Send a text as a file to keep, in one of the ``FORMATS``.

    :param name: its name, without the ending.
    """
    # Spreadsheets take a file for UTF-8 only when it says so.
    content = io.BytesIO(text.encode("utf-8-sig" if fmt == "csv" else "utf-8"))
    return send_file(content, FORMATS[fmt], as_attachment=True, download_name=f"{name}.{fmt}")


def see_other(url: str) -> Response:
    """Redirect to ``url`` after a write, so that reloading repeats nothing.

    htmx would follow a 303 and swap the next page into a corner of this one: it gets ``HX-Redirect`` instead.
    """
    if wants_fragment():
        return Response(status=204, headers={"HX-Redirect": url, "Vary": "HX-Request"})
    response = redirect(url, code=303)
    response.vary.add("HX-Request")
    return response


KEPT = 64

Made = TypeVar("Made")


@dataclass
class _Once(Generic[Made]):
    """One thing: the first thread to ask makes it, and the others wait for that."""

    _lock: threading.Lock = field(default_factory=threading.Lock)
    _made: Made | None = None

    def get(self, make: Callable[[], Made]) -> Made:
        with self._lock:
            if self._made is None:
                self._made = make()
            return self._made


class Renderings:
    """The latest renderings."""

    def __init__(self) -> None:
        self._kept: Recent[Hashable, _Once[Any]] = Recent(KEPT)

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return the result of ``make``, or the earlier one for this key."""
        return cast("Made", self._kept.find_or_keep(key, _Once()).get(make))


@dataclass(frozen=True)
class _Page:
    """A page's status and its text, the keys of its forms left open."""

    status: int
    text: str
    packed: bytes | None
    """The text compressed, if it has no form and so is equal for everybody."""


def made_once(same: Hashable, make: Callable[[], Response]) -> Response:
    """The page of ``make``, perhaps rendered before for another reader, with keys of its own in its forms.

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
    return _Page(answer.status_code, text, None if OPEN_KEY in text else _packed(text.encode()))


def compressed(response: Response) -> Response:
    """Return the answer compressed, if that saves space and the browser accepts it."""
    response.vary.add("Accept-Encoding")
    packs = response.mimetype in _TEXTS and response.status_code == 200 and "Content-Encoding" not in response.headers
    if not packs or not request.accept_encodings["gzip"]:
        return response
    response.direct_passthrough = False
    content = response.get_data()
    if len(content) >= _WORTH_PACKING:
        # The comments are a tenth of our styles and scripts, and no phone needs them.
        comment = _COMMENTS.get(response.mimetype or "")
        response.set_data(_packed(comment.sub(b"", content) if comment else content))
        response.headers["Content-Encoding"] = "gzip"
        if etag := response.get_etag()[0]:
            response.set_etag(etag, weak=True)  # the same file, in other bytes
    return response


_TEXTS = (
    *("text/html", "text/css", "text/javascript"),
    *("application/json", "application/manifest+json", "image/svg+xml"),
)
_WORTH_PACKING = 500
_COMMENTS = {
    "text/css": re.compile(rb"/\*.*?\*/\s*", re.DOTALL),
    "text/javascript": re.compile(rb"^ *(?://[^\n]*|/\*(?s:.*?)\*/) *\n", re.MULTILINE),  # in lines of their own
}


def _packed(content: bytes) -> bytes:
    return gzip.compress(content, compresslevel=5, mtime=0)  # costs a page a fraction of a millisecond


def is_far(points: Iterable[int]) -> bool:
    """Return True if one of these figures has five digits, so that its column is wider than usual.

    >>> is_far((1500, -12340)), is_far((1500, -990)), is_far(())
    (True, False, False)
    """
    return any(abs(each) >= 10_000 for each in points)
