"""The figures of a side stand beside each other, in columns, however long its name and however large the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone, Server
from tests.browser.far_on import FAR, PHASES, five_sides, keep, partners
from tests.browser.fonts import FONTS

pytestmark = pytest.mark.thorough

WIDTHS = (320, 340, 360, 390, 409, 430)
ZOOMS = (100, 150, 200)
# Of each table the columns that have no straight right edge, and the rows whose figures do not stand side by side.
FAULTS = """async (font) => {
    document.documentElement.classList.toggle("in-narrow-font", font === "narrow");
    await document.fonts.ready;
    const faults = new Set(), is = (one, other) => Math.abs(one - other) < 1;
    for (const table of document.querySelectorAll(".changes, .deal-sheet, .shifts")) {
        const edges = [];
        for (const row of table.querySelectorAll("tr, .changes > div")) {
            const cells = [...row.children].slice(1).filter((cell) => cell.checkVisibility()).slice(-2);
            if (!cells.length || !row.checkVisibility()) continue;
            const boxes = cells.map((cell) => cell.getBoundingClientRect()), [first] = boxes, name = row.innerText;
            const isApart = ({ top, bottom }) => bottom <= first.top || first.bottom <= top;
            if (boxes.some(isApart)) faults.add("stacked: " + name);
            boxes.forEach(({ right }, at) => {
                if (!is(right, edges[at] ??= right)) faults.add("out of line: " + name);
            });
        }
    }
    return [...faults];
}"""


def out_of_line(page: Page) -> Iterator[str]:
    browser = page.context.new_cdp_session(page)
    for width in WIDTHS:
        for zoom in ZOOMS:
            browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * zoom // 100, "fixed": 13 * zoom // 100}})
            page.set_viewport_size({"width": width, "height": 740})
            for font in FONTS:
                for fault in page.evaluate(FAULTS, font):
                    yield f"{page.url} at {width}, text {zoom} %, {font}: {fault!r}"
    browser.detach()


def open_each(app: Flask, url: str, page: Page) -> Iterator[None]:
    """Every page that shows what a deal brings, and what that makes."""
    for scores in (FAR[:2], (-990, 1040)):
        page.goto(url + keep(app, partners(PHASES["confirm"], scores)))
        yield
    five = keep(app, five_sides())
    page.goto(f"{url}{five}sheet")
    yield
    page.goto(f"{url}{five}deal/1")
    page.locator("#pad [name^=points-]").first.fill("390")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()
    yield


def test_figures_stand_side_by_side_in_columns_of_their_own(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    page = make_phone(server=server).page
    found: list[str] = []
    for _ in open_each(server.app, server.url, page):
        assert page.locator(".changes, .deal-sheet, .shifts").count(), page.url
        found += out_of_line(page)
    assert found == []
