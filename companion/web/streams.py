"""Goes on with the streams that Flask has opened: one task waits for each game, and wakes all who follow it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

from flask import Flask

from companion.store.errors import StoreError
from companion.store.store import Store
from companion.web.core.live import BEAT, Following, packed, signal
from companion.web.core.request import phone_notified

Send = Callable[[Any], Awaitable[None]]

HEARTBEAT_SECONDS = 2.0
"""The interval of a stream's sign of life; ``static/js/line.js`` waits a little longer than that."""


class _Table:
    """A game with followers, and its mark."""

    def __init__(self, mark: int) -> None:
        self.phones, self.mark, self.is_over = 0, mark, False
        self.woken = asyncio.Event()
        self.made: dict[Hashable, asyncio.Future[str]] = {}
        """The events of this mark that several are sent."""
        self.task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        woken, self.woken = self.woken, asyncio.Event()
        woken.set()


class Streams:
    """All who follow games of one process."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._store: Store = app.extensions["store"]
        self._tables: dict[str, _Table] = {}
        self._waiting = ThreadPoolExecutor(app.config["WATCHERS"], "follow")
        self._making = ThreadPoolExecutor(2, "news")

    async def follow(self, following: Following, send: Send, is_gone: Callable[[], bool]) -> None:
        """Send each write from now on, until the phone goes or loses its right, or the game or the store does."""
        table, sent = self._table(following.game, following.mark), following.mark
        table.phones += 1
        try:
            while not is_gone():
                if table.mark <= sent:
                    await table.woken.wait()
                following.hear()
                event = await self._event(table, following, sent, mark := table.mark)
                if event is None:
                    return
                sent = max(sent, mark)
                body = packed(event) if following.packs else event.encode()
                await send({"type": "http.response.body", "body": body, "more_body": True})
        finally:
            table.phones -= 1

    def _table(self, game: str, mark: int) -> _Table:
        if game not in self._tables:
            self._tables[game] = table = _Table(mark)
            table.task = asyncio.ensure_future(self._watch(game, table))
        return self._tables[game]

    async def _watch(self, game: str, table: _Table) -> None:
        """Wait for what is written on one game as long as anybody follows it."""
        wait, loop = self._store.journal.wait_for_change, asyncio.get_running_loop()
        try:
            while table.phones:
                mark = await loop.run_in_executor(self._waiting, wait, game, table.mark, HEARTBEAT_SECONDS)
                if mark != table.mark:
                    table.mark = mark
                    table.made.clear()
                table.wake()
        except StoreError:  # the store is closing, or the game is gone: the pages ask by themselves
            pass
        finally:
            table.is_over = True
            del self._tables[game]
            table.woken.set()

    async def _event(self, table: _Table, following: Following, sent: int, mark: int) -> str | None:
        """The event for a mark; None where nothing follows, or this phone may not hear of it any more."""
        if table.is_over:
            return None
        loop, is_sent = asyncio.get_running_loop(), mark <= sent
        asks = following.may_follow if following.is_signed_in or not is_sent else None
        if asks and not await loop.run_in_executor(self._making, asks):
            return None
        if is_sent:
            return BEAT
        phone_notified.send(self._app, seconds=monotonic() - self._store.bell.rung_at(following.game))
        if following.news is None:
            return signal(mark)
        key = following.news.key, mark
        if key not in table.made:
            table.made[key] = loop.run_in_executor(self._making, following.news.make, mark)
        return await asyncio.shield(table.made[key])
