"""The Untendurch on the pages: no trick, said in place of trump, asked about, counted, undone and corrected."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from companion.game.state import Phase
from companion.rules.choices import Aim
from companion.rules.known import find_game
from companion.rules.options import with_options
from companion.rules.variants import find_variant
from companion.store.files import sheet_csv
from tests.web.conftest import browser
from tests.web.corrector import page_of
from tests.web.table_player import Player, begin, words

SIT = Callable[..., Player]
TABLE = with_options(find_game("binokel-ennahofen"), {"bid.no-trick": {"made": 300, "failed": 600}})
TAKEN = {"points_A": "0", "points_B": "200", "points_C": "50"}


@pytest.fixture
def sit(make_app: Callable[..., Flask]) -> SIT:
    """Sits down at a new game of Binokel at a table that plays the Untendurch."""

    def sit_down(entered: str = "pad") -> Player:
        app = make_app(ENTERED=entered)
        return Player(app, browser(app), begin(app, TABLE, ("Ann", "Bob", "Cy")))

    return sit_down


def html(player: Player, query: str = "") -> str:
    return player.client.get(f"/game/{player.game}/{query}").text


def test_it_is_made_once_nobody_saw_the_bidder_take_a_trick(sit: SIT) -> None:
    player = sit()
    page = player.do("pad", seat="0", amount="200", trump="no-trick")
    assert "Ann said the Untendurch" in page
    shown = html(player)
    assert (player.state.phase, 'name="trump"' in shown, 'name="meld-A"' in shown) == (Phase.MELD, False, False)
    told = words(player.send("pad", **TAKEN))
    assert "Did Ann take a trick" not in told, "in this pack every card counts, so 0 is no trick"
    assert player.state.deals[0].change == {"A": 300, "B": 0, "C": 0}
    sheet = words(player.client.get(f"/game/{player.game}/sheet"))
    assert "Ann Untendurch made" in sheet
    assert "said the Untendurch, took no trick – made, +300" in sheet
    assert "nothing, as the Untendurch was bid: 0" in sheet
    assert sheet_csv(player.state).splitlines()[1].startswith("1,Ann,Ann,Untendurch,,made")


@pytest.mark.parametrize("told", [{"points_A": "0", "empty_A": "1"}, {"points_A": "100", "points_C": "0"}])
def test_a_trick_of_the_bidder_fails_it(sit: SIT, told: dict[str, str]) -> None:
    player = sit()
    player.do("pad", seat="0", amount="200", trump="no-trick")
    answer = words(player.send("pad", **{"points_B": "150", "points_C": "100", **told}))
    assert "Did Ann take a trick" not in answer
    assert player.state.deals[0].change == {"A": -600, "B": 0, "C": 0}


def test_counters_laid_away_do_not_say_that_a_trick_was_taken(sit: SIT) -> None:
    player = sit()
    player.do("pad", seat="0", amount="200", trump="no-trick")
    told = {"points_A": "20", "points_B": "130", "points_C": "100"}
    assert "Did Ann take a trick, even one worth nothing?" in words(player.send("pad", **told))
    player.do("pad", **told, none_A="1")
    assert player.state.deals[0].change == {"A": 300, "B": 0, "C": 0}


@pytest.mark.parametrize("points", ["10", "20"])
def test_once_the_count_is_undone_it_is_asked_again(sit: SIT, points: str) -> None:
    player = sit()
    player.do("pad", seat="0", amount="200", trump="no-trick")
    player.do("pad", **TAKEN, none_A="1")
    player.do("undo")
    assert 'type="hidden" name="none-A"' not in html(player)
    told = TAKEN | {"points_A": points, "points_B": str(200 - int(points))}
    assert "Did Ann take a trick" in words(player.send("pad", **told))
    player.do("pad", **told, empty_A="1")
    assert player.state.deals[0].change["A"] == -600


def test_a_moon_that_was_bid_is_not_exchanged_for_it(make_app: Callable[..., Flask]) -> None:
    moon = {"bid.moon": {"made": 1500, "failed": 750}, "bid.no-trick": {"made": 300, "failed": 600}}
    app = make_app(ENTERED="pad")
    player = Player(app, browser(app), begin(app, with_options(find_variant("site"), moon), ("Ann", "Bob", "Cy", "Di")))
    both = words(player.send("pad", seat="0", moon="1", trump="no-trick"))
    assert "The moon was bid already. Choose a suit, or bid an amount." in both
    player.do("pad", seat="0", moon="1")
    assert (player.state.phase, 'value="no-trick"' in html(player)) == (Phase.TRUMP, False)
    assert "Not now" in words(player.send("trump", trump="no-trick"))
    player.do("trump", trump="S")
    assert player.state.deal and player.state.deal.aim is Aim.EVERY_TRICK


def test_undone_it_is_still_tapped(sit: SIT) -> None:
    player = sit()
    player.do("pad", seat="0", amount="200")
    player.do("pad", trump="no-trick")
    player.do("undo")
    assert player.state.phase is Phase.TRUMP
    assert 'name="trump" value="no-trick" checked' in html(player)


def test_step_by_step_it_is_said_where_trump_is_named_and_counted(sit: SIT) -> None:
    player = sit("each")
    player.do("bid?how=each", amount="150")
    player.do("pass?how=each")
    player.do("pass?how=each")
    assert "Untendurch: no trick, no suit is trump" in html(player, "?how=each")
    player.do("trump", trump="no-trick")
    player.do("meld/close")
    page = words(player.client.get(f"/game/{player.game}/?how=each"))
    assert "Bid the Untendurch: no trick may be taken, and the bidding side’s meld does not count." in page
    assert "Who took every single trick?" not in page
    told = {"points_A": "200", "points_B": "20", "points_C": "30"}
    assert "Did Bob take a trick, even one worth nothing?" in words(player.send("count", **told))
    player.do("count", **told, none_B="1")
    player.do("confirm")
    assert player.state.deals[0].change == {"A": 0, "B": 300, "C": 0}


def test_a_bid_is_corrected_to_it_and_back(sit: SIT) -> None:
    player = sit()
    told = {"meld_A": "20", "meld_B": "40", "meld_C": "0", "points_A": "180", "points_B": "40"}
    player.do("pad", seat="0", amount="200", trump="S", **told)
    page = page_of(player, 1).tell(trump="no-trick")
    assert "Ann said the Untendurch: no trick, and no suit is trump." in page.says
    page.confirm()
    assert player.state.deals[0].change == {"A": -600, "B": 0, "C": 0}
    page_of(player, 1).tell(amount="200", trump="H").confirm()
    assert (player.state.deals[0].change["A"], player.state.deals[0].aim) == (200, Aim.POINTS)


def test_the_referee_says_what_is_needed(sit: SIT) -> None:
    player = sit()
    player.do("pad", seat="0", amount="200", trump="no-trick")
    asked = f"/game/{player.game}/settle/needed/ruling?"
    assert "Ann: no trick may be taken: +300 without one, else −600." in words(player.client.get(asked))
    assert "no trick may be taken" in words(player.client.get(f"{asked}taken-A=11")), "so much may be laid away"
    lost = words(player.client.get(f"{asked}taken-A=55"))
    assert "Ann: the Untendurch is lost already, as the bidding side has a trick: −600." in lost
