"""What can't be shown is not taken; where it is there all the same, it takes no list down and can be put away."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.figures.scope import Season
from companion.night.events import ClockStarted, EntrantCame, NightOpened, Plan
from companion.rules.house import make_house
from companion.rules.variants.partnership import SITE
from companion.store import Store, bounds
from companion.store.bundle import export_night
from companion.store.entries import Entry, NewNight
from companion.store.errors import NotShown
from companion.store.files import check_store, export_game
from companion.store.games import judge_game
from companion.store.nights import CODEC
from companion.web.core.game import open_games
from tests.store.examples import open_night
from tests.web.conftest import NOW
from tests.web.night.desk import open_night as open_by_form
from tests.web.table_player import begin, words

FAR = ("9999-12-31T23:59:59.999-14:00", "0001-01-01T00:00:00+14:00", "1969-12-31T23:00:00.000+00:00", "yesterday")
NO_DAYS = ("20261120", "2026-W47-5", "9999-12-31")
LISTS = ("/", "/games/", "/games/?shelf=bin", "/games/all.json", "/nights/", "/league/", "/people/", "/evenings/")


@pytest.fixture
def store(app: Flask) -> Store:
    found: Store = app.extensions["store"]
    return found


def bring(client: FlaskClient, document: Any) -> TestResponse:
    return client.post("/games/file", data={"file": (io.BytesIO(json.dumps(document).encode()), "game.json")})


def without_seal(document: Any) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(json.dumps(document))
    del whole["seal"]
    return whole


def set_head(document: dict[str, Any], value: Any) -> None:
    document["at"] = value


def set_entry(document: dict[str, Any], value: Any) -> None:
    document["entries"][-1]["at"] = value


def set_target(document: dict[str, Any], value: Any) -> None:
    document["options"]["end.target"] = value


def set_who(document: dict[str, Any], value: Any) -> None:
    document["entries"][0]["who"] = value


TIME_SAYS = "is no time from 1970 to 2100 with its zone, as 2026-11-20T19:04:05.000+00:00"
NUMBER_SAYS = "is no number from −1,000,000,000 to 1,000,000,000"
OF_GAMES: list[tuple[Callable[[dict[str, Any], Any], None], Any, str]] = [
    *((change, far, TIME_SAYS) for change in (set_head, set_entry) for far in FAR),
    *((set_target, large, NUMBER_SAYS) for large in (1e308, 2**70, float("nan"), float("inf"))),
    *((set_target, other, "its first entry does not say so") for other in (None, list[Any](), 77)),
    (set_who, "x" * 501, "it has 501 letters, where 500 is the most"),
    (set_head, json.loads("[" * 300 + "]" * 300), "nested more than 20 deep"),
]


def named(value: Any) -> str:
    return str(getattr(value, "__name__", value))[:40]


@pytest.mark.parametrize(("change", "value", "says"), OF_GAMES, ids=named)
def test_a_game_that_no_list_could_show_is_refused_in_words(
    app: Flask, client: FlaskClient, store: Store, change: Any, value: Any, says: str
) -> None:
    document = without_seal(export_game(store.journal, begin(app, SITE)))
    change(document, value)
    answer = bring(client, document)
    assert (answer.status_code, says in words(answer)) == (422, True), words(answer)
    assert len(store.journal.list_games()) == 1
    assert client.get("/").status_code == client.get("/games/").status_code == 200


OF_NIGHTS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    *(({"at": far}, {}, TIME_SAYS) for far in FAR),
    *(({"day": day}, {}, "is no day from 2000 to 2100, as 2026-11-20") for day in NO_DAYS),
    *(({}, {"at": far}, TIME_SAYS) for far in FAR),
    ({"name": " "}, {}, "its name is empty"),
]


@pytest.mark.parametrize(("head", "clock", "says"), OF_NIGHTS, ids=named)
def test_a_night_that_no_page_could_show_is_refused_in_words(
    client: FlaskClient, store: Store, head: dict[str, Any], clock: dict[str, Any], says: str
) -> None:
    night = open_night(store)
    store.nights.append(night, 8, [ClockStarted(1, NOW)], "desk", NOW)
    document = without_seal(export_night(store, night)["nights"][0]) | head
    document["entries"][-1]["body"] |= clock
    answer = bring(client, {"format": "companion-games", "v": 1, "games": [], "nights": [document], "houses": []})
    assert (answer.status_code, says in words(answer)) == (422, True), words(answer)
    assert len(store.nights.every()) == 1


@pytest.mark.parametrize("plan", [{"name": ""}, {"name": "x" * 61}, {"entry": -1}, {"per_set": 1_000_001}], ids=str)
def test_a_plan_that_no_form_takes_is_refused(client: FlaskClient, store: Store, plan: dict[str, Any]) -> None:
    document = without_seal(export_night(store, open_night(store))["nights"][0])
    document["entries"][0]["body"]["plan"] |= plan
    answer = bring(client, {"format": "companion-games", "v": 1, "games": [], "nights": [document], "houses": []})
    assert "a NightOpened has a plan that no night has" in words(answer)


@pytest.mark.parametrize(("people", "status"), [(160, 303), (161, 422)])
def test_a_night_has_as_many_people_as_its_page_signs_in(
    client: FlaskClient, store: Store, people: int, status: int
) -> None:
    night = store.nights.open(Plan("Full", "Single deck"), "2026-11-26", "desk", NOW)
    came = [EntrantCame(number, (f"P{number}",)) for number in range(1, people + 1)]
    store.nights.append(night, 1, came, "desk", NOW)
    document = without_seal(export_night(store, night)["nights"][0]) | {"name": "A copy"}
    answer = bring(client, {"format": "companion-games", "v": 1, "games": [], "nights": [document], "houses": []})
    assert answer.status_code == status
    assert status == 303 or "a EntrantCame does not fit the events before it" in words(answer)


def harm(store: Store, sql: str, *values: str) -> None:
    with store.database.write() as rows:
        rows.run(sql, *values)


HARMED = {
    "far": "update game set created_at = '9999-12-31T23:59:59.999-14:00' where id = ?",
    "unknown": "update entry set kind = 'CardsThrown' where seq = 2 and game_id = ?",
    "no seat": "update entry set body = replace(body, '\"dealer\":0', '\"dealer\":77') where game_id = ?",
}


@pytest.mark.parametrize("how", HARMED)
def test_a_game_that_cannot_be_shown_takes_no_list_down_and_is_saved_and_put_away(
    app: Flask, client: FlaskClient, store: Store, how: str
) -> None:
    other, game = begin(app, SITE, ("Eve", "Flo", "Gus", "Hal")), begin(app, SITE)
    harm(store, HARMED[how], game)
    open_games(app)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    for path in LISTS:
        assert client.get(path).status_code == 200, path
    page = client.get("/games/").text
    assert f"/game/{game}/" in page and f"/game/{other}/" in page
    if how != "far":
        assert "Can’t be shown" in page and "Ann, Bob, Cy, Di" in page
        answer = client.get(f"/game/{game}/")
        assert answer.status_code == 422 and "Save it as a file" in answer.text and "Delete this game" in answer.text
    assert json.loads(client.get(f"/game/{game}/export.json").data)["id"] == game
    assert [each for each in check_store(store, judge_game) if each.startswith(f"game {game}")]
    saved = json.loads(client.get("/games/all.json").data)
    assert {each["id"] for each in saved["games"]} | {each["game"]["id"] for each in saved["damaged"]} == {game, other}
    assert client.post("/games/lay", data={"each": game, "shelf": "bin"}).status_code == 303
    assert game in client.get("/games/?shelf=bin").text
    assert client.post("/games/lay", data={"each": game, "shelf": "open"}).status_code == 303


def broken_night(store: Store) -> str:
    """A night that can be read, and whose entries do not follow from one another."""
    opened = Entry(*CODEC.encode(NightOpened(Plan("Broken", "Single deck"))), "desk", NOW, 1, 1)
    wrong = Entry(*CODEC.encode(ClockStarted(7, NOW)), "desk", NOW, 2, 2)
    night, _ = store.nights.restore(NewNight("Broken", "2026-11-27", NOW), [opened, wrong], {})
    return night


def test_a_night_that_cannot_be_shown_takes_no_list_down_and_is_saved_and_deleted(
    app: Flask, client: FlaskClient, store: Store
) -> None:
    whole, broken = open_by_form(client), broken_night(store)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    for path in LISTS:
        assert client.get(path).status_code == 200, path
    page = words(client.get("/nights/"))
    assert "Broken" in page and "Can’t be shown" in page
    found = store.nights.read(broken)
    with pytest.raises(NotShown):
        _ = found and found.night
    for path in ("", "/standing", "/money", "/plan", "/here", "/paper/slips"):
        answer = client.get(f"/nights/{broken}{path}")
        assert answer.status_code == 422, path
    assert "Save it as a file" in answer.text and "Delete this night" in answer.text
    (saved,) = json.loads(client.get(f"/nights/{broken}/file").data)["nights"]
    assert saved["name"] == "Broken" and len(saved["entries"]) == 2
    assert [each for each in check_store(store, judge_game) if each.startswith(f"night {broken} (Broken)")]
    assert client.post(f"{whole}/delete", data={"key": "k"}).status_code == 409
    assert client.post(f"/nights/{broken}/delete", data={"key": "k"}).status_code == 303
    assert [row.id for row in store.nights.every()] == [whole.rpartition("/")[2]]


def test_a_season_and_house_rules_that_cannot_be_read_are_listed_and_removed(client: FlaskClient, store: Store) -> None:
    winter = store.seasons.add(Season("", "Winter league", "2026-10-01"), NOW).season.key
    harm(store, "update season set first_day = '2026-W40-4' where id = ?", winter)
    house = store.houses.add(make_house("Mary’s", "site", {"end.target": 900}), NOW).id
    harm(store, "update house_variant set changes = '{\"end.target\":[]}' where id = ?", house)
    for path in ("/seasons/", "/evenings/", "/people/", "/league/", "/house", "/house/new", "/new", f"/house/{house}"):
        assert client.get(path).status_code == 200, path
    assert "Winter league Can’t be shown: its days can’t be read" in words(client.get("/seasons/"))
    assert "Can’t be played any more" in words(client.get("/house"))
    found = check_store(store, judge_game)
    assert [each.partition(" (")[0] for each in found] == [f"house variant {house}", f"season {winter}"]
    assert client.post(f"/seasons/{winter}/remove", data={"key": "k"}).status_code == 303
    assert client.post(f"/house/{house}/delete", data={"key": "k"}).status_code == 303
    assert check_store(store, judge_game) == []


def test_a_full_game_and_a_full_night_say_so(
    app: Flask, client: FlaskClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, night = begin(app, SITE), open_by_form(client)
    monkeypatch.setitem(bounds.MOST_ENTRIES, "game", 1)
    monkeypatch.setitem(bounds.MOST_ENTRIES, "night", 1)
    names = {f"name-{seat}": name for seat, name in enumerate(("Anna", "Bob", "Cy", "Di"))}
    answer = client.post(f"/game/{game}/names", data={**names, "key": "k"})
    assert (answer.status_code, "a game holds 1 at most" in words(answer)) == (422, True)
    answer = client.post(f"{night}/here", data={"names": "Ann"})
    assert (answer.status_code, "a night holds 1 at most" in words(answer)) == (422, True)
