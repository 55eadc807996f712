"""Looked up when somebody asks: places, the line of photos, games, the size of the database, the last backup."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path

from flask import Flask
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from typing_extensions import override

from companion.store import Shelf, Store, StoreError
from companion.store.backup import newest_backup
from companion.web.base.live import Places
from companion.web.photo.line import Line


class AtThisMoment(Collector):
    """The figures of one application as they are now."""

    def __init__(self, app: Flask) -> None:
        self._app = app

    @override
    def collect(self) -> Iterator[Metric]:
        places: Places = self._app.extensions["places"]
        yield GaugeMetricFamily("companion_live_streams", "Phones that follow a game.", places.taken)
        yield GaugeMetricFamily("companion_live_places", "Phones that may.", self._app.config["WATCHERS"])
        with suppress(StoreError):  # a database that is away is told by what is missing
            yield from self._of_database(self._app.extensions["store"])
        if (age := self._backup_age()) is not None:
            yield GaugeMetricFamily("companion_backup_age_seconds", "Since the last copy of everything.", age)

    def _of_database(self, store: Store) -> Iterator[Metric]:
        line: Line = self._app.extensions["reading_line"]
        yield GaugeMetricFamily("companion_photo_queue_length", "Photos that wait.", line.length)
        games = GaugeMetricFamily("companion_games", "Games by where they lie.", labels=["state"])
        counts = store.count_games()
        for shelf in Shelf:
            games.add_metric([shelf.value], counts.get(shelf.value, 0))
        yield games
        yield GaugeMetricFamily("companion_database_bytes", "What the database takes.", store.database.size())

    def _backup_age(self) -> float | None:
        folder: Path | None = self._app.config["BACKUP_DIR"]
        now = datetime.now(timezone.utc)
        newest = newest_backup(folder, now) if folder else None
        return (now - newest.made_at).total_seconds() if newest else None
