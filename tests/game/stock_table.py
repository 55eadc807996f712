"""A table of two with a stock."""

from __future__ import annotations

from typing import Any

from tests.game.table import Table
from tests.playthroughs.language import parse_command


def told(lines: tuple[str, ...], options: dict[str, Any] | None = None, variant: str = "two-handed") -> Table:
    """Ann deals to Ben, and these commands are carried out."""
    return Table(variant, options, dealer=0).do(*map(parse_command, lines))
