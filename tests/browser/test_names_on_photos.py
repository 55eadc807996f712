"""The names that are written over a photo: as the browser draws them, in what the real reader finds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.vision.samples import find_sample
from tests.browser.conftest import Phone, Server
from tests.browser.hasty import LATER, LONG_BEFORE

OVERLAPS = """async () => {
    await document.fonts.ready;
    const names = [...document.querySelectorAll(".photo text")].map((text) => ({text, box: text.getBBox()}));
    const meet = (one, other) => one.x < other.x + other.width && other.x < one.x + one.width
        && one.y < other.y + other.height && other.y < one.y + one.height;
    return names.flatMap(({text, box}, place) => names.slice(place + 1)
        .filter((other) => meet(box, other.box)).map((other) => text.textContent + " and " + other.text.textContent));
}"""
ON_CARDS = """() => {
    const svg = document.querySelector(".photo svg"), hrefs = (a) => a.getAttribute("href");
    const cards = [...svg.querySelectorAll("polygon")];
    return [...svg.querySelectorAll("text")].flatMap((text) => {
        const {x, y, width, height} = text.getBBox();
        const point = new DOMPoint(x + width / 2, y + height / 2);
        return cards.filter((card) => hrefs(card.parentNode) !== hrefs(text.parentNode) && card.isPointInFill(point))
            .map((card) => text.textContent + " on " + card.parentNode.ariaLabel);
    });
}"""


def test_in_a_tight_fan_each_name_can_be_read_and_lies_on_no_other_card(phone: Phone) -> None:
    page = phone.open("/photo/?variant=site&trump=S")
    page.locator("#chosen").set_input_files(find_sample("fan-of-twelve").picture)
    expect(page.locator(".photo text")).to_have_count(12)
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(ON_CARDS) == []
    phone.check()


@pytest.mark.thorough
def test_a_tap_on_a_name_opens_its_card_but_not_while_the_page_is_just_coming(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    page = make_phone(server=serve(hasty=True)).open("/photo/?variant=site&trump=S")
    name = page.locator(".photo text", has_text="A♣")

    def show_name() -> tuple[float, float]:
        page.locator("#chosen").set_input_files(find_sample("fan-of-twelve").picture)
        expect(name).to_be_visible()
        page.evaluate("document.fonts.ready.then(() => true)")  # what stands above it is as high as it will be
        box = name.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    at = show_name()
    page.evaluate("at => { sessionStorage.thumb = at; }", at)
    page.goto(f"{page.url.partition('/photo/')[0]}/photo/?variant=site&trump=S")
    assert show_name() == at
    page.evaluate(LONG_BEFORE)
    page.mouse.click(*at)
    expect(page.get_by_text("That tap came too soon and did nothing.")).to_be_visible()
    page.evaluate(LATER)
    name.click()
    expect(page.get_by_text("ace of clubs").first).to_be_visible()
