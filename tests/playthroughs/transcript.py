"""Runs a transcript: keeps its commands and its remarks, and writes beneath each command what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from companion.game.commands import Refusal
from companion.game.events import DealBegun, DealEnded, DealScored, GameWon
from companion.game.log import log_lines
from companion.game.state import GameState
from companion.game.view import view
from companion.game.view.sheet import ledger_of
from companion.rules.score.facts import signed
from tests.game.table import EIGHT, Table
from tests.playthroughs.language import parse_command

FOLDER = Path(__file__).parent
_ASKS, _SAYS = "> ", "    "


def transcripts() -> list[Path]:
    """Every golden game."""
    return sorted(FOLDER.glob("*.txt"))


def rerun(text: str) -> tuple[str, Table]:
    """Return the transcript as it comes out today, its remarks and commands unchanged, and the table in the end."""
    lines: list[str] = []
    table: Table | None = None
    for line in text.splitlines():
        if line.startswith(_ASKS):
            if table is None:
                table = _sit(line.removeprefix(_ASKS))
                said = _told(table, 0)
            else:
                said = list(_answer(table, line.removeprefix(_ASKS)))
            lines += [line, *(_SAYS + each for each in said)]
        elif not line.startswith(_SAYS):
            lines.append(line)
    if table is None:
        raise ValueError("a transcript begins with who sits down")
    return "\n".join(lines) + "\n", table


def played(text: str) -> GameState:
    """Where the game of a transcript stands in the end."""
    return rerun(text)[1].state


def _sit(line: str) -> Table:
    _, variant, dealer, *more = line.split(maxsplit=3)
    players, _, options = more[0].partition(" ") if more and more[0][0].isdecimal() else ("", "", "".join(more))
    names = EIGHT[: int(players)] if players else None
    return Table(variant, json.loads(options or "{}"), names, EIGHT.index(dealer))


def _answer(table: Table, line: str) -> Iterator[str]:
    command, before = parse_command(line), len(table.history)
    decision = table.ask(command)
    if isinstance(decision, Refusal):
        clauses = f" ({', '.join(decision.clauses)})" if decision.clauses else ""
        yield f"refused: {decision.says}{clauses}"
        return
    table.do(command)
    yield from _told(table, before)


def _told(table: Table, before: int) -> list[str]:
    """The new events as the log tells them, the working of a result, and the scores after it."""
    state, said = table.state, []
    for recorded, line in zip(table.history[before:], log_lines(table.history)[before:], strict=True):
        said.append(line.says)
        if isinstance(recorded.event, DealEnded):
            said += _working(table)
        if isinstance(recorded.event, DealScored):
            said += [_scores(state), *_checks(state)]
        if isinstance(recorded.event, GameWon):
            said.append(f"= {' & '.join(state.winners)} by {recorded.event.clause}, {_scores(state)}")
            said += _settlement(state)
        if isinstance(recorded.event, DealBegun) and state.deal:
            said.append(f"= deal {state.deal.number}")
    return said


def _working(table: Table) -> list[str]:
    preview = view(table.state).preview
    assert preview is not None
    lines = [*preview.working, *preview.checks_working, f"{preview.outcome}: {', '.join(preview.clauses)}"]
    return [f"| {line}" for line in lines]


def _checks(state: GameState) -> list[str]:
    ledger = ledger_of(state)
    return ["checks " + ", ".join(f"{side} {signed(n)}" for side, n in ledger.totals.items())] if ledger else []


def _settlement(state: GameState) -> list[str]:
    shown = view(state)
    payments = shown.settlement.payments if shown.settlement else ()
    return [f"= {shown.pays(payment)} {payment.amount}" for payment in payments]


def _scores(state: GameState) -> str:
    return "score " + ", ".join(f"{side} {points}" for side, points in state.scores().items())
