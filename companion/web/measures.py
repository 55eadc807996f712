"""Metrics for Prometheus: counted as they happen, or looked up when somebody asks; served on their own address."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from blinker import Signal
from flask import Flask
from prometheus_client import CollectorRegistry, Counter, Histogram, Info, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from typing_extensions import override

from companion import __version__
from companion.rules import RULES_VERSION
from companion.settings import SettingError
from companion.store import Shelf, Store, StoreError
from companion.store.backup import newest_backup
from companion.web.core.live import Places
from companion.web.core.request import answered, command_done, live_refused, phone_notified, sign_in_tried, work_done
from companion.web.photo.line import WaitingLine


class AtThisMoment(Collector):
    """The figures of one application as they are now."""

    def __init__(self, app: Flask) -> None:
        self._app = app

    @override
    def collect(self) -> Iterator[Metric]:
        places: Places = self._app.extensions["places"]
        yield GaugeMetricFamily("companion_live_streams", "Phones that follow a game.", places.taken)
        yield GaugeMetricFamily("companion_live_places", "Phones that may.", self._app.config["WATCHERS"])
        with suppress(StoreError):  # a missing metric shows that the database is away
            yield from self._of_database(self._app.extensions["store"])
        if (age := self._backup_age()) is not None:
            yield GaugeMetricFamily("companion_backup_age_seconds", "Since the last copy of everything.", age)

    def _of_database(self, store: Store) -> Iterator[Metric]:
        line: WaitingLine = self._app.extensions["reading_line"]
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


SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Bounds of the steps of a histogram, in seconds: of what people wait for at a tap."""
LONG = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
"""The buckets for a photo."""


def init_app(app: Flask) -> CollectorRegistry:
    """Count the signals of ``app`` from now on."""
    registry = CollectorRegistry()
    for name, (signal, count) in _counters(registry).items():
        receive = _receiver(count)
        signal.connect(receive, app)
        app.extensions[f"measure {name}"] = receive  # a signal holds on to nobody
    Info("companion_build", "The program that answers.", registry=registry).info(
        {"version": __version__, "rules_version": str(RULES_VERSION)}
    )
    registry.register(AtThisMoment(app))
    app.extensions["measures"] = registry
    store: Store = app.extensions["store"]
    waits = Histogram(
        "companion_database_write_wait_seconds", "A writer's wait for its turn.", buckets=SHORT, registry=registry
    )
    store.database.on_wait = waits.observe
    return registry


def listen(app: Flask) -> Callable[[], None]:
    """Give the figures away at ``METRICS``, on a thread of its own; what stops it.

    :raises SettingError: if the address is none of this machine's, or taken.
    """
    host, port = app.config["METRICS"]
    try:
        server, thread = start_http_server(port, host, app.extensions["measures"])
    except OSError as fault:
        raise SettingError(f"COMPANION_METRICS: nothing can be served at {host}:{port}: {fault.strerror}") from fault

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return stop


Count = Callable[..., object]


def _receiver(count: Count) -> Callable[..., None]:
    def receive(_: Flask, **values: Any) -> None:
        count(**values)

    return receive


def _counters(registry: CollectorRegistry) -> dict[str, tuple[Signal, Count]]:
    """The metrics of each signal."""
    made: dict[str, Any] = {"registry": registry}
    requests = Counter("companion_http_requests", "Requests answered.", ["route", "method", "status"], **made)
    took = Histogram("companion_http_request_duration_seconds", "Until answered.", ["route"], buckets=SHORT, **made)
    commands = Counter("companion_commands", "Commands on games, by outcome.", ["command", "outcome"], **made)
    judged = Histogram("companion_command_duration_seconds", "Until judged and written.", buckets=SHORT, **made)
    refused = Counter("companion_live_refused", "Phones that found no place to follow a game.", **made)
    sign_ins = Counter("companion_sign_ins", "Who wanted to sign in to a club.", ["way", "outcome"], **made)
    delay = Histogram("companion_signal_delay_seconds", "From a write to its signal.", buckets=SHORT, **made)
    read = Histogram("companion_photo_read_seconds", "Photos read.", buckets=LONG, **made)
    failures = Counter("companion_photo_failures", "Photos that were not read.", ["why"], **made)

    def count_request(*, route: str, method: str, status: int, seconds: float, **_: Any) -> None:
        requests.labels(route, method if method in _METHODS else "other", status).inc()
        took.labels(route).observe(seconds)

    def count_command(*, command: str, outcome: str, seconds: float) -> None:
        commands.labels(command, outcome).inc()
        judged.observe(seconds)

    def count_photo(*, kind: str, seconds: float, failed: str) -> None:
        if kind != "photo":
            return
        read.observe(seconds)
        if failed:
            failures.labels(failed).inc()

    return {
        "requests": (answered, count_request),
        "commands": (command_done, count_command),
        "refused": (live_refused, refused.inc),
        "sign-ins": (sign_in_tried, lambda *, way, outcome: sign_ins.labels(way, outcome).inc()),
        "delay": (phone_notified, lambda *, seconds: delay.observe(seconds)),
        "photos": (work_done, count_photo),
    }


_METHODS = {"GET", "HEAD", "POST", "OPTIONS"}
"""Methods that become labels: anybody may send any word."""
