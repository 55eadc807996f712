"""Pages and documents keep to today's words: ``tests/wording.txt`` lists what to write instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
EXAMPLES = r"^\| instead of \|.*?\n\n"
CODE = re.compile(rf"{EXAMPLES}|^```.*?^```$|`[^`\n]*`|\]\([^)\n]*\)|<!--.*?-->", re.MULTILINE | re.DOTALL)
MARKUP = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<[^>]*>|[\w-]+=\"[^\"]*\"", re.DOTALL)


def _read_words() -> dict[str, str]:
    lines = (ROOT / "tests" / "wording.txt").read_text(encoding="utf-8").splitlines()
    entries = (line.partition(" -> ") for line in lines if line and not line.startswith("#"))
    return {word: better for word, _, better in entries}


WORDS = _read_words()
AVOIDED = re.compile(rf"\b({'|'.join(map(re.escape, WORDS))})\b".replace(r"\ ", r"\s+"), re.IGNORECASE)


def _blank(part: re.Match[str]) -> str:
    """Nothing to read, in as many lines."""
    return "\n" * part[0].count("\n")


def _find(path: str, text: str) -> list[str]:
    read = (CODE if path.endswith(".md") else MARKUP).sub(_blank, text)
    return [
        f"{path}:{read.count(chr(10), 0, found.start()) + 1}: “{found[0]}”, better: "
        + WORDS[" ".join(found[0].lower().split())]
        for found in AVOIDED.finditer(read)
    ]


@pytest.mark.parametrize("page", [*DOCUMENTS, *TEMPLATES], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_keeps_to_todays_words(page: Path) -> None:
    assert _find(page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8")) == []


def test_a_word_to_avoid_is_named_with_its_file_and_line() -> None:
    text = "Fine.\n\n```\nwhoever\n```\nAn answer for `whoever`\nand Whoever asks is\ntold\n"
    assert _find("docs/a.md", text) == [
        "docs/a.md:7: “Whoever”, better: anyone who, the person who",
        "docs/a.md:8: “told”, better: entered, shown, sent, notified",
    ]
    assert _find("templates/a.html", "<p title='told'>{# told #}\n{{ told }} put\nright</p>") == [
        "templates/a.html:2: “put\nright”, better: correct, corrected"
    ]


def test_every_word_has_better_ones() -> None:
    assert len(WORDS) > 20
    assert [word for word, better in WORDS.items() if not better or AVOIDED.search(better)] == []
