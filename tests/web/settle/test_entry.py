"""Rulings entered in the score: the change is shown first, and undo takes it back."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants import find_variant
from tests.web.played_game import seat_game
from tests.web.settle_table import OVER, in_play
from tests.web.table_player import Player, words


@pytest.fixture
def player(app: Flask, client: FlaskClient) -> Player:
    """A game of ``site`` after one deal; Ann dealt it, so Bob deals the next."""
    return seat_game(app, client, find_variant("site"), [OVER])


RENEGE = "/play/ruling?trick=QH+JH&card=JH&lead=2&held=AH"
"""Cy leads; Ann, the bidder's partner, held the ace and did not play it."""


def test_a_renege_shows_what_it_costs_and_is_entered_with_one_button(player: Player) -> None:
    there = in_play(player)
    page = words(player.client.get(f"{there}{RENEGE}"))
    assert "Ann & Cy reneged." in page
    assert "−300" in page
    entered = player.do(f"settle{RENEGE.replace('/ruling', '/enter')}")
    assert "Is this right?" in entered
    assert "−300" in entered
    after = player.do("confirm")
    assert player.state.standing.scores["A"] == -300
    assert "Not legal: Ann held the ace of hearts" in words(player.client.get(f"/game/{player.game}/log"))
    assert after


BID = {"seat": "2", "amount": "300"}


@pytest.mark.parametrize(
    ("entered", "missing"),
    [
        ({}, "Enter the bid and trump first: a renege is charged by the bid."),
        (BID, "Enter trump first: a renege is charged once it is named."),
        (BID | {"trump": "S"}, "Enter the meld of Ann & Cy and of Bob & Di first: a renege is charged with it."),
        (BID | {"trump": "S", "meld-A": "100"}, "Enter the meld of Bob & Di first: a renege is charged with it."),
    ],
)
def test_what_a_ruling_on_a_renege_lacks_is_named_with_a_link_to_the_table(
    player: Player, entered: dict[str, str], missing: str
) -> None:
    if entered:
        player.do("pad?how=pad", **entered)
    answer = player.client.get(f"/game/{player.game}/settle{RENEGE}&trump=S")
    assert missing in words(answer)
    assert f'href="/game/{player.game}/">Enter it at the table' in answer.text
    assert "−300" not in answer.text
    assert "settle/play/enter" not in answer.text


def test_a_renege_is_charged_once_the_meld_of_both_sides_is_entered_though_nobody_said_it_was_done(
    player: Player,
) -> None:
    player.do("pad?how=pad", **BID, trump="S", meld_A="100", meld_B="40")
    page = player.client.get(f"/game/{player.game}/settle{RENEGE}").text
    assert "Counters taken until then" in page
    assert "Enter it at the table" not in page
    assert "Is this right?" in player.do(f"settle{RENEGE.replace('/ruling', '/enter')}")
    player.do("confirm")
    assert player.state.standing.scores["A"] == -300


def test_a_renege_without_a_leader_asks_who_led_and_then_says_what_it_costs(player: Player) -> None:
    there = in_play(player)
    asked = player.client.get(f"{there}{RENEGE.replace('&lead=2', '')}").text
    assert "Who led this trick?" in asked
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', asked.partition("Show what follows")[0]))
    page = words(player.client.get(f"{there}/play/ruling", query_string={**fields, "lead": "2"}))
    assert "Ann & Cy reneged." in page
    assert "Who led this trick?" not in page


def test_an_entered_ruling_can_be_undone(player: Player) -> None:
    there = in_play(player)
    player.do(f"settle{RENEGE.replace('/ruling', '/enter')}")
    player.do("undo")
    assert player.state.deal is not None
    assert player.state.deal.ended is None
    assert "Enter it" in player.client.get(f"{there}{RENEGE}").text


def test_a_ruling_without_consequence_is_kept_in_the_log(player: Player) -> None:
    in_play(player)
    player.do("settle/trick/enter?trick=QH+9S+AH+9S&lead=1")
    assert "Cy takes the trick with the nine of spades." in words(player.client.get(f"/game/{player.game}/log"))


def test_counters_taken_until_then_change_what_a_renege_of_the_others_pays(player: Player) -> None:
    there = in_play(player, "250")
    renege = "/play/ruling?trick=QH+JH&card=JH&lead=3&held=AH"
    assert "+250" in words(player.client.get(f"{there}{renege}"))
    assert "+260" in words(player.client.get(f"{there}{renege}&so-far-A=240"))


def test_counters_that_are_no_number_are_refused_beside_their_field(player: Player) -> None:
    there, wrong = in_play(player, "250"), "&so-far-A=lots"
    page = player.client.get(f"{there}{RENEGE}{wrong}")
    assert page.status_code == 422 and "Not legal: Ann held the ace of hearts" in words(page)
    assert 'id="so-far-A-wrong"' in page.text and 'value="lots"' in page.text
    version = player.version
    entered = player.send(f"settle{RENEGE.replace('/ruling', '/enter')}{wrong}")
    assert (entered.status_code, player.version) == (422, version)
    assert "“lots” is not a whole number" in words(entered)


def test_a_ruling_on_an_old_page_is_not_entered(player: Player) -> None:
    there = in_play(player)
    stale = {"key": "old", "seen": "1"}
    answer = player.client.post(f"{there}{RENEGE.replace('/ruling', '/enter')}", data=stale)
    assert answer.status_code == 409
    assert "Another phone has changed this" in words(answer)


def test_a_ruling_that_touches_what_another_phone_told_is_shown_beside_it(player: Player) -> None:
    there = in_play(player)
    late = {"key": "late", "seen": str(player.version)}
    player.do("count", points_A="180")
    answer = player.client.post(f"{there}{RENEGE.replace('/ruling', '/enter')}", data=late)
    assert answer.status_code == 409
    said = words(answer)
    assert "Yours, not written A ruling: Not legal" in said
    assert "On the sheet Tricks counted: Ann & Cy 180, Bob & Di 70." in said


def test_a_wrong_pack_voids_the_deal(player: Player) -> None:
    in_play(player)
    player.do("settle/wrong-pack/enter?found=play")
    player.do("confirm")
    assert player.state.standing.scores["A"] == 0


def test_the_button_that_enters_says_what_it_changes(player: Player) -> None:
    button = player.client.get(f"{in_play(player)}{RENEGE}").text.split("Enter it")[1].split("</button>")[0]
    assert "Ann &amp; Cy −300" in button
