"""Whatever the documents count is so: limits, defaults, exit statuses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boot import commands as boot_commands
from companion.cli.commands import CLOSED_PIPE, INTERRUPTED, USER_ERROR
from companion.settings import SETTINGS
from companion.web.asgi import EACH
from companion.web.core.security import BEGINNING, COMING_IN, IMPORTS, INVITING, JOINING, KEEPING, MINUTE, PHOTOS

ROOT = Path(__file__).parents[1]
WORDS = {2: "Two", 3: "Three", 4: "Four", 5: "Five"}


def document(name: str) -> str:
    """A document on one line, so that no line break hides a sentence."""
    return " ".join((ROOT / name).read_text(encoding="utf-8").split())


SENTENCES = [
    ("docs/hosting.md", f"sign-in links {COMING_IN.times} times, make {INVITING.times} of them, "),
    ("docs/hosting.md", f"use links to games {JOINING.times} times, send {PHOTOS.times} photos, "),
    (
        "docs/hosting.md",
        f"import {IMPORTS.times} files, and send {KEEPING.times} forms of house rules, seasons and nights;",
    ),
    ("docs/hosting.md", f"where phones are invited, it may begin {BEGINNING.times} games."),
    ("docs/hosting.md", f"{WORDS[EACH]} requests of one address run at a time"),
    ("docs/running.md", f"| {USER_ERROR} | a mistake that the user can correct"),
    ("docs/running.md", f"| {INTERRUPTED} | stopped by Ctrl-C |"),
    ("docs/running.md", f"| {CLOSED_PIPE} | nobody reads the output any longer"),
]


@pytest.mark.parametrize(("name", "says"), SENTENCES, ids=[says for _, says in SENTENCES])
def test_what_a_document_counts_is_so(name: str, says: str) -> None:
    assert says in document(name)


def test_the_limits_that_the_documents_name_are_those_of_a_minute() -> None:
    assert {each.seconds for each in (COMING_IN, INVITING, JOINING, KEEPING, PHOTOS, IMPORTS, BEGINNING)} == {MINUTE}


def test_each_default_in_the_table_of_settings_is_the_one_that_is_used() -> None:
    table = dict(re.findall(r"^\| `(COMPANION_\w+)` \| (.+?) \|", (ROOT / "docs/hosting.md").read_text(), re.MULTILINE))

    usual = {each.variable: each.shown(each.usual) for each in SETTINGS if each.usual}
    assert {variable: table[variable].strip("`") for variable in usual} == {
        variable: str(value) for variable, value in usual.items()
    }


def test_every_command_of_the_set_up_is_in_the_documents() -> None:
    page = document("CONTRIBUTING.md")
    listed = set(re.findall(r"python3 bootstrap\.py (\w+)", boot_commands.USAGE))
    assert {name for name in listed if f"python3 bootstrap.py {name}" in page} == listed
