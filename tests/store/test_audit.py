"""The contract of every back end: the audit log of games and of the club."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.store import Action, AuditEntry, NotFound, Shelf, Store
from companion.store.audit import write_entry
from tests.store.examples import FRIDAY, event

AT, LATER = (f"2026-11-{day}T20:00:00.000+00:00" for day in (16, 17))
INVITED = AuditEntry(None, AT, "Ann", Action.INVITED, "a member")


@pytest.fixture
def game(each_store: Store) -> str:
    return each_store.journal.create_game(FRIDAY, [event(1)]).game_id


def test_entries_are_listed_by_game_and_for_the_club(each_store: Store, game: str) -> None:
    removed = AuditEntry(game, LATER, "Ann’s phone", Action.REMOVED, "Bob’s phone")
    locked = AuditEntry(game, AT, "Ann’s phone", Action.LOCKED)  # a clock was set back between the two
    for entry in (removed, INVITED, locked):
        each_store.audit.record(entry)
    assert each_store.audit.of_game(game) == [removed, locked]
    assert each_store.audit.of_game("nowhere") == []
    assert each_store.audit.of_club(10) == [INVITED]


def test_the_club_log_gives_the_latest_entries_first(each_store: Store) -> None:
    entries = [replace(INVITED, detail=str(number)) for number in range(5)]
    for entry in entries:
        each_store.audit.record(entry)
    assert each_store.audit.of_club(3) == entries[:1:-1]


def test_an_entry_for_a_game_that_is_not_there_is_refused(each_store: Store) -> None:
    with pytest.raises(NotFound):
        each_store.audit.record(replace(INVITED, game_id="nowhere"))


def test_an_entry_is_written_with_its_change_or_not_at_all(each_store: Store) -> None:
    def fail() -> None:
        with each_store.database.write() as rows:
            write_entry(rows, INVITED)
            rows.count("no statement")

    with pytest.raises(Exception, match=r"(?i)syntax error"):
        fail()
    assert each_store.audit.of_club(10) == []
    with each_store.database.write() as rows:
        write_entry(rows, None)
        write_entry(rows, INVITED)
    assert each_store.audit.of_club(10) == [INVITED]


def test_an_action_of_a_newer_companion_is_read_as_it_stands(each_store: Store) -> None:
    each_store.audit.record(replace(INVITED, action="knighted"))
    assert each_store.audit.of_club(10) == [replace(INVITED, action="knighted")]


def test_entries_of_a_deleted_game_go_with_it(each_store: Store, game: str) -> None:
    each_store.audit.record(replace(INVITED, game_id=game))
    each_store.audit.record(INVITED)
    each_store.journal.lay(game, Shelf.BIN, AT)
    assert each_store.journal.empty_bin(LATER) == (game,)
    assert each_store.audit.of_game(game) == []
    assert each_store.audit.of_club(10) == [INVITED]
