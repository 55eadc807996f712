"""Two phones at one table: each tells something from the page it has, before the other's news has come."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.rules.variants.partnership import SITE
from tests.browser.conftest import PHONES, SCRIPT, Phone, Server
from tests.browser.game_night import heads
from tests.browser.logged import LOST_LINE, refused
from tests.conftest import also
from tests.web.conftest import browser
from tests.web.table_player import Player, begin

BY_ITSELF = re.compile(r"[?&]since=")
"""What a page asks that has heard nothing for two seconds and a half."""


@dataclass
class Pair:
    """Two phones at a table where the meld is told; they hear nothing of each other until they ask."""

    table: Player
    one: Phone
    other: Phone

    def melds(self) -> dict[str, int]:
        """The melds that stand, by side."""
        assert self.table.state.deal is not None
        return {shown.side: shown.points for shown in self.table.state.deal.shown}


@pytest.fixture
def pair(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> Pair:
    server = serve()
    table = Player(server.app, browser(server.app), begin(server.app, SITE))
    table.do("take", seat="0", amount="300")
    table.do("trump", trump="S")
    one, other = (make_phone(name, server=server) for name in PHONES)
    for phone in (one, other):
        phone.page.route("**/live/**", lambda route: route.abort())
        phone.page.route(BY_ITSELF, lambda route: route.abort())
        phone.open(f"/game/{table.game}/")
        heads(phone.page, "Meld")
    return Pair(table, one, other)


def save(phone: Phone, side: str, points: int) -> None:
    """Tell the meld of a side."""
    field = phone.page.get_by_role("textbox", name=f"Meld of {side}")
    field.fill(str(points))
    phone.page.locator(".save", has=field).get_by_role("button", name="Save").click()


def forgive(*phones: Phone) -> None:
    """Forget what Chromium and htmx log of the line that is cut, and of a 409."""
    for phone in phones:
        phone.forgive(*LOST_LINE, *refused(409))


@pytest.mark.engines
def test_the_melds_of_both_sides_told_at_once_both_stand_at_the_first_try(pair: Pair) -> None:
    save(pair.one, "Ann & Cy", 120)
    expect(pair.one.page.locator("#name-A output")).to_have_text("120")
    save(pair.other, "Bob & Di", 60)
    for side, points in (("A", "120"), ("B", "60")):
        expect(pair.other.page.locator(f"#name-{side} output")).to_have_text(points)
    assert pair.melds() == {"A": 120, "B": 60}
    forgive(pair.one, pair.other)


@pytest.mark.engines
def test_one_meld_told_in_two_ways_is_shown_side_by_side_and_the_last_word_is_a_tap_away(pair: Pair) -> None:
    save(pair.one, "Ann & Cy", 120)
    expect(pair.one.page.locator("#name-A output")).to_have_text("120")
    save(pair.other, "Ann & Cy", 140)
    alert = pair.other.page.get_by_role("alert")
    for title, says in (("Yours, not written", "Ann & Cy: meld 140."), ("On the sheet", "Ann & Cy: meld 120.")):
        expect(alert.locator(".versions > div", has_text=title)).to_contain_text(says)
    pair.other.check()
    assert pair.melds() == {"A": 120}
    expect(pair.other.page.get_by_role("textbox", name="Meld of Ann & Cy")).to_have_value("140")
    save(pair.other, "Ann & Cy", 140)
    expect(pair.other.page.locator("#name-A output")).to_have_text("140")
    assert pair.melds() == {"A": 140}
    forgive(pair.one, pair.other)


@pytest.mark.thorough
def test_a_phone_that_only_looks_on_follows_the_table_and_has_nothing_to_tap(pair: Pair) -> None:
    page = pair.other.open(f"/game/{pair.table.game}/join")
    pair.other.check()
    page.get_by_text("I’m just watching").click()
    page.get_by_role("button", name="That’s me").click()
    expect(page.get_by_text("This phone is view-only.")).to_be_visible()
    expect(page.locator("main form")).to_have_count(0)
    pair.other.look()
    for path in ("sheet", "tricks/", "share"):
        pair.other.open(f"/game/{pair.table.game}/{path}")
        pair.other.check()
    forgive(pair.one, pair.other)


Deal = tuple[str, str, tuple[str, str], str]
"""Who has the bid, for how much, what the sides melded, and what the first of them took."""
OURS: Deal = ("Ann", "300", ("190", "40"), "140")
THEIRS: Deal = ("Bob", "270", ("50", "170"), "120")


@pytest.fixture(params=SCRIPT)
def on_pads(
    request: pytest.FixtureRequest, serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> tuple[Player, Phone, Phone]:
    """Two small phones on the score pad of the same deal."""
    server = serve(ENTERED="pad")
    table = Player(server.app, browser(server.app), begin(server.app, SITE))
    one, other = (make_phone(name, server=server, script=request.param) for name in PHONES)
    for phone in (one, other):
        phone.page.set_viewport_size({"width": 360, "height": 740})
        phone.page.route("**/live/**", lambda route: route.abort())
        phone.open(f"/game/{table.game}/")
    return table, one, other


def fill_in(page: Page, deal: Deal, *, whole: bool = False) -> None:
    """Fill in a score pad, all but trump, and what the second side took where it is to be whole."""
    bidder, bid, melds, taken = deal
    page.locator("#seat").get_by_text(bidder, exact=True).tap()
    for field, figure in (("amount", bid), ("meld-A", melds[0]), ("meld-B", melds[1]), ("points-A", taken)):
        page.locator(f"#{field}").fill(figure)
    if whole:
        page.locator("#points-B").fill(str(250 - int(taken)))


def write(page: Page, deal: Deal, trump: str = "♠") -> None:
    """Fill in a score pad, and write the whole deal down."""
    fill_in(page, deal, whole=True)
    page.locator("#trump").get_by_text(trump).tap()
    page.get_by_role("button", name="Write it down").tap()


def holds(page: Page, deal: Deal | None) -> None:
    """A pad is filled in with a deal, or with nothing."""
    bidder, bid, melds, taken = deal or ("", "250", ("", ""), "")
    for field, figure in (("amount", bid), ("meld-A", melds[0]), ("meld-B", melds[1]), ("points-A", taken)):
        expect(page.locator(f"#{field}")).to_have_value(figure)
    expect(page.locator("#seat :checked")).to_have_count(1 if bidder else 0)


def look(phone: Phone) -> None:
    """The page fits, and axe finds nothing; axe needs scripts."""
    if phone.page.evaluate("'htmx' in window"):
        phone.check()


LINES = """row => {
  const text = document.createRange();
  text.selectNodeContents(row.firstChild);
  return [new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size, row.clientHeight];
}"""
"""On how many lines the words of a row stand, and how high it is with its buttons."""


def unwritten(page: Page) -> Locator:
    """What stands apart."""
    return page.locator(".versions > div", has_text="Yours, not written")


def test_what_a_deal_made_has_the_focus_where_it_was_written_and_is_said_elsewhere(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve(ENTERED="pad")
    game = begin(server.app, SITE)
    one, other = (make_phone(name, server=server) for name in PHONES)
    for phone in (one, other):
        phone.open(f"/game/{game}/")
    write(one.page, OURS)
    expect(other.page.locator("[data-said]")).to_contain_text("+330")
    expect(other.page.locator(".made")).not_to_be_focused()
    expect(one.page.locator(".made")).to_be_focused()
    expect(one.page.locator("[data-said]")).to_be_empty()


@pytest.mark.parametrize("trump", ["♥", also(None)], ids=["whole", "part"])
def test_a_deal_that_came_too_late_stands_apart_and_one_tap_puts_it_into_the_next(
    trump: str | None, on_pads: tuple[Player, Phone, Phone]
) -> None:
    table, one, other = on_pads
    page = other.page
    fill_in(page, THEIRS, whole=bool(trump))
    write(one.page, OURS)
    expect(one.page.locator(".made")).to_contain_text("+330")
    if trump:
        page.locator("#trump").get_by_text(trump).tap()
    page.get_by_role("button", name="Write it down").tap()
    expect(page.get_by_text("Deal 2 ·")).to_be_visible()
    expect(unwritten(page)).to_contain_text("Bob")
    expect(unwritten(page)).to_contain_text("270")
    expect(page.get_by_text("On the sheet")).to_be_visible()
    expect(page.locator(".made")).to_have_count(0)
    holds(page, None)
    look(other)
    use = page.get_by_role("button", name="Use these in deal 2")
    box, bar = use.bounding_box(), page.get_by_role("button", name="Write it down").bounding_box()
    assert box
    assert bar
    assert box["y"] + box["height"] <= bar["y"], "above the bar, without scrolling"
    use.tap()
    expect(use).to_have_count(0)
    holds(page, THEIRS)
    look(other)
    assert len(table.state.deals) == 1
    page.locator("#trump").get_by_text("♥").tap()
    page.get_by_role("button", name="Write it down").tap()
    expect(page.get_by_text("Deal 3 ·")).to_be_visible()
    holds(page, None)
    assert next(deal.change["A"] for deal in table.state.deals) == 330
    forgive(one, other)


@pytest.mark.parametrize("on_pads", [True], indirect=True, ids=["script"])
def test_a_deal_kept_offline_that_another_phone_wrote_meanwhile_takes_four_lines_and_is_settled_in_two_taps(
    on_pads: tuple[Player, Phone, Phone],
) -> None:
    table, one, other = on_pads
    page = other.page
    other.context.set_offline(True)
    write(page, THEIRS, "♥")
    row = page.locator(".outbox p")
    expect(row).to_contain_text("is kept on this phone")
    write(one.page, OURS)
    expect(one.page.locator(".made")).to_contain_text("+330")
    other.context.set_offline(False)
    expect(row).to_contain_text(
        "meld 50 and 170, taken 120 and 130”. Another phone entered deal 1. Scored: Ann & Cy +330, Bob & Di +150."
    )
    expect(row).to_contain_text("Not entered: “Bob 270")
    expect(row.get_by_role("button")).to_have_text(["See both", "Forget it"])
    lines, height = row.evaluate(LINES)
    assert lines <= 4
    assert height < 240, "less than a third of the screen"
    other.check()
    row.get_by_role("button", name="See both").tap()
    expect(unwritten(page)).to_contain_text("270")
    expect(row).to_have_count(0)
    page.get_by_role("button", name="Correct deal 1 with mine").tap()
    page.get_by_role("button", name="Confirm").tap()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    (deal,) = table.state.deals
    assert deal.contract
    assert (deal.contract.bidder, deal.contract.bid) == (1, 270)
    forgive(one, other)


@pytest.mark.thorough
@pytest.mark.parametrize("on_pads", [True], indirect=True, ids=["script"])
def test_what_was_only_typed_stands_apart_when_something_else_is_sent_or_the_news_is_shown(
    on_pads: tuple[Player, Phone, Phone],
) -> None:
    table, one, other = on_pads
    page = other.page
    fill_in(page, THEIRS)
    write(one.page, OURS)
    expect(one.page.locator(".made")).to_contain_text("+330")
    page.get_by_text("Deal 1 ·").tap()
    page.locator("#dealer").get_by_role("button", name="Cy").tap()
    expect(unwritten(page)).to_contain_text("270")
    holds(page, None)
    fill_in(page, THEIRS)
    one.page.get_by_role("button", name="Undo").tap()
    holds(one.page, OURS)
    page.evaluate("htmx.trigger('#table', 'sse:changed', {})")
    page.get_by_role("link", name="Show it").tap()
    expect(page.get_by_role("button", name="Use these in deal 1")).to_be_visible()
    expect(unwritten(page)).to_have_count(1)  # what stood apart for deal 2 is equal
    expect(unwritten(page)).to_contain_text("270")
    holds(page, OURS)
    assert table.state.deals == ()
    forgive(one, other)


@pytest.mark.parametrize("on_pads", [True], indirect=True, ids=["script"])
def test_what_was_typed_for_the_same_deal_stays_when_the_news_is_shown(on_pads: tuple[Player, Phone, Phone]) -> None:
    _, one, other = on_pads
    page = other.page
    page.locator("#meld-B").fill("170")
    one.page.locator("#seat").get_by_text("Ann", exact=True).tap()
    one.page.locator("#amount").fill("300")
    one.page.get_by_role("button", name="Write it down").tap()
    expect(one.page.get_by_role("button", name="Change the bid")).to_be_visible()
    page.evaluate("htmx.trigger('#table', 'sse:changed', {})")
    page.get_by_role("link", name="Show it").tap()
    expect(page.get_by_role("button", name="Change the bid")).to_be_visible()
    expect(page.locator("#meld-B")).to_have_value("170")
    expect(unwritten(page)).to_have_count(0)
    forgive(one, other)


def news(page: Page) -> None:
    """What others wrote arrives."""
    page.evaluate("htmx.trigger('#table', 'sse:changed', {})")


@pytest.mark.thorough
@pytest.mark.parametrize("on_pads", [True], indirect=True, ids=["script"])
def test_what_stands_apart_or_was_taken_over_outlasts_all_that_others_write(
    on_pads: tuple[Player, Phone, Phone],
) -> None:
    _, one, other = on_pads
    page = other.page
    page.route(BY_ITSELF, lambda route: route.abort())
    write(one.page, OURS)
    expect(one.page.locator(".made")).to_contain_text("+330")
    write(page, THEIRS, "♥")
    expect(page.get_by_role("button", name="Use these in deal 2")).to_be_visible()
    page.unroute(BY_ITSELF)
    one.page.locator("#seat").get_by_text("Cy", exact=True).tap()
    one.page.get_by_role("button", name="Write it down").tap()
    expect(one.page.get_by_role("button", name="Change the bid")).to_be_visible()
    news(page)
    expect(page.get_by_role("button", name="Change the bid")).to_be_visible()
    expect(unwritten(page)).to_contain_text("270")
    for field, figure in (("meld-A", "60"), ("meld-B", "80"), ("points-A", "200"), ("points-B", "50")):
        one.page.locator(f"#{field}").fill(figure)
    one.page.get_by_role("button", name="Write it down").tap()
    expect(one.page.get_by_text("Deal 3 ·")).to_be_visible()
    news(page)
    page.get_by_role("button", name="Use these in deal 3").tap()
    holds(page, THEIRS)
    write(one.page, OURS)
    expect(one.page.get_by_text("Deal 4 ·")).to_be_visible()
    news(page)
    holds(page, THEIRS)
    page.get_by_role("link", name="Show it").tap()
    expect(page.get_by_role("button", name="Use these in deal 4")).to_be_visible()
    holds(page, None)
    look(other)
    page.get_by_role("link", name="Dismiss").tap()
    expect(page.get_by_text("Deal 4 ·")).to_be_visible()
    expect(unwritten(page)).to_have_count(0)
    holds(page, None)
    forgive(one, other)


@pytest.mark.thorough
@pytest.mark.parametrize("on_pads", [True], indirect=True, ids=["script"])
def test_a_refused_meld_and_what_was_typed_beside_one_from_elsewhere_stay_in_their_fields(
    on_pads: tuple[Player, Phone, Phone],
) -> None:
    table, one, other = on_pads
    page = other.page
    table.do("pad", seat=0, amount=300, trump="S")
    for phone in (one, other):
        phone.open(f"/game/{table.game}/")
    page.locator("#meld-B").fill("60")
    page.locator("#points-B").fill("150")
    table.do("meld/cards", seat=2, cards="AS 10S KS QS", add="JS")
    page.goto(page.url + "?A=cards.2")
    page.get_by_role("link", name="‹ Score pad").tap()
    for field, figure in (("meld-A", "150"), ("meld-B", "60"), ("points-B", "150")):
        expect(page.locator(f"#{field}")).to_have_value(figure)
    one.page.reload()
    one.page.locator("#meld-B").fill("120")
    one.page.get_by_role("button", name="Write it down").tap()
    expect(one.page.locator("#meld-B[value='120']")).to_be_visible()  # written, not only typed
    page.locator("#points-A").fill("")
    page.locator("#points-B").fill("")
    page.get_by_role("button", name="Write it down").tap()
    expect(unwritten(page)).to_contain_text("60")
    table.do("meld/number", **{"meld-A": "170"})
    news(page)
    expect(page.get_by_role("link", name="Show it")).to_be_visible()
    expect(unwritten(page)).to_contain_text("60")
    expect(page.locator("#meld-B")).to_have_value("60")
    page.get_by_role("link", name="Show it").tap()
    expect(page.get_by_role("link", name="Show it")).to_have_count(0)
    expect(page.locator("#meld-B")).to_have_value("60")
    forgive(one, other)
