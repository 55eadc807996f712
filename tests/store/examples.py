"""A game to write down, with toy events: the journal does not know what they mean."""

from __future__ import annotations

from companion.store import Entry, NewEntry, NewGame

FRIDAY = NewGame(
    title="Friday",
    variant="site",
    at="2026-11-20T19:00:00.000+00:00",
    options={"end.target": 1000, "bid.step": [[250, 10]]},
    table={"seats": ["Ann", "Ben", "Zoë", "Dee"]},
)


def event(number: int = 0, who: str = "Ann's phone") -> NewEntry:
    return NewEntry("Counted", {"v": 1, "number": number}, who, f"2026-11-20T19:{number % 60:02}:00.000+00:00")


def numbers(entries: tuple[Entry, ...]) -> list[int]:
    return [entry.body["number"] for entry in entries]
