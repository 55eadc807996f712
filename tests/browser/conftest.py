"""A real server and real browsers at phone size: by day and by night, with and without JavaScript."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urljoin, urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from flask import Flask, Response, request
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    WebError,
    expect,
    sync_playwright,
)
from typing_extensions import override

from boot.browser import find_chromium
from companion.cli.network import read_certificate
from companion.web.server import Listener, run
from tests.browser import firefox
from tests.browser.fonts import FONTS, bring_styles
from tests.browser.logged import TAKEN_BACK
from tests.certificates import Pair
from tests.conftest import PATIENCE_SECONDS, also
from tests.web.conftest import Applications, close

expect.set_options(timeout=PATIENCE_SECONDS * 1000)

PHONES = ("iPhone 15", "Pixel 7")
NARROWEST = 360
PLAIN_NAME = "table"
"""Leads to the same servers as 127.0.0.1, but no browser takes http there for a secure context."""
NO_WORKER = "delete Navigator.prototype.serviceWorker"
"""For the tests of everything else: what a service worker asks for, no test can cut off."""
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("dark", "light")


ANYWHERE = pytest.mark.parametrize("base", [pytest.param("", id="at the top"), also("/cards")])
"""For tests of what depends on the path under which the companion is found (``base``)."""
OLDER = """
delete AbortSignal.timeout;
delete HTMLFormElement.prototype.requestSubmit;
window.FormData = class extends FormData { constructor(form) { super(form); } };
"""
"""Takes away what Safari has not before iOS 16."""
ZOOMS = """[...document.querySelectorAll("a[href], button, label, summary, input:not([type=hidden]), select")]
    .filter((each) => getComputedStyle(each).touchAction === "auto").map((each) => each.outerHTML)"""
"""An expression for what a quick second tap would zoom."""
SCRIPT = (pytest.param(True, id="with scripts"), pytest.param(False, id="without", marks=pytest.mark.thorough))
"""For a walk whose forms tests of ``tests/web/`` send as they stand, as a browser without scripts does."""
# Of all that axe asks, the scheme decides these alone.
OF_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def chromium_path() -> Path:
    """The browser to test with: the one that ``bootstrap.py test`` found or fetched, or one that is installed."""
    found = find_chromium()
    if found is None:
        pytest.fail("The browser tests need Chromium; `python3 bootstrap.py test` gets it.", pytrace=False)
    return found


@pytest.fixture(scope="session")
def playwright(pytestconfig: pytest.Config) -> Iterator[Playwright]:
    with pytest.MonkeyPatch.context() as patch:
        if pytestconfig.getoption("--thorough"):
            patch.setenv("NODE_OPTIONS", firefox.DRIVER_PATCH)
        started = sync_playwright().start()
    yield started
    started.stop()


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    path = chromium_path()
    browser = playwright.chromium.launch(
        executable_path=path, args=["--no-sandbox", f"--host-resolver-rules=MAP {PLAIN_NAME} 127.0.0.1"]
    )
    browser.phones = _phones(playwright)  # type: ignore[attr-defined]  # kept beside the browser they are for
    browser.path = path  # type: ignore[attr-defined]
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def started_firefox(playwright: Playwright) -> Iterator[Browser]:
    browser = firefox.start(playwright, _phones(playwright))
    yield browser
    browser.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if any(mark.name == "engines" for mark in metafunc.definition.iter_markers()):
        metafunc.parametrize("in_engine", ["chromium", also("firefox")], indirect=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In Firefox a test has the values of the quick run alone: its further ones are also marked ``thorough``."""
    further = [each for each in items if isinstance(each, pytest.Function) and _is_further_in_firefox(each)]
    config.hook.pytest_deselected(items=further)
    items[:] = [each for each in items if each not in further]


def _is_further_in_firefox(test: pytest.Function) -> bool:
    if not hasattr(test, "callspec") or test.callspec.params.get("in_engine") != "firefox":
        return False
    return sum(mark.name == "thorough" for mark in test.callspec.marks) > 1


@pytest.fixture
def in_engine(request: pytest.FixtureRequest) -> Browser:
    """The browser of the phones: Chromium, and in a test marked ``engines`` Firefox, too."""
    name = "started_firefox" if getattr(request, "param", "") == "firefox" else "chromium"
    browser: Browser = request.getfixturevalue(name)
    return browser


@pytest.fixture
def browsers(chromium: Browser) -> Iterator[list[BrowserContext]]:
    """Two phones. They take Caddy's authority unseen; ``Club.ask`` holds the certificate to it."""
    contexts = [chromium.new_context(ignore_https_errors=True) for _ in range(2)]
    for context in contexts:
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
    yield contexts
    for context in contexts:
        context.close()


def _phones(playwright: Playwright) -> dict[str, dict[str, Any]]:
    """Settings of each phone; Chromium draws them all, so the engine that a phone would have is left out."""
    return {name: {k: v for k, v in playwright.devices[name].items() if k != "default_browser_type"} for name in PHONES}


def _foresees_nothing() -> Response | None:
    return Response(status=204) if request.endpoint == "table.foresee" else None


@dataclass(frozen=True)
class Server:
    """The application, the address at which a browser finds it, and how to stop it before its test is over."""

    app: Flask
    url: str
    stop: Callable[[], None]

    @property
    def port(self) -> int:
        return urlsplit(self.url).port or 0


class ServedApplications(Applications):
    """Applications whose pages are drawn in the tests' fonts, and say nothing beside a button unless they may."""

    @override
    def make(self, **config: Any) -> Flask:
        app = super().make(**config)
        if not config["FORESEES"]:
            app.before_request(_foresees_nothing)
        bring_styles(app, config["HASTY"], config["STAYS_AT"])
        return app


@pytest.fixture(scope="session")
def served_applications() -> Applications:
    return ServedApplications()


@pytest.fixture
def base() -> str:
    """The path under which servers are found, as where ``COMPANION_URL`` ends in one; tests may give another."""
    return ""


@pytest.fixture
def serve(tmp_path: Path, served_applications: Applications, base: str) -> Iterator[Callable[..., Server]]:
    """Starts servers on free ports, and stops them afterwards.

    Tests look before they tap: what appears is live at once, save on a server for ``hasty`` thumbs. With ``stays_at``
    it stays there as it is so many seconds later: a busy machine takes longer between two taps than a thumb. They look
    at a result on a page of its own, too: only a server that ``foresees`` says beside the button what counters come
    to, since it would depend on the machine whether that has stood there for long enough.
    """
    made: list[Flask] = []
    stops: list[Callable[[], None]] = []

    def start(
        data: Path = tmp_path,
        port: int = 0,
        database: str = "",
        hasty: bool = False,
        stays_at: float | None = None,
        foresees: bool = False,
        pair: Pair | None = None,
        **config: Any,
    ) -> Server:
        certificate = read_certificate(pair.cert, pair.key) if pair else None
        config |= {"CERTIFIED": certificate.names if certificate else (), "TESTING": False}
        listening = socket.create_server(("127.0.0.1", port))
        url = f"{'https' if pair else 'http'}://127.0.0.1:{listening.getsockname()[1]}{base}"
        config = ({"URL": url} if base else {}) | config
        app = served_applications.open(data, database, HASTY=hasty, STAYS_AT=stays_at, FORESEES=foresees, **config)
        made.append(app)
        listener = Listener(listening, certificate.tls if certificate else None)
        stopped = threading.Event()
        thread = threading.Thread(target=run, args=(app, [listener], stopped), daemon=True)
        thread.start()

        def stop() -> None:
            stops.remove(stop)
            stopped.set()
            thread.join()
            close(app)

        stops.append(stop)
        return Server(app, url, stop)

    yield start
    while stops:
        stops[-1]()
    for app in made:
        served_applications.take_back(app)


# Every font that the page asks for has come before it is measured.
WIDTHS = """async (font) => {
    document.documentElement.classList.toggle("in-narrow-font", font === "narrow");
    await document.fonts.ready;
    return [innerWidth, document.documentElement.scrollWidth];
}"""


@dataclass
class Phone:
    """One phone at the table; after each test it must have asked only our server and logged no fault."""

    page: Page
    context: BrowserContext
    url: str
    widths: tuple[int, ...] = ()
    """How wide the other phones are on which a page is looked at."""
    schemes: tuple[Scheme, ...] = SCHEMES
    """The light in which a page is looked at; the last of them is that of the other tests."""
    faults: list[str] = field(default_factory=list)
    """What the console called an error or a warning."""
    broken: list[str] = field(default_factory=list)
    """What broke in a script."""
    strangers: list[str] = field(default_factory=list)
    forgiven: tuple[str, ...] = ()

    def open(self, path: str) -> Page:
        """Go to a page of the server, by its path with that of the server or without."""
        self.page.goto(self.url + path.removeprefix(urlsplit(self.url).path))
        return self.page

    def begin(self, variant: str, names: Sequence[str], dealer: int) -> str:
        """Begin a game without looking at the pages on which one does; its address."""
        told = {f"name-{seat}": name for seat, name in enumerate(names)} | {"dealer": str(dealer), "start": "1"}
        same = {"Sec-Fetch-Site": "same-origin"}
        address = f"{self.url}/new/{variant}"
        begun = self.context.request.post(address, form=dict(told), headers=same, max_redirects=0)
        assert begun.status == 303, begun.text()
        return urljoin(self.url, begun.headers["location"])

    def check_layout(self) -> None:
        """The page may not scroll sideways, whatever font it is drawn in."""
        width = self.page.viewport_size["width"] if self.page.viewport_size else 0
        for font in FONTS:
            found = self.page.evaluate(WIDTHS, font)
            assert found == [width, width], f"{self.page.url} is {found} wide in a {font} font on a phone of {width}"

    def check_access(self, **options: Any) -> None:
        """Axe finds nothing to complain of."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        found = self.page.evaluate(
            "options => axe.run({resultTypes: ['violations'], ...options}).then(({violations}) => ({violations}))",
            options,
        )
        result = AxeResults(found)
        assert result.violations_count == 0, f"{self.page.url}\n{result.generate_report()}"

    def check(self) -> None:
        """Layout and access together."""
        self.check_layout()
        self.check_access()

    def look(self) -> None:
        """The page fits every phone and can be read by all, by day and by night.

        Without ``--thorough`` it is the narrowest phone by night: ``check`` looks by day.
        """
        before = self.page.viewport_size
        assert before
        for width in sorted({NARROWEST, *self.widths}):
            self.page.set_viewport_size({"width": width, "height": before["height"]})
            self.check_layout()
        self.page.set_viewport_size(before)
        for scheme in self.schemes:
            self.page.emulate_media(color_scheme=scheme)
            self.check_access(**({} if scheme is self.schemes[-1] else OF_COLOURS))

    def notice(self, message: ConsoleMessage) -> None:
        """Keep what the console calls an error or a warning, unless the page meant it."""
        if message.type in {"error", "warning"} and not any(words in message.text for words in TAKEN_BACK):
            self.faults.append(f"{message.page.url if message.page else ''}: {message.text}")

    def notice_break(self, broke: WebError) -> None:
        if not firefox.tells_of_the_line(broke.error):
            self.broken.append(str(broke.error))

    def forgive(self, *logged: str) -> None:
        """Take away the faults that tell of what was meant to fail, by these words of theirs.

        Chromium and htmx log every answer that refuses and every line that is cut, some of them only after the page
        shows it: those are taken away at the end of the test. What broke in a script stays.
        """
        self.forgiven += logged
        self.faults = self.unforgiven()

    def unforgiven(self) -> list[str]:
        """The faults without those that were meant to be."""
        return [fault for fault in self.faults if not any(words in fault for words in self.forgiven)]

    def follow(self, request: Request) -> None:
        """Keep requests that leave our server."""
        if urlsplit(request.url).scheme in {"http", "https"} and not request.url.startswith(self.url):
            self.strangers.append(request.url)


@pytest.fixture
def make_phone(
    in_engine: Browser, serve: Callable[..., Server], pytestconfig: pytest.Config
) -> Iterator[Callable[..., Phone]]:
    """Phones at one server, or each at the one given: ``make_phone("Pixel 7", scheme="dark", script=False)``.

    ``worker``: with the service worker that a safe line has.
    """
    phones: list[Phone] = []
    servers: list[Server] = []

    def make(
        name: str = PHONES[0],
        scheme: Scheme = "light",
        script: bool = True,
        server: Server | None = None,
        worker: bool = False,
    ) -> Phone:
        if server is None:
            servers.extend([] if servers else [serve()])
            server = servers[0]
        phones_known = in_engine.phones  # type: ignore[attr-defined]  # set where the browser is started
        settings = phones_known[name]
        context = in_engine.new_context(**settings, color_scheme=scheme, java_script_enabled=script)
        if not worker:
            context.add_init_script(NO_WORKER)
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        phone = Phone(context.new_page(), context, server.url)
        if in_engine.browser_type.name == "firefox":
            phone.schemes = ("light",)
        elif pytestconfig.getoption("--thorough"):
            phone.widths = tuple(each["viewport"]["width"] for each in phones_known.values())
        else:
            phone.schemes = SCHEMES[:1]
        context.on("console", phone.notice)
        context.on("weberror", phone.notice_break)
        context.on("request", phone.follow)
        phones.append(phone)
        return phone

    yield make
    faults = [fault for phone in phones for fault in (*phone.unforgiven(), *phone.broken)]
    strangers = [address for phone in phones for address in phone.strangers]
    for phone in phones:
        phone.context.close()
    assert strangers == [], "a page asked another server"
    assert faults == [], "a page logged a fault"


@pytest.fixture
def phone(make_phone: Callable[..., Phone]) -> Phone:
    """An iPhone by day, with JavaScript."""
    return make_phone()
