"""A table whose sides say what they hold of each deal."""

from __future__ import annotations

from tests.web.table_player import Player

ANN, CY, BEA = "0", "2", "1"


def count(at: Player) -> None:
    """Tell a deal up to its count."""
    at.do("take", seat="0", amount="300")
    at.do("trump", trump="S")
    at.do("meld/number", meld_A="120")
    at.do("meld/number", meld_B="60")
    at.do("meld/close")
    at.do("count", points_A="180")
