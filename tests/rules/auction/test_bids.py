"""Auctions word by word: who speaks, what may be bid, and who has it in the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.auction import (
    Auction,
    Call,
    bids_to_offer,
    first_hand,
    high_call,
    highest_bid,
    judge_bid,
    judge_moon,
    judge_pass,
    legal_bids,
    meld_signal,
    moon_call,
    next_bidder,
    step_at,
)
from companion.rules.clauses import CLAUSES
from companion.rules.contract import Contract, contract_of, judge_contract, summed_bids
from companion.rules.options import with_options
from companion.rules.ruling import Ruling
from companion.rules.variant import Variant
from companion.rules.variants import find_variant
from tests.rules.asking import cases

SITE, DOUBLES = find_variant("site"), find_variant("doubles")
_RACEHORSE = with_options(
    SITE,
    {
        "bid.min": 500,
        "bid.step": [[500, 10]],
        "bid.max-jump": None,
        "bid.forced": "first-hand-automatic",
        "bid.forced-amount": 500,
    },
)

Word = int | str


def _judge(variant: Variant, auction: Auction, word: Word) -> Ruling:
    if isinstance(word, int):
        return judge_bid(variant, auction, word)
    if word == "moon":
        return judge_moon(variant, in_turn=True)
    return judge_pass(variant, auction, helps=word == "help")


def _after(variant: Variant, auction: Auction, words: list[Word]) -> Auction:
    for word in words:
        seat = next_bidder(variant, auction)
        assert seat is not None, f"the auction was over before {word}"
        ruling = _judge(variant, auction, word)
        assert ruling, ruling.says
        amount = word if isinstance(word, int) else None
        moon = moon_call(variant, seat) if word == "moon" else None
        auction = auction.with_call(moon or Call(seat, amount, helps=word == "help"))
    return auction


@pytest.mark.parametrize("case", cases("auctions"))
def test_an_auction_goes_as_the_rulebook_says(case: dict[str, Any]) -> None:
    variant = with_options(find_variant(case["variant"]), case.get("options", {}))
    auction = _after(variant, Auction(case.get("players", 4), case.get("dealer", 3)), case["calls"])
    assert set(case["clauses"]) <= CLAUSES.keys()
    for asked, expected in case["expect"].items():
        _EXPECT[asked](variant, auction, expected, case)


def _expect_next(variant: Variant, auction: Auction, expected: int | None, _case: object) -> None:
    assert next_bidder(variant, auction) == expected


def _expect_high(variant: Variant, auction: Auction, expected: int, _case: object) -> None:
    high = high_call(variant, auction)
    assert high is not None
    assert high.amount == expected


def _expect_bids(variant: Variant, auction: Auction, expected: list[int], _case: object) -> None:
    assert list(legal_bids(variant, auction)) == expected


def _expect_contract(variant: Variant, auction: Auction, expected: list[Any] | None, _case: object) -> None:
    assert contract_of(variant, auction) == (Contract(*expected) if expected else None)


def _expect_refused(variant: Variant, auction: Auction, expected: Word, case: dict[str, Any]) -> None:
    ruling = _judge(variant, auction, expected)
    assert not ruling
    assert set(case["clauses"]) <= set(ruling.clauses)


def _expect_signal(variant: Variant, auction: Auction, expected: dict[str, str | None], _case: object) -> None:
    assert {bid: meld_signal(variant, auction, int(bid)) for bid in expected} == expected


_EXPECT: dict[str, Callable[[Variant, Auction, Any, Any], None]] = {
    "next": _expect_next,
    "high": _expect_high,
    "bids": _expect_bids,
    "contract": _expect_contract,
    "refused": _expect_refused,
    "signal": _expect_signal,
}


@pytest.mark.parametrize(
    ("variant", "bidder", "amount"),
    [
        (SITE, 0, 250),
        (SITE, 2, 430),
        (SITE, 3, 250),
        (DOUBLES, 3, 50),
        (DOUBLES, 0, 51),
        (DOUBLES, 3, 60),
        (_RACEHORSE, 0, 500),
        (_RACEHORSE, 1, 510),
    ],
)
def test_a_result_that_an_auction_can_have_is_taken(variant: Variant, bidder: int, amount: int) -> None:
    assert judge_contract(variant, Auction(4, dealer=3), bidder, amount)


@pytest.mark.parametrize(
    ("variant", "bidder", "amount", "clause"),
    [
        (SITE, 0, 240, "bid.min"),
        (SITE, 0, 255, "bid.step"),
        (DOUBLES, 0, 50, "bid.forced"),
        (DOUBLES, 3, 49, "bid.min"),
        (DOUBLES, 0, 61, "bid.step"),
        (_RACEHORSE, 1, 501, "bid.min"),
        (_RACEHORSE, 3, 500, "bid.forced"),
    ],
)
def test_a_result_that_no_auction_can_have_is_refused(variant: Variant, bidder: int, amount: int, clause: str) -> None:
    ruling = judge_contract(variant, Auction(4, dealer=3), bidder, amount)
    assert not ruling
    assert clause in ruling.clauses


def test_the_dealer_s_discount_does_not_undercut_an_automatic_bid() -> None:
    variant = with_options(_RACEHORSE, {"bid.dealer-discount": 50})
    assert not judge_contract(variant, Auction(4, dealer=3), 3, 480)
    assert judge_contract(variant, Auction(4, dealer=3), 3, 510)


def test_the_dealer_s_discount_may_end_between_the_steps() -> None:
    variant = with_options(SITE, {"bid.dealer-discount": 5})
    assert judge_contract(variant, Auction(4, dealer=3), 3, 245)
    assert not judge_contract(variant, Auction(4, dealer=3), 2, 245)


def test_a_refused_bid_says_what_would_do() -> None:
    opened = _after(SITE, Auction(4, dealer=3), [250])
    assert judge_bid(SITE, opened, 255).says == "255 is too low: bid 260 or more, or pass."
    assert judge_bid(SITE, opened, 265).says == "265 is not a multiple of 10: 260 or 270 would do."
    assert judge_bid(SITE, opened, 300).says == "300 is too high a jump: bid 260 or 270, or pass."


def test_the_highest_bid_is_open_where_no_jump_is_too_large() -> None:
    assert highest_bid(DOUBLES, Auction(4, dealer=3)) is None
    assert highest_bid(SITE, Auction(4, dealer=3)) == 260


def test_summed_bids_make_a_contract_of_both_partners_bids() -> None:
    summed = find_variant("summed")
    auction = _after(summed, Auction(4, dealer=3), [120, 90, "pass", 120])
    bids = {"A": (120, 0), "B": (90, 120)}
    assert contract_of(summed, auction) == Contract(0, 120, False, bids)
    later = _after(summed, Auction(4, dealer=3), [120, 90, "pass", 130])
    assert contract_of(summed, later) == Contract(3, 220, False, {"A": (120, 0), "B": (90, 130)})


def test_a_hand_that_is_known_to_hold_meld_must_open() -> None:
    three = find_variant("three-handed")
    dealer_left = _after(three, Auction(3, dealer=2), ["pass", "pass"])
    ruling = judge_pass(three, dealer_left, holds_meld=True)
    assert (ruling.allowed, ruling.clauses) == (False, ("bid.forced",))
    assert "at least 19" in ruling.says
    assert judge_pass(three, dealer_left, holds_meld=False)
    assert judge_pass(three, dealer_left.with_call(Call(2, 19)), holds_meld=True)


def test_the_bids_to_offer_reach_to_where_wider_steps_begin() -> None:
    assert bids_to_offer(DOUBLES, Auction(4, 0)) == (51, 52, 53, 54, 55, 60)
    assert bids_to_offer(DOUBLES, Auction(4, 0, (Call(1, 58),))) == (59, 60, 65, 70, 75, 80)
    assert bids_to_offer(SITE, Auction(4, 0)) == (250, 260)


def test_who_sits_out_is_left_out_of_the_round() -> None:
    auction = Auction(6, dealer=1, sits_out=(2, 5))
    assert (auction.order, first_hand(auction)) == ((3, 4, 0, 1), 3)
    bruce = find_variant("bruce-5")
    assert next_bidder(bruce, _after(bruce, auction, ["pass", 3])) == 0
    assert contract_of(bruce, _after(bruce, auction, ["pass", 3, "pass", 4])) == Contract(1, 4)


def test_more_bids_are_offered_where_everyone_speaks_but_once() -> None:
    assert bids_to_offer(find_variant("bruce-5"), Auction(3, 0, (Call(1, 4),))) == tuple(range(5, 17))
    assert bids_to_offer(find_variant("summed"), Auction(4, 0)) == tuple(range(10, 130, 10))


@pytest.mark.parametrize(("forced", "bidder"), [("dealer", 3), ("dealer-automatic", 3), ("first-hand-automatic", 0)])
def test_a_bid_nobody_made_counts_for_its_side_where_bids_are_added_up(forced: str, bidder: int) -> None:
    variant = with_options(find_variant("summed"), {"bid.forced": forced, "bid.forced-amount": 40})
    auction = _after(variant, Auction(4, dealer=3), ["pass"] * 4)
    contract = contract_of(variant, auction)
    assert contract is not None
    assert (contract.bidder, contract.bid, contract.forced) == (bidder, 40, True)
    assert summed_bids(variant, auction)["AB"[bidder % 2]] == ((40, 0) if bidder == 0 else (0, 40))


_STEPS = st.lists(
    st.tuples(st.integers(0, 200), st.integers(1, 40)), min_size=1, max_size=4, unique_by=lambda at: at[0]
)


@given(_STEPS.map(sorted), st.integers(1, 250))
def test_no_bid_between_two_that_are_offered_is_a_multiple_of_its_step(steps: list[tuple[int, int]], high: int) -> None:
    variant = replace(_RACEHORSE, bid_step=tuple(steps))
    bids = (high, *legal_bids(variant, Auction(4, 3, (Call(0, high),))))
    for lower, bid in pairwise(bids):
        assert [amount for amount in range(lower + 1, bid + 1) if amount % step_at(variant, amount) == 0] == [bid]
