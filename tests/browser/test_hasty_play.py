"""Tapped hastily, by one phone and by two, a button of the play, or beside the deal, carries out one step."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Phone, Server
from tests.browser.hasty import Row
from tests.web.moments import PLAYING

pytestmark = pytest.mark.thorough


def test_a_button_that_is_tapped_twice_and_by_a_second_phone_carries_out_one_step(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    row = Row(serve(hasty=True, foresees=True), make_phone)
    assert row.taken_twice(PLAYING) == []
    row.forgive_refusals()
