"""Nobody may do what the table of rights does not give them at this moment, after any sequence of steps."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.conftest import tries
from tests.web.rights.machine import Home, machine
from tests.web.rights.model import CLUB, HOMES, INVITED, OPEN
from tests.web.rights.play import Step

STRANGER, TWIN = 5, 6
"""Phones of a home by their place: one with a game of its own, and one with the mark of the first."""
KNOWN = {
    "a member imports house rules": (CLUB, (("begin",), ("import_bundle", 3))),
    "a stranger looks at a night": (INVITED, (("begin",), ("open_night",), ("begin", STRANGER), ("look_at_night", 5))),
    "a stranger writes at a night": (
        INVITED,
        (("begin",), ("open_night",), ("begin", STRANGER), ("write_at_night", 5)),
    ),
    "a stranger makes house rules": (INVITED, (("begin",), ("begin", STRANGER), ("make_rules", STRANGER, 0, 1))),
    "a stranger makes a season": (INVITED, (("begin",), ("begin", STRANGER), ("make_rules", STRANGER))),
    "a twin deletes a table's game": (OPEN, (("begin",), ("open_night",), ("use_code", 1), ("shelve", TWIN, 1))),
    "a twin sees a standing": (OPEN, (("open_night",), ("enter_totals",), ("look_at_night", TWIN, 0, 2))),
    "a player archives and asks": (OPEN, (("begin",), ("shelve", 0, 0, 2), ("ask_advice",))),
    "a guest looks at totals": (OPEN, (("open_night",), ("enter_totals",), ("look_at_night", 1))),
    "a guest saves all games": (OPEN, (("open_night",), ("enter_totals",), ("save_all", 1))),
}
"""Sequences that once gave somebody what is not theirs."""


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


@pytest.mark.parametrize("known", KNOWN)
def test_what_was_found_once_is_found_no_more(known: str) -> None:
    home, steps = KNOWN[known]
    playing = Home(home)
    try:
        for verb, *numbers in steps:
            playing.play(Step(str(verb), *(int(each) for each in numbers)))
    finally:
        playing.close()
