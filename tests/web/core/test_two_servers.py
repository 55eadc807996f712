"""Two servers on one PostgreSQL serve the same game, tap by tap."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask

from companion.rules.variants.partnership import SITE
from tests.web.conftest import browser
from tests.web.played_game import Told, seat_game

WON = (Told(0, 300, (1300, 0), 200),)


def test_a_game_played_at_one_server_stands_the_same_at_the_other(make_far: Callable[..., Flask]) -> None:
    one, other = make_far(), make_far()
    player = seat_game(one, browser(one), SITE, WON)
    assert player.state.won is not None
    for page in ("", "sheet"):
        shown = browser(other).get(f"/game/{player.game}/{page}")
        assert (shown.status_code, "1300" in shown.text) == (200, True)


def test_what_was_seen_at_one_server_is_stale_once_the_other_wrote(make_far: Callable[..., Flask]) -> None:
    one, other = make_far(), make_far()
    player = seat_game(one, browser(one), SITE, [])
    assert browser(other).get(f"/game/{player.game}/").status_code == 200
    player.do("take", seat="1", amount="300")
    page = browser(other).get(f"/game/{player.game}/").text
    assert f'name="seen" value="{player.version}"' in page
