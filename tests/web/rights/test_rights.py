"""Nobody may do what the table of rights does not give them at this moment, after any sequence of steps."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.web.rights.machine import machine
from tests.web.rights.model import HOMES


@pytest.mark.parametrize("home", HOMES)
def test_every_phone_may_do_what_the_model_says(home: str) -> None:
    asked = settings(max_examples=12, stateful_step_count=20, suppress_health_check=[*HealthCheck])
    run_state_machine_as_test(machine(home), settings=asked)
