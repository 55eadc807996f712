"""Whatever the documents count is so: variants, limits, defaults, exit statuses."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from boot import commands as boot_commands
from companion.cli.commands import INTERRUPTED, USER_ERROR
from companion.rules.variants import VARIANTS
from companion.settings import SETTINGS
from companion.web.asgi import EACH
from companion.web.core.security import BEGINNING, COMING_IN, IMPORTS, INVITING, JOINING, MINUTE, PHOTOS

ROOT = Path(__file__).parents[1]
WORDS = {2: "Two", 3: "Three", 4: "Four", 5: "Five"}


def document(name: str) -> str:
    """A document on one line, so that no line break hides a sentence."""
    return " ".join((ROOT / name).read_text(encoding="utf-8").split())


SENTENCES = [
    ("README.md", f"**{len(VARIANTS)} variants**"),
    ("CHANGELOG.md", f"the {len(VARIANTS)}st variant"),
    ("docs/hosting.md", f"sign-in links {COMING_IN.times} times, make {INVITING.times}, "),
    ("docs/hosting.md", f"use {JOINING.times} links to games, send {PHOTOS.times} photos and "),
    ("docs/hosting.md", f"import {IMPORTS.times} files; where phones are invited, begin {BEGINNING.times} games."),
    ("docs/hosting.md", f"{WORDS[EACH]} requests of one address run at a time"),
    ("docs/running.md", f"0 for success; {USER_ERROR} for what the user can correct"),
    ("docs/running.md", f"; {INTERRUPTED} after Ctrl-C."),
]


@pytest.mark.parametrize(("name", "says"), SENTENCES, ids=[says for _, says in SENTENCES])
def test_what_a_document_counts_is_so(name: str, says: str) -> None:
    assert says in document(name)


def test_the_limits_that_the_documents_name_are_those_of_a_minute() -> None:
    assert {each.seconds for each in (COMING_IN, INVITING, JOINING, PHOTOS, IMPORTS, BEGINNING)} == {MINUTE}


def test_each_default_in_the_table_of_settings_is_the_one_that_is_used() -> None:
    table = dict(re.findall(r"^\| `(COMPANION_\w+)` \| (.+?) \|", (ROOT / "docs/hosting.md").read_text(), re.MULTILINE))

    usual = {each.variable: each.shown(each.usual) for each in SETTINGS if each.usual}
    assert {variable: table[variable].strip("`") for variable in usual} == {
        variable: str(value) for variable, value in usual.items()
    }


def exits() -> Iterator[tuple[str, str]]:
    """Each function of the command line that ends with a status of its own, and that status as it is written."""
    for path in (ROOT / "companion" / "cli").rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and ast.unparse(call.func) in {"sys.exit", "ctx.exit"}:
                        yield function.name, ast.unparse(call)


def test_only_the_commands_that_the_documents_name_end_with_1() -> None:
    by_status = defaultdict(set)
    for name, call in exits():
        by_status["1" if re.search(r"\(1\b", call) else "other"].add(name)
    sentence = re.search(r"; 1 from (.*?); 130", document("docs/running.md"))

    assert sentence is not None
    assert by_status["1"] == set(re.findall(r"`companion (\w+)`", sentence[1]))


def test_every_command_of_the_set_up_is_in_the_documents() -> None:
    page = document("CONTRIBUTING.md")
    listed = set(re.findall(r"python3 bootstrap\.py (\w+)", boot_commands.USAGE))
    assert {name for name in listed if f"python3 bootstrap.py {name}" in page} == listed
