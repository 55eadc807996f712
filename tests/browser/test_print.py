"""The score sheet as it is printed."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone, Server
from tests.browser.played import played

SEEN = "(each) => { const box = each.getBoundingClientRect(); return box.width > 0 && box.height > 0 }"


def printed(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> Page:
    server = serve()
    page = make_phone(server=server).open(f"/game/{played(server).game}/sheet")
    page.emulate_media(media="print")
    return page


def test_a_printed_sheet_has_its_players_chart_and_every_working(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    page = printed(serve, make_phone)
    expect(page.locator("#sheet > p.print-only").first).to_contain_text("Ann, Bob, Cy, Di")
    lines = page.locator(".chart polyline.line")
    assert lines.count() == 2
    assert all(each.evaluate("(each) => getComputedStyle(each).display") != "none" for each in lines.all())
    workings = page.locator(".of-deal .working")
    assert workings.count() == 4
    assert all(each.evaluate(SEEN) for each in workings.all())
    title, strip = page.locator("#sheet > p.print-only").first.bounding_box(), page.locator(".strip").bounding_box()
    assert title is not None
    assert strip is not None
    assert title["y"] + title["height"] <= strip["y"]
