"""Judges a command: the events it leads to, or why it is refused. Only this room's deciders ask the rules."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import assert_never

from companion.game.commands import (
    CallCard,
    CloseMeld,
    Command,
    ConfirmDeal,
    CorrectDeal,
    DealCommand,
    EndDeal,
    MakeBid,
    NameTrump,
    Pass,
    PassOut,
    Redo,
    RenamePlayers,
    ShowCards,
    ShowMelds,
    ShowNumber,
    TakeBid,
    TellBids,
    TellChecks,
    TellDraw,
    TellPartner,
    Undo,
)
from companion.game.decide_auction import make_bid, make_pass, name_trump, pass_out, take_bid
from companion.game.decide_bids import tell_bids
from companion.game.decide_call import call_card, tell_partner
from companion.game.decide_checks import tell_checks
from companion.game.decide_correction import correct_deal, redo, rename_players, undo
from companion.game.decide_draw import tell_draw
from companion.game.decide_ending import confirm_deal, end_deal
from companion.game.decide_meld import close_meld, show_cards, show_melds, show_number
from companion.game.decide_referee import decide_referee
from companion.game.decide_stock import decide_stock
from companion.game.events import Event
from companion.game.fold import Recorded, fold
from companion.game.referee_commands import ChooseTrickLog, EnterRuling, PlayCard, PlayTrick
from companion.game.refusal import Refusal
from companion.game.state import DealState, GameState, Phase
from companion.game.stock_commands import (
    ExchangeDix,
    LayMeld,
    PlayLaidCard,
    TakeTrick,
    TurnTrump,
)

Decision = tuple[Event, ...] | Refusal
_WAITS_FOR = {
    Phase.AUCTION: "the auction comes first.",
    Phase.TRUMP: "the bidder names trump now.",
    Phase.CALL: "the bidder calls a card now.",
    Phase.TURN: "first a card is turned up for trump.",
    Phase.STOCK: "the stock is being played.",
    Phase.MELD: "the meld is being told.",
    Phase.PLAY: "the tricks are being played.",
    Phase.CONFIRM: "the result waits to be confirmed.",
    Phase.OVER: "the game is over.",
}
_BELONGS_TO: dict[type, tuple[Phase, ...]] = {
    MakeBid: (Phase.AUCTION,),
    Pass: (Phase.AUCTION,),
    TakeBid: (Phase.AUCTION,),
    TellBids: (Phase.AUCTION,),
    PassOut: (Phase.AUCTION, Phase.TRUMP),
    NameTrump: (Phase.TRUMP,),
    CallCard: (Phase.CALL, Phase.MELD, Phase.PLAY),
    TellPartner: (Phase.CALL, Phase.MELD, Phase.PLAY),
    TurnTrump: (Phase.TURN,),
    TakeTrick: (Phase.STOCK,),
    LayMeld: (Phase.STOCK, Phase.PLAY),
    ExchangeDix: (Phase.STOCK, Phase.PLAY),
    PlayLaidCard: (Phase.STOCK,),
    TellDraw: (Phase.MELD,),
    ShowCards: (Phase.MELD,),
    ShowMelds: (Phase.MELD,),
    ShowNumber: (Phase.TURN, Phase.STOCK, Phase.MELD),
    CloseMeld: (Phase.TURN, Phase.STOCK, Phase.MELD),
    TellChecks: (Phase.MELD, Phase.PLAY, Phase.CONFIRM),
    ConfirmDeal: (Phase.CONFIRM,),
    PlayCard: (Phase.PLAY,),
    PlayTrick: (Phase.PLAY,),
}


def decide(history: Sequence[Recorded], command: Command, state: GameState | None = None) -> Decision:
    """What a command leads to in a game with this history.

    :param state: the fold of the history, where the caller has it at hand.
    :raises ValueError: if the history does not begin with the start of a game.
    """
    state = state or fold(history)
    match command:
        case Undo():
            return undo(history, command)
        case Redo():
            return redo(history, command)
        case RenamePlayers():
            return rename_players(state, command)
        case CorrectDeal():
            return correct_deal(state, command)
        case _:
            return _in_phase(state, command)


def _in_phase(state: GameState, command: DealCommand) -> Decision:
    phases = _BELONGS_TO.get(type(command), tuple(Phase))
    if state.deal is None or state.phase not in phases:
        return Refusal(f"Not now: {_WAITS_FOR[state.phase]}")
    return _in_deal(state, state.deal, command)


def _in_deal(state: GameState, deal: DealState, command: DealCommand) -> Decision:  # noqa: C901, PLR0912 - one line each
    match command:
        case MakeBid():
            return make_bid(state, deal, command)
        case Pass():
            return make_pass(state, deal, command)
        case TakeBid():
            return take_bid(state, deal, command)
        case TellBids():
            return tell_bids(state, deal, command)
        case PassOut():
            return pass_out(state, deal, command)
        case NameTrump():
            return name_trump(state, deal, command)
        case CallCard():
            return call_card(state, deal, command)
        case TellPartner():
            return tell_partner(state, deal, command)
        case TurnTrump() | TakeTrick() | LayMeld() | ExchangeDix() | PlayLaidCard():
            return decide_stock(state, deal, command)
        case TellDraw():
            return tell_draw(state, deal, command)
        case ShowCards():
            return show_cards(state, deal, command)
        case ShowMelds():
            return show_melds(state, deal, command)
        case ShowNumber():
            return show_number(state, deal, command)
        case TellChecks():
            return tell_checks(state, deal, command)
        case CloseMeld():
            return close_meld(state, deal, command)
        case EndDeal():
            return end_deal(state, deal, command)
        case ConfirmDeal():
            return confirm_deal(state, deal, command)
        case ChooseTrickLog() | PlayCard() | PlayTrick() | EnterRuling():
            return decide_referee(state, deal, command)
        case _:
            assert_never(command)
