"""A table to try commands at: it keeps the history, as the store would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game.commands import Command, Refusal
from companion.game.decide import decide
from companion.game.decide.start import start_game
from companion.game.events import Event
from companion.game.fold import Recorded, fold
from companion.game.state import GameState
from companion.rules.known import KNOWN_TABLES
from companion.rules.options import with_options
from companion.rules.variants import find_variant

EIGHT = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
PLAYERS = EIGHT[:4]


class Table:
    """One game and everything that was written down of it; the last player deals first unless another is told."""

    def __init__(
        self,
        variant: str = "site",
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
        dealer: int | None = None,
    ) -> None:
        known = KNOWN_TABLES[variant].variant if variant in KNOWN_TABLES else find_variant(variant)
        chosen = with_options(known, options or {})
        sitting = names or EIGHT[: chosen.players[0]]
        started = start_game(chosen, sitting, len(sitting) - 1 if dealer is None else dealer)
        assert not isinstance(started, Refusal), started
        self.history: list[Recorded] = []
        self._append(started)

    @classmethod
    def of(cls, history: Sequence[Recorded]) -> Table:
        """A table at which all this has happened."""
        table = cls()
        table.history = list(history)
        return table

    def _append(self, events: tuple[Event, ...]) -> None:
        batch = self.history[-1].batch + 1 if self.history else 1
        first = len(self.history) + 1
        self.history += [Recorded(first + place, batch, event) for place, event in enumerate(events)]

    @property
    def state(self) -> GameState:
        """Where the game stands."""
        return fold(self.history)

    def ask(self, command: Command) -> tuple[Event, ...] | Refusal:
        """What the command would lead to; nothing is written down."""
        return decide(self.history, command)

    def do(self, *commands: Command) -> Table:
        """Carry the commands out; a refusal fails the test."""
        for command in commands:
            decision = self.ask(command)
            assert not isinstance(decision, Refusal), f"{command}: {decision}"
            self._append(decision)
        return self

    def refused(self, command: Command) -> Refusal:
        """The refusal that the command meets; an acceptance fails the test."""
        decision = self.ask(command)
        assert isinstance(decision, Refusal), f"{command} was carried out: {decision}"
        return decision
