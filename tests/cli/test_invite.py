"""The machine that keeps the games lets a phone into one that none can open any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.store import Link, Role, open_store
from companion.store.membership import hashed
from tests.cli.test_store import AT, game, run

__all__ = ["game"]


@pytest.mark.parametrize(("words", "owned"), [((), True), (("--owner-lost",), False)])
def test_a_link_is_made_and_the_game_is_nobodys_only_where_that_is_said(
    tmp_path: Path, game: str, words: tuple[str, ...], owned: bool
) -> None:
    store = open_store(tmp_path)
    store.members.join(game, "lost", Role.SCORER, None, AT)
    store.members.own(game, hashed("lost"))
    store.close()
    told = run(tmp_path, "invite", game, *words)
    assert told.exit_code == 0
    store = open_store(tmp_path)
    assert store.links.find_link(told.stdout.strip().rpartition("/link/")[2]) == Link(game, Role.SCORER)
    assert [each.owns for each in store.members.members_of(game)] == [owned]
    store.close()


def test_for_a_game_that_is_not_there_those_that_are_are_named(tmp_path: Path, game: str) -> None:
    told = run(tmp_path, "invite", "nosuchgame99")
    assert told.exit_code == 2
    assert f"{game} (Friday)" in told.stderr
