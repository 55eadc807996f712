"""Photos that wait in PostgreSQL: any process shows them, any reader reads them."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from flask import Flask

from companion.store.waiting import Waiting
from companion.vision.reading import Unreadable
from companion.vision.serve import Pack, Picture
from tests.conftest import PATIENCE_SECONDS
from tests.web.conftest import browser
from tests.web.photo_reader import read_pinochle, send, teach_nothing

AT_ONCE = {"READING_GRACE_SECONDS": 0}
READER = {"READER": read_pinochle}


def waiting_of(app: Flask) -> Waiting:
    waiting: Waiting | None = app.extensions["store"].waiting
    assert waiting is not None
    return waiting


def test_a_photo_is_read_by_the_server_that_it_was_sent_to(make_far: Callable[..., Flask]) -> None:
    client = browser(make_far(**READER))
    assert "2 cards" in client.get(send(client)).text


def test_a_photo_waits_for_a_reader_elsewhere_and_every_server_shows_it(make_far: Callable[..., Flask]) -> None:
    one, other = make_far(READS=False, **AT_ONCE), make_far(READS=False)
    line = send(browser(one))
    assert "Reading your photo" in browser(other).get(line).text
    make_far(**READER)
    waiting_of(other).wait_for_answer(line.rpartition("/")[2], PATIENCE_SECONDS)
    answer = browser(other).get(line)
    assert answer.status_code == 303
    assert "2 cards" in browser(one).get(answer.location).text


def refuse(content: bytes, pack: Pack) -> Picture:
    raise Unreadable("This is no photo of cards.")


def break_down(content: bytes, pack: Pack) -> Picture:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("reader", "says"),
    [(refuse, "This is no photo of cards."), (break_down, "This could not be done. The score is safe")],
)
def test_a_refusal_and_a_fault_are_sentences_and_the_next_photo_is_read(
    make_far: Callable[..., Flask], reader: Callable[..., Picture], says: str
) -> None:
    client = browser(make_far(**READER))
    client.application.extensions["reading_queue"].read = reader
    answer = client.post("/photo/", data={"taken": (io.BytesIO(b"photo"), "a.jpg"), "trump": "S"})
    assert (answer.status_code, says in answer.text, 'name="trump" value="S"' in answer.text) == (422, True, True)
    client.application.extensions["reading_queue"].read = read_pinochle
    assert "2 cards" in client.get(send(client)).text


def test_a_deck_is_learned_at_a_desk_elsewhere_and_known_to_every_server(make_far: Callable[..., Flask]) -> None:
    one = make_far(READS=False, TEACHER=teach_nothing)
    other = make_far(TEACHER=teach_nothing, **READER)
    client = browser(one)
    client.get("/deck/")
    for _ in range(2):
        address = send(client)
        client.post(f"{address}/card/1", data={"card": "JD", "was": "JD"})
        client.post("/deck/keep", data={"photo": address.rpartition("/")[2]})
    lesson = client.post("/deck/learn", data={"game": ""}).location
    assert client.get(lesson).location == "/deck/"
    device = client.get_cookie("device")
    assert device is not None
    guest = browser(other)
    guest.set_cookie("device", device.value)
    assert "Of 14 cards in 2 photos it read 9 rightly before" in guest.get("/deck/").text
