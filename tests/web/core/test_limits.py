"""What one address may try without end, and what not; and a table behind one address is never held up."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from ipaddress import ip_network
from itertools import count

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from companion.store import Office
from companion.web.core.security import (
    COMING_IN,
    IMPORTS,
    INVITING,
    JOINING,
    KEEPING,
    PHOTOS,
    SAFE_METHODS,
    Limit,
    Meter,
)
from tests.web.club.people import come_in, invited
from tests.web.conftest import browser
from tests.web.new_game import begin
from tests.web.table_player import Player, words


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


limits = st.builds(Limit, st.just("any"), st.integers(1, 50), st.floats(0.5, 600))


@given(limits, st.lists(st.floats(0, 100), min_size=1, max_size=120))
def test_nobody_gets_more_than_the_limit_and_what_has_come_back_since(limit: Limit, pauses: list[float]) -> None:
    clock = Clock()
    meter, taken = Meter(clock), 0
    for pause in pauses:
        clock.now += pause
        taken += meter.take(limit, "one") == 0.0
    assert taken <= limit.times + (clock.now - 1000) / limit.apart + 1


@given(limits)
def test_as_many_as_the_limit_says_are_let_through_at_once_and_whoever_waits_as_told_is_next(limit: Limit) -> None:
    clock = Clock()
    meter = Meter(clock)
    assert [meter.take(limit, "one") for _ in range(limit.times)] == [0.0] * limit.times
    wait = meter.take(limit, "one")
    assert 0 < wait <= limit.apart * 1.01
    assert meter.take(limit, "other") == 0.0
    clock.now += wait
    assert meter.take(limit, "one") == 0.0


def test_it_keeps_no_more_than_it_may() -> None:
    clock = Clock()
    meter, limit = Meter(clock, most=10), Limit("any", 2)
    for key in range(1000):
        clock.now += 0.001
        meter.take(limit, key)
    assert len(meter._free_at) == 10
    assert meter.take(limit, 999) == 0.0
    assert meter.take(limit, 999) > 0.0


def test_every_limit_is_that_of_a_view(make_app: Callable[..., Flask]) -> None:
    used = {getattr(view, "limit", None) for view in make_app(HOME="club").view_functions.values()}
    assert used - {None} == {COMING_IN, INVITING, JOINING, PHOTOS, IMPORTS, KEEPING}


def test_every_form_of_nights_house_rules_and_seasons_is_counted(make_app: Callable[..., Flask]) -> None:
    app, counted = make_app(HOME="club"), {"check_in", "door", "house", "keepers", "league", "money", "night", "season"}
    forms = [rule.endpoint for rule in app.url_map.iter_rules() if (rule.methods or set()) - SAFE_METHODS]
    asked = [each for each in forms if each.partition(".")[0] in {*counted, "totals"}]
    assert len(asked) > 25
    assert [each for each in asked if getattr(app.view_functions[each], "limit", None) is None] == []


TRIED = {
    COMING_IN: ("/in/wrong", {"key": "k"}),
    INVITING: ("/members/invite", {"office": "member"}),
    JOINING: ("/link/wrong", {"key": "k"}),
    PHOTOS: ("/photo/", {"key": "k"}),
    IMPORTS: ("/games/file", {"key": "k"}),
    KEEPING: ("/nights/", {"key": "k"}),
}


@pytest.mark.parametrize("limit", TRIED, ids=lambda limit: limit.name)
def test_whoever_tries_too_often_is_told_when_to_try_again(make_app: Callable[..., Flask], limit: Limit) -> None:
    app = make_app(HOME="club")
    app.extensions["meter"] = Meter(Clock())
    phone, (path, told) = come_in(app, Office.OWNER, "Ann"), TRIED[limit]
    answers = [phone.post(path, data=told) for _ in range(limit.times + 1)]
    assert {answer.status_code for answer in answers[: limit.times - 1]} & {429} == set()
    assert answers[-1].status_code == 429
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= limit.apart + 1
    assert "That was tried too often from your network. Wait" in words(answers[-1])
    elsewhere = phone.post(path, data=told, environ_overrides={"REMOTE_ADDR": "192.0.2.1"})
    assert elsewhere.status_code != 429


def test_behind_a_proxy_the_address_of_the_phone_counts_and_nobody_chooses_it(make_app: Callable[..., Flask]) -> None:
    app = make_app(HOME="club", TRUSTED_PROXIES=(ip_network("127.0.0.1"),))
    app.extensions["meter"] = Meter(Clock())
    phone, path = browser(app), "/in/wrong"
    numbers = count(1)

    def ask(client: str, peer: str = "127.0.0.1") -> int:
        headers = {"X-Forwarded-For": f"198.51.100.{next(numbers) % 250}, {client}"}
        return phone.get(path, headers=headers, environ_overrides={"REMOTE_ADDR": peer}).status_code

    assert [ask("192.0.2.1") for _ in range(COMING_IN.times + 1)][-1] == 429
    assert ask("192.0.2.2") == 404
    # Who is no proxy of ours is counted by the address from which it connects, whatever it says.
    assert [ask("192.0.2.3", "203.0.113.9") for _ in range(COMING_IN.times + 1)][-1] == 429


@pytest.mark.thorough
def test_eight_phones_behind_one_address_sit_down_come_in_and_score(make_app: Callable[..., Flask]) -> None:
    app = make_app(HOME="club")
    ann = come_in(app, Office.OWNER, "Ann")
    phones = [come_in(app, Office.MEMBER, f"Member {number}") for number in range(7)]
    table = Player(app, ann, begin(ann))
    for seat, phone in enumerate((ann, *phones)):
        told = {"seat": str(seat) if seat < 4 else "scorer"}
        assert phone.post(f"/game/{table.game}/share/seat", data=told).status_code == 303
    for turn in range(40):
        for phone in (ann, *phones):
            assert phone.get(f"/game/{table.game}/").status_code == 200
        told = {"key": f"{turn}", "seen": f"{table.version}"}
        answer = phones[turn % 7].post(
            f"/game/{table.game}/{'undo' if turn % 2 else 'take'}", data={"seat": "0", "amount": "300"} | told
        )
        assert answer.status_code == 303
    sent = [each.post("/photo/", data={"key": "k", "photo": (BytesIO(b""), "a.jpg")}) for each in (ann, *phones)]
    assert {answer.status_code for answer in sent} & {429} == set()
    assert browser(app).get(invited(app, Office.MEMBER)).status_code == 200


def test_games_and_house_rules_from_files_are_counted_together(make_app: Callable[..., Flask]) -> None:
    phone = browser(make_app())
    paths = ["/games/file", "/house/file"] * (IMPORTS.times // 2)
    assert {phone.post(path, data={"key": "k"}).status_code for path in paths} == {422}
    assert {phone.post(path, data={"key": "k"}).status_code for path in paths[:2]} == {429}
