"""The ledger of checks: the totals as they stand, and who owes whom (end.checks)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.game.record.state import GameState
from companion.game.view.sheet import sheet_rows
from companion.rules.score.checks import settle


@dataclass(frozen=True)
class Debt:
    """What one side owes another at the table's stake."""

    payer: str
    paid: str
    amount: int


@dataclass(frozen=True)
class Ledger:
    """The checks of a game as they stand; once it is won, its settlement. The sheet's rows have them deal by deal."""

    stake: int
    game: Mapping[str, int]
    """By side, what winning the game gained; empty while it goes on."""
    totals: Mapping[str, int]
    debts: tuple[Debt, ...]
    """Who owes whom, the largest amount first; nobody who is even."""


def ledger_of(state: GameState) -> Ledger | None:
    """The ledger of a game; None at a table that keeps no checks."""
    if not state.variant.keeps_checks:
        return None
    rows, won = sheet_rows(state), state.won
    told = rows[-1].checks_running if rows else dict.fromkeys(state.sides, 0)
    game = {side: won.checks if side in won.winners else 0 for side in state.sides} if won else {}
    totals = {side: checks + game.get(side, 0) for side, checks in told.items()}
    return Ledger(state.variant.check_stake, game, totals, _debts(totals, state.variant.check_stake))


def _debts(totals: Mapping[str, int], stake: int) -> tuple[Debt, ...]:
    debts = (Debt(payer, paid, amount) for (payer, paid), amount in settle(totals, stake).items())
    return tuple(sorted(debts, key=lambda debt: -debt.amount))
