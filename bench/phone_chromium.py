"""The phone's reader in Chromium: the worker of a folder that ``companion static`` wrote, in a page by itself."""

from __future__ import annotations

import base64
import functools
import gzip
import http.server
import os
import pickle
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from boot.browser import find_chromium
from companion.vision import Reading

TIMES = Path(__file__).with_name("phone_times.mjs")
TIMED = b"""import { build, open as plain } from "./border.js";
import { taken, timed } from "./phone_times.mjs";
const channel = new BroadcastChannel("times");
export { build };
export const open = async (...given) => {
  channel.onmessage = () => channel.postMessage(taken());
  return timed(await plain(...given));
};"""
"""The worker's script in place of its border."""
START = """() => new Promise((done, fail) => {
    window.reader = new Worker("/app/reader.js", { type: "module" });
    window.times = new BroadcastChannel("times");
    reader.onmessage = ({ data }) => data.ready ? done() : fail(new Error(data.failed));
})"""
READ = """async (known) => {
    const content = new Uint8Array(await (await fetch("/photo")).arrayBuffer());
    const asked = Uint8Array.from(atob(known), (each) => each.charCodeAt(0));
    const { port1, port2 } = new MessageChannel(), began = performance.now();
    const answer = await new Promise((done) => {
        port1.onmessage = ({ data }) => done(data);
        reader.postMessage({ content, asked }, [port2]);
    });
    const whole = performance.now() - began;
    if (!answer.reading) return answer;
    const spent = await new Promise((done) => {
        times.onmessage = ({ data }) => done(data);
        times.postMessage("");
    });
    return { reading: btoa(String.fromCharCode(...answer.reading)), ms: { ...spent, whole } };
}"""
LOOK = """async ([frame, known]) => {
    const [content, asked] = [frame, known].map((text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0)));
    const { port1, port2 } = new MessageChannel(), began = performance.now();
    const { seen, ...fault } = await new Promise((done) => {
        port1.onmessage = ({ data }) => done(data);
        reader.postMessage({ isFrame: true, content, asked }, [port2]);
    });
    if (!seen) throw new Error(JSON.stringify(fault));
    return performance.now() - began;
}"""


def asked(**known: str) -> str:
    """The details that the pages' worker gives with a photo or a frame: no pack, and this beside it."""
    return base64.b64encode(pickle.dumps((None, known))).decode()


ASKED = asked()


class Unpacked(http.server.SimpleHTTPRequestHandler):
    """Gives the files as the service worker keeps them, unpacked, and the border that says how long it takes."""

    photo = b""
    """The photo to be read: as text, through a driver, it would take a page's memory many times over."""

    def do_GET(self) -> None:
        content = self._content(self.path.lstrip("/"))
        self.send_response(200 if content is not None else 404)
        self.send_header("Content-Type", self.guess_type(self.path.replace(".mjs", ".js")))
        self.end_headers()
        self.wfile.write(content or b"")

    def _content(self, path: str) -> bytes | None:
        own = {
            "photo": self.photo,
            "page.html": b"<!doctype html>",
            "app/phone_times.mjs": TIMES.read_bytes(),
            "app/timed.js": TIMED,
        }
        if path in own:
            return own[path]
        plain, packed = Path(self.directory) / path, Path(self.directory) / f"{path}.gz"
        if not (plain.exists() or packed.exists()):
            return None
        content = plain.read_bytes() if plain.exists() else gzip.decompress(packed.read_bytes())
        return content.replace(b"./border.js", b"./timed.js") if path == "app/reader.js" else content

    def log_message(self, *_: object) -> None:
        pass


class ReaderInChromium:
    """A page with a worker that reads photos from their files, decoded by Chromium."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.idle = memory_of(renderers(), "VmRSS")
        """The bytes of the page without the reader."""
        page.evaluate(START)

    def read(self, content: bytes) -> tuple[Reading, dict[str, float]]:
        """Return the reading of a file, and the milliseconds of each part and in total.

        :raises RuntimeError: if it is refused.
        """
        Unpacked.photo = content
        answer = self._page.evaluate(READ, ASKED)
        if "reading" not in answer:
            raise RuntimeError(str(answer))
        reading: Reading = pickle.loads(base64.b64decode(answer["reading"]))  # noqa: S301 - of our own worker
        return reading, answer["ms"]

    def look(self, frame: bytes, sweep: str) -> float:
        """Return the milliseconds that a live camera's frame takes, with the others of its ``sweep`` if it has one."""
        told: float = self._page.evaluate(LOOK, [base64.b64encode(frame).decode(), asked(sweep=sweep)])
        return told

    def memory(self) -> tuple[int, int]:
        """Return the bytes of the page and its worker: now, and at their maximum."""
        return memory_of(renderers(), "VmRSS"), memory_of(renderers(), "VmHWM")

    @contextmanager
    def throttled(self, rate: int) -> Iterator[None]:
        """Meanwhile Chromium's own throttle slows the page; whether it reaches the worker, its times say."""
        session = self._page.context.new_cdp_session(self._page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        yield
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})


@contextmanager
def unpacked_host(site: Path) -> Iterator[str]:
    """The folder as its service worker gives it: the address, with an empty ``page.html``."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Unpacked, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@contextmanager
def chromium(site: Path) -> Iterator[ReaderInChromium]:
    """Chromium at the folder, with its reader loaded."""
    with unpacked_host(site) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(0)
        page.goto(f"{url}page.html")
        yield ReaderInChromium(page)
        browser.close()


@contextmanager
def one_part_in(rate: int, processes: Sequence[int], beat: float = 0.01) -> Iterator[None]:
    """Meanwhile let the processes run one beat in ``rate``, workers and all, and stop them for the others."""
    over = threading.Event()

    def take_turns() -> None:
        while not over.is_set():
            for process in processes:
                os.kill(process, signal.SIGSTOP)
            time.sleep(beat * (rate - 1))
            for process in processes:
                os.kill(process, signal.SIGCONT)
            time.sleep(beat)

    turns = threading.Thread(target=take_turns)
    turns.start()
    yield
    over.set()
    turns.join()


def renderers() -> list[int]:
    """The processes in which Chromium, started by this one, runs pages with their workers."""
    return processes_of(os.getpid(), "--type=renderer")


def processes_of(parent_of_all: int, called: str) -> list[int]:
    """The processes below one whose command line has a word."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    ours, found = {parent_of_all}, list[int]()
    for pid, parent, said in sorted(rows, key=lambda row: int(row[0])):
        if int(parent) in ours:
            ours.add(int(pid))
            found += [int(pid)] if called in said else []
    return found


def memory_of(processes: Sequence[int], what: str) -> int:
    """The bytes that the processes have together, by a line of Linux's status of each."""
    found = 0
    for process in processes:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
        found += next(int(line.split()[1]) for line in status.splitlines() if line.startswith(what))
    return found * 1024
