"""The table's page where partners' bids are added up: in turn, all at once, and put right afterwards."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants.partnership import SUMMED
from tests.web.corrector import Corrector, page_of
from tests.web.table_player import Player, begin, words


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> Player:
    """Ann deals, so Bob speaks first."""
    return Player(app, client, begin(app, SUMMED))


def _play(table: Player) -> str:
    table.do("trump", trump="S")
    table.do("meld/close", meld_A="80", meld_B="40")
    return table.do("count", points_A="100")


def test_only_those_who_have_not_spoken_are_asked(table: Player) -> None:
    page = table.do("bid?how=each", amount="80")
    assert "Cy to bid" in page
    assert "Ann & Cy: 0 Bob & Di: 80" in page
    fields = re.findall(r'name="bid-(\d)"', table.client.get(f"/game/{table.game}/?how=pad").text)
    assert fields == ["2", "3", "0"]


def test_a_bid_that_cannot_be_is_refused_beside_its_field_and_all_that_was_typed_is_kept(table: Player) -> None:
    answer = table.send("pad?how=pad", **{"bid-1": "80", "bid-2": "75", "bid-3": "90"})
    page = words(answer)
    assert answer.status_code == 422
    assert "75 is not a multiple of 10: 70 or 80 would do." in page
    assert 'id="bid-2-wrong"' in answer.text
    for typed in ("80", "75", "90"):
        assert f'value="{typed}"' in answer.text
    assert table.state.deal is not None
    assert table.state.deal.calls == ()


def test_a_word_is_no_bid(table: Player) -> None:
    answer = table.send("pad?how=pad", **{"bid-1": "eighty"})
    assert (answer.status_code, "“eighty” is not a whole number" in words(answer)) == (422, True)


def test_the_hand_that_must_open_is_told_so(table: Player) -> None:
    answer = table.swap("pad?how=pad", **{"bid-2": "80"})
    assert "The hand left of the dealer must open with at least 10." in words(answer)
    assert 'id="bid-1-wrong"' in answer.text


def test_the_result_of_one_bidder_is_refused(table: Player) -> None:
    assert "Here every side has a contract" in words(table.send("take", seat="1", amount="80"))


def test_both_contracts_are_on_the_page_until_the_deal_is_over(table: Player) -> None:
    page = table.do("bids", **{"bid-1": "80", "bid-2": "100", "bid-0": "60"})
    assert "Ann & Cy bid 160 Bob & Di bid 80" in page
    assert "Cy names trump" in page
    assert "Undo: Cy names trump; Ann & Cy must make 160 together." in page
    page = _play(table)
    assert "Ann & Cy: bid 160, meld 80, took 100 of 250: 180 ≥ 160 – made, +180." in page
    table.do("confirm")
    sheet = words(table.client.get(f"/game/{table.game}/sheet"))
    assert "Ann & Cy 160 made, Bob & Di 80 made" in sheet


def test_each_side_melds_under_its_own_contract(table: Player) -> None:
    table.do("bids", **{"bid-1": "80", "bid-2": "70", "bid-3": "90", "bid-0": "0"})
    table.do("trump", trump="S")
    page = table.client.get(f"/game/{table.game}/").text
    assert "Bob &amp; Di <small>bid 170</small>" in page
    assert "Ann &amp; Cy <small>bid 70</small>" in page


def _corrected(table: Player) -> Corrector:
    table.do("bids", **{"bid-1": "80", "bid-2": "100"})
    _play(table)
    table.do("confirm")
    return page_of(table, 1)


def test_a_correction_has_a_field_for_everyones_bid(table: Player) -> None:
    page = _corrected(table)
    assert [page.fields[f"bid-{seat}"] for seat in range(4)] == ["", "80", "100", ""]
    page.tell(bid_0="150").confirm()
    assert table.state.scores() == {"A": -250, "B": 190}


def test_a_correction_without_a_bid_names_the_field(table: Player) -> None:
    page = _corrected(table).send(bid_1="", bid_2="")
    assert page.answer.status_code == 422
    assert 'id="bid-1-wrong"' in page.answer.text
