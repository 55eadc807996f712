"""The night in the hand of its director: where links lead, what is in sight next, what an undo asks."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from html import unescape
from unittest.mock import Mock
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.night.events import Plan
from companion.night.state import Night, Round
from companion.rules.house import make_house
from companion.store import moments
from companion.web.core.current import current_store
from companion.web.core.game import open_game
from companion.web.night import case
from companion.web.night.games import rules_of
from tests.web.conftest import browser
from tests.web.form_reader import forms_of, submitted
from tests.web.night.desk import NAMES, PLAN, draw, enter, open_night, sign_in, state, version
from tests.web.night.phones import begin, door_of, drawn, id_of, play
from tests.web.table_player import Player


@pytest.fixture
def night(client: FlaskClient) -> str:
    """A night in its third round, of two tables each, all with totals but those of the third."""
    path = open_night(client, rounds="3")
    sign_in(client, path, *NAMES)
    for number in (1, 2, 3):
        draw(client, path, number)
        for table in (1, 2) if number < 3 else ():
            enter(client, path, number, table, 100 * number, 10 * table)
    return path


def links(page: str) -> list[str]:
    return re.findall(r'<a\b[^>]*?href="([^"#]+)"', page)


def test_every_table_of_every_round_is_a_link_of_night_standing_and_chart(
    app: Flask, client: FlaskClient, night: str
) -> None:
    night_page = client.get(night).text
    standing = next(each for each in links(night_page) if each.endswith("/standing"))
    paper = next(each for each in links(night_page) if "/paper/" in each)
    chart = next(each for each in links(client.get(paper).text) if each.endswith("/chart"))
    over = {f"{night}/round/{number}/table/{table}" for number in (1, 2) for table in (1, 2)}
    for page in (night, standing, chart):
        assert over <= {*links(client.get(page).text)}, page
        first = next(each for each in links(client.get(page).text) if "/round/1/" in each)
        assert client.get(first).status_code == 200


def test_a_table_of_round_1_is_corrected_from_round_3_and_says_what_it_was_by_whom_and_when(
    app: Flask, client: FlaskClient, night: str
) -> None:
    first = next(each for each in links(client.get(night).text) if "/round/1/table/1" in each)
    told = {"points-0": "140", "why": "Slip misread"}
    assert submitted(client, first, first, **told).status_code == 303
    table = state(app, night).rounds[0].tables[0]
    assert table.totals and table.totals.points == (140, 10)
    says = re.search(
        r"Before a correction: 100 : 10 \(Slip misread\)\. <small>([^<]+), (\d+ \w+ 20\d\d, \d\d:\d\d)<",
        client.get(first).text,
    )
    assert says and says[1]
    assert submitted(client, night, f"{night}/undo").status_code == 303
    assert "Before a correction" not in client.get(first).text


CHANGES = [
    ("Europe/Berlin", "2026-03-29T00:40", "03:30"),
    ("Europe/Berlin", "2026-10-25T00:40", "02:30"),
    ("America/New_York", "2026-03-08T06:40", "03:30"),
    ("America/New_York", "2026-11-01T05:40", "01:30"),
    ("Australia/Lord_Howe", "2026-04-04T14:40", "02:00"),  # by half an hour
    ("Australia/Lord_Howe", "2026-10-03T15:10", "03:00"),
]
"""A zone, when a clock of 50 minutes is started in UTC, and what the wall shows when its bell rings."""


@pytest.mark.parametrize(("zone", "started", "bell"), CHANGES)
def test_the_bell_rings_after_its_minutes_when_clocks_change(
    app: Flask, monkeypatch: pytest.MonkeyPatch, zone: str, started: str, bell: str
) -> None:
    at = datetime.fromisoformat(f"{started}:00.000+00:00")
    monkeypatch.setattr(case, "datetime", Mock(now=Mock(return_value=at + timedelta(minutes=20, seconds=30))))
    monkeypatch.setitem(app.extensions, "zone", ZoneInfo(zone))
    there = Round(1, (), (), "drawn", clock=moments.at(at))
    with app.app_context():
        clock = case.clock_of(Night(Plan("Thursday", "Single deck", minutes=50)), there)
    assert clock == case.Clock(bell, 29 * 60 + 30)
    assert clock.says == f"30 minutes left. The bell rings at {bell}."


def test_prizes_are_shared_from_all_that_came_in_whatever_is_noted(client: FlaskClient) -> None:
    path = open_night(client, rounds="1", entry="10", per_set="2")
    sign_in(client, path, *NAMES)
    draw(client, path, 1)
    enter(client, path, 1, 1, 400, 100, **{"sets-1": "1"})
    enter(client, path, 1, 2, 300, 200)
    for number in range(1, 9):
        client.post(f"{path}/who/{number}", data={"do": "paid"})
    # 8 × 10 came in, and nothing for sets; two share places 1 and 2, two share place 3.
    first_two, third = (50 + 30) * 80 / 100 / 2, 20 * 80 / 100 / 2
    for noted in ("", "First", "Second"):
        if noted:
            client.post(f"{path}/money", data={"kind": "prize", "what": noted, "cents": "32"})
        says = re.search(r" makes? ([^<]*?)\. Cents", client.get(f"{path}/money").text)
        assert says, noted
        won = sorted(float(each) for each in re.findall(r"[\d.]+\d", says[1]))
        assert won == [third, third, first_two, first_two], noted


def test_the_undo_of_a_draw_says_what_it_takes_and_a_redo_brings_back_the_same_seats(
    app: Flask, client: FlaskClient, night: str
) -> None:
    drawn = state(app, night).rounds[2]
    page = client.get(night).text
    assert not forms_of(page, "/undo"), "one tap takes no seats"
    asking = next(each for each in links(page) if each.endswith("/undo"))
    assert "Everybody loses the seat in round 3, at its 2 tables" in client.get(asking).text
    assert submitted(client, asking, f"{night}/undo").status_code == 303
    assert len(state(app, night).rounds) == 2
    sign_in(client, night, "Ida")
    redo = next(each for each in forms_of(client.get(night).text, "/draw") if each.id == "redo")
    assert client.post(redo.action, data={**redo.sent, "redo": "1"}).status_code == 303
    assert state(app, night).rounds[2] == drawn
    assert "Redo" not in client.get(night).text


def test_two_undone_draws_come_back_in_turn_but_not_after_another_draw(
    app: Flask, client: FlaskClient, night: str
) -> None:
    for _ in range(3):
        client.post(f"{night}/undo", data={"seen": version(app, night)})
    client.post(f"{night}/undo", data={"seen": version(app, night)})
    assert len(state(app, night).rounds) == 1
    assert client.post(f"{night}/draw", data={"number": "2", "redo": "1"}).status_code == 303
    for table in (1, 2):
        enter(client, night, 2, table, 200, 100)
    assert client.post(f"{night}/draw", data={"number": "3", "redo": "1", "key": "a"}).status_code == 303
    client.post(f"{night}/undo", data={"seen": version(app, night)})
    assert draw(client, night, 3).status_code == 303
    client.post(f"{night}/undo", data={"seen": version(app, night)})
    client.post(f"{night}/who/1", data={"do": "left"})
    refused = client.post(f"{night}/draw", data={"number": "3", "redo": "1", "key": "b"})
    assert refused.status_code == 422 and "Not everybody who had a seat is still here" in refused.text


def test_the_undo_of_many_who_came_names_them(client: FlaskClient) -> None:
    path = open_night(client)
    sign_in(client, path, *NAMES[:3])
    asking = next(each for each in links(client.get(path).text) if each.endswith("/undo"))
    assert "taken off the list: Ann, Bob, Cy." in client.get(asking).text


@pytest.mark.parametrize("name", ["Own rules", "Renamed"])
def test_a_night_keeps_the_house_rules_with_which_it_began(app: Flask, client: FlaskClient, name: str) -> None:
    with app.app_context():
        row = current_store().houses.add(make_house("Own rules", "site", {"check.stake": 5}), moments.now())
    path = open_night(client, rules="Own rules", deals="1")
    sign_in(client, path, *NAMES)
    draw(client, path, 1)
    with app.app_context():
        changed = make_house(name, "site", {"check.stake": 9})
        current_store().houses.change(row.id, row.version, changed, moments.now())
    plan = {**PLAN, "rules": "Own rules", "deals": "1", "rounds": "3"}
    assert client.post(f"{path}/plan", data=plan).status_code == 303
    found = state(app, path)
    game = begin(browser(app), door_of(app, path), found.rounds[0].tables[1].entrants[0])
    with app.app_context():
        variant = open_game(id_of(game)).state.variant
        assert (variant.name, variant.check_stake, variant.end_deals) == ("Own rules", 5, 1)
    if name == "Own rules":
        client.post(f"{path}/plan", data={**plan, "rules": "Single deck, partners"})
        client.post(f"{path}/plan", data=plan)
        with app.app_context():
            rules = rules_of(state(app, path).plan)
            assert rules and rules.check_stake == 9, "chosen once more, they are those of today"


def test_a_second_ann_at_the_door_is_asked_for_something_that_tells_them_apart(app: Flask, client: FlaskClient) -> None:
    path = open_night(client)
    door, first, second = door_of(app, path), browser(app), browser(app)
    assert first.post(door, data={"name": "Ann", "key": "a"}).status_code == 303
    asked = second.post(door, data={"name": " ann ", "key": "b"})
    assert asked.status_code == 422 and "such as Ann B." in asked.text and 'value="ann"' in asked.text
    assert 'id="is-1"' in asked.text, "the first Ann on another phone taps her name"
    assert second.post(door, data={"name": "Ann B", "key": "c"}).status_code == 303
    assert first.post(door, data={"name": "Ann", "key": "d"}).location.endswith("/1")
    assert [each.name for each in state(app, path).entrants.values()] == ["Ann", "Ann B"]
    assert "Ann is here already. Write somebody else of that name as Ann B" in sign_in(client, path, names="Ann").text


def test_after_a_table_the_next_without_totals_is_in_sight(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, rounds="1")
    sign_in(client, path, *NAMES, "Ida", "Jo", "Kay", "Lou")
    draw(client, path, 1)
    for table, follows in ((2, 3), (1, 3), (3, None)):
        leads = enter(client, path, 1, table, 200, 100).location
        assert leads == (f"{path}/round/1/table/{follows}?after={table}" if follows else path)
        if follows:
            page = client.get(leads).text
            assert f"Table {table}: 200 : 100</a> is in" in page and 'id="points-0"' in page
    told = {"points-0": "210", "points-1": "100", "correct": "1"}
    assert client.post(f"{path}/round/1/table/3", data=told).location == path


def test_other_tables_without_totals_are_a_tap_away_for_a_slip_that_comes_first(client: FlaskClient) -> None:
    path = open_night(client, rounds="1")
    sign_in(client, path, *NAMES, "Ida", "Jo", "Kay", "Lou")
    draw(client, path, 1)
    page = client.get(enter(client, path, 1, 1, 200, 100).location).text
    assert f"{path}/round/1/table/3?after=1" in page and f"{path}/round/1/table/2?after=1" not in page


def test_who_has_paid_is_ticked_when_signing_in(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, entry="5")
    assert "They have paid 5.00 each" in client.get(f"{path}/here").text
    sign_in(client, path, "Ann", "Bob", paid="1")
    assert "Undo: 2 people came" in client.get(path).text
    sign_in(client, path, "Cy")
    sign_in(client, path, "Dee", paid="1")
    assert "Undo: Dee came" in client.get(path).text
    assert [each.paid for each in state(app, path).entrants.values()] == [True, True, False, True]
    paid = client.post(f"{path}/who/3", data={"do": "paid"})
    page, _, anchor = paid.location.partition("#")
    assert f'id="{anchor}"' in client.get(page).text, "it stays in sight"


def test_slips_form_chart_and_night_name_a_side_alike_with_names_and_seats(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, spare="threes", rounds="2")
    sign_in(client, path, *NAMES[:7])
    draw(client, path, 1)
    night = state(app, path)
    for table in night.rounds[0].tables:
        seats = ("East", "South", "West") if table.is_bye else ("North", "South", "East", "West")
        said = dict(zip(table.entrants, seats, strict=True))
        sides = [" & ".join(f"{night.name(each)} ({said[each]})" for each in side) for side in table.sides]
        for page in ("", "/paper/slips", "/paper/chart", f"/round/1/table/{table.number}"):
            text = unescape(client.get(f"{path}{page}").text)
            assert all(side in text for side in sides), page
    slips = client.get(f"{path}/paper/slips").text
    assert slips.count('<th scope="col">North, South</th>') == 2, "those of round 2 are for anybody"


def test_a_pair_has_both_seats_of_its_side(client: FlaskClient) -> None:
    path = open_night(client, movement="all-pairs", rounds="1")
    sign_in(client, path, names="Ann & Bob\nCy & Dee")
    draw(client, path, 1)
    for page in ("", "/paper/slips", "/paper/chart", "/round/1/table/1"):
        text = unescape(client.get(f"{path}{page}").text)
        assert "Cy & Dee (North and South)" in text and "Ann & Bob (East and West)" in text, page


def test_a_draw_is_not_redone_for_people_whose_coming_was_undone(app: Flask, client: FlaskClient) -> None:
    path = open_night(client)
    sign_in(client, path, *NAMES)
    draw(client, path, 1)
    draw(client, path, 1)
    assert "Everybody gets back the seat that the draw before gave" in client.get(f"{path}/undo").text
    for _ in range(3):
        client.post(f"{path}/undo", data={"seen": version(app, path)})
    assert not state(app, path).entrants
    refused = client.post(f"{path}/draw", data={"number": "1", "redo": "1"})
    assert refused.status_code == 422 and "Not everybody who had a seat is still here" in refused.text


def test_a_level_table_says_which_side_moves(client: FlaskClient) -> None:
    path = open_night(client, movement="losers")
    sign_in(client, path, *NAMES)
    draw(client, path, 1)
    enter(client, path, 1, 1, 200, 200)
    enter(client, path, 1, 2, 300, 100)
    page = client.get(path).text
    assert re.findall(r"Level: (.+) move, since North and South stay then", page) == [
        re.findall(r"<span>([^<]+ \(East\)[^<]+)</span>", page)[0]
    ]
    other = open_night(client, name="Drawn")
    sign_in(client, other, *NAMES)
    draw(client, other, 1)
    enter(client, other, 1, 1, 200, 200)
    assert "Level:" not in client.get(other).text


def test_a_table_whose_game_changed_since_its_totals_came_is_marked(app: Flask, client: FlaskClient) -> None:
    path = drawn(client)
    phone = browser(app)
    game = begin(phone, door_of(app, path), state(app, path).rounds[0].tables[0].entrants[0])
    player = Player(app, phone, id_of(game))
    play(player, "250", "200")
    for side in "AB":
        player.do("sign", side=side)
    points = state(app, path).rounds[0].tables[0].totals.points  # type: ignore[union-attr]
    assert "The game on the phone says" not in client.get(path).text
    told = {"points-0": str(points[0] + 10), "points-1": str(points[1]), "correct": "1", "why": "slip"}
    assert client.post(f"{path}/round/1/table/1", data=told).status_code == 303
    assert f"The game on the phone says {points[0]} : {points[1]}" in client.get(path).text
    enter(client, path, 1, 2, 300, 100)
    draw(client, path, 2)
    assert f"The game on the phone says {points[0]} : {points[1]}" in client.get(path).text, "in the round before, too"
