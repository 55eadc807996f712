"""Who takes part in a deal: level players play on without the others, and everything follows them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game.events import DealBegun, DealScored, SidePoints
from companion.game.fold import apply
from companion.game.standing import deal_among, dealer_of_rematch, next_deal
from companion.game.state import DealState, GameState
from companion.game.view import view
from companion.rules.auction import next_bidder
from companion.rules.score.facts import Outcome, opening
from companion.rules.variants import find_variant
from tests.game.table import EIGHT


def _game(variant: str, players: int, playing: str) -> GameState:
    """A game in which only the sides of ``playing`` can still win."""
    rules, names = find_variant(variant), EIGHT[:players]
    state = GameState(rules, names, opening(rules, tuple("ABCDEFGH"[:players])))
    return replace(state, standing=replace(state.standing, playing=tuple(playing)))


def _scored(outcome: Outcome = Outcome.MADE) -> DealScored:
    return DealScored(outcome, (SidePoints("A", 0),), (), (), "1")


@pytest.mark.parametrize(
    ("variant", "players", "dealer", "sits_out"),
    [
        ("five-handed", 5, 2, ()),
        ("five-handed", 6, 2, (1,)),
        ("five-handed", 7, 0, (5, 6)),
        ("five-handed", 7, 1, (0, 6)),
        ("site", 4, 3, ()),
    ],
)
def test_of_more_players_than_hands_the_last_dealers_sit_out(
    variant: str, players: int, dealer: int, sits_out: tuple[int, ...]
) -> None:
    assert deal_among(find_variant(variant), players, range(players), dealer) == DealBegun(dealer, sits_out)


@pytest.mark.parametrize(
    ("playing", "last_dealer", "outcome", "begun"),
    [
        ("ABCD", 1, Outcome.MADE, DealBegun(2)),
        ("AC", 1, Outcome.MADE, DealBegun(2, (1, 3))),
        ("AC", 2, Outcome.MADE, DealBegun(0, (1, 3))),
        ("AC", 2, Outcome.VOID, DealBegun(2, (1, 3))),
        ("ABD", 3, Outcome.SET, DealBegun(0, (2,))),
    ],
)
def test_the_deal_passes_left_among_those_who_play_on(
    playing: str, last_dealer: int, outcome: Outcome, begun: DealBegun
) -> None:
    state = _game("bruce-5", 4, playing)
    assert next_deal(state, state.standing, DealState(1, last_dealer, scored=_scored(outcome))) == begun


def test_everyone_plays_where_the_pack_cannot_be_dealt_to_fewer() -> None:
    state = _game("three-handed", 3, "AC")
    assert next_deal(state, state.standing, DealState(1, 0, scored=_scored())) == DealBegun(1)


def test_a_rematch_is_for_everyone() -> None:
    state = replace(_game("bruce-5", 4, "AC"), deals=(DealState(1, 0, scored=_scored()),))
    assert dealer_of_rematch(state) == 1


def test_the_bidding_and_the_pages_leave_out_who_sits_out() -> None:
    state = apply(_game("bruce-5", 4, "AC"), DealBegun(2, (1, 3)))
    assert state.deal is not None
    assert (state.seats_in(state.deal), state.sides_in(state.deal)) == ((0, 2), ("A", "C"))
    assert next_bidder(state.variant, state.auction_of(state.deal)) == 0
    seen = view(state)
    assert [side.side for side in seen.in_deal] == ["A", "C"]
    assert seen.seats == ((0, "Ann"), (2, "Cleo"))
    assert seen.sits_out == "Ben and Dan"


def test_a_side_takes_part_while_one_of_its_players_does() -> None:
    state = _game("eight-handed", 8, "ABCD")
    assert state.sides_in(DealState(1, 0, sits_out=(0, 1, 4))) == ("B", "C", "D")
