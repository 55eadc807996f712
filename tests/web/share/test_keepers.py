"""Who looks after a house by invitation: its owner's phone, and those that it names; a place at a game is none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.house import make_house
from companion.store import Office
from companion.store.bundle import export_all
from companion.store.files import house_document
from companion.store.membership import HOUSE, hashed
from companion.web.core.current import current_store
from companion.web.share import keepers
from tests.web.club.people import come_in
from tests.web.conftest import browser
from tests.web.new_game import begin
from tests.web.night.desk import NAMES, PLAN, draw, open_night, sign_in
from tests.web.night.phones import another_director, door_of
from tests.web.night.phones import begin as sit_down
from tests.web.table_player import words


@pytest.fixture
def house(make_app: Callable[..., Flask]) -> Flask:
    return make_app(HOME="invited")


@pytest.fixture
def owner(house: Flask) -> FlaskClient:
    return another_director(house, HOUSE)


def link_of(page: str) -> str:
    return str(re.findall(r"/keep/[\w-]{22}", page)[0])


def test_a_phone_with_a_game_of_its_own_opens_no_night_house_rules_or_season(house: Flask, owner: FlaskClient) -> None:
    path, stranger = open_night(owner), browser(house)
    begin(stranger)
    for page in ("", "/here", "/standing", "/money", "/phones", "/plan", "/paper/slips", "/round/1/table/1"):
        assert stranger.get(f"{path}{page}").status_code == 403, page
    posts = ("/nights/", "/house/new/site", "/house/x/delete", "/seasons/", "/seasons/x/remove", "/keepers/house/link")
    for form in (*posts, f"{path}/close", f"{path}/here", f"/keepers/{path.rpartition('/')[2]}/link"):
        assert stranger.post(form, data={**PLAN, "key": form}).status_code == 403, form
    assert stranger.get("/nights/").status_code == stranger.get("/league/").status_code == 403
    assert json.loads(stranger.get("/games/all.json").data)["nights"] == []


def test_a_seat_at_a_table_shows_that_night_alone_and_writes_nothing_there(house: Flask, owner: FlaskClient) -> None:
    path, other, phone = (
        open_night(owner, rules="Single deck, partners"),
        open_night(owner, name="Another"),
        browser(house),
    )
    sign_in(owner, path, *NAMES[:4])
    draw(owner, path, 1)
    sit_down(phone, door_of(house, path), 1)
    assert phone.get(path).status_code == phone.get(f"{path}/standing").status_code == 200
    assert phone.get(other).status_code == 403
    index = phone.get("/nights/").text
    assert path in index and other not in index and "Open the night" not in index
    assert phone.post(f"{path}/round/1/table/1", data={"points-0": "1", "key": "t"}).status_code == 403
    assert phone.get(f"{path}/phones").status_code == 403


def test_the_owner_says_who_else_and_takes_it_back(house: Flask, owner: FlaskClient) -> None:
    friend = browser(house)
    assert "Who looks after the house" in owner.get("/house").text
    assert "companion invite --house" in friend.get("/house").text
    first = link_of(owner.post("/keepers/house/link", data={"key": "a"}).text)
    link = link_of(owner.post("/keepers/house/link", data={"key": "b"}).text)
    assert friend.get(first).status_code == friend.post(first, data={"key": "f"}).status_code == 404
    assert friend.get(link).status_code == 200 and friend.post("/seasons/", data={"key": "s"}).status_code == 403
    assert friend.post(link, data={"key": "u"}).status_code == 303
    assert browser(house).post(link, data={"key": "again"}).status_code == 404
    assert friend.post("/seasons/", data={"name": "Cup", "first": "2026-01-01", "key": "m"}).status_code == 303
    cookie = friend.get_cookie("device")
    assert cookie
    owner.post("/keepers/house/remove", data={"keeper": hashed(cookie.value)})
    assert friend.post("/seasons/", data={"name": "Next", "first": "2026-02-01", "key": "n"}).status_code == 403


def test_the_last_one_stays_and_a_link_ends_after_a_week(
    house: Flask, owner: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookie = owner.get_cookie("device")
    assert cookie
    owner.post("/keepers/house/remove", data={"keeper": hashed(cookie.value)})
    page = owner.post("/keepers/house/link", data={"key": "k"})
    assert page.status_code == 200
    monkeypatch.setattr(keepers, "GOOD_FOR", -timedelta(minutes=1))
    assert browser(house).get(link_of(page.text)).status_code == 404


def test_only_a_hash_of_the_link_is_written_down(house: Flask, owner: FlaskClient) -> None:
    token = link_of(owner.post("/keepers/house/link", data={"key": "k"}).text).rpartition("/")[2]
    with house.app_context(), current_store().database.read() as rows:
        assert [row["hash"] for row in rows.all("select hash from keeper_link")] == [hashed(token)]


def test_of_a_file_each_part_is_taken_by_who_may_bring_it_in_alone(make_app: Callable[..., Flask]) -> None:
    club = make_app(HOME="club")
    director, member = come_in(club, Office.DIRECTOR, "Dora"), come_in(club, Office.MEMBER, "Mia")
    begin(director)
    with club.app_context():
        document = export_all(current_store(), [row.id for row in current_store().journal.list_games()])
    document["houses"] = [house_document(make_house("Ours", "site", {"pass.count": 3}))]
    for phone, houses in ((member, 0), (director, 1)):
        sent = {"file": (BytesIO(json.dumps(document).encode()), "all.json"), "key": "f"}
        page = words(phone.post("/games/file", data=sent, follow_redirects=True))
        assert ("House rules left out: 1." in page) is (houses == 0)
        with club.app_context():
            assert len(current_store().houses.list_houses()) == houses
