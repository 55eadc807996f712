"""A walk on a phone by itself: every page of a game, a night and a house, and no way to what needs another phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.house import make_house
from companion.rules.variants.partnership import SITE
from companion.web.core.access import ALONE
from companion.web.core.current import current_store
from tests.store.examples import open_night as night_of
from tests.web.conftest import NOW, browser
from tests.web.form_reader import forms_of
from tests.web.new_game import begin, finish, play_one_deal
from tests.web.night.desk import NAMES, draw, enter, open_night, sign_in
from tests.web.played_game import Told, seat_game

LINK = re.compile(r'<(?:a|img|iframe)\b[^>]*?\b(?:href|src)="([^"#]+)')
ELSEWHERE = ("/rules/", "/licenses/", "/new/", "/house/new/", "/static/", "/person/b", "/person/d")
"""Much of the same, of which the first pages are enough."""
PROMISES = re.compile(r"[Ee]ach phone|own phone|[Ii]nvite|link to watch|[Tt]elevision|[Ww]ho is here now")


@pytest.fixture
def phone(make_app: Callable[..., Flask]) -> FlaskClient:
    """A phone by itself."""
    return browser(make_app(ALONE=True, URL="https://cards.example"))


def fill(client: FlaskClient) -> None:
    """Keep games that go on, are over and locked, nights before, in and after play, and rules of a house."""
    app = client.application
    begin(client)
    over = begin(client)
    play_one_deal(app, over)
    finish(app, over)
    client.post(f"/game/{over}/share/lock", data={"lock": "1"})
    told = seat_game(app, client, SITE, (Told(0, 300, (1300, 0), 200),)).game
    client.post("/who/ann", data={"say": "mine"})
    with app.app_context():
        current_store().houses.add(make_house("Ours", "site", {"pass.count": 3}), NOW)
        night_of(current_store(), told)
    for stage in range(4):
        night = open_night(client, rounds="1")
        sign_in(client, night, *NAMES[:4])
        draw(client, night, 1)
        if stage > 1:
            enter(client, night, 1, 1, 410, -30)
        if stage > 2:
            client.post(f"{night}/close", data={"key": "c"})
    open_night(client)


def walked(client: FlaskClient) -> Iterator[tuple[str, str, str]]:
    """Each page to which links lead from the first: its address, where its link is, and what it says."""
    found, waiting = {"/"}, [("/", "")]
    for address, came_from in waiting:
        answer = client.get(address, follow_redirects=True)
        assert answer.status_code == 200, f"{address} from {came_from}: {answer.status}"
        if answer.mimetype != "text/html":
            continue
        yield address, came_from, answer.text
        for href in LINK.findall(answer.text):
            to = urlsplit(urljoin(f"https://cards.example{address}", unescape(href)))
            path = f"{to.path}?{to.query}" if to.query else to.path
            often = sum(each.partition("?")[0] == to.path for each in found)
            if to.netloc == "cards.example" and path not in found and often < 2 and not path.startswith(ELSEWHERE):
                found.add(path)
                waiting.append((path, address))


@pytest.mark.thorough
def test_no_page_leads_nowhere_or_to_another_phone(phone: FlaskClient) -> None:
    fill(phone)
    pages = {address: text for address, _, text in walked(phone)}
    assert len(pages) > 90
    for at in ("/share", "/house/", "/nights/", "/standing", "/people/", "/who/", "/paper/"):
        assert any(at in address for address in pages), at
    promised = {address: found[0] for address, text in pages.items() if (found := PROMISES.search(text))}
    assert promised == {}
    sent = {urlsplit(form.action).path for text in pages.values() for form in forms_of(text) if form.method == "post"}
    for address in sorted(sent):
        assert ALONE.partition(".")[0] not in phone.post(address, data={}).text, address


@pytest.mark.parametrize(
    "address", ["share/link", "share/back", "share/let_out", "share/hand_over", "share/watch", "share/watch/close"]
)
def test_nobody_is_let_in_and_nothing_is_said_of_other_phones(phone: FlaskClient, address: str) -> None:
    game = begin(phone)
    answer = phone.post(f"/game/{game}/{address}", data={"place": "watcher"})
    assert answer.status_code == 404 and "runs on this phone alone" in answer.text


def test_other_phones_in_the_menu_passes_the_game_on(phone: FlaskClient) -> None:
    game = begin(phone)
    page = phone.get(f"/game/{game}/share").text
    assert f'href="/game/{game}/squares"' in page
    assert "Each side can be asked here, after every deal" in page
    assert "/qr.svg" not in page and "Who is here" not in page
