"""The log of a game names the account or the device behind each change of what others may do."""

from __future__ import annotations

import re

from flask import Flask
from flask.testing import FlaskClient

from companion.store import Action, AuditEntry, Office
from companion.web.core.current import current_store
from tests.web.club.people import come_in, newcomer
from tests.web.conftest import NOW, browser
from tests.web.new_game import begin, finish, play_one_deal
from tests.web.share.phones import member_of, phone
from tests.web.table_player import Player, words

CHROME = {"User-Agent": "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36"}


def log_of(at: Player) -> list[tuple[str, str]]:
    """Each line of the log page: what was done, and who did it."""
    page = at.client.get(f"/game/{at.game}/log").text
    return re.findall(r"<li>\s*<span>(.*?)</span>\s*<small>(.*?), <time", page)


def finished(app: Flask, owner: FlaskClient) -> Player:
    """A finished game of a phone that keeps the score, at a table that asks its sides."""
    at = Player(app, owner, begin(owner, dealer="3"))
    at.do("asked", asked="1")
    play_one_deal(app, at.game)
    finish(app, at.game)
    return at


def remove(owner: Player, named: str) -> None:
    """Tap “Remove” beside a phone of the list."""
    page = owner.client.get(f"/game/{owner.game}/share").text
    member = re.findall(rf'value="(\w+)" aria-label="Remove: {named}"', page)[0]
    owner.client.post(f"/game/{owner.game}/share/let_out", data={"member": member, "key": "r"})


def test_at_home_each_change_names_the_device(app: Flask) -> None:
    client = browser(app)
    client.environ_base["HTTP_USER_AGENT"] = CHROME["User-Agent"]
    client.get("/")
    owner = finished(app, client)
    bob = phone(app, owner.game, "1")
    mine, his = member_of(client)[:4], member_of(bob.client)[:4]
    bob.do("sign", side="B")
    owner.do("sign", side="A")
    bob.do("release", side="B")
    bob.client.post(f"/game/{owner.game}/share/seat", data={"seat": "3"})
    cy = phone(app, owner.game, "2")
    remove(owner, "Di")
    member = member_of(cy.client)
    client.post(f"/game/{owner.game}/share/hand_over", data={"member": member, "sure": "1", "key": "h"})
    chrome = f"Chrome on Android ({mine})"
    assert log_of(owner)[-7:] == [
        ("Bob &amp; Di signed the result.", f"Bob’s phone ({his})"),
        ("Ann &amp; Cy signed the result.", chrome),
        ("Bob &amp; Di withdrew the signature.", f"Bob’s phone ({his})"),
        ("joined: Di", f"Bob’s phone ({his})"),
        ("joined: Cy", f"A device ({member[:4]})"),
        (f"removed Di’s phone ({his})", chrome),
        (f"handed the game over to Cy’s phone ({member[:4]})", chrome),
    ]
    assert f"<small>phone {mine}</small>" in client.get(f"/game/{owner.game}/here").text


def test_in_a_club_each_change_names_the_account(club: Flask, ann: FlaskClient) -> None:
    owner = finished(club, ann)
    bob, mallory = (Player(club, come_in(club, Office.MEMBER, name), owner.game) for name in ("Robert", "Mallory"))
    bob.client.post(f"/game/{owner.game}/share/seat", data={"seat": "1"})
    bob.do("sign", side="B")

    refused = mallory.client.post(f"/game/{owner.game}/share/seat", data={"seat": "1"})
    assert refused.status_code == 422
    assert "Bob’s place is held by Robert" in words(refused)
    assert mallory.send("sign", side="B").status_code == 403
    assert mallory.send("release", side="B").status_code == 403

    assert owner.send("release", side="B").status_code == 422  # that side has a phone of its own
    remove(owner, "Bob")
    owner.do("release", side="B")
    owner.do("sign", side="B")
    assert log_of(owner)[-5:] == [
        ("joined: Bob", "Robert"),
        ("Bob &amp; Di signed the result.", "Robert"),
        ("removed Robert", "Ann"),
        ("Bob &amp; Di withdrew the signature.", "Ann"),
        ("Bob &amp; Di signed the result.", "Ann"),
    ]
    assert "Robert" not in words(ann.get(f"/game/{owner.game}/here"))


def test_a_director_who_takes_a_held_seat_is_named_with_who_held_it(club: Flask, ann: FlaskClient) -> None:
    bob = come_in(club, Office.MEMBER, "Robert")
    at = finished(club, bob)
    bob.post(f"/game/{at.game}/share/seat", data={"seat": "1"})
    assert ann.post(f"/game/{at.game}/share/seat", data={"seat": "1"}).status_code == 303
    assert log_of(at)[-1] == ("joined: Bob, in place of Robert", "Ann")
    assert "Ann" in words(bob.get(f"/game/{at.game}/here"))


def test_who_deletes_and_restores_a_game_is_in_its_log(club: Flask, ann: FlaskClient) -> None:
    at = finished(club, ann)
    for shelf in ("archive", "bin", "bin", "open"):
        ann.post("/games/lay", data={"each": at.game, "shelf": shelf})
    assert log_of(at)[-2:] == [("deleted the game", "Ann"), ("restored the game", "Ann")]


def test_the_log_says_whose_places_a_device_brings_along_when_it_signs_in(club: Flask, ann: FlaskClient) -> None:
    at = finished(club, ann)
    page = ann.post(f"/game/{at.game}/share/link", data={"key": "k", "place": "1"}).text
    guest = newcomer(club)
    guest.post(re.findall(r"/link/[\w-]{20,}", page)[0], data={"key": "k"})
    mark = member_of(guest)[:4]
    path = re.findall(r"/in/[\w-]{22}", ann.post("/members/invite", data={"office": "member"}).text)[0]
    guest.post(path, data={"name": "Robert"})
    assert log_of(at)[-2:] == [
        ("joined: Bob, by a link", f"A device ({mark})"),
        (f"signed in, and has the places of A device ({mark})", "Robert"),
    ]


def club_log(client: FlaskClient) -> list[str]:
    """The lines of the club's log, latest first."""
    page = client.get("/members/log")
    assert page.status_code == 200
    return re.findall(r"<li><span>(.*?)</span>", page.text)


def test_the_club_log_shows_directors_each_change_latest_first(club: Flask, ann: FlaskClient) -> None:
    made = re.findall(r"/in/[\w-]{22}", ann.post("/members/invite", data={"office": "member"}).text)[0]
    bob = newcomer(club)
    bob.post(made, data={"name": "Bob"})
    account = re.findall(
        r'name="account" value="(\w+)" aria-label="Sign out everywhere: Bob"', ann.get("/members").text
    )
    told = {"account": account[0]}
    ann.post("/members/office", data=told | {"office": "director"})
    game = begin(ann)
    bob.post(f"/game/{game}/share/keep-score", data={"key": "k"})
    bob.post("/account/name", data={"name": "Robert"})
    bob.post("/members/invite", data={"office": "member"})
    way_in = re.findall(r'name="way-in" value="(\w+)"', ann.get("/members").text)[0]
    ann.post("/members/take-back", data={"way-in": way_in})
    ann.post("/members/sign-out", data=told)
    path = re.findall(r"/in/[\w-]{22}", ann.post("/members/let-in", data=told).text)[0]
    bob.post(path, data={"key": "k"})
    ann.post("/members/office", data=told | {"office": "member"})
    ann.post("/members/send-out", data=told)
    assert club_log(ann) == [
        "Ann took Robert out of the club",
        "Ann made Robert a member (a director until then)",
        "Robert signed in by a link of Ann, on A device",
        "Ann made a link to sign in for Robert",
        "Ann signed Robert out everywhere",
        "Ann took back the invitation for a member",
        "Robert made an invitation for a member",
        "Bob is now called Robert",
        "Bob joined: keeps the score of Ann &amp; Bob &amp; Cy &amp; Di",
        "Ann made Bob a director (a member until then)",
        "Bob came into the club as a member, by a link of Ann",
        "Ann made an invitation for a member",
        "Ann came into the club as an owner, by a link of companion invite",
    ]
    assert 'href="/members/log"' in ann.get("/members").text


def test_what_was_refused_is_in_no_log_and_members_do_not_see_it(club: Flask, ann: FlaskClient) -> None:
    bob = come_in(club, Office.MEMBER, "Bob")
    before = club_log(ann)
    own = re.findall(r'name="account" value="(\w+)" aria-label="Sign out everywhere: Ann"', ann.get("/members").text)[0]
    assert ann.post("/members/send-out", data={"account": own}).status_code == 422
    assert bob.post("/members/invite", data={"office": "owner"}).status_code == 403
    assert club_log(ann) == before
    assert bob.get("/members/log").status_code == 403
    assert newcomer(club).get("/members/log").status_code == 403


def test_a_long_club_log_is_shown_in_parts(club: Flask, ann: FlaskClient) -> None:
    with club.app_context():
        for _ in range(101):
            current_store().audit.record(AuditEntry(None, NOW, "Ann", Action.INVITED, "a member"))
    assert len(club_log(ann)) == 100
    more = ann.get("/members/log?most=200").text
    assert more.count("<li>") == 102
    assert "Show more" not in more
