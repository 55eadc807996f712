"""Why a command is not carried out; an answer, never an exception."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.ruling import Ruling


@dataclass(frozen=True)
class Refusal:
    """One sentence that says what is wrong and what would be right."""

    says: str
    clauses: tuple[str, ...] = ()
    field: str | None = None
    """The part of the command that is wrong, where it is one part."""


def refusal_of(ruling: Ruling, field: str | None = None) -> Refusal:
    """A ruling against, as the answer to a command."""
    return Refusal(ruling.says, ruling.clauses, field)
