"""Looks after an application while it is served: forgets what is old, makes a copy each night, gives figures away."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta, timezone
from pathlib import Path
from threading import Event, Thread

from flask import Flask

from companion.store import Store
from companion.store.backup import back_up_into, newest_backup
from companion.store.errors import StoreError
from companion.store.moments import at, evening_of, now
from companion.web.core.identity import long_unseen
from companion.web.night.games import fetch_missing
from companion.web.people.facts import gather
from companion.web.photo.desk import forget_old
from companion.web.shelf import forget_deleted, oldest_kept

LOOKED_AFTER_SECONDS = 600.0
PATIENCE_SECONDS = 10.0
UNANSWERED = timedelta(days=1)
"""The time to keep passkey challenges; they expire after minutes."""

_log = logging.getLogger(__name__)


@contextmanager
def looked_after(app: Flask) -> Iterator[None]:
    """Look after ``app`` while the block lasts, in which it is served; then close it.

    A photo or a lesson at hand is given up, before the store is closed in which it would be kept.

    :raises SettingError: if its figures can't be given at the address that was set.
    """
    store: Store = app.extensions["store"]
    _fetch_totals(app)
    stop_giving = _give_figures(app)
    stopped = Event()
    thread = Thread(target=_look_after, args=(app, stopped), name="caretaker", daemon=True)
    gatherer = Thread(target=gather, args=(app, stopped, True), name="gatherer", daemon=True)
    thread.start()
    gatherer.start()
    try:
        yield
    finally:
        stopped.set()
        stop_giving()
        store.bell.close()
        thread.join(PATIENCE_SECONDS)
        gatherer.join(PATIENCE_SECONDS)
        for line in ("reading_line", "lesson_line"):
            app.extensions[line].close()
        store.close()


def let_go(app: Flask) -> None:
    """Send those away who wait for news."""
    store: Store = app.extensions["store"]
    store.bell.close()


def _give_figures(app: Flask) -> Callable[[], None]:
    if not app.config["METRICS"]:
        return lambda: None
    from companion.web.measures import listen

    return listen(app)


def _look_after(app: Flask, stopped: Event) -> None:
    """Run the caretaker's work now and every ten minutes until ``stopped``, even without requests."""
    while True:
        with suppress(StoreError):
            forget(app.extensions["store"])
        if app.config["BACKUP_DIR"]:
            folder, keep = app.config["BACKUP_DIR"], app.config["BACKUP_KEEP"]
            now = datetime.now(timezone.utc).astimezone(app.extensions["zone"])
            back_up_nightly(app.extensions["store"], folder, keep, now)
        if stopped.wait(LOOKED_AFTER_SECONDS):
            return
        _fetch_totals(app)


def _fetch_totals(app: Flask) -> None:
    with suppress(StoreError), app.app_context():
        fetch_missing()


def forget(store: Store) -> None:
    """Throw away what is kept for a time only: photos, deleted games, work that waited too long."""
    forget_old(store.photos)
    forget_deleted(store.journal)
    store.nights.empty_bin(oldest_kept())
    forget_ended(store)
    if store.waiting is not None:
        store.waiting.forget_old()


def forget_ended(store: Store) -> None:
    """Throw away what has ended in a club: sign-ins of devices long unseen, ways in, questions nobody can answer."""
    store.accounts.forget_unseen(long_unseen())
    store.ways_in.forget_ended(now())
    store.passkeys.forget_answered(at(datetime.now(timezone.utc) - UNANSWERED))


def back_up_nightly(store: Store, folder: Path, keep: int, now: datetime) -> None:
    """Copy everything into the folder once an evening has ended since the last copy; what hinders it is logged.

    Evenings end at a fixed hour of the house's day, so the copies don't wander through it. After a night in which
    nothing was served it is made at once.

    :param now: by the clock of the table.
    """
    try:
        newest = newest_backup(folder, now)
        if newest is None or evening_of(newest.made_at.astimezone(now.tzinfo)) < evening_of(now):
            back_up_into(store, folder, keep, now)
    except (StoreError, OSError) as fault:
        _log.error("No backup was made: %s", fault)
