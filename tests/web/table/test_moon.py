"""The moon on the pages: one more button beside the bid, a question about every trick, and the deal as it is shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from companion.game.state import Phase
from companion.rules.options import with_options
from companion.rules.variant import Variant
from companion.rules.variants.partnership import SITE
from companion.store.files import sheet_csv
from tests.web.conftest import browser
from tests.web.corrector import page_of
from tests.web.table_player import Player, begin, words

MOON = with_options(SITE, {"bid.moon": {"made": 1500, "failed": 750}, "end.target": 5000})
OTHERS = with_options(MOON, {"bid.moon": {"made": 250, "failed": 500, "others_score": True}})
SIT = Callable[..., Player]


@pytest.fixture
def sit(make_app: Callable[..., Flask]) -> SIT:
    """Sits down at a new game of a table that bids the moon."""

    def sit_down(variant: Variant = MOON, entered: str = "pad") -> Player:
        app = make_app(ENTERED=entered)
        return Player(app, browser(app), begin(app, variant))

    return sit_down


def html(player: Player, query: str = "") -> str:
    return player.client.get(f"/game/{player.game}/{query}").text


@pytest.mark.parametrize(("variant", "there"), [(MOON, True), (SITE, False)])
@pytest.mark.parametrize(("entered", "query"), [("pad", ""), ("each", "?how=each")])
def test_its_button_is_there_where_the_table_bids_it(
    sit: SIT, variant: object, there: bool, entered: str, query: str
) -> None:
    assert ('name="moon"' in html(sit(variant, entered), query)) is there


def test_a_moon_is_written_down_on_the_pad_without_an_amount_and_without_meld(sit: SIT) -> None:
    player = sit()
    page = player.do("pad", seat="0", moon="1", trump="S")
    assert "Bid Ann bid the moon" in page
    asked = player.send("pad", points_A="250")
    assert "Did Ann & Cy take every single trick?" in words(asked)
    assert "No meld for" not in words(asked)
    player.do("pad", points_A="250", all_tricks="A")
    assert player.state.deals[0].change == {"A": 1500, "B": 0}


def test_a_moon_whose_tricks_went_to_both_sides_needs_no_question(sit: SIT) -> None:
    player = sit()
    player.do("pad", seat="0", moon="1", trump="S", points_A="230")
    assert player.state.deals[0].change == {"A": -750, "B": 0}
    assert "bid the moon, missed a trick – set, −750" in words(player.client.get(f"/game/{player.game}/sheet"))


def test_all_the_counters_but_not_all_the_tricks_is_a_failed_moon(sit: SIT) -> None:
    player = sit()
    player.do("pad", seat="0", moon="1", trump="S")
    player.do("pad", points_A="250", all_tricks="no")
    assert player.state.deals[0].change == {"A": -750, "B": 0}


def test_where_the_others_score_only_their_meld_is_asked_for(sit: SIT) -> None:
    player = sit(OTHERS)
    answer = words(player.send("pad", seat="0", moon="1", trump="S", points_A="230"))
    assert "No meld for Bob & Di?" in answer
    player.do("pad", seat="0", moon="1", trump="S", meld_B="60", points_A="230")
    assert player.state.deals[0].change == {"A": -500, "B": 80}


def test_the_moon_wants_to_know_who_bid_it(sit: SIT) -> None:
    assert "Please choose who has the bid." in words(sit().send("pad", moon="1"))


def test_a_moon_where_nobody_bids_it_is_refused(sit: SIT) -> None:
    assert "The moon cannot be bid at this table." in words(sit(SITE).send("pad", seat="0", moon="1"))


def test_an_undone_moon_is_still_ticked(sit: SIT) -> None:
    player = sit()
    player.do("pad", seat="0", moon="1", trump="S")
    player.do("undo")
    assert player.state.phase is Phase.AUCTION
    assert 'name="moon" value="1" checked' in html(player)


def test_the_moon_is_bid_in_turn_and_the_count_asks_about_every_trick(sit: SIT) -> None:
    player = sit(entered="each")
    player.do("bid?how=each", amount="250")
    page = player.do("bid?how=each", moon="1")
    assert "Cy names trump" in page
    player.do("trump", trump="H")
    player.do("meld/close")
    page = html(player)
    assert 'name="all_tricks" value="no"' in page
    assert 'name="all_tricks" value="no" checked' not in page
    refused = player.send("count", points_A="250")
    assert (refused.status_code, "the moon depends on it" in words(refused)) == (422, True)
    player.do("count", points_A="250", all_tricks="A")
    player.do("confirm")
    assert player.state.deals[0].change == {"A": 1500, "B": 0}


def test_the_sheet_and_the_file_call_it_moon(sit: SIT) -> None:
    player = sit()
    player.do("pad", seat="0", moon="1", trump="S", points_A="230")
    assert "Ann moon" in words(player.client.get(f"/game/{player.game}/sheet"))
    assert sheet_csv(player.state).splitlines()[1].startswith("1,Ann,Ann,moon,S,set")


def test_a_bid_is_corrected_to_the_moon_and_a_moon_to_a_bid(sit: SIT) -> None:
    player = sit()
    player.do("pad", seat="0", amount="250", trump="S", meld_A="20", meld_B="40", points_A="230")
    page = page_of(player, 1).tell(moon="1")
    assert "Ann won the bid with the moon." in page.says
    page.confirm()
    assert player.state.deals[0].change == {"A": -750, "B": 0}
    page_of(player, 1).tell(amount="250", moon="").confirm()
    assert player.state.deals[0].change == {"A": 250, "B": 60}


def test_another_player_bid_the_moon(sit: SIT) -> None:
    player = sit()
    player.do("pad", seat="0", moon="1", trump="S", points_A="230")
    page_of(player, 1).tell(seat="1").confirm()
    assert player.state.deals[0].change == {"A": 0, "B": -750}


def test_the_referee_is_asked_about_it(sit: SIT) -> None:
    player = sit()
    asked = words(player.client.get(f"/game/{player.game}/settle/bid"))
    assert "It was the moon: every trick" in asked
    ruled = words(player.client.get(f"/game/{player.game}/settle/bid/ruling?moon=1"))
    assert "The moon may be bid: it is higher than any figure." in ruled
