"""A hidden standing: nobody but its directors reads a total anywhere, and who directs is no mark on a page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import count

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.house import make_house
from companion.store import Office
from companion.store.membership import hashed
from companion.web.core.current import current_store
from companion.web.core.identity import MARK_LETTERS
from companion.web.night import games
from tests.web.club.people import come_in
from tests.web.conftest import browser
from tests.web.form_reader import forms_of
from tests.web.night.desk import NAMES, PLAN, draw, enter, open_night, sign_in, state
from tests.web.night.phones import another_director, begin, door_of, drawn, id_of, play, screen_on
from tests.web.table_player import Player

POINTS, CORRECTED = (4310, 1730), 4320
SHOWN = re.compile(r"(?<!\w)(4,?310|4,?320|1,?730)(?!\w)")
"""A total as a number of its own: the key of a form may hold the same figures."""


def hidden_night(director: FlaskClient) -> str:
    """A night with a table whose totals were corrected, and one that has none yet."""
    path = open_night(director, hidden="1", entry="5", rules="Single deck, partners")
    sign_in(director, path, *NAMES)
    draw(director, path, 1)
    enter(director, path, 1, 1, *POINTS)
    assert enter(director, path, 1, 1, CORRECTED, POINTS[1], correct="1", why="slip").status_code == 303
    return path


def shows_totals(page: str) -> bool:
    return SHOWN.search(page) is not None


def pages_of(app: Flask, path: str) -> list[str]:
    """Every page of a night, and what everybody has a link to."""
    parts = {"night": path.rpartition("/")[2], "number": "1", "table": "1"}
    rules = [rule for rule in app.url_map.iter_rules() if "<night>" in rule.rule and "GET" in (rule.methods or ())]
    found = [re.sub(r"<(?:int:)?(\w+)>", lambda part: parts.get(part[1], part[0]), rule.rule) for rule in rules]
    sheets = ("cards", "slips", "guides", "sign-in", "chart", "standing")
    found = [each.replace("<sheet>", sheet) for each in found for sheet in sheets]
    found = [each.replace("<fmt>", fmt) for each in found for fmt in ("csv", "json")]
    return [*dict.fromkeys(found), "/games/all.json", "/league/", "/nights/", "/"]


@pytest.mark.parametrize(("is_over", "showing"), [(False, 4), (True, 8)])
def test_no_page_file_or_screen_shows_a_hidden_total_to_who_may_not_see_it(
    app: Flask, client: FlaskClient, is_over: bool, showing: int
) -> None:
    """The night, its table, the wall chart and the file show them to directors; the standing, too, after the round."""
    path = hidden_night(client)
    if is_over:
        enter(client, path, 1, 2, 200, 100)
    others = [screen_on(client.get(path).text) + f"?turn={turn}" for turn in range(5)]
    others += [f"{door_of(app, path)}/{entrant}" for entrant in (1, 5)]
    seen = {True: 0, False: 0}
    for phone, may in ((client, True), (another_director(app, path), True), (browser(app), False)):
        for page in (*pages_of(app, path), *others):
            shows = shows_totals(phone.get(page).text)
            assert may or not shows, page
            seen[may] += shows
    assert seen[True] == 2 * showing


def test_the_money_page_says_nothing_of_sets_and_checks_while_the_standing_is_hidden(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        current_store().houses.add(make_house("With checks", "site", {"check.stake": 5}), "2026-01-01T00:00:00Z")
    path = open_night(client, hidden="1", per_set="0.50", rules="With checks", deals="1")
    sign_in(client, path, *NAMES)
    draw(client, path, 1)
    enter(client, path, 1, 2, -250, 290, **{"sets-0": "1"})
    first, phone = state(app, path).rounds[0].tables[0].entrants[0], browser(app)
    play(Player(app, phone, id_of(begin(phone, door_of(app, path), first))), "250", "60")
    other = browser(app)

    def says(page: str) -> list[bool]:
        return [part in page for part in ("Sets to pay", "Who pays whom for checks")]

    assert says(client.get(f"{path}/money").text) == [True, True]
    assert says(other.get(f"{path}/money").text) == [False, False]
    client.post(f"{path}/shown", data={"shown": "1", "key": "s"})
    assert says(other.get(f"{path}/money").text) == [True, True]


def test_all_games_are_saved_without_a_night_whose_standing_is_hidden_until_it_is_shown(
    app: Flask, client: FlaskClient
) -> None:
    path, other = hidden_night(client), browser(app)

    def nights(phone: FlaskClient) -> int:
        return len(json.loads(phone.get("/games/all.json").data)["nights"])

    assert (nights(client), nights(other)) == (1, 0)
    client.post(f"{path}/shown", data={"shown": "1", "key": "s"})
    assert nights(other) == 1


def test_whoever_does_not_direct_has_no_button_that_would_show_it_and_none_is_taken(
    app: Flask, client: FlaskClient
) -> None:
    path, other = hidden_night(client), browser(app)
    told: dict[str, dict[str, str]] = {
        "shown": {"shown": "1"},
        "plan": PLAN,
        "close": {},
        "undo": {"seen": "13"},
        "penalty": {"entrant": "1", "points": "5", "why": "late"},
        "play-off": {"entrant": "1"},
    }
    offered = [form.action for page in ("", "/standing") for form in forms_of(other.get(f"{path}{page}").text)]
    for what, fields in told.items():
        assert f"{path}/{what}" not in offered
        assert other.post(f"{path}/{what}", data={**fields, "key": what}).status_code == 403, what
    assert "Show the standing to everybody" not in other.get(f"{path}/standing").text
    assert "Show the standing to everybody" in another_director(app, path).get(f"{path}/standing").text
    assert not state(app, path).shows_standing


def test_anybody_in_an_open_house_enters_totals_of_a_hidden_night_and_reads_none(
    app: Flask, client: FlaskClient
) -> None:
    path, other = hidden_night(client), browser(app)
    assert enter(other, path, 1, 2, 200, 100).status_code == 303
    again = enter(other, path, 1, 1, 1, 2)
    assert again.status_code == 422 and "hidden until the end of the night" in again.text
    stale = enter(other, path, 1, 1, 1, 2, seen="10", key="old")
    assert not shows_totals(again.text + stale.text)


def test_in_a_club_a_member_whom_a_director_named_sees_it(make_app: Callable[..., Flask]) -> None:
    club = make_app(HOME="club")
    director, helper = come_in(club, Office.DIRECTOR, "Dora"), come_in(club, Office.MEMBER, "Mia")
    path = hidden_night(director)
    assert not shows_totals(helper.get(path).text)
    made = director.post(f"/keepers/{path.rpartition('/')[2]}/link", data={"key": "l"}).text
    link = re.findall(r"/keep/[\w-]{22}", made)[0]
    assert browser(club).post(link, data={"key": "n"}).status_code == 403
    assert helper.post(link, data={"key": "u"}).location == path
    assert shows_totals(helper.get(path).text)
    assert helper.post("/nights/", data=PLAN).status_code == 403


def test_a_helper_sees_a_hidden_standing_from_the_link_that_names_them_until_they_are_removed(
    app: Flask, client: FlaskClient
) -> None:
    path, helper = hidden_night(client), browser(app)
    enter(client, path, 1, 2, 200, 100)
    night = path.rpartition("/")[2]
    pages = ("/standing", "/paper/standing", "/paper/standing.csv", "/paper/standing.json", "/paper/chart")

    def sees(phone: FlaskClient) -> set[bool]:
        return {shows_totals(phone.get(f"{path}{page}").text) for page in pages}

    assert sees(helper) == {False}
    link = re.findall(r"/keep/[\w-]{22}", client.post(f"/keepers/{night}/link", data={"key": "l"}).text)[0]
    assert sees(helper) == {False}, "the link names nobody before it is used"
    helper.post(link, data={"key": "u"})
    assert sees(helper) == {True} and sees(browser(app)) == {False}
    cookie = helper.get_cookie("device")
    assert cookie
    client.post(f"/keepers/{night}/remove", data={"keeper": hashed(cookie.value), "key": "r"})
    assert sees(helper) == {False} and sees(client) == {True}
    assert "Show the standing to everybody" not in helper.get(f"{path}/standing").text
    assert helper.post(f"{path}/shown", data={"shown": "1", "key": "s"}).status_code == 403


def twin_of(phone: FlaskClient, app: Flask) -> FlaskClient:
    """A phone with the same mark."""
    cookie = phone.get_cookie("device")
    assert cookie
    mark = hashed(cookie.value)[:MARK_LETTERS]
    ids = (f"{number:022}" for number in count())
    twin = browser(app)
    twin.set_cookie("device", next(each for each in ids if hashed(each)[:MARK_LETTERS] == mark))
    return twin


def test_a_phone_with_the_mark_of_the_director_is_not_the_director(app: Flask, client: FlaskClient) -> None:
    path = hidden_night(client)
    (second, _), _ = state(app, path).rounds[0].tables[1].sides
    game = id_of(begin(browser(app), door_of(app, path), second))
    twin = twin_of(client, app)
    assert shows_totals(client.get(path).text) and not shows_totals(twin.get(path).text)
    assert twin.post("/games/lay", data={"each": game, "shelf": "bin"}).status_code == 403
    assert client.post("/games/lay", data={"each": game, "shelf": "bin"}).status_code == 303


def test_a_phone_with_the_mark_of_who_signed_up_takes_nobody_off_the_list(app: Flask, client: FlaskClient) -> None:
    path, ida = open_night(client), browser(app)
    place = ida.post(door_of(app, path), data={"name": "Ida"}).location
    refused = twin_of(ida, app).post(f"{place}/leave", data={"key": "t"})
    assert refused.status_code == 422 and "Another phone signed this name up" in refused.text
    assert ida.post(f"{place}/leave", data={"key": "o"}).status_code == 303


def test_looking_at_a_night_writes_nothing_and_totals_that_did_not_arrive_come_by_themselves(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = drawn(client)
    (north, _), (east, _) = state(app, path).rounds[0].tables[1].sides
    phones, door = (browser(app), browser(app)), door_of(app, path)
    game = id_of({begin(phone, door, each) for phone, each in zip(phones, (north, east), strict=True)}.pop())
    with monkeypatch.context() as patch:
        patch.setattr(games, "_enter", lambda *_, **__: None)
        ours, theirs = (Player(app, phone, game) for phone in phones)
        play(ours, "250", "60")
        ours.do("sign", side="A")
        theirs.do("sign", side="B")
    before = state(app, path)
    for page in pages_of(app, path):
        client.get(page)
    assert state(app, path) == before
    for _ in range(2):
        with app.app_context():
            games.fetch_missing()
            read = current_store().nights.read(path.rpartition("/")[2])
        assert read is not None
        assert [each.who for each in read.entries].count("the companion") == 1
        assert read.night.rounds[0].tables[1].totals is not None
