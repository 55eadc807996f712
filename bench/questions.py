"""The share of players' own questions answered by the right rule, and the time for an answer.

Run it as ``python -m bench.questions``. The cases are ``tests/rules/cases/questions.txt``, a line each: the asking
variant, the question, and the right clauses. Odd lines are there to work with, and ``--misses`` prints
those that fail; even lines only measure: nothing of them is printed, and the engine is never changed for one of them.
``questions_blind.txt`` is read alike; its author had seen the titles of the clauses and none of the synonyms. All of
``questions_strangers.txt``, by somebody who had seen the rulebook alone, is there to work with. All of
``questions_fresh.txt`` measures: its author saw the clauses, but no question or synonym that the engine knows.
``questions_threads.txt`` is read like the first; it says what people ask in public threads and rule pages.

``python -m bench.questions FILE.json`` measures another list, with the table as context and without, and by kind:
``[{"question": ..., "clauses": [...], "game": a game's key or null, "kind": ...}]``. ``questions_told.json`` is one,
there to work with: situations, numbers and German from public pages, labeled by somebody else. ``questions_held.json``
is the other half of it, which only measures.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.rules.known import games
from companion.rules.search import look_up
from companion.rules.search.ranking import QUESTIONS
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

CASES = Path(__file__).parents[1] / "tests" / "rules" / "cases" / "questions.txt"
BLIND = CASES.with_name("questions_blind.txt")
STRANGERS = CASES.with_name("questions_strangers.txt")
FRESH = CASES.with_name("questions_fresh.txt")
THREADS = CASES.with_name("questions_threads.txt")
TOLD, HELD = CASES.with_name("questions_told.json"), CASES.with_name("questions_held.json")


class Asked(NamedTuple):
    """A question, the table that asks, and its right clauses."""

    variant: Variant | None
    question: str
    right: frozenset[str]
    """The ids of the clauses any of which answers it."""
    kind: str = ""

    def place(self) -> int:
        """The place of the first right clause, from 1; 0 if there is none."""
        found = (each.clause.id for each in look_up(self.question, self.variant))
        return next((place for place, clause in enumerate(found, 1) if clause in self.right), 0)


class Figures(NamedTuple):
    """The share of questions that find a right clause first, and among the first three."""

    questions: int
    first: float
    in_three: float


def read_cases(cases: Path = CASES) -> tuple[list[Asked], list[Asked]]:
    """The questions to work with, and those that only measure: every other one."""
    asked = read_all(cases)
    return asked[::2], unknown(asked[1::2])


def read_all(cases: Path) -> list[Asked]:
    """Every question in a file."""
    return [_read(line) for line in cases.read_text(encoding="utf-8").splitlines()]


def read_told(cases: Path) -> list[Asked]:
    """Every question in a JSON file, asked by the table of its game."""
    told = json.loads(cases.read_text(encoding="utf-8"))
    return [
        Asked(games().get(each["game"]), each["question"], frozenset(each["clauses"]), each["kind"]) for each in told
    ]


def unknown(asked: Iterable[Asked]) -> list[Asked]:
    """The questions that the engine does not know word for word; known ones would measure nothing."""
    known = {_bare(question) for listed in QUESTIONS.values() for question in listed}
    return [each for each in asked if _bare(each.question) not in known]


def _bare(question: str) -> str:
    return question.strip(" ?.!").lower()


def _read(line: str) -> Asked:
    variant, question, right = (part.strip() for part in line.split(" | "))
    return Asked(find_variant(variant), question, frozenset(right.split()))


def measure(cases: Iterable[Asked]) -> Figures:
    """Measure the answers to these questions."""
    places = [case.place() for case in cases]
    return Figures(
        len(places),
        sum(place == 1 for place in places) / len(places),
        sum(1 <= place <= 3 for place in places) / len(places),
    )


def milliseconds(cases: Iterable[Asked]) -> list[float]:
    """The processor time of each answer."""
    return [_timed(case) for case in cases]


def _timed(case: Asked) -> float:
    begun = time.process_time()
    look_up(case.question, case.variant)
    return (time.process_time() - begun) * 1000


def report(misses: bool = False) -> Iterator[str]:
    """The figures in lines, with ``misses`` also the questions to work with whose first answer is not right."""
    (to_work_with, to_measure), (work_blind, measure_blind) = read_cases(), read_cases(BLIND)
    work_threads, measure_threads = read_cases(THREADS)
    strangers = read_all(STRANGERS)
    open_to_all = (*to_work_with, *work_blind, *strangers, *work_threads)
    yield from (_miss(case) for case in open_to_all if misses and case.place() != 1)
    halves = {"to work with": to_work_with, "to measure": to_measure, "blind, to work with": work_blind}
    halves |= {"blind, to measure": measure_blind, "strangers, to work with": strangers}
    halves |= {"fresh, to measure": unknown(read_all(FRESH))}
    halves |= {"threads, to work with": work_threads, "threads, to measure": measure_threads}
    yield from (_said(name, half) for name, half in halves.items())
    took = milliseconds([*to_work_with, *to_measure])
    yield f"an answer takes {statistics.median(took):.1f} ms, the slowest {max(took):.1f} ms"


def report_told(told: Sequence[Asked], misses: bool = False) -> Iterator[str]:
    """The figures of a JSON file in lines: with the table as context, without, and with it by kind."""
    yield from (_miss(case) for case in told if misses and case.place() != 1)
    yield _said("the game's table asks", told)
    yield _said("no table asks", [case._replace(variant=None) for case in told])
    for kind in sorted({case.kind for case in told}):
        yield _said(f"  {kind}", [case for case in told if case.kind == kind])
    took = milliseconds(told)
    yield f"an answer takes {statistics.median(took):.1f} ms, the slowest {max(took):.1f} ms"


def _said(name: str, cases: Sequence[Asked]) -> str:
    figures = measure(cases)
    shares = f"right first {figures.first:.1%}, in three {figures.in_three:.1%}"
    return f"{name:23} {figures.questions:4} questions: {shares}"


def _miss(case: Asked) -> str:
    found = [each.clause.id for each in look_up(case.question, case.variant)[:3]]
    table = case.variant.name if case.variant else "no table"
    return f"{table}: {case.question}\n    right {sorted(case.right)}, found {found}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("told", nargs="?", type=Path, metavar="FILE.json", help="measure these questions instead")
    parser.add_argument("--misses", action="store_true", help="print what fails among the questions to work with")
    asked = parser.parse_args()
    for line in report_told(read_told(asked.told), asked.misses) if asked.told else report(asked.misses):
        print(line)
