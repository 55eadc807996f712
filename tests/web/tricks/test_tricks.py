"""Recording the tricks: cards tapped as they fall, proofs, accusations, and what follows from them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.options import with_options
from companion.rules.variants import find_variant
from tests.web.played_game import seat_game
from tests.web.table_player import FRAGMENT, Player, words


def seated(app: Flask, client: FlaskClient, **options: object) -> Player:
    """Ann has dealt, Bob has the bid in spades with Di; Cy has shown an ace of hearts among aces around."""
    player = seat_game(app, client, with_options(find_variant("site"), options), [])
    player.do("take", seat="1", amount="300")
    player.do("trump", trump="S")
    player.do("meld/cards", seat="2", cards="AH AC AD", add="AS")
    player.do("meld/close", meld_B="0")
    return player


@pytest.fixture
def player(app: Flask, client: FlaskClient) -> Player:
    """A game whose play begins, the tricks recorded."""
    player = seated(app, client)
    assert player.send("tricks/choose", kept="1", counts="1").status_code == 303
    return player


def play(player: Player, *cards: str) -> None:
    """Cards fall, each tapped by the seat before its name: ``1:KH``."""
    for each in cards:
        seat, _, card = each.partition(":")
        assert player.send("tricks/card", seat=seat, card=card).status_code == 303, each


def tricks(player: Player, path: str = "") -> str:
    return words(player.client.get(f"/game/{player.game}/tricks/{path}"))


def test_tricks_are_not_recorded_before_the_table_says_so(app: Flask, client: FlaskClient) -> None:
    player = seated(app, client)
    assert "Record the tricks?" in tricks(player)
    refused = player.send("tricks/card", seat="1", card="KH")
    assert refused.status_code == 422
    assert "not recorded at this table" in words(refused)


def test_a_trick_is_followed_card_by_card(player: Player) -> None:
    assert "Trick 1 of 12" in tricks(player)
    play(player, "1:KH", "2:AH", "3:9H", "0:10H")
    page = tricks(player)
    assert "Cy took it." in page
    assert "Trick 2 of 12" in page
    assert "Counters: Ann & Cy 30, Bob & Di 0" in page


def test_a_phone_that_sits_for_a_player_records_for_whoever_is_on_turn(player: Player) -> None:
    player.send("share/seat", seat="2")
    shown = player.client.get(f"/game/{player.game}/tricks/").text
    assert re.findall(r'name="seat" value="(\d)" checked', shown) == ["1"]
    assert re.search(r"Bob <small>on turn</small>.*Cy <small>you</small>", shown, re.DOTALL)
    assert "The turn is Bob’s. If the card is yours, tap your name first." in tricks(player)
    play(player, "1:KH")
    shown = player.client.get(f"/game/{player.game}/tricks/").text
    assert re.findall(r'name="seat" value="(\d)" checked', shown) == ["2"]
    assert "Cy <small>you</small> <small>on turn</small>" in shown
    assert "tap your name first" not in shown


def test_a_phone_of_nobody_says_nothing_of_its_own_name(player: Player) -> None:
    page = tricks(player)
    assert "Bob on turn" in page
    assert "your name" not in page


def test_a_table_may_hide_the_running_count(player: Player) -> None:
    player.send("tricks/choose", kept="1")
    play(player, "1:KH", "2:AH", "3:9H", "0:10H")
    assert "Counters:" not in tricks(player)


def test_a_card_beyond_the_pack_is_refused_and_nothing_is_lost(player: Player) -> None:
    play(player, "1:KH", "2:AH", "3:KH")
    refused = player.send("tricks/card", seat="0", card="KH")
    assert refused.status_code == 422
    assert "king of hearts" in words(refused)
    assert tricks(player).count("king of hearts") or "Trick 1" in tricks(player)


def test_a_melded_card_that_was_not_played_proves_the_renege(player: Player) -> None:
    play(player, "1:KH", "2:9C")
    page = tricks(player)
    assert "Proven" in page
    ruling = tricks(player, "proof/1")
    assert "Ann & Cy reneged." in ruling
    player.do("tricks/proof/1/enter")
    player.do("confirm")
    assert player.state.standing.scores["B"] == 300


def test_a_proof_while_the_trick_lies_open_costs_nothing_where_the_card_may_be_taken_back(
    app: Flask, client: FlaskClient
) -> None:
    player = seated(app, client, **{"score.renege.corrected": True})
    player.send("tricks/choose", kept="1")
    play(player, "1:KH", "2:9C")
    ruling = tricks(player, "proof/1")
    assert "may be taken back without penalty" in ruling
    assert "What follows" not in ruling
    play(player, "3:9H", "0:10H")
    assert "Ann & Cy reneged." in tricks(player, "proof/1")


def test_an_accusation_by_the_log_is_settled(player: Player) -> None:
    play(player, "1:KH", "2:9C")
    page = tricks(player, "accuse?accuser=1&accused=2&trick=1")
    assert "Bob accuses Cy: trick 1" in page
    assert "Not allowed" in page
    player.do("tricks/accuse/enter?accuser=1&accused=2&trick=1")
    assert "Bob accused Cy of a renege in trick 1." in words(player.client.get(f"/game/{player.game}/log"))


def test_an_accusation_that_fails_costs_what_the_table_has_set(app: Flask, client: FlaskClient) -> None:
    player = seated(app, client, **{"score.false-claim": "as-renege"})
    player.send("tricks/choose", kept="1")
    play(player, "1:KH", "2:AH")
    page = tricks(player, "accuse?accuser=1&accused=2&trick=1")
    assert "Allowed" in page
    assert "Bob & Di accused wrongly, which costs what the renege would have." in page


def test_the_recorded_tricks_tell_what_was_taken_until_then(app: Flask, client: FlaskClient) -> None:
    player = seated(app, client)
    player.send("tricks/choose", kept="1")
    play(player, "1:KH", "2:AH", "3:9H", "0:10H", "2:AC", "3:9C", "0:QC", "1:9S")
    proof = player.client.get(f"/game/{player.game}/tricks/accuse?accuser=0&accused=1&trick=2").text
    assert "Counters taken until then" not in proof
    play(player, "1:QC")
    proven = player.client.get(f"/game/{player.game}/tricks/proof/1").text
    assert re.search('name="so-far-A"[^>]*value="30"', proven) or re.search('value="30"[^>]*name="so-far-A"', proven)


def test_counters_that_are_no_number_are_refused_with_the_ruling_of_the_log(player: Player) -> None:
    play(player, "1:KH", "2:9C", "3:9H", "0:10H", "0:QC", "1:JC", "2:KH", "3:9C")
    for ruling in ("proof/1?", "accuse?accuser=1&accused=2&trick=1&"):
        refused = player.client.get(f"/game/{player.game}/tricks/{ruling}so-far-A=lots")
        assert refused.status_code == 422
        assert "“lots” is not a whole number" in words(refused) and "Ann & Cy reneged." in words(refused)


@pytest.mark.parametrize(
    "asked", ["", "accuser=1&accused=1&trick=1", "accuser=1&accused=2&trick=x", "accuser=1&accused=2&trick=7"]
)
def test_an_accusation_half_made_says_what_is_missing(player: Player, asked: str) -> None:
    play(player, "1:KH", "2:AH")
    assert player.client.get(f"/game/{player.game}/tricks/accuse?{asked}").status_code == 422


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("accuser=1&trick=1", "Say who accuses whom"),
        ("accuser=1&accused=2", "Say in which trick it was"),
        ("accuser=1&accused=2&trick=one", "is not a whole number"),
        ("accuser=1&accused=2&trick=7", "No card of Cy is recorded in trick 7"),
    ],
)
def test_what_was_chosen_of_a_refused_accusation_stays(player: Player, asked: str, says: str) -> None:
    play(player, "1:KH", "2:AH")
    refused = player.client.get(f"/game/{player.game}/tricks/accuse?{asked}")
    assert says in words(refused)
    assert "Trick 1 of 12" in words(refused)
    assert re.search('id="accusing"[^>]* open', refused.text)
    assert re.search('name="accuser" value="1" checked', refused.text)


def test_a_photographed_trick_is_recorded_in_one_go(player: Player) -> None:
    page = unescape(player.client.get(f"/game/{player.game}/tricks/").text)
    assert re.search('/photo/[^"]*kind=trick[^"]*into=fallen', page)
    shown = player.client.get(f"/game/{player.game}/tricks/?fallen=KH+AH+9H+10H").text
    assert re.search('name="lead" value="1" checked', shown)
    told = player.client.get(f"/game/{player.game}/tricks/?fallen=KH+AH+9H+10H&lead=3").text
    assert re.search('name="lead" value="3" checked', told)
    assert player.send("tricks/trick", fallen="KH AH 9H 10H", lead="1").status_code == 303
    assert "Cy took it." in tricks(player)
    player.send("tricks/undo")
    assert "Trick 1 of 12" in tricks(player)
    assert "took it" not in tricks(player)


@pytest.mark.parametrize(
    ("cards", "leader", "says"),
    [
        ("KH AH 9H", "1", "A trick has 4 cards here, and this one has 3"),
        ("KH KH KH 9H", "1", "king of hearts"),
        ("KH AH 9H 10H", "", "Please say who led this trick"),
        ("KH AH 9H XX", "1", "no such card"),
    ],
)
def test_a_photographed_trick_that_cannot_be_is_refused(player: Player, cards: str, leader: str, says: str) -> None:
    refused = player.send("tricks/trick", fallen=cards, lead=leader)
    assert refused.status_code == 422
    assert says in words(refused)
    assert "XX" in cards or f'value="{cards}"' in refused.text


def test_no_whole_trick_is_recorded_over_a_half_recorded_one(player: Player) -> None:
    play(player, "1:KH")
    assert "Photograph the whole trick" not in tricks(player)
    assert "half recorded" in words(player.send("tricks/trick", fallen="KH AH 9H 10H", lead="1"))


def test_a_tapped_card_can_be_taken_back(player: Player) -> None:
    play(player, "1:KH")
    player.send("tricks/undo")
    assert "king of hearts" not in tricks(player)


def test_htmx_gets_the_trick_alone(player: Player) -> None:
    fragment = player.swap("tricks/card", seat="1", card="KH")
    assert fragment.status_code == 200
    assert fragment.text.lstrip().startswith("<section")
    assert player.client.get(f"/game/{player.game}/tricks/", headers=FRAGMENT).status_code == 200


def test_a_proof_that_is_gone_is_no_page(player: Player) -> None:
    assert player.client.get(f"/game/{player.game}/tricks/proof/1").status_code == 404
