"""The disk of PostgreSQL is full: that is said, what was confirmed can be read, and with room it goes on."""

from __future__ import annotations

import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import Store, Unavailable, open_store
from companion.store.entries import altered
from tests.cluster import started
from tests.conftest import postgres_programs
from tests.store.examples import FRIDAY, LAST_OF_NIGHT, event, numbers, open_night
from tests.store.full_disk import fill, small_disk

KILOBYTES = 70_000
"""What a server takes that has just been made, and a little."""


def test_a_full_disk_of_postgresql_is_named_and_all_that_was_confirmed_can_be_read() -> None:
    programs = postgres_programs()
    # Not in pytest's own folder, which only its owner may enter: PostgreSQL runs as another.
    with tempfile.TemporaryDirectory(prefix="companion-disk-") as folder:
        Path(folder).chmod(0o755)
        with (
            small_disk(Path(folder) / "disk", KILOBYTES) as disk,
            started(programs, careful=True, within=disk) as cluster,
            closing(open_store(database=cluster.new_address())) as store,
        ):
            game = store.journal.create_game(FRIDAY, [event(1)]).game_id
            night = open_night(store, game)
            fill(disk)
            with pytest.raises(Unavailable, match="the disk of the database is full"):
                _write_much(store, game)
            confirmed = numbers(store.journal.read(game).entries)
            assert confirmed == list(range(1, len(confirmed) + 1))
            read = store.nights.read(night)
            assert read is not None and altered(read) is None and len(read.entries) == LAST_OF_NIGHT
            (disk / "ballast").unlink()
            version = store.journal.version(game)
            assert store.journal.append(game, version, "k", [event(9)]).version == version + 1


def _write_much(store: Store, game: str) -> None:
    for seen in range(store.journal.version(game), 1000):
        store.journal.append(game, seen, None, [event(seen + 1, who="Ann" * 500)])
