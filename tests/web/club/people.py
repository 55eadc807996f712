"""Phones of a club: of somebody in each office, and of whoever is not in it."""

from __future__ import annotations

import re

from flask import Flask
from flask.testing import FlaskClient

from companion.store import Office
from companion.web.core.current import current_store
from companion.web.core.identity import SIGN_IN_COOKIE
from tests.web.conftest import NOW, browser

NEVER = "2099-01-01T00:00:00.000+00:00"


def invited(app: Flask, office: Office) -> str:
    """The path of an invitation that the machine itself made."""
    with app.app_context():
        return f"/in/{current_store().ways_in.invite(office, '', NOW, NEVER)}"


def newcomer(app: Flask) -> FlaskClient:
    """A phone on which nobody is signed in."""
    phone = browser(app)
    phone.get("/")
    return phone


def come_in(app: Flask, office: Office, name: str) -> FlaskClient:
    """The phone of somebody who used an invitation."""
    phone = newcomer(app)
    answer = phone.post(invited(app, office), data={"name": name})
    assert (answer.status_code, answer.location) == (303, "/account?came=1")
    return phone


def another(app: Flask, phone: FlaskClient) -> FlaskClient:
    """A second phone of whoever is signed in on the first."""
    second = newcomer(app)
    with app.app_context():
        store = current_store()
        found = store.accounts.find_sign_in(token_of(phone), "")
        assert found is not None
        path = f"/in/{store.ways_in.let_in(found[0].id, '', NOW, NEVER)}"
    assert second.post(path, data={"key": "k"}).status_code == 303
    return second


def token_of(phone: FlaskClient) -> str:
    """The token in a phone's cookie."""
    cookie = phone.get_cookie(SIGN_IN_COOKIE)
    return cookie.value if cookie else ""


def values(page: str, name: str, label: str) -> list[str]:
    """What the buttons of this label send under a name."""
    return re.findall(rf'<button[^>]* name="{name}" value="([^"]+)"[^>]*aria-label="{label}', page)
