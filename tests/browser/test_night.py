"""A whole night on one phone: 20 people, six rounds, one late, one leaving, a correction, a round that was cut short.

Taps are counted, and the standing is held against the sums of the slips and a second program's.
"""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from companion.night.events import EntrantCame, Plan
from companion.night.judge import next_round
from companion.store.moments import now
from companion.web.core.current import current_store, seal_json, this_evening
from companion.web.night import desk as desk_pages
from companion.web.night import door as door_pages
from companion.web.night.television import TV
from tests.browser.conftest import NARROWEST, Phone, Server
from tests.browser.director import DEALS, ROUNDS, Director, earlier_night, shown
from tests.web.conftest import browser
from tests.web.night.desk import draw, enter, open_night, sign_in
from tests.web.night.phones import screen_on

STROKES_COUNTED = """
window.strokes = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
    if (this.frequency.value === 660) strokes += 1; // the lowest of a stroke's tones
    start.call(this, at);
};
"""
SIZES = "found => found.map(each => parseFloat(getComputedStyle(each).fontSize))"


@pytest.mark.thorough
@pytest.mark.parametrize(("script", "rounds"), [(True, 3), (True, ROUNDS), (False, ROUNDS)])
def test_a_whole_night_is_directed_with_one_phone_within_the_taps_that_were_promised(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], script: bool, rounds: int
) -> None:
    server = serve()
    director = Director(make_phone(script=script, server=server), server, rounds)
    director.page.set_viewport_size({"width": NARROWEST, "height": 740})
    page, chance = director.page, random.Random(5)

    def play(number: int, table: int) -> None:
        points = (chance.randint(-200, 900), chance.randint(-200, 900))
        director.enter(number, table, points, 3 if (number, table) == director.cut else DEALS, table % 3)

    director.direct(play)
    assert shown(page) == director.expected() == director.counted_again()
    print(f"taps of the whole night: {director.taps}")
    page.locator("summary .who", has_text="Christopherson A").tap()
    expect(page.locator("details[open] .working")).to_contain_text("Total")
    director.phone.check_layout()


def test_the_totals_of_a_table_at_which_each_plays_alone_fit_on_a_phone(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    client = browser(server.app)
    night = open_night(client, rules="Binokel for three", deals="9", spare="pause")
    sign_in(client, night, "Ann", "Bob", "Cy", "Maximiliane", "Hannelore", "Friedhelm", "Gustav", "Annegret")
    draw(client, night, 1)
    phone = make_phone(server=server)
    phone.page.set_viewport_size({"width": 360, "height": 740})
    page = phone.open(f"{night}/round/1/table/1")
    for side, points in enumerate(("410", "90", "0", "120")):
        expect(page.locator(f"#points-{side}")).to_be_in_viewport()
        page.locator(f"#points-{side}").fill(points)
    expect(page.get_by_role("button", name="Enter the totals")).to_be_in_viewport()
    phone.check_layout()
    page.get_by_role("button", name="Enter the totals").click()
    expect(page.get_by_text("Table 1: 410 : 90 : 0 : 120 is in.")).to_be_visible()
    expect(page.get_by_role("button", name="Enter the totals")).to_be_in_viewport(ratio=1)
    page = phone.open(night)
    expect(page.locator(".night-tables b")).to_have_text(["410", "90", "0", "120", *"––––"])
    for sheet in ("slips", "chart", "cards"):
        phone.open(f"{night}/paper/{sheet}")
        phone.check_layout()


def test_other_rules_offer_their_own_ways_to_play_and_keep_what_was_typed(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    phone = make_phone(server=serve())
    page = phone.open("/nights/")
    ways, many = page.locator("[name=movement]"), page.locator("summary", has_text="Another day")
    page.locator("#name").fill("Club")
    page.locator("#rules").select_option("Single deck, partners")
    expect(ways).to_have_count(8)
    page.get_by_text("Pairs that stay together: each round is drawn").tap()
    page.locator("#rules").select_option("Binokel for three")
    expect(ways).to_have_count(1)
    expect(page.locator("#movement")).to_contain_text("Binokel for three has no tables of two pairs")
    many.tap()
    expect(page.locator("[name=spare]")).to_have_count(2)
    page.locator("#rules").select_option("Bruce’s five-card")
    expect(page.locator("[name=spare]")).to_have_count(3)
    page.locator("#seats").fill("2")
    page.locator("#target").focus()
    expect(page.locator("[name=spare]")).to_have_count(2)
    expect(page.locator("#name")).to_have_value("Club")
    phone.check_layout()
    page.get_by_role("button", name="Open the night").tap()
    expect(page.get_by_role("heading", name="Who is here")).to_be_visible()


def test_totals_that_another_director_entered_first_stand_beside_ones_own(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    client = browser(server.app)
    night = open_night(client)
    sign_in(client, night, *("Ann", "Bob", "Cy", "Christopherson A"))
    draw(client, night, 1)
    phone = make_phone(server=server)
    phone.page.set_viewport_size({"width": NARROWEST, "height": 740})
    page = phone.open(f"{night}/round/1/table/1")
    enter(client, night, 1, 1, 400, 100)
    for side, points in enumerate(("410", "90")):
        page.locator(f"#points-{side}").fill(points)
    page.get_by_role("button", name="Enter the totals").tap()
    expect(page.locator(".versions")).to_contain_text("410")
    expect(page.locator(".versions")).to_contain_text("400")
    expect(page.locator("#points-0")).to_have_value("410")
    phone.check_layout()
    phone.forgive("status of 409")
    page.locator("#why").fill("slip misread")
    page.get_by_role("button", name="Correct the totals").tap()
    expect(page.locator(".night-tables .num").first).to_have_text("410")


@pytest.mark.thorough
def test_every_page_of_a_night_fits_a_phone_and_can_be_read_by_all(phone: Phone) -> None:
    page = phone.page
    earlier_night(phone)
    link = page.get_by_role("link", name="Television").get_attribute("href")
    path = "/" + "/".join(page.url.split("/")[3:5])
    others = ("", "/here", "/standing", "/money", "/plan", "/round/1/table/1", "/paper/slips", "/paper/cards", "/shelf")
    season = ("/league/", "/league/games")
    for address in ("/nights/", "/nights/?shelf=bin", *season, *(path + each for each in others), str(link)):
        phone.open(address)
        expect(page.locator("main")).not_to_contain_text("Our mistake")
        phone.look()


@pytest.mark.thorough
@pytest.mark.parametrize("people", [24, 40, 60])
def test_the_room_reads_every_picture_of_the_television(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], people: int
) -> None:
    server = serve()
    screen = make_phone(server=server)
    tv = _night_of(server, [f"Maximilian {number:05}" for number in range(people)])
    turns = -(-people // 24) + -(-(people // 4) // 6)
    seen: set[str] = set()
    for width, height in ((1280, 720), (1920, 1080)):
        screen.page.set_viewport_size({"width": width, "height": height})
        for turn in range(turns):
            page = screen.open(f"{tv}?turn={turn}")
            screen.check_layout()
            assert page.evaluate("document.documentElement.scrollHeight") <= height, f"{page.url} is cut off"
            # Capitals are about 0.72 of the size of the type.
            sizes = page.locator(".tv li, .tv small").evaluate_all(SIZES)
            assert min(sizes) * 0.72 >= 0.025 * height
            seen |= set(page.locator(".tv-list span > strong").all_inner_texts())
    assert len(seen) == people


def test_the_television_shows_24_people_at_once_and_rings_when_the_clock_ends(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    director, screen = browser(server.app), make_phone(server=server)
    path = open_night(director, minutes="50", spare="threes")
    sign_in(director, path, *(f"Maximilian {number:05}" for number in range(24)))
    draw(director, path, 1)
    for table in range(1, 7):
        enter(director, path, 1, table, 1000 + table, -table)
    tv = screen_on(director.get(path).text)
    screen.page.set_viewport_size({"width": 1280, "height": 720})
    screen.page.clock.install()
    screen.page.add_init_script(STROKES_COUNTED)
    page = screen.open(f"{tv}?turn=1")
    rows = page.locator(".tv-list li")
    expect(rows).to_have_count(24)
    for row in (rows.first, rows.nth(12), rows.last):
        expect(row).to_be_in_viewport(ratio=1)
    boxes = [row.bounding_box() for row in (rows.first, rows.nth(12))]
    assert boxes[0] and boxes[1] and boxes[0]["y"] == boxes[1]["y"], "two columns"
    draw(director, path, 2)
    director.post(f"{path}/clock", data={"key": "clock"})
    screen.open(tv)
    page.get_by_role("button", name="Sound on").tap()
    expect(page.get_by_role("slider", name="Volume of the bell")).to_be_focused()
    page.wait_for_function("strokes === 1")  # the tap is heard
    page.clock.fast_forward("50:00")
    page.wait_for_function("strokes === 4")
    screen.check()


def _night_of(server: Server, names: list[str], deals: int = 4) -> str:
    """The television of a night whose first round was drawn."""
    with server.app.test_request_context():
        nights = current_store().nights
        night = nights.open(
            Plan("Thursday", "Single deck, partners", deals=deals), this_evening().isoformat(), "desk", now()
        )
        nights.append(night, 1, [EntrantCame(number, (name,)) for number, name in enumerate(names, 1)], "desk", now())
        read = nights.read(night)
        assert read is not None
        nights.append(night, read.row.version, [next_round(read.night, "seed")], "desk", now())
        return f"/tv/{seal_json(TV, [night, 1])}"


@pytest.mark.thorough
def test_a_table_plays_on_a_phone_and_its_totals_arrive(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    for pages in (desk_pages, door_pages):
        monkeypatch.setattr(pages, "SECONDS", 2)
    server = serve()
    desk, ann = make_phone(server=server), make_phone(server=server)
    _night_of(server, ["Ann", "Bob", "Cy", "Dee"], deals=1)
    desk.open("/nights/")
    desk.page.locator(".list a", has_text="Thursday").tap()
    desk.page.get_by_role("link", name="Everybody’s phone").tap()
    code = desk.page.locator(".night-code").inner_text()
    desk.look()
    ann.open("/door/")
    ann.page.get_by_label("Tonight’s code").fill(code.lower())
    ann.look()
    ann.page.get_by_role("button", name="Come in").tap()
    expect(ann.page.get_by_role("heading", name="Who are you?")).to_be_visible()
    ann.look()
    ann.page.get_by_role("link", name="Ann").tap()
    expect(ann.page.locator(".night-place")).to_contain_text("Table 1")
    ann.look()
    ann.page.get_by_role("button", name="Keep score here").tap()
    ann.page.wait_for_url("**/game/**")
    game = urlsplit(ann.page.url).path
    night = desk.page.get_by_role("link", name="Thursday").get_attribute("href") or ""
    desk.open(night)
    desk.page.locator(".night-tables a", has_text="On a phone").tap()
    expect(desk.page.get_by_role("button", name="Look at the game")).to_be_visible()
    desk.look()
    desk.page.get_by_role("button", name="Look at the game").tap()
    desk.page.wait_for_url(f"**{game}**")
    expect(desk.page.get_by_text("This phone is view-only")).to_be_visible()
    _play_deal(ann, game)
    for _ in range(2):
        ann.open(game)
        ann.page.get_by_role("button", name=re.compile(": sign$")).first.tap()
    expect(ann.page.get_by_role("heading", name="Every side has signed")).to_be_visible()
    desk.open(night)
    expect(desk.page.get_by_text("Totals are in")).to_be_visible()
    ann.open("/")
    ann.page.get_by_role("link", name="Where you sit tonight").tap()
    expect(ann.page.get_by_role("heading", name="Round 1 is over")).to_be_visible()
    desk.page.get_by_role("button", name="Draw round 2").tap()
    expect(ann.page.get_by_role("heading", name="Round 2")).to_be_visible()
    desk.open("/league/")
    desk.look()


def _play_deal(phone: Phone, game: str) -> None:
    """A deal, sent as the pages of the game would: how it is tapped is tried elsewhere."""
    for path, fields in (
        ("take", {"seat": "0", "amount": "250"}),
        ("trump", {"trump": "S"}),
        ("meld/close", {"meld-A": "100", "meld-B": "100"}),
        ("count", {"points-A": "200"}),
        ("confirm", {}),
    ):
        phone.open(game)
        seen = phone.page.locator("input[name=seen]").first.get_attribute("value") or ""
        form: dict[str, str | float | bool] = {"key": secrets.token_urlsafe(8), "seen": seen, **fields}
        answer = phone.page.request.post(f"{phone.url}{game}{path}", form=form, headers={"Origin": phone.url})
        assert answer.ok, (path, answer.status)
