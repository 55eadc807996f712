"""Every form: nothing typed is lost where nothing can be written, nothing counts twice, nobody's entry is overwritten."""

from __future__ import annotations

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
WRITE_NOTHING = {}


@pytest.fixture(autouse=True)
def _short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "WAIT_FOR_OTHER_PROCESSES_S", 0.01)


def tables_of(app: Flask) -> dict[str, list[str]]:
    """All that is stored, line by line."""
    with closing(sqlite3.connect(app.config["DATA"] / FILE_NAME)) as db:
        return [*db.iterdump()]


def comes_back(answer: TestResponse, path: str, typed: Typed) -> bool:
    """True if a form of the page would send the same to the same address."""
    wanted = {(name, value) for name, value in typed.items() if value}
    for form in forms_of(answer.text):
        if form.action.partition("?")[0] == path.partition("?")[0] and wanted <= {*form.fields, *form.offers}:
            return True
    return False


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
    assert comes_back(refused, form.path.format(**there.parts), typed)
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
    assert tables_of(app) == kept
    assert (again.status_code, again.location) == (first.status_code, first.location)


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
    assert ours.status_code == 409, words(ours)
    assert tables_of(app) == kept
