"""Whole games of every variant: by chance to their end, and by Hypothesis for what must hold."""

from __future__ import annotations

from random import Random
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from companion.game.commands import (
    AnswerDeal,
    AskSides,
    CloseMeld,
    Command,
    ConfirmDeal,
    EndDeal,
    MakeBid,
    RecordDraw,
    Redo,
    Refusal,
    ReleaseGame,
    ShowNumber,
    SignGame,
    StopGame,
    Undo,
)
from companion.game.decide import Decision, decide
from companion.game.decide.ending import scored_as
from companion.game.decide.start import start_game
from companion.game.events import Event
from companion.game.fold import Recorded, fold, fold_on
from companion.game.log import log_lines
from companion.game.state import GameState, Phase
from companion.game.view import view
from companion.game.view.sheet import sheet_rows
from companion.rules.choices import TieRule
from companion.rules.score.facts import DealEnd, Misdeal
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS
from companion.store.games import CODEC
from tests.conftest import tries
from tests.game.awarded import awarded
from tests.game.random_commands import BACKWARDS, COMMANDS, Maker
from tests.game.table import EIGHT

FORWARDS = tuple(kind for kind in COMMANDS if kind not in BACKWARDS)
ABOUT_THE_RESULT = (AskSides, AnswerDeal, SignGame, ReleaseGame)
"""What the sides may still say of a game that is over."""
MOST_COMMANDS = 8000
DEALS_BY_CHANCE = 10
"""So many deals come as they may; a game that goes on then is brought to its end."""
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)


class Game:
    """A game as the store would keep it, its state carried along."""

    def __init__(self, variant: Variant, players: int, dealer: int) -> None:
        started = start_game(variant, EIGHT[:players], dealer)
        assert not isinstance(started, Refusal), started
        self.history = tuple(Recorded(seq, 1, event) for seq, event in enumerate(started, 1))
        self.state = fold(self.history)

    def ask(self, command: Command) -> Decision:
        """What the command leads to, which must be the same when it is asked again."""
        decision = decide(self.history, command, self.state)
        assert decide(self.history, command, self.state) == decision
        return decision

    def try_out(self, command: Command) -> bool:
        """Carry the command out, if it is not refused."""
        decision = self.ask(command)
        if isinstance(decision, Refusal):
            assert decision.says.strip()[-1] in ".?!"
            return False
        self.write(decision)
        return True

    def write(self, events: tuple[Event, ...]) -> None:
        """Write events down; each must survive the store."""
        batch, after = self.history[-1].batch + 1, len(self.history) + 1
        added = tuple(Recorded(seq, batch, event) for seq, event in enumerate(events, after))
        assert all(CODEC.decode(*CODEC.encode(event)) == event for event in events)
        self.state = fold_on(self.state, self.history, added)
        self.history = (*self.history, *added)


def go_on(game: Game, random: Random) -> None:
    """One more command; mostly a prudent one, because bids that nobody makes end no game."""
    command = Maker(game.state, random).command(FORWARDS)
    if _prudent(game, command) or random.random() < 0.1:
        game.try_out(command)


def _prudent(game: Game, command: Command) -> bool:
    """Whether the bidder has melded what was bid before the meld is closed, and as many are drawn as discarded."""
    if isinstance(command, RecordDraw):
        return command.drawn == command.discarded
    deal = game.state.deal
    if deal is None or deal.contract is None or deal.aim or not isinstance(command, CloseMeld):
        return True
    return deal.meld(game.state.side_of(deal.contract.bidder)) >= deal.contract.bid


def play_to_the_end(variant: Variant) -> Game:
    """A game by chance, and once enough has gone wrong, one in which every bid is made."""
    random = Random(variant.key)
    game = Game(variant, random.randint(*variant.players), 0)
    for _ in range(MOST_COMMANDS):
        if game.state.phase is Phase.OVER:
            return game
        if len(game.state.deals) >= DEALS_BY_CHANCE:
            game.try_out(StopGame())
            make_the_bid(game)
        go_on(game, random)
    raise AssertionError(f"{variant.key} is still going on after {len(game.state.deals)} deals")


def make_the_bid(game: Game) -> None:
    """Tell a meld and counters that make the bid, where the deal has come to that; void a deal that cost points."""
    state, deal = game.state, game.state.deal
    if deal is None or deal.contract is None:
        return
    side, falls = state.side_of(deal.contract.bidder), _must_fall(state)
    if state.phase is Phase.MELD and deal.meld(side) < deal.contract.bid and side not in falls:
        game.try_out(ShowNumber(side, None, deal.contract.bid))
    elif state.phase is Phase.PLAY:
        heads = state.teams_of(deal).heads
        taker = next(head for head in heads if head not in falls) if side in falls else side
        told = dict.fromkeys(heads, 0) | {taker: state.trick_range(deal)[1]}
        game.try_out(EndDeal(DealEnd.PLAYED, told))
    elif _costs(state):
        # What was said of the result since is undone before the result itself.
        while game.state.phase is Phase.CONFIRM:
            assert game.try_out(Undo())
        assert game.try_out(EndDeal(DealEnd.MISDEAL, misdeal=Misdeal.CARD_FAULT))


def _must_fall(state: GameState) -> list[str]:
    """Those behind the leader where several are at the target: their failed bids end the game (end.tie-another)."""
    scores, target = state.standing.scores, state.standing.target
    there = [side for side, points in scores.items() if target is not None and points >= target]
    if TieRule.ANOTHER not in state.variant.end_tie or len(there) < 2:
        return []
    return sorted(scores, key=lambda side: -scores[side])[1:]


def _costs(state: GameState) -> bool:
    """Whether the deal that waits to be confirmed takes points from anybody."""
    if state.deal is None or state.phase is not Phase.CONFIRM or _must_fall(state):
        return False
    scored = scored_as(state, state.deal)
    return not isinstance(scored, Refusal) and any(entry.points < 0 for entry in scored.change)


@every_variant
def test_a_random_legal_game_reaches_an_end(variant: Variant) -> None:
    game = play_to_the_end(variant)
    won = game.state.won
    assert won is not None
    assert won.clause.startswith(("end.", "floor"))
    assert game.state == fold(game.history)
    assert game.state.scores() == awarded(game.history, game.state)
    assert isinstance(game.ask(ConfirmDeal()), Refusal)
    assert isinstance(game.ask(MakeBid(variant.bid_min)), Refusal)


class WholeGame(RuleBasedStateMachine):
    """Commands in any order, legal and illegal, at one variant's table."""

    variant: ClassVar[Variant]

    def __init__(self) -> None:
        super().__init__()
        self.game = Game(self.variant, self.variant.players[0], 0)

    @rule(random=st.randoms(use_true_random=False))
    def say_anything(self, random: Random) -> None:
        before, written = self.game.state, self.game.history
        if not self.game.try_out(Maker(before, random).command()):
            assert (self.game.state, self.game.history) == (before, written)

    @precondition(lambda self: self.game.state.phase is not Phase.OVER)
    @rule(random=st.randoms(use_true_random=False), tries=st.integers(5, 60))
    def go_on(self, random: Random, tries: int) -> None:
        """As a table plays, so that deals and games come to their ends."""
        for _ in range(tries):
            if self.game.state.phase is not Phase.OVER:
                go_on(self.game, random)

    @rule()
    def undo_and_redo(self) -> None:
        before = self.game.state
        if self.game.try_out(Undo()):
            assert self.game.try_out(Redo())
            assert self.game.state == before

    @precondition(lambda self: self.game.state.phase is Phase.OVER)
    @rule(random=st.randoms(use_true_random=False))
    def go_on_after_the_end(self, random: Random) -> None:
        before, command = self.game.state, Maker(self.game.state, random).command(FORWARDS)
        assert not self.game.try_out(command) or isinstance(command, ABOUT_THE_RESULT)
        after = self.game.state
        assert (after.won, after.scores(), len(after.deals)) == (before.won, before.scores(), len(before.deals))

    @invariant()
    def the_state_is_the_fold_of_the_history(self) -> None:
        assert self.game.state == fold(self.game.history)

    @invariant()
    def no_point_is_lost_or_counted_twice(self) -> None:
        assert self.game.state.scores() == awarded(self.game.history, self.game.state)

    @invariant()
    def the_game_is_over_when_it_is_won(self) -> None:
        assert (self.game.state.won is not None) == (self.game.state.phase is Phase.OVER)

    def teardown(self) -> None:
        for seat in (None, 0):
            view(self.game.state, seat)
        assert len(sheet_rows(self.game.state)) == len(self.game.state.deals)
        assert len(log_lines(self.game.history)) == len(self.game.history)


@every_variant
def test_what_must_hold_holds_in_any_game_of_a_variant(variant: Variant) -> None:
    few = settings(
        max_examples=tries(5), stateful_step_count=15, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    table = type("Table", (WholeGame,), {"variant": variant})
    run_state_machine_as_test(table, settings=few)
