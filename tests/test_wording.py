"""Pages and documents keep to today's words: ``tests/wording.txt`` lists what to say instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WORDS = dict(
    line.split(" -> ")
    for line in (ROOT / "tests" / "wording.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
)
SEEN = [
    *(ROOT / "templates").rglob("*.html"),
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")),
]
QUOTED = re.compile(r"\{#.*?#\}|\{[{%].*?[}%]\}|<[^>]*>|`[^`]*`|^\|.*$", re.DOTALL | re.MULTILINE)
"""What nobody reads as a sentence: code, tags, comments of templates, and rows of tables, which may name a word."""


def relapses(text: str) -> Iterator[str]:
    """The lines of a text that say what they should not, each with what to say instead."""
    bare = QUOTED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for number, line in enumerate(bare.splitlines(), 1):
        for word, better in WORDS.items():
            if re.search(rf"\b{word}\b", line, re.IGNORECASE):
                yield f"line {number}: “{word}”; write: {better}"


@pytest.mark.parametrize("path", SEEN, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_page_keeps_to_todays_words(path: Path) -> None:
    assert [*relapses(path.read_text(encoding="utf-8"))] == []


def test_a_relapse_is_named_with_its_line_and_a_better_word() -> None:
    assert [*relapses("Fine.\nWhoever has it.")] == ["line 2: “whoever”; write: anyone who; the person who"]
    assert not [*relapses("<p class='whoever'>{# anew #} `colour`")]
