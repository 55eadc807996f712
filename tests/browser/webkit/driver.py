"""A phone with WebKit: W3C WebDriver over HTTP, as far as the tests need it.

Everything waits as a person would: until it is in sight and can be tapped, for at most ``PATIENCE_SECONDS``.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError, URLError

from axe_playwright_python.base import AXE_SCRIPT

from boot.engines import SYSTEM_PYTHON
from tests.conftest import PATIENCE_SECONDS
from tests.ports import free_port

T = TypeVar("T")

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
NOT_YET = re.compile("no such|stale|intercepted|interactable|javascript error|unknown error")
"""Answers to a question that came while the page was being replaced, or something lay over what was to be tapped."""
ENTER = "\ue007"
"""The key, among what is typed."""
WINDOW = Path(__file__).with_name("window.py")
ENVIRONMENT = {
    "GSETTINGS_BACKEND": "memory",
    "GTK_A11Y": "none",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "NO_AT_BRIDGE": "1",
}
IN_SIGHT = """
const [css, text] = arguments, clean = (words) => words.replace(/\\s+/g, " ").trim();
const said = (each) => clean(each.innerText || "") + " " + (each.ariaLabel || each.getAttribute("alt") || "");
const found = [...document.querySelectorAll(css)].filter((each) => each.getClientRects().length);
const first = found.find((each) => said(each).includes(text)) || null;
first?.scrollIntoView({ block: "center" }); // from under what lies over the edges of the page
return first;
"""
FAULT = re.compile(
    "CONSOLE (JS|SECURITY) ERROR (?!FetchEvent|.*[Cc]annot load|Unhandled .*: NetworkError)|process ended"
)
"""A script that broke, what our policy forbids ("Refused to load"), or a crash.

What could not be loaded, or was taken back as the page changed, is shown by the page.
"""


class WebDriverError(Exception):
    """A fault that the driver answered in place of a value."""


class NeverCame(AssertionError):
    """Raised when a test waited in vain."""


@dataclass
class WebKitPhone:
    """One window, and what its console has said."""

    process: subprocess.Popen[str]
    port: int
    session: str = ""
    console: list[str] = field(default_factory=list)
    """Each line that the page's console and the browser's processes have said."""

    def listen(self) -> None:
        assert self.process.stdout
        with self.process.stdout as said:
            for line in said:
                self.console.append(line.rstrip())

    def ask(self, method: str, path: str, body: object = None) -> Any:
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE_SECONDS) as answer:
                return json.load(answer)["value"]
        except HTTPError as refused:
            said = json.load(refused)["value"]
            raise WebDriverError(f"{said['error']}: {said['message']}") from None

    def command(self, method: str, path: str, body: object = None) -> Any:
        return self.ask(method, f"/session/{self.session}{path}", body)

    def until(self, came: Callable[[], T], what: str) -> T:
        """Ask until the answer is true, and return it."""
        end = time.monotonic() + PATIENCE_SECONDS
        last = ""
        while time.monotonic() < end:
            try:
                if found := came():
                    return found
            except WebDriverError as fault:
                if not NOT_YET.search(str(fault)):
                    raise
                last = str(fault)
            time.sleep(0.05)
        raise NeverCame(f"{what} at {self.url}: {last}\n{self.run('return document.body.innerText')}")

    def run(self, script: str, *arguments: object) -> Any:
        """Run a function's body in the page."""
        return self.command("POST", "/execute/sync", {"script": script, "args": arguments})

    def wait(self, expression: str, *arguments: object) -> Any:
        """Wait until a JavaScript expression is true."""
        return self.until(lambda: self.run(f"return ({expression})", *arguments), f"never true: {expression}")

    def wait_for_work(self, body: str, *arguments: object) -> None:
        """Wait until the body of an async function returns what is true."""
        work = (
            "const done = [...arguments].pop();"
            f"(async function () {{ {body} }}).apply(null, arguments).then(done, () => done(false));"
        )
        command = {"script": work, "args": arguments}
        self.until(lambda: self.command("POST", "/execute/async", command), f"never true: {body}")

    def open(self, url: str) -> None:
        self.command("POST", "/url", {"url": url})

    def reload(self) -> None:
        self.command("POST", "/refresh")

    @property
    def url(self) -> str:
        return str(self.command("GET", "/url"))

    def sees(self, text: str, css: str = "body") -> None:
        """Wait until the first thing in sight of a kind has a text in it or in its label."""
        self.use(css, text, lambda at: None)

    def use(self, css: str, text: str, do: Callable[[str], object]) -> None:
        """Do something with the first thing in sight of a kind, as soon as nothing lies over it."""

        def done() -> bool:
            found = self.run(IN_SIGHT, css, text)
            if found:
                do(f"/element/{found[ELEMENT]}")
            return bool(found)

        self.until(done, f"no {css} with “{text}” to use")

    def tap(self, css: str, text: str = "") -> None:
        self.use(css, text, lambda at: self.command("POST", f"{at}/click"))

    def button(self, text: str) -> None:
        self.tap("button, summary", text)

    def link(self, text: str) -> None:
        self.tap("a[href]", text)

    def fill(self, css: str, text: object) -> None:
        """Type into a field in place of what is there."""

        def type_into(at: str) -> None:
            self.command("POST", f"{at}/clear")
            self.command("POST", f"{at}/value", {"text": str(text)})

        self.use(css, "", type_into)

    def choose(self, css: str, file: Path) -> None:
        """Give a file to a field for files, hidden or not."""
        field = self.wait("document.querySelector(arguments[0])", css)
        self.command("POST", f"/element/{field[ELEMENT]}/value", {"text": str(file)})

    def check(self, rules: dict[str, Any] | None = None) -> None:
        """The page is as wide as the phone, and axe finds nothing."""
        assert self.run("return [innerWidth, document.documentElement.scrollWidth]") == [360, 360], self.url
        self.run(f"if (!window.axe) {{ {AXE_SCRIPT} }}")
        checked = "const [rules, done] = arguments; axe.run(rules).then(({violations}) => done(violations))"
        rules = {"resultTypes": ["violations"], **(rules or {})}
        found = self.command("POST", "/execute/async", {"script": checked, "args": [rules]})
        assert found == [], f"{self.url}: {found}"

    def faults(self) -> list[str]:
        """Faults in the console, which no test may leave."""
        return [line for line in self.console if FAULT.search(line)]


@contextmanager
def started(display: str, profile: Path, before: str = "", dark: bool = False) -> Iterator[WebKitPhone]:
    """A phone that keeps things in the folder ``profile``; ``before`` runs before the scripts of each page."""
    port = free_port()
    argv = ["WebKitWebDriver", f"--port={port}"]
    env = os.environ | ENVIRONMENT | {"DISPLAY": display} | ({"GTK_THEME": "Adwaita:dark"} if dark else {})
    process = subprocess.Popen(
        argv, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, text=True
    )
    phone = WebKitPhone(process, port)
    listening = threading.Thread(target=phone.listen, daemon=True)
    listening.start()
    try:
        _begin(phone, [str(WINDOW), str(profile), before])
        yield phone
    finally:
        os.killpg(process.pid, signal.SIGKILL)  # the driver, the window and the processes of its pages
        listening.join()
        process.wait()


def _begin(phone: WebKitPhone, arguments: list[str]) -> None:
    def is_there() -> bool:
        try:
            return bool(phone.ask("GET", "/status"))
        except URLError:
            assert phone.process.poll() is None, phone.console
            return False

    options = {"binary": SYSTEM_PYTHON, "args": arguments}
    phone.until(is_there, "no driver")
    told = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
    phone.session = phone.ask("POST", "/session", told)["sessionId"]
    limit = int(PATIENCE_SECONDS * 1000)
    phone.command("POST", "/timeouts", {"script": limit, "pageLoad": limit})
