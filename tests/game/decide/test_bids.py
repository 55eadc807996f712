"""Summed bids: told one by one or all at once, the contract they make, and their correction."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.cards import Suit
from companion.game.commands import (
    CloseMeld,
    ConfirmDeal,
    CorrectDeal,
    EndDeal,
    MakeBid,
    NameTrump,
    Pass,
    RecordBids,
    ShowNumber,
    TakeBid,
)
from companion.game.decide.replay import steps_of
from companion.game.events import AuctionWon, BidMade, BidPassed
from companion.game.state import Phase
from companion.game.view import view
from companion.game.view.auction import bids_say, side_bids
from companion.game.view.sheet import sheet_rows
from companion.rules.contract import Contract
from companion.rules.score import DealEnd
from tests.game.table import Table

PLAYED = EndDeal(DealEnd.PLAYED, {"A": 100})


def _table() -> Table:
    """Dan deals, so Ann speaks first."""
    return Table("summed")


def _scored(bids: Mapping[int, int]) -> Table:
    melds = (ShowNumber("A", None, 80), ShowNumber("B", None, 40))
    return _table().do(RecordBids(bids), NameTrump(Suit.SPADES), *melds, CloseMeld(), PLAYED, ConfirmDeal())


def test_bids_told_at_once_are_the_same_as_bids_made_in_turn() -> None:
    at_once = _table().do(RecordBids({0: 60, 1: 100, 3: 50}))
    in_turn = _table().do(MakeBid(60), MakeBid(100), Pass(), MakeBid(50))
    assert [r.event for r in at_once.history] == [r.event for r in in_turn.history]
    assert at_once.history[-1].event == AuctionWon(1, 150)


def test_only_those_who_have_not_spoken_are_told() -> None:
    table = _table().do(MakeBid(60), RecordBids({2: 80}))
    assert [r.event for r in table.history[-4:]] == [BidPassed(1), BidMade(2, 80), BidPassed(3), AuctionWon(2, 140)]
    assert table.state.phase is Phase.TRUMP


def test_of_level_bids_the_earlier_names_trump() -> None:
    assert _table().do(RecordBids({0: 90, 1: 90, 2: 30})).history[-1].event == AuctionWon(0, 120)


@pytest.mark.parametrize(
    ("command", "says", "field"),
    [
        (RecordBids({1: 100}), "The hand left of the dealer must open with at least 10.", "bid-0"),
        (RecordBids({0: 60, 1: 5}), "5 is too low: bid 10 or more, or pass.", "bid-1"),
        (RecordBids({0: 60, 3: 75}), "75 is not a multiple of 10: 70 or 80 would do.", "bid-3"),
        (RecordBids({0: 60, 7: 80}), "Each player bids once: please say whose bid this is.", "bid"),
        (TakeBid(0, 60), "Here every side has a contract: please enter what each player bid.", "seat"),
    ],
)
def test_impossible_bids_are_refused_beside_their_field(command: RecordBids | TakeBid, says: str, field: str) -> None:
    refusal = _table().refused(command)
    assert (refusal.says, refusal.field) == (says, field)


def test_a_bid_that_was_made_is_not_told_again() -> None:
    assert _table().do(MakeBid(60)).refused(RecordBids({0: 70})).clauses == ("res.summed",)


def test_bids_are_not_told_at_once_where_they_are_not_added_up() -> None:
    assert Table("site").refused(RecordBids({0: 250})).field == "amount"


def test_an_automatic_bid_counts_for_its_side_where_nobody_bids() -> None:
    options = {"bid.forced": "dealer", "bid.forced-amount": 50}
    table = Table("summed", options).do(RecordBids({}))
    assert table.history[-1].event == AuctionWon(3, 50, forced=True)
    assert table.state.deal is not None
    assert table.state.bids_of(table.state.deal) == {"A": (0, 0), "B": (0, 50)}


def test_every_side_sees_what_it_still_needs() -> None:
    melds = (ShowNumber("A", None, 80), ShowNumber("B", None, 40))
    table = _table().do(RecordBids({0: 60, 1: 290}), NameTrump(Suit.SPADES), *melds, CloseMeld())
    play = view(table.state).play
    assert play is not None
    assert [(need.side, need.bid, need.needed, need.possible) for need in play.needs] == [
        ("B", 290, 250, True),
        ("A", 60, 0, True),
    ]
    assert play.needs[0].says == "Ben & Dan: bid 290, meld 40: 250 of 250 in tricks still needed."
    assert play.needs[1].says == "Ann & Cleo: bid 60, meld 80: any trick makes it."


def test_the_sheet_says_which_sums_were_made() -> None:
    state = _scored({0: 60, 1: 200}).state
    (row,) = sheet_rows(state)
    assert [(bid.name, bid.amount, bid.made) for bid in row.bids] == [
        ("Ben & Dan", 200, False),
        ("Ann & Cleo", 60, True),
    ]
    assert dict(row.change) == {"A": 180, "B": -200}
    assert bids_say(state, state.deals[0]) == ("Ben & Dan bid 200", "Ann & Cleo bid 60")


def test_a_side_that_passed_has_nothing_to_make() -> None:
    state = _scored({0: 60}).state
    assert [bid.made for bid in side_bids(state, state.deals[0])] == [True, None]
    assert state.scores() == {"A": 180, "B": 190}


def test_a_correction_tells_every_bid_anew() -> None:
    table = _scored({0: 60, 1: 100})
    table.do(_bids_told(table, {0: 60, 2: 130, 3: 20}))
    corrected = table.state.deals[0]
    assert corrected.contract == Contract(2, 190)
    assert table.state.bids_of(table.state.deals[0]) == {"A": (60, 130), "B": (0, 20)}
    assert table.state.scores() == {"A": -190, "B": 190}


def _bids_told(table: Table, bids: Mapping[int, int]) -> CorrectDeal:
    steps = [step for step in steps_of(table.state, table.state.deals[0]) if not isinstance(step, (MakeBid, Pass))]
    return CorrectDeal(1, (RecordBids(bids), *steps))


@pytest.mark.parametrize(
    ("bids", "field"),
    [({}, "bid-0"), ({1: 60}, "bid-0"), ({0: 60, 3: 25}, "bid-3")],
)
def test_a_correction_needs_bids_that_can_have_been(bids: Mapping[int, int], field: str) -> None:
    table = _scored({0: 60})
    assert table.refused(_bids_told(table, bids)).field == field


def test_a_deal_can_be_corrected_to_a_misdeal_before_anyone_spoke() -> None:
    table = _scored({0: 60, 1: 100})
    table.do(CorrectDeal(1, (EndDeal(DealEnd.MISDEAL),)))
    assert table.state.scores() == {"A": 0, "B": 0}
