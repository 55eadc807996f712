"""The director marks somebody who can't walk: pages and papers say so, and every draw follows."""

from __future__ import annotations

from html import unescape

from flask import Flask
from flask.testing import FlaskClient

from tests.web.form_reader import submitted
from tests.web.night.desk import NAMES, draw, enter, open_night, sign_in, state, version


def at_table(app: Flask, path: str, number: int) -> list[str]:
    found = state(app, path)
    return [found.name(each) for each in found.rounds[-1].tables[number - 1].entrants]


def test_a_person_marked_under_who_is_here_sits_at_the_table_and_slips_say_so(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, rounds="3")
    sign_in(client, path, *NAMES)
    page, who = f"{path}/here", f"{path}/who/3"
    assert submitted(client, page, who, do="stay", stays="2").status_code == 303
    shown = client.get(page).text
    assert "<small>stays at table 2</small>" in shown
    assert 'value="2" selected>Always table 2' in shown and "Always table 3" not in shown
    assert client.get(f"{path}/paper/slips").text.count("<p>Cy stays at this table.</p>") == 3
    for number in (1, 2, 3):
        draw(client, path, number)
        assert "Cy" in at_table(app, path, 2)
        assert client.get(path).text.count("<small>Cy stays at this table</small>") == 1
        for table in (1, 2):
            enter(client, path, number, table, 300 + table, 100 * number)
    client.post(who, data={"do": "stay", "stays": "0"})
    assert "stays at table" not in client.get(page).text
    assert "Undo: Cy moves from table to table" in client.get(path).text
    client.post(f"{path}/undo", data={"seen": version(app, path)})
    assert state(app, path).stays == {3: 2}


def test_a_table_that_others_fill_is_refused_beside_the_field(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, movement="pairs")
    sign_in(client, path, names="Ann & Bob\nCy & Dee\nEve & Flo\nGus & Hal")
    for each in (1, 2):
        client.post(f"{path}/who/{each}", data={"do": "stay", "stays": "1"})
    refused = client.post(f"{path}/who/3", data={"do": "stay", "stays": "1"})
    assert refused.status_code == 422 and state(app, path).stays == {1: 1, 2: 1}
    shown = unescape(refused.text)
    assert 'id="stays-3-wrong">Ann & Bob and Cy & Dee stay at table 1 and fill it.' in shown
    assert 'value="1" selected>Always table 1' in shown.partition('id="stays-3"')[2].partition("</select>")[0]


def test_guide_cards_of_a_chart_have_the_table_of_who_stays(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, movement="chart", rounds="5")
    sign_in(client, path, *NAMES)
    client.post(f"{path}/who/8", data={"do": "stay", "stays": "2"})
    client.post(f"{path}/who/1", data={"do": "stay", "stays": "1"})
    cards = client.get(f"{path}/paper/guides").text
    own = [cards.partition(f"<h2>{name}</h2>")[2].partition("</section>")[0] for name in ("Hal", "Ann")]
    assert [each.count("table 2") for each in own] == [5, 0] and own[1].count("table 1") == 5
    for number in range(1, 6):
        draw(client, path, number)
        for table in (1, 2):
            names = at_table(app, path, table)
            for name in names:
                card = cards.partition(f"<h2>{name}</h2>")[2].partition("</section>")[0]
                assert f"Round {number}</th><td>table {table}," in card
            enter(client, path, number, table, 300, 100)


def test_two_directors_who_choose_two_tables_are_told_of_each_other(app: Flask, client: FlaskClient) -> None:
    path = open_night(client)
    sign_in(client, path, *NAMES)
    told = {"do": "stay", "seen": version(app, path)}
    assert client.post(f"{path}/who/1", data={**told, "stays": "2", "key": "a"}).status_code == 303
    refused = client.post(f"{path}/who/1", data={**told, "stays": "1", "key": "b"})
    assert refused.status_code == 409 and "Ann stays at table 2." in refused.text
    assert state(app, path).stays == {1: 2}
    # Another person's table is another matter.
    assert client.post(f"{path}/who/2", data={**told, "stays": "2", "key": "c"}).status_code == 303
