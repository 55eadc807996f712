"""docs/seeds.md goes through the texts behind the rulebook: all of their lines, and only names that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from companion.rules.card import clauses_played
from companion.rules.clauses import AGREED, CLAUSES, OTHER_TABLES, Clause
from companion.rules.describe import describe_option
from companion.rules.options import OPTIONS, Option
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from tests.seeds_page import (
    NAME,
    NAMED,
    PAGE,
    ROWS,
    SETTINGS,
    SILENT,
    TEXTS,
    VARIANT_KEYS,
    WITHOUT_A_RULE,
    find_setting,
    pieces,
)

SEEDS = Path(__file__).parents[2] / "shared" / "seeds"
MISSING = "**missing**: "
OURS_ALONE = "**silent**: "
_LONGEST = 6
"""So many words in the same order would be theirs and not our own."""

needs_texts = pytest.mark.skipif(not SEEDS.is_dir(), reason=f"{SEEDS} is not here")


def _clauses_of(source: str) -> Iterator[Clause]:
    return (clause for clause in CLAUSES.values() if clause.source.id == source and not clause.resolution)


def _stands(key: str, variant: Variant, given: set[tuple[str, str]]) -> bool:
    """Whether the value is given for the variant, or for one that it has it from."""
    if (variant.key, key) in given:
        return True
    parent = find_variant(variant.parent) if variant.parent else None
    return parent is not None and not OPTIONS[key].differs(variant, parent) and _stands(key, parent, given)


def _is_in_use(option: Option, variant: Variant) -> bool:
    return not (option.read(variant) is False or option.is_off(variant)) and describe_option(variant, option.key).asked


def _answering(text: str) -> set[str]:
    """The clauses that the rows of a text name, those of the options included whose values they give."""
    return NAMED[text] | {setting.key for name in NAMED[text] if (setting := find_setting(name))}


def _texts() -> dict[str, list[str]]:
    return {path.name[:3]: path.read_text(encoding="utf-8").splitlines() for path in sorted(SEEDS.glob("*.txt"))}


def _phrases(text: str) -> set[tuple[str, ...]]:
    """What would be a copy: so many words on end, unless they are but the cards of a pack."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    runs = {tuple(words[i : i + _LONGEST]) for i in range(len(words) - _LONGEST + 1)}
    return {run for run in runs if any(len(word) > 2 for word in run)}


def test_all_five_texts_are_gone_through() -> None:
    assert list(TEXTS) == ["000", "001", "002", "003", "004"]
    assert sum(len(row.names) for row in ROWS) > 1000


def test_every_name_is_a_clause_an_option_a_variant_or_a_value_of_an_option() -> None:
    known = CLAUSES.keys() | OPTIONS.keys() | VARIANT_KEYS
    unknown = [
        f"{row.where} {name}"
        for row in ROWS
        for name in row.names
        if name not in known and not ((setting := find_setting(name)) and setting.key in OPTIONS)
    ]
    assert unknown == []


def test_every_row_names_what_answers_it_or_says_why_nothing_does() -> None:
    assert [row.where for row in ROWS if not row.names and not row.answer.startswith(MISSING)] == []


def test_what_is_missing_has_its_reason() -> None:
    missing = [row for row in ROWS if "missing" in row.answer]
    assert [row.where for row in missing if not re.match(r"\*\*missing\*\*: \w.{10,}", row.answer)] == []


def test_a_variant_has_the_value_that_its_text_gives() -> None:
    in_force = [each for each in SETTINGS if each.in_force]
    assert all(each.variants for each in in_force)
    assert [(each, key) for each in in_force for key in each.variants if not each.holds_in(find_variant(key))] == []


def test_a_variant_holds_the_clauses_that_are_named_beside_it() -> None:
    wrong = [
        f"{row.where} {key} {name}"
        for row in ROWS
        for variants, names in pieces(row)
        for key in variants
        for name in names
        if not find_setting(name) and name not in clauses_played(find_variant(key))
    ]
    assert wrong == []


def test_a_house_may_choose_what_a_text_leaves_open() -> None:
    for setting in (each for each in SETTINGS if not each.in_force):
        option = OPTIONS[setting.key]
        option.form.load(setting.value, getattr(VARIANTS[0], option.field))


@pytest.mark.parametrize("text", TEXTS)
def test_a_line_is_shared_only_where_one_rule_ends_and_the_next_begins(text: str) -> None:
    for before, row in pairwise(TEXTS[text]):
        same = (before.first, before.last) == (row.first, row.last)
        assert same or before.last <= row.first <= row.last, row.where


@needs_texts
def test_every_line_with_words_on_it_has_its_row() -> None:
    for text, lines in _texts().items():
        written = {number for number, line in enumerate(lines, 1) if re.search(r"\w", line)}
        answered = {number for row in TEXTS[text] for number in range(row.first, row.last + 1)}
        assert sorted(written - answered - WITHOUT_A_RULE[text]) == [], text
        assert sorted(answered & WITHOUT_A_RULE[text]) == [], text
        assert max(answered | WITHOUT_A_RULE[text]) <= len(lines), text


@needs_texts
def test_the_rules_are_told_in_words_of_our_own() -> None:
    theirs = set().union(*(_phrases("\n".join(lines)) for lines in _texts().values()))
    assert _phrases(NAME.sub(" ", PAGE)) & theirs == set()


@pytest.mark.parametrize("text", TEXTS)
def test_every_clause_taken_from_a_text_answers_a_line_of_it(text: str) -> None:
    assert [clause.id for clause in _clauses_of(text) if clause.id not in _answering(text)] == []


def test_every_clause_answers_a_line_or_another_table_or_is_our_own() -> None:
    named = set().union(*map(_answering, TEXTS))
    ours = {clause.id for clause in CLAUSES.values() if clause.resolution}
    elsewhere = {clause.id for clause in CLAUSES.values() if clause.source.id in (OTHER_TABLES, AGREED)}
    assert sorted(CLAUSES.keys() - named - ours - elsewhere) == []


def test_every_clause_on_a_variant_s_options_is_on_its_card_or_its_own_in_the_rulebook() -> None:
    for variant in VARIANTS:
        told = [option for option in OPTIONS.values() if _is_in_use(option, variant)]
        decided = {clause for option in told for clause in (option.key, *option.value_clauses(variant))}
        assert sorted(decided - clauses_played(variant)) == [], variant.key


def test_every_value_of_a_variant_is_given_by_a_line_or_told_as_our_own() -> None:
    by_line = {(key, setting.key) for setting in SETTINGS if setting.in_force for key in setting.variants}
    silent = {(key, setting.key) for setting in SILENT for key in setting.variants}
    missing = [
        f"{variant.key} {option.key}"
        for variant in VARIANTS
        for option in OPTIONS.values()
        if _is_in_use(option, variant) and not _stands(option.key, variant, by_line | silent)
    ]
    assert missing == []
    assert sorted(by_line & silent) == []


def test_what_is_our_own_is_in_force_and_says_what_it_rests_on() -> None:
    for setting in SILENT:
        assert [key for key in setting.variants if not setting.holds_in(find_variant(key))] == [], setting
        rests_on = set(NAME.findall(setting.why))
        assert rests_on or setting.why.startswith(OURS_ALONE), setting
        assert sorted(rests_on - CLAUSES.keys() - VARIANT_KEYS) == [], setting
