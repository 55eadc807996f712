"""The phone of a night's director, which counts its taps and remembers the slips that it typed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

from playwright.sync_api import Locator, Page, expect

from companion.night.events import PlanChanged
from companion.store.nights import CODEC
from companion.web.core.current import current_store
from tests.browser.conftest import Phone, Server
from tests.night.second_count.judge import Count
from tests.web.conftest import NOW

NAMES = (
    *("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo"),
    *("Kit", "Lou", "Max", "Nan", "Ole", "Pam", "Quin", "Ray", "Sue", "Christopherson A"),
)
ROUNDS, TABLES, DEALS = 6, 5, 4
MOST = {"check in": 25, "round": 2, "totals": 8, "late": 3, "leaves": 2, "correction": 5, "night": 300}
"""How many taps each may take."""


class Director:
    """The director's phone, which counts its taps."""

    def __init__(self, phone: Phone, server: Server, rounds: int = ROUNDS) -> None:
        self.rounds = rounds
        self.cut = (rounds - 1, 2)
        """The round and the table at which the bell rings after three deals."""
        self.phone, self.page, self.app = phone, phone.page, server.app
        self.taps = 0
        self.slips: dict[tuple[int, int], tuple[tuple[int, int], int]] = {}
        self.seats: dict[tuple[int, int], list[list[str]]] = {}
        self.out: tuple[tuple[int, str], ...] = ()

    def tap(self, what: Locator) -> None:
        what.tap()
        self.taps += 1

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def counted(self, what: str, do: Callable[[], None]) -> None:
        before = self.taps
        do()
        assert self.taps - before <= MOST[what], f"{what} took {self.taps - before} taps"

    def direct(self, play: Callable[[int, int], None]) -> None:
        """A night with somebody late, somebody leaving, and a correction; ``play`` fills in one table of a round."""
        self.open_night()
        self.counted("check in", self.check_in)
        for number in range(1, self.rounds + 1):
            self.counted("round", partial(self.draw, number))
            for table in range(1, TABLES + 1):
                self.counted("totals", partial(play, number, table))
            if number == 1:
                self.counted("late", partial(self.late, "Tess"))
            if number == 2:
                self.counted("correction", partial(self.correct, 2, 3, 777))
            if number == max(2, self.rounds - 2):
                self.counted("leaves", partial(self.leaves, "Gus"))
                self.tap(self.page.get_by_role("link", name="Thursday"))
        self.tap(self.button("Close the night"))
        expect(self.page.get_by_text("the night is over")).to_be_visible()
        self.tap(self.page.locator("a[href$='/standing']"))
        expect(self.page.get_by_text(f"After {self.rounds} rounds")).to_be_visible()
        self.page.wait_for_load_state()  # to the end of its lists
        assert self.taps <= MOST["night"] * self.rounds / ROUNDS

    def open_night(self) -> None:
        earlier_night(self.phone)
        self.phone.open("/nights/")
        self.page.locator("#name").fill("Thursday")
        self.tap(self.button("Open the night"))
        if self.rounds != ROUNDS:
            self.shorten()

    def shorten(self) -> None:
        """Plan fewer rounds than are usual."""
        self.page.wait_for_url("**/nights/*/here")
        with self.app.app_context():
            nights = current_store().nights
            night = nights.list_nights()[0].id
            read = nights.read(night)
            assert read is not None
            plan = replace(read.night.plan, rounds=self.rounds)
            nights.append(night, read.row.version, [PlanChanged(plan)], "desk", NOW)
        self.page.reload()

    def check_in(self) -> None:
        for name in NAMES:
            self.tap(self.page.get_by_role("checkbox", name=name, exact=True))
        self.tap(self.button("They are here"))

    def draw(self, number: int) -> None:
        self.tap(self.button(f"Draw round {number}"))
        expect(self.page.get_by_role("heading", name=f"Tables of round {number}")).to_be_visible()
        self.page.wait_for_load_state()  # to the end of its list
        for place, table in enumerate(self.page.locator("#round .night-tables li").all(), 1):
            sides = table.locator(".spread > span").all_inner_texts()
            self.seats[number, place] = [re.findall(r"(?:^|& )(.+?) \(", side) for side in sides]
        self.out = (*self.out, *((number, name) for name in sitting_out(self.page)))

    def enter(self, number: int, table: int, points: tuple[int, int], deals: int = DEALS, sets: int = 0) -> None:
        form = self.page.get_by_role("heading", name=f"Table {table}, round {number}", exact=True)
        there = self.page.locator(f"#table-{number}-{table}")
        expect(form.or_(there)).to_be_visible()
        if not form.count():  # after the table before, this one follows by itself
            self.tap(there)
            expect(form).to_be_visible()
        for side, each in enumerate(points):
            field = self.page.locator(f"#points-{side}")
            self.tap(field)
            field.fill(str(abs(each)))
            if each < 0:
                self.tap(self.page.locator(f"[name=below-{side}]"))
        if sets:
            self.tap(self.page.locator(f"[name=sets-1][value='{sets}']"))
        if deals < DEALS:
            self.tap(self.page.get_by_text("Fewer than"))
            self.tap(self.page.locator(f"[name=deals][value='{deals}']"))
        self.tap(self.button("Enter the totals"))
        self.slips[number, table] = (points, deals)

    def close_early(self, table: int, deals: int) -> None:
        """Enter what the game of a table came to when the bell rang."""
        self.tap(self.page.get_by_role("link", name=f"Table {table}"))
        self.tap(self.page.get_by_text("Enter the totals without the signatures"))
        self.tap(self.page.locator(f"[name=deals][value='{deals}']"))
        self.tap(self.button("Enter the totals"))

    def code(self) -> str:
        """Tonight's code; the phone is on the page of the night again."""
        self.tap(self.page.get_by_role("link", name="Everybody’s phone"))
        code = self.page.locator(".night-code").inner_text()
        self.tap(self.page.get_by_role("link", name="Thursday"))
        return code

    def late(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name="Who is here"))
        field = self.page.locator("#names")
        self.tap(field)
        field.fill(name)
        self.tap(self.button("They are here"))

    def leaves(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name="Who is here"))
        self.tap(self.button(f"{name}: gone after this round"))
        expect(self.button(f"{name}: back again")).to_be_visible()

    def correct(self, number: int, table: int, points: int) -> None:
        self.tap(self.page.get_by_role("link", name=f"Table {table}"))
        field = self.page.locator("#points-0")
        self.tap(field)
        field.fill(str(points))
        why = self.page.get_by_label("Why")
        self.tap(why)
        why.fill("slip misread")
        self.tap(self.button("Correct the totals"))
        (_, theirs), deals = self.slips[number, table]
        self.slips[number, table] = ((points, theirs), deals)

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

    def counted_again(self) -> dict[str, int]:
        """Each name's total, by the second program, from what is stored."""
        with self.app.app_context():
            nights = current_store().nights
            read = nights.read(nights.list_nights()[0].id)
        assert read is not None
        count = Count([[CODEC.encode(event) for event in batch] for batch in read.batches])
        return {" & ".join(count.people[who]): total for who, (total, _, _) in count.totals().items()}


def shown(page: Page) -> dict[str, int]:
    rows = page.locator(".night-standing > li:not(.apart)")
    names = rows.locator(".who").all_inner_texts()
    totals = rows.locator("summary > b").all_inner_texts()
    return {name: int(total.replace("−", "-")) for name, total in zip(names, totals, strict=True)}


def sitting_out(page: Page) -> list[str]:
    line = page.get_by_text("Sitting out:")
    return line.inner_text().removeprefix("Sitting out: ").removesuffix(".").split(", ") if line.count() else []


def earlier_night(phone: Phone) -> None:
    """A night at which all of them were, so that their names are offered."""
    page = phone.open("/nights/")
    page.locator("#name").fill("Last week")
    page.get_by_role("button", name="Open the night").tap()
    page.locator("#names").fill("\n".join(NAMES))
    page.get_by_role("button", name="They are here").tap()
    page.get_by_role("button", name="Draw round 1").tap()
    expect(page.get_by_role("heading", name="Tables of round 1")).to_be_visible()
