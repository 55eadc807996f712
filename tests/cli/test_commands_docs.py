"""docs/commands.md and docs/referee.md show what the commands really answer."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main

_PAGES = Path(__file__).resolve().parents[2] / "docs"
_DOCS = "\n".join((_PAGES / page).read_text(encoding="utf-8") for page in ("commands.md", "referee.md"))
_ASKED = re.compile(
    r"^\$ companion (?P<words>.*?)(?: <<'END'\n(?P<given>.*?)^END)?\n(?P<shown>.*?)(?=^\$ |\Z)",
    re.MULTILINE | re.DOTALL,
)


def _examples() -> Iterator[tuple[str, str, str]]:
    for block in re.findall(r"^```console\n(.*?)^```", _DOCS, flags=re.MULTILINE | re.DOTALL):
        for asked in _ASKED.finditer(block):
            yield asked["words"], asked["given"] or "", asked["shown"]


_EXAMPLES = list(_examples())


@pytest.mark.parametrize(("words", "given", "shown"), _EXAMPLES, ids=[words for words, _, _ in _EXAMPLES])
def test_an_example_of_the_docs_answers_as_shown(words: str, given: str, shown: str) -> None:
    run = CliRunner().invoke(main, shlex.split(words), input=given)
    assert run.output == shown


@pytest.mark.parametrize("command", ["variants", "meld", "legal", "trick", "score", "referee", "rules"])
def test_every_rules_command_has_an_example(command: str) -> None:
    assert command in {words.split()[0] for words, _, _ in _EXAMPLES}
    assert len(_EXAMPLES) == _DOCS.count("\n$ companion")
