"""Compiles each template once, instead of once for every application."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from jinja2 import FileSystemBytecodeCache


def keep_compiled(folder: Path) -> None:
    """Keep the templates of every application that is made from now on compiled in a folder."""
    kept = folder / "templates"
    kept.mkdir(exist_ok=True)
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": FileSystemBytecodeCache(str(kept))}
