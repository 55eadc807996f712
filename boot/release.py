"""Says whether a tag is a release of this checkout: ``python3 -m boot.release v1.2.3``. It needs no library.

``.github/workflows/release.yml`` runs it before anything is built, and again before ``latest`` or the pages move.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from companion import __version__

ROOT = Path(__file__).resolve().parent.parent
_TAG = re.compile(r"v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", re.ASCII)
_HEADING = re.compile(r"^## \[(?P<version>[^]]+)\](?: – \d{4}-\d\d-\d\d)?$", re.MULTILINE)


def main() -> int:
    """Print the version of the tag, and if it is the highest; 1 with what is wrong if it is no release."""
    tag = sys.argv[1] if len(sys.argv) == 2 else ""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    listed = subprocess.run(["git", "tag", "--list"], cwd=ROOT, capture_output=True, text=True, check=True)
    if faults := release_faults(tag, __version__, changes):
        print(*faults, sep="\n", file=sys.stderr)
        return 1
    print(f"version={__version__}\nhighest={str(is_highest(tag, listed.stdout.split())).lower()}")
    return 0


def release_faults(tag: str, version: str, changes: str) -> list[str]:
    """Return what keeps a tag from being a release, a sentence each: version and changelog have to agree with it."""
    if not _TAG.fullmatch(tag):
        return [f"A release is tagged v1.2.3, with three numbers; {tag!r} is not."]
    faults = []
    if tag != f"v{version}":
        faults.append(f"The tag is {tag}, and companion/__init__.py says {version}: give both the same version.")
    heading = _HEADING.search(changes)
    if heading is None or heading["version"] != tag[1:] or not heading[0].endswith(tuple("0123456789")):
        faults.append(f"CHANGELOG.md has to begin with “## [{tag[1:]}] – ”, then the date, in place of “Unreleased”.")
    return faults


def is_highest(tag: str, tags: Iterable[str]) -> bool:
    """Return True if no other release among ``tags`` has a higher version."""
    found = [match for each in (*tags, tag) if (match := _TAG.fullmatch(each))]
    return max(found, key=_numbers)[0] == tag


def _numbers(match: re.Match[str]) -> tuple[int, ...]:
    return tuple(int(each) for each in match.groups())


if __name__ == "__main__":
    sys.exit(main())
