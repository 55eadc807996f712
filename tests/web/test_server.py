"""The real server refuses what the application never gets to see."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from waitress.server import create_server

from companion.cli.serve import server_settings
from companion.rules.variants.partnership import SITE
from companion.web.base.security import OF_SERVER
from companion.web.server import ENDING_SECONDS, equip
from tests.conftest import PATIENCE_SECONDS
from tests.web.table_player import begin

LIMIT = 40_000_000


@pytest.fixture
def server(app: Flask) -> Iterator[Any]:
    listening = socket.create_server(("127.0.0.1", 0))
    made = create_server(app, **server_settings(app) | {"sockets": [listening], "max_request_body_size": LIMIT})
    equip(made, app)
    thread = threading.Thread(target=made.run)
    thread.start()
    yield made
    app.extensions["store"].bell.close()
    made.close()
    thread.join()


@pytest.fixture
def port(server: Any) -> int:
    return int(server.socket.getsockname()[1])


def ask(port: int, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as connection:
        connection.sendall(request.replace(b"\n", b"\r\n"))
        return b"".join(iter(lambda: connection.recv(65536), b""))


def test_a_page_is_served(port: int) -> None:
    assert ask(port, b"GET /healthz HTTP/1.1\nHost: localhost\nConnection: close\n\n").startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("length", [b"Transfer-Encoding: chunked\n\n5\nhello\n0\n\n", b"\n"])
def test_a_body_without_a_length_is_refused(port: int, length: bytes) -> None:
    answer = ask(port, b"POST /photo/ HTTP/1.1\nHost: localhost\nConnection: close\n" + length)
    assert answer.startswith(b"HTTP/1.1 411")


def test_a_body_past_the_limit_of_the_server_is_refused_with_a_page_and_a_way_back(port: int) -> None:
    header = f"POST /photo/ HTTP/1.1\nHost: localhost\nContent-Length: {LIMIT + 1}\n\n"
    answer = ask(port, header.encode()).decode()
    assert answer.startswith("HTTP/1.1 413")
    assert "Content-Type: text/html" in answer
    assert "choose a smaller size" in answer
    assert 'href="/"' in answer


def start_post(port: int, path: str, length: int, sent: bytes) -> socket.socket:
    """A connection on which a body has begun to come in."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=20)
    connection.sendall(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n".encode() + sent)
    return connection


def read_page(connection: socket.socket) -> str:
    """An answer up to the end of its page."""
    answer = b""
    while b"</html>" not in answer and (more := connection.recv(65536)):
        answer += more
    return answer.decode()


def kept_of(server: Any) -> list[int]:
    """How many bytes the server holds of each body that is under way."""
    while not (under_way := [each.request for each in list(server.active_channels.values()) if each.request]):
        time.sleep(0.01)
    return [len(each.body_rcv) for each in under_way]


def test_nothing_is_kept_of_a_body_that_its_page_does_not_take_and_its_sender_hears_why(server: Any, port: int) -> None:
    body = bytes(200_000)
    with start_post(port, "/new/site", len(body) + 1, body) as connection:
        time.sleep(0.3)
        assert kept_of(server) == [0]
        connection.sendall(b"x")
        answer = read_page(connection)
    assert answer.startswith("HTTP/1.1 413")
    assert "too big" in answer


def test_a_photo_under_way_is_kept_and_many_at_once_are_asked_to_wait(
    server: Any, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.server.MOST_BYTES_UNFINISHED", 3_000_000)
    with start_post(port, "/photo/", 2_000_000, bytes(100_000)):
        give_up = time.monotonic() + 10
        while kept_of(server) != [100_000]:
            assert time.monotonic() < give_up
            time.sleep(0.05)
        with start_post(port, "/photo/", 1_500_000, bytes(1_500_000)) as second:
            assert read_page(second).startswith("HTTP/1.1 503")


def is_cut_off(connection: socket.socket) -> bool:
    """Let one byte drip; whether the other end has hung up."""
    try:
        connection.sendall(b"a")
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def test_a_request_that_drips_is_cut_off(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.server.PATIENCE_SECONDS", 0.3)
    give_up = time.monotonic() + 20
    with start_post(port, "/new/site", 1000, b"a") as connection:
        connection.settimeout(0.1)
        while not is_cut_off(connection):
            assert time.monotonic() < give_up


def test_a_place_is_free_again_soon_after_a_phone_that_followed_has_left(app: Flask, port: int) -> None:
    game = begin(app, SITE)
    follow = f"GET /live/{game} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", port), timeout=20) as phone:
        phone.sendall(follow)
        assert b"changed" in phone.recv(65536) + phone.recv(65536)
        assert app.extensions["places"].taken == 1
    give_up = time.monotonic() + 10
    while app.extensions["places"].taken:
        assert time.monotonic() < give_up
        time.sleep(0.1)


class Answering:
    """An answer that is at work until it may end."""

    def __init__(self) -> None:
        self.is_begun, self.may_end, self.is_given = threading.Event(), threading.Event(), threading.Event()

    def service(self) -> None:
        self.is_begun.set()
        self.may_end.wait(PATIENCE_SECONDS)
        self.is_given.set()


@pytest.fixture
def answering(server: Any) -> Iterator[Answering]:
    made = Answering()
    server.task_dispatcher.add_task(made)
    assert made.is_begun.wait(PATIENCE_SECONDS)
    yield made
    made.may_end.set()


def test_an_answer_has_longer_than_waitress_allows_when_the_server_is_stopped(
    server: Any, answering: Answering
) -> None:
    ending = threading.Thread(target=server.task_dispatcher.shutdown)
    ending.start()
    ending.join(6.0)
    assert ending.is_alive()
    answering.may_end.set()
    ending.join(PATIENCE_SECONDS)
    assert answering.is_given.is_set()
    assert not ending.is_alive()


def test_a_thread_that_is_at_nothing_is_not_waited_for_or_told_of_when_the_server_is_stopped(
    server: Any, caplog: pytest.LogCaptureFixture
) -> None:
    never_woken = -1
    server.task_dispatcher.threads.add(never_woken)
    begun = time.monotonic()
    assert server.task_dispatcher.shutdown()
    assert time.monotonic() - begun < ENDING_SECONDS
    assert never_woken in server.task_dispatcher.threads
    assert "still running" not in caplog.text


def test_what_nobody_has_begun_is_given_up_when_the_server_is_stopped(
    server: Any, answering: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.server.ENDING_SECONDS", 0)
    is_given_up = threading.Event()
    waiting = SimpleNamespace(cancel=is_given_up.set, service=lambda: pytest.fail("It was begun."))
    threads = server.task_dispatcher
    with threads.lock:  # so that no thread begins it before it is to end
        threads.queue.append(waiting)
        threads.stop_count += len(threads.threads)
    assert not threads.shutdown()
    assert is_given_up.is_set()


def _first_of_answer(port: int, request: bytes) -> bytes:
    """The answer up to 64 kB, also where the line is cut off afterwards, since not all of the request was read."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as connection:
        connection.sendall(request.replace(b"\n", b"\r\n"))
        return connection.recv(65536)


REFUSED = {
    "400": b"GET / HTTP/1.1\nHost: localhost\nno colon\nConnection: close\n\n",
    "411": b"POST /photo/ HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n0\n\n",
    "413": f"POST /photo/ HTTP/1.1\nHost: localhost\nContent-Length: {LIMIT + 1}\n\n".encode(),
    "431": b"GET / HTTP/1.1\nHost: localhost\nLong: " + b"x" * 300_000 + b"\n\n",
    "501": b"POST / HTTP/1.1\nHost: localhost\nTransfer-Encoding: gzip\n\n",
}


@pytest.mark.parametrize(("status", "request_sent"), REFUSED.items(), ids=REFUSED)
def test_what_the_server_refuses_by_itself_has_the_security_headers(
    port: int, status: str, request_sent: bytes
) -> None:
    head = _first_of_answer(port, request_sent).partition(b"\r\n\r\n")[0].decode().splitlines()
    assert head[0].startswith(f"HTTP/1.1 {status}") or head[0].startswith(f"HTTP/1.0 {status}")
    assert [f"{name}: {value}" for name, value in OF_SERVER.items() if f"{name}: {value}" not in head] == []
