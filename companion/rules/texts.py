"""The rulebook's texts: TOML files in ``data/`` beside the code, so that nobody needs Python to reword a rule."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar

Value = TypeVar("Value")


class TextError(ValueError):
    """A data file that cannot be used; the message names the file and the entry."""


class LazyTexts(Mapping[str, Value]):
    """A mapping that reads its files when it is first used."""

    def __init__(self, load: Callable[[], Mapping[str, Value]]) -> None:
        self._load = load
        self._loaded: Mapping[str, Value] | None = None

    def _entries(self) -> Mapping[str, Value]:
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded

    def __getitem__(self, key: str) -> Value:
        return self._entries()[key]

    def __contains__(self, key: object) -> bool:
        return key in self._entries()

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries())

    def __len__(self) -> int:
        return len(self._entries())


@lru_cache(maxsize=64)
def read_file(name: str) -> dict[str, Any]:
    """The contents of ``data/<name>.toml``.

    :raises TextError: if it is not TOML; the message names the line.
    """
    # Imported here, since who counts a meld reads no text.
    from importlib.resources import files

    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    text = files("companion.rules").joinpath("data", *f"{name}.toml".split("/")).read_text(encoding="utf-8")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TextError(f"data/{name}.toml: {error}") from None


def read_entries(name: str, required: Collection[str], optional: Collection[str] = ()) -> dict[str, dict[str, Any]]:
    """The entries of a file by key, each with its text on one line.

    :raises TextError: if an entry lacks a required field, has an unknown one, or leaves one empty.
    """
    entries = {key: entry for key, entry in read_file(name).items() if isinstance(entry, dict)}
    for key, entry in entries.items():
        for field in required:
            if field not in entry:
                raise TextError(f'data/{name}.toml: ["{key}"] has no {field} (a key with a dot needs quotes)')
        for field, value in entry.items():
            if field not in (*required, *optional):
                raise TextError(f'data/{name}.toml: ["{key}"] has an unknown field {field}')
            if value == "" or (isinstance(value, str) and not value.strip()):
                raise TextError(f'data/{name}.toml: {field} of ["{key}"] is empty')
    return {key: {field: one_line(value) for field, value in entry.items()} for key, entry in entries.items()}


def one_line(value: Any) -> Any:
    """A text without its line breaks; any other value as it is."""
    return " ".join(value.split()) if isinstance(value, str) else value


def names_in(value: str | Collection[str]) -> tuple[str, ...]:
    """The names in a field that holds one name or a list of them."""
    return (value,) if isinstance(value, str) else tuple(value)
