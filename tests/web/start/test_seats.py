"""The seats of a new game: names as typed, partners, who deals first, chairs to add and to remove."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.rules.choices import FirstDealer, Sides, TieRule
from companion.rules.variant import Variant
from companion.rules.variants import find_variant
from tests.web.conftest import browser
from tests.web.new_game import PEOPLE, begin, seats

HTMX = {"HX-Request": "true"}


def typed(answer: TestResponse) -> list[str]:
    """The names in the fields, clockwise."""
    return re.findall(r'name="name-\d" type="text" value="([^"]*)"', answer.text)


def chosen_dealer(answer: TestResponse) -> list[str]:
    return re.findall(r'name="dealer" value="(\w+)" checked', answer.text)


@pytest.mark.parametrize(
    ("fields", "beside", "says"),
    [
        (seats("Player 2", "", "Cy", "Di"), "name-1", "here twice"),
        (seats("Ann", "Bob", "ANN", "Di"), "name-2", "here twice"),
        (seats("Ann", "Bob", "Cy", "D" * 31), "name-3", "at most 30 letters; this name has 31"),
        (seats("Ann", "Bob", "C\0y", "Di"), "name-2", "that can be seen"),
        (seats("Ann", "\u202eBob", "Cy", "Di"), "name-1", "that can be seen"),
        (seats("Ann", "\u200d", "Cy", "Di"), "name-1", "that can be seen"),
        (seats("Ann", "Bob", "Cy", "An\u200dn"), "name-3", "here twice"),
        (seats("Rene\u0301", "René", "Cy", "Di"), "name-1", "here twice"),
        (seats(dealer="9"), "dealer", "Please say who deals first"),
        (seats(dealer="abc"), "dealer", "Please say who deals first"),
        ({"start": "1", "name-0": "Ann"}, "dealer", "Please say who deals first"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_everything_typed_is_kept(
    client: FlaskClient, fields: Mapping[str, str], beside: str, says: str
) -> None:
    answer = client.post("/new/site", data=fields)
    assert answer.status_code == 422
    found = re.search(rf'id="{beside}-wrong">([^<]*)<', answer.text)
    assert found is not None
    assert says in found[1]
    assert typed(answer) == [fields.get(f"name-{seat}", "") for seat in range(4)]


def test_all_problems_are_told_at_once(client: FlaskClient) -> None:
    answer = client.post("/new/site", data=seats("D" * 31, "Bob", "bob", "\0"))
    assert re.findall(r'id="(name-\d)-wrong"', answer.text) == ["name-0", "name-2", "name-3"]


def test_a_refused_form_comes_back_to_htmx_as_its_part(client: FlaskClient) -> None:
    part = client.post("/new/site", data=seats("Ann", "ann"), headers=HTMX)
    assert part.status_code == 422
    assert part.text.startswith('<form id="seating"')


def test_the_people_of_the_last_game_are_seated_again_on_the_phone_that_started_it(
    app: Flask, client: FlaskClient
) -> None:
    client.get("/")
    begin(client)
    begin(client, "Di", "Eve", "Ann", "Bob")
    begin(client, "Ann", "Eve", "Fay", variant="three-handed")
    page = client.get("/new/doubles")
    assert typed(page) == ["Di", "Eve", "Ann", "Bob"], "of a table of three nobody is seated at one of four"
    assert typed(client.get("/new/cutthroat")) == ["Ann", "Eve", "Fay"]
    assert typed(client.get("/new/two-handed")) == ["", ""], "no two have sat together"
    assert '<option value="Cy">' in page.text
    assert typed(browser(app).get("/new/site")) == [""] * 4


@pytest.mark.parametrize(
    ("swap", "seated", "pairing"),
    [
        ("1-2", ["Ann", "Cy", "Bob", "Di"], "Ann plays with Bob, Cy plays with Di"),
        ("2-3", ["Ann", "Bob", "Di", "Cy"], "Ann plays with Di, Bob plays with Cy"),
        ("1-3", ["Ann", "Di", "Cy", "Bob"], "Ann plays with Cy, Di plays with Bob"),
        ("", list(PEOPLE), "Ann plays with Cy, Bob plays with Di"),
        ("7-x", list(PEOPLE), "Ann plays with Cy, Bob plays with Di"),
    ],
)
def test_a_tap_changes_partners_without_typing(client: FlaskClient, swap: str, seated: list[str], pairing: str) -> None:
    fields = seats(arrange=swap)
    del fields["start"]
    answer = client.post("/new/site", data=fields)
    assert answer.status_code == 200
    assert typed(answer) == seated
    assert pairing in answer.text


def test_the_first_dealer_stays_the_same_person_when_seats_change(client: FlaskClient) -> None:
    fields = seats(arrange="1-2", dealer="1")
    del fields["start"]
    assert chosen_dealer(client.post("/new/site", data=fields)) == ["2"]


def test_a_remembered_person_sits_down_at_the_first_empty_seat(client: FlaskClient) -> None:
    answer = client.post("/new/site", data={"name-0": "Ann", "name-1": "", "name-2": "Cy", "put": "Eve"})
    assert typed(answer) == ["Ann", "Eve", "Cy", ""]
    assert re.search(r'name="name-3"[^>]*\sautofocus', answer.text)


def test_a_remembered_person_brings_a_seat_along_where_more_can_play(client: FlaskClient) -> None:
    answer = client.post("/new/bruce-7", data={"name-0": "Ann", "name-1": "Bob", "put": "Eve"})
    assert answer.status_code == 200
    assert typed(answer) == ["Ann", "Bob", "Eve"]


def test_nobody_is_pushed_off_a_seat(client: FlaskClient) -> None:
    answer = client.post("/new/site", data={**{f"name-{n}": name for n, name in enumerate(PEOPLE)}, "put": "Eve"})
    assert answer.status_code == 422
    assert "Empty the one that Eve takes" in answer.text
    assert typed(answer) == list(PEOPLE)


def test_names_are_shown_as_text_and_nothing_else(client: FlaskClient) -> None:
    answer = client.post("/new/site", data=seats("<b>Ann", '"Bob', "Cy", "Cy"))
    assert "<b>Ann" not in answer.text
    assert "&lt;b&gt;Ann" in answer.text


@pytest.fixture
def loose(monkeypatch: pytest.MonkeyPatch) -> Variant:
    """A variant for three to five, each alone."""
    alone = replace(find_variant("site"), players=(3, 5), sides=Sides.EACH, end_tie=(TieRule.ANOTHER,))
    variant = replace(alone, deal_first=FirstDealer.CUT, end_target=None)
    monkeypatch.setattr("companion.web.start.pages.find_rules", lambda key: variant)
    return variant


@pytest.mark.usefixtures("loose")
@pytest.mark.parametrize(
    ("names", "button", "seated", "dealer", "deals"),
    [
        (["Ann", "Bob", "Cy"], "add", ["Ann", "Bob", "Cy", ""], "2", "2"),
        (["Ann", "Bob", "Cy", "Di", "Eve"], "add", ["Ann", "Bob", "Cy", "Di", "Eve"], "3", "3"),
        (["Ann", "Bob", "Cy", "Di"], "fewer", ["Ann", "Bob", "Cy"], "1", "1"),
        (["Ann", "Bob", "Cy", "Di"], "fewer", ["Ann", "Bob", "Cy"], "3", "cut"),
        (["Ann", "Bob", "Cy"], "fewer", ["Ann", "Bob", "Cy"], "2", "2"),
    ],
)
def test_a_variant_for_more_or_fewer_people_has_seats_to_add_and_to_remove(
    client: FlaskClient, names: list[str], button: str, seated: list[str], dealer: str, deals: str
) -> None:
    fields = {f"name-{seat}": name for seat, name in enumerate(names)} | {button: "1", "dealer": dealer}
    answer = client.post("/new/loose", data=fields)
    assert typed(answer) == seated
    assert chosen_dealer(answer) == [deals]


@pytest.mark.usefixtures("loose")
def test_a_variant_that_cannot_be_dealt_says_why(client: FlaskClient) -> None:
    answer = client.post("/new/loose", data=seats("Ann", "Bob", "Cy"))
    assert answer.status_code == 422
    assert "3 hands of 12 are 36 cards, but the pack has 48" in answer.text
