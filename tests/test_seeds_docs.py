"""docs/seeds.md goes through the texts behind the rulebook: all of their lines, and only names that exist."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.rules.card import clauses_played
from companion.rules.card_plan import OFF
from companion.rules.clauses import CLAUSES
from companion.rules.clauses.clause import AGREED, OTHER_TABLES, Clause
from companion.rules.options import OPTIONS, Option
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from companion.rules.words import describe_option

PAGE = Path(__file__).parents[1] / "docs" / "seeds.md"
SEEDS = Path(__file__).parents[2] / "shared" / "seeds"
MARKS = ("*advice*", "*history*", "*example*", "*heading*", "*custom*", "*page*", "**missing**: ")
_ROW = re.compile(r"^\| (\d+)(?:–(\d+))? \| ([^|]+) \| ([^|]+) \|$")
_NAME = re.compile(r"`([^`]+)`")
_SETTING = re.compile(r"([a-z._-]+)(=|: )(.+)")
_BETWEEN = re.compile(r"[,;](?=(?:[^`]*`[^`]*`)*[^`]*$)")
"""What parts an answer: a comma that stands in no name."""
_LONGEST = 6
"""So many words in the same order would be theirs and not our own."""

needs_texts = pytest.mark.skipif(not SEEDS.is_dir(), reason=f"{SEEDS} is not here")


class Row(NamedTuple):
    text: str
    """The first three digits of the text."""
    first: int
    last: int
    rule: str
    answer: str

    @property
    def where(self) -> str:
        return f"{self.text}:{self.first}"

    @property
    def names(self) -> list[str]:
        return _NAME.findall(self.answer)


class Setting(NamedTuple):
    """``bid.min=250``, in force in the variants named before it, or ``bid.min: 100``, which a house may choose."""

    where: str
    key: str
    part: str | None
    in_force: bool
    value: Any
    variants: tuple[str, ...]


def _rows() -> Iterator[Row]:
    text = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## (\d{3}): ", line):
            text = heading[1]
        elif line.startswith("| ") and line[2].isdigit():
            found = _ROW.match(line)
            assert found, f"not a row: {line}"
            first, last, rule, answer = found.groups()
            yield Row(text, int(first), int(last or first), rule, answer)


def _setting(name: str) -> tuple[str, str | None, str, str] | None:
    """An option's key, the part of its value, the sign and the value; None if the name is no setting."""
    found = _SETTING.fullmatch(name)
    if not found:
        return None
    key, sign, value = found.groups()
    if key in OPTIONS:
        return key, None, sign, value
    key, _, part = key.rpartition(".")
    return key, part, sign, value


def _pieces(row: Row) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """The variants that each part of an answer names, up to the next comma, and what it says of them."""
    for piece in _BETWEEN.split(row.answer):
        names = _NAME.findall(piece)
        yield tuple(name for name in names if name in _VARIANTS), [name for name in names if name not in _VARIANTS]


def _settings(row: Row) -> Iterator[Setting]:
    for variants, names in _pieces(row):
        for key, part, sign, value in filter(None, map(_setting, names)):
            yield Setting(row.where, key, part, sign == "=", _value(value), variants)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


_VARIANTS = {variant.key for variant in VARIANTS}
ROWS = tuple(_rows())
TEXTS = {text: tuple(rows) for text, rows in groupby(ROWS, key=lambda row: row.text)}
NAMED = {text: {name for row in rows for name in row.names} for text, rows in TEXTS.items()}
SETTINGS = tuple(setting for row in ROWS for setting in _settings(row))
HELD = tuple((row.where, pieces) for row in ROWS for pieces in _pieces(row) if pieces[0])


def _clauses_of(source: str) -> Iterator[Clause]:
    return (clause for clause in CLAUSES.values() if clause.source.id == source and not clause.resolution)


def _is_in_use(option: Option, variant: Variant) -> bool:
    value = option.read(variant)
    is_off = value is False or (option.key in OFF and value == OFF[option.key])
    return not is_off and describe_option(variant, option.key).asked


def _texts() -> dict[str, list[str]]:
    return {path.name[:3]: path.read_text(encoding="utf-8").splitlines() for path in sorted(SEEDS.glob("*.txt"))}


def _phrases(text: str) -> set[tuple[str, ...]]:
    """What would be a copy: so many words on end, unless they are but the cards of a pack."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    runs = {tuple(words[i : i + _LONGEST]) for i in range(len(words) - _LONGEST + 1)}
    return {run for run in runs if any(len(word) > 2 for word in run)}


def test_all_five_texts_are_gone_through() -> None:
    assert list(TEXTS) == ["000", "001", "002", "003", "004"]
    assert len(ROWS) > 370


def test_every_name_is_a_clause_an_option_a_variant_or_a_value_of_an_option() -> None:
    known = CLAUSES.keys() | OPTIONS.keys() | _VARIANTS
    unknown = [
        f"{row.where} {name}"
        for row in ROWS
        for name in row.names
        if name not in known and not ((split := _setting(name)) and split[0] in OPTIONS)
    ]
    assert unknown == []


def test_every_row_names_what_answers_it_or_is_marked() -> None:
    assert [row.where for row in ROWS if not row.names and not row.answer.startswith(MARKS)] == []


def test_what_is_missing_has_its_reason() -> None:
    missing = [row for row in ROWS if "missing" in row.answer]
    assert [row.where for row in missing if not re.match(r"\*\*missing\*\*: \w.{10,}", row.answer)] == []


@pytest.mark.parametrize("setting", [each for each in SETTINGS if each.in_force], ids=lambda each: each.where)
def test_a_variant_has_the_value_that_its_text_gives(setting: Setting) -> None:
    assert setting.variants
    for key in setting.variants:
        value = OPTIONS[setting.key].read(find_variant(key))
        value = value[setting.part] if setting.part else value
        assert setting.value == value or str(setting.value) == value, key


def test_a_variant_holds_the_clauses_that_are_named_beside_it() -> None:
    wrong = [
        f"{where} {key} {name}"
        for where, (variants, names) in HELD
        for key in variants
        for name in names
        if not _setting(name) and name not in clauses_played(find_variant(key))
    ]
    assert wrong == []


@pytest.mark.parametrize("setting", [each for each in SETTINGS if not each.in_force], ids=lambda each: each.where)
def test_a_house_may_choose_what_a_text_leaves_open(setting: Setting) -> None:
    option = OPTIONS[setting.key]
    now = getattr(VARIANTS[0], option.field)
    option.form.load(setting.value, now)


@pytest.mark.parametrize("text", TEXTS)
def test_a_line_is_shared_only_where_one_rule_ends_and_the_next_begins(text: str) -> None:
    for before, row in pairwise(TEXTS[text]):
        same = (before.first, before.last) == (row.first, row.last)
        assert same or before.last <= row.first <= row.last, row.where


@needs_texts
def test_every_line_with_words_on_it_has_its_row() -> None:
    for text, lines in _texts().items():
        written = {number for number, line in enumerate(lines, 1) if re.search(r"\w", line)}
        told = {number for row in TEXTS[text] for number in range(row.first, row.last + 1)}
        assert sorted(written - told) == [], text
        assert max(told) <= len(lines), text


@needs_texts
def test_the_rules_are_told_in_words_of_our_own() -> None:
    theirs = set().union(*(_phrases("\n".join(lines)) for lines in _texts().values()))
    told = {row.where: _phrases(row.rule) | _phrases(_NAME.sub(" ", row.answer)) for row in ROWS}
    assert {where: shared for where, phrases in told.items() if (shared := phrases & theirs)} == {}


@pytest.mark.parametrize("text", TEXTS)
def test_every_clause_taken_from_a_text_answers_a_line_of_it(text: str) -> None:
    keys = {split[0] for name in NAMED[text] if (split := _setting(name))}
    assert [clause.id for clause in _clauses_of(text) if clause.id not in NAMED[text] | keys] == []


def test_every_clause_answers_a_line_or_another_table_or_is_our_own() -> None:
    named = set().union(*NAMED.values())
    named |= {split[0] for name in named if (split := _setting(name))}
    ours = {clause.id for clause in CLAUSES.values() if clause.resolution}
    elsewhere = {clause.id for clause in CLAUSES.values() if clause.source in (OTHER_TABLES, AGREED)}
    assert sorted(CLAUSES.keys() - named - ours - elsewhere) == []


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_every_clause_on_a_variant_s_options_is_on_its_card_or_its_own_in_the_rulebook(variant: Variant) -> None:
    told = [option for option in OPTIONS.values() if _is_in_use(option, variant)]
    decided = {clause for option in told for clause in (option.key, *option.value_clauses(variant))}
    assert sorted(decided - clauses_played(variant)) == []
