"""Meld belongs to a hand: no way of telling it counts two partners' cards as one hand's, in no variant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.cards import Suit, parse_cards
from companion.game.commands import (
    CallCard,
    CloseMeld,
    Command,
    ConfirmDeal,
    EndDeal,
    NameTrump,
    RecordBids,
    ShowCards,
    ShowMelds,
    ShowNumber,
    TakeBid,
    TurnTrump,
)
from companion.game.decide.replay import end_step, steps_of
from companion.game.events import MeldShown, MeldSource
from companion.game.fold import Recorded
from companion.game.log import say
from companion.game.state import Phase
from companion.rules.choices import Bidding, Draw
from companion.rules.meld import best_meld
from companion.rules.score import DealEnd
from companion.rules.variants import VARIANTS
from tests.game.retold import retold
from tests.game.table import Table

BY_HAND = [variant.key for variant in VARIANTS if variant.draw is not Draw.STOCK]
SHOWN = {"aces": "AS AH AC AD", "pinochle": "QS JD"}


def _told(way: str, table: Table, seat: int, meld: str) -> Command:
    """One meld of a player, told in one of the ways."""
    state, cards = table.state, parse_cards(SHOWN[meld])
    ways: dict[str, Command] = {
        "melds": ShowMelds(state.side_of(seat), seat, {meld: 1}),
        "cards": ShowCards(seat, cards),
        "photo": ShowCards(seat, cards, MeldSource.PHOTO),
        "number": ShowNumber(state.side_of(seat), seat, best_meld(state.variant, Suit.SPADES, cards).total),
    }
    return ways[way]


def _melding(key: str) -> Table:
    """A table of a variant that has named spades and tells its meld."""
    table = Table(key)
    variant = table.state.variant
    least = variant.bid_min
    steps: dict[Phase, Command] = {
        Phase.AUCTION: RecordBids({0: least}) if variant.bid is Bidding.SUMMED else TakeBid(0, 2 * least),
        Phase.TURN: TurnTrump(parse_cards("AS")[0]),
        Phase.TRUMP: NameTrump(Suit.SPADES),
        Phase.CALL: CallCard(parse_cards("KS")[0]),
    }
    while table.state.phase is not Phase.MELD:
        table.do(steps[table.state.phase])
    return table


@pytest.mark.parametrize("way", ["melds", "cards", "photo", "number"])
@pytest.mark.parametrize("meld", SHOWN)
@pytest.mark.parametrize("key", BY_HAND)
def test_a_side_has_the_sum_of_what_each_of_two_hands_melds(key: str, meld: str, way: str) -> None:
    table = _melding(key)
    state = table.state
    seats = state.seats_of("A")[:2]
    one = best_meld(state.variant, Suit.SPADES, parse_cards(SHOWN[meld])).total
    table.do(*(_told(way, table, seat, meld) for seat in seats))
    assert table.state.deal is not None
    assert table.state.deal.meld("A") == len(seats) * one


@pytest.mark.parametrize("key", BY_HAND)
def test_melds_are_told_of_a_side_only_where_it_is_one_hand(key: str) -> None:
    table = _melding(key)
    told = ShowMelds("A", None, {"aces": 2})
    if len(table.state.seats_of("A")) == 1:
        table.do(told)
    else:
        assert table.refused(told).clauses == ("meld.best",)


def test_a_hand_that_is_a_side_is_the_same_hand_by_its_side_and_by_its_seat() -> None:
    table = _melding("three-handed").do(ShowMelds("A", None, {"aces": 1}))
    state, deal = table.state, table.state.deal
    assert deal is not None
    assert state.meld_shown_by(deal, "A", None) == state.meld_shown_by(deal, "A", 0) == deal.shown[0]
    assert state.hand_of(deal.shown[0]) == 0


OF_A_SIDE = MeldShown("A", None, MeldSource.MELDS, 1000, 0, (), ())
"""What a side told of its two hands at once before melds belonged to one."""


def _told_by_a_side(*after: Command, key: str = "site", old: MeldShown = OF_A_SIDE) -> Table:
    table = _melding(key)
    last = table.history[-1]
    table = Table.of([*table.history, Recorded(last.seq + 1, last.batch + 1, old)])
    return table.do(*after)


def _over(points: int) -> Sequence[Command]:
    return CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": points}), ConfirmDeal()


def test_what_a_side_told_in_an_older_game_is_shown_and_scored_as_it_was() -> None:
    table = _told_by_a_side(*_over(100))
    assert table.state.deals[0].change["A"] == 1100
    assert say(OF_A_SIDE, table.state) == "Ann & Cleo: meld 1000."


def test_what_a_side_told_in_an_older_game_keeps_its_points_when_something_else_is_put_right() -> None:
    table = _told_by_a_side(*_over(100))
    table.do(retold(table.state, 1, EndDeal(DealEnd.PLAYED, {"A": 90})))
    deal = table.state.deals[0]
    assert (deal.meld("A"), deal.change["A"]) == (1000, 1090)


def test_a_player_tells_anew_what_a_side_had_told_in_an_older_game() -> None:
    table = _told_by_a_side(ShowMelds("A", 0, {"aces": 1}), ShowMelds("A", 2, {"aces": 1}))
    assert table.state.deal is not None
    assert table.state.deal.meld("A") == 200


def test_a_quadruple_pinochle_of_a_side_in_an_older_game_stays_when_it_is_told_again() -> None:
    own = _melding("doubles").do(ShowMelds("A", 0, {"pinochle": 4})).state.deal
    assert own is not None
    table = _told_by_a_side(*_over(30), key="doubles", old=replace(own.shown[0], seat=None))
    state, deal = table.state, table.state.deals[0]
    assert deal.ended is not None
    assert end_step(state, deal, deal.ended).quad_pinochle == {"A"}
    assert ShowNumber("A", None, own.shown[0].points, 0) in steps_of(state, deal)


def test_four_pinochles_of_one_hand_are_quadruple_where_the_table_prices_only_one() -> None:
    table = Table("doubles", {"meld.table": {"pinochle": [15]}})
    table.do(TakeBid(0, 60), NameTrump(Suit.SPADES))
    state = table.do(ShowMelds("A", 0, {"pinochle": 4}), ShowMelds("B", 1, {"aces": 2})).state
    assert state.deal is not None
    assert state.deal.meld("A") == 60
    assert state.quads(state.deal) == {"A"}


def test_two_pinochles_in_each_partners_hand_are_no_quadruple() -> None:
    table = Table("doubles", {"meld.table": {"pinochle": [15]}})
    table.do(TakeBid(0, 60), NameTrump(Suit.SPADES))
    state = table.do(ShowMelds("A", 0, {"pinochle": 2}), ShowMelds("A", 2, {"pinochle": 2})).state
    assert state.deal is not None
    assert not state.quads(state.deal)
