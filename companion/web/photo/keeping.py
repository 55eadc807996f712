"""How long a photo is kept: a day, whether or not anybody sends another."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta, timezone
from threading import Event

from companion.store import Store, StoreError
from companion.store.tables.photos import Photo, Photos

KEPT_FOR = timedelta(hours=24)
LOOKED_AFTER_SECONDS = 600.0


def is_over(photo: Photo) -> bool:
    """Whether a photo has been kept for long enough; so is one from a day to come, which a wrong clock dated."""
    return not _oldest() <= photo.at <= _newest()


def forget_old(photos: Photos) -> int:
    """Throw away every photo whose time is over; how many there were."""
    return photos.prune(before=_oldest(), after=_newest())


def keep_forgetting(store: Store, stopped: Event) -> None:
    """Throw old photos away now and every ten minutes until ``stopped``; a full or locked disk only delays it."""
    while True:
        with suppress(StoreError):
            forget_old(store.photos)
            if store.waiting is not None:
                store.waiting.forget_old()
        if stopped.wait(LOOKED_AFTER_SECONDS):
            return


def _oldest() -> str:
    return _said(datetime.now(timezone.utc) - KEPT_FOR)


def _newest() -> str:
    return _said(datetime.now(timezone.utc) + KEPT_FOR)


def _said(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
