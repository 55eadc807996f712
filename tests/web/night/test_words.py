"""What the log of a night says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from enum import Enum
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.night.events import Plan, PlanChanged, Sizes
from companion.web.night.words import sentence
from tests.web.night.desk import open_night, state

OTHERWISE: dict[type, Callable[[Any], Any]] = {
    str: lambda text: f"{text} too",
    bool: lambda yes: not yes,
    int: lambda number: number + 1,
    Sizes: lambda sizes: replace(sizes, seats=sizes.seats + 2),
}
"""By type, another value for a field."""


OF_RULES = ("variant", "options", "hands")
"""The fields that follow from the rules."""


@pytest.mark.parametrize("field", [each.name for each in fields(Plan) if each.name not in OF_RULES])
def test_what_was_changed_in_a_plan_is_named(app: Flask, client: FlaskClient, field: str) -> None:
    now = state(app, open_night(client))
    value = getattr(now.plan, field)
    others = [each for each in type(value) if each is not value] if isinstance(value, Enum) else ()
    changed: dict[str, Any] = {field: others[0] if others else OTHERWISE[type(value)](value)}
    says = sentence(now, PlanChanged(replace(now.plan, **changed)), now.plan)
    assert says.startswith("The plan was changed: "), "a field that words.py does not know"
