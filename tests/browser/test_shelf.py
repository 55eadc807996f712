"""The first page and the list of games on a small phone: go on, search, put away, delete, undo, and bring in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.rules.variants.partnership import SITE
from tests.browser.conftest import NARROWEST, SCRIPT, Phone, Server
from tests.browser.logged import refused
from tests.browser.played import over
from tests.conftest import also
from tests.web.table_player import begin

LONG = ("Maximiliane-Sophie Schmi", "Bartholomew O’Callaghan ", "Wolfeschlegelsteinhausen", "Di")


@pytest.fixture(params=SCRIPT)
def small(request: pytest.FixtureRequest, serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> Phone:
    """A phone of 360 px at a house with two games that are over and one that runs."""
    server = serve()
    over(server.app, LONG)
    over(server.app, ("Bo", "Ed", "Flo", "Gus"))
    begin(server.app, SITE)
    phone = make_phone(script=request.param, server=server)
    phone.page.set_viewport_size({"width": NARROWEST, "height": 740})
    return phone


def put_away(phone: Phone, title: str) -> Page:
    """The page on which it is asked whether a game shall be put away or deleted."""
    page = phone.open("/")
    page.get_by_role("link", name=f"Put away or delete: {title}").tap()
    expect(page.get_by_role("heading", name="Put away or delete")).to_be_visible()
    phone.check_layout()
    return page


@pytest.mark.thorough
def test_one_tap_goes_on_with_the_game_that_runs(small: Phone) -> None:
    page = small.open("/")
    small.check_layout()
    page.get_by_role("link", name="Go on").tap()
    expect(page.get_by_role("heading", name="Bob to bid")).to_be_visible()


@pytest.mark.parametrize(
    ("button", "says"), [("Put it into the archive", "in the archive"), also("Delete this game", "is deleted")]
)
def test_a_game_is_put_away_or_deleted_with_one_question_and_comes_back_by_undo(
    small: Phone, button: str, says: str
) -> None:
    page = put_away(small, "Bo, Ed, Flo, Gus")
    page.get_by_role("button", name=button).tap()
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text(says)
    expect(page.get_by_role("link", name="Bo & Flo")).to_have_count(0)
    small.check_layout()
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("is on this page again.")
    expect(page.get_by_role("link", name="Bo & Flo")).to_have_count(1)


@pytest.mark.thorough
def test_a_deleted_game_is_brought_back_from_the_list_weeks_later(small: Phone) -> None:
    page = put_away(small, "Bo, Ed, Flo, Gus")
    page.get_by_role("button", name="Delete this game").tap()
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("is deleted.")
    page = small.open("/games/?shelf=bin")
    small.check_layout()
    page.get_by_role("button", name="Bring it back").tap()
    expect(page.get_by_role("link", name="Bo & Flo")).to_have_count(1)


@pytest.mark.thorough
def test_a_game_is_found_by_a_name(small: Phone) -> None:
    page = small.open("/")
    page.get_by_role("link", name="All games, and search").tap()
    page.get_by_label("Who played?").fill("callag")
    page.get_by_label("Who played?").press("Enter")
    page.wait_for_url("**q=callag**")
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("1 game with “callag”.")
    expect(page.get_by_role("link", name="Put away or delete")).to_have_count(1)
    small.check_layout()


@pytest.mark.thorough
def test_a_game_is_brought_in_from_its_file_and_twice_is_once(small: Phone, tmp_path: Path) -> None:
    page = put_away(small, "Bo, Ed, Flo, Gus")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save it as a file first").tap()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    other = tmp_path / "picture.json"
    other.write_text("no game")
    for sent, says in ((other, "This file holds no game"), (file, "it was here already")):
        small.open("/games/")
        page.locator("#file").set_input_files(sent)
        page.get_by_role("button", name="Bring it in").tap()
        expect(page.get_by_text(says).first).to_be_visible()
        small.check_layout()
    small.forgive(*refused(422))


@pytest.mark.thorough
def test_the_lists_of_games_can_be_read_by_all(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> None:
    server = serve()
    game = over(server.app, LONG)
    begin(server.app, SITE, LONG)
    phone = make_phone(server=server)
    for path in ("/", "/games/", f"/games/{game}", "/games/?shelf=bin"):
        phone.open(path)
        phone.look()
