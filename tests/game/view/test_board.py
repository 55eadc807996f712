"""The deal on the table as a television shows it."""

from __future__ import annotations

import pytest

from companion.cards import Suit, parse_cards
from companion.game.commands import CloseMeld, NameTrump, RecordBids, ShowCards, ShowNumber, TakeBid
from companion.game.view.board import Board, Laid, board_of
from tests.game.table import Table


@pytest.fixture
def table() -> Table:
    return Table("site")


def seen(table: Table) -> Board:
    board = board_of(table.state)
    assert board is not None
    return board


def test_before_the_auction_is_over_it_says_only_which_deal_it_is(table: Table) -> None:
    assert seen(table) == Board(1, "Dan", (), None, (), ())


def test_the_bid_and_then_trump_are_told_as_soon_as_they_are_known(table: Table) -> None:
    assert seen(table.do(TakeBid(1, 300))).bids == (("Ben", "300"),)
    assert seen(table).melds == ()
    assert seen(table.do(NameTrump(Suit.HEARTS))).trump is Suit.HEARTS


def test_meld_is_told_owner_by_owner_with_what_the_bid_then_still_needs(table: Table) -> None:
    table.do(TakeBid(1, 300), NameTrump(Suit.HEARTS), ShowNumber("A", None, 60))
    table.do(ShowCards(1, parse_cards("QS JD")))
    ours, theirs = seen(table).melds
    assert (ours.points, ours.laid) == (60, (Laid("Ann & Cleo", 60, ()),))
    assert (theirs.points, theirs.laid) == (40, (Laid("Ben", 40, ("pinochle",)),))
    assert seen(table).needs == ("Ben & Dan: bid 300, meld so far 40: 260 still needed.",)


def test_where_partners_bids_are_added_up_every_side_has_its_own() -> None:
    table = Table("summed").do(RecordBids({0: 150, 1: 160, 2: 150, 3: 160}))
    assert dict(seen(table).bids) == {"Ann & Cleo": "300", "Ben & Dan": "320"}


def test_what_is_needed_stays_in_sight_while_the_tricks_are_played(table: Table) -> None:
    table.do(TakeBid(0, 300), NameTrump(Suit.HEARTS), ShowNumber("A", None, 100), CloseMeld())
    assert seen(table).needs == ("Bid 300, meld 100: 200 of 250 in tricks still needed.",)
