"""The score pad on a phone of 360 × 740: nothing to fill in lies below the fold, and a deal takes few taps."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import expect

from companion.rules.known import KNOWN_TABLES
from companion.rules.score.facts import signed
from companion.rules.variants import find_variant
from tests.browser.conftest import PHONES, ZOOMS, Phone, Server
from tests.browser.logged import LOST_LINE, refused
from tests.browser.pads import EDGES, NAMES, NORMAL_PAUSE, SMALL, fits_without_scrolling
from tests.browser.thumb import Thumb
from tests.conftest import PATIENCE_SECONDS, also
from tests.game.table import EIGHT
from tests.web.conftest import browser
from tests.web.games import GAMES, Told
from tests.web.table_player import Player, begin

MOST_TAPS: Mapping[str, int] = {
    "two-handed": 2,  # the first meld, the button
    "summed": 4,  # the first bid, trump, the first meld, the button
    "five-handed": 6,  # the partner
    "check": 6,  # the result is looked at, since it may earn checks
    "three-handed": 6,  # a side with no counters in its tricks is asked whether it took one
}
PARTNERS_TAPS = 5
"""Bidder, bid, trump, the first meld and the button; Enter leads from one field to the next."""


@pytest.fixture
def sit(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> Callable[..., Phone]:
    """Opens a new game of a variant on a small phone."""

    def sit_down(key: str, people: int = 0) -> Phone:
        variant = KNOWN_TABLES[key].variant if key in KNOWN_TABLES else find_variant(key)
        people = people or GAMES[key].players or variant.players[0]
        server = serve(hasty=True, foresees=True, ENTERED="pad")
        phone = make_phone(PHONES[1], server=server)
        phone.page.set_default_timeout(PATIENCE_SECONDS * 1000)
        phone.page.set_viewport_size({"width": SMALL["width"], "height": SMALL["height"]})
        phone.open(f"/game/{begin(server.app, variant, EIGHT[:people])}/")
        return phone

    return sit_down


def tell(thumb: Thumb, bidder: str, bid: str, melds: tuple[str, ...], taken: tuple[str, ...]) -> None:
    """A deal with the thumb, 250 ms from one tap to the next."""
    page = thumb.page
    thumb.tap(page.locator("#seat").get_by_text(bidder, exact=True))
    thumb.type(page.locator("#amount"), bid)
    page.wait_for_timeout(NORMAL_PAUSE)
    thumb.tap(page.locator("#trump").get_by_text("♥"))
    for side, points in zip("ABC", melds, strict=False):
        thumb.type(page.locator(f"#meld-{side}"), points)
    for side, points in zip("ABC", taken, strict=False):
        thumb.type(page.locator(f"#points-{side}"), points)
    page.wait_for_timeout(NORMAL_PAUSE)
    thumb.button("Write it down")
    page.wait_for_timeout(NORMAL_PAUSE)


@pytest.mark.parametrize(
    "key", ["site", *map(also, ("three-handed", "summed", "doubles", "check", "two-handed", "triple-deck"))]
)
def test_every_field_of_a_deal_is_in_sight(key: str, sit: Callable[[str], Phone]) -> None:
    phone = sit(key)
    fits_without_scrolling(phone.page)
    phone.check()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("key", "people"),
    [
        *(("five-notes", 7), ("five-handed", 5), ("eight-handed", 8), ("bruce-7", 6)),
        *(("six-card-racehorse", 6), ("auction", 5), ("racehorse", 6)),
    ],
)
def test_every_field_is_in_sight_where_many_play(key: str, people: int, sit: Callable[..., Phone]) -> None:
    """All but Bruce’s game with seven or eight, of whom each has three fields."""
    phone = sit(key, people)
    fits_without_scrolling(phone.page)
    phone.check()


OVERLAPS = """() => {
    const undo = document.querySelector(".undo-chip button").getBoundingClientRect();
    const band = document.querySelector(".strip").getBoundingClientRect();
    const others = [...document.querySelectorAll(".score dd, .score dt, .chips li:not(.undo-chip)")];
    const meets = others.filter((each) => {
        const at = each.getBoundingClientRect();
        const beside = at.left >= undo.right || undo.left >= at.right;
        return at.width && !beside && at.top < undo.bottom - 1 && undo.top + 1 < at.bottom;
    });
    return [...meets, ...(undo.bottom > band.bottom ? [band] : [])].length;
}"""


@pytest.mark.parametrize("key", ["site", also("three-handed"), also("five-handed")])
def test_the_rows_are_in_line_also_where_one_is_refused(key: str, sit: Callable[[str], Phone]) -> None:
    phone = sit(key)
    page = phone.page
    edges = page.evaluate(EDGES)
    assert len({*map(tuple, edges)}) == 1, edges
    page.locator("#amount").fill("1")
    page.locator("#meld-A").fill("x")
    page.get_by_role("button", name="Write it down").tap()
    expect(page.locator("#seat-wrong, #amount-wrong").first).to_be_visible()
    edges = page.evaluate(EDGES)
    assert len({*map(tuple, edges)}) == 1, edges
    phone.forgive(*refused(422))


@pytest.mark.parametrize(("how", "width"), [("pad", 360), also("pad", 820), also("each", 360), also("each", 820)])
def test_undo_covers_nothing(how: str, width: int, sit: Callable[[str], Phone]) -> None:
    phone = sit("site")
    page = phone.page
    page.set_viewport_size({"width": width, "height": 740})
    tell(Thumb(page), "Ann", "300", ("190", "40"), ("140",))
    expect(page.get_by_text("Deal 1: why?")).to_be_visible()
    page.goto(f"{page.url.partition('?')[0]}?how={how}")
    assert page.evaluate(OVERLAPS) == 0


def go_on(thumb: Thumb, fields: Mapping[str, int]) -> None:
    """The first field is tapped; Enter leads from each to the next, and a result that does not matter is left out."""
    for at, (name, figure) in enumerate(fields.items()):
        if at == 0:
            thumb.tap(thumb.page.locator(f"#{name}"))
            thumb.page.wait_for_timeout(NORMAL_PAUSE)
        expect(thumb.page.locator(f"#{name}")).to_be_focused()
        thumb.page.keyboard.press("Control+A")
        thumb.page.keyboard.type(str(figure))
        thumb.keys += len(str(figure))
        if at < len(fields) - 1:
            thumb.page.keyboard.press("Enter")


def enter_deal(thumb: Thumb, key: str, told: Told) -> None:
    """One deal of a variant on its pad, 250 ms from one tap to the next."""
    page, names, sides = thumb.page, EIGHT[: GAMES[key].players or find_variant(key).players[0]], "ABCDEFGH"
    if told.bids:
        order = [1, 2, 3, 0]
        go_on(thumb, {f"bid-{seat}": told.bids[seat] for seat in order})
    elif told.seat is not None and told.bid is not None:
        thumb.tap(page.locator("#seat").get_by_text(names[told.seat], exact=True))
        page.wait_for_timeout(NORMAL_PAUSE)
        go_on(thumb, {"amount": told.bid})
    if told.partner is not None:
        page.wait_for_timeout(NORMAL_PAUSE)
        thumb.tap(page.locator("#partner").get_by_text(names[told.partner], exact=True))
    if told.seat is not None:
        page.wait_for_timeout(NORMAL_PAUSE)
        thumb.tap(page.locator("#trump").get_by_text("♠"))
    page.wait_for_timeout(NORMAL_PAUSE)
    in_units = find_variant(key).pays_units
    melds = ["meld-bidder"] if in_units else [f"meld-{side}" for side in sides]
    fields = dict(zip(melds, told.meld, strict=False))
    apart = told.dix or ((0,) * len(told.meld) if key.startswith("bruce") else ())
    fields |= {f"dix-{side}": points for side, points in zip(sides, apart, strict=False)}
    taken = told.taken or ()
    teams = told.partner is not None or in_units
    counted = ("points-bidder", "points-others") if teams else [f"points-{side}" for side in sides]
    rest = 0 if apart else 1  # in Bruce's games cards that nobody holds count for nobody
    go_on(thumb, fields | dict(zip(counted, taken[: len(taken) - rest], strict=False)))
    page.wait_for_timeout(NORMAL_PAUSE)
    thumb.button("Write it down")


@pytest.mark.thorough
@pytest.mark.parametrize("key", GAMES)
def test_a_deal_of_every_variant_takes_few_taps_and_none_comes_too_soon(key: str, sit: Callable[[str], Phone]) -> None:
    phone, told = sit(key), next(told for told in GAMES[key].deals if told.taken)
    thumb = Thumb(phone.page)
    enter_deal(thumb, key, told)
    if told.empty:
        phone.page.wait_for_timeout(NORMAL_PAUSE)
        thumb.button("A trick")
        phone.forgive(*refused(422))
    if key == "check":
        phone.page.wait_for_timeout(NORMAL_PAUSE)
        thumb.button("Confirm")
    expect(phone.page.locator(".made")).to_be_attached()
    for points in told.change:
        expect(phone.page.locator(".made")).to_contain_text(signed(points))
    expect(phone.page.locator(".too-soon")).to_be_hidden()
    taps, seconds = thumb.since()
    most = MOST_TAPS.get(key, PARTNERS_TAPS)
    assert taps <= most, f"{taps} taps, {seconds} s"


@pytest.mark.thorough
@pytest.mark.parametrize("people", [7, 5])
def test_every_field_stays_in_sight_once_many_have_scores(people: int, sit: Callable[..., Phone]) -> None:
    phone, told = sit("five-handed", people), GAMES["five-handed"].deals[0]
    enter_deal(Thumb(phone.page), "five-handed", told)
    expect(phone.page.get_by_text("Deal 1: why?")).to_be_attached()
    expect(phone.page.locator(".made")).to_contain_text(signed(told.change[0]))
    phone.page.evaluate("scrollTo(0, 0)")
    fits_without_scrolling(phone.page)
    assert phone.page.evaluate(OVERLAPS) == 0
    phone.check()


def test_a_game_of_partners_takes_few_taps_and_none_comes_too_soon(sit: Callable[[str], Phone]) -> None:
    phone = sit("site")
    thumb = Thumb(phone.page)
    for deal in range(1, 5):
        tell(thumb, "Ann", "300", ("190", "40"), ("140",))
        expect(phone.page.locator(".made")).to_have_text(re.compile(rf"Deal {deal}:.*\+330.*\+150", re.DOTALL))
        expect(phone.page.locator(".made")).to_be_focused()  # which reads it aloud
        assert phone.page.evaluate("scrollY") == 0
        expect(phone.page.get_by_text(f"Deal {deal}: why?")).to_be_attached()
        expect(phone.page.locator(".too-soon")).to_be_hidden()
        fits_without_scrolling(phone.page)
        taps, _ = thumb.since()
        assert taps <= 7, "bidder, bid, trump, two melds, counters of one side and the button"
    expect(phone.page.locator(".score").first).to_contain_text("1320")
    tell(thumb, "Ann", "300", ("190", "40"), ("140",))
    warning, bar = phone.page.get_by_text("This ends the game"), phone.page.locator(".actions")
    expect(warning).to_be_visible()
    warned, below = warning.bounding_box(), bar.bounding_box()
    assert warned
    assert below
    assert warned["y"] + warned["height"] < below["y"], "anyone who confirms has it in sight"
    phone.page.wait_for_timeout(2 * NORMAL_PAUSE)
    button = phone.page.get_by_role("button", name="Confirm").bounding_box()
    assert button
    phone.page.touchscreen.tap(button["x"] + button["width"] / 2, button["y"] + button["height"] / 2)
    expect(phone.page.locator("[data-over]")).to_be_visible()
    expect(phone.page.locator(".too-soon")).to_be_hidden()


@pytest.mark.thorough
def test_a_question_about_a_trick_is_answered_without_scrolling(sit: Callable[[str], Phone]) -> None:
    phone = sit("three-handed")
    tell(Thumb(phone.page), "Ann", "21", ("12", "2", "4"), ("25", "0", "0"))
    for side in "BC":
        expect(phone.page.locator(f"#points-{side}-wrong")).to_contain_text("take a trick")
        fits_without_scrolling(phone.page)
        phone.page.get_by_role("button", name="A trick", exact=True).tap()
    expect(phone.page.get_by_text("Deal 1: why?")).to_be_visible()
    phone.forgive(*refused(422))


def test_a_refusal_gives_way_to_the_result_and_nothing_typed_is_lost(sit: Callable[[str], Phone]) -> None:
    phone = sit("site")
    page, alert = phone.page, phone.page.locator(".says .alert")
    phone.forgive(*refused(422))
    page.locator("#amount").fill("300")
    page.locator("#trump").get_by_text("♥").click()
    for field, points in (("meld-A", "100"), ("meld-B", "40"), ("points-A", "200")):
        page.locator(f"#{field}").fill(points)
    page.get_by_role("button", name="Write it down").click()
    expect(alert).to_have_text("Please choose who has the bid.")
    page.locator("#seat").get_by_text("Ann", exact=True).click()
    expect(page.locator(".foreseen")).to_contain_text("+300")
    expect(alert).to_have_count(0)
    expect(page.locator("#pad [aria-invalid]")).to_have_count(0)
    address = page.url
    page.get_by_role("link", name="Rule card").click()
    page.wait_for_url("**/rules*")
    page.goto(address)
    expect(page.locator("#seat :checked")).to_have_value("0")
    expect(page.locator("#trump :checked")).to_have_value("H")
    for field, kept in (("amount", "300"), ("meld-A", "100"), ("meld-B", "40"), ("points-A", "200")):
        expect(page.locator(f"#{field}")).to_have_value(kept)


@pytest.mark.thorough
def test_just_the_points_take_two_taps(sit: Callable[[str], Phone]) -> None:
    phone = sit("site")
    page, thumb = phone.page, Thumb(phone.page)
    page.get_by_text("More ways to enter this deal").tap()
    page.get_by_role("link", name="Just the points").tap()
    expect(page.locator("#made-A")).to_be_visible()
    page.wait_for_load_state()  # the Enter key goes on by a script
    for deal, total in ((1, "330"), (2, "660")):
        go_on(thumb, {"made-A": 330, "made-B": 150})
        page.wait_for_timeout(NORMAL_PAUSE)
        thumb.button("Write it down")
        expect(page.locator(".made")).to_contain_text("+330")
        expect(page.locator(".score").first).to_contain_text(total)
        expect(page.get_by_text(f"Deal {deal}: why?")).to_be_attached()
        expect(page.locator(".too-soon")).to_be_hidden()
        assert thumb.since()[0] == 2
        phone.check()


@pytest.mark.thorough
def test_a_game_of_three_is_told_on_one_page(sit: Callable[[str], Phone]) -> None:
    phone = sit("three-handed")
    thumb = Thumb(phone.page)
    tell(thumb, "Ann", "21", ("12", "2", "4"), ("15", "5", "5"))
    expect(phone.page.get_by_text("Deal 1: why?")).to_be_visible()
    phone.check()


def test_throwing_in_from_the_pad_takes_one_tap_and_a_look(sit: Callable[[str], Phone]) -> None:
    page = sit("site").page
    page.locator("#seat").get_by_text("Ann", exact=True).tap()
    page.locator("#trump").get_by_text("♥").tap()
    for field, typed in (("amount", "330"), ("meld-A", "60"), ("meld-B", "40")):
        page.locator(f"#{field}").fill(typed)
    page.get_by_role("button", name="Throw in instead: Ann & Cleo −330, Ben & Dan +40").tap()
    expect(page.get_by_text("thrown in before the first lead")).to_be_visible()
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator(".seen-made")).to_contain_text("Ann & Cleo −330")


def test_a_second_tap_at_once_writes_nothing_twice(sit: Callable[[str], Phone]) -> None:
    phone = sit("site")
    tell(Thumb(phone.page), "Ann", "300", ("190", "40"), ("140",))
    phone.page.get_by_role("button", name="Write it down").dblclick()
    expect(phone.page.locator(".score").first).to_contain_text("330")
    phone.page.wait_for_timeout(NORMAL_PAUSE)
    # Where the second tap is heard it finds an empty pad, which is refused; Chromium logs that.
    phone.forgive(*refused(422))
    phone.page.get_by_role("button", name="Undo deal 1").tap()
    expect(phone.page.locator("#meld-A")).to_have_value("190")
    expect(phone.page.get_by_text("Yours, not written")).to_have_count(0)
    phone.page.reload()
    expect(phone.page.locator("[data-said]")).to_be_empty()


@pytest.mark.engines
def test_a_deal_that_is_kept_is_called_by_what_it_says(sit: Callable[[str], Phone]) -> None:
    phone = sit("site")
    kept = phone.page.locator(".outbox p").first
    phone.page.route("**/pad**", lambda route: route.abort())
    tell(Thumb(phone.page), "Ann", "300", ("190",), ("140",))
    expect(kept).to_contain_text(
        "“Ann 300 ♥\ufe0e, meld 190 and –, taken 140 and 110” is kept on this phone; trying again"
    )
    phone.forgive(*LOST_LINE)


@pytest.mark.engines
def test_a_quick_second_tap_zooms_nothing(sit: Callable[[str], Phone]) -> None:
    assert sit("site").page.evaluate(ZOOMS) == []


@pytest.mark.thorough
def test_without_scripts_it_is_one_form(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> None:
    server = serve(ENTERED="pad")
    phone = make_phone(PHONES[1], script=False, server=server)
    game = begin(server.app, find_variant("site"), NAMES)
    page = phone.open(f"/game/{game}/")
    page.locator("#seat").get_by_text("Ann", exact=True).click()
    page.locator("#amount").fill("300")
    for name, points in (("meld-A", "190"), ("meld-B", "40"), ("points-A", "140")):
        page.locator(f"#{name}").fill(points)
    page.locator("#trump").get_by_text("♥").click()
    page.get_by_role("button", name="Write it down").click()
    expect(page.get_by_text("Deal 1: why?")).to_be_visible()
    assert len(Player(server.app, browser(server.app), game).state.deals) == 1


def test_after_an_undo_the_other_sides_counters_follow_the_one_that_is_changed(sit: Callable[..., Phone]) -> None:
    page = sit("site").page
    tell(Thumb(page), "Ann", "300", ("120", "60"), ("180",))
    page.get_by_role("button", name=re.compile("^Undo")).first.click()
    expect(page.locator("#points-B")).to_have_value("70")
    page.locator("#points-A").fill("150")
    expect(page.locator("#points-B")).to_have_value("100")
    page.locator("#points-B").fill("90")
    expect(page.locator("#points-A")).to_have_value("150")
