"""Names at a night: every way in takes the same, and a game takes what the night took."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from companion.game.commands import Refusal
from companion.game.decide.start import start_game
from companion.night.events import EntrantCame, Movement, NightOpened, Plan
from companion.night.judge import Refused, refuse
from companion.night.state import Night, Table, fold
from companion.rules.names import LONGEST_PERSON
from companion.rules.variants import find_variant
from companion.web.core.current import current_store
from companion.web.night.forms import read_entrant, read_names
from companion.web.night.games import names_at
from tests.rules.option_strategies import NAMES
from tests.web.conftest import browser
from tests.web.night.desk import draw, open_night, sign_in, state
from tests.web.night.phones import begin, door_of, id_of

LONG = "Bartholomew Featherstonehaugh-Cholmondeley"
WRONG = ("ev\u202eil", "Ann\u200b", "Ann\0", "\u3164", "x" * (LONGEST_PERSON + 1), "Zed" * 10_000)


def called(app: Flask, path: str) -> list[str]:
    return [each.name for each in state(app, path).entrants.values()]


WAYS_IN: dict[str, Callable[[Flask, FlaskClient, str, str], int]] = {
    "ticked": lambda _, client, path, name: sign_in(client, path, name).status_code,
    "typed": lambda _, client, path, name: sign_in(client, path, names=name).status_code,
    "door": lambda app, _, path, name: browser(app).post(door_of(app, path), data={"name": name}).status_code,
    "corrected": lambda _, client, path, name: (
        client.post(f"{path}/who/1", data={"do": "rename", "called-1": name}).status_code
    ),
}


@pytest.mark.parametrize("way", WAYS_IN)
def test_every_way_in_tidies_a_name_and_refuses_one_that_a_game_refuses(
    app: Flask, client: FlaskClient, way: str
) -> None:
    path = open_night(client)
    sign_in(client, path, "Gus")
    for name in WRONG:
        assert WAYS_IN[way](app, client, path, name) == 422, name[:40]
    assert called(app, path) == ["Gus"]
    assert WAYS_IN[way](app, client, path, "\tRene\u0301  Lee ") == 303
    assert called(app, path)[-1] == "René Lee"


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("1. Ann\n2) Bob\n- Cal\n• Dee\n3\tEve\n* Flo\n\n– Gus,", ["Ann", "Bob", "Cal", "Dee", "Eve", "Flo", "Gus"]),
        ("Smith, Ann\nJones, Bob", ["Smith, Ann", "Jones, Bob"]),
        ("Ann, Bob; Cal", ["Ann, Bob", "Cal"]),
        ("Ann, Bob,Cal", ["Ann", "Bob", "Cal"]),
        ("1. Ann Lee", ["Ann Lee"]),
    ],
)
def test_a_pasted_list_has_a_person_a_line(typed: str, names: list[str]) -> None:
    assert read_names(typed, of_pairs=False) == [(name,) for name in names]


@pytest.mark.parametrize(
    ("typed", "pairs"),
    [
        ("1. Ann / Bob\n2) Cal & Dee\nEve and Flo\nG, H", [("Ann", "Bob"), ("Cal", "Dee"), ("Eve", "Flo"), ("G", "H")]),
        ("Smith, Ann & Jones, Bob", [("Smith, Ann", "Jones, Bob")]),
        ("Andy+Sandy", [("Andy", "Sandy")]),
        ("Ann &", [("Ann",)]),
    ],
)  # fmt: skip
def test_a_pasted_list_of_pairs_has_a_pair_a_line(typed: str, pairs: list[tuple[str, ...]]) -> None:
    assert read_names(typed, of_pairs=True) == pairs


def test_a_list_with_a_wrong_name_says_which_and_keeps_what_was_typed(app: Flask, client: FlaskClient) -> None:
    path = open_night(client)
    answer = sign_in(client, path, names=f"Ann\n{LONG}\nCy")
    assert answer.status_code == 422 and called(app, path) == []
    assert "Bartholomew Featherstonehaugh…: Please use at most 30 letters; this name has 42." in answer.text
    assert f"Ann\n{LONG}\nCy</textarea>" in answer.text


@pytest.mark.parametrize("line", ["Eve", "Eve & Fay & Gus"])
def test_a_list_of_pairs_says_which_line_is_no_pair(client: FlaskClient, line: str) -> None:
    path = open_night(client, movement="pairs")
    answer = sign_in(client, path, names=f"Ann & Bob\n{line}\nCy & Dee")
    assert answer.status_code == 422
    assert f"{line}: Write both names of the pair: Ann & Bob." in unescape(answer.text)


def test_a_pair_is_two_people_in_either_order(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, movement="pairs")
    answer = sign_in(client, path, names="Ann & ann")
    assert answer.status_code == 422 and "ann is here twice" in answer.text
    assert sign_in(client, path, names="Ann / Bob").status_code == 303
    client.post(f"{path}/who/1", data={"do": "left"})
    assert sign_in(client, path, names="bob & Ann").status_code == 303
    assert called(app, path) == ["Ann & Bob"] and state(app, path).here == (1,)


def test_a_name_is_corrected_by_its_form_and_is_offered_so_at_the_next_night(app: Flask, client: FlaskClient) -> None:
    path = open_night(client)
    sign_in(client, path, "Ann", "Bbo")
    assert 'aria-label="Bbo: correct the name, or stay at a table"' in client.get(f"{path}/here").text
    refused = client.post(f"{path}/who/2", data={"do": "rename", "called-2": "ANN"})
    assert refused.status_code == 422
    assert re.search(r'id="called-2-wrong">There is a ANN already', refused.text) and 'value="ANN"' in refused.text
    assert client.post(f"{path}/who/2", data={"do": "rename", "called-2": "Bob"}).status_code == 303
    assert called(app, path) == ["Ann", "Bob"]
    offered = client.get(f"{open_night(client, name='Next')}/here").text
    assert re.findall(r'name="name" value="(\w+)"', offered) == ["Ann", "Bob"]


def test_one_phone_at_the_door_writes_one_name(app: Flask, client: FlaskClient) -> None:
    path = open_night(client)
    sign_in(client, path, names="Smith, Ann\nGus")
    door, phone = door_of(app, path), browser(app)
    here = phone.post(door, data={"name": "smith, ann"})
    assert here.status_code == 422 and "Smith, Ann is in the list already. If that is you, tap" in here.text
    refused = phone.post(door, data={"name": "Lee, Bob"})
    assert refused.status_code == 422 and "Write your name alone, such as Ann Smith." in refused.text


def test_names_kept_before_are_shown_as_they_can_be_and_their_table_begins(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, rules="Single deck, partners", deals="1")
    kept = ("ev\u202eil", LONG, "\t\0", "Dee")
    with app.test_request_context():
        nights = current_store().nights
        version = nights.version(id_of(path)) or 0
        came = [EntrantCame(number, (name,)) for number, name in enumerate(kept, 1)]
        nights.append(id_of(path), version, came, "Dora", "2026-11-20T19:00:00.000+00:00")
    shown = ["ev\ufffdil", "Bartholomew Featherstonehaugh…", "\ufffd", "Dee"]
    assert called(app, path) == shown
    assert draw(client, path, 1).status_code == 303
    for page in ("", "/here", "/standing", "/money", "/paper/slips", "/paper/standing.csv", "/round/1/table/1"):
        answer = client.get(f"{path}{page}")
        assert answer.status_code == 200 and not set("\u202e\0").intersection(answer.text)
    assert client.get(f"{path}/here").text.count("entered with signs that can’t be seen, or too long") == 3
    assert begin(browser(app), door_of(app, path), 2).startswith("/game/")
    assert client.post(f"{path}/who/1", data={"do": "rename", "called-1": "ev\ufffdil"}).status_code == 303
    assert unescape(client.get(f"{path}/here").text).count("entered with signs that can’t be seen") == 2


def night_of(*names: tuple[str, ...], movement: Movement = Movement.DRAWN) -> Night:
    """A night at which those came whose names it takes."""
    batches: list[list[EntrantCame | NightOpened]] = [[NightOpened(Plan("N", "x", movement))]]
    for number, each in enumerate(names, 1):
        came = EntrantCame(number, each)
        try:
            refuse(fold(batches), came)
        except Refused:
            continue
        batches.append([came])
    return fold(batches)


@given(NAMES)
def test_any_text_is_refused_or_taken_by_game_and_night_alike(typed: str) -> None:
    night = night_of(read_entrant(typed, of_pairs=False))
    game = start_game(find_variant("site"), (read_entrant(typed, of_pairs=False)[0], "P 2", "P 3", "P 4"), 0)
    assert bool(night.entrants) is not isinstance(game, Refusal)


@given(st.text(max_size=200) | st.lists(NAMES, max_size=8).map("\n".join), st.booleans())
def test_a_game_takes_whom_the_night_took(typed: str, of_pairs: bool) -> None:
    movement = Movement.PAIRS if of_pairs else Movement.DRAWN
    more = "W & X\nY & Z" if of_pairs else "W\nX\nY\nZ"
    night = night_of(*read_names(typed, of_pairs)[:4], *read_names(more, of_pairs), movement=movement)
    here = night.here[: 2 if of_pairs else 4]
    table = Table(1, ((here[0],), (here[1],)) if of_pairs else (here[:2], here[2:4]))
    assert not isinstance(start_game(find_variant("site"), names_at(night, table), 0), Refusal)
