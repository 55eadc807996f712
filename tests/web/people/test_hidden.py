"""Nobody who may not see a person finds them on any page: every route that shows a person is asked, as everyone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store import Office
from companion.store.membership import HOUSE, Role
from companion.web.core.current import current_store
from tests.conftest import also
from tests.web.club.people import come_in
from tests.web.conftest import browser
from tests.web.night.phones import another_director
from tests.web.people.played import deal, write_game

AT = "2026-11-20T19:00:00.000+00:00"
WON = deal(0, 300, (1300, 0), 200)
TABLE = ("Annabel", "Bob", "Cy", "Di")
FAMILIES = {"people", "evenings", "person", "year", "season", "who", "home", "shelf", "start"}
"""The blueprints of which each page that is read has its line below."""
OWN_PAGES: Mapping[str, str] = {
    "person.show_person": "/person/{name}",
    "person.deals": "/person/{name}/behind/games",
    "person.rows": "/person/{name}/rows.csv",
    "year.show_year": "/person/{name}/year/2026",
    "year.picture_year": "/person/{name}/year/2026.png",
    "year.show_season": "/person/{name}/season/{cup}",
    "year.picture_season": "/person/{name}/season/{cup}.png",
    "person.pair": "/person/{name}/with/bob",
    "who.show_names": "/who/{name}",
}
"""Pages of the hidden person: refused to those who may not see them."""
OTHER_PAGES: Mapping[str, tuple[str, ...]] = {
    "people.show_people": ("/people/", "/people/?q=anna"),
    "people.table": ("/people/table?who=bob&who=cy&who=di&who=eve",),
    "people.rules": ("/people/rules/site", "/people/rules/site?season={cup}"),
    "evenings.show_evenings": ("/evenings/", "/evenings/?season=2026"),
    "season.index": ("/seasons/",),
    "season.show_season": ("/seasons/2026", "/seasons/{cup}"),
    "person.show_person": ("/person/bob", "/person/cy?rules=site"),
    "person.deals": ("/person/bob/behind/games", "/person/cy/behind/won"),
    "person.rows": ("/person/bob/rows.json", "/person/bob/rows.csv"),
    "person.pair": ("/person/bob/with/cy",),
    "year.show_year": ("/person/cy/year/2026",),
    "year.show_season": ("/person/cy/season/{cup}",),
    "who.show_names": ("/who/bob", "/who/cy"),
    "start.seats_page": ("/new/site",),
}
"""Pages of others: shown, without the name."""
REFUSED = ("/people/table?who=annabel&who=bob&who=cy&who=di", "/person/bob/with/annabel", "/person/bob?partner=annabel")
"""Pages of others that would tell of the hidden person."""
NOBODY_IN_THEM = {
    "who.look_at_link",
    "home.first_game",
    "home.https",
    "home.licenses",
    "home.license_of",
    "start.choose",
}
NAMES_OF_GAMES = {
    "home.home_page",
    "shelf.shelf_page",
    "shelf.download_all",
    "shelf.ask",
    "start.ask_rematch",
    "start.paper",
}
"""Pages of games, which show the names at a table to those who may see that game."""


class House:
    """A house in which one person is hidden, with the devices that look at it."""

    def __init__(self, app: Flask, own: FlaskClient, mate: FlaskClient, stranger: FlaskClient) -> None:
        self.app, self.own, self.mate, self.stranger = app, own, mate, stranger
        self.games = [write_game(app, TABLE, [WON], f"2026-11-{20 + day}T19:00:00.000+00:00") for day in range(5)]
        self.games.append(write_game(app, ("Bob", "Cy", "Di", "Eve"), [WON], "2026-12-01T19:00:00.000+00:00"))

        def cup(client: FlaskClient) -> str:
            told = {"name": "Cup", "first": "2026-11-01", "last": "", "key": "cup"}
            return str(client.post("/seasons/", data=told).location).rpartition("/")[2]

        self.cup = cup
        for client in (own, mate, stranger):
            client.get("/")

    def say(self, client: FlaskClient, name: str, what: str, **more: str) -> None:
        answer = client.post(f"/who/{name}", data={"say": what, "key": f"{name}-{what}", **more})
        assert answer.status_code == 303, answer.text

    def path(self, path: str, cup: str) -> str:
        return path.format(name="annabel", cup=cup)


def of_home(make_app: Callable[..., Flask], home: str, wish: str) -> tuple[House, str]:
    """A house of a kind, its hidden person claimed by one device, Bob by another, and a season."""
    app = make_app(HOME=home)
    if home == "club":
        own, mate, stranger = (
            come_in(app, office, name)
            for office, name in ((Office.DIRECTOR, "Annabel"), (Office.MEMBER, "Bob"), (Office.MEMBER, "Zed"))
        )
    else:
        own, mate, stranger = (browser(app) for _ in range(3))
    house = House(app, own, mate, stranger)
    if home == "invited":
        for client in (own, mate, stranger):
            _join(house, client, house.games if client is not stranger else house.games[-1:])
    house.say(own, "annabel", "mine")
    house.say(mate, "bob", "mine")
    if wish == "leave-out":
        house.say(own, "annabel", "leave-out")
    else:
        house.say(own, "annabel", "seen-by", **{"seen-by": wish})
    return house, house.cup(another_director(app, HOUSE) if home == "invited" else own)


def _join(house: House, client: FlaskClient, games: list[str]) -> None:
    device = client.get_cookie("device")
    assert device
    with house.app.app_context():
        for game in games:
            current_store().members.join(game, device.value, Role.SCORER, None, AT)


def names_her(text: str) -> bool:
    """Whether a page names the hidden person, other than by what was asked for."""
    return re.search(r"annabel", text.replace('value="anna"', ""), re.IGNORECASE) is not None


def test_every_route_of_these_families_has_its_line(app: Flask) -> None:
    reads = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if rule.endpoint.partition(".")[0] in FAMILIES and "GET" in (rule.methods or ())
    }
    assert reads == {*OWN_PAGES, *OTHER_PAGES, *NOBODY_IN_THEM, *NAMES_OF_GAMES}


CASES = [(home, wish) for home in ("open", "invited", "club") for wish in ("self", "tables", "leave-out")]


@pytest.mark.parametrize(("home", "wish"), CASES)
def test_a_hidden_person_is_on_no_page_of_those_who_may_not_see_them(
    make_app: Callable[..., Flask], home: str, wish: str
) -> None:
    house, cup = of_home(make_app, home, wish)
    shut_out = [house.stranger] if wish == "tables" else [house.stranger, house.mate]
    for client in shut_out:
        for path in OWN_PAGES.values():
            assert client.get(house.path(path, cup)).status_code in (403, 404), path
        for path in REFUSED:
            assert client.get(path).status_code in (403, 404), path
        for path in (house.path(each, cup) for paths in OTHER_PAGES.values() for each in paths):
            assert not names_her(client.get(path).text), (path, client is house.mate)


@pytest.mark.parametrize(("home", "wish"), [case if case in CASES[::4] else also(*case) for case in CASES])
def test_those_who_may_see_a_person_find_them_everywhere(make_app: Callable[..., Flask], home: str, wish: str) -> None:
    house, cup = of_home(make_app, home, wish)
    seers = {"self": [house.own], "tables": [house.own, house.mate], "leave-out": []}[wish]
    for client in seers:
        for path in OWN_PAGES.values():
            if "rows" not in path or client is house.own:
                assert client.get(house.path(path, cup)).status_code == 200, path
        for path in (*REFUSED, "/people/", "/evenings/", "/people/rules/site", "/seasons/2026"):
            assert names_her(client.get(path).text), path
    if not seers:
        assert house.own.get("/who/annabel").status_code == 200
