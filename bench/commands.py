"""The cost of a command beside an empty Python: ``python -m bench.commands``.

Each command is run in turn with ``python -c pass``, and the medians of the processor time are compared.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from resource import RUSAGE_CHILDREN, getrusage

from bench.bounds import Bounds

BOUNDS = Bounds({"a count": 12, "an answer": 16}, unit="times python -c pass")
ROUNDS = 11
EMPTY = ("-c", "pass")
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Bytecode is kept, as it is where the companion is installed."""
COMMANDS: dict[tuple[str, ...], str] = {
    ("meld", "AS", "10S", "KS", "QS", "JS", "--trump", "S"): "a count",
    ("legal", "QH", "10H", "KS", "--trump", "S", "--trick", "AH"): "a count",
    ("score", "--bidder", "A", "--bid", "250", "--meld", "A=60,B=100", "--points", "A=200,B=50"): "a count",
    ("rules", "how", "many", "cards", "do", "we", "pass?"): "an answer",
    (
        "referee",
        '{"question": "play", "variant": "site", "trump": "S", "trick": "QH", "card": "JS", "hand": "JS 10H"}',
    ): "an answer",
}


def processor_time(words: Sequence[str]) -> float:
    """The seconds of processor time that Python takes to run these words.

    :raises SystemExit: if they fail.
    """
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *words], capture_output=True, check=False, env=ENVIRONMENT)
    after = getrusage(RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}: {done.stderr.decode()}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Print a line for each command; 1 if one is beyond its bound."""
    runs = {words: ["-m", "companion", *words] for words in COMMANDS} | {EMPTY: [*EMPTY]}
    rounds = [{words: processor_time(asked) for words, asked in runs.items()} for _ in range(ROUNDS)]
    spent = {words: [each[words] for each in rounds] for words in runs}
    empty = statistics.median(spent.pop(EMPTY))
    print(f"python -c pass: {empty * 1000:.0f} ms")
    for words, times in spent.items():
        took = statistics.median(times)
        print(f"companion {words[0]}: {took * 1000:.0f} ms, {BOUNDS.said(COMMANDS[words], took / empty, words[0])}")
    return BOUNDS.status()


if __name__ == "__main__":
    sys.exit(main())
