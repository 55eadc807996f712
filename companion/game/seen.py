"""Changes by others since a page was opened, to what its form is about: the one way for games and for nights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Theirs = TypeVar("Theirs")
When = TypeVar("When")
Step = TypeVar("Step")


@dataclass(frozen=True)
class Touched(Generic[Theirs]):
    """A conflict between a form and what others entered meanwhile, so that it can't just be written."""

    theirs: tuple[Theirs, ...]
    """The entries of others meanwhile that it touches."""
    same: bool
    """True if both say the same."""


def steps_that_touch(
    seen: When, steps: Iterable[Step], after: Callable[[When, Step], When], rests_on: Callable[[When], Any]
) -> Iterator[Step]:
    """The steps since ``seen`` that changed what a form rests on.

    :param after: the moment after one more step.
    :param rests_on: the part of a moment that must be unchanged for the form to mean the same.
    """
    then = seen
    for step in steps:
        before, then = then, after(then, step)
        if rests_on(before) != rests_on(then):
            yield step
