"""Checks through the pages: tiles for what a number hides, a concession unseen, the ledger, and its correction."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.options import with_options
from companion.rules.score.facts import CheckMeld
from companion.rules.variants import find_variant
from tests.web.corrector import page_of
from tests.web.table_player import Player, begin, words

CHECK = with_options(find_variant("check"), {"check.stake": 3})


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> Player:
    """Bob has the bid at 300; Ann has told a meld of 190, Bob one of 150, Cy one of 20."""
    player = Player(app, client, begin(app, CHECK, ("Ann", "Bob", "Cy")))
    player.do("take", seat=1, amount=300)
    player.do("trump", trump="S")
    player.do("meld/close", meld_A="190", meld_B="150", meld_C="20")
    return player


def tiles(player: Player, side: str) -> list[str]:
    """The tiles that the page offers for a side."""
    page = player.client.get(f"/game/{player.game}/").text
    return re.findall(rf'id="more-checks-{side}-([\w-]+)"', page)


def test_tiles_are_offered_for_what_a_plain_number_can_hide(table: Player) -> None:
    assert tiles(table, "A") == ["flush", "aces-around", "double-marriage", "seven-nines"]
    assert tiles(table, "C") == ["seven-nines"]


def test_a_tap_tells_a_check_and_another_takes_it_back(table: Player) -> None:
    assert "Checks: Ann +1" in table.do("checks", side="A", more="flush")
    assert "Checks: Ann +1, Cy +5" in table.do("checks", side="C", more="seven-nines")
    assert "Checks: Cy +5" in table.do("checks", side="A", less="flush")


def test_the_tiles_stay_open_from_tap_to_tap(table: Player) -> None:
    table.do("count", points_A="80", points_B="140")
    assert 'id="checks" open' not in table.client.get(f"/game/{table.game}/").text
    for tap in ({"more": "flush"}, {"more": "seven-nines"}, {"less": "flush"}):
        assert 'id="checks" open' in table.swap("checks", side="A", **tap).text


def test_the_tiles_are_open_while_the_meld_is_entered(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, CHECK, ("Ann", "Bob", "Cy")))
    player.do("pad", seat=1, amount=300, trump="S", meld_A=190)
    assert 'id="checks" open' in client.get(f"/game/{player.game}/?how=pad").text


def test_a_check_that_the_meld_cannot_hold_is_refused_beside_its_player(table: Player) -> None:
    answer = table.swap("checks", side="C", more="flush")
    assert answer.status_code == 422
    assert "Flush is worth 150 or more, and the meld entered is 20." in words(answer)
    assert 'id="checks-C-wrong"' in answer.text


def test_the_result_shows_gains_and_losses_and_the_sheet_who_owes_whom(table: Player, client: FlaskClient) -> None:
    table.do("checks", side="A", more="flush")
    page = table.do("count", points_A="80", points_B="140")
    assert "Bob: lost after looking at the kitty −1, played and lost −1: −2 checks." in page
    table.do("confirm")
    sheet = words(client.get(f"/game/{table.game}/sheet"))
    assert "Bob pays Ann 12" in sheet
    assert "Bob pays Cy 3" in sheet
    assert "One check is worth 3" in sheet


def test_a_concession_without_a_look_at_the_kitty_costs_no_check(table: Player) -> None:
    page = table.do("end", **{"end": "thrown-in", "kitty-unseen": "1"})
    assert "Bob −300" in page
    assert "lost after looking" not in page
    assert table.do("undo").count("has not looked at the kitty") == 1
    assert "lost after looking at the kitty −1" in table.do("end", end="thrown-in")


def test_a_correction_puts_the_checks_and_the_look_at_the_kitty_right(table: Player) -> None:
    table.do("end", end="thrown-in")
    table.do("confirm")
    page = page_of(table, 1).tell(**{"checks-A-flush": "1", "kitty-unseen": "1"})
    assert "Ann: flush +1: +1 check." in page.says
    page.confirm()
    (deal,) = table.state.deals
    assert dict(deal.checks) == {"A": 1, "B": 0, "C": 0}
    assert deal.check_melds["A"] == (CheckMeld.FLUSH,)
    assert "corrected" in page_of(table, 1).tell(**{"checks-A-flush": ""}).confirm()
    assert dict(table.state.deals[0].checks) == {"A": 0, "B": 0, "C": 0}


def test_a_correction_that_no_meld_can_hold_is_refused_beside_its_player(table: Player) -> None:
    table.do("count", points_A="80", points_B="140")
    table.do("confirm")
    page = page_of(table, 1).send(**{"checks-C-roundtable": "1"})
    assert page.answer.status_code == 422
    assert "Roundtable is worth 240 or more" in page.says


def test_the_spreadsheet_has_the_checks_and_what_the_game_gained(table: Player, client: FlaskClient) -> None:
    table.do("count", points_A="80", points_B="140")
    table.do("confirm")
    table.do("take", seat=0, amount=300)
    table.do("trump", trump="S")
    table.do("meld/close", meld_A="900")
    table.do("count", points_A="100", points_B="100")
    table.do("confirm")
    first, *_, game = client.get(f"/game/{table.game}/export.csv").text.splitlines()
    assert "A (Ann): checks,A (Ann): checks total" in first
    assert game == "game,,,,,,,,,,,,5,5,,,,,0,-2,,,,,0,0"


def test_the_checks_for_the_game_are_announced_before_it_is_confirmed(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, with_options(CHECK, {"end.target": 300}), ("Ann", "Bob", "Cy")))
    player.do("take", seat=0, amount=300)
    player.do("trump", trump="S")
    player.do("meld/close", meld_A="300", meld_B="20", meld_C="20")
    page = player.do("count", points_A="150", points_B="60")
    assert "This ends the game" in page and "For the game: +5 checks." in page
    assert "For the game: +5 checks." in player.do("confirm")
