"""What a correction shows before it is confirmed, and what follows from it: later deals, victories, taking it back."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants.partnership import SITE
from tests.web.corrector import with_meld
from tests.web.played_game import Told, seat_game
from tests.web.table_player import Player, words


def test_a_preview_shows_old_and_new_and_writes_nothing(table: Player) -> None:
    version = table.version
    says = with_meld(table, 1, "60").says
    assert "was +330 −300" in says
    assert "was 990 360" in says
    assert "Deals 2 and 3 stay as entered; the totals after this deal follow." in says
    assert "bid 300, meld 60, took 180 of 250: 240 < 300 – set, −300" in says
    assert table.version == version


@pytest.mark.parametrize(("deals", "says"), [(2, "Deal 2 stays"), (3, "Deals 2 and 3 stay"), (4, "Deals 2 to 4 stay")])
def test_the_deals_after_the_corrected_one_are_counted_as_people_say_them(
    app: Flask, client: FlaskClient, deals: int, says: str
) -> None:
    player = seat_game(app, client, SITE, [Told(0, 300, (150, 40), 180)] * deals)
    assert f"{says} as entered" in with_meld(player, 1, "60").says


def test_later_deals_follow_and_the_log_says_who_and_when(table: Player) -> None:
    table.client.post(f"/game/{table.game}/share/seat", data={"seat": "2"})
    sheet = with_meld(table, 1, "60").confirm()
    assert [deal.change["A"] for deal in table.state.deals] == [-300, 330, 330]
    assert table.state.scores() == {"A": 360, "B": 330}
    assert "corrected" in sheet
    log = words(table.client.get(f"/game/{table.game}/log"))
    assert re.search(r"Deal 1 was corrected: Ann & Cy −300, Bob & Di \+110\. Cy, \d\d:\d\d UTC", log)
    assert log.count("Scored: Ann & Cy +330") == 3, "nothing is deleted"


def test_undoing_a_correction_restores_the_deal(table: Player) -> None:
    before = table.state
    with_meld(table, 1, "60").confirm()
    table.do("undo")
    assert table.state == before
    assert "Taken back: Deal 1 was corrected" in words(table.client.get(f"/game/{table.game}/log"))


def test_a_deal_is_corrected_as_often_as_one_likes(table: Player) -> None:
    for meld, change in (("60", -300), ("150", 330), ("200", 380)):
        with_meld(table, 1, meld).confirm()
        assert table.state.deals[0].change["A"] == change


def test_several_rows_are_corrected_before_one_confirmation(table: Player) -> None:
    page = with_meld(table, 2, "200").tell(points_A="200")
    assert "Ann & Cy: meld 200. Tricks counted: Ann & Cy 200, Bob & Di 50." in page.says
    page.confirm()
    assert table.state.deals[1].change == {"A": 400, "B": 90}


def test_a_correction_that_ends_the_game_says_so_first(table: Player) -> None:
    table.do("take", seat="1", amount="300")
    page = with_meld(table, 2, "700")
    assert "This ends the game. Ann & Cy: 1540, at or above the target of 1500." in page.says
    assert "The deal on the table now is given up." in page.says
    assert "Ann & Cy win the game" in page.confirm()
    assert table.state.won is not None
    page = with_meld(table, 1, "60")
    assert "The game is no longer over: it goes on, and Di deals." in page.says
    assert "Ann & Cy win" not in page.confirm()


def test_a_victory_that_moves_to_an_earlier_deal_strikes_what_came_after(table: Player) -> None:
    with_meld(table, 2, "700").confirm()
    page = with_meld(table, 1, "700")
    assert "The result of the game changes." in page.says
    assert "What came after deal 2 stays on the sheet, struck through, and does not count." in page.says
    assert page.confirm().count("does not count") == 1
    says = with_meld(table, 3, "60").says
    assert "This deal came after the end of the game, so it still counts for nobody." in says
