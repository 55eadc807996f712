"""A longer run: ``python -m tests.web.rights --seconds 600 --seed 1``.

It goes on past violations and prints each kind once, with the shortest sequence that was found for it.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests import templates
from tests.web.rights.machine import Home, machine
from tests.web.rights.model import HOMES
from tests.web.rights.play import Step

EXAMPLES, STEPS = 20, 40


@dataclass
class Found:
    """What a run came across."""

    sequences: int = 0
    steps: int = 0
    times: dict[tuple[str, str], int] = field(default_factory=dict)
    """By home and name of a violation, in how many sequences it was found."""
    first: dict[tuple[str, str], tuple[int, list[Step]]] = field(default_factory=dict)
    """The same, with the number of the first such sequence."""


def run_some(home: str, number: int, found: Found) -> None:
    """Play some sequences in one kind of home and collect what they find."""
    made = machine(home, strict=False)
    asked = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        database=None,
        deadline=None,
        derandomize=False,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    run_state_machine_as_test(seed(number)(made), settings=asked)
    for steps, played in made.made:
        found.sequences += 1
        found.steps += len(steps)
        for name in dict.fromkeys(each.name for each in played.found):
            found.times[home, name] = found.times.get((home, name), 0) + 1
            found.first.setdefault((home, name), (found.sequences, steps))


def names_in(home: str, steps: Sequence[Step]) -> tuple[set[str], list[str]]:
    """The violations of a sequence, and what was done in it, in words."""
    playing = Home(home, strict=False)
    try:
        for step in steps:
            playing.play(step)
        if playing.model.games:
            playing.ask_everything()
    finally:
        playing.close()
    return {each.name for each in playing.found}, playing.said


def shortened(home: str, name: str, steps: Sequence[Step]) -> list[str]:
    """What is left of a sequence, in words, when every step is gone without which it finds the same."""
    kept, size = [*steps], max(len(steps) // 2, 1)
    while size:
        at = 0
        while at < len(kept):
            fewer = kept[:at] + kept[at + size :]
            if name in names_in(home, fewer)[0]:
                kept = fewer
            else:
                at += size
        size //= 2
    return names_in(home, kept)[1]


def main() -> None:
    """Run as long as asked, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--home", choices=HOMES, action="append")
    asked = parser.parse_args()
    began, found, number = time.monotonic(), Found(), asked.seed
    templates.keep_compiled(Path(tempfile.mkdtemp()))
    while time.monotonic() - began < asked.seconds:
        for home in asked.home or HOMES:
            run_some(home, number, found)
        number += 1
    print(f"{found.sequences} sequences, {found.steps} steps, {time.monotonic() - began:.0f} s, seed {asked.seed}")
    print(f"{len(found.first)} kinds of violations")
    for (home, name), (sequence, steps) in sorted(found.first.items()):
        print(
            f"\n[{home}] {name}\n  in {found.times[home, name]} sequences, the first was number {sequence}", flush=True
        )
        for words in shortened(home, name, steps):
            print(f"    {words}")


if __name__ == "__main__":
    main()
