"""Pages, documents, messages and docstrings keep to today's words: ``tests/wording.txt`` lists better ones."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
READ = {
    "documents": DOCUMENTS,
    "templates": sorted((ROOT / "templates").rglob("*.html")),
    "scripts": sorted((ROOT / "static" / "js").glob("*.js")),
    "code": sorted((ROOT / "companion").rglob("*.py")),
}
EXAMPLES = r"^\| instead of \|.*?\n\n"
CODE = re.compile(rf"{EXAMPLES}|^```.*?^```$|``.*?``|`[^`\n]*`|\]\([^)\n]*\)|<!--.*?-->", re.MULTILINE | re.DOTALL)
MARKUP = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<[^>]*>|[\w-]+=\"[^\"]*\"", re.DOTALL)
CLEAN = ["companion", "bench", "boot", "training"]
NOUNLESS = re.compile(r"\s*(?:What|Whether|Those|Who|Whom|Whose|The\s+same)\b")
STATEMENT = re.compile(r"\s*(select|insert|update|delete|create|with|alter|drop)\b")
"""What begins so is for the database, not for people."""


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
    return [
        f"{path}:{line + read.count(chr(10), 0, found.start())}: “{found[0]}”, better: "
        + WORDS[" ".join(found[0].lower().split())]
        for line, read in _sentences(path, text)
        for found in AVOIDED.finditer(read)
    ]


def _sentences(path: str, text: str) -> Iterator[tuple[int, str]]:
    """What people read of a file, each part with its line: of Python every string that is more than a word."""
    if path.endswith(".py"):
        strings = (each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Constant))
        for each in strings:
            if isinstance(each.value, str) and " " in each.value and not STATEMENT.match(each.value):
                yield each.lineno, CODE.sub(" ", each.value).replace("\n", " ")
    else:
        yield 1, (MARKUP if path.endswith(".html") else CODE).sub(_blank, text)


def _nounless(path: str, text: str) -> list[str]:
    """The docstrings, those of fields too, that begin with neither a noun nor a verb."""
    strings = (each.value for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Expr))
    constants = (each for each in strings if isinstance(each, ast.Constant) and isinstance(each.value, str))
    return [
        f"{path}:{each.lineno}: “{' '.join(found[0].split())}”, better a noun or a verb: “Return the seats that …”"
        for each in constants
        if (found := NOUNLESS.match(str(each.value)))
    ]


@pytest.mark.parametrize("kind", READ)
def test_it_keeps_to_todays_words(kind: str) -> None:
    assert len(READ[kind]) > 10
    texts = ((file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")) for file in READ[kind])
    assert [found for path, text in texts for found in _find(path, text)] == []


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("docs/a.md", "Fine.\n\n```\nwhoever\n```\nFor `whoever`\nand Whoever asks is\ntold\n", "7 Whoever, 8 told"),
        ("templates/a.html", "<p title='told'>{# told #}\n{{ told }} put\nright</p>", "2 put\nright"),
        ("static/js/a.js", 'say(`${told}`, "as told");', "1 told"),
        ("companion/a.py", 'told = f"Fine {told} for ``told``, and told"\nrow("told", "select told, a")', "1 told"),
    ],
)
def test_a_word_to_avoid_is_named_with_its_file_and_line(path: str, text: str, found: str) -> None:
    wanted = [each.split(" ", 1) for each in found.split(", ")]
    assert _find(path, text) == [
        f"{path}:{line}: “{word}”, better: {WORDS[' '.join(word.lower().split())]}" for line, word in wanted
    ]


def test_every_word_has_better_ones() -> None:
    assert len(WORDS) > 20
    assert [word for word, better in WORDS.items() if not better or AVOIDED.search(better)] == []


@pytest.mark.parametrize("room", CLEAN)
def test_a_docstring_begins_with_a_noun_or_a_verb(room: str) -> None:
    files = [ROOT / room] if room.endswith(".py") else sorted((ROOT / room).rglob("*.py"))
    named = {file.relative_to(ROOT).as_posix(): file for file in files}
    assert named
    read = {path: file.read_text(encoding="utf-8") for path, file in named.items()}
    assert [found for path, text in read.items() for found in _nounless(path, text)] == []


def test_a_docstring_without_a_noun_is_named_with_its_file_and_line() -> None:
    text = '"""Whatever."""\nclass A:\n    """The\n    same."""\n    a: int\n    "Who."\n    b = "What."'
    assert [each.split("”")[0] for each in _nounless("a.py", text)] == ["a.py:3: “The same", "a.py:6: “Who"]
