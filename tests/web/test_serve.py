"""The real server refuses what the application never gets to see."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from waitress.server import create_server

from companion.web.serve import bound_bodies
from tests.conftest import PATIENCE_SECONDS

LIMIT = 1000


@pytest.fixture
def port(make_app: Callable[..., Flask]) -> Iterator[int]:
    listening = socket.create_server(("127.0.0.1", 0))
    server = create_server(make_app(), sockets=[listening], max_request_body_size=LIMIT)
    bound_bodies(server)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield listening.getsockname()[1]
    server.close()
    thread.join()


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
