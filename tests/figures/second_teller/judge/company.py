"""Form, company and records of one name over some games, from the same JSON, each by a loop of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.figures.second_teller.judge.deals import Game
from tests.figures.second_teller.judge.tell import Numbers, own_meld, runs, seats, winners

LEAST = 3
Tops = dict[str, tuple[int, tuple[str, int], int]]
"""By key: the record, where it was first, and how often it was equalled."""


def company_of(games: Sequence[Game], name: str) -> Numbers:
    """The form, everybody met, and the records."""
    return {"form": form(games, name), **company(games, name), **records(games, name)}


def finished(games: Sequence[Game], name: str) -> list[tuple[Game, str]]:
    """The games that were won by somebody, with the side of a name."""
    return [(g, g.side(seat)) for g in games for seat in range(g.players) if g.won and g.names[seat] == name]


def form(games: Sequence[Game], name: str) -> tuple[list[bool], int, int]:
    """The last ten, the run now (below 0 lost), and the longest run of games won."""
    won = [side in winners(game) for game, side in finished(games, name)]
    now = longest = 0
    for each in won:
        now = (max(now, 0) + 1) if each else (min(now, 0) - 1)
        longest = max(longest, now)
    return won[-10:], now, longest


def company(games: Sequence[Game], name: str) -> Numbers:
    """By everybody met often enough: games, won, and against each other what the other won alone."""
    found: dict[str, list[int]] = {}
    for game, side in finished(games, name):
        own = game.names.index(name)
        for seat, other in enumerate(game.names):
            if seat == own:
                continue
            against = game.side(seat) != side
            if not against and (len(game.sat[seat]) > 1 or len(game.sat[own]) > 1):
                continue
            count = found.setdefault(f"{'against' if against else 'with'} {other.lower()}", [0, 0, 0])
            mine, theirs = side in winners(game), against and game.side(seat) in winners(game)
            count[0] += 1
            count[1] += mine and not theirs
            count[2] += theirs and not mine
    return {key: tuple(count) for key, count in found.items() if count[0] >= LEAST}


def records(games: Sequence[Game], name: str) -> Tops:
    """The largest of each kind, and of lengths the least too."""
    told = [(g, d, s) for g in games for d, s in seats(g, name) if d["end"]]
    ended = finished(games, name)
    rows: dict[str, list[tuple[Any, tuple[str, int]]]] = {
        "hand": [(own_meld(g, d, s), (g.name, d["number"])) for g, d, s in told if own_meld(g, d, s)],
        "side-meld": [(m, (g.name, d["number"])) for g, d, s in told if (m := g.meld(d, g.team(d, s)))],
        "bid": [(d["bid"], (g.name, d["number"])) for g, d, s in told if d["bidder"] == s and d["outcome"] == "made"],
        "change": [(d["change"].get(g.side(s), 0), (g.name, d["number"])) for g, d, s in told],
        "points": [(runs(g)[-1][side], (g.name, 0)) for g, side in ended],
        "losing": [(runs(g)[-1][side], (g.name, 0)) for g, side in ended if side not in winners(g)],
        "shortest": [(-lasted(g), (g.name, 0)) for g, _ in ended if not g.carried],
        "longest": [(lasted(g), (g.name, 0)) for g, _ in ended if not g.carried],
    }
    return {key: _top(key, each) for key, each in rows.items() if each}


def lasted(game: Game) -> int:
    """How many deals of a game count."""
    return sum(deal["outcome"] != "passed-out" for deal in game.counted())


def _top(key: str, rows: list[tuple[Any, tuple[str, int]]]) -> tuple[int, tuple[str, int], int]:
    best, where, equalled = rows[0][0], rows[0][1], 0
    for value, place in rows[1:]:
        if value > best:
            best, where, equalled = value, place, 0
        elif value == best:
            equalled += 1
    return (-best if key == "shortest" else best), where, equalled
