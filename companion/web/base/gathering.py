"""Keeps the facts of games up to date with the journal: a little in requests that need them, the rest behind them."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Lock, Thread

from flask import Flask, current_app, g, request

from companion.store import Store
from companion.store.errors import StoreError
from companion.store.games import reckon
from companion.web.base.clock import evening

REST_SECONDS = 20.0
"""How long the gatherer waits before it looks again, while the application is served."""


class _Gathered:
    """How far this process has come."""

    def __init__(self) -> None:
        self.lock = Lock()
        """Held by the thread that gathers."""
        self.turn = 0
        """Up to which write all games are gathered."""
        self.left = 0
        """How many were left when it was last counted."""


def init_app(app: Flask) -> None:
    """Let pages of ``app`` say how many games they lack."""
    app.extensions["gathering"] = _Gathered()
    app.jinja_env.globals["games_left"] = _games_left


def _games_left() -> int:
    """How many games this page lacks, since they are still being counted."""
    return 0 if request.blueprint == "start" else int(g.get("games_left", 0))


def gather_a_little() -> int:
    """Gather for as long as a page may wait, and the rest behind it; how many games are left, which the page says."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # a thread needs the application itself
    kept: _Gathered = app.extensions["gathering"]
    until = time.monotonic() + app.config["GATHERING_GRACE_SECONDS"]
    if kept.lock.acquire(blocking=False):
        try:
            g.games_left = _gather(app, lambda: time.monotonic() < until)
        finally:
            kept.lock.release()
        if g.games_left:
            Thread(target=gather, args=(app, Event()), name="gatherer", daemon=True).start()
    else:
        g.games_left = kept.left
    return int(g.games_left)


def _gather(app: Flask, go_on: Callable[[], bool], rest: Callable[[float], object] = lambda _: None) -> int:
    kept: _Gathered = app.extensions["gathering"]
    store: Store = app.extensions["store"]
    turn = store.facts.last_turn()

    def resting(seconds: float, left: int) -> None:
        kept.left = left
        rest(seconds)

    left = reckon(store.journal, store.facts, evening_text, _zone(app), go_on, resting, kept.turn)
    kept.left = left
    if not left:
        kept.turn = turn
    return left


def _zone(app: Flask) -> str:
    return str(app.config["TIME_ZONE"] or "")


def gather(app: Flask, stopped: Event, forever: bool = False) -> None:
    """Gather what is left behind the pages, at half of one processor; with ``forever`` until ``stopped``."""
    kept: _Gathered = app.extensions["gathering"]
    with app.app_context():
        while not stopped.is_set():
            if kept.lock.acquire(blocking=False):
                try:
                    kept.turn = 0  # a game that came back from the bin has the turn that it had
                    while app.extensions["store"].facts.forget_gone():
                        pass
                    _gather(app, lambda: not stopped.is_set(), stopped.wait)
                except StoreError:  # the next who asks begins it again
                    pass
                finally:
                    kept.lock.release()
            if not forever or stopped.wait(REST_SECONDS):
                return


def evening_text(at: str) -> str:
    """The day of the evening of a stored time; empty where the time is damaged."""
    found = evening(at)
    return found.isoformat() if found else ""
