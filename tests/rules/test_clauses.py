"""Every rule has a clause, and every clause is in our own words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

import companion.rules
from companion.rules.choices import Count, Head
from companion.rules.clauses import CLAUSES, ClauseError, find_clause
from companion.rules.options import OPTIONS
from companion.rules.pack import PACKS
from companion.rules.score.facts import Misdeal
from companion.rules.variants import VARIANTS

_FAMILIES = "card|pack|deal|meld|bid|trump|kitty|pass|lead|play|count|score|renege|misdeal|conduct|end|res|check"
_ID = re.compile(rf"\b(?:{_FAMILIES})\.[a-z0-9]+(?:[.-][a-z0-9]+)*")
_KEY = re.compile(r"[a-z]+(?:[.-][a-z]+)*")
_RUN = 8
"""So many words in the same order would be a copy."""


_ENGINE = sorted(Path(companion.rules.__file__).parent.rglob("*.py"))


def _literals(path: Path) -> Iterator[str]:
    """Every text in a module, its docstrings included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _phrases(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9]+", text.lower())
    return {tuple(words[i : i + _RUN]) for i in range(len(words) - _RUN + 1)}


def _option_keys(interface: str) -> set[str]:
    rows = re.findall(r"^\| ([a-z].*?) \| (.*) \|$", interface.split("## Option keys")[1], flags=re.MULTILINE)
    named = {key for cell, _ in rows for key in _KEY.findall(cell)}
    beside = {key for _, cell in rows for key in re.findall(r"(?:^|; )([a-z]+\.[a-z.-]+):", cell)}
    return (named | beside) - {"key"}


@pytest.mark.shared
def test_every_rule_of_the_rulebook_has_a_clause(shared: Path) -> None:
    ids = set(_ID.findall((shared / "rulebook.md").read_text(encoding="utf-8")))
    assert len(ids) > 100
    assert sorted(ids - CLAUSES.keys()) == []


@pytest.mark.shared
def test_every_option_of_the_interface_has_a_clause(shared: Path) -> None:
    keys = _option_keys((shared / "interface.md").read_text(encoding="utf-8"))
    assert len(keys) > 60
    assert sorted(keys - CLAUSES.keys()) == []


@pytest.mark.shared
def test_no_clause_is_copied_from_the_rulebook_or_the_texts(shared: Path) -> None:
    sources = [shared / "rulebook.md", shared / "interface.md", *sorted((shared / "seeds").glob("*.txt"))]
    theirs = set().union(*(_phrases(source.read_text(encoding="utf-8")) for source in sources))
    copied = {clause.id: _phrases(clause.text) & theirs for clause in CLAUSES.values()}
    assert {key: phrases for key, phrases in copied.items() if phrases} == {}


def test_a_clause_reads_as_one_to_four_whole_sentences() -> None:
    for clause in CLAUSES.values():
        assert clause.title and clause.section, clause.id
        assert clause.title[0].isupper() and not clause.title.endswith("."), clause.id
        assert clause.text[0].isupper() and clause.text.endswith("."), clause.id
        assert 1 <= len(re.findall(r"[.?](?: |$)", clause.text)) <= 4, clause.id


def test_a_clause_s_source_has_an_address_or_says_in_words_why_not_and_a_text_when_it_was_read() -> None:
    for source in {clause.source for clause in CLAUSES.values()}:
        assert source.name, source
        assert bool(source.address) != bool(source.instead), source
        assert source.read or not (source.address or source.id.isdigit()), source
        day = date.fromisoformat(source.read) if source.read else None
        assert source.read_on == (f"{day.day} {day:%B} {day.year}" if day else ""), source


@pytest.mark.shared
def test_no_address_is_given_that_the_texts_do_not_give(shared: Path) -> None:
    root = Path(__file__).parents[2]
    read_since = (root / "docs" / "tables.md", root / "companion" / "rules" / "data" / "known.toml")
    texts = [shared / "authorities.md", shared / "rulebook.md", *read_since, *(shared / "seeds").glob("*.txt")]
    given = "\n".join(text.read_text(encoding="utf-8") for text in texts)
    addresses = {clause.source.address.partition("//")[2] for clause in CLAUSES.values() if clause.source.address}
    assert len(addresses) > 3
    assert {address for address in addresses if address not in given} == set()


def test_every_resolution_says_that_it_is_one() -> None:
    assert all(clause.resolution for clause in CLAUSES.values() if clause.id.startswith("res."))
    assert {"pack.124", "score.renege.side", "score.double-set", "end.order"} <= {
        clause.id for clause in CLAUSES.values() if clause.resolution
    }


def test_no_two_clauses_share_an_id() -> None:
    assert all(key == clause.id for key, clause in CLAUSES.items())


def test_a_mistyped_id_is_answered_with_the_nearest_ones() -> None:
    with pytest.raises(ClauseError, match=r"did you mean play\.head"):
        find_clause("play.haed")


def test_an_id_like_no_other_is_simply_unknown() -> None:
    with pytest.raises(ClauseError, match=r"no such clause: .xyzzy.$"):
        find_clause("xyzzy")


def test_every_option_points_at_clauses_that_exist() -> None:
    named = {clause for option in OPTIONS.values() for clause in option.clauses}
    assert sorted(named - CLAUSES.keys()) == [], "add these to companion/rules/data/clauses/"


def test_every_clause_that_the_engine_cites_exists() -> None:
    literals = {word for path in _ENGINE for word in _literals(path) if _ID.fullmatch(word)}
    assert len(literals) > 80
    assert sorted(literals - CLAUSES.keys()) == []


def test_every_clause_is_cited_by_the_engine_an_option_or_a_preset() -> None:
    cited = {word for path in _ENGINE for word in _literals(path) if word in CLAUSES}
    cited |= {clause for option in OPTIONS.values() for clause in option.clauses}
    cited |= {clause for clause in CLAUSES for key in OPTIONS if clause.startswith((f"{key}.", f"{key}-"))}
    cited |= {f"count.{count}" for count in Count} | {f"pack.{name}" for name in PACKS}
    cited |= {f"score.misdeal.{kind}" for kind in Misdeal}
    cited |= {clause for variant in VARIANTS for clause in variant.rests_on}
    assert sorted(CLAUSES.keys() - cited) == []


def test_every_clause_that_a_preset_rests_on_exists() -> None:
    assert sorted({clause for variant in VARIANTS for clause in variant.rests_on} - CLAUSES.keys()) == []


def test_every_reading_of_the_duty_to_beat_every_count_and_every_pack_has_a_clause() -> None:
    built = {f"play.head.{head}" for head in Head} | {f"count.{count}" for count in Count}
    assert sorted((built | {f"pack.{name}" for name in PACKS}) - CLAUSES.keys()) == []
