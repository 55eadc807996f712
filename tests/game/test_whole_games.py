"""Whole games of every variant: by chance to their end, and by Hypothesis for what must hold."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from companion.game.commands import (
    AnswerDeal,
    AskSides,
    ConfirmDeal,
    CorrectDeal,
    MakeBid,
    Redo,
    Refusal,
    ReleaseGame,
    SignGame,
    Undo,
)
from companion.game.decide.replay import steps_of
from companion.game.fold import fold
from companion.game.log import log_lines
from companion.game.state import DealState, GameState, Phase
from companion.game.view import view
from companion.game.view.sheet import sheet_rows
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS
from tests.conftest import some, tries
from tests.game.awarded import awarded
from tests.game.game_by_chance import FORWARDS, Game, go_on, play_to_the_end
from tests.game.random_commands import Maker
from tests.game.table import Table

ABOUT_THE_RESULT = (AskSides, AnswerDeal, SignGame, ReleaseGame)
"""What the sides may still say of a game that is over."""
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)


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


def facts(state: GameState, deal: DealState) -> DealState:
    """What a deal says, however it came to be told, and whatever its sides said of it."""
    checks = {side: deal.check_melds.get(side, ()) for side in state.sides}
    return replace(deal, corrected=False, calls=(), answers={}, check_melds=checks)


@every_variant
def test_a_correction_with_the_same_steps_changes_nothing(variant: Variant) -> None:
    game = play_to_the_end(variant)
    state = game.state
    for deal in some(state.deals):
        table = Table.of(game.history)
        again = table.do(CorrectDeal(deal.number, steps_of(state, deal))).state
        assert facts(state, again.deals[deal.number - 1]) == facts(state, deal)
        assert again.deals[deal.number - 1].calls == deal.calls
        assert (again.scores(), again.won) == (state.scores(), state.won)


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
