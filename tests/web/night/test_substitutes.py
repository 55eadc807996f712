"""A substitute, seated by the director's form."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import browser
from tests.web.form_reader import submitted
from tests.web.night.desk import NAMES, draw, enter, open_night, sign_in, state, version
from tests.web.night.phones import begin, door_of


@pytest.fixture
def night(client: FlaskClient) -> str:
    """A night whose first round is drawn: eight people at two tables, and Ida came late."""
    path = open_night(client)
    sign_in(client, path, *NAMES)
    draw(client, path, 1)
    sign_in(client, path, "Ida")
    return path


def seats(app: Flask, path: str) -> list[str]:
    found = state(app, path)
    return [found.name(each) for each in found.rounds[-1].tables[0].entrants] if found.rounds else []


def scored(client: FlaskClient, path: str) -> dict[str, str]:
    page = unescape(client.get(f"{path}/standing").text)
    return dict(re.findall(r'class="who">([^<]+)</span> <b class="num">([^<]+)', page))


def test_somebody_late_takes_a_seat_and_the_points_are_split_by_deals(
    app: Flask, client: FlaskClient, night: str
) -> None:
    north, south, *_ = seats(app, night)
    leaving, ida = (str(state(app, night).find([name]).number) for name in (north, "Ida"))  # type: ignore[union-attr]
    page = f"{night}/substitute"
    assert page in client.get(f"{night}/here").text and page in client.get(night).text
    told = {"leaving": leaving, "entrant": ida, "gets": "rest", "points": "150", "deals": "1"}
    assert submitted(client, page, page, **told).status_code == 303
    assert seats(app, night)[:2] == ["Ida", south]
    shown = client.get(night).text
    assert f"Undo: Ida took the place of {north}" in shown
    assert f"{north} played 1 deal: 150" in shown, "the table says whose points are whose"
    assert f"Table 1, North, with {south}" in browser(app).get(f"{door_of(app, night)}/{ida}").text
    for table in (1, 2):
        enter(client, night, 1, table, 400, 100)
    found = scored(client, night)
    assert (found[north], found["Ida"], found[south]) == ("150", "250", "400")


def test_a_newcomer_needs_a_name_of_their_own_and_nothing_typed_is_lost(
    app: Flask, client: FlaskClient, night: str
) -> None:
    page, (north, south, *_) = f"{night}/substitute", seats(app, night)
    leaving = str(next(each.number for each in state(app, night).entrants.values() if each.name == north))
    told = {"leaving": leaving, "called": south.lower(), "gets": "rest", "points": "-40", "deals": "2", "sets": "1"}
    refused = submitted(client, page, page, **told)
    assert refused.status_code == 422 and f"There is a {south.lower()} already. Add something that" in refused.text
    assert f'value="{south.lower()}"' in refused.text and 'value="-40"' in refused.text
    assert f'value="{leaving}" selected' in refused.text
    assert submitted(client, page, page, **{**told, "points": ""}).status_code == 422
    assert submitted(client, page, page, **{**told, "called": f"{south} B"}).status_code == 303
    assert seats(app, night)[:2] == [f"{south} B", south]
    assert client.post(f"{night}/undo", data={"seen": version(app, night)}).status_code == 303
    assert seats(app, night)[:2] == [north, south]


def test_who_is_gone_already_keeps_a_seat_that_somebody_takes(app: Flask, client: FlaskClient, night: str) -> None:
    north = seats(app, night)[0]
    leaving = next(each.number for each in state(app, night).entrants.values() if each.name == north)
    client.post(f"{night}/who/{leaving}", data={"do": "left"})
    page = f"{night}/substitute"
    assert submitted(client, page, page, leaving=str(leaving), called="Jo", gets="all").status_code == 303
    assert seats(app, night)[0] == "Jo"
    assert north not in client.get(page).text


def test_half_a_pair_is_replaced_and_both_pairs_keep_what_they_scored(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, movement="pairs")
    sign_in(client, path, names="Ann & Bob\nCy & Dee")
    draw(client, path, 1)
    page = f"{path}/substitute"
    assert "Bob, of Ann &amp; Bob" in client.get(page).text
    assert submitted(client, page, page, leaving="1-1", called="Eve", gets="nothing").status_code == 303
    enter(client, path, 1, 1, 300, 100)
    draw(client, path, 2)
    enter(client, path, 2, 1, 70, 20)
    found = scored(client, path)
    assert found["Ann & Bob"] in ("300", "100") and found["Ann & Eve"] in ("70", "20")
    assert len(found) == 3


def test_between_rounds_a_substitute_takes_a_number_of_the_chart(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, movement="chart", rounds="3")
    sign_in(client, path, *NAMES)
    draw(client, path, 1)
    for table in (1, 2):
        enter(client, path, 1, table, 300, 100)
    page = f"{path}/substitute"
    assert "from the next round on" in client.get(page).text
    assert submitted(client, page, page, leaving="3", called="Jo").status_code == 303
    assert draw(client, path, 2).status_code == 303
    assert 9 in state(app, path).rounds[1].present and 3 not in state(app, path).rounds[1].present
    assert "<h2>Jo</h2>" in client.get(f"{path}/paper/guides").text


def test_a_table_on_a_phone_gets_a_substitute_and_keeps_its_game(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, rules="Single deck, partners", deals="4")
    sign_in(client, path, *NAMES)
    draw(client, path, 1)
    leaving = state(app, path).rounds[0].tables[0].entrants[0]
    game = begin(browser(app), door_of(app, path), leaving)
    page = f"{path}/substitute"
    told = {"leaving": str(leaving), "called": "Jo", "gets": "rest", "points": "90", "deals": "1"}
    assert submitted(client, page, page, **told).status_code == 303
    assert begin(browser(app), door_of(app, path), 9) == game


def test_two_directors_who_seat_two_in_one_place_are_told_of_each_other(
    app: Flask, client: FlaskClient, night: str
) -> None:
    seen, (north, *_) = version(app, night), seats(app, night)
    leaving = str(next(each.number for each in state(app, night).entrants.values() if each.name == north))
    told = {"leaving": leaving, "gets": "all", "seen": seen}
    assert client.post(f"{night}/substitute", data={**told, "called": "Jo", "key": "a"}).status_code == 303
    refused = client.post(f"{night}/substitute", data={**told, "called": "Kay", "key": "b"})
    assert refused.status_code == 409 and f"Jo took the place of {north}" in refused.text
    assert "Kay" in refused.text and seats(app, night)[0] == "Jo"
    # A name by the code meanwhile is about nothing of that.
    seen = version(app, night)
    browser(app).post(door_of(app, night), data={"name": "Lou"})
    other = str(state(app, night).rounds[0].tables[1].entrants[0])
    told = {"leaving": other, "gets": "all", "seen": seen, "called": "Kay", "key": "c"}
    assert client.post(f"{night}/substitute", data=told).status_code == 303
    assert state(app, night).rounds[0].tables[1].entrants[0] == state(app, night).find(["Kay"]).number  # type: ignore[union-attr]
