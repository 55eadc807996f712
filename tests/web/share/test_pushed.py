"""Whoever looks on with nothing but a link is sent what changed with the signal; everybody else the signal."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask, request, request_started
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.rules.variants.partnership import SITE
from companion.web.base.device import COOKIE
from companion.web.share import watch
from tests.web.base.test_renderings import counted
from tests.web.conftest import browser
from tests.web.table_player import FRAGMENT, Player, begin

SIGNAL = "event: changed\n"


@pytest.fixture
def ann(app: Flask, client: FlaskClient) -> Player:
    player = Player(app, client, begin(app, SITE))
    player.do("take", seat="0", amount="330")
    return player


@pytest.fixture
def link(ann: Player) -> str:
    made = ann.client.post(f"/game/{ann.game}/share/watch", data={"key": "k"}).text
    return str(re.findall(r"/watch/[\w-]{20,}", made)[0])


def events_of(answer: TestResponse) -> Iterator[str]:
    """The events of a stream, as they come."""
    return (each.decode() if isinstance(each, bytes) else each for each in answer.response)


def news(phone: FlaskClient, link: str, ann: Player) -> str:
    """The event that a phone on this link is sent when Ann names her trump."""
    with closing(phone.get(f"{link}/live")) as answer:
        events = events_of(answer)
        assert next(events).startswith(SIGNAL)
        ann.send("trump", trump="S")
        return next(events)


def page_in(event: str) -> str:
    """The page that an event brings."""
    name, *lines = event.removesuffix("\n\n").split("\n")
    assert name == "event: page", event
    return "\n".join(line.removeprefix("data: ") for line in lines)


def test_a_stranger_is_sent_the_very_part_that_asking_for_it_would_bring(ann: Player, link: str) -> None:
    sent = page_in(news(browser(ann.app), link, ann))
    asked = browser(ann.app).get(link, headers=FRAGMENT).text
    assert "Spades" in asked
    assert sent.split() == asked.split()


def test_it_is_made_once_for_all_who_look_on(ann: Player, link: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = counted(monkeypatch, watch, "sheet_parts")
    streams = [browser(ann.app).get(f"{link}/live") for _ in range(5)]
    opened = [events_of(each) for each in streams]
    assert all(next(each).startswith(SIGNAL) for each in opened)
    ann.send("trump", trump="S")
    assert len({next(each) for each in opened}) == len(made) == 1
    for each in streams:
        each.close()


def test_it_is_sent_compressed_to_whoever_takes_that(ann: Player, link: str) -> None:
    reading = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    with closing(browser(ann.app).get(f"{link}/live", headers={"Accept-Encoding": "gzip"})) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        events: Iterator[bytes] = (reading.decompress(each) for each in answer.iter_encoded())
        assert next(events).decode().startswith(SIGNAL)
        ann.send("trump", trump="S")
        assert "Spades" in page_in(next(events).decode())


def test_a_player_who_looks_at_it_asks_for_a_page_of_their_own(ann: Player, link: str) -> None:
    bob = browser(ann.app)
    bob.get("/")
    assert bob.post(f"/game/{ann.game}/share/seat", data={"seat": "1", "key": "k"}).status_code == 303
    assert news(bob, link, ann).startswith(SIGNAL)


def test_no_cookie_of_the_phone_that_was_first_is_looked_at(ann: Player, link: str) -> None:
    knew = dict[str, bool]()

    def look(_app: Flask, **_: object) -> None:
        knew[request.path] = COOKIE in request.cookies

    phone = browser(ann.app)
    phone.get("/")
    with request_started.connected_to(look, ann.app):
        page_in(news(phone, link, ann))
    assert (knew[f"{link}/live"], knew[link]) == (True, False)


def test_a_link_that_was_closed_meanwhile_brings_the_signal_and_asking_says_so(ann: Player, link: str) -> None:
    phone = browser(ann.app)
    with closing(phone.get(f"{link}/live")) as answer:
        events = events_of(answer)
        next(events)
        ann.client.post(f"/game/{ann.game}/share/watch/close", data={"key": "u"})
        ann.send("trump", trump="S")
        assert next(events).startswith(SIGNAL)
    assert phone.get(link).status_code == 404
