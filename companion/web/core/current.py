"""The running application's store, clock and signing key."""

from __future__ import annotations

from datetime import date, datetime, timezone, tzinfo
from typing import TypeVar
from zoneinfo import ZoneInfo

from flask import Flask, current_app
from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from companion.rules.known import find_game
from companion.rules.variant import Variant
from companion.store import Store, open_store
from companion.store.database import Json, Opening
from companion.store.journal import Journal
from companion.store.moments import evening_of, on_the_wall, read_day
from companion.store.photos import Photos


def init_app(app: Flask) -> None:
    """Show times in ``TIME_ZONE``.

    :raises ValueError: if there is no such zone; by default it is the zone of the machine that serves.
    """
    app.extensions["zone"] = _zone(app.config["TIME_ZONE"])
    app.jinja_env.filters.update(day=day, day_said=day_said, written_day=written_day, moment=moment)


def open_games(app: Flask) -> None:
    """Open the store in the application's data folder or database.

    On one phone photos wait in it, and nobody else brings its tables up to date.
    """
    config = app.config
    opening = Opening.UPGRADE if config["ALONE"] else Opening.AS_IT_IS
    app.extensions["store"] = open_store(config["DATA"], config["DATABASE"], opening, waits=config["ALONE"])


def close_store(app: Flask) -> None:
    """Close the store again."""
    store: Store = app.extensions["store"]
    store.close()


def current_store() -> Store:
    """The store of the current application."""
    found: Store = current_app.extensions["store"]
    return found


def journal() -> Journal:
    """The record of every game."""
    return current_store().journal


def find_rules(key: str) -> Variant:
    """The variant or the known table of this key, or the house variant of this id.

    :raises VariantError: if there is none of these.
    :raises HouseError: if the house variant no longer holds.
    """
    row = current_store().houses.find(key)
    return find_game(key, {key: row.house} if row else None)


def photos() -> Photos:
    """The photos being looked at, and what was read in them."""
    return current_store().photos


def _zone(name: str | None) -> tzinfo | None:
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, ValueError, OSError) as fault:
        raise ValueError(f"TIME_ZONE: there is no time zone {name!r} here; write it as Europe/Berlin") from fault


def evening(at: str) -> date | None:
    """The evening to which a stored time belongs; None where the time is damaged."""
    moment = on_the_wall(at, current_app.extensions["zone"])
    return evening_of(moment) if moment else None


def this_evening() -> date:
    """The evening that it is now."""
    return evening_of(datetime.now(timezone.utc).astimezone(current_app.extensions["zone"]))


def day(at: str) -> str:
    """The day of a stored time: ``20 November 2026``; of a damaged one, that it is none."""
    moment = on_the_wall(at, current_app.extensions["zone"])
    return day_said(moment.date()) if moment else "date unknown"


def moment(at: str) -> str:
    """A stored time to the minute: ``20 November 2026, 19:05``; of a damaged one, that it is none."""
    found = on_the_wall(at, current_app.extensions["zone"])
    return f"{day_said(found.date())}, {found:%H:%M}" if found else "date unknown"


def day_said(moment: date) -> str:
    """A day as people say it.

    >>> day_said(date(2026, 11, 20))
    '20 November 2026'
    """
    return f"{moment.day} {moment:%B %Y}"


def written_day(text: str) -> str:
    """A day written as ``2026-11-20`` in words; for an invalid one, a note of that."""
    try:
        return day_said(read_day(text))
    except ValueError:
        return "date unknown"


def seal_json(use: str, value: Json) -> str:
    """JSON as part of an address that stays good, and is the same each time.

    :param use: what it is for; what was sealed for one use is no good for another.
    """
    return _signer(URLSafeSerializer, use, "").dumps(value)


def unseal_json(use: str, token: str) -> Json:
    """The JSON in an address; the inverse of :func:`seal_json`, but that lists come back for tuples.

    :raises ValueError: if this server has sealed no such thing for this use.
    """
    try:
        return _signer(URLSafeSerializer, use, "").loads(token)
    except BadData as fault:
        raise ValueError(str(fault)) from fault


def seal_dated(use: str, value: Json, key: str = "") -> str:
    """JSON as part of an address, a form or a cookie that is good for a while only.

    :param key: the secret key, where no application runs.
    """
    return _signer(URLSafeTimedSerializer, use, key).dumps(value)


def unseal_dated(use: str, token: str, seconds: int, key: str = "") -> Json:
    """The JSON that :func:`seal_dated` sealed.

    :raises ValueError: if it was not sealed for this use with this key, or longer than ``seconds`` ago.
    """
    try:
        return _signer(URLSafeTimedSerializer, use, key).loads(token, max_age=seconds)
    except BadData as fault:
        raise ValueError(str(fault)) from fault


Signer = TypeVar("Signer", URLSafeSerializer, URLSafeTimedSerializer)


def _signer(kind: type[Signer], use: str, key: str) -> Signer:
    return kind(key or current_app.config["SECRET_KEY"], salt=use)
