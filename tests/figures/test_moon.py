"""A moon among a person's bids: it is made or set like any other, and it has no amount (bid.moon)."""

from __future__ import annotations

from itertools import chain

from companion.figures.bids import bidding, defence
from companion.figures.luck import band_of, play_above, usual_of
from companion.figures.results import records
from companion.figures.scope import Mine
from tests.figures.second_teller.games import ROW

BID = ROW._replace(meld_side=60, trick_side=200, change_side=260)
MOON = BID._replace(number=2, bid=None, change_side=1500)
THEIRS = MOON._replace(number=3, role="O", outcome="set", change_side=0)
MINE = Mine((BID, MOON, THEIRS), ())
PARTS = {part.key: part.value for part in chain(bidding(MINE), defence(MINE))}


def test_it_is_a_bid_that_was_made_and_the_others_were_held() -> None:
    assert (PARTS["bids-made"].n, PARTS["bids-taken"].n, PARTS["defence"].n) == (2, 3, 1)


def test_it_is_in_no_average_of_bids() -> None:
    for key in ("usual-bid", "bid-height", "margin", "left-over"):
        assert PARTS[key].n == 1, key


def test_what_it_brought_is_among_what_deals_are_worth() -> None:
    assert PARTS["worth-mine"].n == 2


def test_meld_that_was_not_counted_is_no_meld_that_was_lost() -> None:
    assert PARTS["saved"].n == 0


def test_the_highest_bid_made_is_a_figure() -> None:
    best = next(record for record in records(MINE) if record.key == "bid")
    assert (best.value, best.place) == (250, BID.place)


def test_nobody_s_tricks_are_compared_with_those_of_a_moon() -> None:
    usual = usual_of([BID, MOON])
    assert usual.tricks[band_of(BID)].n == 1
    assert play_above(MINE, usual) is None
