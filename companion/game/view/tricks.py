"""The trick log, and the play from a stock, as a page shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.cards import Card
from companion.game.commands import ExchangeDix, Refusal
from companion.game.decide.stock import decide_stock
from companion.game.events import MeldLaid, TrickTaken
from companion.game.evidence import LoggedPlay, Proof, moments, next_seat
from companion.game.evidence.at_table import counters_so_far, log_of, proofs
from companion.game.state import DealState, GameState, Phase
from companion.game.stock import StockState
from companion.rules.dealing import tricks_of_stock
from companion.rules.meld.laying import MeldChoice, meld_choices
from companion.rules.pack import Pack


@dataclass(frozen=True)
class FallenCard:
    """A card of a trick, and who played it."""

    seat: int
    name: str
    card: Card


@dataclass(frozen=True)
class TrickView:
    """The trick on the table, or the one just taken while nobody has led to the next."""

    number: int
    """Of the trick that the next card belongs to, from 1."""
    most: int
    """How many tricks the deal has."""
    fallen: tuple[FallenCard, ...]
    taken_by: str
    """The player who took it; empty while it is not complete."""
    due: int | None
    """The seat whose turn it is; None where nobody knows who leads, and once all is played."""
    full: frozenset[Card]
    """Cards of which every copy has been played."""
    counters: Mapping[str, int]
    """By side, the counters taken; empty where the table does not want to see them."""
    proofs: tuple[Proof, ...]

    @property
    def is_over(self) -> bool:
        """True if every trick is recorded."""
        return self.number > self.most


def trick_view(state: GameState, deal: DealState) -> TrickView:
    """Return the view of a deal for the page of the tricks."""
    log, seats = log_of(state, deal), state.seats_in(deal)
    played = list(moments(log))
    begun = [moment for moment in played if moment.trick == played[-1].trick]
    taken = begun[-1].winner if begun else None
    number = 1 if not begun else begun[-1].trick + (taken is not None)
    due = next_seat(log)
    return TrickView(
        number,
        log.hand_size,
        tuple(_fallen(state, seats, moment) for moment in begun),
        "" if taken is None else state.names[seats[taken]],
        None if due is None or number > log.hand_size else seats[due],
        _used_up(state.variant.pack, played),
        counters_so_far(state, deal) if state.trick_log.counts else {},
        proofs(state, deal),
    )


def _fallen(state: GameState, seats: tuple[int, ...], moment: LoggedPlay) -> FallenCard:
    seat = seats[moment.seat]
    return FallenCard(seat, state.names[seat], moment.card)


def _used_up(pack: Pack, played: list[LoggedPlay]) -> frozenset[Card]:
    fell = Counter(moment.card for moment in played)
    return frozenset(card for card, copies in pack.counts.items() if fell[card] >= copies)


@dataclass(frozen=True)
class TableCard:
    """A card that a player has melded."""

    card: Card
    played: bool
    """True if it has gone to a trick since."""


@dataclass(frozen=True)
class PlayerTable:
    """One player's melds so far."""

    seat: int
    name: str
    points: int
    turned: int
    """The part of it for the turned-up dix."""
    melds: tuple[MeldLaid, ...]
    cards: tuple[TableCard, ...]
    entered_sum: int | None
    """The sum of this player's side, if it was entered in place of the melds."""


@dataclass(frozen=True)
class StockView:
    """The play with a stock as it is now."""

    turned_up: Card
    """The turned-up card."""
    tricks: int
    """How many tricks have been entered, of ``most``."""
    most: int
    turn: TrickTaken | None
    """The trick that gives a player the turn to meld."""
    melded: tuple[MeldLaid, ...]
    """That player's melds in this turn."""
    choices: tuple[MeldChoice, ...]
    """The melds that player may still lay in this turn."""
    exchange: int | None
    """The score for showing the dix when that player exchanges it now; None where that may not be."""
    tables: tuple[PlayerTable, ...]


def stock_view(state: GameState, deal: DealState) -> StockView | None:
    """The picture of a deal whose stock is being played."""
    stock = deal.stock
    if stock is None or deal.phase is not Phase.STOCK:
        return None
    return StockView(
        stock.turned_up,
        stock.tricks,
        tricks_of_stock(state.variant, len(state.seats_in(deal))),
        stock.turn,
        stock.this_turn,
        _choices(state, stock),
        _exchange(state, deal, stock),
        tuple(_table(state, deal, stock, seat) for seat in state.seats_in(deal)),
    )


def _choices(state: GameState, stock: StockState) -> tuple[MeldChoice, ...]:
    if stock.turn is None:
        return ()
    turn = stock.meld_turn(stock.turn.seat, stock.turned.card.suit)
    return meld_choices(state.variant, turn, stock.seen)


def _exchange(state: GameState, deal: DealState, stock: StockState) -> int | None:
    if stock.turn is None:
        return None
    decision = decide_stock(state, deal, ExchangeDix(stock.turn.seat))
    if isinstance(decision, Refusal):
        return None
    return sum(event.points for event in decision if isinstance(event, MeldLaid))


def _table(state: GameState, deal: DealState, stock: StockState, seat: int) -> PlayerTable:
    melds = tuple(event for event in stock.melds if event.seat == seat)
    turned = stock.turned.points if seat == deal.dealer else 0
    points = turned + sum(event.points for event in melds)
    side = state.side_of(seat)
    entered_sum = deal.meld(side) if any(shown.side == side for shown in deal.shown) else None
    return PlayerTable(seat, state.names[seat], points, turned, melds, tuple(_cards(stock, seat)), entered_sum)


def _cards(stock: StockState, seat: int) -> Iterator[TableCard]:
    """Yield a player's cards in the order laid, without an exchanged dix."""
    played, lying = Counter(stock.played_by(seat)), stock.lying(seat)
    for card in stock.laid_by(seat):
        if played[card]:
            played[card] -= 1
            yield TableCard(card, played=True)
        elif lying[card]:
            lying[card] -= 1
            yield TableCard(card, played=False)
