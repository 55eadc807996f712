"""What every view declares: who may ask for it, and what it does to the game that the request names."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.rules.variants import find_variant
from companion.web.core.access import ANYBODY, JOIN, MANAGE, READ, access_to, check_declared
from companion.web.core.security import SAFE_METHODS
from tests.web.table_player import begin

OF_NO_GAME = {
    "check_in",
    "club",
    "damaged",
    "door",
    "house",
    "keepers",
    "league",
    "money",
    "night",
    "night_shelf",
    "season",
    "setup",
    "totals",
    "who",
}
"""Families whose forms change nothing of a game."""
BRINGS_GAMES = {"shelf.bring_in", "start.begin", "start.sample"}
"""Forms by which there is a game that there was not."""


@pytest.fixture
def club(make_app: Callable[..., Flask]) -> Flask:
    """The house that has every page."""
    return make_app(HOME="club", METRICS=True)


def forms(app: Flask) -> Iterator[Rule]:
    """The routes that take a form."""
    return (rule for rule in app.url_map.iter_rules() if (rule.methods or set()) - SAFE_METHODS)


def test_every_view_declares_its_access(club: Flask) -> None:
    check_declared(club)
    assert len(club.view_functions) > 150


def test_an_application_with_a_view_that_declares_nothing_is_refused(make_own_app: Callable[..., Flask]) -> None:
    club = make_own_app(HOME="club")
    club.add_url_rule("/open-door", "open_door", lambda: "")
    with pytest.raises(LookupError, match="open_door does not declare who may ask"):
        check_declared(club)


def test_every_form_of_a_game_says_what_it_does_to_the_game(club: Flask) -> None:
    silent = {rule.endpoint for rule in forms(club) if access_to(club, rule.endpoint).act is READ}
    assert {each for each in silent - BRINGS_GAMES if each.partition(".")[0] not in OF_NO_GAME} == set()
    assert not [rule.endpoint for rule in forms(club) if "<game>" in rule.rule and rule.endpoint in silent]


def test_without_an_account_nothing_is_written_but_a_ruling_and_a_place(club: Flask) -> None:
    open_forms = {rule.endpoint for rule in forms(club) if access_to(club, rule.endpoint).who is ANYBODY}
    beside = {each for each in open_forms if access_to(club, each).act not in {MANAGE, JOIN}}
    by_code = {"keepers.use", "door.come_in", "door.sign_in", "door.sign_off", "door.play"}
    assert beside == {"club.by_passkey", "club.use", "settle.enter", "setup.try_form", *by_code}


def test_no_address_of_a_game_in_the_bin_finds_it(app: Flask, client: FlaskClient) -> None:
    game, routes = begin(app, find_variant("site")), app.url_map.bind("localhost")
    client.get(f"/game/{game}/")
    assert client.post("/games/lay", data={"each": game, "shelf": "bin"}).status_code == 303
    known = {"game": game, "number": 1, "question": "first", "fmt": "json"}
    asked = [
        (way, routes.build(rule.endpoint, {name: known[name] for name in rule.arguments}, method=way))
        for rule in app.url_map.iter_rules()
        if "game" in rule.arguments
        for way in sorted((rule.methods or set()) & {"GET", "POST"})
    ]
    assert len(asked) > 70
    found = {
        (way, path): client.open(path, method=way, data={"key": "a"} if way == "POST" else None) for way, path in asked
    }
    assert {each: answer.status_code for each, answer in found.items() if answer.status_code != 404} == {}
    assert [each for each, answer in found.items() if "“Deleted games”" not in answer.text] == []
