"""The sample game: what there is to see in it, who sees it, and what it leaves alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.sample import NAMES, PHOTOGRAPHED
from companion.store.entries import Shelf
from companion.vision.samples import find_sample
from companion.web.core.current import current_store, journal
from companion.web.people.facts import gather_a_little
from companion.web.shelf import forget_deleted
from tests.web.conftest import browser
from tests.web.table_player import words

REMOVE = "Remove the sample game"


def look_around(client: FlaskClient) -> str:
    """Ask for the sample game; the address of its table."""
    answer = client.post("/sample", data={"key": "sample-0123456789ab"})
    assert answer.status_code == 303
    return str(answer.location)


def id_of(table: str) -> str:
    return table.rstrip("/").rpartition("/")[2]


def test_it_is_half_played_with_a_chart_a_correction_a_photo_a_ruling_and_an_open_deal(client: FlaskClient) -> None:
    assert "Look around in a sample game" in client.get("/").text
    table = look_around(client)
    assert "Look around in a sample game" in client.get("/").text
    sheet, log = words(client.get(f"{table}sheet")), words(client.get(f"{table}log"))
    assert "Deal 5 · Dan dealt" in words(client.get(table))
    assert "How the game went" in sheet
    assert "corrected" in sheet
    assert "A renege, charged to Ben & Dan." in log
    assert "A ruling: Ben could follow suit and did not" in log
    photo = re.search(r'name="sample" value="([^"]+)"', client.get(f"{table}sheet").text)
    assert photo is not None
    assert find_sample(photo[1]).cards == PHOTOGRAPHED


def test_its_last_step_can_be_undone_and_its_open_deal_written_down(client: FlaskClient) -> None:
    table = look_around(client)
    page = client.get(table).text
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen is not None
    undone = client.post(f"{table}undo", data={"key": "undo-0123456789ab", "seen": seen[1]}, follow_redirects=True)
    assert 'value="150"' in page
    assert 'value="150"' not in undone.text


def test_a_second_tap_leads_to_the_same_game_and_a_removed_one_is_made_anew(client: FlaskClient) -> None:
    table = look_around(client)
    assert look_around(client) == table
    for page in (table, f"{table}sheet", f"/games/{id_of(table)}"):
        assert client.get(page).text.count(REMOVE) == 1
    removed = client.post("/games/lay", data={"each": id_of(table), "shelf": "bin"}, follow_redirects=True)
    assert "Look around in a sample game" in removed.text
    assert client.get(table).status_code == 404
    assert look_around(client) != table


def test_it_is_in_no_list_figure_or_file_and_its_names_are_not_offered(app: Flask, client: FlaskClient) -> None:
    sample = id_of(look_around(client))
    with app.test_request_context():
        assert gather_a_little() == 0
        assert journal().find_game(sample) is not None
        assert current_store().facts.spellings() == {}
        assert current_store().facts.all_games() == {}
    for page in ("/", "/new", "/games/", "/games/?q=Ann", "/games/?shelf=sample", "/people/", "/games/all.json"):
        assert sample not in client.get(page).text, page
    assert not [name for name in NAMES if f'value="{name}"' in client.get("/new/four-handed").text]


@pytest.mark.parametrize("home", ["open", "invited"])
def test_another_phone_never_sees_it(make_app: Callable[..., Flask], home: str) -> None:
    app = make_app(HOME=home)
    table, other = look_around(browser(app)), browser(app)
    for page in (table, f"{table}sheet", f"/games/{id_of(table)}"):
        assert other.get(page).status_code == 403
    assert other.post("/games/lay", data={"each": id_of(table), "shelf": "bin"}).status_code == 403
    assert look_around(other) != table


def test_it_gives_no_place_to_a_stranger_in_a_house_by_invitation(make_app: Callable[..., Flask]) -> None:
    stranger = browser(make_app(HOME="invited"))
    look_around(stranger)
    assert stranger.get("/nights/").status_code == 403


def test_no_game_is_laid_among_the_samples_and_none_of_them_elsewhere(
    app: Flask, client: FlaskClient, game: str
) -> None:
    assert client.post("/games/lay", data={"each": game, "shelf": "sample"}).status_code == 404
    sample = id_of(look_around(client))
    assert client.get(f"/?laid={sample}&was=sample").status_code == 200
    client.post("/games/lay", data={"each": sample, "shelf": "open"})
    with app.test_request_context():
        assert [(row.id, row.shelf) for row in journal().list_games()] == [(game, Shelf.OPEN)]


def test_an_old_one_is_forgotten_like_a_game_in_the_bin(
    app: Flask, client: FlaskClient, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = id_of(look_around(client))
    with app.test_request_context():
        assert forget_deleted(journal()) == ()
        monkeypatch.setattr("companion.web.shelf.oldest_kept", lambda: "2099-01-01T00:00:00.000+00:00")
        assert forget_deleted(journal()) == (sample,)
        assert [row.id for row in journal().list_games()] == [game]
