"""``companion reader``: reads the photos that wait in a database, on whatever machine there is room."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from time import sleep
from typing import TYPE_CHECKING

import click

from companion.cli.commands import UserError
from companion.cli.where import Where, kept_in

if TYPE_CHECKING:
    from companion.store import Store

LOOKS_UP_SECONDS = 0.5
ALONE = "photos of games in an SQLite file are read by the server itself; readers apart need --database postgresql://…"


@click.command()
@kept_in("Where the games are kept; readers of their own need --database.")
def reader(where: Where) -> None:
    """Read the photos that wait in PostgreSQL, and learn decks, until Ctrl-C; on any machine that reaches it.

    As many readers as you like may run. What one leaves half done, another takes.
    """
    from companion.store import StoreError

    asked_to_stop: list[int] = []
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda number, _: asked_to_stop.append(number))
    try:
        store = where.open()
    except StoreError as fault:
        raise UserError(str(fault)) from fault
    try:
        with _reading(store):
            click.echo(f"Reading the photos of {store.database.where}. Ctrl-C stops it.")
            while not asked_to_stop:  # a signal that comes as a wait begins does not end that wait
                sleep(LOOKS_UP_SECONDS)
            store.bell.close()
    finally:
        store.close()
    click.echo("Stopped. What was not read yet is left to others.")


@contextmanager
def _reading(store: Store) -> Iterator[None]:
    """Take photos and lessons while the block lasts, each at a desk of its own."""
    from companion.web.deck import LESSON, teach_and_keep, teach_apart
    from companion.web.photo.desk import PHOTO, read_and_keep
    from companion.web.photo.line import FarLine, ReadingQueue

    if store.waiting is None:
        raise UserError(ALONE)
    photos, lessons = ReadingQueue(), ReadingQueue()
    lines = [
        FarLine(store.waiting, PHOTO, photos, partial(read_and_keep, store, photos)),
        FarLine(store.waiting, LESSON, lessons, partial(teach_and_keep, store, partial(teach_apart, lessons))),
    ]
    try:
        yield
    finally:
        for line in lines:
            line.close()
