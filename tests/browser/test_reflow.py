"""At twice the size nothing of a game leaves the screen or is covered: larger text, and a page that is zoomed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from playwright.sync_api import Page, ViewportSize

from companion.rules.variants import find_variant
from tests.browser.conftest import NARROWEST, Phone, Server
from tests.browser.far_on import PHASES, five_sides, keep, partners
from tests.game.table import EIGHT
from tests.web.table_player import begin

pytestmark = pytest.mark.thorough

PADS = ("site", "five-handed", "summed", "check", "two-handed")
OF_GAME = ("sheet", "log", "names", "share", "tricks/", "rules", "settle", "settle/play", "deal/1")
BESIDE = ("/photo/", "/photo/?kind=hand")
LARGE = "225%"
"""Twice as large as the companion's own letters."""
SMALL = ViewportSize(width=NARROWEST, height=740)
ZOOMED = ViewportSize(width=NARROWEST // 2, height=370)
"""What of a page that is zoomed to 200 % a phone has room for."""
# What leaves the screen, and the page's main button where something lies over it.
FAULTS = """() => {
    const { clientWidth, scrollWidth } = document.documentElement, faults = [];
    const isOut = (each) => each.checkVisibility() && each.getBoundingClientRect().right > clientWidth + 1;
    const out = [...document.querySelectorAll("body *")].filter(isOut).map((each) => each.outerHTML.slice(0, 70));
    if (scrollWidth > clientWidth) faults.push(`${scrollWidth} wide on ${clientWidth}: ${out.slice(-2)}`);
    for (const button of document.querySelectorAll("body:not(:has(.menu[open])) .actions .primary")) {
        button.scrollIntoView({ block: "nearest" });
        const { top, bottom, left, right } = button.getBoundingClientRect();
        for (const [x, y] of [[left + 9, top + 9], [right - 9, bottom - 9], [(left + right) / 2, (top + bottom) / 2]])
            if (!button.contains(document.elementFromPoint(x, y))) faults.push(`covered: ${button.textContent.trim()}`);
    }
    return faults;
}"""


def pages(app: Flask) -> Iterator[tuple[str, str]]:
    """Every kind of page of a game, and what to tap there."""
    for key in PADS:
        variant = find_variant(key)
        yield f"/game/{begin(app, variant, EIGHT[: variant.players[0]])}/?how=pad", ""
    for step in PHASES:
        game = keep(app, partners(PHASES[step], (1400, -12340) if step == "over" else (-12340, 1040)))
        yield game, ""
        if step == "auction":
            yield f"{game}?how=each", ""
            yield f"{game}?how=pad", ".menu summary"
    five = keep(app, five_sides())
    yield from ((page, "") for page in (*(five + each for each in OF_GAME), *BESIDE))


def faults(page: Page, says: str) -> Iterator[str]:
    for fault in page.evaluate(FAULTS):
        yield f"{page.url} {says}: {fault}"


def test_at_twice_the_size_nothing_of_a_game_leaves_the_screen(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    phone = make_phone(server=server)
    page = phone.page
    page.set_viewport_size(SMALL)
    found: list[str] = []
    for path, tap in pages(server.app):
        phone.open(path)
        if tap:
            page.locator(tap).first.click()
        page.evaluate(f"document.documentElement.style.fontSize = '{LARGE}'")
        found += faults(page, "with large text")
        page.evaluate("document.documentElement.style.fontSize = ''")
        page.set_viewport_size(ZOOMED)
        found += faults(page, "zoomed")
        page.set_viewport_size(SMALL)
    assert found == []
