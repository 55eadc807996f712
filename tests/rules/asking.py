"""Cases as data, asked of the rules as a script would ask them, and checked with their clauses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.ask.answers import answer
from companion.rules.clauses import CLAUSES

_CASES = Path(__file__).parent / "cases"
HEADS = {
    "must-head always": "always",
    "must-head even after trump": "always-in-suit",
    "must-head trumps only": "trumps",
    "must-head trump leads only": "trump-led",
    "must-head, undertrump not forced": "free-if-beaten",
    "follow only, trump if void": "never",
}
"""The reading of the duty to beat by what the recorded cases of other programs call it."""


def cases(name: str) -> list[Any]:
    """The cases of a file, each a parameter that is called by its title."""
    listed = json.loads((_CASES / f"{name}.json").read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["title"]) for case in listed]


def named_clauses(case: dict[str, Any]) -> set[str]:
    """The clauses that a case is about: those that the answer must cite, and those that it only rests on."""
    readings = {f"play.head.{head}" for head in case.get("heads", ())}
    return {*case["clauses"], *case.get("rests_on", ())} | readings


def check_answer(command: str, case: dict[str, Any]) -> None:
    """The request's answer holds every key of ``answer`` with this value, and cites every one of ``clauses``."""
    said = answer(command, case["request"])
    assert "error" not in said, said
    if case["answer"] == "refused":
        assert "refused" in said, said
    else:
        assert {key: said.get(key) for key in case["answer"]} == case["answer"], said
    assert set(case["clauses"]) <= CLAUSES.keys()
    assert set(case["clauses"]) <= cited(said), said


def cited(said: dict[str, Any]) -> set[str]:
    """Every clause that an answer names, wherever it names it."""
    if "refused" in said:
        return set(said["refused"]["clauses"])
    if "illegal" in said:
        return {clause for card in said["illegal"] for clause in card["clauses"]}
    return {meld["clause"] for meld in said["melds"]} if "melds" in said else set(said.get("clauses", ()))
