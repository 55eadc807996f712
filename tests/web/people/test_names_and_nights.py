"""Names of every kind have their pages, and evenings of every length their place in chart and year."""

from __future__ import annotations

from itertools import pairwise
from urllib.parse import unquote

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.routing import Map

from companion.figures.facts import SeatInGame
from companion.figures.results import Evening
from companion.web.people.asked import PersonConverter
from companion.web.people.charts import LEFT, RIGHT, evenings_chart
from tests.web.people.played import AT, WON, links, write_game


@pytest.mark.parametrize("name", ["Ann/Bo", "~Zoë~1", "..", "50 %", "a?b#c", "~2"])
def test_whatever_a_name_holds_it_has_its_pages(app: Flask, client: FlaskClient, name: str) -> None:
    write_game(app, (name, "Bob", "Cy", "Di"), [WON], AT)
    with app.test_request_context():
        page = url_for("person.show_person", name=name.casefold())
    assert page in links(client.get("/people/").text)
    answer = client.get(page)
    assert answer.status_code == 200
    for link in links(answer.text):
        if link.startswith(("/person/", "/who/")):
            assert client.get(link).status_code == 200, link


@given(name=st.text(min_size=1))
def test_a_name_comes_out_of_an_address_as_it_went_in(name: str) -> None:
    converter = PersonConverter(Map())
    spelled = converter.to_url(name)
    assert "/" not in spelled
    assert spelled.strip(".")
    assert converter.to_python(unquote(spelled)) == name


def games(count: int, won: int = 1) -> tuple[SeatInGame, ...]:
    row = SeatInGame("g", 0, "Ann", "site", "A", 2, 1, 1, won, 0, 900, 800, 8, 900, 0, 0, 0, "2026-11-20", AT)
    return (row,) * count


@pytest.mark.parametrize("count", [1, 12, 13, 40])
def test_an_evening_of_many_games_stays_within_its_chart(count: int) -> None:
    drawing = evenings_chart([Evening("2026-11-20", games(count)), Evening("2026-11-27", games(1))])
    assert drawing is not None
    edges = [(piece.x, piece.x + piece.width) for piece in drawing.bars[0].pieces]
    assert len(edges) == count
    assert edges[0][0] >= LEFT
    assert edges[-1][1] <= RIGHT
    assert all(here[1] < there[0] for here, there in pairwise(edges))


def test_a_rematch_that_was_never_dealt_is_no_game_of_the_best_evening(app: Flask, client: FlaskClient) -> None:
    for hour in ("19", "20"):
        write_game(app, ("Ann", "Bob", "Cy", "Di"), [WON], AT.replace("T19", f"T{hour}"))
    write_game(app, ("Ann", "Bob", "Cy", "Di"), [], AT.replace("T19", "T21"))
    assert "20 November 2026: 2 of 2 won" in client.get("/person/ann/year/2026").text
