"""A file written by an older companion opens, and one written by a newer says so."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from companion.store import Appended, Link, Role, StoreError, open_store
from companion.store.chain import altered
from companion.store.files.game import check_store
from companion.store.membership import hashed
from companion.store.sqlite.migrations import MIGRATIONS
from tests.store.examples import event, numbers

FIRST, SECOND = "0001_game_and_entry", "0002_link"
AT = "2026-11-01T19:00:00.000+00:00"


def _write_oldest(path: Path) -> None:
    """A file as the very first schema had it, with one game in it."""
    with closing(Database(path, execute_plugins=False)) as db:
        MIGRATIONS.apply(db, stop_before=SECOND)
        db.execute(
            "insert into game values ('old', 'Friday', 'site', '{}', '{}', 2, ?, ?)",
            [AT, AT],
        )
        for seq in (1, 2):
            row = {"game_id": "old", "seq": seq, "batch": seq, "kind": "Counted", "who": "Ann", "at": AT}
            db.table("entry").insert(row | {"body": f'{{"v":1,"number":{seq}}}'})


def test_a_file_of_the_oldest_schema_is_brought_up_to_date_with_its_games(tmp_path: Path) -> None:
    _write_oldest(tmp_path / "companion.db")
    store = open_store(tmp_path)
    assert numbers(store.journal.read("old").entries) == [1, 2]
    assert altered(store.journal.read("old")) is None
    store.journal.append("old", 2, "k", [event(3)])
    assert altered(store.journal.read("old")) is None
    assert store.links.find_link(store.links.make_link("old", Role.SCORER, AT)) is not None
    store.close()


def test_a_link_to_watch_that_was_made_before_roles_is_a_watchers(tmp_path: Path) -> None:
    _write_oldest(tmp_path / "companion.db")
    with closing(Database(tmp_path / "companion.db", execute_plugins=False)) as db:
        MIGRATIONS.apply(db, stop_before="0012_member")
        for role in ("viewer", "scorer"):
            db.execute("insert into link values (?, 'old', ?, ?, null)", [hashed(f"a {role}'s"), role, AT])
    store = open_store(tmp_path)
    found = [store.links.find_link(token) for token in ("a viewer's", "a scorer's")]
    assert found == [Link("old", Role.WATCHER), Link("old", Role.SCORER)]
    store.close()


def test_a_key_of_an_older_companion_is_answered_whatever_it_was_sent_with(tmp_path: Path) -> None:
    _write_oldest(tmp_path / "companion.db")
    with closing(Database(tmp_path / "companion.db", execute_plugins=False)) as db, db.conn:
        db.execute("insert into outcome values ('old', 'tap', 2, 0)")
    store = open_store(tmp_path)
    assert store.journal.append("old", 2, "tap", [event(3)], imprint="other") == Appended("old", 2, replayed=True)
    store.close()


def test_what_a_phone_was_remembered_by_is_hashed_and_still_found(tmp_path: Path) -> None:
    _write_oldest(tmp_path / "companion.db")
    with closing(Database(tmp_path / "companion.db", execute_plugins=False)) as db, db.conn:
        MIGRATIONS.apply(db, stop_before="0015_hashed_device")
        for name in ("Ann", "Ben"):
            db.execute("insert into remembered_name values ('secret', ?, ?, 0, 1)", [name, AT])
        for owner in ("secret", "old", "deck:club"):
            db.execute("insert into agreement values (?, ?)", [owner, AT])
            db.execute("insert into deck values (?, ?, '{}', ?)", [owner, owner.encode(), AT])
            db.execute("insert into example values (?, ?, ?, '{}', ?)", [f"of {owner}", owner, b"jpeg", AT])
    with closing(open_store(tmp_path)) as store:
        assert store.people.remembered_names("secret") == ["Ann", "Ben"]
        for owner, known_as in (("secret", hashed("secret")), ("old", "old"), ("deck:club", "deck:club")):
            deck = store.examples.find_deck(known_as)
            assert store.examples.agrees(known_as)
            assert deck is not None
            assert deck.deck == owner.encode()
            assert [each.id for each in store.examples.all_of(known_as)] == [f"of {owner}"]
        assert not any(store.examples.agrees(raw) or store.examples.find_deck(raw) for raw in ("secret",))


def test_what_cannot_be_read_in_an_old_file_stays_unsealed_and_is_found(tmp_path: Path) -> None:
    _write_oldest(tmp_path / "companion.db")
    with closing(Database(tmp_path / "companion.db", execute_plugins=False)) as db, db.conn:
        db.execute("update entry set body = '{' where seq = 2")
    store = open_store(tmp_path)
    assert [finding[:25] for finding in check_store(store, lambda found: found)] == ["game old: of game old ent"]
    store.close()


def test_migrations_are_numbered_in_the_order_in_which_they_run() -> None:
    with closing(Database(memory=True, execute_plugins=False)) as empty:
        numbers = [step.name[:4] for step in MIGRATIONS.pending(empty)]
    assert numbers[0] == FIRST[:4]
    assert numbers == sorted(set(numbers))


def test_opening_twice_changes_nothing(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    with closing(Database(tmp_path / "companion.db", execute_plugins=False)) as db:
        before = db.schema
    open_store(tmp_path).close()
    with closing(Database(tmp_path / "companion.db", execute_plugins=False)) as db:
        assert db.schema == before


def test_before_a_file_is_brought_up_to_date_it_is_copied_and_never_otherwise(tmp_path: Path) -> None:
    file, copy = tmp_path / "companion.db", tmp_path / "companion-before-0002_link.db"
    for number in ("", "-2"):
        file.unlink(missing_ok=True)
        _write_oldest(file)
        for _ in range(2):
            open_store(tmp_path).close()
        with closing(Database(copy.with_stem(f"{copy.stem}{number}"), execute_plugins=False)) as db:
            assert [row["seq"] for row in db.table("entry").rows] == [1, 2]
            assert "link" not in db.table_names()
    assert len(list(tmp_path.glob("companion-before-*.db"))) == 2


def test_a_file_of_a_newer_companion_is_left_alone(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    with closing(Database(tmp_path / "companion.db", execute_plugins=False)) as db:
        row = {"migration_set": "companion", "name": "9999_from_the_future", "applied_at": AT}
        db.table("_sqlite_migrations").insert(row)
    with pytest.raises(StoreError, match="written by a newer companion"):
        open_store(tmp_path)
