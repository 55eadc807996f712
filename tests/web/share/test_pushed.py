"""Whoever looks on with nothing but a link is sent what changed with the signal; everybody else the signal."""

from __future__ import annotations

import re
import zlib
from contextlib import closing

import pytest
from flask import Flask, request, request_started
from flask.testing import FlaskClient

from companion.rules.variants.partnership import SITE
from companion.web.core.identity import DEVICE_COOKIE
from companion.web.share import pages
from tests.web.conftest import browser
from tests.web.counted import counted
from tests.web.follower import Follower
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


def news(phone: FlaskClient, link: str, ann: Player) -> str:
    """The event that a phone on this link is sent when Ann names her trump."""
    with closing(Follower(phone, f"{link}/live")) as stream:
        assert next(stream).decode().startswith(SIGNAL)
        ann.send("trump", trump="S")
        return next(stream.news()).decode()


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
    made = counted(monkeypatch, pages, "sheet_parts")
    streams = [Follower(browser(ann.app), f"{link}/live") for _ in range(5)]
    assert all(next(each).decode().startswith(SIGNAL) for each in streams)
    ann.send("trump", trump="S")
    assert len({next(each.news()) for each in streams}) == len(made) == 1
    for each in streams:
        each.close()


def test_it_is_sent_compressed_to_whoever_takes_that(ann: Player, link: str) -> None:
    reading = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    with closing(Follower(browser(ann.app), f"{link}/live", Accept_Encoding="gzip")) as stream:
        assert stream.headers["content-encoding"] == "gzip"
        events = (reading.decompress(each) for each in stream)
        assert next(events).decode().startswith(SIGNAL)
        ann.send("trump", trump="S")
        assert "Spades" in page_in(next(each for each in events if b"event: beat" not in each).decode())


def test_a_player_who_looks_at_it_asks_for_a_page_of_their_own(ann: Player, link: str) -> None:
    bob = browser(ann.app)
    bob.get("/")
    assert bob.post(f"/game/{ann.game}/share/seat", data={"seat": "1", "key": "k"}).status_code == 303
    assert news(bob, link, ann).startswith(SIGNAL)


def test_no_cookie_of_the_phone_that_was_first_is_looked_at(ann: Player, link: str) -> None:
    knew = dict[str, bool]()

    def look(_app: Flask, **_: object) -> None:
        knew[request.path] = DEVICE_COOKIE in request.cookies

    phone = browser(ann.app)
    phone.get("/")
    with request_started.connected_to(look, ann.app):
        page_in(news(phone, link, ann))
    assert (knew[f"{link}/live"], knew[link]) == (True, False)


def test_a_link_that_was_closed_meanwhile_brings_the_signal_and_asking_says_so(ann: Player, link: str) -> None:
    phone = browser(ann.app)
    with closing(Follower(phone, f"{link}/live")) as stream:
        next(stream)
        ann.client.post(f"/game/{ann.game}/share/watch/close", data={"key": "u"})
        ann.send("trump", trump="S")
        assert next(stream.news()).decode().startswith(SIGNAL)
    assert phone.get(link).status_code == 404
