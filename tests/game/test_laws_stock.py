"""What holds while a stock lasts, whatever is told: no meld contradicts the rules, and every step can be taken back."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.cards import Card, Suit
from companion.game.commands import (
    CloseMeld,
    Command,
    ConfirmDeal,
    EndDeal,
    ExchangeDix,
    LayMeld,
    PlayLaidCard,
    Redo,
    Refusal,
    ShowNumber,
    TakeTrick,
    TurnTrump,
    Undo,
)
from companion.game.events import DixExchanged, LaidCardPlayed, MeldLaid, TrickTaken
from companion.game.state import DealState, Phase
from companion.game.view import view
from companion.rules.dealing import tricks_of_stock
from companion.rules.meld.kinds import MeldKind, meld_cards
from companion.rules.meld.laying import LaidMeld, MeldTurn, judge_next_meld
from companion.rules.pack import judge_cards
from companion.rules.score import DealEnd
from companion.store.games import CODEC
from tests.conftest import tries
from tests.game.table import Table

_SEATS = st.integers(0, 1)
_TABLES: tuple[dict[str, Any], ...] = ({}, {"pack": "64"}, {"end.deal": True}, {"end.target": 200})
_KINDS = [kind for kind in MeldKind if kind not in (MeldKind.EXTRA_KING, MeldKind.EXTRA_QUEEN, MeldKind.ROUNDHOUSE)]


class StockGame(RuleBasedStateMachine):
    """Two players tell what they like; beside the game the test keeps its own book of what lies before each."""

    table: Table

    @initialize(options=st.sampled_from(_TABLES), dealer=_SEATS)
    def sit_down(self, options: dict[str, Any], dealer: int) -> None:
        self.table = Table("two-handed", options, dealer=dealer)

    @property
    def deal(self) -> DealState:
        deal = self.table.state.deal
        assert deal is not None
        return deal

    def _waits(self, *phases: Phase) -> bool:
        return self.table.state.phase in phases

    def _try(self, command: Command) -> bool:
        decision = self.table.ask(command)
        if isinstance(decision, Refusal):
            return False
        self.table.do(command)
        return True

    @precondition(lambda self: self._waits(Phase.TURN))
    @rule(data=st.data())
    def turn_trump(self, data: st.DataObject) -> None:
        card = data.draw(st.sampled_from(sorted(self.table.state.variant.pack.counts)))
        self.table.do(TurnTrump(card))
        is_dix = card.rank is self.table.state.variant.pack.dix
        assert self.deal.stock
        assert self.deal.stock.points("AB"[self.deal.dealer]) == (10 if is_dix else 0)

    @precondition(lambda self: self._waits(Phase.STOCK))
    @rule(seat=_SEATS, last=st.sampled_from([False, False, False, True]))
    def take_trick(self, seat: int, last: bool) -> None:
        told = _told(self.deal, TrickTaken)
        most = tricks_of_stock(self.table.state.variant, 2)
        gone = len(told) == most or any(trick.last for trick in told)
        assert self._try(TakeTrick(seat, last)) != gone

    @precondition(lambda self: self._waits(Phase.STOCK))
    @rule(seat=_SEATS, kind=st.sampled_from(_KINDS), suit=st.sampled_from(Suit), data=st.data())
    def lay_anything(self, seat: int, kind: MeldKind, suit: Suit, data: st.DataObject) -> None:
        cards = meld_cards(self.table.state.variant, kind, suit)
        copies = data.draw(st.sampled_from([1, 1, 1, 2]))
        hand = tuple(data.draw(st.lists(st.sampled_from(cards * copies), max_size=len(cards))))
        self._lay(seat, LaidMeld(kind, suit, hand, copies))

    @precondition(lambda self: self._waits(Phase.STOCK))
    @rule(place=st.integers(0, 99), way=st.integers(0, 9))
    def lay_what_is_offered(self, place: int, way: int) -> None:
        stock = view(self.table.state).stock
        assert stock
        if stock.turn and stock.choices:
            choice = stock.choices[place % len(stock.choices)]
            hand = choice.ways[way % len(choice.ways)]
            assert self._lay(stock.turn.seat, LaidMeld(choice.kind, choice.suit, hand, choice.copies))

    def _lay(self, seat: int, meld: LaidMeld) -> bool:
        """Lay a meld, and compare what comes of it with what the rules say of the book."""
        deal, side = self.deal, "AB"[seat]
        assert deal.stock
        judged = judge_next_meld(self.table.state.variant, self._turn(seat), meld)
        known = judge_cards(self.table.state.variant.pack, (*_seen(deal), *meld.from_hand))
        tricks = _told(deal, TrickTaken)
        is_turn = bool(tricks) and tricks[-1].seat == seat
        goes_on = is_turn or not (tricks and tricks[-1].last)
        laid = self._try(LayMeld(seat, meld))
        assert laid == (bool(judged.ruling) and bool(known) and goes_on)
        assert self.deal.meld(side) == (deal.stock.points(side) + judged.points if laid else deal.meld(side))
        return laid

    def _turn(self, seat: int) -> MeldTurn:
        """A player's turn as the log of the deal alone tells it."""
        assert self.deal.stock
        steps: list[LaidMeld | Card] = []
        kinds: list[MeldKind] = []
        mine = False
        for event in self.deal.stock.events:
            if isinstance(event, TrickTaken):
                mine, kinds = event.seat == seat, []
            elif isinstance(event, MeldLaid) and mine:
                kinds.append(event.meld.kind)
            steps = _after(steps, event, seat)
        return MeldTurn(self.deal.stock.turned.card.suit, tuple(steps), tuple(kinds))

    @precondition(lambda self: self._waits(Phase.STOCK))
    @rule(seat=_SEATS)
    def exchange(self, seat: int) -> None:
        before, done = self.deal, self._try(ExchangeDix(seat))
        assert before.stock
        if done:
            assert not _told(before, DixExchanged)
            assert before.stock.turned_up.rank is not self.table.state.variant.pack.dix
            assert self.deal.stock
            assert self.deal.stock.turned_up.rank is self.table.state.variant.pack.dix

    @precondition(lambda self: self._waits(Phase.STOCK))
    @rule(seat=_SEATS, place=st.integers(0, 30), back=st.booleans())
    def play_a_card(self, seat: int, place: int, back: bool) -> None:
        stock = self.deal.stock
        assert stock
        laid = stock.laid_by(seat)
        if laid:
            card = laid[place % len(laid)]
            lies, played = stock.lying(seat)[card], stock.played_by(seat).count(card)
            assert self._try(PlayLaidCard(seat, card, back)) == (played > 0 if back else lies > 0)

    @rule()
    def undo_and_redo(self) -> None:
        before = self.table.state
        if self._try(Undo()):
            undone = self.table.state
            self.table.do(Redo())
            assert self.table.state == before
            self.table.do(Undo())
            assert self.table.state == undone

    @precondition(lambda self: self._waits(Phase.TURN, Phase.STOCK))
    @rule(points=st.integers(0, 60))
    def tell_a_sum(self, points: int) -> None:
        self.table.do(ShowNumber("A", None, 10 * points))
        assert self.deal.meld("A") == 10 * points

    @precondition(lambda self: self._waits(Phase.STOCK))
    @rule(points=st.integers(0, 250), claims=st.booleans())
    def play_to_the_end(self, points: int, claims: bool) -> None:
        if claims and self._try(EndDeal(DealEnd.CLAIM, {"B": points}, claimant="B")):
            self.table.do(ConfirmDeal())
            assert self.table.state.won
            return
        self.table.do(CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": points}), ConfirmDeal())

    @invariant()
    def what_lies_before_a_player_was_laid_and_is_not_gone(self) -> None:
        if hasattr(self, "table") and self._waits(Phase.STOCK) and self.deal.stock:
            for seat in (0, 1):
                laid = Counter(self.deal.stock.laid_by(seat))
                assert self.deal.stock.lying(seat) + Counter(self.deal.stock.played_by(seat)) <= laid
            assert judge_cards(self.table.state.variant.pack, _seen(self.deal))

    @invariant()
    def everything_can_be_shown_and_stored(self) -> None:
        if hasattr(self, "table"):
            view(self.table.state)
            last = self.table.history[-1].event
            assert CODEC.decode(*CODEC.encode(last)) == last


def _told(deal: DealState, kind: type[Any]) -> list[Any]:
    return [event for event in (deal.stock.events if deal.stock else ()) if isinstance(event, kind)]


def _seen(deal: DealState) -> tuple[Card, ...]:
    """The cards that can be in no hand: those laid, and the turned-up one until it is taken."""
    assert deal.stock
    laid = tuple(card for event in _told(deal, MeldLaid) for card in event.meld.from_hand)
    return laid if _told(deal, DixExchanged) else (*laid, deal.stock.turned.card)


def _after(steps: list[LaidMeld | Card], event: Any, seat: int) -> list[LaidMeld | Card]:
    """What a player melded, and what has gone since, after one more event."""
    if event.seat != seat or isinstance(event, TrickTaken):
        return steps
    if isinstance(event, MeldLaid):
        return [*steps, event.meld]
    if isinstance(event, DixExchanged):
        return [*steps, event.dix]
    assert isinstance(event, LaidCardPlayed)
    if not event.back:
        return [*steps, event.card]
    place = max(place for place, step in enumerate(steps) if step == event.card)
    return [*steps[:place], *steps[place + 1 :]]


TestStockGame = StockGame.TestCase
TestStockGame.settings = settings(max_examples=tries(80), stateful_step_count=35, deadline=None)
