"""What lies behind a store."""

from __future__ import annotations

from companion.store import Store
from companion.store.sqlite import Sqlite


def sqlite_of(store: Store) -> Sqlite:
    """The SQLite file of a store."""
    assert isinstance(store.database, Sqlite)
    return store.database


BEFORE_THE_BIN = (
    "drop table left_out",
    "drop index night_by_day",
    *(f"alter table night drop column {name}" for name in ("played_on", "shelf", "shelved_at")),
    "create index night_by_day on night (day desc, created_at desc)",
)
"""Statements that make the tables of today those of version six, before nights had a bin."""
COLUMNS = (
    "select t.name as name, c.name as field from pragma_table_list t, pragma_table_info(t.name) c "
    "where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%'",
    "select table_name as name, column_name as field from information_schema.columns "
    "where table_schema = current_schema",
)
KEYS = (
    "select t.name as name, c.name as field from pragma_table_list t, pragma_table_info(t.name) c "
    "where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%' and c.pk > 0 order by t.name, c.pk",
    "select table_name as name, column_name as field from information_schema.key_column_usage "
    "join information_schema.table_constraints using (table_schema, table_name, constraint_name) "
    "where table_schema = current_schema and constraint_type = 'PRIMARY KEY' order by table_name, ordinal_position",
)
"""Statements for the columns of both databases, and for the columns of their primary keys, in order."""
