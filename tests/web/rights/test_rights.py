"""Nobody may do what the table of rights does not give them at this moment, after any sequence of steps."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.conftest import tries
from tests.web.rights.machine import machine
from tests.web.rights.model import HOMES


@pytest.mark.thorough
@pytest.mark.parametrize("home", HOMES)
def test_every_phone_may_do_what_the_model_says(home: str) -> None:
    # Not shortened here, which takes minutes: ``python -m tests.web.rights`` prints the shortest sequence.
    asked = settings(
        max_examples=tries(20),
        stateful_step_count=25,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    run_state_machine_as_test(machine(home), settings=asked)
