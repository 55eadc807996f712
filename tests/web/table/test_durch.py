"""The Durch of Binokel on the pages: said in place of trump, on the pad and step by step, undone and corrected."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.game.state import Phase
from companion.rules.choices import Aim
from companion.rules.known import find_game
from companion.rules.options import with_options
from companion.rules.variant import Variant
from companion.store.files import sheet_csv
from tests.web.conftest import browser
from tests.web.corrector import page_of
from tests.web.table_player import NAMES, Player, begin, words

SIT = Callable[..., Player]


@pytest.fixture
def sit(make_app: Callable[..., Flask]) -> SIT:
    """Sits down at a new game of Binokel as it is played in Ennahofen."""

    def sit_down(entered: str = "pad", rules: Variant | None = None) -> Player:
        app, rules = make_app(ENTERED=entered), rules or find_game("binokel-ennahofen")
        return Player(app, browser(app), begin(app, rules, NAMES[: rules.players[0]]))

    return sit_down


def html(player: Player, query: str = "") -> str:
    return player.client.get(f"/game/{player.game}/{query}").text


def test_it_stands_beside_the_suits_and_not_beside_the_bid(sit: SIT) -> None:
    page = html(sit())
    assert 'name="trump" value="moon"' in page
    assert 'name="moon"' not in page
    assert 'name="trump" value="moon"' not in html(sit("each"), "?how=each")


def test_it_is_written_down_in_one_go_whatever_was_bid(sit: SIT) -> None:
    player = sit()
    player.do("pad", seat="0", amount="200", trump="moon", meld_B="40", meld_C="20", points_A="239", points_B="11")
    assert player.state.deals[0].change == {"A": -2000, "B": 50, "C": 0}  # 11 counts as 10
    sheet = words(player.client.get(f"/game/{player.game}/sheet"))
    assert "Ann Durch set" in sheet
    assert "said the Durch, missed a trick – set, −2000" in sheet
    assert sheet_csv(player.state).splitlines()[1].startswith("1,Ann,Ann,Durch,,set")


def test_it_is_said_after_the_bid_is_written_down_and_asks_for_no_meld_of_the_bidder(sit: SIT) -> None:
    player = sit()
    player.do("pad", seat="0", amount="200")
    page = player.do("pad", trump="moon")
    assert "Ann said the Durch" in page
    shown = html(player)
    assert (player.state.phase, 'name="trump"' in shown, 'name="meld-A"' in shown) == (Phase.MELD, False, False)
    told = words(player.send("pad", meld_B="40", meld_C="0", points_A="250", points_B="0"))
    assert "every single trick?" not in told, "in this pack every card counts, so nobody else has a trick"
    player.do("confirm")
    assert player.state.deals[0].change == {"A": 1000, "B": 0, "C": 0}


def test_undone_it_is_still_tapped(sit: SIT) -> None:
    player = sit()
    player.do("pad", seat="0", amount="200")
    player.do("pad", trump="moon")
    player.do("undo")
    assert player.state.phase is Phase.TRUMP
    assert 'name="trump" value="moon" checked' in html(player)
    player.do("undo")
    assert player.state.deal
    assert player.state.deal.contract is None


def test_step_by_step_it_is_said_where_trump_is_named(sit: SIT) -> None:
    player = sit("each")
    player.do("bid?how=each", amount="150")
    player.do("pass?how=each")
    player.do("pass?how=each")
    assert "Durch: every trick, no suit is trump" in html(player, "?how=each")
    player.do("trump", trump="moon")
    assert (player.state.phase, player.state.deal and player.state.deal.trump) == (Phase.MELD, None)
    melding = html(player, "?how=each&B=melds")
    assert "Family in hearts" in melding
    assert "Trump family" not in melding


def test_a_bid_is_corrected_to_it_and_back(sit: SIT) -> None:
    player = sit()
    told = {"meld_A": "20", "meld_B": "40", "meld_C": "0", "points_A": "180", "points_B": "40"}
    player.do("pad", seat="0", amount="200", trump="S", **told)
    assert player.state.deals[0].change == {"A": 200, "B": 80, "C": 30}
    page = page_of(player, 1).tell(trump="moon")
    assert "Ann said the Durch: every trick, and no suit is trump." in page.says
    page.confirm()
    assert player.state.deals[0].change == {"A": -2000, "B": 80, "C": 30}
    page_of(player, 1).tell(amount="200", trump="H").confirm()
    assert (player.state.deals[0].change["A"], player.state.deals[0].aim) == (200, Aim.POINTS)


ALONE = with_options(
    find_game("binokel-ennahofen"),
    {"bid.moon": {"made": 1000, "failed": 2000, "others_score": False, "untrumped": True}},
)


@pytest.mark.parametrize(
    ("rules", "trump", "ends", "change", "tricks", "log_says"),
    [
        (
            find_game("binokel-ennahofen"),
            "moon",
            "Durch made",
            {"A": 1000, "B": 0, "C": 0},
            {"A": 12, "B": 0, "C": 0},
            "Ann 250, Bob 0, Cy 0",
        ),
        (
            ALONE,
            "moon",
            "Durch failed",
            {"A": -2000, "B": 0, "C": 0},
            {"A": 1, "B": 1, "C": 1},
            "The bidder missed a trick.",
        ),
        (
            find_game("binokel-cross"),
            "no-trick",
            "Untendurch made",
            {"A": 300, "B": 0},
            {"A": 0},
            "Ann & Cy took no trick",
        ),
        (
            find_game("binokel-cross"),
            "no-trick",
            "Untendurch failed",
            {"A": -600, "B": 0},
            {"A": 1},
            "Ann & Cy took a trick",
        ),
    ],
    ids=["made", "failed", "no trick", "a trick"],
)
def test_one_tap_says_how_it_ended_and_counters_are_not_asked_for(
    rules: Variant, trump: str, ends: str, change: dict[str, int], tricks: dict[str, int], log_says: str, sit: SIT
) -> None:
    player = sit(rules=rules)
    assert ends not in html(player)
    player.do("pad", seat="0", amount="200", trump=trump)
    button = re.search(rf'<button form="pad" type="submit" name="([^"]+)" value="([^"]+)">{ends}: ', html(player))
    assert button
    asked = player.swap("pad", **{button[1]: button[2]})
    if asked.status_code == 422:  # the tap is kept while the meld is asked about
        kept = dict(re.findall(r'<input type="hidden" name="(all_tricks|none-A|empty-A)" value="([^"]+)">', asked.text))
        assert kept == {button[1]: button[2]}
        player.do("pad", **kept, **{"no-meld": "BC"})
    player.do("confirm")
    ended = player.state.deals[0].ended
    assert ended is not None
    assert (player.state.deals[0].change, ended.tricks) == (change, tricks)
    assert log_says in words(player.client.get(f"/game/{player.game}/log"))


def test_where_the_others_score_a_durch_that_failed_asks_for_their_counters(sit: SIT) -> None:
    player = sit()
    player.do("pad", seat="0", amount="200", trump="moon", meld_B="40", meld_C="0")
    assert "Please enter the counters." in words(player.send("pad", all_tricks="no"))


def test_the_referee_says_when_it_is_said(sit: SIT) -> None:
    player = sit()
    assert "It was the Durch: every trick" in words(player.client.get(f"/game/{player.game}/settle/bid"))
    ruled = words(player.client.get(f"/game/{player.game}/settle/bid/ruling?moon=1"))
    assert "The Durch is no bid here: who has won the bid says it in place of trump." in ruled
