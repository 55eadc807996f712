"""Copies in a folder: the newest few stay, and nothing else of the folder goes."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from companion.store import Store, StoreError
from companion.store.backup import back_up_into, backups_in, newest_backup

NOW = datetime(2026, 11, 20, 19, 4, 5, tzinfo=timezone.utc)


def test_the_newest_are_kept_and_what_is_named_otherwise_is_left_alone(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    others = [folder / name for name in ("companion.db", "companion-before-0012.db", "notes.txt")]
    for other in others:
        other.write_text("ours")
    made = [back_up_into(store, folder, 2, NOW + timedelta(days=day)) for day in range(4)]
    assert backups_in(folder) == made[2:]
    assert newest_backup(folder, NOW + timedelta(days=4)) == made[3]
    assert made[3].file.name == "companion-20261123T190405Z.db"
    assert all(other.read_text() == "ours" for other in others)


def test_where_none_can_be_written_none_is_thrown_away(store: Store, tmp_path: Path) -> None:
    made = back_up_into(store, tmp_path / "backups", 1, NOW)
    with pytest.raises(StoreError, match="exists already"):
        back_up_into(store, tmp_path / "backups", 1, NOW)
    assert backups_in(tmp_path / "backups") == [made]
    assert newest_backup(tmp_path / "nowhere", NOW) is None


def test_when_the_clock_is_set_back_copies_are_made_and_kept_as_ever(store: Store, tmp_path: Path) -> None:
    ahead = [back_up_into(store, tmp_path, 3, NOW + timedelta(days=365 + day)) for day in range(3)]
    assert newest_backup(tmp_path, NOW) is None
    made = [back_up_into(store, tmp_path, 3, NOW + timedelta(days=day)) for day in range(2)]
    assert backups_in(tmp_path) == [*made, ahead[2]]
    assert newest_backup(tmp_path, NOW + timedelta(days=1, hours=1)) == made[1]
