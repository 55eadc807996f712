"""Every form: nothing typed is lost where nothing can be written, nothing counts twice or over another's entry."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion.store import sqlite
from companion.store.store import FILE_NAME
from tests.store.full_disk import held
from tests.web.every_form import FORMS, JUDGED, Scene, Sent
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
    **dict.fromkeys(("club.add_passkey", "club.by_passkey", "club.show_passkey"), "a device signs what it sends"),
    **dict.fromkeys(("deck.learn", "photo.read"), "it queues, and what waits writes later"),
}
ELSEWHERE = {"table.ask_sides", "table.meld_photo", "table.record_bids", "table.take"}
"""The table says that nothing was written; its button is on another page, or on one that is open since an update."""
WRITE_AGAIN = {
    *("club.invite", "club.let_in", "club.pair", "keepers.make_link", "league.end_links", "share.hand_out"),
    *("share.watch_link", "deck.bring_in"),
}
"""A second tap makes one more link, and shows it, as the page of the first is gone; a deck's file is read again."""
LEADS_ELSEWHERE = {
    *("club.send_out", "club.sign_out", "club.use", "keepers.use", "share.hand_over", "shelf.bring_in", "shelf.lay"),
}
"""What was asked for is done, and the second answer says so."""
OF_EACH_PHONE = {
    *(*WRITE_AGAIN, "night.begin", "photo.add_card", "start.begin", "start.sample"),
    *("who.change", "who.use_link"),
}
"""Two phones may ask for the same, and each gets its own."""
DERIVED = ("reckoned", "seat_facts", "counted", "sum_of", "spelling", "name_word", "word_of_game", "usual_meld")
"""Tables that are gathered from the others, by any page."""


@pytest.fixture(autouse=True)
def _short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "WAIT_FOR_OTHER_PROCESSES_S", 0.01)


def tables_of(there: Scene) -> list[str]:
    """All that is stored, line by line."""
    with closing(sqlite3.connect(there.app.config["DATA"] / FILE_NAME)) as db:
        return [line for line in db.iterdump() if not re.match(rf'INSERT INTO "({"|".join(DERIVED)})"', line)]


def comes_back(answer: TestResponse, form: Sent, told: MultiDict[str, str]) -> bool:
    """True if a form of the page would send what was typed, by its fields and one of its buttons."""
    typed = {(name, told[name]) for name in form.typed if told[name]}
    return any(typed <= {*each.fields, *each.offers} for each in forms_of(answer.text))


def test_every_address_that_takes_a_form_is_in_the_list(make_app: MakeApp) -> None:
    rules = make_app(HOME="club").url_map.iter_rules()
    assert {rule.endpoint for rule in rules if "POST" in (rule.methods or ())} == {*FORMS, *WRITE_NOTHING, *NOT_HERE}


@pytest.mark.parametrize("name", FORMS)
def test_what_was_typed_comes_back_where_nothing_can_be_written_and_is_written_once(
    make_app: MakeApp, name: str
) -> None:
    form = FORMS[name]
    there = form.opened(make_app)
    told, before = form.fill_in(there), tables_of(there)
    with held(there.app.extensions["store"]):
        refused = form.send(there, there.phone, told)
    assert refused.status_code == 503, words(refused)
    assert "Nothing was written: another program holds it." in words(refused)
    assert name in ELSEWHERE or there.file or comes_back(refused, form, told)
    first = form.send(there, there.phone, told)
    assert first.status_code in (200, 303), words(first)
    kept = tables_of(there)
    assert kept != before
    again = form.send(there, there.phone, told)
    assert (tables_of(there) == kept) == (name not in WRITE_AGAIN)
    answers = [(each.status_code, each.location) for each in (first, again)]
    assert (answers[0] == answers[1]) == (name not in LEADS_ELSEWHERE)


@pytest.mark.parametrize("name", FORMS)
def test_what_others_wrote_meanwhile_stays_and_what_was_typed_comes_back(make_app: MakeApp, name: str) -> None:
    form = FORMS[name]
    there = form.opened(make_app)
    told, theirs = form.fill_in(there), form.fill_in(there, form.other)
    first = form.send(there, there.another(), theirs)
    assert first.status_code in (200, 303), words(first)
    kept = tables_of(there)
    ours = form.send(there, there.phone, told)
    assert ours.status_code == (form.stale or (409 if name in JUDGED else first.status_code)), words(ours)
    assert name in OF_EACH_PHONE or tables_of(there) == kept
    assert not form.other or "Yours, not written" in words(ours) or comes_back(ours, form, told)
