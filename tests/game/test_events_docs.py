"""docs/events.md tells of every event and every command, and of none besides."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from companion.game.commands import Command
from companion.game.events import EVENTS
from companion.game.log import say
from tests.game.table import Table

_DOC = (Path(__file__).parents[2] / "docs" / "events.md").read_text(encoding="utf-8")


def _rows(heading: str) -> dict[str, str]:
    """The table under a heading: its first cell's name, and the rest of the row."""
    part = _DOC.split(f"## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", part, flags=re.MULTILINE))


def test_every_command_has_its_row() -> None:
    assert list(_rows("Commands")) == [command.__name__ for command in get_args(Command)]


def test_every_event_has_its_row() -> None:
    assert list(_rows("Events")) == [event.__name__ for event in EVENTS]


def test_only_events_and_commands_that_exist_are_named() -> None:
    known = {each.__name__ for each in (*EVENTS, *get_args(Command))}
    rows = [*_rows("Commands").values(), *_rows("Events").values()]
    assert {name for row in rows for name in re.findall(r"`([A-Z]\w+)`", row)} <= known


def test_the_first_event_reads_as_a_sentence() -> None:
    table = Table()
    assert say(table.history[0].event, table.state).endswith("with Ann, Ben, Cleo, Dan.")
