"""A season's standing is what a second program counts, whatever a director did to its nights."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.conftest import also, tries
from tests.web.night.seasons import machine


@pytest.mark.parametrize("over", ["make_app", also("make_far")])
def test_a_season_is_what_a_second_program_counts_after_any_steps(request: pytest.FixtureRequest, over: str) -> None:
    make: Callable[[], Flask] = request.getfixturevalue(over)
    # Not shortened here, which takes minutes: ``python -m tests.web.night.seasons`` tries more.
    asked = settings(
        max_examples=tries(10),
        stateful_step_count=30,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    run_state_machine_as_test(machine(make()), settings=asked)
