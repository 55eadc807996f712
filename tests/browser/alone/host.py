"""The static build on a plain file server, and phones in whose browser it runs."""

from __future__ import annotations

import functools
import http.server
import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Frame, Page, ViewportSize, WebError, expect

from tests.browser import firefox
from tests.browser.conftest import chromium_path
from tests.browser.logged import LOST_LINE
from tests.conftest import PATIENCE_SECONDS, also

SCREEN: ViewportSize = {"width": 360, "height": 740}
DENSITY = 2
"""Pixels of the screen for each of a page; most phones have more."""


@dataclass
class Sent:
    """An answer before it is sent; a habit of the host changes it."""

    path: str
    """In the folder, without its address."""
    status: int
    """0 where the host goes away instead."""
    content: bytes
    headers: dict[str, str]


KEEP_WORKERS = """
window.workers = [];
window.Worker = class extends Worker { constructor(...how) { super(...how); window.workers.push(this); } };
"""
"""For a test that ends or counts the workers of a page."""

Habit = Callable[[Sent], None]


class _Files(http.server.SimpleHTTPRequestHandler):
    """Answers as static hosts do: where there is no file, with ``404.html``."""

    fetched: list[str]
    held: set[str]
    habit: Habit | None

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def do_GET(self) -> None:
        self.fetched.append(self.path)
        if self.path in self.held:
            self._stop_halfway()
        elif type(self).habit:
            self._send(Path(self.translate_path(self.path)))
        else:
            super().do_GET()

    def _send(self, path: Path) -> None:
        path = path / "index.html" if path.is_dir() else path
        known = path.is_file()
        path = path if known else Path(self.directory) / "404.html"
        name = path.relative_to(self.directory).as_posix() if known else self.path.lstrip("/")
        sent = Sent(name, 200 if known else 404, path.read_bytes(), {"Content-Type": self.guess_type(path.name)})
        habit = type(self).habit
        assert habit
        habit(sent)
        if not sent.status:
            self.close_connection = True
            return
        self.send_response(sent.status)
        for header in {**sent.headers, "Content-Length": str(len(sent.content))}.items():
            self.send_header(*header)
        self.end_headers()
        self.wfile.write(sent.content)

    def _stop_halfway(self) -> None:
        content = Path(self.translate_path(self.path)).read_bytes()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[: len(content) // 2])
        self.wfile.flush()
        while self.path in self.held:
            time.sleep(0.1)

    def log_message(self, *_: object) -> None:
        pass


@dataclass
class StaticHost:
    """A file server that can go away and come back at the same address."""

    folder: Path
    base: str = ""
    port: int = 0
    held: set[str] = field(default_factory=set)
    """Paths of which it sends one half, and then nothing more."""
    habit: Habit | None = None
    """What it does to each answer."""
    _server: http.server.ThreadingHTTPServer | None = None
    _fetched: list[str] = field(default_factory=list)

    def start(self) -> None:
        """Serve the folder, with the habit that it has now."""
        noting = type(
            "_Noting",
            (_Files,),
            {"fetched": self._fetched, "held": self.held, "habit": self.habit and staticmethod(self.habit)},
        )
        handler = functools.partial(noting, directory=str(self.folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Answer nothing any more."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
        self._server = None

    def fetched(self) -> list[str]:
        """The paths that were asked for, in order."""
        return [*self._fetched]

    @property
    def url(self) -> str:
        """Where a browser finds the companion."""
        return f"http://127.0.0.1:{self.port}{self.base}/"


ANYWHERE = pytest.mark.parametrize("host", ["", also("/REPO")], indirect=True)
"""The folder at the top of its host, and below a path."""


def host_of(folder: Path, at: Path, base: str) -> StaticHost:
    """A host with a folder at this path; ``at`` is where its own folder is made."""
    if not base:
        return StaticHost(folder)
    (at / "top").mkdir()
    (at / "top" / base.lstrip("/")).symlink_to(folder)
    return StaticHost(at / "top", base)


@dataclass
class StaticPhone:
    """A browser with a profile of its own; what its consoles called an error is kept."""

    context: BrowserContext
    url: str
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context.set_default_timeout(PATIENCE_SECONDS * 1000)
        self.context.on("console", lambda told: self._keep(told.type, told.text))
        self.context.on("weberror", self._keep_break)

    def _keep(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"} and not any(words in text for words in LOST_LINE):
            self.faults.append(text)

    def _keep_break(self, broke: WebError) -> None:
        if not firefox.tells_of_the_line(broke.error):
            self.faults.append(str(broke.error))

    def open(self, path: str = "") -> tuple[Page, Frame]:
        """A tab at a page of the companion, once it is shown: the tab, and the frame with the page."""
        page = self.context.new_page()
        page.goto(self.url + path)
        return page, shown(page)


def shown(page: Page) -> Frame:
    """The frame with the companion's page, once it is shown."""
    expect(page.locator("#page")).to_be_visible()
    frame = page.locator("#page").element_handle().content_frame()
    assert frame is not None
    return frame


HELD = 12
"""Frames of a film for which each picture is seen."""


def film(file: Path, taken: Iterable[bytes]) -> Path:
    """A film of these JPEGs, as Chromium takes it for a camera's."""
    file.write_bytes(b"".join(each * HELD for each in taken))
    return file


@contextmanager
def phone(engine: BrowserType, profile: Path, url: str, sees: Path | None = None) -> Iterator[StaticPhone]:
    """A phone at a static host, with what its profile has kept; its camera ``sees`` a film of JPEGs."""
    args = ["--no-sandbox"]
    if sees:
        args += ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
        args += [f"--use-file-for-fake-video-capture={sees}"]
    how = {"executable_path": chromium_path(), "args": args} if engine.name == "chromium" else firefox.how_to_start()
    context = engine.launch_persistent_context(profile, **how, viewport=SCREEN, device_scale_factor=DENSITY)
    try:
        yield StaticPhone(context, url)
    finally:
        context.close()


def rewrite(folder: Path, name: str, content: bytes) -> None:
    """Change a file of a build, as if another build had it so."""
    from companion.browser.build import service_worker

    (folder / name).write_bytes(content)
    code = (folder / "sw.js").read_text(encoding="utf-8").partition("\n")[0]
    told = json.loads(code.removeprefix("const BUILD = ").removesuffix(";"))
    files = {each: (folder / each).read_bytes() for each in (*told["files"], *told["later"])}
    (folder / "sw.js").write_bytes(service_worker(files))
