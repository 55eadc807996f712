"""A store for the commands to work on."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.game.events import DealBegun, GameStarted
from companion.store import NewEntry, NewGame, open_store
from companion.store.games import to_entries

AT = "2026-11-20T19:00:00.000+00:00"


STARTED = GameStarted("site", "{}", ("Ann", "Ben", "Cal", "Zoë"), "1")


def run(data: Path, *words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, [*words, "--data", str(data)], input=text)


@pytest.fixture
def game(tmp_path: Path) -> str:
    return _write_game(tmp_path, to_entries((STARTED, DealBegun(0)), "Ann's phone", AT))


def _write_game(data: Path, entries: list[NewEntry]) -> str:
    store = open_store(data)
    game = store.journal.create_game(NewGame("Friday", "site", AT), entries).game_id
    store.close()
    return game
