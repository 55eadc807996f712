"""The machine that keeps the games lets a phone into one that none can open any more."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.store import Link, Office, Role, open_store
from companion.store.membership import HOUSE, hashed
from companion.store.moments import now
from tests.cli.stored import AT, game, run

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


@pytest.mark.parametrize("office", Office)
def test_somebody_is_invited_into_a_club_before_it_has_games(tmp_path: Path, office: Office) -> None:
    open_store(tmp_path).close()
    told = run(tmp_path, "invite", "--club", office.value)
    assert told.exit_code == 0
    assert "Set COMPANION_HOME=club" in told.stdout
    store = open_store(tmp_path)
    found = store.ways_in.find(told.stdout.splitlines()[0].rpartition("/in/")[2], now())
    assert found is not None
    assert (found.office, found.made_by) == (office, "")
    store.close()


def test_the_owner_of_a_house_by_invitation_gets_a_link(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    told = run(tmp_path, "invite", "--house")
    assert told.exit_code == 0
    store = open_store(tmp_path)
    assert store.keepers.find_link(told.stdout.strip().rpartition("/keep/")[2], AT) == HOUSE
    store.close()


def test_where_no_server_ever_ran_no_database_is_made_and_no_link(tmp_path: Path) -> None:
    for words in (("invite", "--club", "owner"), ("setup",)):
        told = run(tmp_path / "stray", *words)
        assert (told.exit_code, told.stdout) == (2, "")
        assert "there are no games in" in told.stderr
    assert not (tmp_path / "stray").exists()


def test_an_invitation_leads_to_the_public_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_store(tmp_path).close()
    monkeypatch.setenv("COMPANION_URL", "https://club.example")
    monkeypatch.setenv("COMPANION_HOME", "club")
    told = run(tmp_path, "invite", "--club", "owner")
    assert re.fullmatch(r"On the phone, https://club\.example/in/[\w-]{22}\n", told.stdout)


@pytest.mark.parametrize("words", [(), ("nosuchgame99", "--club", "owner")])
def test_one_says_whither_the_link_leads(tmp_path: Path, game: str, words: tuple[str, ...]) -> None:
    told = run(tmp_path, "invite", *words)
    assert told.exit_code == 2
    assert "name a game, or say --house, or --club owner" in told.stderr
