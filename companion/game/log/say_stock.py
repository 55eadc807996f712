"""The turned-up card, tricks, melds and exchanges of a stock, each told in a sentence."""

from __future__ import annotations

from typing_extensions import assert_never

from companion.game.record.state import GameState
from companion.game.record.stock_events import (
    DixExchanged,
    LaidCardPlayed,
    MeldLaid,
    StockEvent,
    TrickTaken,
    TrumpTurned,
)


def say_stock(event: StockEvent, state: GameState) -> str:
    """One such event, with the players' names."""
    names = state.names
    match event:
        case TrumpTurned(card, side, points):
            scores = f", a dix: {points} for {state.side_name(side)}" if points else ""
            return f"{card.symbols} was turned up{scores}. Trump: {card.suit.word}."
        case TrickTaken(seat, last):
            return f"{names[seat]} took {'the last trick of the stock' if last else 'a trick'}."
        case MeldLaid():
            return f"{names[event.seat]} melded {event.name}: {event.points}."
        case DixExchanged(seat, dix, taken):
            return f"{names[seat]} exchanged {dix.symbols} for {taken.symbols}."
        case LaidCardPlayed(seat, card, back):
            does = f"still has {card.symbols} on the table" if back else f"played {card.symbols} from the table"
            return f"{names[seat]} {does}."
        case _:
            assert_never(event)
