"""docs/tables.md goes through the pages behind auction pinochle and the known tables: only values that hold."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.rules.clauses import CLAUSES
from companion.rules.known import KNOWN_TABLES
from companion.rules.options import OPTIONS, with_options
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

PAGE = (Path(__file__).parents[1] / "docs" / "tables.md").read_text(encoding="utf-8")
_NAME = re.compile(r"`([^`]+)`")
_SETTING = re.compile(r"([a-z.-]+)(=|: )(.+)")


def _sections() -> Iterator[tuple[Variant, str]]:
    """The variant of each section, and its rows."""
    for section in PAGE.split("\n## ")[1:]:
        named = re.search(r"The (variant|table) `([a-z-]+)`", section)
        assert named, section[:40]
        yield find_variant(named[2]) if named[1] == "variant" else KNOWN_TABLES[named[2]].variant, section


def _settings() -> Iterator[tuple[Variant, str, bool, Any]]:
    for variant, section in _sections():
        for name in _NAME.findall(section):
            found = _SETTING.fullmatch(name)
            if found and found[1] in OPTIONS:
                yield variant, found[1], found[2] == "=", _value(found[3])


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def test_a_value_on_the_page_is_in_force_or_may_be_chosen() -> None:
    settings = list(_settings())
    assert len(settings) > 20
    for variant, key, in_force, value in settings:
        read = OPTIONS[key].read(variant)
        if in_force:
            assert read == value or str(read) == str(value), (variant.key, key)
        else:
            assert OPTIONS[key].read(with_options(variant, {key: value})) == value != read, (variant.key, key)


def test_every_name_on_the_page_is_an_option_a_clause_or_a_variant() -> None:
    variants = {variant.key for variant, _ in _sections()} | KNOWN_TABLES.keys()
    names = {found[1] if (found := _SETTING.fullmatch(name)) else name for name in _NAME.findall(PAGE)}
    assert sorted(names - OPTIONS.keys() - CLAUSES.keys() - variants - {"tests/test_tables_docs.py"}) == []


def test_every_known_table_has_its_section_and_each_of_its_changes_a_line() -> None:
    told = {variant.name: section for variant, section in _sections()}
    for table in KNOWN_TABLES.values():
        lines = told[table.house.name]
        assert [key for key in table.house.changes.keys() - _MEANT if f"`{key}=" not in lines] == []


_MEANT = {"unit", "bid.step", "bid.dealer-discount"}
"""What follows from the lowest bid: 300 is in tens."""


def test_every_page_says_when_it_was_read() -> None:
    pages = [line for line in PAGE.splitlines() if line.startswith("- http")]
    assert len(pages) > 5
    assert all(re.fullmatch(r"- https?://\S+ \(\d+ [A-Z][a-z]+ 20\d\d\): .+", page) for page in pages)
