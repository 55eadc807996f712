"""Every family of pages can be read by everyone: narrow phones, large text, long names, scores far below zero."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from companion.rules.variants import VARIANTS
from tests.browser.conftest import NARROWEST, Phone, Server
from tests.browser.far_on import PHASES, five_sides, keep, partners, watched
from tests.browser.fonts import FONTS
from tests.browser.logged import refused
from tests.browser.reading import unreadable
from tests.web.table_player import begin

pytestmark = pytest.mark.thorough

NO_GAME = (
    "/",
    "/new",
    "/new/site",
    "/rules/?q=throw",
    "/rules/card/site",
    "/photo/",
    "/house",
    "/house/new?from=site",
    "/deck/",
    "/settle/site/play",
    "/practice/",
    "/practice/play/double-deck/a",
    "/practice/worth/double-deck/a?answer=1",
    "/practice/bid/double-deck/a?answer=1",
)
OF_GAME = ("sheet", "log", "names", "share", "tricks/", "rules", "settle", "deal/1")


def places(app: Flask) -> Iterator[str]:
    """A page of each family, and of each step at a table."""
    yield from NO_GAME
    for step, commands in PHASES.items():
        game = keep(app, partners(commands, (1400, -12340) if step == "over" else (-12340, 1040)))
        yield from (f"{game}?how=each", f"{game}?how=pad") if step == "auction" else [game]
    five = keep(app, five_sides())
    yield from (five, watched(app, five), *(five + page for page in OF_GAME))
    yield from ("/", "/games/")


def test_every_family_of_pages_can_be_read_at_every_size(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    phone = make_phone(server=server)
    found: list[str] = []
    for path in places(server.app):
        phone.open(path)
        found += unreadable(phone.page)
    phone.forgive(*refused(404))
    assert found == []


# Those of these titles whose end would be cut off in the bar of the page.
CUT = """async ([font, titles]) => {
    document.documentElement.classList.toggle("in-narrow-font", font === "narrow");
    await document.fonts.ready;
    return titles.filter((title) => {
        const bar = document.querySelector(".bar h1");
        bar.textContent = title;
        return bar.scrollHeight > bar.clientHeight + 1 || bar.scrollWidth > bar.clientWidth;
    });
}"""


def test_the_name_of_every_variant_stands_whole_in_the_bar_of_its_table(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    phone = make_phone(server=server)
    page = phone.open(f"/game/{begin(server.app, VARIANTS[0])}/")
    page.set_viewport_size({"width": NARROWEST, "height": 740})
    for font in FONTS:
        assert page.evaluate(CUT, [font, [variant.name for variant in VARIANTS]]) == [], font
