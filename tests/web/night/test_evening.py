"""A whole evening through its pages: 24 people, six rounds, all that a night can do; counted by a second program."""

from __future__ import annotations

import re
from datetime import timedelta
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.night.money import place_prizes
from companion.night.standing import standing
from companion.store.nights import CODEC
from companion.web.core.current import current_store, this_evening
from tests.night.second_count.judge import Count
from tests.web.conftest import browser
from tests.web.night.desk import draw, enter, open_night, sign_in, state
from tests.web.night.phones import door_of

PEOPLE = tuple(f"{name} {letter}" for letter in "QRST" for name in ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo"))
LATE = ("Gus Late", "Hal Late", "Ida Late", "Jo Late")
ROUNDS = 6


@pytest.mark.parametrize("movement", ["drawn", "losers"])
def test_an_evening_of_24_with_six_rounds_stands_as_a_second_program_counts_it(
    app: Flask, client: FlaskClient, movement: str
) -> None:
    chance = Random(24)
    with app.app_context():
        day = (this_evening() + timedelta(days=2)).isoformat()
    plan = {"rounds": str(ROUNDS), "deals": "4", "target": "500", "minutes": "40", "bye": "own", "hidden": "1"}
    path = open_night(client, day=day, movement=movement, entry="5", per_set="0.25", **plan)
    phone = browser(app)
    phone.post(door_of(app, path), data={"name": PEOPLE[0], "key": "a"})
    phone.post(door_of(app, path), data={"name": PEOPLE[1], "key": "b"})
    phone.post(f"{door_of(app, path)}/2/leave", data={"key": "c"})
    sign_in(client, path, *PEOPLE)
    for number in range(1, ROUNDS + 1):
        assert draw(client, path, number).status_code == 303
        if number == 2:
            sign_in(client, path, *LATE)
            assert client.post(f"{path}/further", data={"key": "d"}).status_code == 303
            assert len(state(app, path).rounds[1].tables) == 7
        for table in state(app, path).rounds[number - 1].tables:
            points = chance.randrange(500, 700, 10), chance.randrange(-200, 480, 10)
            told = {"sets-1": str(chance.randrange(2)), "deals": str(chance.randrange(3, 7)), "sure-sets-1": "1"}
            assert enter(client, path, number, table.number, *points, **told).status_code == 303
        if number == 3:
            client.post(f"{path}/who/3", data={"do": "left"})
            client.post(f"{path}/who/4", data={"do": "rename", "called-4": "Dee Corrected"})
            client.post(f"{path}/penalty", data={"entrant": "5", "points": "50", "why": "late", "kind": "penalty"})
            client.post(f"{path}/penalty", data={"entrant": "6", "points": "30", "why": "double run", "kind": "bonus"})
        if number == 4:
            first = {"correct": "1", "why": "slip", "deals": "4"}
            assert enter(client, path, 4, 1, 620, 10, **first).status_code == 303
    night = state(app, path)
    rows = standing(night)
    assert len(night.entrants) == 28 and "Dee Corrected" in {row.name for row in rows}
    with app.app_context():
        read = current_store().nights.read(path.rpartition("/")[2])
    assert read is not None
    second = Count([[CODEC.encode(event) for event in batch] for batch in read.batches])
    assert {row.entrant: (row.total, row.wins, row.sets) for row in rows} == second.totals()
    assert "hidden until the end" in phone.get(f"{path}/standing").text
    assert rows[0].name in client.get(f"{path}/standing").text
    assert sum(cents for _, cents in place_prizes(rows, (5000, 3000, 2000))) == 10000
    client.post(f"{path}/close", data={"key": "e"})
    phone_page = browser(app).get(f"{path}/standing").text
    ranked = re.findall(r'class="who">([^<]+)</span> <b class="num">([^<]+)', phone_page)
    assert [name for name, _ in ranked][:5] == [row.name for row in rows][:5]
