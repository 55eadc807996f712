"""Reads docs/seeds.md: its rows, the names in them, and the values that it says a variant has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from companion.rules.options import OPTIONS
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS

PAGE = (Path(__file__).parents[1] / "docs" / "seeds.md").read_text(encoding="utf-8")
NAME = re.compile(r"`([^`]+)`")
VARIANT_KEYS = frozenset(variant.key for variant in VARIANTS)
_ROW = re.compile(r"^- (\d+)(?:–(\d+))?: (.+)$")
_WITHOUT_A_RULE = re.compile(r"^Without a rule: ([^.]+)\.$", re.MULTILINE)
_SILENT_PART = "## What the variants have that no line gives"
_SILENT_ROW = re.compile(r"^- ((?:`[a-z0-9-]+` )+)`([^`]+)`: (.+)$")
_SETTING = re.compile(r"([a-z._-]+)(=|: )(.+)")
_BETWEEN = re.compile(r"[,;](?=(?:[^`]*`[^`]*`)*[^`]*$)")
"""What parts an answer: a comma that stands in no name."""


class Row(NamedTuple):
    text: str
    """The first three digits of the text."""
    first: int
    last: int
    answer: str

    @property
    def where(self) -> str:
        return f"{self.text}:{self.first}"

    @property
    def names(self) -> list[str]:
        return NAME.findall(self.answer)


class Setting(NamedTuple):
    """``bid.min=250``, in force in the variants named before it, or ``bid.min: 100``, which a house may choose."""

    where: str
    key: str
    part: str | None
    """``run`` of ``meld.table.run=[15,150]``."""
    in_force: bool
    value: Any
    variants: tuple[str, ...] = ()
    why: str = ""
    """What it rests on, where no line gives it."""

    def holds_in(self, variant: Variant) -> bool:
        """Whether the variant has this value."""
        value = OPTIONS[self.key].read(variant)
        value = value[self.part] if self.part else value
        return bool(self.value == value or str(self.value) == value)


def find_setting(name: str, where: str = "") -> Setting | None:
    """What a name says of an option; None if it says no value."""
    found = _SETTING.fullmatch(name)
    if not found:
        return None
    key, sign, value = found.groups()
    part = None
    if key not in OPTIONS:
        key, _, part = key.rpartition(".")
    return Setting(where, key, part, sign == "=", _value(value))


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def _rows() -> Iterator[Row]:
    text = ""
    for line in PAGE.split(_SILENT_PART)[0].splitlines():
        if heading := re.match(r"## (\d{3}): ", line):
            text = heading[1]
        elif re.match(r"- \d", line):
            found = _ROW.match(line)
            assert found, f"not a row: {line}"
            first, last, answer = found.groups()
            yield Row(text, int(first), int(last or first), answer)


def _without_a_rule() -> Iterator[tuple[str, set[int]]]:
    """For each text, the lines that its section lists as holding no rule."""
    for part in re.split(r"^## ", PAGE.split(_SILENT_PART)[0], flags=re.MULTILINE)[1:]:
        found = _WITHOUT_A_RULE.search(part)
        assert found, f"no list of lines without a rule: {part[:20]}"
        spans = (span.partition("–") for span in found[1].split(","))
        yield part[:3], {number for first, _, last in spans for number in range(int(first), int(last or first) + 1)}


def pieces(row: Row) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """The variants that each part of an answer names, up to the next comma, and what it says of them."""
    for piece in _BETWEEN.split(row.answer):
        names = NAME.findall(piece)
        yield (
            tuple(name for name in names if name in VARIANT_KEYS),
            [name for name in names if name not in VARIANT_KEYS],
        )


def _settings(row: Row) -> Iterator[Setting]:
    for variants, names in pieces(row):
        for setting in filter(None, (find_setting(name, row.where) for name in names)):
            yield setting._replace(variants=variants)


def _silent() -> Iterator[Setting]:
    for line in PAGE.split(_SILENT_PART)[1].splitlines():
        if line.startswith("- `"):
            found = _SILENT_ROW.match(line)
            setting = find_setting(found[2], line) if found else None
            assert found, f"not a row: {line}"
            assert setting, f"no value: {line}"
            yield setting._replace(variants=tuple(NAME.findall(found[1])), why=found[3])


ROWS = tuple(_rows())
TEXTS = {text: tuple(rows) for text, rows in groupby(ROWS, key=lambda row: row.text)}
WITHOUT_A_RULE = dict(_without_a_rule())
NAMED = {text: {name for row in rows for name in row.names} for text, rows in TEXTS.items()}
"""By text, every name in its rows."""
SETTINGS = tuple(setting for row in ROWS for setting in _settings(row))
SILENT = tuple(_silent())
"""The values on which the texts are silent."""
