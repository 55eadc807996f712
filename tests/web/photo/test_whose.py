"""A photo says whose cards it shows, and what it takes the place of."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from html import unescape
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.rules.variants import find_variant
from companion.vision.reading import Unreadable
from companion.vision.serve import Pack, Picture
from companion.web.photo.case import Kind
from tests.web.conftest import browser
from tests.web.form_reader import submitted
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


@pytest.mark.parametrize(
    ("way", "whose"), [("?A=number&B=number", ["Cy", "Bob"]), ("?A=melds.0&B=cards.3", ["Ann", "Di"])]
)
def test_the_photo_of_a_meld_says_whose_it_is_and_lets_it_be_chosen(
    melding: Player, way: str, whose: list[str]
) -> None:
    links = photo_links(melding, way)
    for name in whose:
        link = next(each for each in links if chosen_on(melding.client.get(each).text) == name)
        read = melding.client.get(send(melding.client, "QS JD", **asked_for(link))).text
        assert f"<h1>{name}’s meld</h1>" in read


def test_the_photo_page_of_the_tricks_says_which_side_took_them(client: FlaskClient) -> None:
    player = seat_game(client.application, client, find_variant("site"), [OVER])
    in_play(player)
    links = [link for link in photo_links(player) if asked_for(link)["kind"] == Kind.TRICKS]
    headings = [re.findall("<h1>(.*)</h1>", unescape(client.get(link).text)) for link in links]
    assert sorted(headings) == [["Counters of Ann & Cy"], ["Counters of Bob & Di"]]


@pytest.mark.parametrize(("cards", "told"), [("JD QS AS KS 9D", "5 cards entered"), ("9S", "one card entered")])
def test_a_photo_says_which_cards_of_the_player_it_takes_the_place_of(melding: Player, cards: str, told: str) -> None:
    link = photo_links(melding, "?A=cards.2")[0]
    assert "takes the place" not in melding.client.get(link).text
    melding.do("meld/cards?A=cards.2", seat="2", cards=cards, add="")
    assert re.search(rf"Cy</span> <small>{told}<", melding.client.get(link).text)
    says = f"This photo replaces the {told}."
    reading = send(melding.client, "QS JD", **asked_for(link))
    assert says in melding.client.get(reading).text
    set_whose(melding, reading, "0")
    assert says not in melding.client.get(reading).text


def test_a_photo_of_one_player_says_that_it_takes_the_place_of_what_a_side_told_together(melding: Player) -> None:
    melding.do("meld/number", meld_A="40")
    link = photo_links(melding, "?A=number&B=number")[0]
    assert "40 entered together" in melding.client.get(link).text
    page = melding.client.get(send(melding.client, "QS JD", **asked_for(link))).text
    assert "This photo replaces the 40 entered together." in page


def chosen_on(page: str) -> str:
    """The name that is chosen where a photo is taken."""
    found = re.search(r'name="whose" value="\d" checked>\s*<span>(\w+)<', page)
    assert found
    return found[1]


def set_whose(player: Player, reading: str, seat: str) -> None:
    answer = player.client.post(f"{reading}/whose", data={"whose": seat})
    assert answer.location == reading


def take(player: Player, reading: str) -> TestResponse:
    """Tap the button that takes the cards."""
    return submitted(player.client, reading, f"/game/{player.game}/meld/photo")


def melds(player: Player) -> dict[int | None, int]:
    assert player.state.deal is not None
    return {shown.seat: shown.points for shown in player.state.deal.shown}


def test_the_same_meld_photographed_with_each_partner_stands_for_each(melding: Player) -> None:
    page = ""
    for name in ("Cy", "Ann"):
        link = photo_links(melding, page)[0]
        assert chosen_on(melding.client.get(link).text) == name
        answer = take(melding, send(melding.client, "AS AH AC AD", **asked_for(link)))
        page = f"?{urlsplit(answer.location).query}"
    assert melds(melding) == {2: 100, 0: 100}


def test_a_photo_goes_to_whom_it_is_chosen_for_before_it_is_taken(melding: Player) -> None:
    asked = asked_for(photo_links(melding)[0])
    take(melding, send(melding.client, "QS JD", **{**asked, "whose": "1"}))
    assert melds(melding) == {1: 40}


def test_a_photo_goes_to_whom_it_is_chosen_for_once_it_is_read(melding: Player) -> None:
    reading = send(melding.client, "QS JD", **asked_for(photo_links(melding)[0]))
    set_whose(melding, reading, "3")
    assert "<h1>Di’s meld</h1>" in melding.client.get(reading).text
    assert "B=cards.1" in take(melding, reading).location
    assert melds(melding) == {3: 40}


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("AS AS AH AC AD KS KH KC KD QS QH QC QD", "A hand has 12 cards; these are 13."),
        ("JD JD QS", "This pack has 2 of the jack of diamonds, not 3. Bob’s meld holds 1."),
    ],
)
def test_cards_that_can_be_no_meld_of_the_players_are_told_before_they_are_taken(
    melding: Player, cards: str, says: str
) -> None:
    asked = asked_for(photo_links(melding)[0])
    take(melding, send(melding.client, "JD", **{**asked, "whose": "1"}))
    reading = send(melding.client, cards, **asked)
    page = melding.client.get(reading).text
    assert says in page
    assert re.search(r"<button[^>]* disabled[^>]*>Take these cards", page)
    melding.client.post(f"{reading}/card/0", data={"remove": "1", "was": cards[:2]})
    assert not re.search(r"<button[^>]* disabled[^>]*>Take these cards", melding.client.get(reading).text)


@pytest.mark.parametrize("seat", ["", "9", "x"])
def test_a_photo_of_nobody_is_not_taken_before_it_is_said_whose_it_is(melding: Player, seat: str) -> None:
    reading = send(melding.client, "QS JD", **asked_for(photo_links(melding)[0]))
    set_whose(melding, reading, seat)
    assert "Say whose meld it is." in melding.client.get(reading).text
    sent = {"key": "k", "seen": str(melding.version), "cards": "QS JD", "seat": seat, "photo": "gone"}
    answer = melding.client.post(f"/game/{melding.game}/meld/photo", data=sent)
    assert answer.status_code == 422
    assert "say whose cards these are" in answer.text


def test_a_photo_that_was_not_readable_is_taken_again_for_the_same_player(make_app: Callable[..., Flask]) -> None:
    def blind(content: bytes, pack: Pack) -> Picture:
        raise Unreadable("Too dark.")

    client = browser(make_app(READER=blind))
    player = seat_game(client.application, client, find_variant("site"), [])
    player.do("take", seat="2", amount="300")
    player.do("trump", trump="S")
    asked = {**asked_for(photo_links(player)[0]), "whose": "0"}
    answer = client.post("/photo/", data={"taken": (io.BytesIO(b"dark"), "a.jpg"), **asked})
    assert "Too dark." in answer.text
    assert chosen_on(answer.text) == "Ann"


def test_a_game_is_offered_no_sample_photos(melding: Player) -> None:
    assert 'name="sample"' not in melding.client.get(photo_links(melding)[0]).text
