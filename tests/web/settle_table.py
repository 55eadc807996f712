"""A table at which the referee is asked."""

from __future__ import annotations

from tests.web.played_game import Told
from tests.web.table_player import Player

OVER = Told(1, 250, (0, 100), 0)
"""Bob bids 250, melds 100 and takes everything."""


def in_play(player: Player, bid: str = "300") -> str:
    """The address of the questions while Cy and Ann have the bid in spades and meld 20."""
    player.do("take", seat="2", amount=bid)
    player.do("trump", trump="S")
    player.do("meld/close", meld_A="20", meld_B="40")
    return f"/game/{player.game}/settle"
