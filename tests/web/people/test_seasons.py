"""Seasons: made, renamed, ended and removed; every page of figures tells of one alone."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from io import BytesIO, StringIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from companion.store import Office
from companion.store.membership import HOUSE
from companion.store.moments import LAST_YEAR
from companion.web.core.current import current_store, this_evening
from tests.web.club.people import come_in
from tests.web.conftest import browser
from tests.web.new_game import begin
from tests.web.night.phones import another_director
from tests.web.people.played import FOUR, deal, links, write_game

WON = deal(0, 300, (1300, 0), 200)
LOST = deal(0, 300, (0, 1300), 200)
OTHERS = ("Ann", "Bobby", "Cy", "Eve")
NIGHTS = (
    ("2026-02-28T19:00:00.000+00:00", FOUR, WON),
    ("2026-03-01T19:00:00.000+00:00", FOUR, WON),
    ("2026-05-31T19:00:00.000+00:00", FOUR, LOST),
    ("2026-06-01T01:30:00.000+00:00", OTHERS, WON),  # past midnight: still the evening of 31 May
    ("2026-06-01T19:00:00.000+00:00", FOUR, WON),
)
CUP = {"name": "Spring cup", "first": "2026-03-01", "last": "2026-05-31"}


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    """A house whose clock shows UTC, with five evenings."""
    made = make_app(TIME_ZONE="UTC")
    for at, names, told in NIGHTS:
        write_game(made, names, [told], at)
    return made


def make(client: FlaskClient, **told: str) -> str:
    """The key of a season made by the form."""
    answer = client.post("/seasons/", data={**CUP, **told, "key": "-".join(("season", *told.values()))})
    assert answer.status_code == 303
    return answer.location.rpartition("/")[2]


def test_a_season_is_made_and_its_page_tells_what_was_played_in_it(client: FlaskClient) -> None:
    page = client.get(f"/seasons/{make(client)}").text
    assert "1 March 2026 to 31 May 2026" in page
    assert "3 games on 2 evenings, 3 deals" in page
    assert all(f"/person/{name}?season=" in page for name in ("ann", "bobby"))
    assert "Spring cup" in client.get("/seasons/").text


def test_each_page_of_figures_tells_of_a_season_alone(client: FlaskClient) -> None:
    cup = make(client)
    for path, whole, part in (
        ("/person/ann", "4 finished games</a>", "2 finished games</a>"),
        ("/people/rules/site", "5 games on 4 evenings", "3 games on 2 evenings"),
        ("/people/table?who=ann&who=bob&who=cy&who=di", "4 games on 4 evenings", "2 games on 2 evenings"),
        ("/person/ann/with/cy", "in 5 deals", "in 3 deals"),
    ):
        season = f"{path}{'&' if '?' in path else '?'}season={cup}"
        assert whole in client.get(path).text, path
        page = client.get(season).text
        assert part in page, path
        assert "2026" in page
        assert season in links(client.get(path).text), path


def test_what_lies_behind_a_number_is_of_the_season_too(client: FlaskClient) -> None:
    cup = make(client)
    behind = [link for link in links(client.get(f"/person/ann?season={cup}").text) if "/behind/" in link]
    assert behind
    assert all(f"season={cup}" in link for link in behind)
    assert client.get(f"/person/ann/behind/games?season={cup}").text.count('href="/game/') == 2


def test_the_evenings_of_a_season_are_its_own(client: FlaskClient) -> None:
    page = client.get(f"/evenings/?season={make(client)}").text
    assert re.findall(r"<h2>(.*?)</h2>", page) == ["31 May 2026", "1 March 2026"]


def test_years_are_asked_for_as_ever(client: FlaskClient) -> None:
    assert "4 finished games</a>" in client.get("/person/ann?season=2026").text
    assert "0 finished games</a>" in client.get("/person/ann?season=2025").text
    assert client.get("/person/ann/year/2026").status_code == 200
    assert client.get("/person/ann/year/2025").status_code == 404
    page = client.get("/seasons/2026").text
    assert "5 games on 4 evenings" in page
    assert "Remove" not in page


def test_a_season_is_a_page_to_remember_and_a_picture(client: FlaskClient) -> None:
    cup = make(client)
    assert f"/person/ann/season/{cup}" in links(client.get("/person/ann").text)
    page = client.get(f"/person/ann/season/{cup}").text
    assert "<h1>Ann: Spring cup</h1>" in page
    assert "2 games on 2 evenings" in page
    assert "Bid of the season" in page
    assert 'download="pinochle-spring-cup.png"' in page
    picture = client.get(f"/person/ann/season/{cup}.png")
    assert Image.open(BytesIO(picture.data)).size == (1080, 1350)
    assert (
        client.get(f"/person/eve/season/{make(client, name='Autumn', first='2026-09-01', last='')}").status_code == 404
    )


def test_rows_are_taken_away_by_season(client: FlaskClient) -> None:
    cup = make(client)
    told = client.get(f"/person/ann/rows.json?season={cup}")
    found = json.loads(told.data)
    assert found["season"] == CUP | {"name": "Spring cup"}
    assert len(found["games"]) == len(found["deals"]) == 3
    assert "spring-cup" in told.headers["Content-Disposition"]
    rows = list(csv.DictReader(StringIO(client.get(f"/person/ann/rows.csv?season={cup}").data.decode("utf-8-sig"))))
    assert len(rows) == 3
    assert "season" not in json.loads(client.get("/person/ann/rows.json").data)


def test_a_kept_page_follows_what_becomes_of_its_season(client: FlaskClient) -> None:
    cup = make(client)
    path = f"/person/ann?season={cup}"
    assert "2 finished games</a>" in client.get(path).text
    client.post(f"/seasons/{cup}", data={**CUP, "last": "", "seen": "1"})
    assert "3 finished games</a>" in client.get(path).text
    client.post(f"/seasons/{cup}", data={**CUP, "name": "The cup", "seen": "2"})
    assert "The cup</a>" in client.get(path).text
    client.post(f"/seasons/{cup}/remove", data={"key": "gone"})
    assert client.get(path).status_code == 404
    assert "The cup" not in client.get("/person/ann").text


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"name": " "}, "Please give the season a name"),
        ({"name": "2026"}, "2026 is a year"),
        ({"last": "2026-02-28"}, "The last day lies before the first"),
        ({"first": ""}, "Please choose the first day"),
        ({"first": "1.3.2026"}, "Please choose the first day, or write it as 2026-11-20."),
        ({"last": "2026-02-31"}, "Please choose the last day"),
    ],
)
@pytest.mark.parametrize("there", [False, True], ids=["new", "there"])
def test_a_refused_season_keeps_what_was_typed(
    client: FlaskClient, told: dict[str, str], says: str, there: bool
) -> None:
    typed = {"name": "Winter", "first": "2026-03-01", "last": "2026-05-31", **told}
    answer = client.post(f"/seasons/{make(client) if there else ''}", data=typed)
    assert answer.status_code == 422
    assert says in answer.text
    for field in ("name", "first", "last"):
        (value,) = re.findall(rf'id="{field}".*?value="(.*?)"', answer.text, re.DOTALL)
        assert value == typed[field].strip(), field
    assert 'href="#' in answer.text
    if there:
        assert "Spring cup" in client.get("/seasons/").text


def test_a_name_that_is_taken_is_refused_and_overlapping_days_are_not(client: FlaskClient) -> None:
    make(client)
    refused = client.post("/seasons/", data={**CUP, "name": "SPRING CUP"})
    assert refused.status_code == 422
    assert "There is a season called SPRING CUP already; give this one another name." in refused.text
    other = make(client, name="Half a year", last="2026-06-30")
    assert "4 games on 3 evenings" in client.get(f"/seasons/{other}").text


def test_a_form_sent_twice_makes_one_season(client: FlaskClient) -> None:
    assert make(client) == make(client)


def test_who_has_not_seen_the_last_change_is_told_and_keeps_what_was_typed(client: FlaskClient) -> None:
    cup = make(client)
    client.post(f"/seasons/{cup}", data={**CUP, "name": "The cup", "seen": "1"})
    answer = client.post(f"/seasons/{cup}", data={**CUP, "name": "My cup", "seen": "1"})
    assert answer.status_code == 409
    assert "Another phone has changed this since the page was opened" in answer.text
    assert 'value="My cup"' in answer.text
    assert 'name="seen" value="2"' in answer.text


def test_a_season_that_goes_on_is_ended_with_this_evening(app: Flask, client: FlaskClient) -> None:
    key = make(client, name="Everything", last="")
    assert "and still going on" in client.get(f"/seasons/{key}").text
    client.post(f"/seasons/{key}/end", data={"seen": "1"})
    with app.app_context():
        row = current_store().seasons.find(key)
        assert row is not None
        assert row.season.last == this_evening().isoformat()
    assert "Is it over?" not in client.get(f"/seasons/{key}").text


def test_a_season_that_has_ended_is_not_made_longer_by_ending_it(app: Flask, client: FlaskClient) -> None:
    key = make(client, last="2026-04-01")
    assert client.post(f"/seasons/{key}/end", data={"key": "late"}).status_code == 303
    with app.app_context():
        row = current_store().seasons.find(key)
    assert row is not None
    assert row.season.last == "2026-04-01"


def test_a_season_that_has_not_begun_does_not_end(client: FlaskClient) -> None:
    key = make(client, name="Far away", first=f"{LAST_YEAR}-01-01", last="")
    assert "Is it over?" not in client.get(f"/seasons/{key}").text
    answer = client.post(f"/seasons/{key}/end", data={"seen": "1"})
    assert answer.status_code == 422
    assert "has not begun yet" in answer.text


def test_a_season_that_is_not_there_is_said_in_words(client: FlaskClient) -> None:
    for path in ("/seasons/nowhere", "/person/ann?season=nowhere", "/evenings/?season=0000", "/person/ann/season/x"):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert "There is no such season here any more" in answer.text
    assert client.post("/seasons/nowhere", data=CUP).status_code == 404
    assert client.post("/seasons/2026/end", data={"seen": "1"}).status_code == 404


def test_in_a_club_directors_make_seasons_and_members_look_at_them(make_app: Callable[..., Flask]) -> None:
    app = make_app(HOME="club", TIME_ZONE="UTC")
    write_game(app, FOUR, [WON], NIGHTS[1][0])
    director, member = come_in(app, Office.DIRECTOR, "Dora"), come_in(app, Office.MEMBER, "Max")
    key = make(director)
    assert "Make a season" in director.get("/seasons/").text
    page = member.get(f"/seasons/{key}").text
    assert "1 game on 1 evening" in page
    assert "Remember that" not in page
    assert "Make a season" not in member.get("/seasons/").text
    for path in ("/seasons/", f"/seasons/{key}", f"/seasons/{key}/end", f"/seasons/{key}/remove"):
        assert member.post(path, data=CUP).status_code == 403, path


def test_a_house_by_invitation_shows_of_a_season_the_games_of_the_phone_alone(make_app: Callable[..., Flask]) -> None:
    app = make_app(HOME="invited", TIME_ZONE="UTC")
    write_game(app, FOUR, [WON], NIGHTS[1][0])
    phone = browser(app)
    begin(phone)
    page = phone.get(f"/seasons/{make(another_director(app, HOUSE))}").text
    assert "0 games" in page
    assert "Ann" not in page
