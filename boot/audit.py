"""Asks whether a hole is known in a locked library: ``python3 bootstrap.py audit`` runs this after bandit.

The advisories are those of the Python Package Index, asked by pip-audit. An index that gives none away, or none at all,
is no good news: that is said, and ends with a status of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from boot.environment import program
from boot.install import LOCK

CLEAN, HOLES, NOT_REACHED = 0, 1, 3
Library = dict[str, Any]


def main() -> int:
    """Print what is known of every locked library; 0 if there is no hole, 1 if there is, 3 if that can't be known."""
    with TemporaryDirectory() as folder:
        found = ask(sorted(LOCK.glob("*.txt")), Path(folder) / "found.json")
    status, says = judge(found)
    print(says)
    return status


def ask(files: list[Path], into: Path) -> list[Library]:
    """Return pip-audit's result for each library of these files; empty if it could ask nobody."""
    asked = [word for file in files for word in ("-r", str(file))]
    argv = [str(program("pip-audit")), "--disable-pip", "--require-hashes", *asked, "--progress-spinner", "off"]
    done = subprocess.run([*argv, "-f", "json", "-o", str(into)], capture_output=True, text=True, check=False)
    if not into.exists():
        print(done.stderr.strip().rpartition("\n")[2], file=sys.stderr)
        return []
    libraries: list[Library] = json.loads(into.read_text(encoding="utf-8"))["dependencies"]
    return libraries


def judge(found: list[Library]) -> tuple[int, str]:
    """The status for the findings, and a report in words."""
    holes, unknown = list(_holes(found)), [each for each in found if "skip_reason" in each]
    if holes:
        return HOLES, "\n".join(holes)
    if unknown or not found:
        of = f"for {len(unknown)} of {len(found)} libraries" if found else "for any library"
        return NOT_REACHED, f"The advisories could not be reached {of}, so nothing is known of holes in them."
    return CLEAN, f"No hole is known in any of {len(found)} libraries."


def _holes(found: list[Library]) -> Iterator[str]:
    for each in found:
        for hole in each.get("vulns", ()):
            mended = ", ".join(hole["fix_versions"]) or "no version yet"
            yield f"{each['name']} {each['version']}: {hole['id']}, mended in {mended}"


if __name__ == "__main__":
    sys.exit(main())
