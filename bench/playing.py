"""A table that plays deal after deal over HTTP and records each tap's result, for the benches of a club."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from bench.followers import Answer, Asks, Phone
from bench.scoring_page import taps_of


@dataclass
class Table:
    """A table: its tapping phone, and its followers."""

    hand: Asks
    path: str
    phones: list[Phone]
    page: str = ""
    dealt: int = 0
    told: Counter[str] = field(default_factory=Counter)
    """The number of acknowledgments for each tap."""
    taps: list[tuple[int, float, float]] = field(default_factory=list)
    """The mark that each tap led to, when it was sent, and when it was answered."""

    async def tap(self, path: str, typed: dict[str, str]) -> None:
        """Tap, and keep what came of it."""
        seen = re.search(r'name="seen" value="(\d+)"', self.page)
        form = {"key": secrets.token_urlsafe(9), "seen": seen[1] if seen else "", **typed}
        begun = time.perf_counter()
        self.page = text_of(await self.hand.ask("POST", self.path + path, form, fragment=True))
        self.taps.append((int(marked(self.page)), begun, time.perf_counter()))
        self.told[path] += 1

    async def play(self, pause: float, first: float, until: float) -> None:
        """Play deal after deal, a tap every ``pause`` seconds, until the time ``until``."""
        await asyncio.sleep(first)
        while time.perf_counter() < until:
            await self.play_deal(pause)

    async def play_deals(self, pause: float, first: float, deals: int) -> None:
        """Play ``deals`` deals."""
        await asyncio.sleep(first)
        for _ in range(deals):
            await self.play_deal(pause)

    async def play_deal(self, pause: float) -> None:
        """Play one deal."""
        for path, typed in taps_of(self.dealt):
            due = time.perf_counter() + pause
            await self.tap(path, typed)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
        self.dealt += 1

    def seen_after(self) -> Iterator[float]:
        """Seconds from each tap until each phone had a page with it."""
        for mark, begun, _ in self.taps:
            for phone in self.phones:
                yield min(at for seen, at in phone.seen_at.items() if seen >= mark) - begun


def text_of(answer: Answer) -> str:
    """The page of an answer.

    :raises SystemExit: if it is none.
    """
    if answer.status != 200:
        raise SystemExit(f"a tap was answered {answer.status}")
    return answer.text


def marked(page: str) -> str:
    """The mark that a page shows."""
    found = re.search(r'data-live="(\d+)"', page)
    if found is None:
        raise SystemExit("a page came without its mark")
    return found[1]
