"""House rules: made, changed by one phone at a time, played by, handed on as a file, deleted."""

from __future__ import annotations

import base64
import io
import json
import re
import zlib
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.rules.house import HouseVariant, make_house
from companion.rules.known import KNOWN_TABLES
from companion.rules.options import OPTIONS
from companion.rules.words import groups
from companion.store.files import house_document, house_to_link
from companion.store.houses import HouseRow
from companion.web.core.current import current_store, journal
from companion.web.core.game import open_game
from tests.web.conftest import NOW, browser
from tests.web.form_reader import fields_of
from tests.web.new_game import begin, finish, play_one_deal, seats

HTMX = {"HX-Request": "true"}
MARY = make_house("Aunt Mary’s", "site", {"end.target": 1000, "meld.run-extra": False})


def houses(app: Flask) -> list[HouseRow]:
    with app.app_context():
        return current_store().houses.list_houses()


def keep(app: Flask, house: HouseVariant = MARY) -> str:
    """Keep a house variant; its id."""
    with app.app_context():
        return current_store().houses.add(house, NOW).id


def send(client: FlaskClient, path: str, button: str = "save", **typed: str) -> TestResponse:
    """Send the form of a page as it stands, with some fields typed otherwise; ``bid_min`` is ``bid.min``."""
    form = fields_of(client.get(path).text, "house")
    for name, text in {**typed, button: "1"}.items():
        form.setlist(name.replace("_", "."), [text])
    return client.post(path, data=form)


def bring_in(client: FlaskClient, content: bytes, **more: Any) -> TestResponse:
    return client.post("/house/file", data={"file": (io.BytesIO(content), "rules.json"), **more})


def test_house_rules_are_made_from_a_copy_and_shown_with_what_they_change(app: Flask, client: FlaskClient) -> None:
    assert 'href="/house/new/site"' in client.get("/house/new").text
    answer = send(client, "/house/new/site", name=" Aunt  Mary’s ", end_target="1000")
    (row,) = houses(app)
    assert answer.location == f"/house/{row.id}"
    assert row.house == make_house("Aunt Mary’s", "site", {"end.target": 1000})
    page = client.get(answer.location).text
    assert "The first side to reach 1000 wins." in page
    assert "Before: The first side to reach 1500 wins." in page
    assert f'href="/new/{row.id}"' in page
    assert f'href="/house/{row.id}"' in client.get("/house").text


def test_house_rules_are_made_from_a_known_table_with_its_changes(app: Flask, client: FlaskClient) -> None:
    assert 'href="/house/new/firehouse"' in client.get("/house/new").text
    assert send(client, "/house/new/firehouse", end_target="1500").status_code == 303
    (row,) = houses(app)
    changes = {**KNOWN_TABLES["firehouse"].house.changes, "end.target": 1500}
    assert row.house == make_house("Copy of Firehouse pinochle", "four-handed", changes)


def test_looking_keeps_nothing_and_works_examples(app: Flask, client: FlaskClient) -> None:
    form = fields_of(client.get("/house/new/site").text, "house")
    form.setlist("meld.run-extra", ["false"])
    part = client.post("/house/new/site", data=form, headers=HTMX)
    assert part.status_code == 200
    assert part.text.lstrip().startswith('<form id="house"')
    assert "A run with a spare king, with spades as trump:" in part.text
    assert re.search(r"Before</dt><dd>190</dd>.*?Now</dt><dd>150</dd>", part.text, re.DOTALL)
    assert houses(app) == []


def test_only_what_differs_is_open_and_everything_is_there(client: FlaskClient) -> None:
    page = client.get("/house/new/site").text
    assert '<details class="group" open>' not in page
    assert page.count('<details class="group"') == len(groups())
    assert page.count('<details class="option') == len(OPTIONS)
    assert page.count("Which rule is this?") == len(OPTIONS)
    form = fields_of(page, "house")
    form.setlist("bid.min", ["300"])
    changed = client.post("/house/new/site", data=form).text
    assert re.findall(r'<details class="group" open>\s*<summary><h3>([^<]*)', changed) == ["Bidding"]
    assert re.findall(r'<details class="option" open>\s*<summary><strong>([^<]*)', changed) == ["Lowest bid"]


def test_a_form_sent_twice_makes_one(app: Flask, client: FlaskClient) -> None:
    form = fields_of(client.get("/house/new/site").text, "house")
    form.setlist("name", ["Ours"])
    form.setlist("save", ["1"])
    assert client.post("/house/new/site", data=form).location == client.post("/house/new/site", data=form).location
    assert len(houses(app)) == 1


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "Please give these rules a name"),
        ("DOUBLES", "DOUBLES is a variant of the rulebook"),
        ("aunt mary’s", "There is a house variant called aunt mary’s already; give this one another name."),
        ("x" * 61, "at most 60 letters; this name has 61"),
    ],
)
def test_a_name_that_will_not_do_is_refused_beside_its_field(
    app: Flask, client: FlaskClient, name: str, says: str
) -> None:
    keep(app)
    answer = send(client, "/house/new/site", name=name, bid_min="300")
    assert answer.status_code == 422
    assert says in answer.text.split('id="name-wrong">')[1].split("<")[0]
    again = fields_of(answer.text, "house")
    assert (again["name"], again["bid.min"]) == (name, "300")
    assert "Everything is played as in Single deck, partners, but:" in answer.text
    assert re.findall(r'<details class="group" open>\s*<summary><h3>([^<]*)', answer.text) == ["Bidding"]


def test_options_that_do_not_fit_leave_only_their_sentence(client: FlaskClient) -> None:
    answer = send(client, "/house/new/site", name="x" * 61, bid_min="many")
    assert answer.status_code == 422
    assert "at most 60 letters" in answer.text
    assert "What changes at our table" not in answer.text


def test_a_copy_of_house_rules_starts_with_their_changes(app: Flask, client: FlaskClient) -> None:
    house = keep(app)
    assert client.get("/house/new").text.index("Aunt Mary’s") < client.get("/house/new").text.index("Four players")
    assert send(client, f"/house/new/{house}").status_code == 303
    copy = houses(app)[0]
    assert copy.house == HouseVariant("Copy of Aunt Mary’s", "site", MARY.changes)


def test_house_rules_are_renamed_and_changed_in_their_place(app: Flask, client: FlaskClient) -> None:
    house = keep(app)
    assert send(client, f"/house/{house}/edit", name="Mary’s", end_target="1200").location == f"/house/{house}"
    (row,) = houses(app)
    assert row.house == make_house("Mary’s", "site", {"end.target": 1200, "meld.run-extra": False})


def test_who_opened_the_form_before_another_changed_the_rules_overwrites_nothing(
    app: Flask, client: FlaskClient
) -> None:
    path = f"/house/{keep(app)}/edit"
    old = fields_of(client.get(path).text, "house")
    send(browser(app), path, name="Mary’s")
    old.setlist("name", ["Bob’s"])
    old.setlist("save", ["1"])
    answer = client.post(path, data=old)
    assert answer.status_code == 409
    assert "nothing of yours was written" in answer.text
    assert fields_of(answer.text, "house")["name"] == "Bob’s"
    assert houses(app)[0].house.name == "Mary’s"


def test_house_rules_come_first_at_the_start_and_a_game_is_played_by_them(app: Flask, client: FlaskClient) -> None:
    house = keep(app)
    tiles = re.findall(r'href="/new/([a-z0-9-]+)"', client.get("/new").text)
    assert tiles[0] == house
    assert "Aunt Mary’s" in client.get(f"/new/{house}").text
    game = begin(client, variant=house)
    with app.test_request_context():
        variant = open_game(game).state.variant
    assert variant.end_target == 1000
    for path in (f"/game/{game}/", f"/game/{game}/sheet", "/", f"/game/{game}/log"):
        assert "Aunt Mary’s" in client.get(path).text, path
    assert '"house": "Aunt Mary’s"' in client.get(f"/game/{game}/export.json").text


def test_a_game_and_its_rematch_keep_the_rules_that_it_began_with(app: Flask, client: FlaskClient) -> None:
    house = keep(app)
    game = begin(client, variant=house)
    send(client, f"/house/{house}/edit", name="Otherwise", end_target="2000")
    assert client.post(f"/house/{house}/delete", data={"key": "d"}).location == "/house"
    play_one_deal(app, game)
    finish(app, game)
    rematch = client.post(f"/game/{game}/rematch", data={"key": "r"}).location.split("/")[2]
    for each in (game, rematch):
        with app.test_request_context():
            variant = open_game(each).state.variant
        assert (variant.name, variant.end_target) == ("Aunt Mary’s", 1000)
    assert houses(app) == []


def test_an_older_game_is_listed_with_the_name_of_its_rules(app: Flask, client: FlaskClient) -> None:
    first = begin(client, variant=keep(app))
    for number in range(8):
        begin(client, f"Ann {number}", "Bob", "Cy", "Di")
    assert f'href="/game/{first}/"' not in client.get("/").text
    older = client.get("/games/").text.partition(f'href="/game/{first}/"')[2]
    assert "· Aunt Mary’s" in older.partition("</li>")[0]


def test_house_rules_leave_as_a_file_and_come_back(app: Flask, client: FlaskClient) -> None:
    house = keep(app)
    answer = client.get(f"/house/{house}/file")
    assert "filename=pinochle-aunt-marys.json" in answer.headers["Content-Disposition"]
    assert json.loads(answer.data) == house_document(MARY)
    client.post(f"/house/{house}/delete", data={"key": "d"})
    back = bring_in(client, answer.data)
    (row,) = houses(app)
    assert back.location == f"/house/{row.id}"
    assert row.house == MARY


def test_a_file_that_is_here_already_is_not_kept_twice_and_another_of_its_name_is_numbered(
    app: Flask, client: FlaskClient
) -> None:
    house = keep(app)
    assert bring_in(client, json.dumps(house_document(MARY)).encode()).location == f"/house/{house}"
    other = {**house_document(MARY), "changes": {"end.target": 2000}}
    assert bring_in(client, json.dumps(other).encode()).status_code == 303
    assert sorted(row.house.name for row in houses(app)) == ["Aunt Mary’s", "Aunt Mary’s (2)"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "Please choose a file first."),
        (b"\xff\xd8 a photo", "This file holds no house variant: choose the one that was saved from this page."),
        (b'{"format": "companion-game", "v": 1}', "This is no house variant"),
        (json.dumps({**house_document(MARY), "v": 9}).encode(), "of version 9, from a newer companion"),
        (json.dumps({**house_document(MARY), "base": "whist"}).encode(), "no such variant: &#39;whist&#39;"),
        (json.dumps({**house_document(MARY), "changes": {"players": 3}}).encode(), "3 hands of 12 are 36 cards"),
    ],
)
def test_a_file_that_cannot_be_brought_in_is_answered_with_the_reason(
    app: Flask, client: FlaskClient, content: bytes, says: str
) -> None:
    keep(app)
    answer = bring_in(client, content)
    assert answer.status_code == 422
    assert says in answer.text.split('id="file-wrong">')[1].split("</span>")[0]
    assert len(houses(app)) == 1


def test_house_rules_are_handed_on_by_a_link_that_shows_them_and_keeps_nothing_by_itself(
    app: Flask, client: FlaskClient
) -> None:
    page = client.get(f"/house/{keep(app)}").text
    (path,) = set(re.findall(r"/house/link/[\w-]+", page))
    assert len(path) < 300
    current = houses(app)[0]
    with app.app_context():
        current_store().houses.delete(current.id)
    offered = client.get(path)
    assert "The first side to reach 1000 wins." in offered.text
    assert houses(app) == []
    answer = client.post("/house/file", data=fields_of(offered.text, "house"))
    assert answer.status_code == 303
    assert [row.house for row in houses(app)] == [MARY]


NESTED = base64.urlsafe_b64encode(zlib.compress(b"[" * 60_000)).decode()


@pytest.mark.parametrize("rules", ["x", "eJwDAAAAAAE", "%C3%A9", house_to_link(MARY)[:-9], NESTED[:1000]])
def test_a_link_that_holds_no_rules_says_so(client: FlaskClient, rules: str) -> None:
    answer = client.get(f"/house/link/{rules}")
    assert answer.status_code == 422
    assert "This link holds no house rules, or only a part of them" in answer.text
    assert client.post("/house/file", data={"rules": "x", "key": "k"}).status_code == 422


def test_house_rules_that_no_longer_hold_say_why_and_can_be_put_right(app: Flask, client: FlaskClient) -> None:
    house = keep(app, HouseVariant("Old ways", "site", {"play.haed": "never"}))
    assert "no such option" in client.get(f"/house/{house}").text
    assert house not in client.get("/new").text
    assert client.get(f"/new/{house}").status_code == 404
    assert send(client, f"/house/{house}/edit", end_target="1000").status_code == 303
    assert houses(app)[0].house == make_house("Old ways", "site", {"end.target": 1000})


def test_an_unknown_address_is_a_404_with_a_sentence(client: FlaskClient) -> None:
    for path in ("/house/nowhere", "/house/nowhere/edit", "/house/nowhere/file"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "There are no house rules at this address" in answer.text
    assert "nothing of that name to copy" in client.get("/house/new/whist").text


def test_a_seat_form_of_house_rules_goes_back_to_them(app: Flask, client: FlaskClient) -> None:
    house = keep(app)
    answer = client.post(f"/new/{house}", data=seats("Ann", "ann"))
    assert answer.status_code == 422
    assert f'action="/new/{house}"' in answer.text


def test_the_store_lists_a_game_with_its_house(app: Flask, client: FlaskClient) -> None:
    begin(client, variant=keep(app))
    with app.app_context():
        (row,) = journal().list_games()
    assert (row.variant, row.table["house"]) == ("site", "Aunt Mary’s")


def test_a_link_of_many_letters_takes_one_line(app: Flask, client: FlaskClient) -> None:
    page = client.get(f"/house/{keep(app)}").text
    link = re.search(r'<input class="address" aria-label="The link" value="([^"]+)" readonly>', page)
    assert link
    assert f'data-share="{link[1]}"' in page
    assert 'class="address">' not in page


def test_options_that_clash_come_with_a_button_for_each_that_settles_it(app: Flask, client: FlaskClient) -> None:
    path = "/house/new/three-handed"
    answer = send(client, path, name="Four at three", **{"deal.sits-out": "dealer"})
    assert answer.status_code == 422
    assert "choose that a misdeal is dealt again whenever it is noticed" in answer.text
    buttons = re.findall(r'name="set" value="([^"]*)"[^>]*>([^<]*)<', answer.text)
    assert (
        "misdeal.procedure=false",
        "A misdeal noticed late: A misdeal is dealt again whenever it is noticed.",
    ) in buttons
    assert {value for value, _ in buttons} == {"misdeal.procedure=false", "deal.sits-out=last-dealer"}
    form = fields_of(answer.text, "house")
    form.setlist("set", ["misdeal.procedure=false"])
    answer = client.post(path, data=form)
    assert answer.status_code == 200
    form = fields_of(answer.text, "house")
    assert (form["misdeal.procedure"], form["deal.sits-out"], form["name"]) == ("false", "dealer", "Four at three")
    form.setlist("save", ["1"])
    client.post(path, data=form)
    (row,) = houses(app)
    assert row.house.changes == {"deal.sits-out": "dealer", "misdeal.procedure": False}
