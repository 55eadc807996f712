"""Where the files lie that hold no Python: at the top of a checkout, inside the package in a wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
FOLDERS = ("templates", "static", "sample_images")


def shipped(folder: str) -> Path:
    """One of ``FOLDERS``, wherever this installation keeps it; a changed file shows at once in a checkout."""
    inside = PACKAGE / folder
    return inside if inside.is_dir() else PACKAGE.parent / folder
