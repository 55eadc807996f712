"""The score sheet of a game as a table for spreadsheets."""

from __future__ import annotations

import csv
import io

from companion.game.sheet import SheetRow, sheet_rows
from companion.game.state import GameState

DEAL_COLUMNS = ("deal", "dealer", "bidder", "bid", "trump", "outcome", "corrected", "counts")
SIDE_COLUMNS = ("meld", "points", "change", "total")


def sheet_csv(state: GameState) -> str:
    """The sheet as comma-separated values (RFC 4180): a header, then a line for each deal (docs/store.md)."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow([*DEAL_COLUMNS, *(heading for side in state.sides for heading in _headings(state, side))])
    for row in sheet_rows(state):
        table.writerow([*_deal_cells(row), *(cell for side in state.sides for cell in _side_cells(row, side))])
    return text.getvalue()


def _headings(state: GameState, side: str) -> tuple[str, ...]:
    return tuple(f"{side} ({state.side_name(side)}): {column}" for column in SIDE_COLUMNS)


def _deal_cells(row: SheetRow) -> tuple[object, ...]:
    bid, trump = "" if row.bid is None else row.bid, row.trump.value if row.trump else ""
    corrected, counts = ("yes" if answer else "no" for answer in (row.corrected, row.counts))
    return row.number, _plain(row.dealer), _plain(row.bidder), bid, trump, row.outcome, corrected, counts


def _side_cells(row: SheetRow, side: str) -> tuple[object, ...]:
    if side in row.sat_out:
        return "", "", "", row.running[side]
    return row.meld.get(side, 0), row.points.get(side, ""), row.change.get(side, 0), row.running[side]


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name
