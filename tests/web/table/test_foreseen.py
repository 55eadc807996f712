"""Fewer taps: trump told with the bid, and a result that stood beside the button is confirmed with the count."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cards import Suit
from companion.game.state import Phase
from companion.rules.variants import find_variant
from tests.web.table_player import Player, begin, words

RESULT = "A+330 B+110"


@pytest.fixture
def playing(app: Flask, client: FlaskClient) -> Player:
    """Ann has bid 300 and her side melded 150; the others 40."""
    return to_play(Player(app, client, begin(app, find_variant("site"))), 150)


def to_play(player: Player, meld: int) -> Player:
    player.do("take", seat="0", amount="300")
    player.do("trump", trump="S")
    player.do("meld/close", **{"meld-A": str(meld), "meld-B": "40"})
    return player


def test_trump_is_recorded_with_the_bid_as_one_step(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, find_variant("site")))
    player.do("pad", pad="1", seat="0", amount="300", trump="S")
    assert player.state.deal is not None
    assert (player.state.phase, player.state.deal.trump) == (Phase.MELD, Suit.SPADES)
    player.do("undo")
    assert player.state.phase is Phase.AUCTION


def test_without_a_suit_trump_is_asked_for(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, find_variant("site")))
    assert "names trump" in player.do("take", seat="0", amount="300")


def test_a_suit_alone_loses_nothing_and_says_what_is_missing(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, find_variant("site")))
    answer = player.send("take", amount="300", trump="S")
    assert answer.status_code == 422
    assert "Please choose who has the bid." in words(answer)
    assert 'value="300"' in answer.text
    assert player.state.phase is Phase.AUCTION


def test_the_counters_are_foreseen_before_they_are_counted(playing: Player) -> None:
    line = playing.client.get(f"/game/{playing.game}/count?points-A=180&points-B=70")
    assert words(line) == "Ann & Cy +330 Bob & Di +110"
    assert f'name="shown" value="{RESULT}"' in line.text
    assert "disabled" in line.text
    assert playing.state.phase is Phase.PLAY


@pytest.mark.parametrize("typed", ["", "points-A=", "points-A=x", "points-A=900", "points-A=100&points-B=90"])
def test_what_cannot_be_counted_is_not_foreseen(playing: Player, typed: str) -> None:
    line = playing.client.get(f"/game/{playing.game}/count?{typed}")
    assert line.status_code == 200
    assert words(line) == ""


def test_the_result_that_stood_beside_the_button_is_confirmed_with_the_count(playing: Player) -> None:
    page = playing.do("count", **{"points-A": "180", "shown": RESULT})
    assert "Deal 2" in page
    assert playing.state.standing.scores == {"A": 330, "B": 110}
    assert "Undo deal 1: +330 / +110" in page
    playing.do("undo")
    assert playing.state.phase is Phase.PLAY
    assert 'value="180"' in playing.client.get(f"/game/{playing.game}/").text


@pytest.mark.parametrize("shown", ["", "A+310 B+130", "nonsense"])
def test_another_result_than_the_one_that_was_shown_is_looked_at_first(playing: Player, shown: str) -> None:
    assert "Is this right?" in playing.do("count", **{"points-A": "180", "shown": shown})
    assert playing.state.phase is Phase.CONFIRM


def test_what_ends_the_game_is_always_looked_at_first(app: Flask, client: FlaskClient) -> None:
    player = to_play(Player(app, client, begin(app, find_variant("site"))), 1400)
    assert words(player.client.get(f"/game/{player.game}/count?points-A=180")) == ""
    assert "This ends the game" in player.do("count", **{"points-A": "180", "shown": "A+1580 B+110"})
