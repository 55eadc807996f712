"""Every form: nothing typed is lost where nothing can be written, nothing counts twice or over another's entry."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.store import sqlite
from companion.store.store import FILE_NAME
from tests.store.full_disk import held
from tests.web.every_form import AT_A_GAME, AT_A_NIGHT, FORMS, OF_THE_HOUSE, Typed
from tests.web.form_reader import forms_of
from tests.web.table_player import words

MakeApp = Callable[..., Flask]
WRITE_NOTHING = {
    "door.come_in": "it leads on to the night that has the code",
    "photo.glance": "a camera asks what it sees",
    "setup.try_form": "it tells whether a form gets through",
    "table.use": "it fills in the fields of another deal",
}
NOT_HERE = {
    **dict.fromkeys(
        (f"club.{each}" for each in ("add_passkey", "by_passkey", "pair", "remove_passkey", "show_passkey")),
        "tests/web/club/test_passkeys.py",
    ),
    **dict.fromkeys(("damaged.remove",), "tests/web/night/test_stopped"),
    **dict.fromkeys(("deck.bring_in", "deck.learn", "deck.use"), "tests/web/deck"),
    **dict.fromkeys(("photo.read",), "tests/web/photo/test_queue"),
    **dict.fromkeys(("shelf.bring_in",), "tests/web/shelf"),
    **dict.fromkeys(("totals.visit",), "tests/web/night/test_phones"),
}
"""Forms that need a passkey, a file, a reader or damage: the tests that send them."""
ELSEWHERE = {"table.ask_sides", "table.meld_photo", "table.record_bids", "table.take"}
"""The table says that nothing was written; its button is on another page, or on one that is open since an update."""
ANOTHER_LINK = {
    *("club.invite", "club.let_in", "keepers.make_link", "league.end_links", "share.hand_out", "share.watch_link"),
}
"""A second tap makes one more link, and shows it: the page of the first is gone."""
LEADS_ELSEWHERE = {
    *("club.send_out", "club.sign_out", "club.use", "keepers.use", "share.hand_over", "shelf.lay"),
}
"""What was asked for is done, and the second answer says so."""
DERIVED = ("reckoned", "seat_facts", "counted", "sum_of", "spelling", "name_word", "word_of_game", "usual_meld")
"""Tables that are gathered from the others, by any page."""


@pytest.fixture(autouse=True)
def _short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "WAIT_FOR_OTHER_PROCESSES_S", 0.01)


def tables_of(app: Flask) -> list[str]:
    """All that is stored, line by line."""
    with closing(sqlite3.connect(app.config["DATA"] / FILE_NAME)) as db:
        return [line for line in db.iterdump() if not re.match(rf'INSERT INTO "({"|".join(DERIVED)})"', line)]


def comes_back(answer: TestResponse, typed: Typed) -> bool:
    """True if a form of the page would send the same, by its fields and one of its buttons."""
    wanted = {(name, value) for name, value in typed.items() if value}
    return any(wanted <= {*form.fields, *form.offers} for form in forms_of(answer.text))


def test_every_address_that_takes_a_form_is_in_the_list(make_app: MakeApp) -> None:
    rules = make_app(HOME="club").url_map.iter_rules()
    assert {rule.endpoint for rule in rules if "POST" in (rule.methods or ())} == {*FORMS, *WRITE_NOTHING, *NOT_HERE}


@pytest.mark.parametrize("name", FORMS)
def test_where_nothing_can_be_written_what_was_typed_comes_back(make_app: MakeApp, name: str) -> None:
    form = FORMS[name]
    app = make_app(HOME=form.home, READER=None)
    there = form.at(app)
    told = form.fill_in(there)
    with held(app.extensions["store"]):
        refused = form.send(there, there.phone, told)
    assert refused.status_code == 503, words(refused)
    assert "Nothing was written: another program holds it." in words(refused)
    typed = {each: told[each] for each in form.typed}
    assert name in ELSEWHERE or comes_back(refused, typed)
    after = form.send(there, there.phone, told)
    assert after.status_code in (200, 303), words(after)


@pytest.mark.parametrize("name", FORMS)
def test_what_is_sent_twice_is_written_once(make_app: MakeApp, name: str) -> None:
    form = FORMS[name]
    app = make_app(HOME=form.home, READER=None)
    there = form.at(app)
    told = form.fill_in(there)
    first = form.send(there, there.phone, told)
    assert first.status_code in (200, 303), words(first)
    kept = tables_of(app)
    again = form.send(there, there.phone, told)
    assert (tables_of(app) == kept) == (name not in ANOTHER_LINK)
    answers = [(each.status_code, each.location) for each in (first, again)]
    assert (answers[0] == answers[1]) == (name not in LEADS_ELSEWHERE)


@pytest.mark.parametrize("name", [*AT_A_GAME, *AT_A_NIGHT, *OF_THE_HOUSE])
def test_what_others_wrote_meanwhile_stays_and_what_was_typed_comes_back(make_app: MakeApp, name: str) -> None:
    form = FORMS[name]
    app = make_app(HOME=form.home, READER=None)
    there = form.at(app)
    told, theirs = form.fill_in(there), form.fill_in(there, form.other)
    first = form.send(there, there.another(), theirs)
    assert first.status_code in (200, 303), words(first)
    kept = tables_of(app)
    ours = form.send(there, there.phone, told)
    assert ours.status_code == form.stale, words(ours)
    assert tables_of(app) == kept
