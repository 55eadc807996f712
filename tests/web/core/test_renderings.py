"""A page that many follow is made once for each version, and is still each reader's own."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants.partnership import SITE
from companion.web.share import pages
from companion.web.table import page
from tests.web.conftest import browser
from tests.web.counted import counted
from tests.web.form_reader import without_keys
from tests.web.table_player import FRAGMENT, Player, begin


@pytest.fixture
def ann(app: Flask, client: FlaskClient) -> Player:
    player = Player(app, client, begin(app, SITE))
    player.do("take", seat="0", amount="330")
    return player


def test_those_who_watch_get_one_page_made_once_for_each_version(ann: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    link = re.findall(r"/watch/[\w-]{20,}", ann.client.post(f"/game/{ann.game}/share/watch", data={"key": "k"}).text)[0]
    made = counted(monkeypatch, pages, "sheet_parts")
    for version in (1, 2):
        with ThreadPoolExecutor(8) as phones:
            asked = [phones.submit(browser(ann.app).get, link, headers=FRAGMENT) for _ in range(8)]
        assert len({each.result().text for each in asked}) == 1
        assert len(made) == version
        if version == 1:
            ann.send("trump", trump="S")


def test_a_table_is_made_once_and_each_reader_gets_keys_of_their_own(
    ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.send("trump", trump="S")
    made = counted(monkeypatch, page, "show_table")
    pages = [browser(ann.app).get(f"/game/{ann.game}/").text for _ in range(3)]
    assert len(made) == 1
    keys = [re.findall('name="key" value="([^"]+)"', page) for page in pages]
    assert len({key for each in keys for key in each}) == sum(len(each) for each in keys) >= 6
    assert len({without_keys(page) for page in pages}) == 1


def test_a_phone_that_sits_for_a_player_gets_that_players_table(ann: Player) -> None:
    ann.do("trump", trump="S")
    ann.do("meld/close", meld_A="20", meld_B="40")
    sitting = browser(ann.app)
    sitting.post(f"/game/{ann.game}/share/seat", data={"seat": "2", "key": "k"})
    path = f"/game/{ann.game}/"
    assert without_keys(sitting.get(path).text) != without_keys(ann.client.get(path).text)
    assert without_keys(sitting.get(path).text) == without_keys(sitting.get(path).text)


def test_a_whole_page_and_its_part_are_not_mixed_up(ann: Player) -> None:
    path = f"/game/{ann.game}/sheet"
    assert "<html" in ann.client.get(path).text
    assert "<html" not in ann.client.get(path, headers=FRAGMENT).text
    assert "<html" in ann.client.get(path).text
