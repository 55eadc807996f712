"""The pages of a night: opened, signed in, drawn, entered, corrected, undone; and who may do so."""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Callable
from html import unescape
from io import StringIO
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.night.standing import standing
from companion.night.state import fold
from companion.store import Office
from companion.web.core.current import day_said, seal_json, this_evening
from companion.web.core.forms import Form
from companion.web.night.door import DOOR
from companion.web.night.door import door_of as door_path
from companion.web.night.forms import read_cents
from companion.web.night.paper import SHEETS
from companion.web.night.television import TV
from tests.web.club.people import come_in, newcomer
from tests.web.conftest import browser
from tests.web.form_reader import submitted
from tests.web.night.desk import NAMES, PLAN, draw, enter, open_night, sign_in, state


@pytest.fixture
def night(client: FlaskClient) -> str:
    """A night of eight people whose first round was drawn."""
    path = open_night(client)
    assert sign_in(client, path, *NAMES).status_code == 303
    assert draw(client, path, 1).status_code == 303
    return path


def test_a_form_for_no_round_draws_none(app: Flask, client: FlaskClient) -> None:
    path = open_night(client)
    sign_in(client, path, *NAMES)
    assert draw(client, path, 0).status_code == 422
    assert state(app, path).rounds == ()


def test_names_in_tables_out_totals_in_standing_out(app: Flask, client: FlaskClient, night: str) -> None:
    page = client.get(night).text
    assert "Tables of round 1" in page and all(name in page for name in NAMES)
    assert "Draw round 2" not in page
    enter(client, night, 1, 1, 410, -30)
    assert enter(client, night, 1, 2, 200, 100, **{"sets-1": "1"}).status_code == 303
    standing = client.get(f"{night}/standing").text
    first = [state(app, night).name(each) for each in state(app, night).rounds[0].tables[0].sides[0]]
    ranked = re.findall(r'class="who">([^<]+)</span> <b class="num">([^<]+)', standing)
    assert sorted(ranked[:2]) == sorted((name, "410") for name in first)
    assert ranked[-1][1] == "−30"
    assert "Draw round 2" in client.get(night).text


def test_every_page_of_a_night_folds_it_once(
    app: Flask, client: FlaskClient, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(client, night, 1, 1, 410, -30)
    enter(client, night, 1, 2, 200, 100)
    with app.test_request_context():
        rules = [
            each
            for each in app.url_map.iter_rules()
            if "GET" in (each.methods or ()) and "night" in each.arguments and each.endpoint != "damaged.download"
        ]
        found = night.rpartition("/")[2]
        known: dict[str, Any] = {"night": found, "number": 1, "table": 1, "sheet": "standing", "fmt": "json"}
        pages = [url_for(each.endpoint, **{name: known[name] for name in each.arguments}) for each in rules]
        door, screen = door_path(found, 1), url_for("television.night_picture", token=seal_json(TV, [found, 1]))
    pages += [f"{night}/paper/{sheet}" for sheet in SHEETS]
    pages += [door, f"{door}/1", *(f"{screen}?turn={turn}" for turn in (0, 1)), "/league/"]
    assert len(pages) > 15
    folded = Mock(wraps=fold)
    monkeypatch.setattr("companion.store.nights.fold", folded)
    for page in pages:
        folded.reset_mock()
        assert client.get(page).status_code == 200, page
        assert folded.call_count == 1, page


def test_who_came_lately_is_offered_at_the_next_night(client: FlaskClient, night: str) -> None:
    page = client.get(f"{open_night(client, name='Next')}/here").text
    assert re.findall(r'name="name" value="(\w+)"', page) == list(NAMES)


def test_rounds_to_a_target_move_losers_and_seat_who_came_late(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, target="500", minutes="50", movement="losers")
    sign_in(client, path, *NAMES, "Ida")
    draw(client, path, 1)
    assert 'name="sets-0"' in client.get(f"{path}/round/1/table/1").text
    assert enter(client, path, 1, 1, 510, 340, **{"sets-1": "6"}).status_code == 303
    assert "Seat a further table" not in client.get(path).text
    sign_in(client, path, "Jo", "Kay", "Lou")
    assert "Seat a further table" in client.get(path).text
    assert client.post(f"{path}/further", data={"further": "1"}).status_code == 303
    assert "Seat a further table" not in client.get(path).text
    enter(client, path, 1, 2, 200, 505)
    enter(client, path, 1, 3, 510, 90, deals="5")
    first = state(app, path).rounds[0]
    assert draw(client, path, 2).status_code == 303
    second = state(app, path).rounds[1]
    winners = (first.tables[0].sides[0], first.tables[1].sides[1], first.tables[2].sides[0])
    for stayed, table in zip(winners, second.tables, strict=True):
        assert {*stayed} <= {*table.entrants} and stayed not in table.sides
    refused = client.post(f"{path}/plan", data={**PLAN, "movement": "losers", "target": "300"})
    assert refused.status_code == 422 and "stay as they are" in refused.text


def test_a_bonus_and_an_extra_hand_are_lines_of_the_standing(client: FlaskClient, night: str) -> None:
    assert "extra hand" not in client.get(f"{night}/standing").text
    client.post(f"{night}/plan", data={**PLAN, "rounds": "1"})
    enter(client, night, 1, 1, 410, 100)
    enter(client, night, 1, 2, 200, 50)
    page = client.get(f"{night}/standing").text
    level = re.findall(r'<option value="(\d+)">1\. (\w+)', page)
    assert len(level) == 2
    assert client.post(f"{night}/play-off", data={"entrant": level[1][0]}).status_code == 303
    page = client.get(f"{night}/standing").text
    assert re.findall(r'class="place">(\d)</span> <span class="who">(\w+)', page)[:2] == [
        ("1", level[1][1]),
        ("2", level[0][1]),
    ]
    assert "Won the extra hand" in page
    client.post(f"{night}/penalty", data={"entrant": level[0][0], "points": "25", "why": "Prompt", "kind": "bonus"})
    page = client.get(f"{night}/standing").text
    assert "Bonus: Prompt" in page and ">25<" in page and ">435<" in page
    again = client.post(f"{night}/play-off", data={"entrant": level[0][0]})
    assert again.status_code == 422 and "shares no place" in again.text


def test_a_new_night_begins_with_the_plan_of_the_last(client: FlaskClient) -> None:
    open_night(client, rounds="7", minutes="50", bye="winners")
    page = client.get("/nights/").text
    assert 'name="rounds"' in page and 'value="7"' in page and 'value="50"' in page
    assert re.search(r'value="winners" checked', page)


def test_what_is_wrong_with_a_form_is_said_beside_it_and_nothing_is_lost(client: FlaskClient, night: str) -> None:
    answer = client.post("/nights/", data={**PLAN, "name": "", "rounds": "99", "entry": "free"})
    assert answer.status_code == 422
    assert all(says in answer.text for says in ("Write a name", "from 1 to 30", "like 5 or 2.50"))
    answer = client.post(f"{night}/round/1/table/1", data={"points-0": "41o", "points-1": "30"})
    assert answer.status_code == 422
    assert "is not a whole number" in answer.text and 'value="41o"' in answer.text and 'value="30"' in answer.text
    answer = sign_in(client, night, names="Ann\nIda\nJo")
    assert answer.status_code == 422 and "Ann is here already" in answer.text and "Ida" in answer.text


def test_a_table_is_entered_with_a_sum_and_a_minus_stays_out_of_it(client: FlaskClient, night: str) -> None:
    answer = client.post(f"{night}/round/1/table/1", data={"points-0": "-60+40", "points-1": "30"})
    assert answer.status_code == 422
    assert "“-60+40” is not a sum of whole numbers" in answer.text
    client.post(f"{night}/round/1/table/1", data={"points-0": "60+40", "below-0": "1", "points-1": "1,200 + 50"})
    page = client.get(f"{night}/round/1/table/1").text
    assert 'value="100"' in page and 'value="1250"' in page and 'name="below-0" value="1" checked' in page


@pytest.mark.parametrize(
    ("points", "says"),
    [("-10", "Did you mean 10?"), ("0", "from 1 to 99999"), ("", "from 1 to 99999"), ("ten", "is not a whole number")],
)
def test_a_penalty_says_what_is_wrong_with_its_points_alone(
    client: FlaskClient, night: str, points: str, says: str
) -> None:
    answer = client.post(f"{night}/penalty", data={"entrant": "1", "points": points, "why": "late", "key": points})
    assert answer.status_code == 422 and says in answer.text and "Choose who" not in answer.text
    assert 'value="1" selected' in answer.text and 'value="late"' in answer.text


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("5", 500),
        ("€2,50", 250),
        ("2.5 €", 250),
        ("2.5\u202f€", 250),
        ("$ 1,000.50", 100050),
        ("1.000,50", 100050),
        ("1,000", 100000),
        ("1\u00a0000", 100000),
        ("1\u2009000,50", 100050),
    ],
)
def test_money_is_read_as_people_write_it(typed: str, cents: int) -> None:
    form = Form(MultiDict({"cents": typed}))
    assert (read_cents(form, "cents"), form.errors) == (cents, {})


@pytest.mark.parametrize("typed", ["free", "-2", "1,00,0", "1,0000", "€", "100000"])
def test_what_is_no_amount_is_refused(typed: str) -> None:
    form = Form(MultiDict({"cents": typed}))
    assert read_cents(form, "cents") == 0 or form.errors
    assert "cents" in form.errors


def test_the_plan_is_changed_from_now_on(app: Flask, client: FlaskClient, night: str) -> None:
    assert 'value="Thursday"' in client.get(f"{night}/plan").text
    assert client.post(f"{night}/plan", data={**PLAN, "rounds": "5", "per_set": ".5"}).status_code == 422
    assert client.post(f"{night}/plan", data={**PLAN, "rounds": "5", "per_set": "0.5"}).status_code == 303
    assert (state(app, night).plan.rounds, state(app, night).plan.per_set) == (5, 50)
    assert client.post(f"{night}/plan", data={**PLAN, "deals": "6"}).status_code == 422


def test_two_change_places_and_the_clock_runs(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, minutes="50")
    sign_in(client, path, *NAMES)
    draw(client, path, 1)
    before = state(app, path).rounds[0]
    one, other = before.tables[0].sides[0][0], before.tables[1].sides[0][0]
    assert client.post(f"{path}/swap", data={"one": str(one), "other": str(other)}).status_code == 303
    assert state(app, path).rounds[0].tables[0].sides[0][0] == other
    assert client.post(f"{path}/swap", data={"one": str(one), "other": str(one)}).status_code == 422
    assert client.post(f"{path}/clock", data={"key": "clock"}).status_code == 303
    assert "50 minutes left. The bell rings at" in client.get(path).text


def test_a_correction_keeps_old_and_new_and_moves_the_standing(app: Flask, client: FlaskClient, night: str) -> None:
    enter(client, night, 1, 1, 400, 100)
    enter(client, night, 1, 2, 200, 100)
    assert enter(client, night, 1, 1, 999, 100).status_code == 422, "totals are not overwritten by mistake"
    assert enter(client, night, 1, 1, 140, 100, correct="1", why="slip misread").status_code == 303
    table = state(app, night).rounds[0].tables[0]
    assert table.totals and table.totals.points == (140, 100)
    assert table.corrected_from[0].points == (400, 100)
    page = client.get(f"{night}/standing").text
    assert "corrected" in page and ">140<" in page
    assert "Before a correction: 400 : 100" in client.get(f"{night}/round/1/table/1").text


def test_below_zero_is_one_tap_for_keyboards_without_a_minus(app: Flask, client: FlaskClient, night: str) -> None:
    enter(client, night, 1, 1, 400, 120, **{"below-1": "1"})
    totals = state(app, night).rounds[0].tables[0].totals
    assert totals and totals.points == (400, -120)


def test_a_total_below_zero_asks_for_its_sets_where_they_cost_something(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, per_set="0.25")
    sign_in(client, path, "Ann", "Bob", "Cy", "Di")
    draw(client, path, 1)
    asked = enter(client, path, 1, 1, 400, -120)
    assert "How often was this side set?" in asked.text and 'name="sure-sets-1"' in asked.text
    assert state(app, path).rounds[0].tables[0].totals is None
    enter(client, path, 1, 1, 400, -120, **{"sure-sets-1": "1"})
    totals = state(app, path).rounds[0].tables[0].totals
    assert totals and (totals.points, totals.sets) == ((400, -120), (0, 0))


def test_late_gone_back_and_sitting_out(app: Flask, client: FlaskClient, night: str) -> None:
    sign_in(client, night, names="Ida")
    client.post(f"{night}/who/1", data={"do": "left"})
    client.post(f"{night}/who/2", data={"do": "rest"})
    found = state(app, night)
    assert (len(found.here), found.entrants[1].here, found.entrants[2].rests) == (8, False, True)
    assert found.rounds[0].present == frozenset(range(1, 9)), "the seats of the round that is open stay"
    client.post(f"{night}/who/1", data={"do": "back"})
    client.post(f"{night}/who/3", data={"do": "rename", "called-3": "Cyrus"})
    assert state(app, night).entrants[1].here and state(app, night).name(3) == "Cyrus"


def test_a_late_player_can_be_drawn_in_while_no_table_has_totals(app: Flask, client: FlaskClient, night: str) -> None:
    sign_in(client, night, names="Ida")
    page = client.get(night).text
    assert "Draw round 1 again" in page and "Came after the draw: Ida, who plays" in page
    assert draw(client, night, 1).status_code == 303
    assert 9 in state(app, night).rounds[0].present
    enter(client, night, 1, 1, 400, 100)
    assert draw(client, night, 1).status_code == 422


def test_two_directors_who_draw_at_once_draw_one_round(app: Flask, client: FlaskClient, night: str) -> None:
    for table in (1, 2):
        enter(client, night, 1, table, 200, 100)
    assert draw(client, night, 2).status_code == 303
    seats = state(app, night).rounds[1]
    enter(client, night, 2, 1, 10, 20)
    assert draw(client, night, 2).status_code == 422
    assert [table.sides for table in state(app, night).rounds[1].tables] == [table.sides for table in seats.tables]


def test_the_same_form_twice_is_written_once(app: Flask, client: FlaskClient, night: str) -> None:
    data = {"points-0": "10", "points-1": "20", "key": "tap"}
    for _ in range(2):
        assert client.post(f"{night}/round/1/table/1", data=data).status_code == 303


def test_an_undo_takes_back_what_the_page_showed_and_nothing_else(app: Flask, client: FlaskClient, night: str) -> None:
    enter(client, night, 1, 1, 400, 100)
    page = client.get(night).text
    assert "Undo: totals of table 1 in round 1" in page
    seen = re.search(r'/undo">.*?name="seen" value="(\d+)"', page, re.DOTALL)
    assert seen
    enter(client, night, 1, 2, 1, 2)
    assert client.post(f"{night}/undo", data={"seen": seen[1]}).status_code == 409
    assert state(app, night).rounds[0].is_done
    assert client.post(f"{night}/undo", data={"seen": str(int(seen[1]) + 1)}).status_code == 303
    assert [bool(table.totals) for table in state(app, night).rounds[0].tables] == [True, False]


def test_a_hidden_standing_shows_when_the_night_is_over(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, hidden="1", rounds="1")
    sign_in(client, path, *NAMES[:4])
    draw(client, path, 1)
    enter(client, path, 1, 1, 400, 100)
    other, papers = browser(app), ("/paper/standing", "/paper/standing.csv", "/paper/standing.json")
    assert "hidden until the end" in other.get(f"{path}/standing").text
    assert {other.get(f"{path}{paper}").status_code for paper in papers} == {403}
    assert "Only the director sees this" in client.get(f"{path}/standing").text
    assert {client.get(f"{path}{paper}").status_code for paper in papers} == {200}
    assert client.post(f"{path}/close", data={"key": "close"}).status_code == 303
    assert "hidden until the end" not in other.get(f"{path}/standing").text
    assert enter(client, path, 1, 1, 1, 1, correct="1").status_code == 422


def test_the_standing_as_a_table_has_a_column_for_each_round(client: FlaskClient, night: str) -> None:
    for table in (1, 2):
        enter(client, night, 1, table, 200, 100)
    client.post(f"{night}/penalty", data={"entrant": "1", "points": "50", "why": "late"})
    answer = client.get(f"{night}/paper/standing.csv")
    assert re.search(r"filename=20\d\d-\d\d-\d\d-thursday\.csv", answer.headers["Content-Disposition"])
    assert answer.data.startswith(BOM_UTF8), "a spreadsheet takes it for UTF-8"
    rows = list(csv.reader(StringIO(answer.data.decode("utf-8-sig"))))
    assert rows[0] == ["Place", "Name", "Round 1", "Penalty", "Total", "Rounds won", "Sets", "Extra hand"]
    assert {row[1] for row in rows[1:]} == set(NAMES)
    assert all(int(row[4]) == int(row[2]) - int(row[3]) for row in rows[1:])
    listed = client.get(f"{night}/paper/standing.json").get_json()["standing"]
    shown = {each["name"]: (each["lines"][0]["points"], each["penalty"], each["total"]) for each in listed}
    assert shown == {row[1]: (int(row[2]), int(row[3]), int(row[4])) for row in rows[1:]}
    late = next(each for each in listed if each["penalty"])
    assert late["penalties"] == [{"points": 50, "why": "late"}] and len(late["lines"][0]["opponents"]) == 2
    assert client.get(f"{night}/paper/standing.xls").status_code == 404


def test_the_printed_standing_has_date_rounds_penalties_bonuses_and_extra_hands(
    app: Flask, client: FlaskClient, night: str
) -> None:
    client.post(f"{night}/plan", data={**PLAN, "rounds": "1"})
    enter(client, night, 1, 1, 410, 100)
    enter(client, night, 1, 2, 200, 50)
    names = {row.name: row.entrant for row in standing(state(app, night))}
    first, second, *_, last = names
    client.post(f"{night}/play-off", data={"entrant": names[second]})
    client.post(f"{night}/penalty", data={"entrant": names[last], "points": "50", "why": "late", "kind": "penalty"})
    client.post(f"{night}/penalty", data={"entrant": names[last], "points": "20", "why": "prompt", "kind": "bonus"})
    page = unescape(client.get(f"{night}/paper/standing").text)
    with app.app_context():
        assert f"Thursday, {day_said(this_evening())}" in page
    assert "After 1 of 1 round;" in page and f"{second} won the extra hand for place 1." in page
    assert f"{last}: penalty 50, late." in page and f"{last}: bonus 20, prompt." in page
    cells = [re.findall(r"<t[dh][^>]*>(?:<\w+>)?([^<]*)", row) for row in re.findall(r"<tr>.*?</tr>", page, re.DOTALL)]
    assert cells[1][:5] == ["1", second, "410", "", "410"] and cells[-1][:5] == ["8", last, "50", "−30", "20"]
    assert cells[2][:2] == ["2", first]


def test_money_is_counted_and_paid_by_nobody(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, entry="5", per_set="0.25")
    sign_in(client, path, *NAMES[:4])
    draw(client, path, 1)
    enter(client, path, 1, 1, 400, -100, **{"sets-1": "2"})
    for entrant in (1, 2, 3):
        client.post(f"{path}/who/{entrant}", data={"do": "paid"})
    page = client.get(f"{path}/money").text
    owing = re.search(r"Sets of (\w+): Mark 0.50 as paid", page)
    assert owing
    number = next(each.number for each in state(app, path).entrants.values() if each.name == owing[1])
    assert submitted(client, f"{path}/money", f"{path}/who/{number}", do="sets").status_code == 303
    client.post(f"{path}/money", data={"kind": "prize", "what": "First: Ann", "cents": "8.50"})
    client.post(f"{path}/money", data={"kind": "out", "what": "Coffee", "cents": "2"})
    page = client.get(f"{path}/money").text
    assert re.findall(r'class="num">(?:<b>)?([−\d.]+)', page) == ["15.00", "0.50", "−2.00", "−8.50", "5.00"]


@pytest.mark.parametrize("sheet", ["cards", "slips", "guides", "sign-in", "chart", "standing"])
def test_each_paper_is_there_before_and_during_play(client: FlaskClient, night: str, sheet: str) -> None:
    assert client.get(f"{night}/paper/{sheet}").status_code == 200
    assert client.get(f"{open_night(client)}/paper/{sheet}").status_code == 200


def test_a_chart_has_a_guide_card_for_each_person(client: FlaskClient) -> None:
    path = open_night(client, movement="chart", rounds="7")
    sign_in(client, path, *NAMES)
    page = client.get(f"{path}/paper/guides").text
    assert page.count("Round 7") == 8 and "table 1, North" in page


def test_the_television_turns_through_seats_tables_totals_and_standing(client: FlaskClient, night: str) -> None:
    link = re.search(r'href="(/tv/[^"]+)"', client.get(night).text)
    assert link
    stranger = client.application.test_client()
    assert "where you sit" in stranger.get(link[1]).text
    assert "the tables" in stranger.get(f"{link[1]}?turn=1").text
    for table in (1, 2):
        enter(client, night, 1, table, 200, 100)
    assert "the totals" in stranger.get(link[1]).text
    assert "Standing after round 1" in stranger.get(f"{link[1]}?turn=1").text
    assert stranger.get(f"{link[1]}x").status_code == 404


def test_pairs_play_by_their_movement(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, movement="all-pairs", rounds="3")
    assert sign_in(client, path, names="Ann\nBob & Cy").status_code == 422, "a pair has two names"
    sign_in(client, path, names="Ann & Bob\nCy & Dee\nEve and Flo\nGus, Hal")
    for number in (1, 2, 3):
        assert draw(client, path, number).status_code == 303
        for table in (1, 2):
            enter(client, path, number, table, 100 * number, 50)
    met = [frozenset(table.entrants) for each in state(app, path).rounds for table in each.tables]
    assert len(set(met)) == 6
    assert "Ann &amp; Bob" in client.get(f"{path}/standing").text


def test_a_phone_alone_offers_nothing_that_needs_another_phone(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app(ALONE=True))
    path = open_night(client)
    page, papers = client.get(path).text, client.get(f"{path}/paper/slips").text
    assert all(offered not in page for offered in ("/tv/", "/phones", "able cards")) and "Table cards" not in papers
    assert client.get(f"{path}/paper/cards").status_code == 404


@pytest.mark.parametrize("address", ["/door/", "/door/{door}", "/door/{door}/1", "/tv/{tv}", "{night}/phones"])
def test_a_phone_alone_answers_an_address_for_other_phones_with_a_sentence(
    make_app: Callable[..., Flask], address: str
) -> None:
    app = make_app(ALONE=True)
    client = browser(app)
    path = open_night(client)
    sign_in(client, path, *NAMES)
    night = path.rpartition("/")[2]
    with app.test_request_context():
        tokens = {"door": seal_json(DOOR, [night, 1]), "tv": seal_json(TV, [night, 1]), "night": path}
    answer = client.get(address.format(**tokens))
    assert answer.status_code == 404 and "runs on this phone alone" in answer.text


@pytest.fixture
def club(make_app: Callable[..., Flask]) -> Flask:
    return make_app(HOME="club")


FORMS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/here", {"names": "Zoe"}),
    ("/draw", {"number": "1"}),
    ("/who/1", {"do": "left"}),
    ("/penalty", {"entrant": "1", "points": "5", "why": "late"}),
    ("/money", {"kind": "in", "what": "Pot", "cents": "5"}),
    ("/plan", PLAN),
    ("/close", {"key": "c"}),
    ("/undo", {"seen": "3"}),
    ("/shown", {"shown": "1"}),
    ("/swap", {"one": "1", "other": "2"}),
    ("/clock", {"key": "k"}),
    ("/phones", {"do": "renew"}),
    ("/round/1/table/1", {"points-0": "1", "points-1": "2"}),
)


def test_directors_run_a_night_members_read_it_and_nobody_else_sees_it(club: Flask) -> None:
    director = come_in(club, Office.DIRECTOR, "Dora")
    member, stranger = come_in(club, Office.MEMBER, "Mia"), newcomer(club)
    path = open_night(director)
    sign_in(director, path, *NAMES[:4])
    draw(director, path, 1)
    before = state(club, path)
    for form, told in FORMS:
        assert member.post(f"{path}{form}", data=told).status_code == 403, form
        assert stranger.post(f"{path}{form}", data=told).status_code in {302, 303, 403}, form
    assert member.post("/nights/", data=PLAN).status_code == 403
    assert state(club, path) == before
    for page in ("", "/here", "/standing", "/money", "/round/1/table/1", "/paper/slips"):
        read = member.get(f"{path}{page}")
        assert read.status_code == 200
        assert "<form" not in read.text, f"{page} offers a member nothing that would be refused"
        refused = stranger.get(f"{path}{page}")
        assert refused.status_code in {302, 303, 403} and "Ann" not in refused.text
    assert member.get(f"{path}/plan").status_code == 403


def test_in_a_house_by_invitation_a_phone_without_a_place_sees_no_night(make_app: Callable[..., Flask]) -> None:
    made = make_app(HOME="invited")
    stranger = browser(made)
    assert stranger.get("/nights/").status_code == 403
    assert stranger.post("/nights/", data=PLAN).status_code == 403
