"""The rulebook's worked examples and the readings of other tables, asked as a script would ask them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.ask.answers import answer
from companion.rules.clauses import CLAUSES

_CASES = Path(__file__).parent / "cases"
_WORKED = json.loads((_CASES / "worked_examples.json").read_text(encoding="utf-8"))
_READINGS = json.loads((_CASES / "readings.json").read_text(encoding="utf-8"))
_EXAMPLES = 18


def _cited(said: dict[str, Any]) -> set[str]:
    if "refused" in said:
        return set(said["refused"]["clauses"])
    return {meld["clause"] for meld in said["melds"]} if "melds" in said else set(said["clauses"])


def _check(case: dict[str, Any]) -> None:
    said = answer(case["command"], case["request"])
    assert "error" not in said
    if case["answer"] == {"refused": True}:
        assert "refused" in said
    else:
        assert {key: said.get(key) for key in case["answer"]} == case["answer"]
    assert set(case["clauses"]) <= _cited(said)
    assert set(case["clauses"]) <= CLAUSES.keys()


@pytest.mark.parametrize("case", _WORKED["cases"], ids=lambda case: f"{case['example']}: {case['title']}")
def test_a_worked_example_comes_out_as_the_rulebook_says(case: dict[str, Any]) -> None:
    _check(case)


@pytest.mark.parametrize("case", _READINGS, ids=lambda case: case["title"])
def test_a_reading_of_another_table_comes_out_so(case: dict[str, Any]) -> None:
    _check(case)


def test_every_worked_example_is_run_or_left_out_with_its_reason() -> None:
    run = {case["example"] for case in _WORKED["cases"]}
    left_out = {int(number) for number in _WORKED["left_out"]}
    assert run | left_out == set(range(1, _EXAMPLES + 1))
    assert not run & left_out
