"""Writes a ruling as JSON, and tells it in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.cli.ask.evidence import tell_evidence
from companion.rules.clauses import find_clause
from companion.rules.referee import Settled
from companion.store.codec import to_json


def spell_settled(settled: Settled) -> dict[str, Any]:
    """A ruling in the form of docs/referee.md."""
    told = to_json(settled)
    first = {key: told[key] for key in ("question", "verdict", "says", "steps", "conditions", "clauses")}
    resolutions = [clause for clause in settled.clauses if find_clause(clause).resolution]
    return {**first, "resolutions": resolutions, "elsewhere": told["elsewhere"], "consequence": told["consequence"]}


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
