"""Passkeys without a device: what is asked, where there are none, and that nothing is believed that no key signed."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.store import Passkey
from companion.web.base.current import current_store
from companion.web.club import passkeys
from tests.web.club.people import newcomer
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


def test_a_key_that_is_kept_is_not_made_again_and_can_be_removed(club: Flask, ann: FlaskClient) -> None:
    with club.app_context():
        store = current_store()
        account = store.accounts.list_accounts()[0]
        store.passkeys.add(Passkey("AAAA", account.id, b"public", 0, "Safari on iPhone", NOW))
    page = ann.get("/account").text
    assert [each["id"] for each in asked(page)[0]["excludeCredentials"]] == ["AAAA"]
    assert "Safari on iPhone" in page
    assert ann.post("/account/passkey/remove", data={"passkey": "AAAA"}).status_code == 303
    assert "Safari on iPhone" not in ann.get("/account").text


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
    with club.app_context():
        account = current_store().accounts.list_accounts()[0]
        current_store().passkeys.add(Passkey("AAAA", account.id, b"public", 0, "", NOW))

    @settings(max_examples=60, deadline=None)
    @given(ANSWERS)
    def refused(answer: str) -> None:
        for sender, page, path in ((phone, "/sign-in", "/sign-in"), (ann, "/account", "/account/passkey")):
            _, question = asked(sender.get(page).text)
            told = sender.post(path, data={"question": question, "answer": answer})
            assert told.status_code == 422
            assert passkeys.NOT_PROVEN in words(told)

    refused()
    assert phone.get("/account").status_code == 403


def test_a_question_of_another_page_is_no_question(club: Flask, ann: FlaskClient) -> None:
    _, of_account = asked(ann.get("/account").text)
    for question in (of_account, "made up", ""):
        assert newcomer(club).post("/sign-in", data={"question": question, "answer": "{}"}).status_code == 422
