"""``python -m bench.phone_update``: the bytes that one changed word costs a phone alone with the build before.

It builds the folder as it is and again with each change, in half a minute each. A word of the program itself is in
the snapshot of the memory, and costs all of that; no bound holds it.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from platformdirs import user_cache_path

from bench.bounds import Bounds
from companion.browser import build

COST = Bounds({"a word of a page": 1.0, "a word of a rule": 1.0}, "MB")
CHANGES = {
    "a word of a page": ("companion/templates/home/home.html", "All games, and search", "Every game, and search"),
    "a word of a rule": ("companion/rules/data/clauses/play.toml", "Anyone who holds", "Each player who holds"),
    "a word of the program": ("companion/web/core/assets.py", "is in no network", "has not joined a network"),
}
"""A file of the package each, with the words before and after."""


def changed(name: str, old: str, new: str) -> Callable[[], dict[str, bytes]]:
    """The files of the package with a change."""
    files = build.companion_files()
    text = files[name].decode()
    if old not in text:
        raise SystemExit(f"{name} says “{old}” no more: name another of its words in CHANGES.")
    return lambda: files | {name: text.replace(old, new).encode()}


def built(folder: Path) -> dict[str, tuple[str, int]]:
    """Build the folder; the sum and the size of each file that a phone fetches."""
    build.build(folder, user_cache_path("pinochle-companion"))
    told = json.loads((folder / "sw.js").read_text(encoding="utf-8").partition("\n")[0][len("const BUILD = ") : -1])
    own = (told["version"], (folder / "sw.js").stat().st_size)
    return {"sw.js": own} | {name: (sums, size) for name, (sums, size) in (told["files"] | told["later"]).items()}


def main() -> int:
    """Measure each change."""
    with tempfile.TemporaryDirectory() as name:
        before = built(Path(name, "site"))
        for what, change in CHANGES.items():
            with patch.object(build, "companion_files", changed(*change)):
                after = built(Path(name, "site"))
            fetched = {path: size for path, (sums, size) in after.items() if before.get(path, ("",))[0] != sums}
            cost = sum(fetched.values()) / 1e6
            said = COST.said(what, cost) if what in COST.limits else f"{cost:.2f} MB"
            print(f"{what}: {said}: {', '.join(sorted(fetched))}")
    return COST.status()


if __name__ == "__main__":
    sys.exit(main())
