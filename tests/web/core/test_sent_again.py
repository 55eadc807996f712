"""A form that is sent again counts once, with other words in it not at all; those that waited keep their order."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.rules.variants.partnership import SITE
from companion.web.core.game import REPLAYED
from tests.web.conftest import browser
from tests.web.table_player import FRAGMENT, Player, begin, words


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> Player:
    """A table where the meld is told."""
    player = Player(app, client, begin(app, SITE))
    player.do("take", seat="0", amount="300")
    player.do("trump", trump="S")
    return player


def melds(table: Player) -> dict[str, int]:
    assert table.state.deal is not None
    return {shown.side: shown.points for shown in table.state.deal.shown}


def tell(table: Player, side: str, points: int, **stamp: Any) -> TestResponse:
    """Send the meld of a side as a phone does whose page showed ``seen``."""
    return table.swap("meld/number", **{"save": f"meld-{side}", f"meld-{side}": str(points)}, **stamp)


@pytest.mark.parametrize("headers", [{}, FRAGMENT], ids=["plain", "htmx"])
def test_a_form_that_comes_again_is_done_already_and_the_answer_says_so(table: Player, headers: dict[str, str]) -> None:
    told = {"key": "once", "seen": str(table.version), "save": "meld-A", "meld-A": "120"}
    path = f"/game/{table.game}/meld/number"
    first, again = (table.client.post(path, data=told, headers=headers) for _ in range(2))
    assert first.status_code == again.status_code
    assert REPLAYED not in first.headers
    assert again.headers[REPLAYED] == "1"
    assert melds(table) == {"A": 120}


def test_the_same_form_with_something_else_in_it_is_refused_and_both_are_shown(table: Player) -> None:
    seen = table.version
    tell(table, "A", 120, key="once", seen=seen)
    answer = tell(table, "A", 140, key="once", seen=seen)
    says = words(answer)
    assert answer.status_code == 422
    assert REPLAYED not in answer.headers
    assert "This form was already sent once with other values" in says
    assert "Ann & Cy: meld 140." in says
    assert "Ann & Cy: meld 120." in says
    assert melds(table) == {"A": 120}


def test_the_same_key_at_another_address_is_refused_in_words(table: Player) -> None:
    seen = table.version
    tell(table, "A", 120, key="once", seen=seen)
    answer = table.swap("undo", key="once", seen=seen)
    assert answer.status_code == 422
    assert melds(table) == {"A": 120}


def test_the_order_of_the_fields_makes_no_other_form(table: Player) -> None:
    told = {"key": "once", "seen": str(table.version), "save": "meld-A", "meld-A": "120"}
    path = f"/game/{table.game}/meld/number"
    table.client.post(path, data=told)
    assert table.client.post(path, data=dict(reversed(told.items()))).headers[REPLAYED] == "1"


def test_forms_that_waited_are_carried_out_one_on_the_other(table: Player) -> None:
    seen = table.version
    assert tell(table, "A", 120, key="a", seen=seen).status_code == 200
    assert tell(table, "B", 60, key="b", seen=seen, after=["a"]).status_code == 200
    assert table.swap("meld/close", key="done", seen=seen, after=["a", "b"]).status_code == 200
    assert melds(table) == {"A": 120, "B": 60}
    assert table.state.phase.value == "play"


def test_a_tap_on_what_waits_adds_to_it(table: Player) -> None:
    """Each tap on a meld is read by what the taps before it have told."""
    seen, side = table.version, {"side": "A", "seat": "0"}
    table.swap("meld/melds", key="1", seen=seen, more="run", **side)
    answer = table.swap("meld/melds", key="2", seen=seen, after=["1"], more="pinochle", **side)
    assert answer.status_code == 200
    assert table.state.deal is not None
    assert len(table.state.deal.shown[0].melds) == 2


def test_a_form_behind_one_that_was_not_taken_is_not_taken_either(table: Player) -> None:
    seen = table.version
    assert tell(table, "B", 60, key="b", seen=seen, after=["never came"]).status_code == 409
    assert melds(table) == {}


def test_what_others_told_between_two_that_waited_is_not_agreed_to_unseen(table: Player) -> None:
    """This phone tells the meld of one side and that the meld is done; another told the other side's in between."""
    seen = table.version
    other = Player(table.app, browser(table.app), table.game)
    other.do("meld/number", **{"save": "meld-B", "meld-B": "60"})
    assert tell(table, "A", 120, key="a", seen=seen).status_code == 200
    answer = table.swap("meld/close", key="done", seen=seen, after=["a"])
    assert answer.status_code == 409
    assert table.state.phase.value == "meld"


def test_a_version_that_a_restored_backup_does_not_know_is_refused(table: Player) -> None:
    assert tell(table, "A", 120, key="a", seen=table.version + 40).status_code == 409
    assert melds(table) == {}


def test_what_was_told_before_a_phone_lost_its_place_is_done_already_and_nothing_more_is(table: Player) -> None:
    seen = table.version
    tell(table, "A", 120, key="once", seen=seen)
    table.client.post(f"/game/{table.game}/share/seat", data={"seat": "watcher"})
    again, other, more = (
        tell(table, side, points, key=key, seen=seen)
        for side, points, key in (("A", 120, "once"), ("A", 140, "once"), ("B", 60, "new"))
    )
    assert (again.status_code, again.headers[REPLAYED]) == (200, "1")
    assert (other.status_code, more.status_code) == (403, 403)
    assert melds(table) == {"A": 120}
