"""Phones that play together: who is here, whose turn it is, the rematch, and the phone that was away."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants.partnership import SITE
from companion.web.core import seat
from companion.web.core.current import current_store
from tests.web.conftest import browser
from tests.web.follower import Follower
from tests.web.new_game import begin, finish, play_one_deal
from tests.web.played_game import Told, seat_game
from tests.web.share.phones import phone
from tests.web.table_player import words

ENDS = [Told(0, 300, (1700, 40), 180)]


def listed(client: FlaskClient, game: str) -> list[tuple[str, str]]:
    """The phones on the page, each with what is said of it."""
    page = client.get(f"/game/{game}/here").text
    return re.findall(r"<strong>(.*?)</strong>.*?<small>(.*?)</small>", page, re.DOTALL)


def test_everybody_sees_who_is_here(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = browser(app)
    owner.get("/")
    game = begin(owner)
    bob = phone(app, game, "1")
    owner.get(f"/game/{game}/")
    assert listed(bob.client, game) == [("Keeps the score", "here now, and the game is theirs"), ("Bob", "here now")]
    assert listed(owner, game)[0] == ("Keeps the score", "here now, and the game is yours")
    seen = re.findall(r"/here\?since=\w+", bob.client.get(f"/game/{game}/here").text)[0]
    assert bob.client.get(f"/game/{game}{seen}").status_code == 204
    monkeypatch.setattr(seat, "HERE_SECONDS", -1.0)
    assert bob.client.get(f"/game/{game}{seen}").status_code == 200
    assert [says for _, says in listed(bob.client, game)] == ["away, and the game is theirs", "away"]


def test_a_phone_is_here_as_long_as_its_page_follows(app: Flask) -> None:
    with app.test_request_context("/"):
        app.preprocess_request()
        everyone = seat.presence()
        seat.hearing("no game")()
        assert everyone.here("no game") == frozenset()
    bob = phone(app, begin(browser(app)), "1")
    stream = Follower(bob.client, f"/live/{bob.game}")
    with app.app_context():
        (member,) = [each.id for each in current_store().members.members_of(bob.game) if not each.owns]
    assert next(stream)
    everyone._heard.clear()
    assert b"beat" in next(stream)
    assert member in everyone.here(bob.game)
    stream.close()


def test_the_sign_is_on_the_phones_of_all_whose_meld_is_waited_for(app: Flask) -> None:
    game = begin(browser(app), dealer="3")
    ann, bob = (phone(app, game, seat) for seat in "01")
    ann.do("take", seat="0", amount="300")
    assert ("Your turn" in ann.see(), "Your turn" in bob.see()) == (True, False)
    ann.do("trump", trump="S")
    assert ("Your turn" in ann.see(), "Your turn" in bob.see()) == (True, True)
    bob.do("meld/number", meld_B="60")
    assert ("Your turn" in ann.see(), "Your turn" in bob.see()) == (True, False)
    assert "Ann and Cy meld" in bob.see()


def test_a_rematch_takes_along_whoever_agrees_with_seats_and_roles(app: Flask) -> None:
    table = seat_game(app, browser(app), SITE, ENDS)
    cy, watcher = phone(app, table.game, "2"), phone(app, table.game, "watcher")
    seen = cy.client.get(f"/game/{table.game}/").text.partition('data-live="')[2].partition('"')[0]
    assert "Come along" not in watcher.see()
    again = table.client.post(f"/game/{table.game}/rematch", data={"key": "r"}).location
    followed = cy.client.get(f"/game/{table.game}/?since={seen}", headers={"HX-Request": "true"})
    assert "Come along" in words(followed)
    for each, place in ((cy, "2"), (watcher, "watcher")):
        answer = each.client.post(f"/game/{table.game}/come-along", data={"key": "k"})
        assert (answer.status_code, answer.location) == (303, again)
        assert re.search(rf'value="{place}" checked', each.client.get(f"{again}share").text)


def test_the_rematch_belongs_to_the_owner_of_the_game_whoever_begins_it(app: Flask) -> None:
    owner = browser(app)
    owner.get("/")
    game = begin(owner)
    play_one_deal(app, game)
    finish(app, game)
    bob = phone(app, game, "1")
    again = bob.client.post(f"/game/{game}/rematch", data={"key": "r"}).location
    assert bob.client.post(f"{again}share/link", data={"place": "2"}).status_code == 403
    owner.post(f"/game/{game}/come-along", data={"key": "k"})
    assert owner.post(f"{again}share/link", data={"place": "2"}).status_code == 200
    assert bob.client.post(f"{again}share/link", data={"place": "2"}).status_code == 403


def test_there_is_nowhere_to_come_along_before_a_rematch_has_begun(app: Flask) -> None:
    bob = phone(app, begin(browser(app)), "1")
    assert bob.client.post(f"/game/{bob.game}/come-along", data={"key": "k"}).status_code == 422


def test_a_phone_that_comes_back_after_a_night_is_at_its_own_game_and_its_own_seat(app: Flask) -> None:
    cy = phone(app, begin(browser(app), dealer="1"), "2")
    later = begin(browser(app), "Eve", "Flo", "Gus", "Hal")
    with app.app_context(), current_store().database.write() as rows:
        rows.run("update game set updated_at = '2020-01-01T20:00:00.000+00:00' where id = ?", cy.game)
    first = cy.client.get("/").text
    assert re.search(rf'go-on" href="/game/{cy.game}/"', first)
    assert "Your turn" in cy.see()
    assert re.search(rf'go-on" href="/game/{later}/"', browser(app).get("/").text)
