"""One game in the real game room, with the record of it that the judge will read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game.commands import Command, CorrectDeal, Refusal
from companion.game.decide import decide
from companion.game.decide.replay import replay_deal
from companion.game.decide.start import start_game
from companion.game.events import Event
from companion.game.fold import Recorded, fold, fold_on
from companion.game.state import GameState, Phase
from companion.game.view import GameView, view
from companion.game.view.tricks import trick_view
from companion.rules.options import with_options
from companion.rules.variants import find_variant
from tests.game.second_scorer.room.plain import plain
from tests.game.table import EIGHT


class Sitting:
    """A game being played; what is asked, written and said goes into ``record``."""

    def __init__(
        self, game: str, variant: str, changes: Mapping[str, Any], players: int, dealer: int, known_as: str = ""
    ) -> None:
        """Begin a game.

        :param known_as: the key of the known table whose rules these are, or of the variant.
        :raises ValueError: if these rules cannot be played.
        """
        started = start_game(with_options(find_variant(variant), changes), EIGHT[:players], dealer)
        if isinstance(started, Refusal):
            raise ValueError(started.says)
        begun = {"line": "started", "game": game, "variant": variant, "changes": changes, "players": players}
        begun["table"] = known_as or variant
        self.record: list[dict[str, Any]] = [begun]
        self.history: tuple[Recorded, ...] = ()
        self._write(started)
        self.state: GameState = fold(self.history)

    @property
    def phase(self) -> Phase:
        return self.state.phase

    def do(self, command: Command) -> bool:
        """Ask for something, and write down what it leads to; whether it was taken."""
        decision = decide(self.history, command, self.state)
        taken = not isinstance(decision, Refusal)
        retold = self._retold(command) if isinstance(command, CorrectDeal) else {}
        self.record.append({"line": "asked", "command": plain(command), "allowed": taken, **retold})
        if not isinstance(decision, Refusal):
            before = self.history
            self._write(decision)
            self.state = fold_on(self.state, before, self.history[len(before) :])
        return taken

    def _retold(self, command: CorrectDeal) -> dict[str, Any]:
        """What each step of a correction led to, as far as they fit, and the first that does not."""
        deal = next((deal for deal in self.state.deals if deal.number == command.number), None)
        if deal is None:
            return {"retold": [], "refused": None}
        again = replay_deal(self.state, deal, command.steps)
        return {"retold": plain(again.replayed), "refused": plain(again.refused)}

    def _write(self, events: tuple[Event, ...]) -> None:
        batch = self.history[-1].batch + 1 if self.history else 1
        for event in events:
            recorded = Recorded(len(self.history) + 1, batch, event)
            self.history = (*self.history, recorded)
            self.record.append({"line": "event", "seq": recorded.seq, "batch": batch, **plain(event)})

    def say(self) -> None:
        """Write down what the pages show now."""
        shown, deal = view(self.state), self.state.deal
        line: dict[str, Any] = {
            "line": "said",
            "scores": {side.side: side.score for side in shown.sides},
            "target": shown.target,
            "won": list(self.state.won.winners) if self.state.won else None,
            "turn": shown.auction.next_seat if shown.auction else None,
            "fresh": deal is not None and deal == self.state.new_deal(deal.number, deal.dealer, deal.sits_out),
            **_ledger(shown),
        }
        if deal and self.state.trick_log.counts and self.phase is Phase.PLAY:
            line["counters"] = dict(trick_view(self.state, deal).counters)
        self.record.append(line)


def _ledger(shown: GameView) -> dict[str, Any]:
    checks = dict(shown.ledger.totals) if shown.ledger else {}
    if shown.settlement is None:
        return {"checks": checks, "balances": None, "payments": []}
    payments = [[pay.payer, pay.paid, pay.amount] for pay in shown.settlement.payments]
    return {"checks": checks, "balances": dict(shown.settlement.balances), "payments": payments}
