"""No advice on bids for a phone that has a place in a game that goes on: at home, in a club, on a phone alone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from bench.play_out import Table as Deal
from companion.rules.options import with_options
from companion.rules.variants import find_variant
from companion.store import Office
from tests.web.club.people import come_in, newcomer
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


def test_a_player_gets_no_advice_and_a_watcher_may(client: FlaskClient, app: Flask) -> None:
    game, phone = begin(client), newcomer(app)
    for role, advised in (("watcher", True), ("2", False), ("watcher", True)):
        phone.post(f"/game/{game}/share/seat", data={"seat": role})
        assert is_advised(phone) == advised


def test_an_archived_game_is_not_going_on(client: FlaskClient) -> None:
    game = begin(client)
    client.post("/games/lay", data={"each": game, "shelf": "archive"})
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
