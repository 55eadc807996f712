"""Judges commands on the deal on the table: when each may come, and what decides on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.game.commands import (
    CallCard,
    ChooseTrickLog,
    CloseMeld,
    ConfirmDeal,
    DealCommand,
    EndDeal,
    EnterRuling,
    ExchangeDix,
    LayMeld,
    MakeBid,
    NamePartner,
    NameTrump,
    Pass,
    PassOut,
    PlayCard,
    PlayLaidCard,
    PlayTrick,
    RecordBids,
    RecordChecks,
    RecordDraw,
    Refusal,
    ShowCards,
    ShowMelds,
    ShowNumber,
    StopGame,
    TakeBid,
    TakeTrick,
    TurnTrump,
)
from companion.game.decide.auction import (
    call_card,
    make_bid,
    make_pass,
    name_partner,
    name_trump,
    pass_out,
    record_bids,
    take_bid,
)
from companion.game.decide.ending import MAY_END_IN, confirm_deal, end_deal, record_checks, stop_game
from companion.game.decide.meld import close_meld, record_draw, show_cards, show_melds, show_number
from companion.game.decide.stock import decide_stock
from companion.game.decide.tricks import decide_referee
from companion.game.events import Event
from companion.game.state import DealState, GameState, Phase

Decision = tuple[Event, ...] | Refusal
Decider = Callable[[GameState, DealState, Any], Decision]

WAITS_FOR: Mapping[Phase, str] = {
    Phase.AUCTION: "the auction comes first.",
    Phase.TRUMP: "the bidder names trump now.",
    Phase.CALL: "the bidder calls a card now.",
    Phase.TURN: "first a card is turned up for trump.",
    Phase.STOCK: "the stock is being played.",
    Phase.MELD: "the meld is being entered.",
    Phase.PLAY: "the tricks are being played.",
    Phase.CONFIRM: "the result waits to be confirmed.",
    Phase.OVER: "the game is over.",
}
_ALWAYS = tuple(Phase)
_CALLING = (Phase.CALL, Phase.MELD, Phase.PLAY)
_LAYING = (Phase.STOCK, Phase.PLAY)
_TELLING_MELD = (Phase.TRUMP, Phase.TURN, Phase.STOCK, Phase.MELD)

DECIDERS: Mapping[type, tuple[tuple[Phase, ...], Decider]] = {
    MakeBid: ((Phase.AUCTION,), make_bid),
    Pass: ((Phase.AUCTION,), make_pass),
    TakeBid: ((Phase.AUCTION, Phase.TRUMP), take_bid),
    RecordBids: ((Phase.AUCTION,), record_bids),
    PassOut: ((Phase.AUCTION, Phase.TRUMP), pass_out),
    NameTrump: ((Phase.TRUMP,), name_trump),
    CallCard: (_CALLING, call_card),
    NamePartner: (_CALLING, name_partner),
    TurnTrump: ((Phase.TURN,), decide_stock),
    TakeTrick: ((Phase.STOCK,), decide_stock),
    LayMeld: (_LAYING, decide_stock),
    ExchangeDix: (_LAYING, decide_stock),
    PlayLaidCard: ((Phase.STOCK,), decide_stock),
    RecordDraw: ((Phase.MELD,), record_draw),
    ShowCards: ((Phase.MELD,), show_cards),
    ShowMelds: ((Phase.MELD,), show_melds),
    ShowNumber: (_TELLING_MELD, show_number),
    RecordChecks: ((Phase.MELD, Phase.PLAY, Phase.CONFIRM), record_checks),
    CloseMeld: (_TELLING_MELD, close_meld),
    EndDeal: (_ALWAYS, end_deal),
    ConfirmDeal: ((Phase.CONFIRM,), confirm_deal),
    StopGame: ((Phase.AUCTION, Phase.TURN), stop_game),
    ChooseTrickLog: (_ALWAYS, decide_referee),
    PlayCard: ((Phase.PLAY,), decide_referee),
    PlayTrick: ((Phase.PLAY,), decide_referee),
    EnterRuling: (_ALWAYS, decide_referee),
}
"""For each command when it has its time, and who decides on it."""


def decide_in_deal(state: GameState, command: DealCommand) -> Decision:
    """Decide what a command leads to in the deal on the table, or why not."""
    phases, decider = DECIDERS[type(command)]
    if state.deal is None or state.phase not in phases:
        return Refusal(f"Not now: {WAITS_FOR[state.phase]}")
    return decider(state, state.deal, command)


def phases_of(command: DealCommand) -> tuple[Phase, ...]:
    """Return the phases in which a command has its time."""
    return MAY_END_IN[command.end] if isinstance(command, EndDeal) else DECIDERS[type(command)][0]
