"""Every kind of page that a game shows: it fits the narrowest phone, all can read it, and it is soon there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.web.setup import make_token
from tests.browser.conftest import PHONES, Phone, Server
from tests.browser.fonts import ADDRESS
from tests.browser.game_night import GameNight
from tests.browser.logged import refused

# The bytes of each thing that was fetched for a page, but for the fonts that only the tests bring. What a page asks
# whether there is anything new, as it does where its stream is slow to open, is answered with nothing at all.
LOADED = """fonts => ["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind))
    .filter(({name}) => !name.includes(fonts) && !new URL(name).searchParams.has("since"))
    .map(each => each.encodedBodySize)"""


@pytest.mark.thorough
def test_each_kind_of_page_of_a_game_fits_and_can_be_read_by_all(make_phone: Callable[..., Phone]) -> None:
    night = GameNight(make_phone(PHONES[1]), "Single deck, partners")
    page = night.page
    page.get_by_text("Another amount").click()
    night.phone.look()
    night.tap("Bid this")
    night.refused("Please write the bid, or pass.")
    night.phone.look()
    night.take_bid("Ann", 330, "Spades")
    night.tell("A", "Melds").get_by_role("button", name="Royal marriage").click()
    night.melded("A", 40)
    night.tell("B", "Cards").get_by_role("button", name="nine of spades").click()
    night.melded("B", 10)
    night.phone.look()
    night.close_meld()
    page.get_by_text("Something went wrong").click()
    night.phone.look()
    night.count("A", 250)
    night.phone.look()
    night.confirm(-330, 0, leads_to="Deal 2 · Ann dealt")
    for path, taps, shows in _places(night.path):
        night.phone.open(path)
        for tapped in taps:
            page.locator(tapped).first.click()
        expect(page.get_by_text(shows).first).to_be_visible()
        night.phone.look()
    night.phone.forgive(*refused(404))


def _places(table: str) -> list[tuple[str, tuple[str, ...], str]]:
    """Every kind of page besides the table, what to tap there first, and words that it then shows."""
    return [
        ("/", (), "Go on"),
        ("/new", (), "How many players?"),
        ("/new/doubles", (), "Ann plays with Cy"),
        (f"/rules/?q=throw&back={table}", (), "clauses for “throw”"),
        ("/photo/", (), "Choose one you have"),
        ("/photo/?kind=tricks", ("text=A fan of twelve",), "took the last trick"),
        ("/photo/?kind=trick&seat=0", ("text=Both pinochles",), "Who led?"),
        ("/photo/?kind=hand", ("text=A double-deck hand",), "20 of 20 cards"),
        ("/deck/", (), "kept only on the computer"),
        ("/photo/", ("text=Aces around",), "Tap a card to change or remove it."),
        ("/photo/", ("text=Aces around", ".found a"), "that is right"),
        (f"{table}sheet", (), "Correct deal 1"),
        (f"{table}deal/1", (), "Change what is wrong."),
        (f"{table}deal/1", ("#trump .h", "text=See what changes"), "How deal 1 is counted then"),
        (f"{table}deal/1", ("text=Details of another ending",), "Who reneged?"),
        (f"{table}log", (), "Nothing is ever deleted"),
        (f"{table}names", (), "Change the names"),
        (f"{table}share", ("text=Make a link to watch",), "Here is the link"),
        ("/game/nosuchtable9/", (), "This table link doesn’t exist."),
    ]


@pytest.mark.thorough
def test_the_page_for_whoever_sets_the_companion_up_fits_and_can_be_read(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve(URL="https://pinochle.example")
    phone = make_phone(server=server)
    page = phone.open(f"/setup/check/{make_token(server.app.config['SECRET_KEY'])}")
    page.get_by_role("button", name="Test a form submission").click()
    expect(page.get_by_text("A form from this browser is taken.")).to_be_visible()
    expect(page.get_by_text("Codes and links lead to the latter.")).to_be_visible()
    phone.look()


def test_the_first_load_of_a_table_is_small(make_phone: Callable[..., Phone]) -> None:
    path = GameNight(make_phone(PHONES[0]), "Single deck, partners").path
    page = make_phone(PHONES[1]).open(path)
    loaded = page.evaluate(LOADED, ADDRESS)
    links = page.locator("link[rel*=icon], link[rel=manifest]").evaluate_all("links => links.map((each) => each.href)")
    besides = [int(page.context.request.get(link).headers["content-length"]) for link in links]
    assert len(loaded) >= len(("page", "style", "htmx", "its extension", "script"))
    assert all(loaded)
    assert sum([*loaded, *besides]) < 60_000
