"""A companion that is newer than this one by one step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlite_utils import Database, Migrations

from companion.store.postgres import migrations as of_postgres
from companion.store.sqlite.migrations import MIGRATIONS, migration_names

STEP = "9981_more"


@contextmanager
def newer_companion() -> Iterator[None]:
    """Have another step while the block lasts."""
    more = Migrations("companion")
    more._migrations = [*MIGRATIONS._migrations]

    @more(name=STEP)
    def _more(db: Database) -> None:
        db.execute("create table more (id integer)")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.store.sqlite.database.MIGRATIONS", more)
        patch.setattr("companion.store.sqlite.database.migration_names", lambda: {*migration_names(), STEP})
        patch.setattr(of_postgres, "STEPS", of_postgres.STEPS | {STEP: "create table more (id integer)"})
        yield
