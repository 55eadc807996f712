"""``python -m tests.playthroughs [--write]``: says which golden games come out otherwise today."""

from __future__ import annotations

import sys

from tests.playthroughs.transcript import rerun, transcripts


def main(arguments: list[str]) -> int:
    """Say what differs; with ``--write`` put it into the files. The status is 1 while something differs."""
    played = {path: rerun(path.read_text(encoding="utf-8"))[0] for path in transcripts()}
    changed = [path for path, text in played.items() if text != path.read_text(encoding="utf-8")]
    for path in changed:
        if "--write" in arguments:
            path.write_text(played[path], encoding="utf-8")
        print(f"{'written' if '--write' in arguments else 'differs'}: {path.name}")
    return 1 if changed and "--write" not in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
