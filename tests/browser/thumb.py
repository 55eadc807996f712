"""A thumb that counts its taps."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

SECONDS_A_TAP, SECONDS_A_KEY = 1.1, 0.28
"""What a tap on a new place and a key of the keypad take a practised thumb (keystroke-level model)."""


class Thumb:
    """A thumb that counts its taps and the keys that it types; going into a field is a tap."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = self.keys = 0

    def tap(self, place: Locator) -> None:
        browser = self.page.context.browser
        if browser and browser.browser_type.name == "firefox":
            place.first.click()  # its driver has no finger, and says nothing about that
        else:
            place.first.tap()
        self.taps += 1

    def button(self, name: str, exact: bool = False) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=exact))

    def type(self, field: Locator, text: str) -> None:
        field.fill(text)
        self.taps, self.keys = self.taps + 1, self.keys + len(text)

    @property
    def seconds(self) -> float:
        return round(self.taps * SECONDS_A_TAP + self.keys * SECONDS_A_KEY, 1)

    def since(self) -> tuple[int, float]:
        """Taps and seconds so far, and from here on counted anew."""
        so_far, self.taps, self.keys = (self.taps, self.seconds), 0, 0
        return so_far
