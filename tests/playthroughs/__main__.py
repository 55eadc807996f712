"""``python -m tests.playthroughs [--write]``: says which golden games come out otherwise today."""

from __future__ import annotations

import sys

from tests.playthroughs.transcript import rerun, transcripts


def main(arguments: list[str]) -> int:
    """Say what differs; with ``--write`` put it into the files. The status is 1 while something differs."""
    changed = [path for path in transcripts() if rerun(path.read_text(encoding="utf-8")) != path.read_text("utf-8")]
    for path in changed:
        if "--write" in arguments:
            path.write_text(rerun(path.read_text(encoding="utf-8")), encoding="utf-8")
        print(f"{'written' if '--write' in arguments else 'differs'}: {path.name}")
    return 1 if changed and "--write" not in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
