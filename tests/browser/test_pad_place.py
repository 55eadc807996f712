"""The score pad stays in one place from deal to deal, and its button covers nothing, in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from flask import Flask
from playwright.sync_api import Page

from companion.cards import Suit
from companion.game.commands import CloseMeld, Command, ConfirmDeal, EndDeal, NameTrump, ShowNumber, TakeBid
from companion.rules.known import KNOWN_TABLES
from companion.rules.score import DealEnd
from companion.rules.variants import VARIANTS
from companion.store.games import to_entries
from companion.web.core.current import journal
from tests.browser.conftest import PHONES, Phone, Server
from tests.browser.far_on import keep
from tests.browser.logged import refused
from tests.browser.pads import SMALL
from tests.conftest import also
from tests.game.table import EIGHT, Table
from tests.web.played_game import AT

LONG = ("Bartholomews", "Maximilianes", "Wilhelminass", "Christophers", *EIGHT[4:])
"""Four names of twelve letters; where more play, short ones beside them."""
EVERY_GAME = (*(each.key for each in VARIANTS), *KNOWN_TABLES)
MOST_MOVED = 4
"""Pixels that a field may move from deal to deal."""

# The place of each field, by its name; of a choice, that of its label. Bids stand in the order in which players speak.
PLACES = """() => {
    const fields = [...document.querySelectorAll("#pad :is(input:not([type=hidden]), .by)")];
    return Object.fromEntries(fields.map((field, at) => {
        const { left, top, right, bottom } = (field.closest(".pills label") || field).getBoundingClientRect();
        const name = field.name ? field.name + (field.type === "radio" ? field.value : "") : field.ariaLabel;
        return [name.startsWith("bid-") ? `bid ${at}` : name, [left, top + scrollY, right, bottom + scrollY]];
    }));
}"""
SEEN = "#pad :is(.pills span, .figure, .numeral input, .by, [id$=-wrong]), .foreseen span, .pad-actions :is(a, button)"
"""All that has to be in sight: fields, questions, refusals, results, answers and the button."""
# What of it is outside the screen, or beneath something else.
HIDDEN = """(seen) => [...document.querySelectorAll(seen)].filter((part) => {
    const isHidden = ({ left, right, top, bottom }) => [top + 2, (top + bottom) / 2, bottom - 2].some((y) => {
        const there = document.elementFromPoint((left + right) / 2, y);
        return !there || !(part.contains(there) || there.contains(part));
    });
    return part.checkVisibility() && [...part.getClientRects()].some(isHidden);
}).map((part) => part.outerHTML.slice(0, 120))"""
# Figures of four digits for which their box is too narrow.
CUT = """() => [...document.querySelectorAll("#pad .figure")].filter((field) => {
    const was = field.value;
    field.value = "1500";
    const isCut = field.scrollWidth > field.clientWidth;
    field.value = was;
    return isCut;
}).map((field) => `1500 is cut in ${field.name}`)"""
# A deal in which nobody melded, or nobody entered that; the counters shared in tens, or impossible, or null: none yet.
FILL_IN = """([meld, share]) => {
    for (const name of ["seat", "trump", "partner"]) document.querySelector(`#pad [name=${name}]`)?.click();
    const amount = document.querySelector("#pad [name=amount]");
    if (amount) amount.value ||= amount.dataset.first;
    document.querySelectorAll("#pad [name^=bid-]").forEach((field, at) => { field.value = at ? "0" : "50"; });
    document.querySelectorAll("#pad :is([name^=meld-], [name^=dix-])").forEach((field) => { field.value = meld; });
    const taken = [...document.querySelectorAll("#pad [name^=points-]")];
    const total = document.querySelector("#pad").dataset.total || 0, each = Math.floor(total / taken.length / 10) * 10;
    const rest = total - each * (taken.length - 1);
    const figure = { true: [rest, each], false: ["1", "1"], null: ["", ""] }[share];
    taken.forEach((field, at) => { field.value = figure[at ? 1 : 0]; });
    taken[0].dispatchEvent(new Event("input", { bubbles: true }));
}"""
# What the counters come to has been answered, and stands on the page.
FORESEEN = """() => !document.querySelector(".foreseen.htmx-request, .htmx-swapping, .htmx-settling")"""
SURE = ("site", "three-handed", "double-deck")
"""Games in which the filled-in deal is foreseen; some others ask something first."""
# The page has gone where the question is in sight.
SETTLED = """() => document.activeElement.matches(".alert")
    && !document.querySelector(".htmx-settling")"""


def deal_of(table: Table, number: int) -> Sequence[Command]:
    """A deal of which the points alone are entered; all of it where a game is settled in units."""
    state = table.state
    assert state.deal
    if state.variant.pays_units:
        melded = ShowNumber("B", None, 100), CloseMeld()
        return TakeBid(1, 300), NameTrump(Suit.SPADES), *melded, EndDeal(DealEnd.PLAYED, {"B": 200}), ConfirmDeal()
    third = (state.variant.end_target or 300) // 3
    points = {side: third if side == "A" else third // 10 * number for side in state.sides_in(state.deal)}
    return EndDeal(DealEnd.POINTS, points), ConfirmDeal()


def write(app: Flask, game: str, table: Table, commands: Sequence[Command]) -> None:
    before = len(table.history)
    events = [recorded.event for recorded in table.do(*commands).history[before:]]
    with app.app_context():
        journal().append(game.split("/")[2], before, None, to_entries(events, "Ann", AT))


def faults_of(server: Server, page: Page, key: str, names: Sequence[str]) -> Iterator[str]:
    """Yield each part that moves, is hidden or is cut: at first, after two deals, beside a result, and once it asks."""
    table = Table(key, names=names[: Table(key).state.players])
    game = keep(server.app, table)
    page.goto(server.url + game)
    first = page.evaluate(PLACES)
    yield from page.evaluate(HIDDEN, SEEN)
    yield from page.evaluate(CUT)
    for number in (1, 2):
        write(server.app, game, table, deal_of(table, number))
        page.goto(server.url + game)
        now = page.evaluate(PLACES)
        assert now.keys() == first.keys()
        for name, place in first.items():
            moved = max(abs(one - other) for one, other in zip(place, now[name], strict=True))
            if moved > MOST_MOVED:
                yield f"{name} moved by {moved}"
        yield from page.evaluate(HIDDEN, SEEN)
    with page.expect_response(lambda got: "/count?" in got.url):
        page.evaluate(FILL_IN, ["0", None])
    page.wait_for_function(FORESEEN)
    yield from page.evaluate(HIDDEN, SEEN)
    with page.expect_response(lambda got: "/count?" in got.url):
        page.evaluate(FILL_IN, ["0", True])
    page.wait_for_function(FORESEEN)
    assert key not in SURE or page.locator(".foreseen span").count() > 1
    yield from page.evaluate(HIDDEN, SEEN)
    page.evaluate(FILL_IN, ["", False])
    page.get_by_role("button", name="Write it down").click()
    page.wait_for_function(SETTLED)
    yield from page.evaluate(HIDDEN, SEEN)


@pytest.mark.parametrize(
    ("games", "names"),
    [(("site", "three-handed", "bruce-5"), LONG), also(EVERY_GAME, LONG), also(EVERY_GAME, EIGHT)],
    ids=["a few games", "long names", "short names"],
)
def test_the_pad_stays_in_one_place_and_its_button_covers_nothing(
    games: Sequence[str], names: Sequence[str], serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve(foresees=True, ENTERED="pad")
    phone = make_phone(PHONES[1], server=server)
    phone.page.set_viewport_size({"width": SMALL["width"], "height": SMALL["height"]})
    faults = [f"{key}: {fault}" for key in games for fault in faults_of(server, phone.page, key, names)]
    phone.forgive(*refused(422))
    assert faults == []
