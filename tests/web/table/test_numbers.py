"""Numbers that cannot be, or are hardly meant, are asked back with their reason, and stay as they were typed."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants import find_variant
from tests.web.corrector import Corrector
from tests.web.form_reader import fields_of
from tests.web.table_player import Player, begin, words

SITE = find_variant("site")
LIMIT = "cannot be made: two hands of 12 cards meld at most 3600, and all tricks are worth 250."


@pytest.fixture
def ann(app: Flask, client: FlaskClient) -> Player:
    return Player(app, client, begin(app, SITE))


@pytest.fixture
def counting(ann: Player) -> Player:
    """Ann has the bid of 300, and the tricks are counted now."""
    ann.do("take", seat="0", amount="300")
    ann.do("trump", trump="S")
    ann.do("meld/close", meld_A="120", meld_B="60")
    return ann


def test_a_bid_that_no_cards_make_comes_back_with_the_reason(ann: Player) -> None:
    answer = ann.swap("pad?how=pad", seat="0", amount="232050")
    assert answer.status_code == 422
    assert f"232050 {LIMIT}" in words(answer)
    assert fields_of(answer.text, "pad")["amount"] == "232050"
    assert fields_of(answer.text, "pad")["seat"] == "0"
    assert ann.state.deal is not None
    assert ann.state.deal.contract is None


def test_a_bid_that_is_a_whole_game_is_asked_back_once(ann: Player) -> None:
    answer = ann.send("pad?how=pad", seat="0", amount="2320")
    assert answer.status_code == 422
    assert "Really 2320? The whole game goes to 1500." in words(answer)
    button = re.search(r'<button type="submit" name="sure-amount" value="2320"[^>]*>Yes, 2320<', answer.text)
    assert button is not None
    assert "/pad?how=pad" in button[0]
    assert ann.send("take", seat="0", amount="2330", **{"sure-amount": "2320"}).status_code == 422
    ann.do("take", **{"seat": "0", "amount": "2320", "sure-amount": "2320"})
    assert ann.state.deal is not None
    assert ann.state.deal.contract is not None


def test_a_minus_is_asked_back_with_the_same_one_tap(ann: Player) -> None:
    answer = ann.send("pad?how=pad", seat="0", amount="-300")
    assert "Did you mean 300?" in words(answer)
    assert re.search(r'<button type="submit" name="sure-amount" value="300"[^>]*>Yes, 300<', answer.text)
    assert ann.send("take", seat="0", amount="-310", **{"sure-amount": "300"}).status_code == 422
    ann.do("take", **{"seat": "0", "amount": "-300", "sure-amount": "300"})
    assert ann.state.deal is not None
    assert ann.state.deal.contract is not None


def test_a_meld_that_is_a_whole_game_is_asked_back_beside_its_field(counting: Player) -> None:
    counting.do("undo")
    answer = counting.send("meld/close", meld_A="1800", meld_B="60")
    assert "Really 1800? The whole game goes to 1500." in words(answer)
    button = re.search(r'<button type="submit" name="sure-meld-A" value="1800"[^>]*>', answer.text)
    assert button is not None
    assert 'form="done"' in button[0]
    assert "/meld/close" in button[0]
    assert 'value="60"' in answer.text
    counting.do("meld/close", **{"meld_A": "1800", "meld_B": "60", "sure-meld-A": "1800"})


def test_a_missing_meld_is_asked_about_once_and_a_0_is_not(counting: Player) -> None:
    counting.do("undo")
    answer = counting.send("meld/close", meld_A="150", meld_B="")
    assert answer.status_code == 422
    assert "No meld for Bob & Di?" in words(answer)
    assert 'name="no-meld" value="B"' in answer.text
    assert 'value="150"' in answer.text
    counting.do("meld/close", **{"meld_A": "150", "meld_B": "", "no-meld": "B"})
    page = counting.do("undo")
    assert "No meld for" not in page
    counting.do("meld/close", meld_A="150", meld_B="0")
    assert counting.state.phase.value == "play"


def test_a_figure_that_was_confirmed_is_not_asked_about_again(counting: Player) -> None:
    counting.do("undo")
    counting.do("meld/number", **{"meld_A": "1800", "sure-meld-A": "1800", "save": "meld-A"})
    counting.do("meld/close", meld_A="1800", meld_B="60")


def test_counters_that_do_not_add_up_are_never_changed_and_either_can_be_let_go(counting: Player) -> None:
    answer = counting.send("count", points_A="170", points_B="90")
    assert answer.status_code == 422
    assert "All tricks together are worth 250; these add up to 260." in words(answer)
    typed = fields_of(answer.text, "count")
    assert (typed["points-A"], typed["points-B"]) == ("170", "90")
    offered = re.findall(r'name="rest" value="(points-[AB])"[^>]*>([^<]*)<', answer.text)
    assert offered == [("points-A", "Ann &amp; Cy: 160"), ("points-B", "Bob &amp; Di: 80")]
    counting.do("count", points_A="170", points_B="90", rest="points-B")
    assert counting.state.deal is not None
    assert counting.state.deal.ended is not None
    assert counting.state.deal.ended.points == {"A": 170, "B": 80}


def test_a_figure_below_nothing_is_no_slip_of_the_finger_that_is_put_right_unseen(counting: Player) -> None:
    answer = counting.send("count", points_A="-60")
    assert answer.status_code == 422
    assert "“-60” is below 0, and this never is. Did you mean 60?" in words(answer)
    assert fields_of(answer.text, "count")["points-A"] == "-60"


def test_each_number_of_the_table_says_its_unit_and_its_steps(counting: Player) -> None:
    page = counting.client.get(f"/game/{counting.game}/").text
    assert '<label for="points-A">Ann &amp; Cy <small>points</small></label>' in page
    assert 'data-by="-10" aria-label="10 less" aria-controls="points-A">−10</button>' in page
    assert re.search(r'id="points-A" name="points-A" inputmode="tel"', page)


def test_a_sum_is_read_in_every_field_of_the_pad_and_foreseen(ann: Player) -> None:
    rows = {"seat": "0", "amount": "300", "trump": "S", "meld-A": "60+40 + 50", "meld-B": "40", "points-A": "150+30"}
    assert "+330" in words(ann.client.get(f"/game/{ann.game}/count", query_string={"pad": "1", **rows}))
    ann.do("pad?how=pad", pad="1", **rows)
    assert ann.state.scores() == {"A": 330, "B": 110}


def test_a_sum_that_is_none_comes_back_as_it_was_typed_and_says_why(counting: Player) -> None:
    answer = counting.send("count", points_A="150+", points_B="70")
    assert answer.status_code == 422
    assert "“150+” is not a sum of whole numbers." in words(answer)
    typed = fields_of(answer.text, "count")
    assert (typed["points-A"], typed["points-B"]) == ("150+", "70")


def test_a_deal_is_corrected_with_a_sum(counting: Player) -> None:
    counting.do("count", points_A="170")
    counting.do("confirm")
    page = Corrector(counting, 1, counting.client.get(f"/game/{counting.game}/deal/1"))
    page.tell(meld_A="120 + 40", points_A="100+60", points_B="90").confirm()
    assert counting.state.scores() == {"A": 320, "B": 150}
