"""What a device calls itself, as far as its browser says, so that its owner knows it again in a list."""

from __future__ import annotations

import re

from flask import request

_BROWSERS = {
    "Edge": r"Edg(A|iOS)?/",
    "Samsung Internet": r"SamsungBrowser/",
    "Opera": r"OPR/",
    "Firefox": r"Firefox/|FxiOS/",
    "Chrome": r"Chrome/|CriOS/|HeadlessChrome/",
    "Safari": r"Safari/",
}
"""Each takes the names of those below it, too."""
_SYSTEMS = {
    "iPhone": r"iPhone",
    "iPad": r"iPad",
    "Android": r"Android",
    "Windows": r"Windows",
    "Mac": r"Macintosh",
    "ChromeOS": r"CrOS",
    "Linux": r"Linux",
}


def device_here() -> str:
    """What the device that asks calls itself."""
    return device_name(request.headers.get("User-Agent", ""))


def device_name(user_agent: str) -> str:
    """The browser and the system that a ``User-Agent`` names.

    >>> device_name("Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0")
    'Firefox on Android'
    >>> device_name("")
    'A device'
    """
    browser, system = (_named(known, user_agent) for known in (_BROWSERS, _SYSTEMS))
    return f"{browser} on {system}" if browser and system else browser or system or "A device"


def _named(known: dict[str, str], user_agent: str) -> str:
    return next((name for name, pattern in known.items() if re.search(pattern, user_agent)), "")
