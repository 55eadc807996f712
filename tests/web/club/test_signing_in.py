"""Signing in to a club: by a link that is used once, on several devices, until one of them is ended."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta, timezone

import pytest
from flask import Flask

from companion.store import Office
from companion.store.membership import hashed
from companion.store.moments import at
from companion.web import streams
from companion.web.core.current import current_store
from companion.web.core.identity import UNSEEN_DAYS, device_name
from tests.web.club.people import another, come_in, invited, newcomer, token_of, values
from tests.web.conftest import browser
from tests.web.follower import Follower
from tests.web.new_game import begin
from tests.web.table_player import words


def test_the_first_owner_is_told_where_the_first_link_comes_from(club: Flask) -> None:
    assert "companion invite --club owner" in words(newcomer(club).get("/sign-in"))
    come_in(club, Office.OWNER, "Ann")
    assert "companion invite" not in words(newcomer(club).get("/sign-in"))


def test_looking_at_an_invitation_uses_nothing_up_and_its_button_does(club: Flask) -> None:
    path, phone = invited(club, Office.MEMBER), newcomer(club)
    for _ in range(2):
        assert "As a member you begin games" in words(phone.get(path))
    assert phone.get("/account").status_code == 403
    assert phone.post(path, data={"name": "Ann"}).status_code == 303
    assert "Welcome, Ann" in words(phone.get("/account?came=1"))
    for way in ("GET", "POST"):
        answer = newcomer(club).open(path, method=way, data={"name": "Bob"})
        assert answer.status_code == 404
        assert "used already" in words(answer)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("  ", "Please write your name."),
        ("ANN", "Somebody in the club is called ANN already"),
        ("A\u200dnn", "already. Add what tells you apart"),
        ("Bob\u202e", "letters, digits and signs that can be seen"),
        ("x" * 31, "at most 30 letters"),
    ],
)
def test_a_name_by_which_nobody_is_known_is_refused_and_the_invitation_stays_good(
    club: Flask, name: str, says: str
) -> None:
    come_in(club, Office.OWNER, "Ann")
    path, phone = invited(club, Office.MEMBER), newcomer(club)
    answer = phone.post(path, data={"name": name})
    assert answer.status_code == 422
    assert says in words(answer)
    assert phone.post(path, data={"name": "Bob"}).status_code == 303


@pytest.mark.parametrize(
    ("scheme", "cookie", "secure"), [("http", "sign-in", False), ("https", "__Host-sign-in", True)]
)
def test_the_cookie_is_out_of_reach_and_over_https_the_hosts_own(
    club: Flask, scheme: str, cookie: str, secure: bool
) -> None:
    phone = browser(club)
    answer = phone.post(invited(club, Office.OWNER), data={"name": "Ann"}, base_url=f"{scheme}://localhost")
    said = next(each for each in answer.headers.getlist("Set-Cookie") if each.startswith(f"{cookie}="))
    parts = said.split("; ")
    assert {"HttpOnly", "Path=/", "SameSite=Lax"} <= set(parts)
    assert ("Secure" in parts) == secure
    assert not any(part.startswith("Domain") for part in parts)


def test_a_cookie_that_came_without_https_signs_nobody_in_over_https(club: Flask) -> None:
    phone = come_in(club, Office.OWNER, "Ann")
    assert phone.get("/account").status_code == 200
    assert phone.get("/account", base_url="https://localhost").status_code == 403


def test_no_token_is_in_the_store(club: Flask) -> None:
    phone = come_in(club, Office.OWNER, "Ann")
    with club.app_context(), current_store().database.read() as rows:
        kept = rows.all("select * from sign_in")
    assert [row["id"] for row in kept] == [hashed(token_of(phone))]
    assert token_of(phone) not in str(kept)


def test_a_device_that_is_signed_out_from_another_is_so_with_its_next_request(club: Flask) -> None:
    first = come_in(club, Office.OWNER, "Ann")
    second = another(club, first)
    game = begin(second)
    listed = values(first.get("/account").text, "sign-in", "Sign out")
    assert listed == [hashed(token_of(second))]
    assert second.get("/account").status_code == 200
    assert first.post("/account/end", data={"sign-in": listed[0]}).status_code == 303
    for page in ("/account", f"/game/{game}/", "/new"):
        assert second.get(page).status_code == 403
    assert first.get(f"/game/{game}/").status_code == 200


def test_nobody_ends_the_sign_in_of_somebody_else(club: Flask) -> None:
    ann, bob = come_in(club, Office.OWNER, "Ann"), come_in(club, Office.MEMBER, "Bob")
    bob.post("/account/end", data={"sign-in": hashed(token_of(ann))})
    assert ann.get("/account").status_code == 200


def test_signing_out_ends_this_device_and_no_other(club: Flask) -> None:
    first = come_in(club, Office.OWNER, "Ann")
    second, token = another(club, first), token_of(first)
    assert first.post("/account/sign-out", data={"key": "k"}).status_code == 303
    assert token_of(first) == ""
    first.set_cookie("sign-in", token)
    assert first.get("/account").status_code == 403
    assert second.get("/account").status_code == 200


def test_a_device_that_was_not_seen_for_three_months_is_signed_out(club: Flask) -> None:
    phone = come_in(club, Office.OWNER, "Ann")
    for days, status in ((UNSEEN_DAYS - 1, 200), (UNSEEN_DAYS + 1, 403)):
        seen = at(datetime.now(timezone.utc) - timedelta(days=days))
        with club.app_context():
            current_store().accounts.see(hashed(token_of(phone)), seen)
        assert phone.get("/account").status_code == status


def test_that_a_device_was_heard_of_is_written_down_now_and_then(club: Flask) -> None:
    phone = come_in(club, Office.OWNER, "Ann")
    long_ago = at(datetime.now(timezone.utc) - timedelta(hours=1))
    with club.app_context():
        accounts = current_store().accounts
        accounts.see(hashed(token_of(phone)), long_ago)
        phone.get("/account")
        seen = accounts.list_accounts()[0].seen_at
        assert seen > long_ago
        phone.get("/account")
        assert accounts.list_accounts()[0].seen_at == seen


def test_whoever_signs_in_on_a_phone_that_is_signed_in_takes_it_over(club: Flask) -> None:
    phone = come_in(club, Office.OWNER, "Ann")
    token = token_of(phone)
    path = invited(club, Office.MEMBER)
    assert "Ann is signed out on it" in words(phone.get(path))
    phone.post(path, data={"name": "Bob"})
    assert "Bob" in words(phone.get("/"))
    with club.app_context():
        assert current_store().accounts.find_sign_in(token, "") is None


def test_a_name_is_changed_on_the_account_page(club: Flask) -> None:
    phone = come_in(club, Office.OWNER, "Ann")
    come_in(club, Office.MEMBER, "Bob")
    assert phone.post("/account/name", data={"name": "bob"}).status_code == 422
    assert phone.post("/account/name", data={"name": " ann  Smith "}).status_code == 303
    assert "Signed in as ann Smith" in words(phone.get("/"))


def test_who_is_refused_is_led_to_sign_in_and_back(club: Flask) -> None:
    phone = newcomer(club)
    refused = phone.get("/new?players=4")
    assert refused.status_code == 403
    assert 'href="/sign-in?next=/new?players%3D4"' in refused.text
    member = come_in(club, Office.MEMBER, "Ann")
    assert 'href="/new?players=4"' in member.get("/sign-in?next=/new?players%3D4").text
    assert 'href="/"' in member.get("/sign-in?next=https://evil.example/").text


def test_pages_of_a_club_are_in_a_club_alone(make_app: Callable[..., Flask]) -> None:
    for home in ("open", "invited"):
        phone = browser(make_app(HOME=home))
        assert {phone.get(page).status_code for page in ("/sign-in", "/account", "/members")} == {404}


@pytest.mark.parametrize(
    ("says", "name"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/150.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 Safari/537.36 Edg/150.0", "Edge on Windows"),
        ("curl/8.0", "A device"),
    ],
)
def test_a_device_is_called_as_its_owner_would(says: str, name: str) -> None:
    assert device_name(says) == name


def test_a_sign_in_link_made_before_signing_out_everywhere_is_void(club: Flask) -> None:
    ann, bob = come_in(club, Office.OWNER, "Ann"), come_in(club, Office.MEMBER, "Bob")
    told = {"account": values(ann.get("/members").text, "account", "Sign out everywhere: Bob")[0]}
    path = re.findall(r"/in/[\w-]{22}", ann.post("/members/let-in", data=told).text)[0]
    ann.post("/members/sign-out", data=told)
    assert bob.get("/account").status_code == 403
    assert bob.post(path, data={"key": "k"}).status_code == 404
    again = re.findall(r"/in/[\w-]{22}", ann.post("/members/let-in", data=told).text)[0]
    assert bob.post(again, data={"key": "k"}).status_code == 303


@pytest.mark.parametrize("path", ["sign-out", "send-out"])
def test_the_stream_of_a_device_that_is_signed_out_ends_with_the_next_beat(
    club: Flask, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.01)
    ann, bob = come_in(club, Office.OWNER, "Ann"), come_in(club, Office.MEMBER, "Bob")
    events = Follower(bob, f"/live/{begin(ann)}")
    assert b"changed" in next(events)
    assert b"beat" in next(events)
    told = {"account": values(ann.get("/members").text, "account", "Sign out everywhere: Bob")[0]}
    ann.post(f"/members/{path}", data=told)
    assert all(b"beat" in event for event in events)
