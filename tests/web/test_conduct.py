"""No advice on bids for a phone that has a place in a game that goes on: at home, in a club, on a phone alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from bench.play_out import Table as Deal
from companion.rules.options import with_options
from companion.rules.variants import find_variant
from companion.store import Office
from companion.store.membership import hashed
from companion.web.core import conduct
from tests.web.club.people import come_in, invited, newcomer
from tests.web.conftest import browser
from tests.web.new_game import begin, finish, play_one_deal
from tests.web.played_game import seat_game
from tests.web.table_player import NAMES, words

ADVICE = (
    "/practice/bid/site/a",
    "/practice/bid/site/a?answer=1&said=pass",
    "/practice/bid/two-handed/a",
    "/practice/hand/site",
)


def is_advised(phone: FlaskClient) -> bool:
    answers = [phone.get(address) for address in ADVICE]
    for answer in answers:
        assert ("conduct.bid-words" in answer.text) == (answer.status_code == 403)
        assert answer.status_code == 200 or "Trump" not in words(answer)
    assert len({answer.status_code for answer in answers}) == 1
    return answers[0].status_code == 200


@pytest.mark.parametrize("where", ["home", "invited", "club", "alone"])
def test_a_phone_with_a_place_gets_no_advice_until_the_game_is_over(make_app: Callable[..., Flask], where: str) -> None:
    app = make_app(ALONE=True) if where == "alone" else make_app(HOME={"home": "open"}.get(where, where))
    phone = come_in(app, Office.MEMBER, "Ann") if where == "club" else browser(app)
    stranger = newcomer(app)
    assert is_advised(phone)
    game = begin(phone)
    for _ in range(2):
        assert not is_advised(phone)
        assert phone.get("/practice/play/site/a").status_code == 200
        assert is_advised(stranger)
        play_one_deal(app, game)
    finish(app, game)
    assert is_advised(phone)


def test_a_watcher_may_and_who_was_a_player_only_an_hour_later(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, phone = begin(client), newcomer(app)
    for role, advised in (("watcher", True), ("2", False), ("watcher", False)):
        phone.post(f"/game/{game}/share/seat", data={"seat": role})
        assert is_advised(phone) == advised, role
    monkeypatch.setattr(conduct, "AFTERWARDS", -timedelta(minutes=1))
    assert is_advised(phone) and not is_advised(client)


def share(phone: FlaskClient, game: str, what: str, **told: str) -> None:
    assert phone.post(f"/game/{game}/share/{what}", data=told).status_code == 303


@pytest.mark.parametrize("way", ["archive", "bin", "view-only", "another name", "unseated", "removed"])
def test_nothing_that_a_player_does_with_the_game_opens_advice(
    client: FlaskClient, app: Flask, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, phone = begin(client), newcomer(app)
    share(phone, game, "seat", seat="1")
    if way in ("archive", "bin"):
        phone.post("/games/lay", data={"each": game, "shelf": way})
    elif way == "unseated":
        share(client, game, "seat", seat="1")
    elif way == "removed":
        share(client, game, "let_out", member=hashed(cookie_of(phone)))
    else:
        share(phone, game, "seat", seat="watcher" if way == "view-only" else "3")
    assert not is_advised(phone)
    monkeypatch.setattr(conduct, "AFTERWARDS", -timedelta(minutes=1))
    assert is_advised(phone) is (way != "another name")


def cookie_of(phone: FlaskClient) -> str:
    cookie = phone.get_cookie("device")
    return cookie.value if cookie else ""


def test_in_a_club_neither_signing_out_nor_another_account_opens_advice(make_app: Callable[..., Flask]) -> None:
    club = make_app(HOME="club")
    phone = come_in(club, Office.MEMBER, "Ann")
    begin(phone)
    phone.post("/account/sign-out", data={"key": "out"})
    assert not is_advised(phone)
    assert phone.post(invited(club, Office.MEMBER), data={"name": "Zoe"}).status_code == 303
    assert not is_advised(phone)


def test_a_game_that_was_put_away_an_hour_ago_is_not_going_on(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(client)
    client.post("/games/lay", data={"each": game, "shelf": "archive"})
    assert not is_advised(client)
    monkeypatch.setattr(conduct, "AFTERWARDS", -timedelta(minutes=1))
    assert is_advised(client)


def test_no_page_of_a_game_leads_to_advice(client: FlaskClient) -> None:
    game = begin(client)
    for page in ("", "sheet", "settle", "tricks/"):
        assert "/practice" not in client.get(f"/game/{game}/{page}").text


def test_a_deal_is_looked_back_on_from_its_sheet_and_from_settle_it_once_the_game_is_over(
    client: FlaskClient, app: Flask
) -> None:
    player = seat_game(app, client, with_options(find_variant("four-handed"), {"end.target": None}), [])
    hands, address = Deal.deal(find_variant("four-handed"), Random(6)).hands, f"/game/{player.game}/deal/1/hindsight"
    player.do("share/seat", seat="0")
    player.do("take", seat="0", amount="200")
    player.do("trump", trump="S")
    player.do("meld/close", meld_A="0", meld_B="0")
    player.do("tricks/choose", kept="1")
    for number in range(12):
        for seat, hand in enumerate(hands):
            player.do("tricks/card", seat=str(seat), card=str(hand[number]))
    player.do("count", points_A="120")
    player.do("confirm")
    assert client.get(address).status_code == 403
    assert newcomer(app).get(address).status_code == 404
    player.do("stop")
    page = words(client.get(address))
    assert all(name in page for name in NAMES)
    assert "of 100 such deals make that" in page
    for leads in ("sheet", "settle"):
        assert address in client.get(f"/game/{player.game}/{leads}").text
    begin(client)
    assert client.get(address).status_code == 403
