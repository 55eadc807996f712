"""Persons of a club: each belongs to an account, and directors release them."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store import Office
from companion.store.audit import Action
from companion.web.core.current import current_store
from tests.web.club.people import come_in
from tests.web.new_game import begin, finish, play_one_deal


@pytest.fixture
def bob(club: Flask) -> FlaskClient:
    """Bob, a member, who has played with Zed, who has no account."""
    phone = come_in(club, Office.MEMBER, "Bob")
    game = begin(phone, "Ann", "Bob", "Cy", "Zed", dealer="3")
    play_one_deal(club, game)
    finish(club, game)
    return phone


def say(phone: FlaskClient, name: str, what: str, **more: str) -> int:
    return phone.post(f"/who/{name}", data={"say": what, **more}).status_code


def test_nobody_else_claims_or_joins_the_name_of_an_account(club: Flask, ann: FlaskClient, bob: FlaskClient) -> None:
    mallory = come_in(club, Office.MEMBER, "Mallory")
    assert say(mallory, "bob", "mine") == 422
    assert say(mallory, "zed", "mine") == 303
    assert say(mallory, "zed", "same", other="Bob") == 422
    assert say(bob, "bob", "mine") == 303


def test_a_director_releases_a_person_and_says_which_account_it_is(
    club: Flask, ann: FlaskClient, bob: FlaskClient
) -> None:
    mallory, eve = come_in(club, Office.MEMBER, "Mallory"), come_in(club, Office.MEMBER, "Eve")
    say(mallory, "zed", "mine")
    assert say(mallory, "zed", "seen-by", **{"seen-by": "self"}) == 303
    assert [say(phone, "zed", "release") for phone in (eve, bob)] == [403, 403]
    account = re.findall(r'<option value="(\w+)">Eve<', ann.get("/who/zed").text)[0]
    assert say(ann, "zed", "seen-by", **{"seen-by": "everybody"}) == 422
    assert say(ann, "zed", "release") == 303
    assert mallory.get("/person/zed").status_code == 403
    assert say(ann, "zed", "assign", account=account) == 303
    assert [phone.get("/person/zed").status_code for phone in (eve, mallory)] == [200, 403]
    with club.app_context():
        told = [(each.who, each.action, each.detail) for each in current_store().audit.of_club(20)]
    assert ("Mallory", Action.PERSON_CLAIMED, "Zed") in told
    assert ("Ann", Action.PERSON_RELEASED, "Zed") in told
    assert ("Ann", Action.PERSON_CLAIMED, "Zed, for the account Eve") in told


def test_a_person_is_left_out_by_their_account_or_a_director(club: Flask, ann: FlaskClient, bob: FlaskClient) -> None:
    assert say(bob, "zed", "leave-out") == 422
    assert say(ann, "zed", "leave-out") == 303
    assert say(bob, "zed", "let-in") == 422
    assert say(bob, "bob", "mine") == say(bob, "bob", "leave-out") == 303


def test_a_link_of_an_account_makes_nobody_else_the_person(club: Flask, ann: FlaskClient, bob: FlaskClient) -> None:
    say(bob, "bob", "mine")
    assert "Another phone of mine" not in bob.get("/who/bob").text
    path = re.findall(r"/who/phone/[\w.-]+", bob.post("/who/bob", data={"say": "another-phone"}).text)[0]
    assert come_in(club, Office.MEMBER, "Eve").post(path, data={"key": ""}).status_code == 404
