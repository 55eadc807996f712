"""A table that has played some deals already, written down in one go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask import Flask
from flask.testing import FlaskClient

from companion.cards import Suit
from companion.game.commands import CloseMeld, Command, ConfirmDeal, EndDeal, NameTrump, Refusal, ShowNumber, TakeBid
from companion.game.decide import decide
from companion.game.fold import Recorded
from companion.rules.score import DealEnd
from companion.rules.variant import Variant
from companion.store.games import to_entries, to_history
from companion.web.core.current import journal
from tests.web.table_player import NAMES, Player, begin

AT = "2026-11-20T19:04:05.000+00:00"


@dataclass(frozen=True)
class Told:
    """A deal in spades between two sides: the bid, each side's meld, and what side A took in tricks."""

    seat: int
    bid: int
    meld: tuple[int, int]
    taken: int

    def commands(self) -> tuple[Command, ...]:
        """What the table asked to be written down, from the bid to the result."""
        shown = (ShowNumber(side, None, points) for side, points in zip("AB", self.meld, strict=True))
        ended = EndDeal(DealEnd.PLAYED, {"A": self.taken})
        return TakeBid(self.seat, self.bid), NameTrump(Suit.SPADES), *shown, CloseMeld(), ended, ConfirmDeal()


def seat_game(
    app: Flask, client: FlaskClient, variant: Variant, deals: Iterable[Told], names: tuple[str, ...] = NAMES
) -> Player:
    """A browser at a game of a variant in which these deals have been played; the first player dealt first."""
    game = begin(app, variant, names)
    with app.app_context():
        history = started = to_history(journal().read(game))
        for command in (command for deal in deals for command in deal.commands()):
            events = decide(history, command)
            assert not isinstance(events, Refusal), events.says
            seen = len(history)
            history += tuple(Recorded(seen + n, history[-1].batch + 1, event) for n, event in enumerate(events, 1))
        added = [recorded.event for recorded in history[len(started) :]]
        if added:
            journal().append(game, len(started), None, to_entries(added, "Ann", AT))
    return Player(app, client, game)
