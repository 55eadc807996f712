"""A photo says whose cards it shows, and what it takes the place of."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants import find_variant
from companion.web.photo.purpose import Kind
from tests.web.conftest import browser
from tests.web.played_game import seat_game
from tests.web.settle_table import OVER, in_play
from tests.web.spelled_photos import asked_for, photo_links, read_what_it_says, send
from tests.web.table_player import Player


@pytest.fixture
def client(make_app: Callable[..., Flask]) -> FlaskClient:
    return browser(make_app(READER=read_what_it_says))


@pytest.fixture
def melding(client: FlaskClient) -> Player:
    """A game of ``site`` in which Cy has named spades and the melds are told."""
    player = seat_game(client.application, client, find_variant("site"), [OVER])
    player.do("take", seat="2", amount="300")
    player.do("trump", trump="S")
    return player


@pytest.mark.parametrize("way", ["?A=number&B=number", "?A=cards.2&B=cards.3"])
def test_the_photo_pages_of_a_meld_say_whose_it_is_even_where_a_side_tells_it_together(
    melding: Player, way: str
) -> None:
    link = photo_links(melding, way)[0]
    assert "<h1>Cy’s meld</h1>" in melding.client.get(link).text
    read = melding.client.get(send(melding.client, "QS JD", **asked_for(link))).text
    assert "<h1>Cy’s meld</h1>" in read


def test_the_photo_page_of_the_tricks_says_which_side_took_them(client: FlaskClient) -> None:
    player = seat_game(client.application, client, find_variant("site"), [OVER])
    in_play(player)
    links = [link for link in photo_links(player) if asked_for(link)["kind"] == Kind.TRICKS]
    headings = [re.findall("<h1>(.*)</h1>", unescape(client.get(link).text)) for link in links]
    assert sorted(headings) == [["Counters of Ann & Cy"], ["Counters of Bob & Di"]]


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"seat": "2", "cards": "JD QS AS KS 9D"}, "This photo takes the place of the 5 cards told before."),
        ({"seat": "2", "cards": "9S"}, "This photo takes the place of the one card told before."),
    ],
)
def test_a_photo_says_which_cards_of_the_player_it_takes_the_place_of(
    melding: Player, told: dict[str, str], says: str
) -> None:
    link = photo_links(melding, "?A=cards.2")[0]
    assert "takes the place" not in melding.client.get(link).text
    melding.do("meld/cards?A=cards.2", **told, add="")
    assert says in melding.client.get(link).text
    assert says in melding.client.get(send(melding.client, "QS JD", **asked_for(link))).text
    assert "takes the place" not in melding.client.get(photo_links(melding, "?A=cards.0")[0]).text


def test_a_photo_of_one_player_says_that_it_takes_the_place_of_what_a_side_told_together(melding: Player) -> None:
    melding.do("meld/number", points_A="40")
    page = melding.client.get(photo_links(melding, "?A=number&B=number")[0]).text
    assert "This photo takes the place of the 40 told together before." in page
