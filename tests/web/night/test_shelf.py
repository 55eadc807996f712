"""A night gets its right day, goes into the archive and the bin, and comes back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.night.events import Plan
from companion.store import Office
from companion.store.entries import Shelf
from companion.web import caretaker
from companion.web.core.current import current_store, this_evening
from tests.web.club.people import come_in
from tests.web.conftest import browser
from tests.web.night.desk import open_night, state, version
from tests.web.night.test_league import played, ranked


def lay(client: FlaskClient, path: str, shelf: Shelf) -> int:
    return client.post(f"{path}/shelf", data={"shelf": shelf.value}).status_code


def test_a_deleted_night_is_on_no_page_and_in_no_season_until_it_is_restored(client: FlaskClient) -> None:
    path = played(client, 100, 300)
    assert f'href="{path}/shelf"' in client.get(path).text
    assert "Delete this night" in client.get(f"{path}/shelf").text
    assert lay(client, path, Shelf.BIN) == 303
    for page in (path, f"{path}/standing", f"{path}/paper/chart", f"{path}/round/1/table/1"):
        gone = client.get(page)
        assert gone.status_code == 404 and "was deleted" in gone.text
    assert client.post(f"{path}/undo", data={"seen": "1"}).status_code == 404
    assert path not in client.get("/nights/").text and ranked(client.get("/league/").text) == []
    assert client.get("/games/all.json").get_json()["nights"] == []
    assert f'href="{path}/shelf"' in client.get("/nights/?shelf=bin").text
    assert "can be restored until" in client.get(f"{path}/shelf").text
    assert lay(client, path, Shelf.OPEN) == 303
    assert client.get(path).status_code == 200 and len(ranked(client.get("/league/").text)) == 4


def test_the_bin_of_nights_is_emptied_after_thirty_days(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = played(client, 100, 300)
    lay(client, path, Shelf.BIN)
    with app.app_context():
        store = current_store()
        caretaker.forget(store)
        assert [row.id for row in store.nights.every()] == [path.rpartition("/")[2]]
        monkeypatch.setattr("companion.web.shelf.KEPT_FOR", timedelta(days=-1))
        caretaker.forget(store)
        assert store.nights.every() == []


def test_an_archived_night_leaves_the_list_and_counts_as_before(client: FlaskClient) -> None:
    path = played(client, 100, 300)
    lay(client, path, Shelf.ARCHIVE)
    assert path not in client.get("/nights/").text and path in client.get("/nights/?shelf=archive").text
    assert client.get(path).status_code == 200 and len(ranked(client.get("/league/").text)) == 4
    assert "Take it out of the archive" in client.get(f"{path}/shelf").text


def test_a_night_gets_its_right_day_though_it_is_closed_and_undo_takes_it_back(app: Flask, client: FlaskClient) -> None:
    path = played(client, 100, 300)
    with app.app_context():
        today = this_evening()
    assert client.post(f"{path}/day", data={"day": "2019-12-20"}).status_code == 303
    assert "20 December 2019" in client.get("/nights/").text
    assert ranked(client.get(f"/league/?season={today.year}").text) == []
    assert len(ranked(client.get("/league/?season=2019").text)) == 4
    wrong = client.post(f"{path}/day", data={"day": "2019-13-20"})
    assert wrong.status_code == 422 and "2019-13-20" in wrong.text and "Years go from 2000" in wrong.text
    assert client.post(f"{path}/day", data={"day": "2019-12-20"}).status_code == 303
    assert "Undo: the day was changed to 20 December 2019" in client.get(path).text
    client.post(f"{path}/undo", data={"seen": version(app, path)})
    assert state(app, path).day == "" and state(app, path).closed
    assert len(ranked(client.get(f"/league/?season={today.year}").text)) == 4


def test_a_form_without_a_shelf_moves_nothing(client: FlaskClient) -> None:
    path = open_night(client)
    assert client.post(f"{path}/shelf", data={"shelf": "sample"}).status_code == 400
    assert client.get(path).status_code == 200
    assert client.get("/nights/none/shelf").status_code == 404
    assert client.post("/nights/none/shelf", data={"shelf": "bin"}).status_code == 404


def test_while_its_standing_is_hidden_only_a_director_deletes_a_night(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, hidden="1")
    other = browser(app)
    assert other.get(f"{path}/shelf").status_code == 403
    assert other.post(f"{path}/shelf", data={"shelf": "bin"}).status_code == 403
    assert f"{path}/shelf" not in other.get(path).text
    assert lay(client, path, Shelf.BIN) == 303


def test_the_log_of_a_club_says_who_deleted_a_night_and_who_restored_it(make_app: Callable[..., Flask]) -> None:
    director = come_in(make_app(HOME="club"), Office.DIRECTOR, "Dora")
    path = open_night(director)
    for shelf in (Shelf.ARCHIVE, Shelf.BIN, Shelf.OPEN):
        lay(director, path, shelf)
    log = director.get("/members/log").text
    assert [log.count(f"{what} the night Thursday") for what in ("deleted", "restored")] == [1, 1]


def test_a_night_elsewhere_is_no_strangers_to_delete(make_app: Callable[..., Flask]) -> None:
    app: Flask = make_app(HOME="invited")
    with app.app_context():
        store = current_store()
        night = store.nights.open(Plan("Thursday", "x"), "2026-11-26", "desk", "2026-11-26T19:00:00.000+00:00")
    assert browser(app).post(f"/nights/{night}/shelf", data={"shelf": "bin"}).status_code == 403
