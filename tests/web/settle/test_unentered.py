"""On a page, too, nothing is ruled that hangs on what nobody entered: it is asked, or the ruling says so."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants import find_variant
from tests.web.table_player import Player, begin, words

NAMES = ("Dot", "Ann", "Bea", "Cal")


@pytest.fixture
def player(app: Flask, client: FlaskClient) -> Player:
    """A game of ``site``, dealt by Dot, of whose auction only the result was entered: Ann has it for 300."""
    player = Player(app, client, begin(app, find_variant("site"), NAMES))
    player.do("take", seat="1", amount="300")
    return player


@pytest.mark.parametrize(
    ("entered", "says"),
    [
        ("", "Legal only if it was for Bea to speak and at most 250 had been bid."),
        ("&before=250", "Legal only if it was for Bea to speak."),
        ("&before=250&by=1", "Legal only if it was for Bea to speak."),
        ("&before=250&by=1&out=nobody", "260 may be bid."),
        ("&before=250&by=1&out=2", "It was for Cal to speak; a word out of turn does not count."),
        ("&unopened=1", "Legal only if it was for Bea to speak."),
        ("&unopened=1&out=1", "260 may be bid."),
        ("&unopened=1&out=nobody", "It was for Ann to speak; a word out of turn does not count."),
        ("&before=270", "260 was not allowed"),
    ],
)
def test_of_an_auction_no_more_is_known_than_was_entered(player: Player, entered: str, says: str) -> None:
    page = words(player.client.get(f"/game/{player.game}/settle/bid/ruling?amount=260&seat=2{entered}"))
    assert says.replace("260 was", "The bid of 260 was") in page
    assert ("by Ann was the highest bid" in page) == ("by=1" in entered)


def test_who_had_bid_and_who_had_passed_is_asked(player: Player) -> None:
    page = player.client.get(f"/game/{player.game}/settle/bid?amount=260&seat=2&out=1").text
    for name in ("before", "unopened", "by", "out"):
        assert f'name="{name}"' in page
    assert 'name="out" value="1" checked' in page and 'name="out" value="2" checked' not in page


@pytest.mark.parametrize(("seat", "amount", "stamp"), [("2", "260", "Allowed"), ("2", "250", "Not allowed")])
def test_an_auction_called_bid_by_bid_is_known(
    app: Flask, client: FlaskClient, seat: str, amount: str, stamp: str
) -> None:
    player = Player(app, client, begin(app, find_variant("site"), NAMES))
    player.do("bid?how=each", amount="250")
    asked = f"/game/{player.game}/settle/bid/ruling?seat={seat}&amount={amount}"
    assert stamp in words(client.get(asked)) and "250 by Ann was the highest bid." in words(client.get(asked))
    player.do("bid?how=each", amount="260")
    for _ in range(3):
        player.do("pass?how=each")
    said = f"/game/{player.game}/settle/bid/ruling?seat=2&amount=260"
    assert "Allowed" in words(client.get(said)), "it was said so in the auction, which is over"


def test_a_meld_that_nobody_has_entered_is_asked_and_not_taken_as_none(player: Player) -> None:
    player.do("trump", trump="S")
    there = f"/game/{player.game}/settle"
    for question in ("needed", "throw-in"):
        page = player.client.get(f"{there}/{question}").text
        assert 'name="meld-A"' in page and 'name="meld-B"' in page
        ruling = words(player.client.get(f"{there}/{question}/ruling?taken-A=0"))
        assert "It depends on the meld of Ann & Cal, which nobody has entered." in ruling
        assert "set already" not in ruling
    assert "set already" in words(player.client.get(f"{there}/needed/ruling?meld-B=20"))
    assert "Throwing in is allowed" in words(player.client.get(f"{there}/throw-in/ruling?meld-B=20"))
    player.do("meld/close", meld_A="20", meld_B="60")
    assert 'name="meld-A"' not in player.client.get(f"{there}/needed").text
    assert "240 of the 250 still out are needed" in words(player.client.get(f"{there}/needed/ruling"))
