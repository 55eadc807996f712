"""A request opens its game once, not before it is let in, and goes on with what it wrote."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants.partnership import SITE
from companion.store import Journal
from tests.web.played_game import Told, seat_game
from tests.web.table_player import FRAGMENT, Player


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> Player:
    """A table after one deal, and this phone sits for Ann."""
    player = seat_game(app, client, SITE, [Told(0, 300, (150, 40), 180)])
    client.post(f"/game/{player.game}/share/seat", data={"key": "sit", "seat": "0"})
    return player


def fields(table: Player, **told: str) -> dict[str, str]:
    return {"key": "once", "seen": str(table.version), **told}


def test_a_tap_asks_the_store_for_the_mark_once(table: Player) -> None:
    told, path = fields(table, seat="1", amount="250"), f"/game/{table.game}/take"
    with patch.object(Journal, "mark", autospec=True, side_effect=Journal.mark) as asked:
        answer = table.client.post(path, data=told, headers=FRAGMENT)
    assert answer.status_code == 200
    assert asked.call_count == 1


def test_the_page_after_a_write_shows_what_was_written(table: Player) -> None:
    answer = table.client.post(f"/game/{table.game}/take", data=fields(table, seat="1", amount="250"), headers=FRAGMENT)
    assert f'name="seen" value="{table.version}"' in answer.text


def test_the_page_of_a_form_that_comes_too_late_shows_the_game_as_it_stands(table: Player) -> None:
    late = fields(table, seat="1", amount="250")
    table.do("take", seat="2", amount="300")
    answer = table.client.post(f"/game/{table.game}/take", data=late, headers=FRAGMENT)
    assert answer.status_code == 409
    assert f'name="seen" value="{table.version}"' in answer.text


def test_two_writes_at_one_moment_leave_the_second_with_the_game_as_the_first_left_it(table: Player) -> None:
    """The game moves on between the request's look at it and its write."""
    told, path = fields(table, seat="1", amount="250"), f"/game/{table.game}/take"
    other, append = table.client.application.test_client(), Journal.append
    other.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"

    def overtaken(*arguments: object) -> object:
        with patch.object(Journal, "append", append):
            other.post(path, data={**told, "key": "first", "seat": "2", "amount": "300"}, headers=FRAGMENT)
        return append(*arguments)  # type: ignore[arg-type]  # handed on as they came

    with patch.object(Journal, "append", overtaken):
        answer = table.client.post(path, data=told, headers=FRAGMENT)
    assert answer.status_code == 409
    assert f'name="seen" value="{table.version}"' in answer.text


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_nothing_is_opened_for_a_request_that_is_refused(table: Player, headers: dict[str, str]) -> None:
    told = fields(table, seat="1", amount="250")
    with patch.object(Journal, "version", autospec=True, side_effect=Journal.version) as asked:
        answer = table.client.post(f"/game/{table.game}/take", data=told, headers=headers)
    assert answer.status_code in (400, 403)
    assert asked.call_count == 0
