"""Many phones behind one address: all sign in with tonight's code at once, sit down and follow; for ``bench.club``."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bench.bounds import Bounds
from bench.followers import Answer, Line, Phone, follow, share, until
from bench.serving import Server

ADDRESS = "127.0.0.1"
SIGNED_IN = Bounds({"all are signed in": 180}, unit="s")
BOUNDS = Bounds({"an answer, p99": 2000, "a tap seen by its table, p99": 1000})
PLAN = {"name": "Hall", "rules": "Single deck, partners", "rounds": "6", "deals": "4"}


@dataclass
class Guest:
    """Somebody with a phone, who has no account and no invitation."""

    number: int
    port: int
    line: Line
    seconds: list[float] = field(default_factory=list)
    """The duration of each answer."""
    refused: list[int] = field(default_factory=list)
    place: str = ""
    game: str = ""

    @classmethod
    async def come(cls, number: int, port: int) -> Guest:
        """A guest whose phone has a connection of its own."""
        return cls(number, port, await Line.open(port, ADDRESS))

    async def ask(self, method: str, path: str, **form: str) -> Answer:
        """Send a request as this phone, and note how long the answer took."""
        self.line.cookie = f"device={self.number:022}"
        begun = time.perf_counter()
        answer = await self.line.ask(method, path, {**form, "key": f"{self.number} {path}"} if form else None)
        self.seconds.append(time.perf_counter() - begun)
        if answer.status >= 400:
            self.refused.append(answer.status)
        return answer

    async def sign_in(self, code: str) -> None:
        """Enter the code, and sign in by name."""
        await self.ask("GET", "/door/")
        names = (await self.ask("POST", "/door/", code=code)).headers.get("location", "")
        if names:
            await self.ask("GET", names)
            self.place = (await self.ask("POST", names, name=f"Guest {self.number}")).headers.get("location", "")
            await self.ask("GET", self.place)

    async def sit_down(self) -> Phone:
        """Take this guest's seat at the table's game, and follow it."""
        await self.ask("GET", self.place)
        answer = await self.ask("POST", f"{self.place}/play", do="play")
        if "location" not in answer.headers:
            raise SystemExit(f"phone {self.number} got no seat: {answer.status}")
        self.game = answer.headers["location"]
        await self.ask("GET", self.game)
        live = await Line.open(self.port, ADDRESS)
        follow(live, f"/live/{self.game.split('/')[2]}")
        return Phone(live, self.line, self.game)


@dataclass(frozen=True)
class Evening:
    """The measurements."""

    guests: list[Guest]
    signed_in: float
    sat_down: float
    seen: list[float]
    """Seconds from a tap until each phone of its table showed it."""

    def status(self) -> int:
        """The exit status: 1 if somebody got no seat or was refused, or something took longer than it may."""
        served = all(guest.place and not guest.refused for guest in self.guests)
        return SIGNED_IN.status() | BOUNDS.status() | (0 if served else 1)

    def __str__(self) -> str:
        answers = [each for guest in self.guests for each in guest.seconds]
        refused = sum(len(guest.refused) for guest in self.guests)
        return (
            f"{len(self.guests)} phones behind one address: {sum(bool(each.place) for each in self.guests)} signed in"
            f" after {SIGNED_IN.said('all are signed in', self.signed_in)}, {len(self.seen)} follow after"
            f" {self.sat_down:.1f} s; {len(answers)} answers, {refused} refused, p99"
            f" {BOUNDS.said('an answer, p99', share(answers, 0.99))}; a tap seen by its table p99"
            f" {BOUNDS.said('a tap seen by its table, p99', share(self.seen, 0.99))}; load {os.getloadavg()[0]:.1f}"
        )


async def evening(server: Server, phones: int) -> Evening:
    """All guests sign in at once, sit down at once, and see a tap at their table."""
    director = await Guest.come(0, server.port)
    night = (await director.ask("POST", "/nights/", **PLAN)).headers["location"].removesuffix("/here")
    code = re.findall(r'class="night-code">(\w+)', (await director.ask("GET", f"{night}/phones")).text)[0]
    guests = [await Guest.come(each, server.port) for each in range(1, phones + 1)]
    signed_in = await _all(guests, lambda guest: guest.sign_in(code))
    await director.ask("POST", f"{night}/draw", number="1")
    followers: dict[int, Phone] = {}

    async def sit_down(guest: Guest) -> None:
        followers[guest.number] = await guest.sit_down()

    sat_down = await _all([guest for guest in guests if guest.place], sit_down)
    following = [asyncio.create_task(phone.follow()) for phone in followers.values()]
    await until([*followers.values()], following, 1)
    seen = [
        each for game in {guest.game for guest in guests} for each in await _tap(game, guests, followers, following)
    ]
    for task in following:
        task.cancel()
    return Evening(guests, signed_in, sat_down, seen)


async def _all(guests: list[Guest], do: Callable[[Guest], Awaitable[None]]) -> float:
    """Seconds until all have done it, starting at the same moment."""
    begun = time.perf_counter()
    await asyncio.gather(*(do(guest) for guest in guests))
    return time.perf_counter() - begun


async def _tap(
    game: str, guests: list[Guest], followers: dict[int, Phone], following: list[asyncio.Task[None]]
) -> list[float]:
    """Enter a bid at a table; seconds until each phone of it shows that."""
    there = [guest for guest in guests if guest.game == game]
    phones = [followers[guest.number] for guest in there]
    hand = await Guest.come(there[0].number, there[0].port)  # the guest's own line fetches what follows
    begun, version = time.perf_counter(), max(phone.version for phone in phones)
    await hand.ask("POST", f"{game}take", seat="0", amount="250")
    await until(phones, following, version + 1)
    return [phone.seen_at[max(phone.seen_at)] - begun for phone in phones]
