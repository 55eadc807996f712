"""docs/tables.md goes through the pages behind auction pinochle, data/known.toml through those of the known tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.rules.clauses import CLAUSES
from companion.rules.known import KNOWN_TABLES
from companion.rules.options import OPTIONS, with_options
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

_ROOT = Path(__file__).parents[1]
PAGE = (_ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
KNOWN = _ROOT / "companion" / "rules" / "data" / "known.toml"
_NAME = re.compile(r"`([^`]+)`")
_SETTING = re.compile(r"([a-z.-]+)(=|: )(.+)")


def _sections() -> Iterator[tuple[Variant, str]]:
    """The variant of each section, and its rows."""
    for section in PAGE.split("\n## ")[1:]:
        named = re.search(r"The variant `([a-z-]+)`", section)
        assert named, section[:40]
        yield find_variant(named[1]), section


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
    variants = {variant.key for variant, _ in _sections()}
    names = {found[1] if (found := _SETTING.fullmatch(name)) else name for name in _NAME.findall(PAGE)}
    assert sorted(names - OPTIONS.keys() - CLAUSES.keys() - variants - {"tests/test_tables_docs.py"}) == []


def test_each_change_of_a_known_table_says_what_its_page_says() -> None:
    lines = KNOWN.read_text(encoding="utf-8").splitlines()
    changes = [(before, line) for before, line in pairwise(lines) if re.match(r'("[a-z.-]+"|[a-z_]+) = ', line)]
    told = {line.split(" = ")[0].strip('"') for before, line in changes if "  # " in line or before.startswith("# ")}
    untold = {line.split(" = ")[0] for before, line in changes if "  # " not in line and not before.startswith("# ")}
    assert told == {key for table in KNOWN_TABLES.values() for key in table.house.changes}
    assert sorted(untold) == ["base", "name", "page", "played_by", "summary"]


def test_every_page_says_when_it_was_read() -> None:
    pages = [line for line in PAGE.splitlines() if line.startswith("- http")]
    assert len(pages) > 5
    assert all(re.fullmatch(r"- https?://\S+ \(\d+ [A-Z][a-z]+ 20\d\d\): .+", page) for page in pages)
