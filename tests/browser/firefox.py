"""A stock Firefox as a phone's, for the tests marked ``engines``; Playwright drives it by WebDriver BiDi.

There a tap of a finger does nothing, no page is dark, printed or without scripts, and nothing of Chromium's own works.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Playwright

from boot.engines import OTHERWISE_FIREFOX, WHY_FIREFOX, find_firefox

DRIVER_PATCH = f'--require "{Path(__file__).with_name("firefox.cjs").as_posix()}"'
"""For ``NODE_OPTIONS`` while Playwright's driver starts."""
ANDROID = "Mozilla/5.0 (Android 16; Mobile; rv:{0}) Gecko/{0} Firefox/{0}"
PREFERENCES = {
    "dom.storageManager.prompt.testing": True,
    "dom.storageManager.prompt.testing.allow": False,
    "dom.w3c_touch_events.enabled": 1,
    "layout.css.prefers-color-scheme.content-override": 1,
    "network.proxy.type": 0,
    "ui.allPointerCapabilities": 1,
    "ui.primaryPointerCapabilities": 1,
    "ui.useOverlayScrollbars": 1,
}
"""A finger, thin scroll bars, a light page, and nobody who lets the page keep its files for good."""


def how_to_start() -> dict[str, Any]:
    """Return the arguments of Playwright's ``launch``; where no Firefox can be had, the test is left out."""
    found = find_firefox()
    if found is None:
        pytest.skip(f"{WHY_FIREFOX} {OTHERWISE_FIREFOX}")
    return {"channel": "moz-firefox", "executable_path": found, "firefox_user_prefs": PREFERENCES}


def start(playwright: Playwright, phones: dict[str, dict[str, Any]]) -> Browser:
    """A Firefox with the settings of these phones beside it, as a Firefox would have them."""
    browser = playwright.firefox.launch(**how_to_start())
    agent = ANDROID.format(browser.version.partition(".")[0] + ".0")
    browser.phones = {  # type: ignore[attr-defined]  # kept beside the browser they are for
        name: settings | {"user_agent": agent} for name, settings in phones.items()
    }
    return browser


def tells_of_the_line(error: Error) -> bool:
    """True if Firefox itself speaks of what it could not load; for Playwright that, too, broke in a script."""
    return (error.stack or "").endswith("\nundefined") and error.name != "SyntaxError"
