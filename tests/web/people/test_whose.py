"""Who may see a person, and whose phone this is: what the first phone said stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from companion.cli import main
from companion.store.membership import Role
from companion.web.core.current import current_store
from tests.web.conftest import browser
from tests.web.people.played import write_evenings

AT = "2026-11-20T19:00:00.000+00:00"


@pytest.fixture
def played(app: Flask) -> Flask:
    """A house with some evenings of four people."""
    write_evenings(app, 3)
    write_evenings(app, 1, ("Ann", "Bobby", "Cy", "Eve"), seed=2)
    return app


def phone_of(app: Flask) -> FlaskClient:
    """A phone that this server knows."""
    client = browser(app)
    client.get("/")
    return client


def say(client: FlaskClient, name: str, what: str, **more: str) -> int:
    return client.post(f"/who/{name}", data={"say": what, **more}).status_code


def link_on(client: FlaskClient, name: str) -> str:
    """The link that a person's phone makes for another."""
    page = client.post(f"/who/{name}", data={"say": "another-phone"}).text
    return str(re.findall(r"/who/phone/[\w.-]+", page)[0])


def test_who_says_first_that_a_phone_is_theirs_has_the_say_until_it_is_given_up(played: Flask) -> None:
    own, other = phone_of(played), phone_of(played)
    assert say(own, "ann", "mine") == 303
    page = other.get("/who/ann").text
    assert "Another phone is Ann’s." in page
    assert 'value="mine"' not in page
    refused = other.post("/who/ann", data={"say": "mine"})
    assert refused.status_code == 422
    assert "Another phone is Ann’s. If you are Ann, tap “Another phone of mine” on that one" in refused.text
    assert say(other, "ann", "leave-out") == 422
    assert say(own, "ann", "mine") == 303
    assert say(own, "ann", "not-mine") == 303
    assert say(other, "ann", "mine") == 303
    assert say(own, "ann", "leave-out") == 422


def test_a_second_phone_comes_by_the_link_of_the_first(played: Flask) -> None:
    own, second = phone_of(played), phone_of(played)
    say(own, "ann", "mine")
    say(own, "ann", "seen-by", **{"seen-by": "self"})
    assert say(second, "ann", "another-phone") == 403
    link = link_on(own, "ann")
    assert "I am Ann" in second.get(link).text
    assert second.get("/person/ann").status_code == 403  # looking changes nothing
    assert second.post(link, data={"key": ""}).location == "/who/ann"
    assert second.get("/person/ann").status_code == own.get("/person/ann").status_code == 200


def test_a_link_that_was_made_up_or_is_old_makes_no_phone_anybodys(
    played: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, other = phone_of(played), phone_of(played)
    say(own, "ann", "mine")
    link = link_on(own, "ann")
    monkeypatch.setattr("companion.web.people.naming.GOOD_FOR_SECONDS", -1)
    for path in (link, "/who/phone/made-up"):
        for answer in (other.get(path), other.post(path, data={"key": ""})):
            assert answer.status_code == 404
            assert "This link is good for an hour" in answer.text


def test_a_link_is_good_as_long_as_the_person_is_its_makers(played: Flask) -> None:
    first, next_one = phone_of(played), phone_of(played)
    say(first, "ann", "mine")
    link = link_on(first, "ann")
    say(first, "ann", "not-mine")
    say(next_one, "ann", "mine")
    say(next_one, "ann", "seen-by", **{"seen-by": "self"})
    assert first.post(link, data={"key": ""}).status_code == 404
    assert first.get("/person/ann").status_code == 403


def test_a_name_that_was_joined_stays_with_its_person_whoever_asks(played: Flask) -> None:
    own, other = phone_of(played), phone_of(played)
    say(own, "bob", "same", other="Bobby")
    say(own, "bobby", "mine")
    refused = other.post("/who/bobby", data={"say": "two", "other": "bob"})
    assert refused.status_code == 422
    assert "somebody else</button>" not in refused.text
    assert say(own, "bobby", "two", other="bob") == 303


def test_the_machine_lets_go_of_a_person_whose_phone_is_lost(played: Flask, tmp_path: Path) -> None:
    lost, new, other = (phone_of(played) for _ in range(3))
    say(lost, "ann", "mine")
    say(lost, "ann", "seen-by", **{"seen-by": "self"})
    told = CliRunner().invoke(main, ["release", "Ann", "--data", str(tmp_path)])
    link = told.stdout.strip().rpartition(": ")[2]
    assert [client.get("/person/ann").status_code for client in (lost, new, other)] == [403, 403, 403]
    assert new.post(link, data={"key": ""}).status_code == 303
    assert [client.get("/person/ann").status_code for client in (lost, new, other)] == [403, 200, 403]


def test_who_is_on_no_phone_needs_no_release(played: Flask, tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["release", "Bob", "--data", str(tmp_path)])
    assert told.exit_code == 2
    assert "Bob is on no phone" in told.stderr


def test_only_the_phones_of_a_person_see_what_is_only_theirs(played: Flask) -> None:
    own, other = browser(played), browser(played)
    for client in (own, other):
        client.get("/")
    refused = own.post("/who/ann", data={"say": "seen-by", "seen-by": "self"})
    assert "Say “This is me” on your phone first" in refused.text
    own.post("/who/ann", data={"say": "mine"})
    offered = re.findall(r'name="seen-by" value="([^"]*)"', own.get("/who/ann").text)
    assert offered == ["everybody", "tables", "self"]
    assert own.post("/who/ann", data={"say": "seen-by", "seen-by": offered[-1]}).status_code == 303
    assert own.get("/person/ann").status_code == 200
    for path in ("/person/ann", "/person/ann/behind/won", "/person/ann/rows.csv", "/person/ann/year/2026", "/who/ann"):
        assert other.get(path).status_code == 403, path
    assert "/person/ann" not in other.get("/people/").text
    assert other.post("/who/ann", data={"say": "mine"}).status_code == 403
    assert other.post("/who/ann", data={"say": "leave-out"}).status_code == 403


def test_tables_see_those_with_whom_they_sat(played: Flask) -> None:
    own, mate, stranger = browser(played), browser(played), browser(played)
    for client in (own, mate, stranger):
        client.get("/")
    own.post("/who/ann", data={"say": "mine"})
    own.post("/who/ann", data={"say": "seen-by", "seen-by": "tables"})
    mate.post("/who/bob", data={"say": "mine"})
    assert mate.get("/person/ann").status_code == 200
    assert stranger.get("/person/ann").status_code == 403


def test_by_invitation_a_phone_sees_figures_of_its_own_games_alone(make_app: Callable[..., Flask]) -> None:
    app = make_app(HOME="invited")
    games = write_evenings(app, 2)
    guest, stranger = browser(app), browser(app)
    for client in (guest, stranger):
        client.get("/")
    with app.app_context():
        device = guest.get_cookie("device")
        assert device
        current_store().members.join(games[0], device.value, Role.WATCHER, None, AT)
    assert "1 finished game</a>" in guest.get("/person/ann").text
    assert guest.get("/evenings/").text.count("/sheet") == 1
    assert stranger.get("/person/ann").status_code == 404
    for path in ("/people/", "/evenings/", "/new/site"):
        assert "Ann" not in stranger.get(path).text, path


def test_by_invitation_a_page_that_was_made_follows_the_games_of_its_phone(make_app: Callable[..., Flask]) -> None:
    app = make_app(HOME="invited")
    games, guest = write_evenings(app, 2), browser(app)
    guest.get("/")
    device = guest.get_cookie("device")
    assert device
    for count, game in enumerate(games[:2], start=1):
        with app.app_context():
            current_store().members.join(game, device.value, Role.WATCHER, None, AT)
        assert re.search(rf"{count} finished games?</a>", guest.get("/person/ann").text)


def test_what_is_kept_of_a_phone_is_no_key_to_it(played: Flask) -> None:
    client = browser(played)
    client.get("/")
    client.post("/who/ann", data={"say": "mine"})
    device = client.get_cookie("device")
    assert device
    with played.app_context(), current_store().database.read() as rows:
        assert device.value not in repr(rows.all("select * from saying"))
