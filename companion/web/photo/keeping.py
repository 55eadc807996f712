"""How long a photo is kept: a day, whether or not anybody sends another; and how many are, however many are sent."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from companion.store.moments import at
from companion.store.tables.photos import Photo, Photos

KEPT_FOR = timedelta(hours=24)
MOST_KEPT = 400
"""Of a game, and of all photos that are for none: 800 MB, were each of them noise. A photo is looked at for minutes."""


def is_over(photo: Photo) -> bool:
    """Whether a photo has been kept for long enough; so is one from a day to come, which a wrong clock dated."""
    return not _oldest() <= photo.at <= _newest()


def forget_old(photos: Photos) -> int:
    """Throw away every photo whose time is over; how many there were."""
    return photos.prune(before=_oldest(), after=_newest())


def forget_most(photos: Photos, game: str) -> None:
    """Of a game, or of none, throw away the oldest photos beyond what is kept."""
    photos.keep_newest(game or None, MOST_KEPT)


def _oldest() -> str:
    return at(datetime.now(timezone.utc) - KEPT_FOR)


def _newest() -> str:
    return at(datetime.now(timezone.utc) + KEPT_FOR)
