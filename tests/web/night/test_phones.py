"""Phones at the tables of a night: the door's code, seats, a game whose totals arrive, and the director's visit."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.night.events import Plan, TableTotals
from companion.night.judge import MOST_ENTRANTS
from companion.rules.house import make_house
from companion.store import Office
from companion.store.membership import HOUSE, Role
from companion.web.core import security
from companion.web.core.current import current_store, day_said, this_evening
from companion.web.core.game import open_game
from companion.web.night import television
from companion.web.night.door import MOST_BY_PHONE, code_of
from companion.web.night.games import rules_of
from tests.conftest import also
from tests.web.club.people import come_in
from tests.web.conftest import browser
from tests.web.night.desk import NAMES, PLAN, draw, enter, open_night, sign_in, state
from tests.web.night.phones import another_director, begin, door_of, drawn, id_of, play, screen_on
from tests.web.table_player import FRAGMENT, Player


def code_for(app: Flask, path: str) -> str:
    with app.test_request_context():
        return code_of(path.rpartition("/")[2], state(app, path).door)


def test_the_code_lets_a_phone_in_and_a_name_signs_in_once(app: Flask, client: FlaskClient) -> None:
    path, phone = open_night(client), browser(app)
    code = code_for(app, path)
    assert code in client.get(f"{path}/phones").text
    answer = phone.post("/door/", data={"code": f" {code[:3].lower()}-{code[3:]} "})
    assert answer.status_code == 303 and answer.location == door_of(app, path)
    for _ in range(2):
        answer = phone.post(answer.location.removesuffix("/1"), data={"name": " Ida "})
        assert answer.location == f"{door_of(app, path)}/1"
    assert [each.name for each in state(app, path).entrants.values()] == ["Ida"]
    assert "You are signed in" in phone.get(answer.location).text
    assert phone.post(door_of(app, path), data={"name": ""}).status_code == 422


def test_people_sign_up_for_a_later_day_and_off_again_from_their_own_phone(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        day = this_evening() + timedelta(days=4)
    path, (ida, jo) = open_night(client, day=day.isoformat()), (browser(app), browser(app))
    door = door_of(app, path)
    assert f"Sign up for {day_said(day)}" in ida.get(door).text
    place = ida.post(door, data={"name": "Ida"}).location
    assert f"You are signed up for {day_said(day)}" in ida.get(place).text
    assert "I can’t come" not in jo.get(place).text
    assert "Another phone signed this name up" in jo.post(f"{place}/leave", data={"key": "jo"}).text
    assert "Signed up: 1" in client.get(f"{path}/here").text
    assert ida.post(f"{place}/leave", data={"key": "off"}).location == door
    assert not state(app, path).here
    assert "You are not on the list" in ida.get(place).text
    ida.post(door, data={"name": "ida"})
    sign_in(client, path, *NAMES[:7])
    draw(client, path, 1)
    assert "The first round is drawn" in ida.post(f"{place}/leave", data={"key": "late"}).text
    assert "Sign up" not in ida.get(door).text


def test_a_night_is_of_tonight_or_of_the_day_that_was_chosen(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        tonight = this_evening()
    open_night(client)
    assert f'value="{tonight.isoformat()}"' in client.get("/nights/").text
    assert day_said(tonight) in client.get("/nights/").text
    open_night(client, day="2026-02-28")
    assert "28 February 2026" in client.get("/nights/").text
    answer = client.post("/nights/", data={**PLAN, "day": "2026-02-30"})
    assert answer.status_code == 422 and "Please choose the day of the night" in answer.text


@pytest.mark.parametrize("code", ["", "AAAAAA", "not a code"])
def test_a_wrong_code_opens_nothing(app: Flask, client: FlaskClient, code: str) -> None:
    open_night(client)
    answer = browser(app).post("/door/", data={"code": code})
    assert answer.status_code == 422 and "No night that is open now" in answer.text


def test_the_code_ends_with_the_night(app: Flask, client: FlaskClient) -> None:
    path = drawn(client)
    for table in (1, 2):
        enter(client, path, 1, table, 200, 100)
    client.post(f"{path}/close", data={"key": "close"})
    phone = browser(app)
    assert phone.post("/door/", data={"code": code_for(app, path)}).status_code == 422
    assert phone.get(door_of(app, path)).status_code == 404
    assert phone.post(f"{door_of(app, path)}/1/play", data={"key": "p"}).status_code == 422
    assert phone.post(door_of(app, path), data={"name": "Zoe"}).status_code == 404
    assert len(state(app, path).entrants) == len(NAMES)


def test_the_list_of_names_shows_who_comes_late_until_the_night_is_over(app: Flask, client: FlaskClient) -> None:
    path = drawn(client)
    door, phone = door_of(app, path), browser(app)
    sign_in(client, path, "Zoe")
    listed = phone.get(door, headers=FRAGMENT).text
    assert "Zoe" in listed and "hx-get" in listed and "<html" not in listed
    for table in (1, 2):
        enter(client, path, 1, table, 200, 100)
    client.post(f"{path}/close", data={"key": "close"})
    over = phone.get(door, headers=FRAGMENT).text
    assert "The night is over" in over and "hx-get" not in over


def test_a_new_code_ends_the_one_before_and_all_that_it_opened(app: Flask, client: FlaskClient) -> None:
    path = drawn(client)
    old, old_code, phone = door_of(app, path), code_for(app, path), browser(app)
    game = begin(phone, old, 1)
    assert client.post(f"{path}/phones", data={"do": "renew", "key": "r"}).status_code == 303
    code = code_for(app, path)
    page = client.get(f"{path}/phones").text
    assert code != old_code and code in page and old_code not in page
    assert phone.post("/door/", data={"code": old_code}).status_code == 422
    for fragment in ({}, FRAGMENT):
        refused = phone.get(f"{old}/1", headers=fragment)
        assert refused.status_code == 404 and "Tonight’s code was changed" in refused.text
        assert ("<html" in refused.text) is not bool(fragment)
    assert phone.post(old, data={"name": "Zoe"}).status_code == 404
    assert browser(app).post(f"{old}/2/play", data={"key": "p"}).status_code == 404
    assert phone.get(game).status_code == 200, "a phone keeps its game"
    assert phone.post("/door/", data={"code": code}).location == door_of(app, path) != old
    assert "Go to the game" in phone.get(f"{door_of(app, path)}/1").text


def test_a_new_code_ends_the_link_of_the_television_and_a_code_that_is_taken_back_does_not(
    app: Flask, client: FlaskClient
) -> None:
    path, room = drawn(client), browser(app)
    old = screen_on(client.get(path).text)
    client.post(f"{path}/phones", data={"do": "close", "key": "c"})
    assert room.get(old).status_code == 200
    client.post(f"{path}/phones", data={"do": "renew", "key": "r"})
    ended = room.get(old)
    assert ended.status_code == 404 and "has ended" in ended.text
    assert room.get(screen_on(client.get(path).text)).status_code == 200


def test_the_link_of_the_television_ends_a_week_after_the_last_entry(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, room = drawn(client), browser(app)
    link = screen_on(client.get(path).text)
    with app.app_context():
        today = this_evening()
    for days, status in ((7, 200), (8, 404)):
        monkeypatch.setattr(television, "this_evening", lambda days=days: today + timedelta(days=days))
        assert room.get(link).status_code == status
        assert ("/tv/" in client.get(path).text) is (status == 200)


def test_the_television_of_a_night_on_a_later_day_waits_for_it(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        today = this_evening()
    path = open_night(client, day=(today + timedelta(days=20)).isoformat())
    for days, shows in ((20, True), (27, True), (28, False)):
        monkeypatch.setattr(television, "this_evening", lambda days=days: today + timedelta(days=days))
        assert ("/tv/" in client.get(path).text) is shows


def test_a_code_that_is_taken_back_lets_nobody_in_until_there_is_another(app: Flask, client: FlaskClient) -> None:
    path = drawn(client)
    codes = [code_for(app, path)]
    for do in ("close", "renew", "close", "renew"):
        client.post(f"{path}/phones", data={"do": do, "key": f"{do} {len(codes)}"})
        found = code_for(app, path) if state(app, path).door else ""
        codes.append(found)
        good = [code for code in codes if code and browser(app).post("/door/", data={"code": code}).status_code == 303]
        assert good == [found] * bool(found)
        page = client.get(f"{path}/phones").text
        assert ("No phone can join now" in page) is not bool(found)
        assert ("door" in client.get(f"{path}/paper/cards").text.partition("<main")[2]) is bool(found)
    assert len({*codes}) == 4
    assert "Undo: the code was changed" in client.get(path).text


def test_a_phone_shows_table_seat_partner_and_opponents(app: Flask, client: FlaskClient) -> None:
    path = drawn(client)
    night = state(app, path)
    (north, south), (east, west) = night.rounds[0].tables[1].sides
    page = browser(app).get(f"{door_of(app, path)}/{south}").text
    assert f"Table 2, South, with {night.name(north)}, against {night.name(east)} and {night.name(west)}" in page
    asked_again = browser(app).get(f"{door_of(app, path)}/{south}", headers=FRAGMENT).text
    assert "Table 2, South" in asked_again and "Keep score here" in asked_again and "<html" not in asked_again
    assert browser(app).get(f"{door_of(app, path)}/99").status_code == 404


def test_a_table_s_game_begins_once_with_its_people_in_their_seats(app: Flask, client: FlaskClient) -> None:
    path = drawn(client)
    night, door = state(app, path), door_of(app, path)
    (north, south), (east, west) = night.rounds[0].tables[0].sides
    first, second, third = browser(app), browser(app), browser(app)
    game = begin(first, door, east)
    assert begin(second, door, south) == begin(third, door, south) == game
    with app.test_request_context():
        there = open_game(id_of(game)).state
        places = {each.seat: each.role for each in current_store().members.members_of(id_of(game))}
    assert there.names == tuple(map(night.name, (north, east, south, west)))
    assert (there.variant.end_deals, there.variant.end_target) == (1, None)
    assert places == {1: Role.PLAYER, 2: Role.PLAYER, None: Role.WATCHER}, "a seat that a phone has is not taken"
    assert draw(client, path, 1).status_code == 422, "nobody draws again over a game that began"
    assert client.post(f"{path}/swap", data={"one": str(north), "other": str(west)}).status_code == 422
    assert "On a phone: the first deal" in client.get(path).text


def test_the_totals_arrive_when_both_sides_have_signed(app: Flask, client: FlaskClient) -> None:
    path = drawn(client)
    night, door = state(app, path), door_of(app, path)
    (north, _), (east, _) = night.rounds[0].tables[1].sides
    ours, theirs = browser(app), browser(app)
    game = id_of(begin(ours, door, north))
    begin(theirs, door, east)
    at, other = Player(app, ours, game), Player(app, theirs, game)
    play(at, "250", "60")
    with app.test_request_context():
        assert open_game(game).state.won is not None
    page = client.get(path).text
    assert "−250 : 290" in page and "must still sign" in page
    at.do("sign", side="A")
    assert state(app, path).rounds[0].tables[1].totals is None, "one side alone closes no table"
    other.do("sign", side="B")
    seat = f"{door}/{east}"
    assert seat not in theirs.get("/").text
    theirs.get(seat)
    assert seat in theirs.get("/").text
    assert seat not in ours.get("/").text, "each phone is led to its own seat"
    finished = ours.get(f"/game/{game}/").text
    assert "/door/seat" in finished and "Rematch" not in finished
    assert theirs.get("/door/seat").location == seat and browser(app).get("/door/seat").location == "/door/"
    totals = state(app, path).rounds[0].tables[1].totals
    assert totals == TableTotals((-250, 290), (1, 0), 1)
    fetched = client.get(path, headers=FRAGMENT).text
    assert "<html" not in fetched and "−250" in fetched and 'hx-swap-oob="true"' in fetched
    assert "Undo: totals of table 2" in fetched, "the page shows both by itself"
    assert "Undo: totals of table 2 in round 1" in client.get(path).text
    enter(client, path, 1, 1, 300, 100)
    assert "Draw round 2" in client.get(path).text


def test_the_checks_of_a_night_are_settled_in_one_list(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        current_store().houses.add(make_house("With checks", "site", {"check.stake": 5}), "2026-01-01T00:00:00Z")
    path = open_night(client, rules="With checks", deals="1")
    sign_in(client, path, *NAMES)
    draw(client, path, 1)
    assert "pays whom" not in client.get(f"{path}/money").text
    night = state(app, path)
    losers, winners = night.rounds[0].tables[0].sides
    phone = browser(app)
    play(Player(app, phone, id_of(begin(phone, door_of(app, path), losers[0]))), "250", "60")
    # The set costs a check, and the game gains the others five; each check is worth 5.
    page = client.get(f"{path}/money").text
    paid = re.findall(r"<li>(\w+) pays (\w+) <b>(\d+)</b>", page)
    assert {payer for payer, _, _ in paid} == set(map(night.name, losers))
    assert {name for _, name, _ in paid} == set(map(night.name, winners))
    assert [amount for _, _, amount in paid] == ["30", "30"]


def test_a_table_whose_beginning_was_undone_comes_back_to_its_game_or_begins_another(
    app: Flask, client: FlaskClient
) -> None:
    path = drawn(client)
    door, phones = door_of(app, path), [browser(app) for _ in range(3)]
    games = list[str]()
    for phone, shelf in zip(phones, ("open", "bin", "open"), strict=True):
        games.append(id_of(begin(phone, door, 1)))
        undo = re.findall(r'id="undo".*?name="seen" value="(\d+)"', client.get(path).text, re.DOTALL)[0]
        assert client.post(f"{path}/undo", data={"seen": undo, "key": f"undo {len(games)}"}).status_code == 303
        client.post("/games/lay", data={"each": games[-1], "shelf": shelf, "key": f"lay {len(games)}"})
    assert games[0] == games[1] != games[2]
    page = phones[2].get(f"{door}/1").text
    assert "Keep score here" in page and phones[2].get(f"/game/{games[2]}/").status_code == 200


def test_phones_that_begin_at_the_same_moment_begin_one_game(app: Flask, client: FlaskClient) -> None:
    path = drawn(client)
    door, people = door_of(app, path), state(app, path).rounds[0].tables[0].entrants
    with ThreadPoolExecutor(4) as threads:
        games = list(threads.map(lambda each: begin(browser(app), door, each), people))
    assert len(set(games)) == 1
    with app.app_context():
        members = current_store().members.members_of(id_of(games[0]))
    assert sorted(each.seat for each in members if each.seat is not None) == [0, 1, 2, 3]


def test_the_director_closes_a_table_that_did_not_sign(app: Flask, client: FlaskClient) -> None:
    path = drawn(client)
    north = state(app, path).rounds[0].tables[0].sides[0][0]
    phone = browser(app)
    game = id_of(begin(phone, door_of(app, path), north))
    play(Player(app, phone, game), "250", "200")
    page = client.get(f"{path}/round/1/table/1").text
    assert re.search(r'name="points-0"[^>]*value="300"', page) and re.search(r'name="points-1"[^>]*value="150"', page)
    seen = re.findall(r"since=([^\"&]+)", phone.get(f"/game/{game}/").text)[0]
    enter(client, path, 1, 1, 310, 150)
    asked = phone.get(f"/game/{game}/?since={seen}", headers=FRAGMENT)
    assert "The director has entered the totals of this round: 310 : 150." in asked.text, "by itself"
    enter(client, path, 1, 1, 300, 150, correct="1")
    assert "the totals of this round: 300 : 150." in phone.get(f"/game/{game}/").text
    player = Player(app, phone, game)
    player.do("sign", side="A")
    player.do("sign", side="B")
    table = state(app, path).rounds[0].tables[0]
    assert table.totals and table.totals.points == (300, 150) and len(table.corrected_from) == 1
    assert "The director has entered" not in phone.get(f"/game/{game}/").text, "both say the same"


def test_a_table_of_three_keeps_score_on_paper(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, rules="Single deck, partners", spare="threes")
    sign_in(client, path, *NAMES[:7])
    draw(client, path, 1)
    table = state(app, path).rounds[0].tables[-1]
    answer = browser(app).post(f"{door_of(app, path)}/{table.entrants[0]}/play", data={"key": "p"})
    assert answer.status_code == 422 and "on paper" in answer.text
    assert "Keep score here" not in browser(app).get(f"{door_of(app, path)}/{table.entrants[0]}").text


def test_both_of_a_pair_have_a_seat(app: Flask, client: FlaskClient) -> None:
    path = open_night(client, movement="pairs", rules="Single deck, partners")
    sign_in(client, path, names="Ann & Bob\nCy & Dee")
    draw(client, path, 1)
    east = state(app, path).rounds[0].tables[0].sides[1][0]
    phones = [browser(app) for _ in range(2)]
    game = id_of({begin(phone, door_of(app, path), east) for phone in phones}.pop())
    with app.test_request_context():
        seats = {each.seat for each in current_store().members.members_of(game)}
        assert {open_game(game).state.names[seat] for seat in (1, 3)} == set(state(app, path).entrants[east].names)
    assert seats == {1, 3}


@pytest.mark.parametrize("home", [also("open"), also("invited"), "club"])
def test_sixty_phones_behind_one_address_come_in_and_follow(
    make_app: Callable[..., Flask], home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All within three minutes: a hundred seconds pass here while they come, and every phone asks twice."""
    app = make_app(HOME=home)
    clock = [1000.0]
    monkeypatch.setattr(security, "monotonic", lambda: clock[0])
    director = come_in(app, Office.DIRECTOR, "Dora") if home == "club" else another_director(app, HOUSE)
    path = open_night(director)
    code, door = code_for(app, path), door_of(app, path)
    for number in range(60):
        phone = browser(app)
        answers = [phone.post("/door/", data={"code": code}), phone.get(door)]
        answers.append(phone.post(door, data={"name": f"Player {number}", "key": f"k{number}"}))
        answers += [phone.get(answers[-1].location or door) for _ in range(2)]
        assert {each.status_code for each in answers} <= {200, 303}, f"phone {number} is refused"
        clock[0] += 100 / 60
    assert len(state(app, path).here) == 60


def test_only_a_director_visits_a_table_and_writes_after_saying_so(make_app: Callable[..., Flask]) -> None:
    club = make_app(HOME="club")
    director, other = come_in(club, Office.DIRECTOR, "Dora"), come_in(club, Office.MEMBER, "Mia")
    path = drawn(director)
    game = begin(browser(club), door_of(club, path), 1)
    table = next(each for each in state(club, path).rounds[0].tables if each.game)
    visit = f"{path}/round/1/table/{table.number}/game"
    assert other.post(visit, data={"do": "enter", "key": "e"}).status_code == 403
    assert director.post(visit, data={"do": "look", "key": "l"}).location == game
    assert roles(club, game) == [Role.PLAYER, Role.WATCHER]
    assert director.post(visit, data={"do": "enter", "key": "e"}).location == game
    assert roles(club, game) == [Role.PLAYER, Role.SCORER]
    on_paper = 3 - table.number
    assert director.post(f"{path}/round/1/table/{on_paper}/game", data={"do": "look"}).status_code == 404


def roles(app: Flask, game: str) -> list[Role]:
    with app.app_context():
        return sorted(each.role for each in current_store().members.members_of(id_of(game)))


def test_a_night_can_be_played_as_a_known_table_plays(app: Flask, client: FlaskClient) -> None:
    assert "Firehouse pinochle" in client.get("/nights/").text
    with app.app_context():
        played = rules_of(Plan("Friday", "Firehouse pinochle", deals=6))
    assert played
    assert (played.name, played.bid_min, played.end_deals) == ("Firehouse pinochle", 200, 6)


def test_one_phone_signs_in_eight_and_the_director_is_never_shut_out(app: Flask, client: FlaskClient) -> None:
    path = open_night(client)
    door, phone = door_of(app, path), browser(app)
    answers = [phone.post(door, data={"name": f"Guest {number}"}) for number in range(MOST_BY_PHONE + 1)]
    assert [each.status_code for each in answers] == [303] * MOST_BY_PHONE + [422]
    assert "Ask the director" in answers[-1].text
    assert browser(app).post(door, data={"name": "Ida"}).status_code == 303, "another phone comes in"
    assert phone.post(door, data={"name": "Guest 0"}).status_code == 303, "a name that is here is only shown"
    many = "\n".join(f"Player {number}" for number in range(MOST_ENTRANTS - len(state(app, path).here)))
    assert sign_in(client, path, names=many).status_code == 303
    assert browser(app).post(door, data={"name": "Jo"}).status_code == 422, "the last places are the director's"
    assert sign_in(client, path, names="Jo").status_code == 422
    client.post(f"{path}/who/1", data={"do": "left"})
    assert sign_in(client, path, names="Jo").status_code == 303, "somebody who left has left a place"


def test_a_director_who_is_none_any_more_only_looks_on_and_the_club_s_log_has_both(
    make_app: Callable[..., Flask],
) -> None:
    club = make_app(HOME="club")
    owner, director = come_in(club, Office.OWNER, "Olga"), come_in(club, Office.DIRECTOR, "Dora")
    path = drawn(director)
    game = begin(browser(club), door_of(club, path), 1)
    table = next(each.number for each in state(club, path).rounds[0].tables if each.game)
    director.post(f"{path}/round/1/table/{table}/game", data={"do": "enter", "key": "e"})
    assert f"keeps the score of table {table}, round 1, of Thursday" in owner.get("/members/log").text
    assert director.post(f"{game}bid", data={"amount": "x"}).status_code == 422
    with club.app_context():
        dora = next(each.id for each in current_store().accounts.list_accounts() if each.name == "Dora")
    assert owner.post("/members/office", data={"account": dora, "office": "member"}).status_code == 303
    assert director.post(f"{game}bid", data={"amount": "x"}).status_code == 403
    assert roles(club, game) == [Role.PLAYER, Role.WATCHER]
