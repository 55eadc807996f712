"""A house in which people have played for a while, written down in one go."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from flask import Flask

from companion.cards import Suit
from companion.game.record.commands import CloseMeld, Command, ConfirmDeal, EndDeal, NameTrump, ShowNumber, TakeBid
from companion.game.record.events import GameStarted
from companion.game.record.state import Phase
from companion.rules.score.facts import DealEnd
from companion.store.games import to_entries, to_new_game
from companion.web.base.current import journal
from tests.game.table import Table

FOUR = ("Ann", "Bob", "Cy", "Di")


def deal(seat: int, bid: int, melds: tuple[int, int], taken: int) -> tuple[Command, ...]:
    """A deal in hearts between two sides."""
    shown = [ShowNumber(side, None, points) for side, points in zip("AB", melds, strict=True)]
    played = EndDeal(DealEnd.PLAYED, {"A": taken})
    return TakeBid(seat, bid), NameTrump(Suit.HEARTS), *shown, CloseMeld(), played, ConfirmDeal()


def some_deal(random: Random) -> tuple[Command, ...]:
    """A deal as they come."""
    melds = 10 * random.randrange(4, 26), 10 * random.randrange(4, 26)
    return deal(random.randrange(4), 10 * random.randrange(25, 36), melds, 10 * random.randrange(26))


def write_game(
    app: Flask, names: Sequence[str], deals: Sequence[tuple[Command, ...]], at: str, variant: str = "site"
) -> str:
    """The id of a game that was played so, as far as its deals go."""
    table = Table(variant, names=names)
    for told in deals:
        for command in told:
            if table.state.phase is not Phase.OVER:
                table.do(command)
    events = [recorded.event for recorded in table.history]
    assert isinstance(events[0], GameStarted)
    with app.app_context():
        return journal().create_game(to_new_game(events[0], at), to_entries(events, "Ann", at)).game_id


def write_evenings(app: Flask, count: int = 12, names: Sequence[str] = FOUR, seed: int = 1) -> list[str]:
    """Games of as many evenings, most of them to their end."""
    random = Random(seed)
    found = []
    for number in range(count):
        at = f"2026-{1 + number % 11:02}-{1 + number:02}T19:00:00.000+00:00"
        found.append(write_game(app, names, [some_deal(random) for _ in range(8)], at))
    return found
