"""The folders of files other than Python (beside the package, or in it in a wheel), and the way to add an extra."""

from __future__ import annotations

import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
FOLDERS = ("templates", "static", "sample_images")
NOT_SET_UP = "There is no {}. In a checkout, `python3 bootstrap.py setup` puts it there; then try again."


class NotSetUp(RuntimeError):
    """Something is missing that set-up brings; the message says what to run."""


def install_again(extra: str) -> str:
    """The way to add an extra, for every kind of installation."""
    return f"install the companion again as pinochle-companion[{extra}], with uv, pipx or pip as before"


def is_one_file() -> bool:
    """Return True in the one-file program (deploy/one_file.py)."""
    return bool(getattr(sys, "frozen", False))


def shipped(folder: str) -> Path:
    """One of ``FOLDERS``, wherever this installation keeps it; a changed file shows at once in a checkout."""
    inside = PACKAGE / folder
    return inside if inside.is_dir() else PACKAGE.parent / folder


def vendored(pattern: str) -> list[Path]:
    """The files of others that a build puts into ``static/vendor``: scripts and icons.

    :raises NotSetUp: if there is none of this pattern.
    """
    found = sorted((shipped("static") / "vendor").glob(pattern))
    if not found:
        raise NotSetUp(NOT_SET_UP.format(f"{pattern} in {shipped('static') / 'vendor'}"))
    return found
