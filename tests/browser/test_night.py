"""A whole night on one phone: 20 people, six rounds, one late, one leaving, a correction, a round that was cut short.

Taps are counted, and the standing is held against sums made here from the slips.
"""

from __future__ import annotations

import random
import re
import secrets
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.night.events import EntrantCame, Plan
from companion.night.judge import next_round
from companion.web.core.current import current_store, seal_json
from companion.web.night.desk import TV
from tests.browser.conftest import NARROWEST, Phone, Server
from tests.web.conftest import NOW

NAMES = (
    *("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo"),
    *("Kit", "Lou", "Max", "Nan", "Ole", "Pam", "Quin", "Ray", "Sue", "Christopherson A"),
)
ROUNDS, DEALS = 6, 4
MOST = {"check in": 25, "round": 2, "totals": 8, "late": 3, "leaves": 2, "correction": 5, "night": 300}
"""How many taps each may take."""


SIZES = "found => found.map(each => parseFloat(getComputedStyle(each).fontSize))"


class Director:
    """The director's phone, which counts its taps."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.page = phone, phone.page
        self.taps = 0
        self.slips: dict[tuple[int, int], tuple[tuple[int, int], int]] = {}
        self.seats: dict[tuple[int, int], list[list[str]]] = {}

    def tap(self, what: Locator) -> None:
        what.tap()
        self.taps += 1

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def counted(self, what: str, do: Callable[[], None]) -> None:
        before = self.taps
        do()
        assert self.taps - before <= MOST[what], f"{what} took {self.taps - before} taps"

    def check_in(self) -> None:
        for name in NAMES:
            self.tap(self.page.get_by_role("checkbox", name=name, exact=True))
        self.tap(self.button("They are here"))

    def draw(self, number: int) -> None:
        self.tap(self.button(f"Draw round {number}"))
        expect(self.page.get_by_role("heading", name=f"Tables of round {number}")).to_be_visible()
        for place, table in enumerate(self.page.locator(".night-tables li").all(), 1):
            sides = table.locator(".spread > span").all_inner_texts()
            self.seats[number, place] = [side.split(" & ") for side in sides]

    def enter(self, number: int, table: int, points: tuple[int, int], deals: int = DEALS, sets: int = 0) -> None:
        self.tap(self.page.get_by_role("link", name=f"Table {table}"))
        for side, each in enumerate(points):
            field = self.page.locator(f"#points-{side}")
            self.tap(field)
            field.fill(str(abs(each)))
            if each < 0:
                self.tap(self.page.locator(f"[name=below-{side}]"))
        if sets:
            self.tap(self.page.locator(f"[name=sets-1][value='{sets}']"))
        if deals < DEALS:
            self.tap(self.page.locator(f"[name=deals][value='{deals}']"))
        self.tap(self.button("Enter the totals"))
        self.slips[number, table] = (points, deals)

    def late(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name="Who is here"))
        field = self.page.locator("#names")
        self.tap(field)
        field.fill(name)
        self.tap(self.button("They are here"))

    def leaves(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name="Who is here"))
        self.tap(self.button(f"{name}: gone after this round"))

    def correct(self, number: int, table: int, points: tuple[int, int]) -> None:
        self.tap(self.page.get_by_role("link", name=f"Table {table}"))
        field = self.page.locator("#points-0")
        self.tap(field)
        field.fill(str(points[0]))
        why = self.page.get_by_label("Why")
        self.tap(why)
        why.fill("slip misread")
        self.tap(self.button("Correct the totals"))
        self.slips[number, table] = (points, self.slips[number, table][1])

    def expected(self) -> dict[str, int]:
        """Each name's total, from the seats that were read off the page and the slips that were typed."""
        own: dict[str, list[int]] = defaultdict(list)
        seen: dict[int, set[str]] = defaultdict(set)
        for key, sides in self.seats.items():
            for side, points in zip(sides, self.slips[key][0], strict=True):
                for name in side:
                    own[name].append(points)
                    seen[key[0]].add(name)
        totals = {name: sum(points) for name, points in own.items()}
        for number, name in self.out:
            average = Fraction(sum(own[name]), len(own[name]))
            totals[name] += int((average + Fraction(1, 2)).__floor__())
            assert name not in seen[number]
        return totals

    out: tuple[tuple[int, str], ...] = ()


def shown(page: Page) -> dict[str, int]:
    rows = page.locator(".night-standing > li:not(.apart)")
    names = rows.locator(".who").all_inner_texts()
    totals = rows.locator("summary > b").all_inner_texts()
    return {name: int(total.replace("−", "-")) for name, total in zip(names, totals, strict=True)}


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def director(
    request: pytest.FixtureRequest, serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> Director:
    phone = make_phone(script=request.param, server=serve())
    phone.page.set_viewport_size({"width": NARROWEST, "height": 740})
    return Director(phone)


def test_a_whole_night_is_directed_with_one_phone_within_the_taps_that_were_promised(director: Director) -> None:
    page, chance = director.page, random.Random(5)
    _earlier_night(director.phone)
    director.phone.open("/nights/")
    page.locator("#name").fill("Thursday")
    director.tap(director.button("Open the night"))
    director.counted("check in", director.check_in)
    late = "Tess"
    for number in range(1, ROUNDS + 1):
        director.counted("round", partial(director.draw, number))
        director.out = (*director.out, *((number, name) for name in _sitting_out(page)))
        for table in range(1, len(page.locator(".night-tables li").all()) + 1):
            points = (chance.randint(-200, 900), chance.randint(-200, 900))
            cut = 3 if (number, table) == (5, 2) else DEALS
            director.counted("totals", partial(director.enter, number, table, points, cut, table % 3))
        if number == 1:
            director.counted("late", lambda: director.late(late))
        if number == 2:
            director.counted("correction", lambda: director.correct(2, 3, (777, director.slips[2, 3][0][1])))
        if number == 4:
            director.counted("leaves", lambda: director.leaves("Gus"))
            page.get_by_role("link", name="Thursday").tap()
            director.taps += 1
    director.tap(director.button("Close the night"))
    director.tap(page.locator("a[href$='/standing']"))
    expect(page.get_by_text(f"After {ROUNDS} rounds")).to_be_visible()
    assert shown(page) == director.expected()
    assert director.taps <= MOST["night"]
    print(f"taps of the whole night: {director.taps}")
    page.locator("summary .who", has_text="Christopherson A").tap()
    expect(page.locator("details[open] .working")).to_contain_text("Total")
    director.phone.check_layout()


@pytest.mark.thorough
def test_every_page_of_a_night_fits_a_phone_and_can_be_read_by_all(phone: Phone) -> None:
    page = phone.page
    _earlier_night(phone)
    link = page.get_by_role("link", name="Television").get_attribute("href")
    path = "/" + "/".join(page.url.split("/")[3:5])
    others = ("", "/here", "/standing", "/money", "/plan", "/round/1/table/1", "/paper/slips", "/paper/cards")
    for address in ("/nights/", *(path + each for each in others), str(link)):
        phone.open(address)
        expect(page.locator("main")).not_to_contain_text("Our mistake")
        phone.look()


@pytest.mark.parametrize("people", [20, 40, 60])
def test_the_room_reads_every_picture_of_the_television(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], people: int
) -> None:
    server = serve()
    screen = make_phone(server=server)
    tv = _night_of(server, [f"Maximilian {number:05}" for number in range(people)])
    turns = -(-people // 20) + -(-(people // 4) // 6)
    seen: set[str] = set()
    for width, height in ((1280, 720), (1920, 1080)):
        screen.page.set_viewport_size({"width": width, "height": height})
        for turn in range(turns):
            page = screen.open(f"{tv}?turn={turn}")
            screen.check_layout()
            assert page.evaluate("document.documentElement.scrollHeight") <= height, f"{page.url} is cut off"
            # Capitals are about 0.72 of the size of the type.
            sizes = page.locator(".tv li, .tv td").evaluate_all(SIZES)
            assert min(sizes) * 0.72 >= 0.025 * height
            seen |= set(page.locator(".tv-seats strong").all_inner_texts())
    assert len(seen) == people


def _night_of(server: Server, names: list[str], deals: int = 4) -> str:
    """The television of a night whose first round was drawn."""
    with server.app.test_request_context():
        nights = current_store().nights
        night = nights.open(Plan("Thursday", "Single deck, partners", deals=deals), "2026-11-26", "desk", NOW)
        nights.append(night, 1, [EntrantCame(number, (name,)) for number, name in enumerate(names, 1)], "desk", NOW)
        read = nights.read(night)
        assert read is not None
        nights.append(night, read.row.version, [next_round(read.night, "seed")], "desk", NOW)
        return f"/tv/{seal_json(TV, night)}"


def _sitting_out(page: Page) -> list[str]:
    line = page.get_by_text("Sitting out:")
    return line.inner_text().removeprefix("Sitting out: ").removesuffix(".").split(", ") if line.count() else []


def _earlier_night(phone: Phone) -> None:
    """A night at which all of them were, so that their names are offered."""
    page = phone.open("/nights/")
    page.locator("#name").fill("Last week")
    page.get_by_role("button", name="Open the night").tap()
    page.locator("#names").fill("\n".join(NAMES))
    page.get_by_role("button", name="They are here").tap()
    page.get_by_role("button", name="Draw round 1").tap()
    expect(page.get_by_role("heading", name="Tables of round 1")).to_be_visible()


def test_a_table_plays_on_a_phone_and_its_totals_arrive(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
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
    expect(ann.page.get_by_role("heading", name="Round 2")).to_be_visible(timeout=20_000)
    desk.open("/league/")
    desk.look()


def _play_deal(phone: Phone, game: str) -> None:
    """A deal, sent as the pages of the game would: how it is tapped is tried elsewhere."""
    for path, fields in (
        ("take", {"seat": "0", "amount": "250"}),
        ("trump", {"trump": "S"}),
        ("meld/close", {"points-A": "100", "points-B": "100"}),
        ("count", {"points-A": "200"}),
        ("confirm", {}),
    ):
        phone.open(game)
        seen = phone.page.locator("input[name=seen]").first.get_attribute("value") or ""
        form: dict[str, str | float | bool] = {"key": secrets.token_urlsafe(8), "seen": seen, **fields}
        answer = phone.page.request.post(f"{phone.url}{game}{path}", form=form, headers={"Origin": phone.url})
        assert answer.ok, (path, answer.status)
