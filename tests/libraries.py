"""Copies installed libraries."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from importlib import metadata
from pathlib import Path


def copy_library(library: str, folder: Path, copy: Callable[[Path, Path], object] = shutil.copy) -> None:
    """Copy an installed library; its programs stay where they are."""
    for file in metadata.files(library) or ():
        if ".." not in file.parts and "__pycache__" not in file.parts:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            copy(Path(str(file.locate())), folder / file)
