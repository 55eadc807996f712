"""A night under two directors, its tables' phones and a stranger, in any order, held against a model.

A longer run: ``python -m tests.web.night.machine --sequences 100 --steps 40 --seed 1``. It goes on past violations and
prints each kind once, with the shortest of its sequences.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from typing_extensions import override

from tests import templates
from tests.web.night.play import Play, Violation

VERBS = (
    *("look", "draw", "swap", "totals", "correct", "penalty", "leave", "rest", "late", "come_by_code"),
    *(
        "stay",
        "stay",
        "substitute",
        "substitute",
        "strange_name",
        "begin",
        "begin_again",
        "sign",
        "delete",
        "delete_night",
        "undo",
        "shut",
        "kill",
        "restore",
    ),
)
OFTEN = ("look", "draw", "totals", "totals", "begin")
"""What happens most at a night; otherwise few sequences come to a second round."""
NUMBERS = st.integers(0, 23)
Step = tuple[str, int, int, int]


class AtNight(RuleBasedStateMachine):
    """A night, and a random sequence of steps."""

    alone: ClassVar = False
    """True at tables of three, each alone."""
    played: ClassVar[list[int]] = []
    """How many steps each sequence had."""

    def __init__(self) -> None:
        super().__init__()
        self.playing, self.steps = Play(alone=self.alone), 0

    @override
    def teardown(self) -> None:
        try:
            self.playing.look_at_pages()
        finally:
            self.playing.close()
            self.played.append(self.steps)


def machine(*, alone: bool) -> type[AtNight]:
    """The machine, with a rule for each step."""
    named: dict[str, Any] = {f"{verb}_{place}": _rule(verb) for place, verb in enumerate((*VERBS, *OFTEN))}
    return type("AtNightOf", (AtNight,), {**named, "played": [], "alone": alone})


def _rule(verb: str) -> Any:
    def play(self: AtNight, by: int, which: int, number: int) -> None:
        self.steps += 1
        getattr(self.playing, verb)(by, which, number)
        self.playing.count_again()

    return rule(by=NUMBERS, which=NUMBERS, number=NUMBERS)(play)


def run(steps: list[Step], *, alone: bool) -> tuple[str, list[str], int, int]:
    """Return the violation of a sequence, if any, what was done in it, its steps, and the number of places counted."""
    playing = Play(strict=False, alone=alone)
    done = 0
    try:
        for verb, *numbers in steps:
            done += 1
            getattr(playing, verb)(*numbers)
            playing.count_again()
        playing.look_at_pages()
    except Violation as found:
        return str(found), playing.said, done, playing.compared
    finally:
        playing.close()
    return "", playing.said, done, playing.compared


def main() -> None:
    """Play as many sequences as asked, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sequences", type=int, default=50)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance, began, done = random.Random(asked.seed), time.monotonic(), 0
    compared = 0
    found: dict[str, list[list[str]]] = {}
    templates.keep_compiled(Path(tempfile.mkdtemp()))
    verbs = (*VERBS, *OFTEN)
    for number in range(asked.sequences):
        steps: list[Step] = [
            (chance.choice(verbs), chance.randrange(24), chance.randrange(24), chance.randrange(24))
            for _ in range(asked.steps)
        ]
        what, said, played, counted = run(steps, alone=number % 2 == 1)
        done, compared = done + played, compared + counted
        if what:
            found.setdefault(what, []).append(said)
    seconds = time.monotonic() - began
    print(f"{asked.sequences} sequences, {done} steps, {compared} places compared, {seconds:.0f} s, seed {asked.seed}")
    print(f"{sum(map(len, found.values()))} violations of {len(found)} kinds")
    for what, sequences in found.items():
        print(f"\n{what}\n  in {len(sequences)} sequences; the shortest:")
        for words in min(sequences, key=len):
            print(f"    {words}")


if __name__ == "__main__":
    main()
