"""What a table may do, told to Hypothesis: any command at any time, and often enough those that end a game."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from companion.cards import Suit
from companion.game.commands import (
    CloseMeld,
    Command,
    ConfirmDeal,
    MakeBid,
    NameTrump,
    Pass,
    PassOut,
    RecordBids,
    RecordChecks,
    RecordDraw,
    Redo,
    Refusal,
    RenamePlayers,
    ShowNumber,
    TakeBid,
    Undo,
    WriteNote,
)
from companion.game.decide.correction import can_redo
from companion.game.state import Phase
from companion.rules.auction import first_hand, legal_bids, most_melded_in
from companion.rules.choices import Bidding
from companion.rules.dealing import most_held
from companion.rules.options import with_options
from companion.rules.score.facts import CheckMeld, DealEnd
from companion.rules.variants import find_variant
from tests.game.strategies import corrections, draws, endings, melds, single_bids
from tests.game.table import EIGHT, Table

_TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("site", {}),
    ("doubles", {}),
    ("doubles", {"score.no-marriage.opponents": {"at_least": 20}, "end.target": 300}),
    ("site", {"score.unplayed": True, "bid.forced": "redeal", "end.target": 500, "score.set": "credited"}),
    ("doubles", {"misdeal.technical": True, "score.renege": "side-all-counters", "end.target": 150, "floor": -100}),
    ("three-handed", {}),
    ("cutthroat", {"end.target": 60}),
    ("kitty-partnership", {"kitty.counts": False, "end.target": 500}),
    ("eight-handed", {"end.target": 1000}),
    ("check", {"end.target": 500}),
    ("summed", {"end.target": 500}),
    ("bruce-5", {"end.target": 25}),
    ("bruce-7", {}),
)
_EACH_FOR_HIMSELF: dict[str, Any] = {
    "players": 3,
    "sides": "each",
    "hand.size": 16,
    "pass.count": 0,
    "bid.rounds": "two-turns",
    "score.renege": "three",
    "score.save": {"by": "trick", "dix_safe": True},
    "end.tie": ["another"],
    "end.target": 400,
}
_SEATS = st.integers(0, 3)


class RandomGame(RuleBasedStateMachine):
    """Commands in any order, legal and illegal."""

    table: Table

    @initialize(chosen=st.sampled_from([*_TABLES, ("site", _EACH_FOR_HIMSELF)]), dealer=st.integers(0, 2))
    def sit_down(self, chosen: tuple[str, dict[str, Any]], dealer: int) -> None:
        variant, options = chosen
        least, most = with_options(find_variant(variant), options).players
        self.table = Table(variant, options, EIGHT[: max(least, min(most, 3))], dealer)

    def _try(self, command: Command) -> bool:
        decision = self.table.ask(command)
        if isinstance(decision, Refusal):
            assert decision.says.strip()
            assert decision.says[-1] in ".?"
            return False
        self.table.do(command)
        return True

    def _waits(self, *phases: Phase) -> bool:
        return self.table.state.phase in phases

    @precondition(lambda self: self._waits(Phase.AUCTION))
    @rule(data=st.data())
    def bid(self, data: st.DataObject) -> None:
        state = self.table.state
        assert state.deal is not None
        bids = legal_bids(state.variant, state.auction_of(state.deal))
        self._try(MakeBid(data.draw(st.sampled_from(bids)) + data.draw(st.sampled_from([0, 0, 0, 1, -100]))))

    @precondition(lambda self: self._waits(Phase.AUCTION))
    @rule(helps=st.booleans())
    def say_pass(self, helps: bool) -> None:
        self._try(Pass(helps))

    @precondition(lambda self: self._waits(Phase.AUCTION))
    @rule(seat=_SEATS, steps=st.integers(0, 25))
    def take_bid(self, seat: int, steps: int) -> None:
        variant = self.table.state.variant
        self._try(TakeBid(seat, variant.bid_min + steps * 5 * variant.scale))

    @precondition(lambda self: self._waits(Phase.AUCTION))
    @rule(data=st.data())
    def record_bids(self, data: st.DataObject) -> None:
        self._try(RecordBids(dict(enumerate(data.draw(single_bids(self.table.state.players))))))

    @precondition(lambda self: self._waits(Phase.MELD))
    @rule(told=draws(4))
    def record_draw(self, told: RecordDraw) -> None:
        self._try(told)

    @precondition(lambda self: self._waits(Phase.TRUMP))
    @rule(suit=st.sampled_from(Suit))
    def name_trump(self, suit: Suit) -> None:
        assert self._try(NameTrump(suit))

    @precondition(lambda self: self._waits(Phase.MELD))
    @rule(data=st.data())
    def show_meld(self, data: st.DataObject) -> None:
        self._try(data.draw(melds(self.table.state)))

    @precondition(lambda self: self._waits(Phase.MELD, Phase.PLAY, Phase.CONFIRM))
    @rule(side=st.sampled_from("ABCD"), told=st.lists(st.sampled_from(CheckMeld), max_size=3))
    def record_checks(self, side: str, told: list[CheckMeld]) -> None:
        self._try(RecordChecks(side, tuple(told)))

    @precondition(lambda self: self._waits(Phase.MELD))
    @rule()
    def close_meld(self) -> None:
        draws = self.table.state.deal.draws if self.table.state.deal else ()
        fair = all(draw.drawn == draw.discarded for draw in draws)
        assert self._try(CloseMeld()) is fair

    @precondition(lambda self: not self._waits(Phase.OVER, Phase.CONFIRM))
    @rule(data=st.data())
    def end_deal(self, data: st.DataObject) -> None:
        self._try(data.draw(endings(self.table.state)))

    @precondition(lambda self: self._waits(Phase.PLAY))
    @rule(data=st.data())
    def count_tricks(self, data: st.DataObject) -> None:
        self._try(data.draw(endings(self.table.state).filter(lambda end: end.end is DealEnd.PLAYED)))

    @precondition(lambda self: self._waits(Phase.CONFIRM))
    @rule()
    def confirm(self) -> None:
        assert self._try(ConfirmDeal())

    @precondition(lambda self: self.table.state.deals)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        self._try(data.draw(corrections(self.table.state)))

    @rule(seat=_SEATS, name=st.sampled_from(["Zoë", "Ann", " Bo  B ", "", "a very long name that nobody has"]))
    def rename(self, seat: int, name: str) -> None:
        names = list(self.table.state.names)
        names[seat % len(names)] = name
        self._try(RenamePlayers(tuple(names)))

    @rule(
        side=st.sampled_from("ABQ"),
        points=st.sampled_from([-100, 0, 40, 2000]),
        says=st.sampled_from(["", "Cake", "x" * 81]),
        number=st.sampled_from([None, 1, 2]),
    )
    def note(self, side: str, points: int, says: str, number: int | None) -> None:
        self._try(WriteNote(says, side, points, number))

    @rule(command=st.sampled_from([PassOut(), ConfirmDeal(), CloseMeld(), NameTrump(Suit.CLUBS), Pass(), MakeBid(250)]))
    def speak_out_of_turn(self, command: Command) -> None:
        self._try(command)

    @rule()
    def undo_and_redo(self) -> None:
        before = self.table.state
        if self._try(Undo()):
            undone = self.table.state
            assert can_redo(self.table.history)
            self.table.do(Redo())
            assert self.table.state == before
            self.table.do(Undo())
            assert self.table.state == undone

    @rule()
    def redo(self) -> None:
        assert can_redo(self.table.history) == self._try(Redo())

    @precondition(lambda self: self._waits(Phase.AUCTION))
    @rule(seat=_SEATS, steps=st.integers(1, 12), suit=st.sampled_from(Suit), data=st.data())
    def play_a_whole_deal(self, seat: int, steps: int, suit: Suit, data: st.DataObject) -> None:
        """The usual way, so that games come to their ends."""
        state = self.table.state
        assert state.deal is not None
        amount = state.variant.bid_min + steps * 10 * state.variant.scale
        summed = state.variant.bid is Bidding.SUMMED
        first = {first_hand(state.auction_of(state.deal)): 10}
        told = RecordBids({**first, seat: amount}) if summed else TakeBid(seat % state.players, amount)
        if not self._try(told):
            return
        self.table.do(NameTrump(suit))
        for side in state.sides_in(state.deal):
            hands = [most_held(state.variant, False)] * len(state.seats_of(side))
            most = most_melded_in(state.variant, suit, hands)
            points = min(state.variant.scale * data.draw(st.integers(0, 60)), most)
            self.table.do(ShowNumber(side, None, points))
        self.table.do(CloseMeld())
        if self._waits(Phase.PLAY):
            self._try(data.draw(endings(state).filter(lambda end: end.end is DealEnd.PLAYED)))
        if self._waits(Phase.CONFIRM):
            self.table.do(ConfirmDeal())
