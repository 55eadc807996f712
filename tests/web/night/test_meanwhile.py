"""Two directors at once: what one asks for is written once, and never over what the other entered meanwhile."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store import Office, open_store
from companion.store.bundle import export_night
from companion.store.files import import_game
from companion.store.games import judge_game
from companion.web.core.current import current_store
from companion.web.core.writing import ENTERED_ALREADY
from tests.store.examples import open_night as night_of_one_table
from tests.web.club.people import come_in
from tests.web.conftest import browser
from tests.web.form_reader import submitted
from tests.web.night.desk import NAMES, PLAN, Step, draw, enter, open_night, sign_in, state, swap, version
from tests.web.night.phones import another_director, begin, door_of, drawn, id_of

Tabled = tuple[str, FlaskClient, FlaskClient, str, str]
"""A night, its director's phone, a phone at a table, the door by which it came, and the game there."""


def tabled(app: Flask) -> Tabled:
    """A night in an application, of which the first entrant's table plays on a phone."""
    club = app.config["HOME"] == "club"
    director, phone = come_in(app, Office.DIRECTOR, "Dora") if club else browser(app), browser(app)
    night = drawn(director)
    door = door_of(app, night)
    return night, director, phone, door, id_of(begin(phone, door, 1))


SEATED = {**{f"name-{seat}": name for seat, name in enumerate(NAMES[:4])}, "dealer": "0", "start": "1"}


def send(phone: FlaskClient, path: str, step: Step, seen: str) -> TestResponse:
    return phone.post(f"{path}{step[0]}", data={**step[1], "seen": seen, "key": key_of(phone, step[0], seen)})


def key_of(phone: FlaskClient, address: str, seen: str) -> str:
    """The key of a form: of one phone, page and version."""
    return f"{id(phone)} {address} {seen}"


@pytest.fixture
def night(client: FlaskClient) -> str:
    """Eight people, an entry to pay, and a first round that is over."""
    path = open_night(client, entry="5", minutes="50", hidden="1", rounds="3")
    sign_in(client, path, *NAMES)
    draw(client, path, 1)
    for table in (1, 2):
        enter(client, path, 1, table, 200, 100)
    return path


def totals(table: int, *points: int, **told: str) -> Step:
    return f"/round/2/table/{table}", {f"points-{side}": str(each) for side, each in enumerate(points)} | told


DRAWN: Step = ("/draw", {"number": "2"})
PENALTY: Step = ("/penalty", {"entrant": "1", "points": "50", "why": "late"})
POT: Step = ("/money", {"kind": "in", "what": "Pot", "cents": "3"})
PRIZE: Step = ("/money", {"kind": "prize", "what": "First: Ann", "cents": "20"})
TWICE: dict[str, tuple[tuple[Step, ...], Step, Step]] = {
    "draw": ((), DRAWN, DRAWN),
    "draw again": ((DRAWN,), DRAWN, DRAWN),
    "swap": ((DRAWN,), swap(1, 2), swap(1, 2)),
    "swap another way": ((DRAWN,), swap(1, 2), swap(1, 3)),
    "clock": ((DRAWN,), ("/clock", {}), ("/clock", {})),
    "totals": ((DRAWN,), totals(1, 200, 100), totals(1, 200, 100)),
    "other totals": ((DRAWN,), totals(1, 200, 100), totals(1, 210, 100)),
    "correction": (
        (DRAWN, totals(1, 9, 9)),
        totals(1, 200, 100, correct="1"),
        totals(1, 150, 100, correct="1", why="slip"),
    ),
    "penalty": ((), PENALTY, PENALTY),
    "another penalty": ((), PENALTY, ("/penalty", {"entrant": "1", "points": "20", "why": "phone"})),
    "leaving": ((), ("/who/1", {"do": "left"}), ("/who/1", {"do": "left"})),
    "rest": ((), ("/who/1", {"do": "rest"}), ("/who/1", {"do": "rest"})),
    "rest after the draw": ((), DRAWN, ("/who/1", {"do": "rest"})),
    "name": ((), ("/who/1", {"do": "rename", "called-1": "Anna"}), ("/who/1", {"do": "rename", "called-1": "Anni"})),
    "paid": ((), ("/who/1", {"do": "paid"}), ("/who/1", {"do": "paid"})),
    "sets": ((), ("/who/1", {"do": "sets", "cents": "25"}), ("/who/1", {"do": "sets", "cents": "25"})),
    "plan": ((), ("/plan", {**PLAN, "rounds": "5"}), ("/plan", {**PLAN, "rounds": "6"})),
    "shown": ((), ("/shown", {"shown": "1"}), ("/shown", {"shown": "1"})),
    "code": ((), ("/phones", {"do": "renew"}), ("/phones", {"do": "renew"})),
    "prize": ((), PRIZE, PRIZE),
    "cash": ((), POT, POT),
    "undo": ((), ("/undo", {}), ("/undo", {})),
}


@pytest.mark.parametrize(("before", "one", "other"), TWICE.values(), ids=TWICE)
def test_of_two_who_enter_the_same_thing_one_writes_and_the_other_sees_what_differs(
    app: Flask, client: FlaskClient, night: str, before: tuple[Step, ...], one: Step, other: Step
) -> None:
    for step in before:
        assert send(client, night, step, version(app, night)).status_code == 303
    seen = version(app, night)
    assert send(client, night, one, seen).status_code == 303
    then = state(app, night)
    refused = send(another_director(app, night), night, other, seen)
    assert refused.status_code == 409, refused.text
    assert state(app, night) == then
    both = [title in refused.text for title in ("Yours, not written", "Entered meanwhile")]
    assert both == [ENTERED_ALREADY not in refused.text] * 2, "both are shown where they differ"
    assert f'name="seen" value="{version(app, night)}"' in refused.text, "what is sent next has seen both"


@pytest.mark.parametrize("kind", ["draw", "draw again", "swap", "penalty"])
def test_where_both_wanted_the_same_there_is_nothing_to_send_again(
    app: Flask, client: FlaskClient, night: str, kind: str
) -> None:
    before, one, other = TWICE[kind]
    for step in before:
        send(client, night, step, version(app, night))
    seen = version(app, night)
    send(client, night, one, seen)
    refused = send(another_director(app, night), night, other, seen).text
    assert "entered this already" in refused and "send yours again" not in refused


def test_nobody_closes_a_night_whose_next_round_was_drawn(app: Flask, client: FlaskClient, night: str) -> None:
    seen = version(app, night)
    assert draw(client, night, 2).status_code == 303
    assert send(client, night, ("/close", {}), seen).status_code == 409
    assert not state(app, night).closed


BESIDE: dict[str, tuple[Step, Step]] = {
    "two tables": (totals(1, 200, 100), totals(2, 300, 50)),
    "totals and a penalty": (totals(1, 200, 100), PENALTY),
    "two penalties": (PENALTY, ("/penalty", {"entrant": "2", "points": "50", "why": "late"})),
    "two who leave": (("/who/1", {"do": "left"}), ("/who/2", {"do": "left"})),
    "somebody who pays while another leaves": (("/who/1", {"do": "left"}), ("/who/2", {"do": "paid"})),
    "somebody who comes and a table": (("/here", {"names": "Ida"}), totals(1, 200, 100)),
    "two who come": (("/here", {"names": "Ida"}), ("/here", {"names": "Jo"})),
    "somebody who was ticked on both": (("/here", {"name": "Ida"}), ("/here", {"name": "Ida"})),
    "a draw while somebody comes": (("/here", {"names": "Ida"}), ("/draw", {"number": "2"})),
}


@pytest.mark.parametrize(("one", "other"), BESIDE.values(), ids=BESIDE)
def test_what_does_not_touch_is_written_whoever_was_first(
    app: Flask, client: FlaskClient, night: str, one: Step, other: Step
) -> None:
    draw(client, night, 2)
    seen = version(app, night)
    for phone, step in ((client, one), (another_director(app, night), other)):
        assert send(phone, night, step, seen).status_code == 303


def test_nothing_typed_is_lost_and_one_tap_more_corrects(app: Flask, client: FlaskClient, night: str) -> None:
    draw(client, night, 2)
    seen = version(app, night)
    send(client, night, totals(1, 200, 100), seen)
    refused = send(another_director(app, night), night, totals(1, 210, 100), seen).text
    assert 'value="210"' in refused and "Correct the totals" in refused
    one, other = (state(app, night).name(each) for each in state(app, night).rounds[1].tables[0].sides[0])
    side = f"{one} (North) &amp; {other} (South)"
    assert f"{side} 210" in refused and f"{side} 200" in refused
    again = totals(1, 210, 100, correct="1")
    assert send(client, night, again, version(app, night)).status_code == 303
    told = dict(PLAN, rounds="9")
    send(client, night, ("/plan", {**PLAN, "rounds": "8"}), seen)
    assert 'value="9"' in send(client, night, ("/plan", told), seen).text


def test_totals_of_people_who_moved_stand_in_no_field_of_others(app: Flask, client: FlaskClient, night: str) -> None:
    draw(client, night, 2)
    page, seen = client.get(f"{night}/round/2/table/1").text, version(app, night)
    sides = re.findall(r'name="sides" value="([^"]+)"', page)[0]
    one, other = (table.entrants[0] for table in state(app, night).rounds[1].tables)
    assert send(client, night, swap(one, other), seen).status_code == 303
    refused = send(another_director(app, night), night, totals(1, 210, 100, sides=sides), seen)
    assert refused.status_code == 409 and "210" in refused.text and 'value="210"' not in refused.text


def test_totals_of_a_round_that_was_undone_meanwhile_are_shown_and_not_written(
    app: Flask, client: FlaskClient, night: str
) -> None:
    draw(client, night, 2)
    page, seen = client.get(f"{night}/round/2/table/1").text, version(app, night)
    sides = re.findall(r'name="sides" value="([^"]+)"', page)[0]
    assert send(client, night, ("/undo", {}), seen).status_code == 303
    refused = send(another_director(app, night), night, totals(1, 210, 100, sides=sides), seen)
    assert refused.status_code == 409 and " 210" in refused.text and "Draw round 2" in refused.text
    assert client.post(f"{night}/round/0/table/0", data={"sides": sides, "points-0": "1"}).status_code == 404


def test_a_penalty_for_somebody_whom_the_page_did_not_show_is_not_written(
    app: Flask, client: FlaskClient, night: str
) -> None:
    before = version(app, night)
    sign_in(client, night, "Ida")
    ida = len(NAMES) + 1
    penalty: Step = ("/penalty", {"entrant": str(ida), "points": "50", "why": "late"})
    assert send(another_director(app, night), night, penalty, before).status_code == 409
    seen = version(app, night)
    assert send(client, night, penalty, seen).status_code == 303
    for _ in range(2):
        assert send(client, night, ("/undo", {}), version(app, night)).status_code == 303
    assert ida not in state(app, night).entrants
    refused = send(another_director(app, night), night, penalty, seen)
    assert refused.status_code in (409, 422) and state(app, night).penalties == ()


def test_the_same_form_again_is_answered_as_before_and_with_other_words_it_is_not(
    app: Flask, client: FlaskClient, night: str
) -> None:
    for _ in range(2):
        assert send(client, night, PENALTY, "12").status_code == 303
    told = {**PENALTY[1], "points": "70", "seen": "12", "key": key_of(client, PENALTY[0], "12")}
    refused = client.post(f"{night}/penalty", data=told)
    assert refused.status_code == 409 and "70" in refused.text
    assert [each.points for each in state(app, night).penalties] == [50]


@pytest.mark.parametrize("seen", ["1", "3", "99", "999999999"])
def test_a_version_that_no_page_showed_writes_nothing_of_what_others_may_have_changed(
    app: Flask, client: FlaskClient, night: str, seen: str
) -> None:
    then, known = state(app, night), seen == "1"
    answer = send(client, night, ("/undo", {}), seen)
    assert answer.status_code == 409 and state(app, night) == then
    assert ("Entered meanwhile" in answer.text) is known


def test_every_form_of_a_night_says_what_its_page_showed(client: FlaskClient, night: str) -> None:
    draw(client, night, 2)
    for page in ("", "/here", "/standing", "/money", "/phones", "/plan", "/round/1/table/1", "/round/2/table/1"):
        forms = re.findall(r'<form[^>]*method="post".*?</form>', client.get(f"{night}{page}").text, re.DOTALL)
        assert forms and all('name="seen"' in form for form in forms), page


def test_a_deleted_game_takes_no_page_of_its_night_away(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    night, director, phone, door, game = tabled(app)
    assert director.post("/games/lay", data={"each": game, "shelf": "bin"}).status_code == 303
    for page in ("", "/here", "/standing", "/money", "/round/1/table/1", "/phones", "/paper/chart"):
        assert director.get(f"{night}{page}").status_code == 200, page
    number = next(each.number for each in state(app, night).rounds[0].tables if each.game)
    assert "Enter its totals." in director.get(f"{night}/round/1/table/{number}").text
    seat = phone.get(f"{door}/1")
    assert seat.status_code == 200 and "was deleted" in seat.text and "Keep score here" not in seat.text
    assert phone.post(f"{door}/1/play", data={"key": "again"}).status_code == 422
    screen = re.findall(r'href="(/tv/[^"]+)"', director.get(night).text)[0]
    assert [browser(app).get(f"{screen}?turn={turn}").status_code for turn in range(3)] == [200] * 3
    assert enter(director, night, 1, number, 200, 100).status_code == 303


@pytest.mark.parametrize("do", ["swap", "draw"])
def test_who_sits_at_a_table_whose_game_was_deleted_may_move_and_the_game_brought_back_is_not_theirs(
    make_app: Callable[..., Flask], do: str
) -> None:
    app = make_app()
    night, director, phone, door, game = tabled(app)
    one, other = (table.entrants[0] for table in state(app, night).rounds[0].tables)
    told = {"swap": {"one": str(one), "other": str(other)}, "draw": {"number": "1"}}[do]
    refused = director.post(f"{night}/{do}", data={**told, "key": "before"})
    assert refused.status_code == 422 and "on a phone already" in refused.text
    assert "Draw round 1 again" not in director.get(night).text
    director.post("/games/lay", data={"each": game, "shelf": "bin"})
    assert "Draw round 1 again" in director.get(night).text
    assert director.post(f"{night}/{do}", data={**told, "key": "after"}).status_code == 303
    tables = state(app, night).rounds[0].tables
    assert not any(table.game for table in tables)
    director.post("/games/lay", data={"each": game, "shelf": "open"})
    assert not any(table.game for table in state(app, night).rounds[0].tables)
    director.post("/games/lay", data={"each": game, "shelf": "bin"})
    if do == "swap":
        assert director.post(f"{night}/{do}", data={**told, "key": "back"}).status_code == 303
    assert "Keep score here" in phone.get(f"{door}/1").text
    assert id_of(begin(phone, door, 1)) != game


@pytest.mark.parametrize("home", ["open", "club"])
def test_only_its_director_deletes_a_game_of_a_night_that_goes_on(make_app: Callable[..., Flask], home: str) -> None:
    app = make_app(HOME=home)
    night, director, phone, _, game = tabled(app)
    for shelf in ("bin", "archive"):
        refused = phone.post("/games/lay", data={"each": game, "shelf": shelf})
        assert refused.status_code == 403 and "only the night’s director" in refused.text
    assert "only the night’s director" in phone.get(f"/games/{game}").text
    assert director.post("/games/lay", data={"each": game, "shelf": "bin"}).status_code == 303
    assert phone.post("/games/lay", data={"each": game, "shelf": "open"}).status_code == 403
    assert director.post("/games/lay", data={"each": game, "shelf": "open"}).status_code == 303
    for number in (1, 2):
        enter(director, night, 1, number, 200, 100)
    assert director.post(f"{night}/close", data={"key": "close"}).status_code == 303
    assert phone.post("/games/lay", data={"each": game, "shelf": "bin"}).status_code == 303


def test_a_night_in_a_file_takes_no_game_from_its_owner(app: Flask, client: FlaskClient, tmp_path: Path) -> None:
    """Anyone can write such a file: of any game that they may read, and with their own phone as the director."""
    game = submitted(client, "/new/site", "/new/site", **SEATED).location.split("/")[2]
    stranger = browser(app)
    document = json.loads(stranger.get(f"/game/{game}/export.json").data)
    with closing(open_store(tmp_path / "elsewhere")) as elsewhere:
        copy = import_game(elsewhere.journal, document, judge_game).game_id
        night = export_night(elsewhere, night_of_one_table(elsewhere, copy))
    sent = {"file": (io.BytesIO(json.dumps(night).encode()), "night.json")}
    assert stranger.post("/games/file", data=sent, content_type="multipart/form-data").status_code == 303
    with app.app_context():
        assert current_store().nights.of_game(game)
    assert client.post("/games/lay", data={"each": game, "shelf": "bin"}).status_code == 303
