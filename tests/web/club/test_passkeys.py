"""Passkeys without a device: what is asked, where there are none, and that nothing is believed that no key signed."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta, timezone
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from companion.store import Office, Passkey
from companion.store.membership import hashed
from companion.store.moments import at
from companion.web.club import passkeys
from companion.web.core.current import current_store
from tests.conftest import tries
from tests.web.club.people import another, come_in, newcomer, token_of, values
from tests.web.conftest import NOW
from tests.web.table_player import words

pytest.importorskip("webauthn", reason="it is not built for every machine")


def asked(page: str) -> tuple[dict[str, Any], str]:
    """What a page asks of a device, and its sealed question."""
    options = json.loads(unescape(re.findall(r'data-asked="([^"]+)"', page)[0]))
    return options, re.findall(r'name="question" value="([^"]+)"', page)[0]


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("http://localhost", ""),
        ("https://kitchen-pc", ""),
        ("http://kitchen-pc", "Passkeys need https"),
        ("https://192.168.1.7", "Passkeys need a name"),
        ("http://127.0.0.1:8700", "Passkeys need a name"),
        ("http://[::1]:8700", "Passkeys need a name"),
    ],
)
def test_where_there_can_be_no_passkeys_it_says_why(club: Flask, ann: FlaskClient, address: str, says: str) -> None:
    page = newcomer(club).get("/sign-in", base_url=address)
    assert ("data-asked" in page.text) == (not says)
    assert says in words(page)


def test_without_its_library_it_says_how_to_get_it(
    club: Flask, ann: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passkeys, "INSTALLED", False)
    assert "python3 bootstrap.py setup server" in words(newcomer(club).get("/sign-in"))
    assert ann.post("/account/passkey", data={"answer": "{}"}).status_code == 422
    assert newcomer(club).post("/sign-in", data={"answer": "{}"}).status_code == 422


def test_a_device_is_asked_under_the_name_of_the_page_for_a_key_that_it_finds_by_itself(
    club: Flask, ann: FlaskClient
) -> None:
    options, _ = asked(ann.get("/account", base_url="http://localhost:8700").text)
    assert options["rp"]["id"] == "localhost"
    assert options["user"]["name"] == "Ann"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    shown, _ = asked(newcomer(club).get("/sign-in").text)
    assert (shown["rpId"], shown.get("allowCredentials", [])) == ("localhost", [])
    assert shown["challenge"] != asked(newcomer(club).get("/sign-in").text)[0]["challenge"]


def _give_passkey(club: Flask, of: str = "Ann", id_: str = "AAAA") -> None:
    with club.app_context():
        store = current_store()
        account = next(each for each in store.accounts.list_accounts() if each.name == of)
        store.passkeys.add(Passkey(id_, account.id, b"public", 0, "Safari on iPhone", NOW))


def _age(club: Flask, phone: FlaskClient, **by: float) -> None:
    """Let this device have signed in so long ago."""
    since = at(datetime.now(timezone.utc) - timedelta(**by))
    with club.app_context(), current_store().database.write() as rows:
        rows.run("update sign_in set created_at = ? where id = ?", since, hashed(token_of(phone)))


def _show(club: Flask, phone: FlaskClient, monkeypatch: pytest.MonkeyPatch, key: str = "AAAA") -> TestResponse:
    """What comes of showing a passkey whose device answers rightly."""
    monkeypatch.setattr("companion.web.club.ceremony.uses_of", lambda *_, **__: 1)
    _, question = asked(phone.get("/account").text)
    return phone.post("/account/passkey/show", data={"question": question, "answer": json.dumps({"id": key})})


def test_a_key_that_is_kept_is_not_made_again_and_can_be_removed(
    club: Flask, ann: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    _give_passkey(club)
    _show(club, ann, monkeypatch)
    page = ann.get("/account").text
    assert [each["id"] for each in asked(page)[0]["excludeCredentials"]] == ["AAAA"]
    assert "Safari on iPhone" in page
    assert ann.post("/account/passkey/remove", data={"passkey": "AAAA"}).status_code == 303
    assert "Safari on iPhone" not in ann.get("/account").text


def test_who_has_a_passkey_shows_it_unlocked_before_another_is_added(club: Flask, ann: FlaskClient) -> None:
    _, to_add = asked(ann.get("/account").text)
    _give_passkey(club)
    refused = ann.post("/account/passkey", data={"question": to_add, "answer": "{}"})
    assert refused.status_code == 422
    assert "Show first that it is you" in words(refused)
    options, _ = asked(ann.get("/account").text)
    assert "user" not in options
    assert options["userVerification"] == "required"
    assert [each["id"] for each in options["allowCredentials"]] == ["AAAA"]


def test_what_was_shown_counts_for_five_minutes_and_for_this_sign_in_alone(
    club: Flask, ann: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    _give_passkey(club)
    other = another(club, ann)
    answer = _show(club, ann, monkeypatch)
    assert (answer.status_code, answer.location) == (303, "/account?shown=1")
    assert "It is you" in words(ann.get("/account?shown=1"))
    assert "user" in asked(ann.get("/account").text)[0]
    cookie = ann.get_cookie(passkeys.COOKIE)
    assert cookie is not None
    assert (cookie.http_only, cookie.max_age) == (True, passkeys.SHOWN_FOR_SECONDS)
    other.set_cookie(passkeys.COOKIE, cookie.value)
    assert "user" not in asked(other.get("/account").text)[0]
    monkeypatch.setattr(passkeys, "SHOWN_FOR_SECONDS", -1)
    assert "user" not in asked(ann.get("/account").text)[0]


def test_the_passkey_of_somebody_else_shows_nothing(
    club: Flask, ann: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    come_in(club, Office.MEMBER, "Bob")
    _give_passkey(club)
    _give_passkey(club, "Bob", "BBBB")
    assert _show(club, ann, monkeypatch, "BBBB").status_code == 422
    assert "user" not in asked(ann.get("/account").text)[0]


def test_a_device_that_signed_in_long_ago_makes_no_first_passkey_and_one_that_just_did_does(
    club: Flask, ann: FlaskClient
) -> None:
    assert "user" in asked(ann.get("/account").text)[0]
    _age(club, ann, minutes=11)
    page = ann.get("/account")
    assert "data-asked" not in page.text
    assert "within ten minutes of signing in" in words(page)
    assert ann.post("/account/passkey", data={"answer": "{}"}).status_code == 422
    _age(club, ann, hours=-1)  # the clock was set back since
    assert "data-asked" not in ann.get("/account").text
    assert "user" in asked(another(club, ann).get("/account").text)[0]


def test_who_holds_a_device_of_somebody_with_a_passkey_signs_no_other_in_and_removes_none(
    club: Flask, ann: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    _give_passkey(club)
    _age(club, ann, hours=1)
    page = ann.get("/account")
    assert "Sign in another device</button>" not in page.text
    assert values(page.text, "passkey", "Remove the passkey") == []
    for path in ("/account/pair", "/account/passkey/remove"):
        refused = ann.post(path, data={"passkey": "AAAA"})
        assert refused.status_code == 422
        assert "Show first that it is you" in words(refused)
        assert "/in/" not in refused.text
    assert _show(club, ann, monkeypatch).status_code == 303
    assert "/in/" in ann.post("/account/pair", data={"key": "k"}).text
    assert ann.post("/account/passkey/remove", data={"passkey": "AAAA"}).status_code == 303
    assert values(ann.get("/account").text, "passkey", "Remove the passkey") == []


def test_who_lost_the_only_passkey_is_let_in_by_a_link_removes_it_and_makes_another(
    club: Flask, ann: FlaskClient
) -> None:
    _give_passkey(club)
    let_in = another(club, ann)
    assert let_in.post("/account/passkey/remove", data={"passkey": "AAAA"}).status_code == 303
    assert "user" in asked(let_in.get("/account").text)[0]


ANSWERS = st.one_of(
    st.text(max_size=40),
    st.recursive(
        st.none() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(("id", "rawId", "type", "response", "signature", "clientDataJSON")), inner
            )
        ),
        max_leaves=8,
    ).map(json.dumps),
    st.builds(
        lambda data, object_: json.dumps(
            {
                "id": "AAAA",
                "rawId": "AAAA",
                "type": "public-key",
                "response": {
                    "clientDataJSON": data,
                    "attestationObject": object_,
                    "authenticatorData": object_,
                    "signature": data,
                },
            }
        ),
        st.sampled_from(("", "AAAA", "e30", "bnVsbA", "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0")),
        st.sampled_from(("", "AAAA", "oA", "-A", "gA", "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YUA")),
    ),
)


def test_whatever_is_sent_in_place_of_an_answer_is_refused_in_words(club: Flask, ann: FlaskClient) -> None:
    phone = newcomer(club)
    club.extensions["meter"].take = lambda *_: 0.0
    _give_passkey(club)

    @settings(max_examples=tries(60), deadline=None)
    @given(ANSWERS)
    def refused(answer: str) -> None:
        for sender, page, path in ((phone, "/sign-in", "/sign-in"), (ann, "/account", "/account/passkey/show")):
            _, question = asked(sender.get(page).text)
            told = sender.post(path, data={"question": question, "answer": answer})
            assert told.status_code == 422
            assert passkeys.NOT_PROVEN in words(told)

    refused()
    assert phone.get("/account").status_code == 403


def test_whatever_is_sent_in_place_of_a_new_passkey_is_refused_in_words(club: Flask, ann: FlaskClient) -> None:
    club.extensions["meter"].take = lambda *_: 0.0

    @settings(max_examples=tries(60), deadline=None)
    @given(ANSWERS)
    def refused(answer: str) -> None:
        _, question = asked(ann.get("/account").text)
        told = ann.post("/account/passkey", data={"question": question, "answer": answer})
        assert told.status_code == 422
        assert passkeys.NOT_PROVEN in words(told)

    refused()


def test_a_question_of_another_page_is_no_question(club: Flask, ann: FlaskClient) -> None:
    _, of_account = asked(ann.get("/account").text)
    for question in (of_account, "made up", ""):
        assert newcomer(club).post("/sign-in", data={"question": question, "answer": "{}"}).status_code == 422
