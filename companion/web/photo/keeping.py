"""How long a photo is kept: a day, whether or not anybody sends another."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from companion.store.moments import at
from companion.store.photos import Photo, Photos

KEPT_FOR = timedelta(hours=24)


def is_over(photo: Photo) -> bool:
    """Whether a photo has been kept for long enough; so is one from a day to come, which a wrong clock dated."""
    return not _oldest() <= photo.at <= _newest()


def forget_old(photos: Photos) -> int:
    """Throw away every photo whose time is over; how many there were."""
    return photos.prune(before=_oldest(), after=_newest())


def _oldest() -> str:
    return at(datetime.now(timezone.utc) - KEPT_FOR)


def _newest() -> str:
    return at(datetime.now(timezone.utc) + KEPT_FOR)
