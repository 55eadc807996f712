"""The standing of a season: on the club's pages, and by one link."""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Callable
from datetime import date
from html import unescape
from io import StringIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store import Office
from companion.web.core.current import this_evening
from companion.web.night import season
from tests.web.club.people import come_in, newcomer
from tests.web.conftest import browser
from tests.web.night.desk import NAMES, draw, enter, open_night, sign_in


def played(client: FlaskClient, *points: int) -> str:
    """A night of one round with one table that is over."""
    path = open_night(client)
    sign_in(client, path, *NAMES[:4])
    draw(client, path, 1)
    enter(client, path, 1, 1, *points)
    client.post(f"{path}/close", data={"key": "close"})
    return path


def ranked(page: str) -> list[tuple[str, str]]:
    return re.findall(r'class="who">([^<]+)</span> <b class="num">([^<]+)', page)


def link_on(page: str) -> str:
    found = re.search(r"/qr\.svg\?path=([^\"&]+)", unescape(page))
    assert found
    return found[1].replace("%2F", "/")


def test_nights_that_are_over_make_a_standing(client: FlaskClient) -> None:
    for points in ((100, 100), (300, 300)):
        played(client, *points)
    open_night(client)
    page = client.get("/league/").text
    assert [points for _, points in ranked(page)] == ["400"] * 4
    assert "2 nights; 1 not closed yet" in page
    assert [points for _, points in ranked(client.get("/league/?best=1").text)] == ["300"] * 4
    assert [points for _, points in ranked(client.get("/league/?count=average").text)] == ["200.0"] * 4
    apart = client.get("/league/?least=3").text
    assert len(ranked(apart)) == 4 and "Fewer than 3 rounds" in apart


def test_a_season_is_a_matrix_of_names_and_nights_on_its_page_and_as_a_file(client: FlaskClient) -> None:
    played(client, 100, 300)
    path = open_night(client, name="Second")
    sign_in(client, path, names="Ann\nBob\nZoë\n=1+1")
    draw(client, path, 1)
    enter(client, path, 1, 1, 40, 20)
    client.post(f"{path}/close", data={"key": "close"})
    page = unescape(client.get("/league/").text)
    head, *lines = re.findall(r"<tr>.*?</tr>", page[page.index("All nights as a table") :], re.DOTALL)
    matrix = [re.findall(r"<t[dh][^>]*>(?:<\w>)?([^<]*)", line) for line in lines]
    answer = client.get("/league/season.csv")
    assert answer.data.startswith(BOM_UTF8), "a spreadsheet takes it for UTF-8"
    names, *rows = csv.reader(StringIO(answer.data.decode("utf-8-sig")))
    assert names[:2] == ["Place", "Name"] and names[4:] == ["Points", "Nights", "Rounds"]
    assert [each.partition(" ")[2] for each in names[2:4]] == ["Thursday", "Second"]
    assert [each[:10] for each in names[2:4]] == re.findall(r">(20\d\d-\d\d-\d\d)<", head)
    assert [[cell.lstrip("'") for cell in row[:5]] for row in rows] == matrix[: len(rows)]
    assert {row[1] for row in rows} == {"Ann", "Bob", "Cy", "Dee", "Zoë", "'=1+1"}
    both = next(row for row in rows if row[1] == "Ann")
    assert int(both[2]) in {100, 300} and int(both[3]) in {20, 40} and int(both[4]) == int(both[2]) + int(both[3])
    alone = next(row for row in rows if row[1] == "Zoë")
    assert alone[2] == "" and alone[3] == alone[4] and alone[5:] == ["1", "1"]
    document = client.get("/league/season.json?count=average").get_json()
    assert document["count"] == "average" and [each["name"] for each in document["nights"]] == ["Thursday", "Second"]
    shown = {each["name"]: each["points"] for each in document["standing"]}
    assert shown["Ann"] == int(both[4]) / 2
    assert client.get("/league/season.xls").status_code == 404


def test_the_money_of_a_season_is_that_of_its_nights(client: FlaskClient) -> None:
    for cents in ("5", "10"):
        path = open_night(client, entry=cents, per_set="0.50")
        sign_in(client, path, *NAMES[:4], paid="1")
        client.post(f"{path}/who/4", data={"do": "unpaid"})
        client.post(f"{path}/who/1", data={"do": "sets", "cents": "150"})
        client.post(f"{path}/money", data={"kind": "prize", "what": "First: Ann", "cents": "8.50"})
        client.post(f"{path}/money", data={"kind": "out", "what": "Coffee", "cents": "2"})
        draw(client, path, 1)
        enter(client, path, 1, 1, 100, 200)
    client.post(f"{path}/close", data={"key": "close"})
    page = client.get("/league/").text
    table = page[page.index("Money of these nights") :]
    rows = [re.findall(r'num">(?:<b>)?([^<]+)', row) for row in re.findall(r"<tr>.*?</tr>", table, re.DOTALL)]
    nights = [["15.00", "1.50", "−2.00", "−8.50", "6.00"], ["30.00", "1.50", "−2.00", "−8.50", "21.00"]]
    assert rows[1:] == [*nights, ["45.00", "3.00", "−4.00", "−17.00", "27.00"]]
    assert table.count("not closed yet") == 1


@pytest.mark.parametrize("asked", ["season=none", "count=none", "best=x", "best=-1", "least=99999999"])
def test_an_address_that_asks_for_nothing_sensible_shows_a_standing(client: FlaskClient, asked: str) -> None:
    played(client, 100, 200)
    assert client.get(f"/league/?{asked}").status_code == 200


def test_a_season_of_the_house_counts_its_own_nights(client: FlaskClient) -> None:
    played(client, 100, 200)
    client.post("/seasons/", data={"name": "Long ago", "first": "2001-01-01", "last": "2001-12-31"})
    key = re.search(r'value="([^"]+)"[^>]*>Long ago', client.get("/league/").text)
    assert key
    assert "No night of this season has been closed yet" in client.get(f"/league/?season={key[1]}").text


def test_one_link_shows_the_standing_to_everybody_and_nothing_else(make_app: Callable[..., Flask]) -> None:
    club: Flask = make_app(HOME="club")
    director = come_in(club, Office.DIRECTOR, "Dora")
    played(director, 100, 300)
    stranger = newcomer(club)
    assert stranger.get("/league/").status_code in {302, 303, 403}
    page = director.get("/league/?count=places").text
    shared = stranger.get(link_on(page))
    assert ranked(shared.text) == ranked(page) and {points for _, points in ranked(page)} == {"10", "6"}
    assert "<form" not in shared.text and "Money of these nights" not in shared.text
    assert "Money of these nights" in page and "All nights as a table" in shared.text
    assert stranger.get("/league/season.csv").status_code in {302, 303, 403}
    assert browser(club).get(f"{link_on(page)}x").status_code == 404


def test_a_director_ends_every_link_to_a_standing(make_app: Callable[..., Flask]) -> None:
    club: Flask = make_app(HOME="club")
    director, member = come_in(club, Office.DIRECTOR, "Dora"), come_in(club, Office.MEMBER, "Mia")
    played(director, 100, 300)
    links = [link_on(director.get(f"/league/?count={count}").text) for count in ("best", "places")]
    assert "End these links" not in member.get("/league/").text
    assert member.post("/league/links", data={"key": "k"}).status_code == 403
    assert director.post("/league/links", data={"key": "k"}).status_code == 303
    ended = [browser(club).get(link) for link in links]
    assert all(each.status_code == 404 and "has ended" in each.text for each in ended)
    assert browser(club).get(link_on(director.get("/league/").text)).status_code == 200
    assert "revoked a link for: the standing of a season" in director.get("/members/log").text


def test_a_link_to_a_standing_ends_sixty_days_after_its_season(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(client, 100, 300)
    with app.app_context():
        year = this_evening().year
    link = link_on(client.get(f"/league/?season={year}").text)
    for day, status in ((date(year + 1, 3, 1), 200), (date(year + 1, 3, 2), 404)):
        monkeypatch.setattr(season, "this_evening", lambda day=day: day)
        assert browser(app).get(link).status_code == status
        page = client.get(f"/league/?season={year}").text
        assert len(ranked(page)) == 4 and ("/qr.svg" in page) is (status == 200)


def form_of(page: str) -> dict[str, list[str]]:
    """The form that chooses the nights of a season, as it stands on the page."""
    form = page[page.index("/league/nights") :]
    fields = {name: re.findall(rf'name="{name}" value="([^"]+)"', form) for name in ("season", "listed", "out")}
    return {**fields, "night": re.findall(r'name="night" value="([^"]+)" checked', form)}


def test_a_season_counts_chosen_nights_and_all_of_its_days_by_default(client: FlaskClient) -> None:
    first, second = played(client, 100, 100), played(client, 300, 300)
    form = form_of(client.get("/league/").text)
    assert {*form["night"]} == {*form["listed"]} == {path.rpartition("/")[2] for path in (first, second)}
    form["night"].remove(second.rpartition("/")[2])
    answer = client.post("/league/nights", data={**form, "count": "average", "best": "2"})
    assert "count=average&best=2" in unescape(answer.location)
    page = client.get("/league/").text
    assert {points for _, points in ranked(page)} == {"100"} and "1 night; 1 left out" in page
    # A page that was opened before says nothing new of the other night.
    stale = {**form, "night": []}
    assert client.post("/league/nights", data=stale).status_code == 303
    assert "Every night of this season is left out" in client.get("/league/").text
    back = form_of(client.get("/league/").text)
    assert client.post("/league/nights", data={**back, "night": back["listed"]}).status_code == 303
    assert {points for _, points in ranked(client.get("/league/").text)} == {"400"}
    assert client.post("/league/nights", data={"season": "none"}).status_code == 404


def test_names_from_paper_can_be_made_one_and_two_again(client: FlaskClient) -> None:
    played(client, 100, 300)
    path = open_night(client)
    sign_in(client, path, "Anna", "Bob", "Cy", "Guest")
    draw(client, path, 1)
    enter(client, path, 1, 1, 200, 200)
    client.post(f"{path}/close", data={"key": "close"})
    links = re.findall('href="(/who/[^"]+)"', client.get("/league/").text)
    assert sorted(links) == ["/who/Ann", "/who/Anna", "/who/Bob", "/who/Cy", "/who/Dee"], "a guest has no names"
    page = client.get("/who/Anna").text
    assert "<option>Ann</option>" in page and "Written Anna everywhere" in page
    sat = client.post("/who/Anna", data={"say": "same", "other": "Bob"})
    assert sat.status_code == 422 and "Anna and Bob were there in the same round on" in unescape(sat.text)
    assert client.post("/who/Ann", data={"say": "same", "other": "Anna"}).status_code == 303
    assert "Also written Ann" in client.get("/who/Anna").text
    rows = dict(ranked(client.get("/league/").text))
    assert len(rows) == 5 and rows["Anna"] in {"300", "500"}
    assert client.post("/who/Anna", data={"say": "two", "other": "ann"}).status_code == 303
    assert len(ranked(client.get("/league/").text)) == 6
    assert client.get("/who/Nobody").status_code == 404


@pytest.mark.parametrize("wish", ["self", "tables"])
def test_who_lets_only_some_see_them_is_a_guest_in_the_season_and_on_its_link(
    app: Flask, client: FlaskClient, wish: str
) -> None:
    played(client, 100, 300)
    assert client.post("/who/Ann", data={"say": "mine"}).status_code == 303
    assert client.post("/who/Ann", data={"say": "seen-by", "seen-by": wish}).status_code == 303
    own = client.get("/league/").text
    assert "Ann" in dict(ranked(own))
    for file in ("/league/season.csv", "/league/season.json"):
        assert "Ann" in client.get(file).text
        other = browser(app).get(file).text
        assert "Ann" not in other and "a guest" in other
    for page in ("/league/", link_on(own)):
        shown = browser(app).get(page).text
        assert "Ann" not in shown and "a guest" in dict(ranked(shown))
        assert len(ranked(shown)) == 4
