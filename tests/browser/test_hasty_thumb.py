"""A hasty thumb: every button of every phase is tapped twice, by one phone and by two, and carries out one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, cycle
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.cards import parse_card
from companion.game.record.commands import MakeBid, ShowCards
from companion.web.base.current import journal
from tests.browser.conftest import Phone, Server
from tests.browser.game_night import heads
from tests.browser.moments import MELD, MOMENTS, PLAY, Moment, game_at
from tests.web.conftest import browser
from tests.web.table_player import Player

GAPS = (80, 150, 250, 400, 600)
"""So many milliseconds lie between two taps."""
GUARDED = 0.7
"""For so many seconds after it appeared nothing takes a tap, as in companion.css."""
TRIES = 10
"""How often a tap is tried again that a busy machine brought too late to be a hasty one."""
SECOND_PHONE = 250
COPIES = count()
TYPED = {
    "amount": "300",
    "bid-": "50",
    "points-A": "180",
    "points-": "60",
    "so-far-": "40",
    "dealt-": "40",
    "claim-": "40",
    "name-0": "Anna",
    "discarded": "1",
    "drawn": "1",
}
"""What stands in the fields before a button is tapped, by how their names begin."""


BUTTONS = """() => {
    document.querySelectorAll("main details").forEach((each) => { each.open = true; });
    const known = new Set();
    return [...document.querySelectorAll("main button")].flatMap((button, place) => {
        const kind = new URL(button.formAction).pathname.split("/").slice(3).join("/") + " " + button.name;
        if (!button.form || button.form.method !== "post" || known.has(kind) || !button.checkVisibility()) return [];
        known.add(kind);
        return [[place, kind]];
    });
}"""
QUIET = "() => !document.querySelector('form[aria-busy=true], .htmx-request, .htmx-settling')"


@pytest.fixture
def server(serve: Callable[..., Server]) -> Server:
    return serve(hasty=True)


def again(server: Server, game: str) -> str:
    """Another game that has come just as far."""
    with server.app.app_context():
        found = journal().read(game)
        first, *rest = found.entries
        # Told by somebody else, or it would be known as the very game that it is.
        return journal().restore_game(found.game, [replace(first, who=f"copy {next(COPIES)}"), *rest]).game_id


def steps(server: Server, game: str) -> int:
    """How many commands have been carried out at a game."""
    with server.app.app_context():
        return journal().read(game).entries[-1].batch


def ready(page: Page, place: int) -> tuple[float, float]:
    """Fill in the page's fields and wait until its button of this place is live; where a thumb meets it."""
    page.evaluate(BUTTONS)
    for field in page.locator("main input.amount, main .field input").all():
        said = field.get_attribute("name") or ""
        value = next((value for start, value in TYPED.items() if said.startswith(start)), None)
        if value and field.is_visible():
            field.fill(value)
    for radio in page.locator("main fieldset .tiles").all():
        if radio.is_visible():
            radio.locator("label").first.click()
    button = page.locator("main button").nth(place)
    button.click(trial=True)
    box = button.bounding_box()
    assert box
    return box["x"] + min(box["width"] / 2, 40), box["y"] + box["height"] / 2


def buttons(server: Server, page: Page, moment: Moment) -> Iterator[tuple[str, int, str]]:
    """For each way to write that a page offers: a game of its own, the button's place and what it sends."""
    game = game_at(server, moment)
    page.goto(f"{server.url}/game/{game}/{moment.page}")
    for place, kind in page.evaluate(BUTTONS):
        yield again(server, game), place, kind


def taps_twice(page: Page, spot: tuple[float, float], gap: int) -> bool:
    """Tap twice at one spot; whether both surely fell before what the first brought could be live."""
    begun = monotonic()
    page.mouse.click(*spot)
    page.wait_for_timeout(gap)
    page.mouse.click(*spot)
    in_time = monotonic() - begun < GUARDED
    page.wait_for_function(QUIET)
    return in_time


def forgive_refusals(*phones: Phone) -> None:
    """Keep of what the phones logged only what broke in a script: Chromium and htmx log every refusal too."""
    for phone in phones:
        phone.faults = [fault for fault in phone.faults if not fault.startswith(phone.url)]


@pytest.mark.parametrize("moment", MOMENTS, ids=str)
def test_a_button_that_is_tapped_twice_carries_out_one_step(
    server: Server, make_phone: Callable[..., Phone], moment: Moment
) -> None:
    phone = make_phone("Pixel 7", server=server)
    page, gaps = phone.page, cycle(GAPS)
    found = list(buttons(server, page, moment))
    assert found
    for fresh, place, kind in found:
        gap = next(gaps)
        for _ in range(TRIES):
            game = again(server, fresh)
            page.goto(f"{server.url}/game/{game}/{moment.page}")
            spot, before = ready(page, place), steps(server, game)
            in_time = taps_twice(page, spot, gap)
            taken = steps(server, game) - before
            if taken <= 1 or in_time:
                break
        assert taken <= 1, f"{kind} of {moment}"
    forgive_refusals(phone)


@pytest.mark.parametrize("moment", MOMENTS[:10:2], ids=str)
def test_a_second_phone_that_taps_the_same_button_adds_no_step(
    server: Server, make_phone: Callable[..., Phone], moment: Moment
) -> None:
    one, other = (make_phone("Pixel 7", server=server) for _ in range(2))
    for game, place, kind in list(buttons(server, one.page, moment)):
        spots = []
        for phone in (one, other):
            phone.open(f"/game/{game}/{moment.page}")
            spots.append(ready(phone.page, place))
        before = steps(server, game)
        one.page.mouse.click(*spots[0])
        one.page.wait_for_timeout(SECOND_PHONE)
        other.page.mouse.click(*spots[1])
        for phone in (one, other):
            phone.page.wait_for_function(QUIET)
        assert steps(server, game) - before <= 1, f"{kind} of {moment}"
    forgive_refusals(one, other)


HURRIED: tuple[tuple[Moment, str, str, dict[str, Any]], ...] = (
    (Moment("site"), "250", "Cleo to bid", {}),
    (Moment("site", (MakeBid(250),)), "Cleo passes", "Dan to bid", {}),
    (Moment("site", PLAY), "Count the deal", "Is this right?", {"#points-A": "180"}),
    (Moment("site", MELD), "Meld is done", "Play, then count", {"#points-A": "180"}),
)


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize(("moment", "name", "then", "typed"), HURRIED)
def test_the_step_that_follows_is_seen_before_it_can_be_tapped(
    server: Server,
    make_phone: Callable[..., Phone],
    moment: Moment,
    name: str,
    then: str,
    typed: dict[str, str],
    gap: int,
) -> None:
    phone = make_phone(server=server)
    for _ in range(TRIES):
        game = game_at(server, moment)
        page, before = phone.open(f"/game/{game}/"), steps(server, game)
        for field, value in typed.items():
            page.locator(field).fill(value)
        button = page.get_by_role("button", name=name).first
        button.click(trial=True)
        box = button.bounding_box()
        assert box
        in_time = taps_twice(page, (box["x"] + box["width"] * 3 / 4, box["y"] + box["height"] / 2), gap)
        taken = steps(server, game) - before
        if taken == 1 or in_time:
            break
    assert taken == 1
    heads(page, then)


def test_a_tap_that_came_too_soon_says_so_and_works_a_moment_later(
    server: Server, make_phone: Callable[..., Phone]
) -> None:
    phone = make_phone(server=server)
    page = phone.open(f"/game/{game_at(server, Moment('site'))}/")
    page.get_by_role("button", name="250").click()
    heads(page, "Cleo to bid")
    box = page.get_by_role("button", name="260").bounding_box()
    assert box
    page.mouse.click(box["x"] + 9, box["y"] + 9)
    note = page.get_by_text("That came too quickly, so nothing was done.")
    expect(note).to_be_visible()
    heads(page, "Cleo to bid")
    phone.check_access()
    page.get_by_role("button", name="260").click()
    heads(page, "Dan to bid")


def test_keys_reach_what_has_just_appeared(server: Server, make_phone: Callable[..., Phone]) -> None:
    page = make_phone(server=server).open(f"/game/{game_at(server, Moment('site'))}/")
    page.get_by_role("button", name="250").press("Enter")
    heads(page, "Cleo to bid")
    page.get_by_role("button", name="260").press("Enter")
    heads(page, "Dan to bid")
    expect(page.locator(".too-soon")).to_be_hidden()


def test_cards_that_stand_where_they_stood_are_live_at_once(server: Server, make_phone: Callable[..., Phone]) -> None:
    moment = Moment("site", (*MELD, ShowCards(0, (parse_card("KS"),))), "?way=cards")
    page = make_phone(server=server).open(f"/game/{game_at(server, moment)}/{moment.page}")
    page.get_by_role("button", name="ace of spades").first.click()
    expect(page.locator("#cards-A [name=remove]")).to_have_count(2)
    stood = page.locator("#cards-A [name=add][data-stood]")
    expect(stood.first).to_be_attached()
    page.get_by_role("button", name="ace of hearts").first.click()
    page.get_by_role("button", name="ace of clubs").first.click()
    expect(page.locator("#cards-A [name=remove]")).to_have_count(4)


def test_without_script_a_page_that_has_just_come_takes_no_second_tap(
    server: Server, make_phone: Callable[..., Phone]
) -> None:
    game = game_at(server, Moment("site"))
    page = make_phone(server=server, script=False).open(f"/game/{game}/")
    button = page.get_by_role("button", name="250")
    button.click(trial=True)
    box = button.bounding_box()
    assert box
    for wait in (0, 400):
        page.wait_for_timeout(wait)
        page.mouse.click(box["x"] + 9, box["y"] + 9)
    heads(page, "Cleo to bid")
    assert len(Player(server.app, browser(server.app), game).state.deal.calls) == 1  # type: ignore[union-attr]
