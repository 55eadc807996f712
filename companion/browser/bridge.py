"""The application inside a web worker: the pages' requests come in as plain values, one at a time.

The worker's own JavaScript calls :func:`start` and :func:`answer`; :func:`warm` and :func:`load` run once, when the
folder is built.
"""

from __future__ import annotations

import json
import pickle
import random
import shutil
import sqlite3
import sys
import threading
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from http.cookies import SimpleCookie
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from typing_extensions import override


class _NeverStarted(threading.Thread):
    """A worker has no threads. What pages leave to one is done by the next page that needs it."""

    @override
    def start(self) -> None:
        pass


if sys.platform == "emscripten":
    threading.Thread = _NeverStarted  # type: ignore[misc]  # before any module takes the real one

from flask import Flask, render_template, request  # noqa: E402
from jinja2 import FileSystemBytecodeCache  # noqa: E402
from werkzeug.test import create_environ  # noqa: E402
from werkzeug.wrappers import Response  # noqa: E402

from companion.browser.rescue import put_aside, readable_games, whole_file  # noqa: E402
from companion.store import Store  # noqa: E402
from companion.store.bundle import Progress, unseen  # noqa: E402
from companion.store.errors import FAULTS, Newer, StoreError, Unavailable  # noqa: E402
from companion.store.sqlite import Sqlite  # noqa: E402
from companion.store.store import Secret  # noqa: E402
from companion.store.waiting import REFUSED, Waiting, Work  # noqa: E402
from companion.vision.serve import Picture  # noqa: E402
from companion.web import make_app, open_games  # noqa: E402
from companion.web.core.assets import asset  # noqa: E402
from companion.web.core.errors import RESCUE_PAGE  # noqa: E402
from companion.web.core.identity import recognize_phone  # noqa: E402
from companion.web.photo.case import read_purpose, sweep_in  # noqa: E402
from companion.web.photo.desk import PHOTO, about_photo, asked_of, keep_read  # noqa: E402

ALONE: dict[str, Any] = {
    "ALONE": True,
    "WITHOUT_PHOTOS": "",
    "READS": False,
    "READING_GRACE_SECONDS": 0,
    "COMPRESS": False,
    "SIMULATED_DEALS": 0,
    "GATHERING_GRACE_SECONDS": 0.3,
    "LOG": "",
}
WARM_URL = "http://localhost/warm"
WARM_PAGES = (
    "/",
    "/new",
    "/new/site",
    "/new/three-handed",
    "/games/",
    "/house",
    "/people/",
    "/photo/",
    "/rules/",
    "/settle/site",
)
WARM_GAME = b"key=warm-0123456789ab&name-0=A&name-1=B&name-2=C&name-3=D&dealer=0&target=1500&start=1"
COMPILED = "/app/compiled"
"""The folder of the compiled templates on a phone."""
SUMS = "static.json"
"""The file there with the sums of the static files, which a phone keeps elsewhere."""
COOKIES = "cookies"
POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'self'"
"""The policy of the page for unreadable games, which has no script."""
FORM = (("content-type", "application/x-www-form-urlencoded"), ("sec-fetch-site", "same-origin"))
Headers = Iterable[tuple[str, str]]
Answer = tuple[int, list[tuple[str, str]], bytes]
"""Status, headers and content."""


class Jar:
    """The cookies of this phone, in its database: a service worker neither sees nor sets any."""

    def __init__(self, secret: Secret, file: Path) -> None:
        """``file`` had them before, and is written no more."""
        self._secret = secret
        self._written = secret.find(COOKIES) or _read(file)
        self._kept: dict[str, str] = _parsed(self._written)

    @property
    def header(self) -> str:
        """The header a browser would send."""
        return "; ".join(f"{name}={value}" for name, value in self._kept.items())

    def take(self, said: Iterable[str]) -> None:
        """Keep what an answer's ``Set-Cookie`` headers say; where the storage is full, as soon as there is room."""
        for header in said:
            for name, morsel in SimpleCookie(header).items():
                if morsel["max-age"] == "0":
                    self._kept.pop(name, None)
                else:
                    self._kept[name] = morsel.coded_value
        text = json.dumps(self._kept)
        if text != self._written:
            with suppress(Unavailable):
                self._secret.keep(COOKIES, text)
                self._written = text


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return "{}"


def _parsed(text: str) -> dict[str, str]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


class Companion:
    """The application over a folder, as the worker asks it."""

    def __init__(self, app: Flask, folder: Path, url: str) -> None:
        """``url`` is the address of the folder on the static host."""
        address = urlsplit(url)
        self._host, self._base = f"{address.scheme}://{address.netloc}", address.path.rstrip("/")
        self.app = app
        app.config["URL"] = self._host + self._base
        open_games(app, folder)
        self._store: Store = app.extensions["store"]
        self._waiting: Waiting = app.extensions["store"].waiting
        self._at_hand: Work | None = None
        with ExitStack() as unless_begun:
            unless_begun.callback(self.close)
            self._jar = Jar(self._store.secret, folder / "cookies.json")
            with suppress(Unavailable):  # a full storage takes no delete either
                self._waiting.forget_old()
            unless_begun.pop_all()

    def answer(self, method: str, target: str, headers: Headers, body: bytes) -> Answer:
        """Answer one request."""
        sent = {**dict(headers), **({"cookie": self._jar.header} if self._jar.header else {})}
        environ = create_environ(
            target.removeprefix(self._base) or "/",
            f"{self._host}{self._base}/",
            method=method,
            headers=sent,
            data=body or None,
            environ_base={"REMOTE_ADDR": "127.0.0.1", "wsgi.errors": sys.stderr},
        )
        got = Response.from_app(self.app, environ, buffered=True)
        self._jar.take(got.headers.getlist("Set-Cookie"))
        got.headers.remove("Set-Cookie")
        # The page stands in a frame of the shell's, which has to live on while pages come and go.
        policy = got.headers["Content-Security-Policy"]
        got.headers["Content-Security-Policy"] = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
        return got.status_code, list(got.headers), got.get_data()

    def waits(self) -> bool:
        """Return True if a photo is still unread."""
        return self._waiting.length(PHOTO) > 0

    def take(self) -> tuple[bytes, bytes] | None:
        """The next photo to read, with its details; None while none waits, or one is being read."""
        self._at_hand = work = self._waiting.take(PHOTO)
        return (work.content, pickle.dumps(asked_of(self._store, work.about))) if work else None

    def keep(self, jpeg: bytes, reading: bytes) -> None:
        """Keep the photo at hand with what the reader beside saw in it."""
        work = self._at_hand
        if work is not None:
            picture = Picture(jpeg, pickle.loads(reading))  # noqa: S301 - of our own worker
            self._waiting.answer(work, keep_read(self._store, picture, work.content, work.about))

    def asked_at(self, target: str) -> bytes:
        """The details for reading a live camera's frame sent to this address."""
        own = {"cookie": self._jar.header}
        with self.app.request_context(create_environ(target.removeprefix(self._base), headers=own)):
            recognize_phone()
            about = about_photo(read_purpose(request.args), sweep=sweep_in(request.args))
            return pickle.dumps(asked_of(self._store, about))

    def refuse(self, why: str) -> None:
        """Say in a sentence why the photo at hand can't be read."""
        if self._at_hand is not None:
            self._waiting.answer(self._at_hand, {REFUSED: why})

    def settle(self) -> None:
        """Take what is in the database's log alone into its own file, as far as there is room."""
        database = self._store.database
        if isinstance(database, Sqlite):
            with suppress(sqlite3.Error, Unavailable), database.connection() as db:
                db.execute("pragma wal_checkpoint(passive)")

    def close(self) -> None:
        """Close the store."""
        self._store.close()


class Phone:
    """The companion of this phone; while its games can't be read, the page that saves the readable ones."""

    def __init__(self, app: Flask, folder: Path, url: str) -> None:
        """``url`` is the address of the folder on the static host."""
        self._app, self._folder, self._url = app, folder, url
        self._base = urlsplit(url).path.rstrip("/")
        self.companion = self._open()

    def _open(self) -> Companion | None:
        try:
            return Companion(self._app, self._folder, self._url)
        except (Unavailable, Newer):  # nothing is wrong with the games
            raise
        except (sqlite3.Error, StoreError, *FAULTS):
            return None

    @property
    def reads(self) -> Companion:
        """The companion of a phone whose games can be read.

        :raises RuntimeError: if they can't be.
        """
        if self.companion is None:
            raise RuntimeError("the games of this phone can't be read")
        return self.companion

    def answer(self, method: str, target: str, headers: Headers, body: bytes) -> Answer:
        """Answer one request."""
        path = urlsplit(target).path.removeprefix(self._base)
        if self.companion and not path.startswith(RESCUE_PAGE):
            return self.companion.answer(method, target, headers, body)
        if method == "POST" and path == f"{RESCUE_PAGE}begin" and dict(headers).get("sec-fetch-site") == "same-origin":
            return self._begin_again()
        files = {"games.json": lambda: readable_games(self._folder)[0], "file.zip": lambda: whole_file(self._folder)}
        name = path.removeprefix(RESCUE_PAGE)
        return _download(name, files[name]()) if name in files else self._page()

    def _page(self) -> Answer:
        with self._app.request_context(create_environ(f"{self._base}/", self._url)):
            page = render_template(
                "errors/damaged.html", base=self._base, games=readable_games(self._folder)[1], opens=self.companion
            )
        return 200, [("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", POLICY)], page.encode()

    def _begin_again(self) -> Answer:
        if self.companion:
            self.companion.close()
        put_aside(self._folder)
        self.companion = self._open()
        return 303, [("Location", f"{self._base}/games/")], b""


def _download(name: str, content: bytes) -> Answer:
    headers = [("Content-Disposition", f'attachment; filename="pinochle-{name}"'), ("Cache-Control", "no-store")]
    return 200, headers, content


_app = make_app(**ALONE)
_running: list[Phone] = []


def start(folder: str, url: str, has_reader: bool, progress: Progress = unseen) -> None:
    """Open the games of this phone, to which the card reader may have yet to come.

    :param progress: is called while a long task is at work: nobody else hears of this worker meanwhile.
    """
    _app.jinja_env.bytecode_cache = FileSystemBytecodeCache(COMPILED)
    _app.extensions["asset_sums"] = json.loads(Path(COMPILED, SUMS).read_text(encoding="utf-8"))
    _app.config["READER_TO_COME"] = not has_reader
    _app.config["PROGRESS"] = progress
    random.seed()  # a snapshot brings the state that it was made with
    _running[:] = [Phone(_app, Path(folder), url)]


def answer(method: str, target: str, headers: Any, body: Any) -> Answer:
    """Answer one request by the companion that was started; headers and body are JavaScript's."""
    return _running[0].answer(method, target, [(name, value) for name, value in headers.to_py()], bytes(body.to_py()))


def got_reader() -> None:
    """Note that the reader is here, so that photos are read without a connection, too."""
    _app.config["READER_TO_COME"] = False


def waits() -> bool:
    """Return True if a photo is still unread."""
    return _running[0].companion is not None and _running[0].reads.waits()


def take() -> tuple[bytes, bytes] | None:
    """The next photo to read, with its details."""
    return _running[0].reads.take()


def keep(jpeg: Any, reading: Any) -> None:
    """Keep the photo that was taken, as it was read; both are JavaScript's."""
    _running[0].reads.keep(bytes(jpeg.to_py()), bytes(reading.to_py()))


def asked_at(target: str) -> bytes:
    """The details for reading a live camera's frame."""
    return _running[0].reads.asked_at(target)


def refuse(why: str) -> None:
    """Say in a sentence why the photo that was taken can't be read."""
    _running[0].reads.refuse(why)


def settle() -> None:
    """Take what is in the database's log alone into its own file."""
    if _running[0].companion:
        _running[0].companion.settle()


def warm(folder: str, compiled: str) -> list[str]:
    """Try what the pages need, before there are any games, and compile all templates; what was not answered well.

    :param compiled: the folder for the compiled templates and the sums of the static files.
    """
    Path(compiled).mkdir()
    _app.jinja_env.bytecode_cache = FileSystemBytecodeCache(compiled)
    companion = Companion(_app, Path(folder), WARM_URL)
    game = companion.answer("POST", "/warm/new/site", FORM, WARM_GAME)[1]
    at = urlsplit(dict(game).get("Location", "/warm/nowhere")).path
    pages = (*(f"/warm{page}" for page in WARM_PAGES), at, f"{at}sheet", f"{at}settle")
    statuses = {page: companion.answer("GET", page, (), b"")[0] for page in pages}
    companion.close()
    for name in _app.jinja_env.list_templates():
        _app.jinja_env.get_template(name)
    static = Path(_app.static_folder or "")
    with _app.request_context(create_environ()):
        for path in sorted(static.rglob("*")):
            if path.is_file():
                asset(path.relative_to(static).as_posix())
    Path(compiled, SUMS).write_text(json.dumps(_app.extensions["asset_sums"]), encoding="utf-8")
    return [f"{page}: {status}" for page, status in statuses.items() if status != 200]


def load(modules: Iterable[str], folder: str) -> None:
    """Load the modules that :func:`warm` needed, and answer once, without reading what pages say.

    So a word that changes in a page leaves the snapshot of the memory as it is.
    """
    for name in sorted(modules):
        with suppress(ImportError):
            import_module(name)
    companion = Companion(_app, Path(folder), WARM_URL)
    companion.answer("GET", "/warm/healthz", (), b"")
    companion.close()
    shutil.rmtree(folder)
