"""How bids and melds are told is a choice for one game and its rematches, not for whatever a phone opens next."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants import find_variant
from tests.web.conftest import browser
from tests.web.new_game import finish, play_one_deal
from tests.web.table_player import Player, begin

SITE, STOCK = find_variant("site"), find_variant("two-handed")


@pytest.fixture
def told(app: Flask, client: FlaskClient) -> Player:
    """A game at which this phone enters deals on the score pad, and melds by their tiles."""
    player = Player(app, client, begin(app, SITE))
    player.see("?how=pad")
    player.see("?way=melds")
    return player


def test_a_choice_stays_with_its_game(told: Player) -> None:
    assert "Write it down" in told.see()


def test_a_new_game_begins_with_the_whole_telling(app: Flask, told: Player) -> None:
    assert "Bob to bid" in Player(app, told.client, begin(app, SITE)).see()
    page = Player(app, told.client, begin(app, STOCK, ("Ann", "Bob"))).see()
    assert "Which card is turned up?" in page
    assert "When the stock is gone" not in page
    again = Player(app, told.client, begin(app, SITE))
    again.do("take", seat="0", amount="330")
    assert "Royal marriage" not in again.do("trump", trump="S")


def test_a_rematch_is_told_as_the_game_was_on_each_phone_of_its_own(app: Flask, told: Player) -> None:
    play_one_deal(app, told.game)
    finish(app, told.game)
    other = Player(app, browser(app), told.game)
    rematches = [
        Player(app, phone.client, phone.send("rematch").headers["Location"].split("/")[2]) for phone in (told, other)
    ]
    assert "Write it down" in rematches[0].see()
    assert "Cy to bid" in rematches[1].see()
    rematches[0].do("take", seat="0", amount="330")
    rematches[0].do("trump", trump="S")
    assert "Royal marriage" in rematches[0].see("?how=step")


@pytest.mark.parametrize("address", ["?how=<b>", "?how=", "?way=photo", "?how=melds&way=each"])
def test_what_is_no_choice_is_not_kept(app: Flask, client: FlaskClient, address: str) -> None:
    player = Player(app, client, begin(app, SITE))
    answer = client.get(f"/game/{player.game}/{address}")
    assert answer.status_code == 200
    assert not [cookie for cookie in answer.headers.getlist("Set-Cookie") if player.game in cookie]


def test_a_spoiled_cookie_is_no_choice(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, SITE))
    client.set_cookie(f"how-{player.game}", "resúlt", path=f"/game/{player.game}/")
    assert "to bid" in player.see()
