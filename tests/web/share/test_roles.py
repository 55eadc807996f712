"""Who may tap: a phone says whether it is a player, the scorer, or one that only looks on and writes nothing."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants.partnership import SITE
from tests.web.conftest import browser
from tests.web.core.pages import PAGES_EACH
from tests.web.form_reader import forms_of
from tests.web.fuzz_world import World
from tests.web.played_game import Told, seat_game
from tests.web.table_player import Player, begin, words

LOOKS_ON = "This phone is view-only"
ASKS = "Who are you at this table?"


@pytest.fixture
def table(app: Flask) -> Player:
    """A phone that has just come to a game of Ann, Bob, Cy and Di."""
    return Player(app, browser(app), begin(app, SITE))


def join(table: Player, word: str) -> Player:
    """The phone once it has said who it is."""
    answer = table.client.post(f"/game/{table.game}/share/seat", data={"seat": word})
    assert (answer.status_code, answer.location) == (303, f"/game/{table.game}/")
    return table


def test_a_phone_that_joins_is_asked_who_it_is_once(table: Player) -> None:
    asked = table.client.get(f"/game/{table.game}/join")
    for each in (ASKS, "Ann plays with Cy", "I keep the score", "I’m just watching"):
        assert each in words(asked)
    assert ASKS in table.see()
    join(table, "1")
    assert ASKS not in table.see()
    again = table.client.get(f"/game/{table.game}/join")
    assert (again.status_code, again.location) == (303, f"/game/{table.game}/")


def test_the_phone_that_starts_a_game_keeps_its_score(client: FlaskClient) -> None:
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cy", "Di"))}
    game = client.post("/new/site", data={**names, "dealer": "3", "start": "1"}).location
    assert ASKS not in words(client.get(game))
    assert re.search(r'value="scorer" checked', client.get(f"{game}share").text)


@pytest.mark.parametrize("word", ["0", "3", "scorer"])
def test_players_and_the_scorer_write(table: Player, word: str) -> None:
    assert "Cy to bid" in join(table, word).do("bid", amount="250")


WRITES: tuple[tuple[str, dict[str, str]], ...] = (
    ("bid", {"amount": "250"}),
    ("pass", {}),
    ("undo", {}),
    ("confirm", {}),
    ("names", {"name-0": "Anna", "name-1": "Bob", "name-2": "Cy", "name-3": "Di"}),
    ("tricks/choose", {"kept": "1"}),
    ("meld/photo", {"cards": "KS QS"}),
    ("rematch", {}),
    ("share/watch", {}),
    ("share/watch/close", {}),
    ("deal/1", {"confirm": "1"}),
)


@pytest.mark.parametrize(("path", "fields"), WRITES)
def test_what_a_phone_sends_that_only_looks_on_is_refused_in_words(
    table: Player, path: str, fields: dict[str, str]
) -> None:
    version = join(table, "watcher").version
    for answer in (table.send(path, **fields), table.swap(path, **fields)):
        assert answer.status_code == 403
        assert f"{LOOKS_ON} at this game, so nothing was written." in words(answer)
    assert table.version == version


def test_a_phone_that_looks_on_may_say_otherwise(table: Player) -> None:
    assert LOOKS_ON in join(table, "watcher").see()
    assert LOOKS_ON not in join(table, "0").see()
    assert "Cy to bid" in table.do("bid", amount="250")


def test_the_choice_is_that_of_one_phone_at_one_game(app: Flask, table: Player) -> None:
    join(table, "watcher")
    assert Player(app, browser(app), table.game).send("bid", amount="250").status_code == 303
    assert Player(app, table.client, begin(app, SITE)).send("bid", amount="250").status_code == 303


def test_whoever_looks_on_sees_what_the_table_does(app: Flask) -> None:
    table = join(seat_game(app, browser(app), SITE, [Told(0, 300, (150, 40), 180)]), "watcher")
    says = table.see()
    assert "The auction: Cy speaks next." in says
    assert "Ann & Cy" in says
    assert "330" in says


def test_whoever_looks_on_follows_a_deal_from_its_trump_to_its_result(app: Flask) -> None:
    ann = Player(app, browser(app), begin(app, SITE))
    onlooker = join(Player(app, browser(app), ann.game), "watcher")
    ann.do("take", seat="0", amount="300")
    assert "Ann names trump." in onlooker.see()
    ann.do("trump", trump="S")
    ann.do("meld/number", meld_A="150", meld_B="60")
    assert "Ann & Cy: meld 150. Bob & Di: meld 60." in onlooker.see()
    ann.do("meld/close")
    assert "Ann & Cy: meld 150." in onlooker.see()
    ann.do("count", points_A="180")
    assert "The result waits to be confirmed." in onlooker.see()


def test_a_rematch_knows_who_its_phone_is(app: Flask) -> None:
    table = seat_game(app, browser(app), SITE, [Told(0, 300, (1700, 40), 180)])
    join(table, "2")
    again = table.client.post(f"/game/{table.game}/rematch", data={"key": "r"}).location
    assert re.search(r'value="2" checked', table.client.get(f"{again}share").text)


def test_no_page_of_a_game_has_a_button_that_writes_for_a_phone_that_looks_on(world: World) -> None:
    """Whatever chance has played: the one form that is left says who this phone is."""
    client = browser(world.app)
    client.get("/")
    for game in world.known["game"]:
        client.post(f"/game/{game}/share/seat", data={"seat": "watcher"})
        for page in PAGES_EACH:
            answer = client.get(f"/game/{game}/{page}")
            writes = {urlsplit(form.action).path for form in forms_of(answer.text) if form.method == "post"}
            assert writes <= {f"/game/{game}/share/seat", f"/game/{game}/come-along"}, page
            assert f"/game/{game}/names" not in answer.text
            assert f"/game/{game}/deal/" not in answer.text
