"""What owners, directors and members of a club may do, and what whoever came by a link to one game."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store import Office
from companion.store.audit import Action
from companion.web.core.current import current_store
from tests.web.club.people import another, come_in, newcomer
from tests.web.conftest import browser
from tests.web.new_game import begin, finish, play_one_deal
from tests.web.table_player import Player, words


@pytest.fixture
def dee(club: Flask) -> FlaskClient:
    return come_in(club, Office.DIRECTOR, "Dee")


@pytest.fixture
def bob(club: Flask) -> FlaskClient:
    return come_in(club, Office.MEMBER, "Bob")


@pytest.fixture
def table(club: Flask, bob: FlaskClient) -> Player:
    """A game that Bob began."""
    return Player(club, bob, begin(bob, dealer="3"))


def account(club: Flask, name: str) -> str:
    with club.app_context():
        return next(each.id for each in current_store().accounts.list_accounts() if each.name == name)


def by_link(table: Player, place: str) -> Player:
    """A phone on which nobody is signed in, at a table by a link."""
    page = table.client.post(f"/game/{table.game}/share/link", data={"key": "k", "place": place}).text
    phone = newcomer(table.app)
    assert phone.post(str(re.findall(r"/link/[\w-]{20,}", page)[0]), data={"key": "k"}).status_code == 303
    return Player(table.app, phone, table.game)


def test_nobody_begins_a_game_without_being_signed_in(club: Flask, table: Player) -> None:
    saved = table.client.get(f"/game/{table.game}/export.json").data
    guest = by_link(table, "scorer")
    play_one_deal(club, table.game)
    finish(club, table.game)
    assert "Rematch" not in guest.see()
    seats = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cy", "Di"))}
    for phone in (newcomer(club), guest.client):
        assert phone.get("/new/site").status_code == 403
        begun = phone.post("/new/site", data={**seats, "dealer": "0", "start": "1", "key": "k"})
        brought = phone.post("/games/file", data={"key": "k", "file": (BytesIO(saved), "game.json")})
        again = phone.post(f"/game/{table.game}/rematch", data={"key": "r"})
        assert [each.status_code for each in (begun, brought, again)] == [403] * 3
        assert "Sign in to begin a game" in words(again)
        assert "New game" not in words(phone.get("/"))
    with club.app_context():
        assert len(current_store().journal.list_games()) == 1
    assert table.client.post(f"/game/{table.game}/rematch", data={"key": "r"}).status_code == 303


def test_links_to_a_game_work_without_an_account_and_open_no_other(club: Flask, table: Player) -> None:
    other = begin(table.client, "Eve", "Flo", "Gus", "Hal")
    scorer, player, watcher = (by_link(table, place) for place in ("scorer", "1", "watcher"))
    assert [each.send("bid", amount="250").status_code for each in (watcher, player)] == [403, 303]
    assert scorer.send("undo").status_code == 303
    for each in (scorer, player, watcher):
        assert each.client.get(f"/game/{table.game}/sheet").status_code == 200
        assert each.client.get(f"/game/{other}/").status_code == 403
        home = each.client.get("/").text
        assert (table.game in home, other in home) == (True, False)


def test_a_link_to_watch_works_without_an_account(club: Flask, table: Player) -> None:
    page = table.client.post(f"/game/{table.game}/share/watch", data={"key": "k"}).text
    assert newcomer(club).get(re.findall(r"/watch/[\w-]{20,}", page)[0]).status_code == 200


def test_a_member_sees_every_game_and_writes_where_they_sat_down(club: Flask, table: Player, ann: FlaskClient) -> None:
    flo = Player(club, come_in(club, Office.MEMBER, "Flo"), table.game)
    assert table.game in flo.client.get("/games/").text
    assert "This phone is view-only" in flo.see()
    assert flo.send("bid", amount="250").status_code == 403
    assert flo.client.post(f"/game/{table.game}/share/link", data={"place": "1"}).status_code == 403
    assert flo.client.post("/games/lay", data={"each": table.game, "shelf": "bin"}).status_code == 403
    assert flo.client.post(f"/game/{table.game}/share/seat", data={"seat": "0"}).status_code == 303
    assert flo.send("bid", amount="250").status_code == 303


def test_a_director_looks_after_every_game(club: Flask, table: Player, dee: FlaskClient) -> None:
    director = Player(club, dee, table.game)
    assert director.send("bid", amount="250").status_code == 403
    assert "You see this game view-only" in director.see()
    assert dee.post(f"/game/{table.game}/share/keep-score", data={"key": "k"}).status_code == 303
    assert director.send("bid", amount="250").status_code == 303
    with club.app_context():
        entry = current_store().audit.of_club(1)[0]
    assert (entry.who, entry.action) == ("Dee", Action.JOINED)
    assert dee.post(f"/game/{table.game}/share/link", data={"key": "k", "place": "1"}).status_code == 200
    assert dee.post("/games/lay", data={"each": table.game, "shelf": "archive"}).status_code == 303


def test_house_rules_are_the_directors(club: Flask, bob: FlaskClient, dee: FlaskClient) -> None:
    for phone, status in ((bob, 403), (dee, 200)):
        assert phone.get("/house/new/site").status_code == status
        assert phone.get("/house").status_code == 200
    assert "Make house rules" not in words(bob.get("/house"))
    assert "Only a director or an owner" in words(bob.get("/house/new/site"))


@pytest.mark.parametrize("office", Office)
def test_members_are_the_directors_and_everybody_is_the_owners(
    club: Flask, ann: FlaskClient, dee: FlaskClient, bob: FlaskClient, office: Office
) -> None:
    invited = {
        name: phone.post("/members/invite", data={"office": office.value}).status_code
        for name, phone in (("ann", ann), ("dee", dee), ("bob", bob))
    }
    assert invited == {"ann": 200, "dee": 200 if office is Office.MEMBER else 403, "bob": 403}
    come_in(club, office, "Zed")
    for path, more in (("let-in", {}), ("sign-out", {}), ("office", {"office": "member"}), ("send-out", {})):
        told = {"account": account(club, "Zed")} | more
        assert bob.post(f"/members/{path}", data=told).status_code == 403
        assert (dee.post(f"/members/{path}", data=told).status_code == 403) == (office is not Office.MEMBER)
        if office is not Office.MEMBER:
            assert ann.post(f"/members/{path}", data=told).status_code in (200, 303)
            office = Office.MEMBER if path == "office" else office
    assert "Zed" not in words(ann.get("/members"))


def test_a_director_makes_nobody_more_than_a_member(club: Flask, dee: FlaskClient, bob: FlaskClient) -> None:
    for office in ("director", "owner"):
        answer = dee.post("/members/office", data={"account": account(club, "Bob"), "office": office})
        assert answer.status_code == 403
        assert "Only an owner of the club can do that" in words(answer)


def test_the_last_owner_is_told_to_make_another_first(club: Flask, ann: FlaskClient, bob: FlaskClient) -> None:
    own = {"account": account(club, "Ann")}
    for path, more in (("office", {"office": "member"}), ("send-out", {})):
        answer = ann.post(f"/members/{path}", data=own | more)
        assert answer.status_code == 422
        assert "A club needs at least one owner" in words(answer)
    ann.post("/members/office", data={"account": account(club, "Bob"), "office": "owner"})
    assert ann.post("/members/office", data=own | {"office": "member"}).status_code == 303
    assert ann.get("/members").status_code == 403


def test_an_invitation_is_shown_once_works_once_and_is_taken_back(club: Flask, ann: FlaskClient) -> None:
    paths = [
        re.findall(r"/in/[\w-]{22}", ann.post("/members/invite", data={"office": "member"}).text)[0] for _ in range(2)
    ]
    page = ann.get("/members").text
    assert not any(path in page for path in paths)
    assert newcomer(club).post(paths[0], data={"name": "Bob"}).status_code == 303
    for way_in in re.findall(r'name="way-in" value="(\w+)"', ann.get("/members").text):
        ann.post("/members/take-back", data={"way-in": way_in})
    assert newcomer(club).get(paths[1]).status_code == 404


def test_who_lost_every_device_is_let_in_again_as_the_same(club: Flask, ann: FlaskClient, table: Player) -> None:
    told = {"account": account(club, "Bob")}
    ann.post("/members/sign-out", data=told)
    assert table.client.get("/account").status_code == 403
    path = re.findall(r"/in/[\w-]{22}", ann.post("/members/let-in", data=told).text)[0]
    phone = newcomer(club)
    assert "Sign in as Bob" in words(phone.get(path))
    assert phone.post(path, data={"key": "k"}).status_code == 303
    assert Player(club, phone, table.game).send("bid", amount="250").status_code == 303


def test_who_was_taken_out_reaches_nothing_and_the_games_stay(club: Flask, ann: FlaskClient, table: Player) -> None:
    ann.post("/members/send-out", data={"account": account(club, "Bob")})
    assert table.client.get(f"/game/{table.game}/").status_code == 403
    assert ann.get(f"/game/{table.game}/").status_code == 200


def test_who_signs_in_at_a_table_keeps_the_place_there(club: Flask, table: Player) -> None:
    guest = by_link(table, "1")
    with club.app_context():
        token = current_store().ways_in.invite(Office.MEMBER, "", "2026-11-20T19:00:00.000+00:00", "2099")
    assert guest.client.post(f"/in/{token}", data={"name": "Flo"}).status_code == 303
    assert guest.send("bid", amount="250").status_code == 303
    assert "This phone is view-only" in Player(club, come_in(club, Office.MEMBER, "Gus"), table.game).see()


def test_both_devices_of_somebody_are_at_the_same_place(club: Flask, table: Player) -> None:
    assert Player(club, another(club, table.client), table.game).send("bid", amount="250").status_code == 303


def test_an_owner_finds_what_reaches_the_companion(club: Flask, ann: FlaskClient, dee: FlaskClient) -> None:
    found = re.findall(r"/setup/check/[\w.-]+", ann.get("/members").text)
    assert ann.get(found[0]).status_code == 200
    assert "/setup/check" not in dee.get("/members").text


def test_an_open_house_asks_nobody_for_an_office(app: Flask) -> None:
    phone = browser(app)
    assert {phone.get(page).status_code for page in ("/new", "/house/new", "/people/", "/games/")} == {200}
    assert "Sign in" not in words(phone.get("/"))


def test_a_page_that_was_made_for_one_is_not_shown_to_who_may_do_less(
    club: Flask, table: Player, dee: FlaskClient
) -> None:
    flo, guest = come_in(club, Office.MEMBER, "Flo"), by_link(table, "scorer")
    for page in ("", "sheet"):
        seen = [words(phone.get(f"/game/{table.game}/{page}")) for phone in (table.client, flo)]
        assert seen[0] != seen[1]
    assert "Keep score here" in words(dee.get(f"/game/{table.game}/"))
    assert "Keep score here" not in words(flo.get(f"/game/{table.game}/"))
    play_one_deal(club, table.game)
    finish(club, table.game)
    assert "Rematch" in table.see()
    assert "Rematch" not in guest.see()


def test_a_director_is_offered_to_take_back_what_leads_to_a_member_alone(
    club: Flask, ann: FlaskClient, dee: FlaskClient
) -> None:
    for office in ("owner", "member"):
        ann.post("/members/invite", data={"office": office})
    ann.post("/account/pair", data={"key": "k"})
    offered = {name: phone.get("/members").text.count("Take it back") for name, phone in (("ann", ann), ("dee", dee))}
    assert offered == {"ann": 3, "dee": 1}


def invitation(phone: FlaskClient, office: str) -> str:
    return str(re.findall(r"/in/[\w-]{22}", phone.post("/members/invite", data={"office": office}).text)[0])


def test_a_demoted_owner_does_not_return_by_an_invitation_of_before(club: Flask, ann: FlaskClient) -> None:
    bob = come_in(club, Office.OWNER, "Bob")
    path = invitation(bob, "owner")
    let_in = bob.post("/members/let-in", data={"account": account(club, "Ann")}).text
    paths = [path, re.findall(r"/in/[\w-]{22}", let_in)[0]]
    assert ann.post("/members/office", data={"account": account(club, "Bob"), "office": "member"}).status_code == 303
    for each in paths:
        assert newcomer(club).get(each).status_code == 404
        assert newcomer(club).post(each, data={"name": "Mallory"}).status_code == 404
    assert "Links not used yet" not in words(ann.get("/members"))


def test_a_directors_link_for_a_member_who_became_an_owner_signs_nobody_in(
    club: Flask, ann: FlaskClient, dee: FlaskClient, bob: FlaskClient
) -> None:
    told = {"account": account(club, "Bob")}
    path = re.findall(r"/in/[\w-]{22}", dee.post("/members/let-in", data=told).text)[0]
    ann.post("/members/office", data=told | {"office": "owner"})
    assert newcomer(club).post(path, data={"key": "k"}).status_code == 404


def test_only_a_director_keeps_score_at_a_table_without_a_seat(club: Flask, table: Player, ann: FlaskClient) -> None:
    eve = come_in(club, Office.MEMBER, "Eve")
    path = f"/game/{table.game}/share/keep-score"
    assert [phone.post(path, data={"key": "k"}).status_code for phone in (eve, newcomer(club), ann)] == [403, 403, 303]


def test_own_games_are_apart_from_the_tables_of_others(club: Flask, table: Player, dee: FlaskClient) -> None:
    for phone in (dee, come_in(club, Office.MEMBER, "Eve")):
        page = words(phone.get("/"))
        assert "Tables now" in page
        assert "Your games" not in page
        assert "Go on" not in page
    own = begin(dee, "Eve", "Flo", "Gus", "Hal", dealer="3")
    page = dee.get("/").text
    assert page.index(f"/game/{own}/") < page.index("Tables now") < page.index(f"/game/{table.game}/")
    assert "Tables now" in words(table.client.get("/"))
