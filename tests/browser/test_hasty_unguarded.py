"""The hasty thumbs find what they look for: where nothing keeps a second tap off, they see it write."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Phone, Server
from tests.browser.hasty import TRIES, Row
from tests.web.moments import PLAY, Moment

pytestmark = pytest.mark.thorough

WRITE_TWICE = {
    "tricks/undo of site-CloseMeld-tricks": Moment("site", PLAY, "tricks/"),
}
"""By how they are named, buttons in whose place the next page has one that writes, too."""


def test_without_the_guard_these_buttons_write_twice(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    row, missing = Row(serve(foresees=True), make_phone), dict(WRITE_TWICE)
    # A machine that is slow for once brings the second tap before the page that it would have hit.
    for _ in range(TRIES):
        found = {each.rpartition(",")[0] for each in row.taken_twice(missing.values())}
        missing = {name: moment for name, moment in missing.items() if name not in found}
        if not missing:
            break
    assert missing == {}
    row.forgive_refusals()
