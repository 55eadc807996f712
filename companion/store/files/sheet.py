"""The score sheet of a game as a table for spreadsheets."""

from __future__ import annotations

import csv
import io

from companion.game.record.state import GameState
from companion.game.view.ledger import Ledger, ledger_of
from companion.game.view.sheet import SheetRow, sheet_rows
from companion.rules.choices import Bidding, Sides
from companion.rules.meld.best import keeps_dix_apart
from companion.rules.variant import Variant

DEAL_COLUMNS = ("deal", "dealer", "bidder", "bid", "trump", "outcome", "corrected", "counts")
SIDE_COLUMNS = ("meld", "points", "change", "total")
CHECK_COLUMNS = ("checks", "checks total")
"""Further columns of every side at a table that keeps checks."""


def sheet_csv(state: GameState) -> str:
    """The sheet as comma-separated values (RFC 4180): a header, then a line for each deal (docs/store.md).

    At a table that keeps checks a last line has what winning the game gained.
    """
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow([*_deal_columns(state), *(heading for side in state.sides for heading in _headings(state, side))])
    for row in sheet_rows(state):
        table.writerow([*_deal_cells(state, row), *(cell for side in state.sides for cell in _cells(state, row, side))])
    ledger = ledger_of(state)
    if ledger and ledger.game:
        blank = [""] * (len(_deal_columns(state)) - 1)
        table.writerow(
            ["game", *blank, *(cell for side in state.sides for cell in _game_cells(state.variant, ledger, side))]
        )
    return text.getvalue()


def _headings(state: GameState, side: str) -> tuple[str, ...]:
    columns = (*SIDE_COLUMNS, *_own_columns(state.variant), *(CHECK_COLUMNS if state.variant.keeps_checks else ()))
    return tuple(f"{side} ({state.side_name(side)}): {column}" for column in columns)


def _own_columns(variant: Variant) -> tuple[str, ...]:
    """Further columns of every side where nines of trump are kept apart, and where every side has a contract."""
    return (*(["dix"] if keeps_dix_apart(variant) else []), *(["bid"] if variant.bid is Bidding.SUMMED else []))


def _deal_columns(state: GameState) -> tuple[str, ...]:
    return (
        *DEAL_COLUMNS,
        *(["partner"] if state.variant.sides is Sides.CALLED else []),
        *(["players"] if state.predecessors else []),
    )


def _deal_cells(state: GameState, row: SheetRow) -> tuple[object, ...]:
    bid, trump = "" if row.bid is None else row.bid, row.trump.value if row.trump else ""
    corrected, counts = ("yes" if answer else "no" for answer in (row.corrected, row.counts))
    told = (row.number, no_formula(row.dealer), no_formula(row.bidder), bid, trump, row.outcome, corrected, counts)
    partner = [no_formula(row.partner)] if state.variant.sides is Sides.CALLED else []
    players = [no_formula(", ".join(state.names_in(row.number)))] if state.predecessors else []
    return (*told, *partner, *players)


def _side_cells(row: SheetRow, side: str) -> tuple[object, ...]:
    if side in row.sat_out:
        return "", "", "", row.running[side]
    return row.meld.get(side, 0), row.points.get(side, ""), row.change.get(side, 0), row.running[side]


def _cells(state: GameState, row: SheetRow, side: str) -> tuple[object, ...]:
    checks = (row.checks.get(side, 0), row.checks_running[side]) if state.variant.keeps_checks else ()
    return *_side_cells(row, side), *_own_cells(state.variant, row, side), *checks


def _own_cells(variant: Variant, row: SheetRow, side: str) -> tuple[object, ...]:
    cells = {"dix": row.dix.get(side, ""), "bid": next((bid.amount for bid in row.bids if bid.side == side), "")}
    return tuple(cells[column] for column in _own_columns(variant))


def _game_cells(variant: Variant, ledger: Ledger, side: str) -> tuple[object, ...]:
    return *("" for _ in (*SIDE_COLUMNS, *_own_columns(variant))), ledger.game[side], ledger.totals[side]


def no_formula(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name
