"""A few requests are answered at once, and whoever waits for something else lets the others go first."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.vision.serve.picture import Pack, Picture
from companion.web.base import turns
from companion.web.base.turns import Turns
from tests.conftest import PATIENCE_SECONDS
from tests.web.conftest import browser
from tests.web.photo_reader import read_pinochle

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

LONG = turns.SHORT_BYTES + 1
READ: dict[str, Any] = {
    "/photo/": {"taken": (io.BytesIO(b"photo"), "meld.jpg")},
    "/photo/glance": b"no cards",
}


class Slow(io.RawIOBase):
    """A body that comes once it is let."""

    def __init__(self, length: int) -> None:
        self.comes, self._body = Event(), io.BytesIO(b"x" * length)

    def read(self, size: int = -1) -> bytes:
        self.comes.wait(PATIENCE_SECONDS)
        return self._body.read(size)


def asked(body: Slow | None = None, **headers: str) -> dict[str, Any]:
    return {"wsgi.input": body or io.BytesIO(), **headers}


def answers(app: Turns, environ: dict[str, Any]) -> Iterable[bytes]:
    return app(environ, lambda *_: lambda _: None)


def quick(environ: WSGIEnvironment, _: StartResponse) -> Iterable[bytes]:
    """Reads what was sent."""
    return [environ["wsgi.input"].read(LONG)]


@pytest.mark.parametrize(
    "body",
    [
        {"CONTENT_LENGTH": "9"},
        {"CONTENT_LENGTH": str(LONG)},
        {"HTTP_TRANSFER_ENCODING": "chunked"},
        {"CONTENT_LENGTH": "nine"},
    ],
)
def test_whoever_sends_slowly_keeps_nobody_waiting(body: dict[str, str]) -> None:
    app, slow = Turns(quick, 1, PATIENCE_SECONDS), Slow(9)
    with ThreadPoolExecutor(1) as pool:
        sent = pool.submit(answers, app, asked(slow, **body))
        assert list(answers(app, asked())) == [b""]
        assert not sent.done()
        slow.comes.set()
        assert list(sent.result()) == [b"x" * 9]


def test_a_long_body_is_read_to_its_end() -> None:
    slow = Slow(LONG)
    slow.comes.set()

    def all_of_it(environ: WSGIEnvironment, _: StartResponse) -> Iterable[bytes]:
        return [io.BufferedReader(environ["wsgi.input"]).read()]

    assert len(*answers(Turns(all_of_it, 1, PATIENCE_SECONDS), asked(slow, CONTENT_LENGTH=str(LONG)))) == LONG


def test_one_waits_for_the_other_but_not_for_ever() -> None:
    order, begun, may_end = list[str](), Event(), Event()

    def noted(environ: WSGIEnvironment, _: StartResponse) -> Iterable[bytes]:
        order.append(environ["PATH_INFO"])
        if environ["PATH_INFO"] == "stuck":
            begun.set()
            may_end.wait(PATIENCE_SECONDS)
        return []

    impatient, patient = Turns(noted, 1, 0.01), Turns(noted, 1, PATIENCE_SECONDS)
    with ThreadPoolExecutor(2) as pool:
        pool.submit(answers, impatient, asked(PATH_INFO="stuck"))
        assert begun.wait(PATIENCE_SECONDS)
        answers(impatient, asked(PATH_INFO="went ahead"))
        begun.clear()
        may_end.set()
        may_end.clear()
        pool.submit(answers, patient, asked(PATH_INFO="stuck"))
        assert begun.wait(PATIENCE_SECONDS)
        second = pool.submit(answers, patient, asked(PATH_INFO="in turn"))
        assert not second.done()
        assert order == ["stuck", "went ahead", "stuck"]
        may_end.set()
        second.result(PATIENCE_SECONDS)
    assert order[-1] == "in turn"


def test_whoever_went_ahead_does_not_wait_again_at_each_part_of_a_body() -> None:
    patience, begun, may_end, slow = 0.5, Event(), Event(), Slow(LONG)
    slow.comes.set()

    def in_parts(environ: WSGIEnvironment, _: StartResponse) -> Iterable[bytes]:
        if "stuck" in environ:
            begun.set()
            may_end.wait(PATIENCE_SECONDS)
        return list(iter(partial(environ["wsgi.input"].read, LONG // 64), b""))

    app = Turns(in_parts, 1, patience)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(answers, app, asked(stuck="yes"))
        assert begun.wait(PATIENCE_SECONDS)
        since = monotonic()
        assert len(list(answers(app, asked(slow, CONTENT_LENGTH=str(LONG))))) > 60
        assert monotonic() - since < 10 * patience
        may_end.set()


def test_whoever_is_aside_may_step_aside_again_and_so_may_whoever_is_done() -> None:
    def twice(environ: WSGIEnvironment, _: StartResponse) -> Iterable[bytes]:
        with environ[turns.TURN].aside(), environ[turns.TURN].aside():
            return []

    app, done = Turns(twice, 1, PATIENCE_SECONDS), asked()
    answers(app, done)
    with done[turns.TURN].aside():
        pass
    since = monotonic()
    answers(app, asked())
    assert monotonic() - since < PATIENCE_SECONDS


@pytest.mark.parametrize("length", [99, LONG])
def test_a_body_that_breaks_off_is_refused(length: int, client: FlaskClient) -> None:
    whole = "name-0=Ann&name-1=Bob&name-2=Cy&name-3=Di&dealer=0&start=1&key=begun"
    answer = client.post(
        "/new/site",
        input_stream=io.BytesIO(whole.encode()),
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": str(length)},
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code == (400 if length < turns.SHORT_BYTES else 413)
    assert "Ann" not in client.get("/").text


@pytest.fixture
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "AT_WORK", 1)
    monkeypatch.setattr(turns, "PATIENCE_SECONDS", PATIENCE_SECONDS)


@pytest.mark.usefixtures("one_at_a_time")
@pytest.mark.parametrize("path", READ)
def test_whoever_waits_for_the_reader_steps_aside(path: str, make_app: Callable[..., Flask]) -> None:
    begun, may_end = Event(), Event()

    def reader(content: bytes, pack: Pack) -> Picture:
        begun.set()
        may_end.wait(PATIENCE_SECONDS)
        return read_pinochle(content, pack)

    app = make_app(READER=reader)
    with ThreadPoolExecutor(1) as pool:
        sent = pool.submit(browser(app).post, path, data=READ[path])
        assert begun.wait(PATIENCE_SECONDS)
        assert browser(app).get("/healthz").status_code == 200
        assert not sent.done()
        may_end.set()
        assert sent.result(PATIENCE_SECONDS).status_code in (200, 303)
