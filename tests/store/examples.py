"""A game to write down, with toy events: the journal does not know what they mean; and a night."""

from __future__ import annotations

from companion.night.events import EntrantCame, GameBegun, Plan, RoundDrawn, TableTotals, TotalsEntered
from companion.store import Entry, NewEntry, NewGame, Store

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


AT = "2026-11-26T19:00:00.000+00:00"
PLAN = Plan("Thursday", "Single deck")
NAMES = ("Ann", "Bob", "Cy", "Zoë")
LAST_OF_NIGHT = 8
"""The version of ``open_night``; entry 7 names the game."""


def open_night(store: Store, game: str = "g1", key: str | None = None) -> str:
    """A night of one table, which played this game and has its totals."""
    night = store.nights.open(PLAN, "2026-11-26", "Zoë’s phone", AT, key)
    store.nights.append(night, 1, [EntrantCame(number, (name,)) for number, name in enumerate(NAMES, 1)], "desk", AT)
    drawn = RoundDrawn(1, "drawn/1", "seed", (((1, 2), (3, 4)),))
    store.nights.append(night, 5, [drawn], "desk", AT, "draw")
    store.nights.append(night, 6, [GameBegun(1, 1, game)], "Ann’s phone", AT)
    store.nights.append(night, 7, [TotalsEntered(1, 1, TableTotals((310, -20), (0, 1), 4))], "desk", AT)
    return night
