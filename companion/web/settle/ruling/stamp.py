"""What is stamped on a ruling: its verdict in a word or two, as the question was put."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.referee import Question, Settled, Verdict


class Stamp(NamedTuple):
    """The word on a ruling, and how it looks."""

    says: str
    look: Verdict


_SAYS = {
    Verdict.LEGAL: "Allowed",
    Verdict.NOT_LEGAL: "Not allowed",
    Verdict.DEPENDS: "It depends",
    Verdict.ANSWER: "The answer",
}
_OF_A_SUM = {Verdict.LEGAL: "Right", Verdict.NOT_LEGAL: "Not right"}


def stamp_of(settled: Settled) -> Stamp:
    """The stamp: a meld's sum is right or not, and what went wrong is told rather than allowed."""
    if settled.question is Question.MISHAP:
        return Stamp(_SAYS[Verdict.ANSWER], Verdict.ANSWER)
    says = _OF_A_SUM if settled.question is Question.MELD else _SAYS
    return Stamp(says.get(settled.verdict, _SAYS[settled.verdict]), settled.verdict)
