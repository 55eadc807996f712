"""A night holds what its model says, after any sequence of steps of those who are at it."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.conftest import tries
from tests.web.night.machine import machine


@pytest.mark.parametrize("alone", [False, True])
def test_a_night_is_what_the_model_says_after_any_steps(alone: bool) -> None:
    # Not shortened here, which takes minutes: ``python -m tests.web.night.machine`` finds more, and prints it.
    asked = settings(
        max_examples=tries(6),
        stateful_step_count=25,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    run_state_machine_as_test(machine(alone=alone), settings=asked)
