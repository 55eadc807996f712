"""The score sheet and the rule card as they are printed."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Page, Route, expect

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


def letters(document: bytes) -> int:
    """Count the letters that Chromium's PDF shows, each of four digits in its streams."""
    streams = (zlib.decompressobj() for _ in iter(int, 1))
    shown = 0
    for packed, unpack in zip(re.findall(rb"stream\r?\n(.*?)endstream", document, re.DOTALL), streams, strict=False):
        with suppress(zlib.error):
            shown += sum(len(text) // 4 for text in re.findall(rb"<([0-9A-F]+)> Tj", unpack.decompress(packed)))
    return shown


def forget_style(route: Route) -> None:
    """Answer with the style sheet as older browsers understand it, which drop a rule that they don't know."""
    answer = route.fetch()
    route.fulfill(response=answer, body=re.sub(r"[^{}]*::details-content\s*{[^}]*}", "", answer.text()))


@pytest.mark.parametrize("script", [pytest.param(True, id="by the script"), pytest.param(False, id="by the style")])
def test_a_printed_rule_card_has_every_rule(make_phone: Callable[..., Phone], script: bool) -> None:
    phone = make_phone(script=script)
    if script:
        phone.page.route("**/css/*", forget_style)
    page = phone.open("/rules/card/site")
    page.evaluate("document.fonts.ready.then(() => true)")  # without its fonts a page prints no letter
    assert letters(page.pdf()) > 2500, "its 535 words are 2,976 letters"
    assert page.locator(".every").get_attribute("open") is None
