"""Photos that wait in a line, a reader that dies, and the frames of a live camera."""

from __future__ import annotations

import io
import json
import os
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.vision.samples import find_sample
from companion.vision.serve import Pack, Picture
from companion.web.photo.line import ReadingQueue
from tests.conftest import PATIENCE_SECONDS
from tests.web.conftest import browser
from tests.web.photo_reader import read_pinochle, send
from tests.web.spelled_photos import asked_for


@pytest.fixture
def client(make_app: Callable[..., Flask]) -> FlaskClient:
    return browser(make_app(READER=read_pinochle))


class SlowReader:
    """Holds every photo until it is opened."""

    def __init__(self) -> None:
        self.opened = threading.Event()

    def __call__(self, content: bytes, pack: Pack) -> Picture:
        self.opened.wait(PATIENCE_SECONDS)
        return read_pinochle(content, pack)


@pytest.fixture
def slow() -> Iterator[SlowReader]:
    made = SlowReader()
    yield made
    made.opened.set()


@pytest.fixture
def waiting(make_app: Callable[..., Flask], slow: SlowReader) -> FlaskClient:
    return browser(make_app(READER=slow, READING_GRACE_SECONDS=0))


def test_who_waits_sees_how_many_photos_come_first_and_then_the_reading(waiting: FlaskClient, slow: SlowReader) -> None:
    lines = [send(waiting) for _ in range(3)]
    assert "Reading your photo" in waiting.get(lines[0]).text
    page = waiting.get(lines[2]).text
    assert "2 photos come" in page
    assert 'http-equiv="refresh"' in page
    slow.opened.set()
    queue: ReadingQueue = waiting.application.extensions["reading_queue"]
    for line in lines:
        ticket = queue.find(line.rpartition("/")[2])
        assert ticket is not None
        ticket.wait(PATIENCE_SECONDS)
        answer = waiting.get(line)
        assert answer.status_code == 303
        assert "2 cards" in waiting.get(answer.location).text


def test_a_phone_without_a_card_reader_yet_does_not_claim_to_read(waiting: FlaskClient) -> None:
    waiting.application.config["READER_TO_COME"] = True
    line = send(waiting)
    assert "Your photo waits for the card reader." in waiting.get(line).text
    assert "Reading your photo" not in waiting.get(line).text
    waiting.application.config["READER_TO_COME"] = False
    assert "Reading your photo" in waiting.get(line).text


def test_htmx_is_sent_to_the_reading_when_it_is_there(waiting: FlaskClient, slow: SlowReader) -> None:
    line = send(waiting)
    assert "<html" not in waiting.get(line, headers={"HX-Request": "true"}).text
    slow.opened.set()
    queue: ReadingQueue = waiting.application.extensions["reading_queue"]
    ticket = queue.find(line.rpartition("/")[2])
    assert ticket is not None
    ticket.wait(PATIENCE_SECONDS)
    answer = waiting.get(line, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, line)


def test_from_where_a_photo_waits_another_can_be_taken_for_the_same(waiting: FlaskClient, slow: SlowReader) -> None:
    page = waiting.get(send(waiting, trump="S")).text
    [back] = re.findall('href="([^"]+)" aria-label="A new photo"', unescape(page))
    assert asked_for(back)["trump"] == "S"
    slow.opened.set()


def test_a_photo_that_waits_no_longer_says_what_to_do(client: FlaskClient) -> None:
    answer = client.get("/photo/line/nosuchticket")
    assert answer.status_code == 404
    assert "Take it again" in answer.text


@pytest.mark.thorough
def test_a_reader_that_dies_is_a_sentence_and_the_next_photo_is_read(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app(READING_GRACE_SECONDS=60))
    queue: ReadingQueue = client.application.extensions["reading_queue"]
    queue.read = partial(queue.worker.call, die_of_one_photo)
    answer = client.post("/photo/", data={"taken": (io.BytesIO(b"deadly"), "a.jpg"), "trump": "S"})
    assert answer.status_code == 422
    assert "The score is safe" in answer.text
    assert 'name="trump" value="S"' in answer.text
    assert "2 cards" in client.get(send(client)).text


def die_of_one_photo(content: bytes, pack: Pack) -> Picture:
    if content == b"deadly":
        os.abort()
    return read_pinochle(content, pack)


def test_a_frame_of_a_live_camera_is_answered_with_outlines(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app())
    answer = client.post("/photo/glance?variant=site", data=find_sample("aces-around").picture.read_bytes())
    assert answer.status_code == 200
    assert {"AS", "AH", "AC", "AD"} <= {card["card"] for card in json.loads(answer.text)["cards"]}
    assert len(json.loads(answer.text)["cards"][0]["outline"]) == 4
    assert client.get("/photo/").text.count("data-camera") == 1


def test_a_photo_is_read_with_the_frames_that_its_camera_saw_before(make_app: Callable[..., Flask]) -> None:
    swept: list[str] = []

    def read(content: bytes, pack: Pack, sweep: str = "") -> Picture:
        swept.append(sweep)
        return read_pinochle(content, pack)

    client = browser(make_app(READER=read))
    assert 'name="sweep"' in client.get("/photo/").text
    for said in ("0b9d-1a", "", "<script>", "x" * 41):
        send(client, sweep=said)
    assert swept == ["0b9d-1a", "", "", ""]


def test_a_frame_is_dropped_while_a_photo_waits(waiting: FlaskClient) -> None:
    send(waiting)
    assert waiting.post("/photo/glance", data=b"frame").status_code == 204


def test_a_frame_that_is_no_picture_is_dropped(make_app: Callable[..., Flask]) -> None:
    assert browser(make_app()).post("/photo/glance", data=b"nothing").status_code == 204


def test_a_frame_is_small(client: FlaskClient) -> None:
    assert client.post("/photo/glance", data=bytes(600_000)).status_code == 413
