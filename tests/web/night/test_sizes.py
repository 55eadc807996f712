"""Nights by rules that are not for two pairs: how many sit at a table, in which sides, and what every page shows."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.night.events import TableTotals
from companion.web.core.current import current_store
from companion.web.core.game import open_game
from tests.web.conftest import browser
from tests.web.night.desk import PLAN, draw, enter, open_night, sign_in, state
from tests.web.night.phones import begin, door_of, id_of
from tests.web.table_player import Player, words

PEOPLE = [f"P{number:02}" for number in range(1, 17)]


def drawn(client: FlaskClient, people: int, **told: str) -> str:
    path = open_night(client, **told)
    sign_in(client, path, *PEOPLE[:people])
    answer = draw(client, path, 1)
    assert answer.status_code == 303, answer.text
    return path


@pytest.mark.parametrize(
    ("rules", "people", "told", "tables", "out"),
    [
        ("Binokel for three", 9, {}, [3, 3, 3], 0),
        ("Binokel for three", 11, {}, [3, 3, 3], 2),
        ("Cutthroat", 11, {"spare": "pause"}, [3, 4, 4], 0),
        ("Two-handed", 7, {}, [2, 2, 2], 1),
        ("Bruce’s five-card", 10, {}, [4, 4], 2),
        ("Bruce’s five-card", 10, {"seats": "5"}, [5, 5], 0),
        ("Bruce’s five-card", 9, {"seats": "5", "spare": "threes"}, [5, 4], 0),
        ("Auction pinochle", 8, {"seats": "4"}, [4, 4], 0),
        ("Five-handed", 11, {"spare": "pause"}, [5, 6], 0),
    ],
)
def test_each_plays_alone_at_tables_of_as_many_as_the_rules_say(
    app: Flask, client: FlaskClient, rules: str, people: int, told: dict[str, str], tables: list[int], out: int
) -> None:
    path = drawn(client, people, rules=rules, **told)
    there = state(app, path).rounds[0]
    assert [[len(side) for side in table.sides] for table in there.tables] == [[1] * many for many in tables]
    assert len(there.out) == out


def test_a_table_of_one_more_says_how_many_deals_it_plays_and_that_one_pauses(client: FlaskClient) -> None:
    path = drawn(client, 11, rules="Binokel for three", spare="pause", deals="9")
    assert words(client.get(path)).count("12 deals, one pauses each deal") == 2
    path = drawn(client, 11, rules="Binokel for three", spare="pause", target="1000", name="To 1000")
    assert words(client.get(path)).count("One pauses each deal") == 2
    path = drawn(client, 9, rules="Binokel for three", name="All play")
    assert "pauses each deal" not in words(client.get(path))


@pytest.mark.parametrize(
    ("rules", "told", "even"),
    [
        ("Binokel for three", {"spare": "pause"}, "3 or 6"),
        ("Binokel for three", {}, ""),
        ("Binokel for three", {"spare": "pause", "deals": "9"}, ""),
        ("Binokel for three", {"spare": "pause", "target": "1000"}, ""),
        ("Five-handed", {"spare": "pause"}, "5 or 10"),
        ("Auction pinochle", {"seats": "4", "deals": "6"}, "4 or 8"),
        ("Auction pinochle", {"seats": "4"}, ""),
        ("Bruce’s five-card", {"spare": "pause"}, ""),
        ("Single deck, partners", {}, ""),
    ],
)
def test_deals_that_come_out_uneven_where_one_pauses_are_said_before_the_draw(
    client: FlaskClient, rules: str, told: dict[str, str], even: str
) -> None:
    path = open_night(client, rules=rules, **told)
    sign_in(client, path, *PEOPLE[:8])
    page = words(client.get(path))
    assert ("uneven: not all play the same number" in page) is bool(even)
    assert f"{even} come out even" in page or not even
    draw(client, path, 1)
    assert "uneven" not in words(client.get(path)), "the deals stay as they are by now"


@pytest.mark.parametrize(
    ("rules", "people", "sides"),
    [("Racehorse", 13, [3, 3]), ("Eight-handed", 16, [2, 2, 2, 2]), ("Doubles", 8, [2, 2])],
)
def test_partners_sit_at_tables_of_as_many_as_the_rules_say(
    app: Flask, client: FlaskClient, rules: str, people: int, sides: list[int]
) -> None:
    path = drawn(client, people, rules=rules)
    there = state(app, path).rounds[0]
    assert [[len(side) for side in table.sides] for table in there.tables] == [sides, sides]
    assert len(there.out) == people - 2 * sum(sides)


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"rules": "Binokel for three", "movement": "pairs"}, "Binokel for three has no tables of two pairs"),
        ({"rules": "Binokel for three", "movement": "losers"}, "Binokel for three has no tables of two pairs"),
        ({"rules": "Binokel for three", "seats": "5"}, "Binokel for three is for 3 at a table."),
        ({"rules": "Bruce’s five-card", "seats": "1"}, "from 2 to 8"),
        ({"rules": "Binokel for three", "spare": "threes"}, "One fewer than 3 can’t play Binokel for three."),
        ({"rules": "Two-handed", "spare": "pause"}, "Nobody can sit down as one more at Two-handed."),
        ({"rules": "Racehorse", "spare": "threes"}, "One fewer than 6 can’t play Racehorse."),
        ({"rules": "Single deck, partners", "spare": "pause"}, "Nobody can sit down as one more"),
    ],
)
def test_a_plan_that_does_not_go_with_its_rules_is_refused_in_words(
    client: FlaskClient, told: dict[str, str], says: str
) -> None:
    answer = client.post("/nights/", data={**PLAN, "deals": "9", **told})
    assert answer.status_code == 422 and says in answer.text
    assert 'value="9"' in answer.text, "nothing typed is lost"
    assert re.search(r'<details class="as-table"[^>]* open>\s*<summary>Another day', answer.text), "shown where it is"


@pytest.mark.parametrize(
    ("asked", "movements", "spares", "lacks"),
    [
        (
            {"rules": "Single deck, partners"},
            8,
            ["sit-out", "threes"],
            "Nobody can sit down as one more at Single deck",
        ),
        ({"rules": "Binokel for three"}, 1, ["sit-out", "pause"], "Binokel for three has no tables of two pairs"),
        ({"rules": "Two-handed"}, 1, ["sit-out"], "One fewer than 2 can’t play Two-handed."),
        (
            {"rules": "Bruce’s five-card", "seats": "5"},
            1,
            ["sit-out", "threes", "pause"],
            "Bruce’s five-card has no tables",
        ),
        ({"rules": "Bruce’s five-card", "seats": "9"}, 1, ["sit-out", "threes", "pause"], "Bruce’s five-card has no"),
    ],
)
def test_only_what_the_rules_can_draw_is_offered_with_what_they_lack(
    client: FlaskClient, asked: dict[str, str], movements: int, spares: list[str], lacks: str
) -> None:
    answer = client.get("/nights/", query_string={**asked, "movement": "drawn", "name": "Typed"})
    page = answer.text
    assert len(re.findall('name="movement"', page)) == movements
    assert re.findall('name="spare" value="([a-z-]+)"', page) == spares
    assert lacks in words(answer) and 'value="Typed"' in page
    refused = client.post("/nights/", data={**PLAN, **asked, "movement": "pairs"})
    assert (refused.status_code == 303) is (movements == 8), "what is not offered is refused, and what is is not"
    if movements == 1:
        assert re.search('value="drawn" checked', refused.text), "what is offered is chosen in its place"


def test_a_night_that_was_opened_offers_what_its_rules_can_draw(client: FlaskClient) -> None:
    path = open_night(client, rules="Binokel for three")
    assert len(re.findall('name="movement"', client.get(f"{path}/plan").text)) == 1
    other = client.get(f"{path}/plan", query_string={"rules": "Single deck, partners", "movement": "pairs"}).text
    assert re.search('name="movement" value="pairs" checked', other) and len(re.findall('name="movement"', other)) == 8


@pytest.mark.parametrize(
    ("people", "told", "says"),
    [
        (9, {}, "Draw round 1 3 tables of 3. More"),
        (10, {}, "3 tables of 3; 1 person sits out. “Change the plan” has a way to seat more. More"),
        (11, {"spare": "pause"}, "2 tables of 4 and 1 table of 3. More"),
        (2, {}, "2 people are too few for a table. More"),
        (6, {"rules": "Single deck, partners", "spare": "threes"}, "2 tables of 3. More"),
        (5, {"rules": "Single deck, partners"}, "1 table of 4; 1 person sits out. More"),
        (7, {"rules": "Single deck, partners"}, "1 table of 4; 3 people sit out. “Change the plan” has a way"),
        (7, {"rules": "Single deck, partners", "movement": "losers"}, "1 table of 4; 3 people sit out. More"),
        (8, {"rules": "Single deck, partners", "movement": "chart"}, "Draw round 1 More"),
    ],
)
def test_what_the_next_draw_makes_is_said_before_it(
    client: FlaskClient, people: int, told: dict[str, str], says: str
) -> None:
    path = open_night(client, **{"rules": "Binokel for three", "deals": "9", "rounds": "2", **told})
    sign_in(client, path, *PEOPLE[:people])
    assert says in words(client.get(path))


def test_who_comes_late_plays_in_the_next_round_however_often_it_is_drawn(app: Flask, client: FlaskClient) -> None:
    path = drawn(client, 9, rules="Binokel for three")
    for table in (1, 2, 3):
        enter(client, path, 1, table, 300, 200, 100)
    sign_in(client, path, "Late", "Later")
    for _ in range(12):
        assert draw(client, path, 2).status_code == 303
        assert len(state(app, path).rounds[1].out) == 2 and {10, 11}.isdisjoint(state(app, path).rounds[1].out)
    first = {*state(app, path).rounds[1].out}
    for table in (1, 2, 3):
        enter(client, path, 2, table, 300, 200, 100)
    draw(client, path, 3)
    assert first.isdisjoint(state(app, path).rounds[2].out), "nobody sits out twice before all have"


def test_the_tables_of_a_night_stay_once_a_round_was_drawn(app: Flask, client: FlaskClient) -> None:
    path = drawn(client, 9, rules="Binokel for three")
    plan = {**PLAN, "rules": "Single deck, partners"}
    answer = client.post(f"{path}/plan", data=plan)
    assert answer.status_code == 422 and "as many sit at a table as then" in answer.text
    assert client.post(f"{path}/plan", data={**plan, "rules": "Cutthroat", "rounds": "5"}).status_code == 303
    assert state(app, path).plan.sizes.seats == 3 and state(app, path).plan.rules == "Cutthroat"


def test_the_totals_of_three_count_for_each_alone(app: Flask, client: FlaskClient) -> None:
    path = drawn(client, 9, rules="Binokel for three", deals="9", spare="pause", per_set="0.50")
    for table in state(app, path).rounds[0].tables:
        page = client.get(f"{path}/round/1/table/{table.number}").text
        assert page.count('name="below-') == 3
        enter(client, path, 1, table.number, 300, 200, 100, **{"sets-1": "1"})
    night = state(app, path)
    assert all(table.totals and table.totals.points == (300, 200, 100) for table in night.rounds[0].tables)
    page = client.get(f"{path}/standing").text
    assert page.count("won 1") == 3 and page.count("won 0") == 6
    second = night.rounds[0].tables[0].sides[1][0]
    assert f"Sets of {night.name(second)}: Mark 0.50 as paid" in client.get(f"{path}/money").text


def test_a_table_at_which_one_pauses_plays_more_deals(app: Flask, client: FlaskClient) -> None:
    path = drawn(client, 7, rules="Binokel for three", deals="9", spare="pause", per_deal="1")
    small, large = state(app, path).rounds[0].tables
    assert (len(small.sides), len(large.sides)) == (3, 4)
    assert "Fewer than 12 deals played" in client.get(f"{path}/round/1/table/2").text
    answer = enter(client, path, 1, 1, 300, 200, 100, deals="10")
    assert answer.status_code == 422 and "from 1 to 9" in answer.text
    enter(client, path, 1, 1, 300, 200, 100, deals="9")
    enter(client, path, 1, 2, 90, 60, 30, 0, deals="3")
    night, saved = state(app, path), client.get(f"{path}/paper/standing.json").get_json()
    totals = {row["name"]: row["total"] for row in saved["standing"]}
    assert [totals[night.name(side[0])] for side in large.sides] == [360, 240, 120, 0], "three of twelve deals"
    assert "3 of 12 deals" in client.get(path).text


def test_a_table_of_three_keeps_its_score_on_a_phone(app: Flask, client: FlaskClient) -> None:
    path = drawn(client, 7, rules="Cutthroat", deals="3", spare="pause")
    for table, deals in zip(state(app, path).rounds[0].tables, (3, 4), strict=True):
        seated = [side[0] for side in table.sides]
        game = id_of(begin(browser(app), door_of(app, path), seated[1]))
        with app.test_request_context():
            found = open_game(game).state
            assert found.names == tuple(state(app, path).name(each) for each in seated)
            assert found.variant.end_deals == deals
            assert [each.seat for each in current_store().members.members_of(game)] == [1]
        assert "This table plays on a phone" in client.get(f"{path}/round/1/table/{table.number}").text


def test_the_game_of_three_that_each_has_signed_brings_its_totals(app: Flask, client: FlaskClient) -> None:
    path = drawn(client, 3, rules="Cutthroat", deals="1")
    phone, (table,) = browser(app), state(app, path).rounds[0].tables
    at = Player(app, phone, id_of(begin(phone, door_of(app, path), table.sides[0][0])))
    at.do("take", seat="1", amount="40")
    at.do("trump", trump="S")
    at.do("meld/close", meld_A="7", meld_B="6", meld_C="4")
    at.do("count", points_A="10", points_B="10", points_C="5")
    at.do("confirm")
    assert "17 : −40 : 9" in words(client.get(f"{path}/round/1/table/1")) and not table.totals
    for side in "AB":
        at.do("sign", side=side)
    assert state(app, path).rounds[0].tables[0].totals is None, "one has not signed"
    at.do("sign", side="C")
    totals = state(app, path).rounds[0].tables[0].totals
    assert totals == TableTotals((17, -40, 9), (0, 1, 0), 1)
    assert "17 : −40 : 9" in words(client.get(f"{path}/round/1/table/1"))


def test_people_read_where_they_sit(app: Flask, client: FlaskClient) -> None:
    path = drawn(client, 13, rules="Racehorse")
    night = state(app, path)
    table = night.rounds[0].tables[1]
    (_, second, _), (fourth, *_) = table.sides
    place = browser(app).get(f"{door_of(app, path)}/{second}").text
    mates = f"{night.name(table.sides[0][0])} and {night.name(table.sides[0][2])}"
    assert f"Table 2, seat 3, with {mates}, against {night.name(fourth)}" in place
    slips = client.get(f"{path}/paper/slips").text
    assert "(seat 3)" in slips and "Seat 1 deals first" in client.get(f"{path}/paper/cards").text
    assert "table 2, seat 2" in client.get(path).text
