"""The called partner through the pages: the card, one tap on the name, counting by team, and the correction."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants.double_deck import FIVE_HANDED
from tests.web.corrector import page_of
from tests.web.table_player import Player, begin, words


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> Player:
    """Bob has the bid at 550 in hearts."""
    player = Player(app, client, begin(app, FIVE_HANDED, ("Ann", "Bob", "Cy", "Di", "Eve")))
    player.do("take", seat=1, amount=550)
    player.do("trump", trump="H")
    return player


def test_the_page_asks_for_the_card_and_then_who_has_it(table: Player) -> None:
    assert "Bob calls a card" in table.see()
    page = table.do("call", card="AH")
    assert "Who has" in page
    assert page.index("Cy Di Eve Ann") > 0
    assert "Bob with Eve" in table.do("partner", partner=4)
    assert "Who has" not in table.see()


def test_a_card_that_cannot_be_called_is_refused_beside_the_cards(table: Player) -> None:
    for card, says in (("AS", "must be a trump"), ("", "Please tap the card")):
        answer = table.swap("call", card=card)
        assert answer.status_code == 422
        assert says in words(answer)


def test_nothing_is_counted_while_the_partner_is_hidden(table: Player) -> None:
    table.do("call", card="AH")
    page = table.do("meld/close", meld_B="150", meld_E="20")
    assert "Play until the card falls" in page
    assert "Count the deal" not in page
    assert "Throw in" not in page
    answer = table.send("count", points_B="400")
    assert answer.status_code == 422
    assert "First say who had A♥" in words(answer)


def test_the_tricks_are_counted_for_two_teams(table: Player) -> None:
    table.do("call", card="AH")
    table.do("meld/close", meld_B="150", meld_E="20", meld_A="40")
    assert "Bob & Eve Ann & Cy & Di" in table.do("partner", partner=4)
    page = table.do("count", points_B="380")
    assert "Bob & Eve: bid 550, meld 170, took 380 of 500: 550 ≥ 550 – made, +550." in page
    assert "Ann & Cy & Di: meld 40, took 120 of 500: +160." in page
    table.do("confirm")
    assert "Bob & Eve 550" in words(table.client.get(f"/game/{table.game}/sheet"))


def test_a_name_that_cannot_be_the_partner_is_refused(table: Player) -> None:
    table.do("call", card="AH")
    for told, says in (({"partner": 1}, "Bob is the bidder"), ({}, "Please tap the name of the partner.")):
        answer = table.swap("partner", **told)
        assert answer.status_code == 422
        assert says in words(answer)


def test_another_card_is_named_where_nobody_has_it_or_the_bidder_plays_alone(table: Player) -> None:
    table.do("call", card="AH")
    assert "10♥ called" in table.do("call", card="10H")
    assert "Bob alone" in table.do("partner", partner="alone")


def test_bidder_and_partner_who_are_both_there_are_both_named_as_the_winners(table: Player) -> None:
    table.do("call", card="AH")
    table.do("meld/close", meld_B="700")
    table.do("partner", partner=4)
    table.do("count", points_B="400")
    page = table.do("confirm")
    assert "Bob & Eve win " in page
    assert "the bidding side wins, Bob & Eve." in page
    assert "Bob & Eve win the game" in words(table.client.get(f"/game/{table.game}/sheet"))
    assert "Bob & Eve won" in words(table.client.get("/"))


def test_a_correction_changes_the_partner_and_the_tricks_of_the_teams(table: Player) -> None:
    table.do("call", card="AH")
    table.do("meld/close", meld_B="150", meld_E="20", meld_A="40")
    table.do("partner", partner=4)
    table.do("count", points_B="380")
    table.do("confirm")
    page = page_of(table, 1).tell(**{"partner": "0", "points-bidder": "360", "points-others": "140"})
    assert "Bob & Ann" in page.says or "Ann & Bob" in page.says
    page.confirm()
    assert dict(table.state.deals[0].change) == {"A": 550, "B": 550, "C": 160, "D": 160, "E": 160}


def test_the_count_of_the_bidders_team_stays_when_the_bidder_was_another(table: Player) -> None:
    table.do("call", card="AH")
    table.do("meld/close", meld_B="150", meld_C="200")
    table.do("partner", partner=4)
    table.do("count", points_B="380")
    table.do("confirm")
    page_of(table, 1).tell(seat="2").confirm()
    (deal,) = table.state.deals
    assert deal.ended is not None
    assert (deal.ended.points["C"], deal.ended.points["A"]) == (380, 120)


@pytest.mark.parametrize(
    ("changed", "says", "field"),
    [
        ({"points-bidder": "505"}, "cannot be", "points-bidder"),
        ({"points-bidder": "390", "points-others": "130"}, "these add up to 520", "points-others"),
        ({"partner": "1"}, "Bob is the bidder", "partner"),
        ({"partner": ""}, "Please tap who plays with the bidder", "partner"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_beside_its_field(
    table: Player, changed: dict[str, str], says: str, field: str
) -> None:
    table.do("call", card="AH")
    table.do("partner", partner=4)
    table.do("meld/close", meld_B="170")
    table.do("count", points_B="380")
    table.do("confirm")
    page = page_of(table, 1).send(**changed)
    assert page.answer.status_code == 422
    assert says in page.says
    assert f'id="{field}-wrong"' in page.answer.text
