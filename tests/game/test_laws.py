"""What holds for every game, whatever the table does: Hypothesis plays at random and looks for a way to break it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis.stateful import invariant

from companion.game.fold import fold, fold_on
from companion.game.log import log_lines
from companion.game.standing import STOPPED, winner_of, with_notes
from companion.game.state import GameState
from companion.game.view import view
from companion.game.view.outlook import look_ahead
from companion.game.view.sheet import ledger_of, sheet_rows
from companion.rules.score import DealEnd, DealScore, score_deal
from companion.rules.score.checks import checks_of_deal
from companion.store.games import CODEC
from tests.conftest import tries
from tests.game.awarded import awarded
from tests.game.random_game import RandomGame
from tests.game.table import Table


class AnyGame(RandomGame):
    """After each command everything that must hold is looked at."""

    @invariant()
    def everything_can_be_shown(self) -> None:
        if hasattr(self, "table"):
            state = self.table.state
            seen = view(state)
            for seat in range(state.players):
                from_seat = replace(seen, seat=seat)
                assert from_seat.is_on_turn == (seat in seen.turn.seats)
                assert from_seat.own_side in state.sides
            assert len(sheet_rows(state)) == len(state.deals)
            assert len(log_lines(self.table.history)) == len(self.table.history)
            assert set(look_ahead(state).leaders) <= set(state.sides)

    @invariant()
    def no_point_is_lost_or_counted_twice(self) -> None:
        if hasattr(self, "table"):
            state = self.table.state
            assert state.scores() == awarded(self.table.history, state)
            rows = sheet_rows(state)
            running = rows[-1].running if rows else dict.fromkeys(state.sides, 0) | {**state.history.scores}
            since = state.won is None or state.won.clause == STOPPED
            assert with_notes(state, running, len(state.deals) + 1 if since else 0) == state.scores()

    @invariant()
    def the_checks_are_those_of_the_deals_and_of_the_game(self) -> None:
        if hasattr(self, "table"):
            state = self.table.state
            ledger, counted = ledger_of(state), state.deals[: state.won.deal if state.won else None]
            if ledger:
                game = dict.fromkeys(state.won.winners, state.variant.check_game) if state.won else {}
                for side, total in ledger.totals.items():
                    assert total == sum(deal.checks.get(side, 0) for deal in counted) + game.get(side, 0)

    @invariant()
    def every_deal_scores_what_the_rules_award(self) -> None:
        if hasattr(self, "table"):
            state = self.table.state
            for deal in state.deals:
                if deal.scored:
                    score = score_deal(state.variant, state.facts_of(deal), state.side_name)
                    assert isinstance(score, DealScore)
                    assert (score.outcome, dict(score.change)) == (deal.scored.outcome, dict(deal.change))
                    if deal.checks:
                        assert dict(deal.checks) == checks_of_deal(state.variant, state.facts_of(deal), score)

    @invariant()
    def no_deal_is_played_on_after_another_number_was_drawn(self) -> None:
        if hasattr(self, "table"):
            for deal in self.table.state.deals:
                if deal.ended and deal.ended.end is DealEnd.PLAYED:
                    assert all(draw.drawn == draw.discarded for draw in deal.draws)

    @invariant()
    def the_game_is_over_when_somebody_has_won(self) -> None:
        if hasattr(self, "table"):
            state = self.table.state
            won = winner_of(state)
            assert (won is None) == (state.won is None)
            if won and state.won:
                assert (won.winners, won.clause, won.deal) == (state.won.winners, state.won.clause, state.won.deal)
                assert state.deal is None

    @invariant()
    def events_survive_being_stored(self) -> None:
        if hasattr(self, "table"):
            last = self.table.history[-1].batch
            for recorded in self.table.history:
                if recorded.batch == last:
                    assert CODEC.decode(*CODEC.encode(recorded.event)) == recorded.event

    def teardown(self) -> None:
        if hasattr(self, "table"):
            for prefix in _prefixes(self.table):
                view(prefix)
                sheet_rows(prefix)


def _prefixes(table: Table) -> Iterator[GameState]:
    """The state after each event, folded whole and folded on, which must agree."""
    state = fold(table.history[:1])
    for place in range(1, len(table.history)):
        state = fold_on(state, table.history[:place], table.history[place : place + 1])
        assert state == fold(table.history[: place + 1])
        yield state


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=tries(60), stateful_step_count=40, deadline=None)


def test_a_game_without_its_start_is_no_game() -> None:
    with pytest.raises(ValueError, match="a game's first event is its start"):
        fold(Table().history[1:])
