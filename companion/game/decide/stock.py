"""The play with a stock: judges the turned-up card, tricks, melds one by one, the exchange of the dix."""

from __future__ import annotations

from typing_extensions import assert_never

from companion.cards import Card
from companion.game.commands import (
    ExchangeDix,
    LayMeld,
    PlayLaidCard,
    Refusal,
    StockCommand,
    TakeTrick,
    TurnTrump,
    refusal_of,
)
from companion.game.events import DixExchanged, LaidCardPlayed, MeldLaid, StockEvent, TrickTaken, TrumpTurned
from companion.game.state import DealState, GameState, Phase
from companion.game.stock import StockState
from companion.rules.dealing import judge_stock_trick
from companion.rules.meld.kinds import MeldKind, lay, pays
from companion.rules.meld.laying import LaidMeld, judge_exchange, judge_next_meld, score_turned
from companion.rules.pack import judge_cards

Decision = tuple[StockEvent, ...] | Refusal


def decide_stock(state: GameState, deal: DealState, command: StockCommand) -> Decision:
    """Decide what one of these commands leads to, its time having come."""
    if isinstance(command, TurnTrump):
        return _turn_trump(state, deal, command)
    if command.seat not in state.seats_in(deal):
        return Refusal("Please say which player this was.", field="seat")
    if not deal.has_stock:
        return Refusal("In this game nobody plays with a stock.", ("draw",))
    if deal.stock is None:
        return Refusal("Turn up the trump card first: it decides what each meld is worth.", ("draw",))
    match command:
        case TakeTrick():
            return _take_trick(state, deal.stock, command)
        case LayMeld():
            return _lay_meld(state, deal, deal.stock, command)
        case ExchangeDix():
            return _exchange_dix(state, deal, deal.stock, command)
        case PlayLaidCard():
            return _play_laid_card(state, deal.stock, command)
        case _:
            assert_never(command)


def _turn_trump(state: GameState, deal: DealState, command: TurnTrump) -> Decision:
    ruling = judge_cards(state.variant.pack, (command.card,))
    if not ruling:
        return refusal_of(ruling, "card")
    return (TrumpTurned(command.card, state.side_of(deal.dealer), score_turned(state.variant, command.card)),)


def _take_trick(state: GameState, stock: StockState, command: TakeTrick) -> Decision:
    ended = stock.turn is not None and stock.turn.last
    ruling = judge_stock_trick(state.variant, state.players, stock.tricks, ended)
    if not ruling:
        return refusal_of(ruling, "seat")
    last = command.last or not judge_stock_trick(state.variant, state.players, stock.tricks + 1, ended)
    return (TrickTaken(command.seat, last),)


def _turn_of(state: GameState, deal: DealState, stock: StockState, seat: int) -> Decision:
    """Give a player the turn: nothing where it is there already, or where the play has gone on."""
    if (stock.turn is not None and stock.turn.seat == seat) or deal.phase is Phase.PLAY:
        return ()
    return _take_trick(state, stock, TakeTrick(seat))


def _lay_meld(state: GameState, deal: DealState, stock: StockState, command: LayMeld) -> Decision:
    """One meld of the player who has just taken a trick (meld.turn, meld.reuse, meld.played)."""
    taken = _turn_of(state, deal, stock, command.seat)
    if isinstance(taken, Refusal):
        return taken
    laid = _laid(state, deal, stock, command)
    return laid if isinstance(laid, Refusal) else (*taken, laid)


def _laid(state: GameState, deal: DealState, stock: StockState, command: LayMeld) -> MeldLaid | Refusal:
    variant, meld = state.variant, command.meld
    turn = stock.meld_turn(command.seat, stock.turned.card.suit, playoff=deal.phase is Phase.PLAY)
    judged = judge_next_meld(variant, turn, meld)
    if not judged.ruling:
        return refusal_of(judged.ruling, "meld")
    ruling = judge_cards(variant.pack, (*stock.seen, *meld.from_hand))
    if not ruling:
        return Refusal(f"That card can’t be in the hand. {ruling.says}", ruling.clauses, "meld")
    name = next(lay(variant, meld.kind, meld.suit, meld.copies)).name
    return MeldLaid(state.side_of(command.seat), command.seat, meld, name, judged.points)


def _exchange_dix(state: GameState, deal: DealState, stock: StockState, command: ExchangeDix) -> Decision:
    """The dix for the turned-up card; a dix from the hand is shown and scored first (meld.dix-exchange)."""
    variant, trump = state.variant, stock.turned.card.suit
    if variant.pack.dix is None:
        return Refusal("This pack has no dix.", ("meld.dix-exchange",), "dix")
    dix = Card(variant.pack.dix, trump)
    ruling = judge_exchange(variant, trump, dix, stock.turned_up, won_trick=deal.phase is Phase.STOCK)
    if not ruling:
        return refusal_of(ruling, "dix")
    exchanged = DixExchanged(command.seat, dix, stock.turned_up)
    if stock.lying(command.seat)[dix] or not pays(variant, MeldKind.DIX):
        taken = _turn_of(state, deal, stock, command.seat)
        return taken if isinstance(taken, Refusal) else (*taken, exchanged)
    shown = _lay_meld(state, deal, stock, LayMeld(command.seat, LaidMeld(MeldKind.DIX, trump, (dix,))))
    return shown if isinstance(shown, Refusal) else (*shown, exchanged)


def _play_laid_card(state: GameState, stock: StockState, command: PlayLaidCard) -> Decision:
    name, card = state.names[command.seat], command.card
    if command.back and card not in stock.played_by(command.seat):
        return Refusal(f"{name} has not played {card.symbols} from the table.", ("meld.played",), "card")
    if not command.back and not stock.lying(command.seat)[card]:
        return Refusal(f"{card.symbols} does not lie before {name}.", ("meld.played",), "card")
    return (LaidCardPlayed(command.seat, card, command.back),)
