"""The real server: what the application never gets to see, whose turn it is, and how it stops."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from http.client import HTTPConnection

import pytest
from flask import Flask
from werkzeug.wrappers import Response

from companion.rules.variants.partnership import SITE
from companion.web import asgi, server
from companion.web.core.access import ANYBODY, allow
from companion.web.core.security import OF_SERVER, waits_for_reader
from companion.web.server import Listener, run
from tests.conftest import PATIENCE_SECONDS
from tests.web.table_player import begin

OTHER = "127.0.0.2"
"""Another address of this machine."""


class Held:
    """A page that is being answered until it is let, and how many ask for it."""

    def __init__(self) -> None:
        self.asked, self.let = threading.Semaphore(0), threading.Event()
        self.answers = list[str]()

    def page(self, name: str = "") -> Response:
        self.answers.append(name)
        self.asked.release()
        self.let.wait(PATIENCE_SECONDS)
        return Response(f"page {name}")

    def wait_until_asked(self, times: int) -> None:
        acquire(self.asked, times)


@pytest.fixture
def app(make_own_app: Callable[..., Flask]) -> Flask:
    return make_own_app()


@pytest.fixture
def held(app: Flask) -> Iterator[Held]:
    made = Held()
    app.add_url_rule("/held/<name>", "held", allow(ANYBODY)(partial(made.page)))
    app.add_url_rule("/read", "read", waits_for_reader(allow(ANYBODY)(lambda: made.page("read"))), methods=["POST"])
    yield made
    made.let.set()


@pytest.fixture(autouse=True)
def _two_of_four(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shares that a test fills, and a server that waits as long as the test does."""
    monkeypatch.setattr(asgi, "THREADS", 4)
    monkeypatch.setattr(asgi, "EACH", 2)
    monkeypatch.setattr(asgi, "TURN_SECONDS", PATIENCE_SECONDS)
    monkeypatch.setattr(server, "GRACE_SECONDS", int(PATIENCE_SECONDS))


Heard = Callable[[int], None]


@pytest.fixture
def bodies_begun(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Waits until the server has begun to take in the bodies of so many requests, small ones too."""
    return _counted(monkeypatch, "read", before=True)


@pytest.fixture
def bodies_read(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Waits until the server has so many requests as a whole; what is free answers them at once."""
    return _counted(monkeypatch, "read")


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Waits until the server has noticed that the senders of so many requests have closed their lines."""
    return _counted(monkeypatch, "_until_gone")


def _counted(monkeypatch: pytest.MonkeyPatch, name: str, *, before: bool = False) -> Heard:
    """Count how many requests are done with a step, or come ``before`` it."""
    reached, step = threading.Semaphore(0), getattr(asgi._Request, name)

    async def take(request: object, **words: bool) -> object:
        if before:
            reached.release()
        found: object = await step(request, **words)
        if not before:
            reached.release()
        return found

    monkeypatch.setattr(asgi._Request, name, take)
    return partial(acquire, reached)


def acquire(counted: threading.Semaphore, times: int) -> None:
    for _ in range(times):
        assert counted.acquire(timeout=PATIENCE_SECONDS)


@pytest.fixture
def stopped() -> threading.Event:
    return threading.Event()


@pytest.fixture
def serving(app: Flask, held: Held, stopped: threading.Event) -> Iterator[tuple[int, threading.Thread]]:
    """The port of a server that runs, and its thread."""
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=run, args=(app, [Listener(listening)], stopped))
    taken = listening.getsockname()[1]
    thread.start()
    yield taken, thread
    held.let.set()
    stopped.set()
    thread.join()


@pytest.fixture
def port(serving: tuple[int, threading.Thread]) -> int:
    return serving[0]


def connect(port: int, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS, (address, 0))


def ask(port: int, request: bytes) -> bytes:
    """The answer until the server has done with the connection."""
    with connect(port) as connection:
        connection.sendall(request.replace(b"\n", b"\r\n"))
        return b"".join(iter(lambda: connection.recv(65536), b""))


def get(port: int, path: str, address: str = "127.0.0.1", method: str = "GET", **headers: str) -> str:
    with closing(HTTPConnection("127.0.0.1", port, PATIENCE_SECONDS, (address, 0))) as line:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request(method, path, b"" if method == "POST" else None, sent)
        return line.getresponse().read().decode()


def start(port: int, path: str, address: str = "127.0.0.1", times: int = 1) -> socket.socket:
    """A connection on which a page was asked for so many times, and none is read."""
    connection = connect(port, address)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * times)
    return connection


def test_a_page_is_served(port: int) -> None:
    assert ask(port, b"GET /healthz HTTP/1.1\nHost: localhost\nConnection: close\n\n").startswith(b"HTTP/1.1 200")


def test_one_address_is_answered_in_its_share_of_threads_and_others_beside_it(port: int, held: Held) -> None:
    with ExitStack() as lines:
        for number in range(20):
            lines.enter_context(start(port, f"/held/{number}", times=5))
        held.wait_until_asked(asgi.EACH)
        assert "ok" in get(port, "/healthz")
        assert "<h1" in get(port, "/", OTHER)
        assert len(held.answers) == asgi.EACH
        held.let.set()
        held.wait_until_asked(100 - asgi.EACH)


def test_what_was_asked_on_lines_that_are_closed_is_not_answered(gone: Heard, port: int, held: Held) -> None:
    with start(port, "/held/first"), start(port, "/held/second"):
        held.wait_until_asked(2)
        for _ in range(20):
            start(port, "/held/closed").close()
        with start(port, "/held/last"):
            gone(20)
            held.let.set()
            held.wait_until_asked(1)
    assert sorted(held.answers) == ["first", "last", "second"]


@pytest.mark.parametrize(("trusted", "beside"), [(True, True), (False, False)])
def test_behind_a_trusted_proxy_the_forwarded_address_counts_and_elsewhere_none(
    app: Flask, bodies_read: Heard, port: int, held: Held, trusted: bool, beside: bool
) -> None:
    from companion.settings import read_networks

    app.config["TRUSTED_PROXIES"] = read_networks("127.0.0.1") if trusted else ()
    threads = [
        threading.Thread(target=get, args=(port, f"/held/{number}"), kwargs={"X_Forwarded_For": "192.0.2.1"})
        for number in range(3)
    ]
    for thread in threads:
        thread.start()
    held.wait_until_asked(2)
    bodies_read(3)
    other = threading.Thread(target=get, args=(port, "/held/other"), kwargs={"X_Forwarded_For": "192.0.2.2"})
    other.start()
    bodies_read(1)
    if beside:
        held.wait_until_asked(1)
    assert "<h1" in get(port, "/", OTHER)
    assert len(held.answers) == 2 + beside
    held.let.set()
    for thread in (*threads, other):
        thread.join()
    assert len(held.answers) == 4


def test_a_header_with_an_underscore_passes_for_no_other(app: Flask, port: int) -> None:
    seen = list[object]()

    def look() -> None:
        from flask import request

        seen.append(request.environ.get("HTTP_X_FORWARDED_FOR"))

    app.before_request_funcs.setdefault(None, []).insert(0, look)
    ask(port, b"GET /healthz HTTP/1.1\nHost: localhost\nX_Forwarded_For: 192.0.2.9\nConnection: close\n\n")
    assert seen == [None]


def test_those_who_wait_for_the_reader_keep_nobody_of_their_address_waiting(port: int, held: Held) -> None:
    waiting = [threading.Thread(target=get, args=(port, "/read"), kwargs={"method": "POST"}) for _ in range(4)]
    for thread in waiting:
        thread.start()
    held.wait_until_asked(4)
    assert "<h1" in get(port, "/")
    held.let.set()
    for thread in waiting:
        thread.join()


def test_whoever_waits_too_long_for_a_turn_is_asked_to_come_again(
    port: int, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    with start(port, "/held/1"), start(port, "/held/2"):
        held.wait_until_asked(2)
        monkeypatch.setattr(asgi, "TURN_SECONDS", 0.1)
        answer = ask(port, b"GET /held/3 HTTP/1.1\nHost: localhost\nConnection: close\n\n").decode()
    assert answer.startswith("HTTP/1.1 503")
    assert "retry-after: 3" in answer


# Bodies


@pytest.mark.parametrize("length", [b"Transfer-Encoding: chunked\n\n5\nhello\n0\n\n", b"\n"])
def test_a_body_without_a_length_is_refused(port: int, length: bytes) -> None:
    answer = ask(port, b"POST /photo/ HTTP/1.1\nHost: localhost\nConnection: close\n" + length)
    assert answer.startswith(b"HTTP/1.1 411")


def start_post(port: int, path: str, length: int, sent: bytes) -> socket.socket:
    """A connection on which a body has begun to come in."""
    connection = connect(port)
    connection.sendall(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n".encode() + sent)
    return connection


def read_page(connection: socket.socket) -> str:
    """An answer up to the end of its page."""
    answer = b""
    while b"</html>" not in answer and (more := connection.recv(65536)):
        answer += more
    return answer.decode()


def test_a_body_past_all_limits_is_refused_at_once_with_a_page_and_a_way_back(port: int) -> None:
    with start_post(port, "/photo/", asgi.MOST_BYTES_UNFINISHED + 1, b"") as connection:
        answer = read_page(connection)
    assert answer.startswith("HTTP/1.1 413")
    assert "choose a smaller size" in answer
    assert 'href="/"' in answer


@pytest.mark.parametrize(("path", "length"), [("/new/site", 200_000), ("/photo/", 20_000_000)])
def test_a_body_that_its_page_does_not_take_is_heard_to_its_end_and_its_sender_hears_why(
    port: int, path: str, length: int
) -> None:
    with start_post(port, path, length, bytes(length - 1)) as connection:
        connection.sendall(b"x")
        answer = read_page(connection)
    assert answer.startswith("HTTP/1.1 413")
    assert "too big" in answer


def test_a_photo_under_way_is_kept_and_many_at_once_are_asked_to_wait(
    bodies_begun: Heard, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi, "MOST_BYTES_UNFINISHED", 3_000_000)
    with start_post(port, "/photo/", 2_000_000, bytes(100_000)):
        bodies_begun(1)
        with start_post(port, "/photo/", 1_500_000, bytes(1_500_000)) as second:
            assert read_page(second).startswith("HTTP/1.1 503")


def test_a_body_that_breaks_off_is_not_taken_for_one_that_is_over(app: Flask, port: int) -> None:
    whole = b"name-0=Ann&name-1=Bob&name-2=Cy&name-3=Di&dealer=0&start=1&key=begun"
    with start_post(port, "/new/site", len(whole) + 30, whole) as connection:
        connection.shutdown(socket.SHUT_WR)
        assert b"303" not in connection.recv(65536)
    assert app.extensions["store"].journal.list_games() == []


def is_cut_off(connection: socket.socket) -> bool:
    """Let one byte drip; whether the other end has hung up."""
    try:
        connection.sendall(b"a")
        return connection.recv(65536) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def test_a_body_that_drips_is_cut_off(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "PATIENCE_SECONDS", 0.3)
    _is_cut_off_in_time(start_post(port, "/new/site", 1000, b"a"))


@pytest.mark.parametrize("said", [b"", b"GET / HT"])
def test_a_line_that_says_nothing_more_is_closed(
    said: bytes, app: Flask, stopped: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SILENT_SECONDS", 0.2)
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=run, args=(app, [Listener(listening)], stopped))
    thread.start()
    with connect(listening.getsockname()[1]) as connection:
        connection.sendall(said)
        while connection.recv(65536):
            pass
    stopped.set()
    thread.join()


def _is_cut_off_in_time(opened: socket.socket) -> None:
    give_up = time.monotonic() + PATIENCE_SECONDS
    with opened as connection:
        connection.settimeout(0.1)
        while not is_cut_off(connection):
            assert time.monotonic() < give_up


def test_a_line_on_which_nothing_is_read_is_cut_off_and_gives_its_place_back(
    app: Flask, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.streams.HEARTBEAT_SECONDS", 0.01)
    monkeypatch.setattr("companion.web.streams.BEAT", "event: beat\ndata: " + "1" * 100_000 + "\n\n")
    with start(port, f"/live/{begin(app, SITE)}"):
        _wait_for(lambda: app.extensions["places"].taken == 1)
        monkeypatch.setattr(server, "SILENT_SECONDS", 0.2)
        _wait_for(lambda: app.extensions["places"].taken == 0)


def test_a_place_is_free_again_soon_after_a_phone_that_followed_has_left(app: Flask, port: int) -> None:
    with start(port, f"/live/{begin(app, SITE)}") as phone:
        assert b"changed" in phone.recv(65536) + phone.recv(65536)
        assert app.extensions["places"].taken == 1
    _wait_for(lambda: app.extensions["places"].taken == 0)


def _wait_for(is_so: Callable[[], bool]) -> None:
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < give_up
        time.sleep(0.02)


REFUSED = {
    "no header": ("400", b"GET / HTTP/1.1\nHost: localhost\nno colon\nConnection: close\n\n"),
    "no length": ("411", b"POST /photo/ HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n0\n\n"),
    "a body too long": (
        "413",
        b"POST /photo/ HTTP/1.1\nHost: localhost\nContent-Length: 999999999\n\n",
    ),
    "a head too long": ("400", b"GET / HTTP/1.1\nHost: localhost\nLong: " + b"x" * 300_000 + b"\n\n"),
    "an address too long": ("400", b"GET /" + b"x" * 300_000 + b" HTTP/1.1\nHost: localhost\n\n"),
    "parts of a strange kind": ("400", b"POST / HTTP/1.1\nHost: localhost\nTransfer-Encoding: gzip\n\n"),
    "no address of ours": ("400", b"GET / HTTP/1.1\nHost: evil.example\n\n"),
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_is_refused_has_the_security_headers(port: int, why: str) -> None:
    status, request = REFUSED[why]
    with connect(port) as connection:
        connection.sendall(request.replace(b"\n", b"\r\n"))
        head = connection.recv(65536).partition(b"\r\n\r\n")[0].decode().splitlines()
    assert head[0].startswith(f"HTTP/1.1 {status}")
    said = {line.partition(": ")[0].lower(): line.partition(": ")[2] for line in head[1:]}
    assert {name: said.get(name.lower()) for name in OF_SERVER} == OF_SERVER


# Stopping


def test_what_is_being_answered_is_finished_and_streams_end_when_it_stops(
    app: Flask, serving: tuple[int, threading.Thread], held: Held, stopped: threading.Event
) -> None:
    port, thread = serving
    game = begin(app, SITE)
    with ExitStack() as lines:
        phones = [lines.enter_context(start(port, f"/live/{game}")) for _ in range(20)]
        followed = [lines.enter_context(phone.makefile("rb")) for phone in phones]
        assert all(b"event: changed\n" in iter(each.readline, b"") for each in followed)
        asked = lines.enter_context(start(port, "/held/last"))
        held.wait_until_asked(1)
        stopped.set()
        assert all(each.read().endswith(b"0\r\n\r\n") for each in followed)
        assert thread.is_alive()
        held.let.set()
        answer = b"".join(iter(lambda: asked.recv(65536), b""))
        assert b"page last" in answer
    thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive()
