"""A house in which people have played for a while, written down in one go."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from flask import Flask

from companion.cards import Suit
from companion.game.commands import CloseMeld, Command, ConfirmDeal, EndDeal, NameTrump, Refusal, ShowNumber, TakeBid
from companion.game.decide import decide
from companion.game.events import Event, GameStarted
from companion.game.fold import Recorded, fold, fold_on
from companion.game.state import Phase
from companion.rules.score.facts import DealEnd
from companion.store.games import to_entries, to_new_game
from companion.web.core.current import journal
from tests.game.table import Table

Deal = tuple[Command, ...]
FOUR = ("Ann", "Bob", "Cy", "Di")


def deal(seat: int, bid: int, melds: tuple[int, int], taken: int) -> Deal:
    """A deal in hearts between two sides."""
    shown = [ShowNumber(side, None, points) for side, points in zip("AB", melds, strict=True)]
    played = EndDeal(DealEnd.PLAYED, {"A": taken})
    return TakeBid(seat, bid), NameTrump(Suit.HEARTS), *shown, CloseMeld(), played, ConfirmDeal()


def some_deal(random: Random) -> Deal:
    """A deal as they come."""
    melds = 10 * random.randrange(4, 26), 10 * random.randrange(4, 26)
    return deal(random.randrange(4), 10 * random.randrange(25, 36), melds, 10 * random.randrange(26))


def write_game(app: Flask, names: Sequence[str], deals: Sequence[Deal], at: str, variant: str = "site") -> str:
    """The id of a game that was played so, as far as its deals go."""
    return write_events(app, _events(names, deals, variant), at)


def write_evenings(app: Flask, count: int = 10, names: Sequence[str] = FOUR, seed: int = 1) -> list[str]:
    """Games of as many evenings, most of them to their end; those of another seed are on other evenings."""
    return [write_events(app, events, at) for events, at in _evenings(count, tuple(names), seed)]


@lru_cache
def _evenings(count: int, names: tuple[str, ...], seed: int) -> tuple[tuple[Sequence[Event], str], ...]:
    random = Random(seed)
    days = [f"2026-{1 + number % 11:02}-{seed + 2 * number:02}T19:00:00.000+00:00" for number in range(count)]
    return tuple((_events(names, [some_deal(random) for _ in range(8)], "site"), at) for at in days)


def _events(names: Sequence[str], deals: Sequence[Deal], variant: str) -> list[Event]:
    history = tuple(Table(variant, names=names).history)
    state = fold(history)
    for command in (command for told in deals for command in told):
        if state.phase is Phase.OVER:
            break
        decision = decide(history, command, state)
        assert not isinstance(decision, Refusal), decision.says
        start, batch = len(history) + 1, history[-1].batch + 1
        added = tuple(Recorded(start + place, batch, event) for place, event in enumerate(decision))
        state, history = fold_on(state, history, added), (*history, *added)
    return [recorded.event for recorded in history]


def write_events(app: Flask, events: Sequence[Event], at: str) -> str:
    """The id of a game that consists of these events."""
    started = events[0]
    assert isinstance(started, GameStarted)
    with app.app_context():
        return journal().create_game(to_new_game(started, at), to_entries(events, "Ann", at)).game_id


AT = "2026-11-20T19:00:00.000+00:00"


WON = deal(0, 300, (1300, 0), 200)


def links(page: str) -> list[str]:
    return [each.replace("&amp;", "&") for each in re.findall(r'href="(/[^"#]+)', page)]
