"""A name that grep finds in the code leads to one room."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import companion

ROOT = Path(companion.__file__).parent
TREES = {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8")) for path in sorted(ROOT.rglob("*.py"))}
TWICE = 5
"""How many names of classes stand in two files; lower it with each that goes."""
SHOWN = 4
"""How many public functions are called ``show``; a view is named for its page."""
MOST_NAMES = 30
"""Where a file needs this many names of a module, it imports the module."""


def _files_by_class() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for file, tree in TREES.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found[node.name].add(file)
    return found


def test_hardly_a_name_of_a_class_stands_in_two_files() -> None:
    twice = {name: sorted(files) for name, files in _files_by_class().items() if len(files) > 1}
    assert len(twice) <= TWICE, twice


def test_hardly_a_public_function_is_called_show() -> None:
    shown = [
        file
        for file, tree in TREES.items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name == "show"
    ]
    assert len(shown) <= SHOWN, shown


def test_a_module_of_which_many_names_are_needed_is_imported_itself() -> None:
    many = [
        (file, node.module, len(node.names))
        for file, tree in TREES.items()
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and len(node.names) >= MOST_NAMES
    ]
    assert many == []
