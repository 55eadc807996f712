"""Writes a ruling as JSON, and tells it in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.cli.ask.evidence import tell_evidence
from companion.rules.clauses import find_clause
from companion.rules.referee import Condition, Consequence, Elsewhere, Settled, Step


def spell_settled(settled: Settled) -> dict[str, Any]:
    """A ruling in the form of docs/referee.md."""
    return {
        "question": str(settled.question),
        "verdict": str(settled.verdict),
        "says": settled.says,
        "steps": [_step(step) for step in settled.steps],
        "conditions": [_condition(condition) for condition in settled.conditions],
        "clauses": list(settled.clauses),
        "resolutions": [clause for clause in settled.clauses if find_clause(clause).resolution],
        "elsewhere": [_elsewhere(each) for each in settled.elsewhere],
        "consequence": _consequence(settled.consequence) if settled.consequence else None,
    }


def _step(step: Step) -> dict[str, Any]:
    return {"says": step.says, "cards": [str(card) for card in step.cards]}


def _condition(condition: Condition) -> dict[str, Any]:
    cards = [str(card) for card in condition.cards]
    return {"says": condition.says, "cards": cards, "wanted": condition.wanted}


def _elsewhere(there: Elsewhere) -> dict[str, Any]:
    return {
        "option": there.option,
        "values": list(there.values),
        "rules": list(there.titles),
        "verdict": str(there.verdict),
        "says": there.says,
    }


def _consequence(consequence: Consequence) -> dict[str, Any]:
    return {
        "says": consequence.says,
        "end": str(consequence.end),
        "offender": consequence.offender,
        "misdeal": str(consequence.misdeal) if consequence.misdeal else None,
        "claimant": consequence.claimant,
    }


def tell_settled(answer: Mapping[str, Any]) -> str:
    """A ruling in words, or what a log proves, for people at a terminal."""
    if "proofs" in answer:
        return tell_evidence(answer)
    lines = [answer["says"], *(f"  {step['says']}" for step in answer["steps"])]
    for there in answer["elsewhere"]:
        lines += [f"At other tables: {there['says']}", *(f"  where: {rule}" for rule in there["rules"])]
    if answer["consequence"]:
        lines.append(f"What follows: {answer['consequence']['says']}")
    return "\n".join([*lines, f"({', '.join(answer['clauses'])})"])
