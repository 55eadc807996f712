"""Bruce’s games through the pages: cards exchanged, nines of trump apart, open totals, and who sits out."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.events import CardsDrawn
from companion.game.state import Phase
from companion.rules.variants.bruce import BRUCE_7
from companion.rules.variants.partnership import SITE
from tests.web.corrector import Corrector, page_of
from tests.web.played_game import Told, seat_game
from tests.web.table_player import Player, begin, words

PEOPLE = ("Ann", "Bob", "Cy")


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> Player:
    """Bob has the bid of 8 and named hearts; the meld is told now."""
    player = Player(app, client, begin(app, replace(BRUCE_7, end_target=40), PEOPLE))
    player.do("take", seat="1", amount="8")
    player.do("trump", trump="H")
    return player


def _draws(table: Player) -> tuple[CardsDrawn, ...]:
    assert table.state.deal is not None
    return table.state.deal.draws


def _level(table: Player) -> None:
    """Ann and Cy come to 40 each, and Bob has the bid."""
    table.do("meld/close", meld_A="36", meld_B="4", meld_C="36")
    table.do("count", points_A="4", points_B="5", points_C="4")
    table.do("confirm")


def test_a_tap_tells_that_as_many_cards_were_drawn_as_discarded(table: Player) -> None:
    page = table.do("draw", drawer="1", discarded="3")
    assert "Cards exchanged 1 of 3 noted" in page
    assert _draws(table) == (CardsDrawn(1, 3, 3),)


def test_the_draws_need_not_be_told(table: Player) -> None:
    assert "note them if you like" in table.see()
    assert "Play, then count" in table.do("meld/close", meld_A="4")


def test_another_number_drawn_is_shown_as_a_renege_that_ends_the_deal(table: Player) -> None:
    page = table.do("draw", drawer="2", discarded="3", drawn="4")
    assert "Cy: 3 discarded but 4 drawn: that is a renege." in page
    answer = table.send("meld/close", meld_A="4")
    assert (answer.status_code, table.state.phase) == (422, Phase.MELD)
    page = table.do("end", end="renege", offender="C")
    assert "A renege, charged to Cy: everything of this deal is lost, −8." in page


def test_an_impossible_exchange_is_refused_and_kept(table: Player) -> None:
    answer = table.send("draw", drawer="0", discarded="8", drawn="8")
    assert answer.status_code == 422
    assert "With 3 players each may discard at most 7, not 8." in words(answer)
    assert 'id="discarded-wrong"' in answer.text
    assert 'value="8"' in answer.text
    assert _draws(table) == ()


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"discarded": "2"}, "Please tap the player who drew."),
        ({"drawer": "1"}, "Please write how many cards were discarded."),
        ({"drawer": "1", "discarded": "2", "drawn": ""}, "Please write how many cards were drawn."),
        ({"drawer": "1", "discarded": "two"}, "“two” is not a whole number."),
    ],
)
def test_what_is_missing_is_asked_for(table: Player, fields: dict[str, str], says: str) -> None:
    answer = table.swap("draw", **fields)
    assert (answer.status_code, says in words(answer)) == (422, True)


def test_nines_are_told_beside_the_meld_and_stay_apart(table: Player) -> None:
    table.do("meld/number", meld_A="4", dix_A="1", meld_B="15", dix_B="0", save="meld-A")
    assert table.state.deal is not None
    assert (table.state.deal.meld("A"), table.state.deal.dix("A")) == (5, 1)
    html = table.client.get(f"/game/{table.game}/").text
    assert re.search(r'id="meld-A"[^>]*\s+value="4"', html)
    assert re.search(r'name="dix-A" value="1" checked', html)
    page = table.do("meld/close", meld_A="4", dix_A="1", meld_B="15", dix_B="0", dix_C="1")
    assert "Ann points meld 4, nines 1" in page
    assert "Cy points meld 0, nines 1" in page


def test_a_third_nine_is_refused_beside_its_tiles(table: Player) -> None:
    answer = table.send("meld/close", meld_A="4", dix_A="2", meld_B="4", dix_B="1")
    assert answer.status_code == 422
    assert "All nines of trump together come to 2" in words(answer)
    assert 'id="dix-B-wrong"' in answer.text


def test_every_player_has_a_field_and_the_total_is_open(table: Player) -> None:
    page = table.do("meld/close", meld_A="4")
    assert "Counters: 1 to 22 in all" in page
    assert "Enter everyone: cards that nobody holds count for nobody." in page
    assert "data-total" not in table.client.get(f"/game/{table.game}/").text
    answer = table.send("count", points_A="3", points_B="4")
    assert (answer.status_code, 'id="points-C-wrong"' in answer.text) == (422, True)
    assert "Is this right?" in table.do("count", points_A="3", points_B="4", points_C="0")


def test_the_counters_before_a_renege_are_not_asked_where_they_do_not_count(table: Player) -> None:
    assert "Counters until then" not in table.do("meld/close", meld_A="4")


def test_level_players_play_on_alone_on_every_page(table: Player) -> None:
    _level(table)
    page = table.see()
    assert "Without Bob" in page
    assert "Only Ann and Cy can still win: they were level at the target." in page
    assert "Cy deals one at a time." in page
    assert re.findall(r'name="seat" value="(\d)"', table.client.get(f"/game/{table.game}/?how=pad").text) == ["0", "2"]
    table.see("?how=each")
    table.do("take", seat="0", amount="2")
    table.do("trump", trump="S")
    html = table.client.get(f"/game/{table.game}/").text
    assert ('id="meld-A"' in html, 'id="meld-B"' in html, 'id="meld-C"' in html) == (True, False, True)
    assert "Counters: 1 to 15 in all" in table.do("meld/close", meld_A="4")
    table.do("count", points_A="5", points_C="4")
    assert "Ann wins" in table.do("confirm")
    sheet = words(table.client.get(f"/game/{table.game}/sheet"))
    assert "sat out" in sheet
    assert "Cy dealt. Bob sits out." in words(table.client.get(f"/game/{table.game}/log"))


def _retold(table: Player, *melds: str) -> None:
    """Deal 1 again, with these melds of all three."""
    page_of(table, 1).tell(**{f"meld-{side}": meld for side, meld in zip("ABC", melds, strict=True)}).confirm()


def test_a_correction_of_the_level_deal_brings_everyone_back(table: Player) -> None:
    _level(table)
    _retold(table, "36", "4", "30")
    assert table.state.won
    assert table.state.won.side == "A"


def _deal_over(table: Player) -> Corrector:
    """Cy is said to have exchanged three cards; the page of the deal."""
    table.do("draw", drawer="2", discarded="3")
    table.do("meld/close", meld_A="30", meld_B="4", meld_C="20")
    table.do("count", points_A="4", points_B="5", points_C="4")
    table.do("confirm")
    return page_of(table, 1)


def test_a_correction_puts_the_exchange_right_after_the_deal(table: Player) -> None:
    _deal_over(table).tell(**{"discarded-2": "2", "discarded-0": "1"}).confirm()
    assert set(table.state.deals[0].draws) == {CardsDrawn(0, 1, 1), CardsDrawn(2, 2, 2)}
    page_of(table, 1).tell(**{"discarded-2": ""}).confirm()
    assert table.state.deals[0].draws == (CardsDrawn(0, 1, 1),)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"discarded": "8", "drawn": "8"}, "each may discard at most"),
        ({"discarded": "", "drawn": "2"}, "Please write how many cards were discarded."),
        ({"discarded": "two", "drawn": "2"}, "“two” is not a whole number"),
    ],
)
def test_an_exchange_that_cannot_have_been_is_refused_beside_its_fields(
    table: Player, typed: dict[str, str], says: str
) -> None:
    page = _deal_over(table).send(**{f"{name}-2": text for name, text in typed.items()})
    assert page.answer.status_code == 422
    assert says in unescape(page.answer.text.split('id="discarded-2-wrong">')[1].split("<")[0])


def test_another_number_drawn_is_the_renege_that_ends_the_deal(table: Player) -> None:
    page = _deal_over(table).send(**{"drawn-2": "4"})
    assert page.answer.status_code == 422
    assert "3 discarded but 4 drawn: that is a renege." in page.says
    page.tell(end="renege", offender="C").confirm()
    assert table.state.deals[0].ended
    assert table.state.deals[0].ended.offender == "C"


def test_no_exchange_is_asked_for_where_nobody_draws(app: Flask, client: FlaskClient) -> None:
    player = seat_game(app, client, SITE, [Told(0, 300, (150, 40), 180)])
    assert "Cards exchanged" not in page_of(player, 1).says


def test_a_correction_can_make_players_level(table: Player) -> None:
    table.do("meld/close", meld_A="30", meld_B="4", meld_C="30")
    table.do("count", points_A="4", points_B="5", points_C="4")
    table.do("confirm")
    _retold(table, "36", "4", "36")
    assert table.state.deal is not None
    assert (table.state.deal.dealer, table.state.deal.sits_out) == (2, (1,))
