"""Every file in ``companion/rules/data/`` can be used; what is wrong is named with its file and line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.rules
from companion.cards import parse_cards
from companion.rules import clauses, words
from companion.rules.choices import MeldTable
from companion.rules.clauses import CLAUSES
from companion.rules.conditions import CONDITIONS
from companion.rules.options import OPTIONS
from companion.rules.search import ranking
from companion.rules.search.ranking import QUESTIONS
from companion.rules.search.terms import SYNONYMS
from companion.rules.texts import LazyTexts, TextError, one_line, read_entries, read_file
from companion.rules.variants import VARIANTS
from companion.rules.words import WORDS

DATA = Path(companion.rules.__file__).parent / "data"
FILES = sorted(path.relative_to(DATA).with_suffix("").as_posix() for path in DATA.rglob("*.toml"))
_NAMES = re.compile(r"\{([^}]*)\}")
_PLACEHOLDERS = {
    "pack": {"size", "copies", "ranks", ""},
    "score.save": {"lost", "little"},
    "bid.moon": {"name", "made", "failed", ""},
    "bid.no-trick": {"name", "made", "failed", ""},
    "score.throw-in.opponents": {"bidder", "others", "name", "failed", ""},
    "score.game-points": {"made", "failed", "saved"},
    "misdeal.hands": {"count", "ranks", ""},
    "units.prices": {"units", "start", ""},
    "check.contract": {"units", "start", ""},
}
"""By option, the names that may stand in braces in its sentences; elsewhere a figure without a name."""


def line_of(name: str, text: str) -> str:
    """Where a text stands: ``play.toml:17``; the file alone where it is wrapped over several lines."""
    lines = (DATA / f"{name}.toml").read_text(encoding="utf-8").splitlines()
    return next(
        (f"data/{name}.toml:{number}" for number, line in enumerate(lines, 1) if text in line), f"data/{name}.toml"
    )


def every_text(name: str, value: object) -> Iterator[str]:
    """Every text in a file, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from every_text(f"{name}.{key}", each)
    elif isinstance(value, list):
        for each in value:
            yield from every_text(name, each)


def test_every_file_belongs_to_a_list_of_chapters_or_is_read_by_name() -> None:
    chapters = {
        *(f"clauses/{chapter}" for chapter in clauses.CHAPTERS),
        *(f"options/{chapter}" for chapter in words.CHAPTERS),
        *(f"questions/{chapter}" for chapter in ranking.CHAPTERS),
    }
    assert set(FILES) == chapters | {"sources", "card", "examples", "known", "search", "synonyms", "german", "counters"}


@pytest.mark.parametrize("name", [name for name in FILES if name != "counters"])  # figures alone
def test_a_file_has_no_empty_text_and_none_with_straight_quotes(name: str) -> None:
    texts = list(every_text(name, read_file(name)))
    assert texts
    assert [line_of(name, text) for text in texts if not text.strip()] == []
    assert [line_of(name, text) for text in texts if "'" in text and not name.startswith("questions/")] == []


def test_every_question_stands_under_a_clause_that_exists() -> None:
    asked = [(f"questions/{chapter}", key) for chapter in ranking.CHAPTERS for key in read_file(f"questions/{chapter}")]
    assert [f"{line_of(name, key)}: no clause {key}" for name, key in asked if key not in CLAUSES] == []


def test_no_clause_s_questions_stand_in_two_places() -> None:
    keys = Counter(key for chapter in ranking.CHAPTERS for key in read_file(f"questions/{chapter}"))
    assert [key for key, times in keys.items() if times > 1] == []


def test_every_question_is_one_line_that_ends_like_a_sentence() -> None:
    lines = (
        (f"questions/{chapter}", line)
        for chapter in ranking.CHAPTERS
        for asked in read_file(f"questions/{chapter}").values()
        for line in asked.strip().splitlines()
    )
    wrong = [(name, line) for name, line in lines if not re.fullmatch(r"[A-Z0-9].*[^ ][.?!]", line)]
    assert [f"{line_of(name, line)}: {line}" for name, line in wrong] == []


def test_no_question_is_asked_twice_of_one_clause() -> None:
    twice = {clause: [q for q, times in Counter(asked).items() if times > 1] for clause, asked in QUESTIONS.items()}
    assert {clause: asked for clause, asked in twice.items() if asked} == {}


@pytest.mark.parametrize("field", ["when", "hangs_on", "goes_with"])
def test_a_clause_names_conditions_options_and_rules_that_exist(field: str) -> None:
    known = {"when": CONDITIONS.keys(), "hangs_on": OPTIONS.keys(), "goes_with": CLAUSES.keys()}[field]
    named = {clause.id: getattr(clause, field) for clause in CLAUSES.values() if getattr(clause, field)}
    listed = {key: (names,) if isinstance(names, str) else names for key, names in named.items()}
    assert {key: set(names) - known for key, names in listed.items() if set(names) - known} == {}


def test_a_sentence_on_the_card_names_conditions_that_exist_and_is_a_sentence() -> None:
    cases = [(clause.id, when, says) for clause in CLAUSES.values() for when, says in clause.card]
    assert len(cases) > 20
    assert [(key, when) for key, when, _ in cases if set(when) - CONDITIONS.keys()] == []
    assert [(key, says) for key, _, says in cases if not re.fullmatch(r"[A-Z].*\.", says)] == []


def test_an_option_s_words_name_conditions_that_exist() -> None:
    assert {key: each.when for key, each in WORDS.items() if set(each.when) - CONDITIONS.keys()} == {}


def test_every_condition_is_named_somewhere() -> None:
    named = {name for each in WORDS.values() for name in each.when}
    named |= {name for clause in CLAUSES.values() for name in clause.when}
    named |= {name for clause in CLAUSES.values() for when, _ in clause.card for name in when}
    assert sorted(CONDITIONS.keys() - named) == []


@pytest.mark.parametrize("key", WORDS)
def test_an_option_s_sentences_have_no_unknown_placeholder(key: str) -> None:
    sentences = [*WORDS[key].says.values(), *(saying.says for saying in WORDS[key].choices.values())]
    assert {name for says in sentences for name in _NAMES.findall(says)} <= _PLACEHOLDERS.get(key, {""})


def test_the_card_names_options_rules_and_melds_that_exist() -> None:
    card = read_file("card")
    named = {key for part in card["parts"] for line in part["lines"] for key in line}
    assert sorted(named - OPTIONS.keys() - CLAUSES.keys()) == []
    assert list(card["melds"]) == list(MeldTable.__dataclass_fields__)
    assert {clause for _, clause in card["melds"].values()} <= CLAUSES.keys()


def test_the_cards_of_the_examples_can_be_read() -> None:
    examples = read_file("examples")
    spelled = [*(cards for _, cards in examples["hands"]), *(cards for _, *turn in examples["turns"] for cards in turn)]
    assert all(parse_cards(cards) for cards in spelled)


def test_what_players_call_a_game_belongs_to_a_variant() -> None:
    assert read_file("search")["games"].keys() <= {variant.key for variant in VARIANTS}


def test_no_synonym_is_listed_in_two_chapters_and_no_phrase_is_empty() -> None:
    keys = Counter(key for chapter in read_file("synonyms").values() for key in chapter)
    assert [key for key, times in keys.items() if times > 1] == []
    assert [term for term, phrases in SYNONYMS.items() if not all(phrases)] == []


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ('["play.follow"]\ntext = "Follow."', r'data/trial.toml: \["play.follow"\] has no title'),
        ('[play.follow]\ntitle = "A"\ntext = "B"', r'data/trial.toml: \["play"\] has no title .*needs quotes'),
        ('["a"]\ntitle = "A"\ntext = " "', r'data/trial.toml: text of \["a"\] is empty'),
        ('["a"]\ntitle = "A"\ntext = "B"\ntekst = "C"', r'data/trial.toml: \["a"\] has an unknown field tekst'),
        ('["a"\ntitle = "A"', r"data/trial.toml: .*line 1"),
    ],
)
def test_a_slip_in_a_file_is_named(toml: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "trial.toml").write_text(toml, encoding="utf-8")
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path)
    read_file.cache_clear()
    with pytest.raises(TextError, match=message):
        read_entries("trial", ("title", "text"))


def test_texts_are_read_once_and_only_when_they_are_needed() -> None:
    read: list[str] = []

    def load() -> dict[str, str]:
        read.append("now")
        return {"key": "value"}

    texts = LazyTexts(load)
    assert read == []
    assert (texts["key"], len(texts), "key" in texts, list(texts)) == ("value", 1, True, ["key"])
    assert read == ["now"]


def test_a_text_that_is_wrapped_is_one_line() -> None:
    assert one_line("Follow\nsuit  if you can.\n") == "Follow suit if you can."
