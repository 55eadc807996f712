"""Deals that are settled in units: who pays whom, who melds, who sits out, and what cannot go with it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Suit
from companion.rules.dealing import deal_problems, seats_out
from companion.rules.options import OptionError, with_options
from companion.rules.score import DealEnd, DealFacts, DealScore, Ending, score_deal
from companion.rules.score.units import judge_melder
from companion.rules.variants import find_variant

AUCTION = find_variant("auction")


@given(
    st.integers(30, 90),
    st.integers(0, 400),
    st.integers(0, 250),
    st.sampled_from(list(Suit)),
    st.sampled_from([(), ("D",), ("D", "E")]),
    st.sampled_from([DealEnd.PLAYED, DealEnd.THROWN_IN, DealEnd.RENEGE]),
)
def test_what_the_bidder_gains_the_others_lose_and_each_as_much(
    bid: int, meld: int, taken: int, trump: Suit, out: tuple[str, ...], end: DealEnd
) -> None:
    points = {"A": taken, "B": 250 - taken} if end is DealEnd.PLAYED else {}
    ended = Ending(end, points, offender="A" if end is DealEnd.RENEGE else None)
    deal = DealFacts(("A", "B", "C"), "A", 10 * bid, {"A": meld}, ended=ended, trump=trump, sits_out=out)
    score = score_deal(AUCTION, deal)
    assert isinstance(score, DealScore)
    assert sum(score.change.values()) == 0
    assert {score.change[side] for side in ("B", "C", *out)} == {-score.change["A"] // (2 + len(out))}


def test_the_working_tells_the_bid_the_price_and_who_pays() -> None:
    ended = Ending(points={"A": 190, "B": 60})
    deal = DealFacts(("A", "B", "C"), "A", 300, {"A": 120}, ended=ended, trump=Suit.SPADES, sits_out=("D",))
    score = score_deal(with_options(AUCTION, {"units.kitty": 300}), deal)
    assert isinstance(score, DealScore)
    assert score.working == (
        "Side A: bid 300, meld 120, took 190 of 250: 310 ≥ 300 – made.",
        "A bid of 300 is worth 3 units, twice as much with spades as trump.",
        "Side B, Side C and Side D pay 6 units each: −6.",
        "Side A is paid by them and the kitty: +24.",
    )


def test_only_the_bidder_melds_where_units_are_paid() -> None:
    assert judge_melder(AUCTION, is_bidder=True)
    assert not judge_melder(AUCTION, is_bidder=False)
    assert judge_melder(find_variant("three-handed"), is_bidder=False)


@pytest.mark.parametrize(
    ("who", "players", "dealer", "out"),
    [
        ("dealer", 4, 0, (0,)),
        ("dealer", 4, 3, (3,)),
        ("dealer", 5, 1, (1, 3)),
        ("dealer", 5, 4, (4, 1)),
        ("last-dealer", 4, 0, (3,)),
        ("last-dealer", 5, 1, (4, 0)),
    ],
)
def test_who_sits_out(who: str, players: int, dealer: int, out: tuple[int, ...]) -> None:
    variant = with_options(AUCTION, {"deal.sits-out": who})
    clockwise = [(dealer + step) % players for step in range(players)]
    assert seats_out(variant, clockwise, 3) == out


@pytest.mark.parametrize(
    "changes",
    [
        {"sides": "called"},
        {"bid": "none", "kitty.size": 0, "hand.size": 16},
        {"check.stake": 1},
        {"end.all-tricks": {"bonus": 10}},
        {"end.target": 50, "end.declare-out": True},
        {"units.prices": [[310, 3]]},
        {"bid.forced": "dealer"},
        {"misdeal.procedure": True},
    ],
)
def test_what_cannot_go_with_units_or_with_a_dealer_who_sits_out_is_refused(changes: dict[str, Any]) -> None:
    assert not deal_problems(AUCTION)
    assert deal_problems(with_options(AUCTION, changes))


@pytest.mark.parametrize("prices", [[], [[350, 2], [300, 1]], [[300, 0]], [[300]], 3])
def test_prices_that_do_not_rise_or_are_no_pairs_are_refused(prices: object) -> None:
    with pytest.raises(OptionError, match=r"units\.prices"):
        with_options(AUCTION, {"units.prices": prices})


def test_in_another_unit_the_bids_of_the_prices_change_and_the_prices_stay() -> None:
    house = with_options(find_variant("check"), {"check.stake": 0, "units.prices": [[200, 1], [300, 3]]})
    ones = with_options(house, {"unit": "ones"})
    assert ones.units_prices is not None
    assert ones.units_prices.rows == ((20, 1), (30, 3))
