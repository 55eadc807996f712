"""Bids that are not named: skipped where bids are offered, refused where one is made or told as a result."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.auction import Auction, Call, judge_bid, legal_bids
from companion.rules.contract import judge_contract
from companion.rules.dealing import deal_problems
from companion.rules.options import OptionError, with_options
from companion.rules.variants import find_variant

AUCTION = find_variant("auction")
BARRED = with_options(AUCTION, {"bid.barred": [40, 90]})


def test_bids_that_are_not_named_are_not_offered() -> None:
    auction = Auction(3, 0, (Call(1, 320),))
    assert legal_bids(BARRED, auction) == (330, 350, 360, 370, 380, 400)
    assert not judge_bid(BARRED, auction, 340)
    assert judge_bid(BARRED, auction, 340).says == "Bids that end in 40 or 90 are not named: 350 would do."
    assert judge_bid(BARRED, auction, 350)


def test_nobody_has_the_bid_for_one_that_is_not_named() -> None:
    auction = Auction(3, 0)
    assert judge_contract(AUCTION, auction, 1, 390)
    assert not judge_contract(BARRED, auction, 1, 390)
    assert judge_contract(BARRED, auction, 1, 400)


def test_in_ones_the_last_digit_is_looked_at() -> None:
    ones = with_options(find_variant("three-handed"), {"bid.barred": [4, 9], "bid.dealer-discount": 0})
    assert legal_bids(ones, Auction(3, 0, (Call(1, 22),))) == (23, 25, 26, 27, 28, 30)
    assert with_options(ones, {"unit": "tens"}).bid_barred == (40, 90)


@pytest.mark.parametrize(
    ("variant", "changes"),
    [
        ("auction", {"bid.barred": [0]}),
        ("auction", {"bid.barred": list(range(0, 100, 10))}),
        ("three-handed", {"bid.barred": [9]}),
        ("three-handed", {"bid.barred": [40], "bid.dealer-discount": 0}),
        ("site", {"bid.barred": [40, 50]}),
    ],
)
def test_endings_that_leave_somebody_without_a_bid_are_refused(variant: str, changes: dict[str, Any]) -> None:
    assert deal_problems(with_options(find_variant(variant), changes))


@pytest.mark.parametrize("endings", [[90, 40], [40, 40], [100], ["40"], 40])
def test_endings_that_cannot_be_are_refused(endings: object) -> None:
    with pytest.raises(OptionError, match=r"bid\.barred"):
        with_options(AUCTION, {"bid.barred": endings})
