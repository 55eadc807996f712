"""What is asked of every score pad on a small phone."""

from __future__ import annotations

from playwright.sync_api import Page

SMALL = {"width": 360, "height": 740}


NORMAL_PAUSE = 250
"""Milliseconds between two taps of somebody who knows where they go."""


NAMES = ("Ann", "Bob", "Cy", "Di")


def lowest_field(page: Page) -> float:
    return max(box["y"] + box["height"] for field in page.locator("#pad :is(input, button):visible").all()
               if (box := field.bounding_box()))  # fmt: skip


def fits_without_scrolling(page: Page) -> None:
    button = page.get_by_role("button", name="Write it down").bounding_box()
    assert button
    assert button["y"] + button["height"] <= SMALL["height"]
    assert lowest_field(page) <= button["y"] + 8, "a field lies below the button"
    assert page.evaluate("scrollY") == 0


EDGES = """() => [...document.querySelectorAll("#pad :is(.pills, .numeral, .fields)")].map((each) => {
    const at = each.getBoundingClientRect();
    return [Math.round(at.left), Math.round(at.right)];
})"""
