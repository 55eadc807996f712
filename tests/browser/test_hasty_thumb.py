"""A hasty thumb: the step that follows is seen before it can be tapped, and whoever was too quick is told so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.cards import parse_card
from companion.game.commands import MakeBid, ShowCards
from tests.browser.conftest import SCRIPT, Phone, Server
from tests.browser.game_night import enter, heads
from tests.browser.hasty import GAPS, LATER, LONG_BEFORE, TRIES, Due, again, is_hasty, refusals, spot_of, steps, tap_all
from tests.conftest import also
from tests.web.conftest import browser
from tests.web.moments import MELD, PLAY, Moment, game_at
from tests.web.table_player import Player


@pytest.fixture
def server(serve: Callable[..., Server]) -> Server:
    return serve(hasty=True, foresees=True)


@pytest.fixture
def early(serve: Callable[..., Server]) -> Server:
    """A server whose pages are for good as they are 0.4 seconds after they appeared."""
    return serve(hasty=True, foresees=True, stays_at=0.4)


HURRIED: tuple[tuple[Moment, str, str, dict[str, Any]], ...] = (
    (Moment("site"), "250", "Cleo to bid", {}),
    (Moment("site", (MakeBid(250),)), "Cleo passes", "Dan to bid", {}),
    (Moment("check", PLAY), "Count the deal", "Is this right?", {"#points-A": "180", "#points-B": "40"}),
    (Moment("site", MELD), "Meld is done", "Play, then count", {"#meld-A": "180", "#meld-B": "0"}),
)


@pytest.mark.thorough
def test_the_step_that_follows_is_seen_before_it_can_be_tapped(
    server: Server, make_phone: Callable[..., Phone]
) -> None:
    phones = {gap: make_phone(server=server) for gap in GAPS}
    for moment, name, then, typed in HURRIED:
        see_what_follows(server, moment, dict(phones), name, then, typed)


def see_what_follows(
    server: Server, moment: Moment, waiting: dict[int, Phone], name: str, then: str, typed: Mapping[str, str]
) -> None:
    """Two hasty taps on a button lead to the next step, and on each phone, by gap, it is that step which shows."""
    game = game_at(server.app, moment)
    for _ in range(TRIES):
        taken = taken_when_tapped_twice(server, game, waiting, name, typed)
        for gap, (told, hasty) in taken.items():
            assert told == 1 or not hasty, f"{told} steps told after {gap} ms"
            if told == 1:
                heads(waiting.pop(gap).page, then)
        if not waiting:
            return
    assert not waiting, f"never tapped fast enough: {list(waiting)}"


def taken_when_tapped_twice(
    server: Server, game: str, phones: Mapping[int, Phone], name: str, typed: Mapping[str, str]
) -> dict[int, tuple[int, bool]]:
    """By gap, how many steps two taps on a button told a fresh game, refused ones too, and whether they were hasty."""
    due, games = list[Due](), {gap: again(server, game) for gap in phones}
    for gap, phone in phones.items():
        page = phone.page
        page.goto(f"{server.url}/game/{games[gap]}/")
        for field, value in typed.items():
            page.locator(field).fill(value)
        spot = spot_of(page.get_by_role("button", name=name).first, from_left=1000)
        due += [(0, page, spot), (gap, page, spot)]
    before = {gap: steps(server, each) for gap, each in games.items()}
    done = tap_all(due)
    written = {gap: steps(server, each) - before[gap] for gap, each in games.items()}
    return {gap: (written[gap] + refusals(phone), is_hasty(done[phone.page])) for gap, phone in phones.items()}


def test_a_result_that_has_only_just_appeared_is_not_confirmed_with_the_count(
    server: Server, make_phone: Callable[..., Phone]
) -> None:
    page = make_phone(server=server).open(f"/game/{game_at(server.app, Moment('site', PLAY))}/")
    # The clock stands still from here on, and with it the half second after which the line counts as seen.
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.locator("#points-A").fill("180")
    page.clock.run_for(250)
    expect(page.get_by_role("status").filter(has_text="Ann & Cleo +380")).to_be_visible()
    expect(page.locator("[name=shown]")).to_be_disabled()
    page.get_by_role("button", name="Count the deal").click()
    heads(page, "Is this right?")


def test_a_tap_that_came_too_soon_says_so_and_works_a_moment_later(
    server: Server, make_phone: Callable[..., Phone]
) -> None:
    phone = make_phone(server=server)
    page = phone.open(f"/game/{game_at(server.app, Moment('site'))}/")
    page.evaluate(LONG_BEFORE)
    page.evaluate(LATER)
    page.get_by_role("button", name="250").click()
    heads(page, "Cleo to bid")
    box = page.get_by_role("button", name="260").bounding_box()
    assert box
    page.mouse.click(box["x"] + 9, box["y"] + 9)
    note = page.get_by_text("That tap came too soon and did nothing.")
    expect(note).to_be_visible()
    heads(page, "Cleo to bid")
    phone.check_access()
    page.evaluate(LATER)
    page.get_by_role("button", name="260").click()
    heads(page, "Dan to bid")


BAR_CAME = "([x, y]) => !!document.elementFromPoint(x, y).closest('.bar') && scrollY === 0"


@pytest.mark.parametrize("script", SCRIPT)
@pytest.mark.parametrize("line", ["main .wrong-turn", also(".bar .menu")])
def test_a_second_tap_on_a_line_that_folds_leaves_it_as_the_first_one_did(
    server: Server, make_phone: Callable[..., Phone], line: str, script: bool
) -> None:
    page = make_phone(server=server, script=script).open(f"/game/{game_at(server.app, Moment('site', PLAY))}/")
    folds, note = page.locator(line), page.locator(".too-soon")
    page.evaluate(LONG_BEFORE)
    page.evaluate(LATER)
    spot = spot_of(folds.locator("> summary"))
    page.mouse.click(*spot)
    expect(folds).to_have_attribute("open", "")
    page.mouse.click(*spot)
    expect(note).to_be_hidden()
    expect(folds).to_have_attribute("open", "")
    page.evaluate(LATER)
    page.mouse.click(*spot)
    expect(folds).not_to_have_attribute("open", "")


@pytest.mark.thorough
@pytest.mark.parametrize("script", SCRIPT)
def test_a_second_tap_meets_no_bar_that_came_under_the_finger(
    early: Server, make_phone: Callable[..., Phone], script: bool
) -> None:
    page = make_phone(server=early, script=script).open(f"/game/{game_at(early.app, Moment('site'))}/")
    page.set_viewport_size({"width": 360, "height": 400})
    button = page.get_by_role("button", name="250")
    button.evaluate("button => scrollTo({top: button.getBoundingClientRect().top + scrollY - 2, behavior: 'instant'})")
    page.evaluate(LATER)
    box = button.bounding_box()
    assert box
    spot = box["x"] + 20, box["y"] + 25
    page.mouse.click(*spot)
    heads(page, "Cleo to bid")
    if script:  # htmx scrolls a moment after it has put the answer on the page
        page.wait_for_function(BAR_CAME, arg=spot)
    page.mouse.click(*spot)
    heads(page, "Cleo to bid")
    assert page.evaluate(BAR_CAME, spot)
    page.evaluate(LATER)
    page.mouse.click(*spot)
    expect(page.get_by_role("region", name="Go on")).to_be_visible()


def test_what_appears_away_from_the_thumb_counts_at_once(early: Server, make_phone: Callable[..., Phone]) -> None:
    game = game_at(early.app, Moment("site"))
    page = make_phone(server=early).open(f"/game/{game}/")
    page.get_by_role("link", name="Home").click()
    page.wait_for_url(f"{early.url}/")
    page.wait_for_function("document.querySelector('[data-stood]')")
    back = page.locator(f"a[href*='{game}']").first
    back.click()
    page.wait_for_url(f"**/game/{game}/")
    spot = spot_of(page.get_by_role("button", name="250"), from_left=9)
    page.mouse.click(*spot)
    heads(page, "Cleo to bid")
    page.wait_for_function("document.querySelector('.bar [data-stood]')")
    page.mouse.click(*spot)
    page.get_by_role("link", name="Settle it").click()
    page.wait_for_url("**/settle**")
    calls = Player(early.app, browser(early.app), game).state.deal.calls  # type: ignore[union-attr]
    assert len(calls) == 1


def test_keys_reach_what_has_just_appeared(server: Server, make_phone: Callable[..., Phone]) -> None:
    page = make_phone(server=server).open(f"/game/{game_at(server.app, Moment('site'))}/")
    enter(page, "250")
    heads(page, "Cleo to bid")
    enter(page, "260")
    heads(page, "Dan to bid")
    expect(page.locator(".too-soon")).to_be_hidden()


@pytest.mark.thorough
def test_cards_that_stand_where_they_stood_are_live_at_once(server: Server, make_phone: Callable[..., Phone]) -> None:
    moment = Moment("site", (*MELD, ShowCards(0, (parse_card("KS"),))), "?way=cards")
    page = make_phone(server=server).open(f"/game/{game_at(server.app, moment)}/{moment.page}")
    page.get_by_role("button", name="ace of spades").first.click()
    expect(page.locator("#cards-A [name=remove]")).to_have_count(2)
    stood = page.locator("#cards-A [name=add][data-stood]")
    expect(stood.first).to_be_attached()
    for told, card in enumerate(("hearts", "clubs"), start=3):
        page.get_by_role("button", name=f"ace of {card}").first.click()
        # A click whose halves fall on either side of an answer is nobody's: the next is made when this one's has come.
        expect(page.locator("#cards-A [name=remove]")).to_have_count(told)


@pytest.mark.thorough
def test_without_script_a_page_that_has_just_come_takes_no_second_tap(
    early: Server, make_phone: Callable[..., Phone]
) -> None:
    game = game_at(early.app, Moment("site"))
    page = make_phone(server=early, script=False).open(f"/game/{game}/")
    page.evaluate(LATER)
    spot = spot_of(page.get_by_role("button", name="250"), from_left=9)
    page.mouse.click(*spot)
    heads(page, "Cleo to bid")
    page.mouse.click(*spot)
    page.evaluate(LATER)
    page.mouse.click(*spot)
    heads(page, "Dan to bid")
    calls = Player(early.app, browser(early.app), game).state.deal.calls  # type: ignore[union-attr]
    assert len(calls) == 2  # a tap that had counted would have made it three
