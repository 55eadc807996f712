"""Puts one fault at a time into a copy of the checkout, where the tests of its room must fail.

Run it as ``python -m bench.mutations`` (half an hour on one processor), or with words that a fault's file must hold:
``python -m bench.mutations rules/ journal``. It runs what the README's command runs, with ``--thorough`` what CI does.
It exits with 1 if more than four go unnoticed, or with ``--thorough`` any.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from bench.bounds import Bounds

ROOT = Path(__file__).parents[1]
COPIED = (
    *("bench", "boot", "companion", "deploy", "docs", "sample_images", "static", "templates", "tests", "training"),
    *("bootstrap.py", "hatch_build.py", "pyproject.toml", "README.md", "CONTRIBUTING.md"),
)
LEFT_OUT = shutil.ignore_patterns("__pycache__", ".*")
THOROUGH = "--thorough"
BOUNDS = Bounds({"faults unnoticed": 4}, unit="")


class Fault(NamedTuple):
    """One place of the package or of its scripts as it is, once in its file, and as it would be wrong."""

    file: str
    right: str
    wrong: str
    tests: str
    """The tests of its room that must notice it: files and folders below ``tests/``."""


FAULTS = (
    # Four places that no test guarded at 660a87fd. Both columns that the first asks for come from one row, and its seal
    # is never null: asking for the other column would be no fault.
    Fault("store/journal.py", 'last["seal"] is None', 'last["seal"] == ""', "store/test_chain.py"),
    Fault("store/sqlite.py", "st_mode & 0o077", "st_mode & 0o007", "store/test_unavailable.py"),
    Fault("game/view/game.py", "return untouched and is_scored", "return deal is not None and is_scored", "game/view"),
    Fault("web/core/forms.py", '("after")[:MOST_BEFORE]', '("after")', "web/core/test_forms.py"),
    # The rules.
    Fault("rules/auction.py", "while is_barred(variant, multiple)", "if is_barred(variant, multiple)", "rules/auction"),
    Fault("rules/auction.py", "order = order[1:] + order[:1]", "order = order[:1] + order[1:]", "rules/auction"),
    Fault("rules/contract.py", "if amount % step and amount != least:", "if amount % step:", "rules/auction"),
    Fault("rules/contract.py", "laid - (held - Counter(melded))", "laid - held", "rules/test_table_rules.py"),
    Fault("rules/play.py", "max(range(len(trick)), key", "max(reversed(range(len(trick))), key", "rules/play"),
    Fault("rules/play.py", "head in binding and any(", "any(", "rules/play"),
    Fault("rules/count.py", "(whole and together < least)", "together < least", "rules/play rules/score"),
    Fault("rules/count.py", "points + -points %", "points - points %", "rules/play"),
    Fault("rules/meld/best.py", "for suit in Suit) - swallowed)", "for suit in Suit))", "rules/meld"),
    Fault("rules/score/deal.py", "change[side] >= bid", "change[side] > bid", "rules/score"),
    Fault("rules/score/ending.py", "points <= variant.floor", "points < variant.floor", "rules/score"),
    # The game.
    Fault("game/fold.py", "old.seat is None or new.seat == old.seat", "new.seat == old.seat", "game/decide"),
    Fault("game/fold.py", "replace(unsigned(state), deals", "replace(state, deals", "game/decide"),
    Fault("game/fold.py", "since <= deal.number <= last", "since < deal.number <= last", "game/decide"),
    Fault("game/decide/command.py", "replace(deal, record=()), state.standing", "state.standing", "game/decide"),
    Fault("game/decide/meld.py", "if shown.seat != seat and shown.cards", "if shown.cards", "game/decide"),
    Fault("game/decide/meld.py", "in deal.shown if shown.side != command.side", "in deal.shown", "game/decide"),
    Fault(
        "game/decide/command.py", "return _as_entered(state), state.won\n", "return _as_entered(state)\n", "game/decide"
    ),
    # The store.
    Fault("store/people.py", "enumerate(dict.fromkeys(names))", "enumerate(names)", "store/tables"),
    Fault(
        "store/membership.py",
        '"hash = ? and revoked_at is null"',
        '"hash = ?"',
        "store/test_membership.py",
    ),
    Fault("store/membership.py", 'and device = ? and not owns"', 'and device = ?"', "store/test_membership.py"),
    Fault("store/membership.py", "(owns or role != ?)", "(role != ?)", "store/test_membership.py"),
    Fault("store/photos.py", 'where example.owner = excluded.owner"', '"', "store/tables"),
    Fault("store/journal.py", "is Shelf.BIN and from_bin", "is Shelf.BIN", "store/test_journal_shelf.py store/files"),
    Fault(
        "store/houses.py",
        '"id = ? and version = ?"',
        '"id = ? or version = ?"',
        "store/tables",
    ),
    # The web.
    Fault("web/core/security.py", 'in {"same-origin", "none"}', 'in {"same-origin", "same-site", "none"}', "web/core"),
    Fault("web/core/security.py", "wait > limit.apart / 1000", "wait > limit.apart", "web/core"),
    Fault("web/core/security.py", 'path.startswith(("//", "/\\\\"))', 'path.startswith("//")', "web/core"),
    Fault("web/core/access.py", "not (act is RECORD and was_carried_out(game))", "True", "web/core web/share"),
    Fault("web/core/access.py", "return home() is Home.OPEN or", "return True or", "web/core web/share"),
    Fault("web/core/seat.py", "return is_club() or was_removed(game)", "return is_club()", "web/core web/share"),
    Fault("web/core/live.py", "if not self._taken[address]:", "if self._taken[address] < 0:", "web/core/test_live.py"),
    Fault("web/night/desk.py", "len(found.rounds) > 0", "len(found.rounds)", "web/night/test_pages.py"),
    Fault("web/night/case.py", "if not seen or sum(map(len, then.batches)) != seen:", "if not seen:", "web/night"),
    Fault("web/core/access.py", "night.shows_standing or directs(read.row.id)", "night.shows_standing", "web/night"),
    # The scripts of pages.
    Fault("static/js/numbers.js", "target === came", "target !== came", "browser/test_numbers.py"),
    Fault(
        "static/js/queue.js",
        'after.forEach((each) => fields.append("after", each));',
        "",
        "browser/test_outbox.py",
    ),
    Fault("static/js/kept.js", "else field.value = kept;", 'else field.value = "";', "browser/test_deal.py"),
    Fault("static/js/live.js", "|| !typing(part)) return;", ") return;", "browser/test_deal.py"),
    Fault("static/js/hasty.js", "if (!isInReach(control)) control.setA", "control.setA", "browser/test_hasty_thumb.py"),
    Fault("static/js/shrink.js", "const LONGEST = 2000;", "const LONGEST = 20000;", "browser/test_photo.py"),
    # Five that no test noticed at 2367c110.
    Fault(
        "game/decide/command.py",
        "case CorrectDeal():\n            return _as_entered(state), state.won",
        "case CorrectDeal():\n            return _as_entered(state)",
        "game/decide",
    ),
    Fault("web/night/desk.py", "number == len(found.rounds) > 0", "number == len(found.rounds)", "web/night"),
    Fault("store/people.py", "enumerate(dict.fromkeys(names))", "enumerate(names)", "store"),
    Fault("web/core/live.py", "if not self._taken[address]:", "if self._taken[address] < 0:", "web/core web/share"),
    Fault("rules/count.py", "points + -points % smallest", "points - points % smallest", "rules"),
)


def copy_to(folder: Path) -> None:
    """Copy what the tests need; what set-up fetched comes along."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / name, folder / name)


def pass_there(folder: Path, tests: str, options: list[str]) -> bool:
    """Return True if these tests pass in the copy; they stop at the first failure."""
    paths = [f"tests/{each}" for each in tests.split()]
    quiet = ["-q", "-x", "-p", "no:cacheprovider", "--no-header", "--tb=no"]
    argv = [sys.executable, "-m", "pytest", *quiet, *options, *paths]
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(argv, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if ran.returncode > 1:  # no test ran
        raise SystemExit(ran.stdout + ran.stderr)
    for line in ran.stdout.splitlines():
        if line.startswith(("FAILED", "ERROR")):
            print(line)
    return ran.returncode == 0


def goes_unnoticed(folder: Path, fault: Fault, options: list[str]) -> bool:
    """Return True if the tests of its room still pass.

    :raises SystemExit: if the place is not once in its file.
    """
    file = folder / ("" if fault.file.startswith("static/") else "companion") / fault.file
    right = file.read_text(encoding="utf-8")
    if right.count(fault.right) != 1:
        raise SystemExit(f"{fault.file} does not hold this once: {fault.right}")
    file.write_text(right.replace(fault.right, fault.wrong), encoding="utf-8")
    unnoticed = pass_there(folder, fault.tests, options)
    file.write_text(right, encoding="utf-8")
    print(f"{'UNNOTICED' if unnoticed else 'noticed'}  {fault.file}: {fault.right}", flush=True)
    return unnoticed


def main() -> int:
    """Try each fault whose file holds one of the words, or all; 1 if too many go unnoticed."""
    options = [THOROUGH] if THOROUGH in sys.argv else []
    words = [word for word in sys.argv[1:] if word not in options]
    faults = [fault for fault in FAULTS if not words or any(word in fault.file for word in words)]
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        copy_to(folder)
        if not pass_there(folder, " ".join(dict.fromkeys(" ".join(fault.tests for fault in faults).split())), options):
            raise SystemExit("Some fail without any fault.")
        missed = [fault for fault in faults if goes_unnoticed(folder, fault, options)]
    print(f"Of {len(faults)} faults unnoticed: {BOUNDS.said('faults unnoticed', len(missed))}")
    return 1 if missed and options else BOUNDS.status()


if __name__ == "__main__":
    sys.exit(main())
