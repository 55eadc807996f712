"""How much can be bid, or told as meld, with any cards at all; and what is asked back though it can be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.cards import Suit
from companion.rules.auction import Auction, is_whole_game, judge_bid, judge_meld_sum, judge_reach, legal_bids
from companion.rules.choices import Bidding
from companion.rules.contract import judge_contract
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant

REACHED = [
    ("site", 4, 3850, True, ""),
    ("site", 4, 3860, False, "two hands of 12 cards meld at most 3600, and all tricks are worth 250"),
    ("site", 4, 232050, False, "two hands of 12 cards meld at most 3600, and all tricks are worth 250"),
    ("bruce-5", 3, 50, True, ""),
    ("bruce-5", 3, 51, False, "a hand of 5 cards melds at most 34, and all tricks are worth at most 16"),
    ("kitty-partnership", 4, 5000, False, "hands of 15 and 11 cards meld at most 3640, and all tricks are worth 250"),
    ("five-handed", 5, 4510, False, "two hands of 16 cards meld at most 4000, and all tricks are worth 500"),
    ("triple-deck", 6, 826, False, "three hands of 20 cards meld at most 750, and all tricks are worth 75"),
]
TOLD = [
    ("site", (12,), 1800, ""),
    ("site", (12,), 10600, "10600 cannot be: a hand of 12 cards melds at most 1800."),
    ("site", (12,), 65, "In tens a meld ends in 0: 60 or 70, not 65."),
    ("site", (12, 12), 3610, "3610 cannot be: two hands of 12 cards meld at most 3600."),
    ("doubles", (20, 20), 600, "600 cannot be: two hands of 20 cards meld at most 460."),
    ("two-handed", (12,), 1470, "1470 cannot be: all the melds of a deal come to at most 1460."),
]


@pytest.mark.parametrize(("key", "players", "amount", "allowed", "why"), REACHED)
def test_a_bid_is_within_reach_of_the_best_cards(key: str, players: int, amount: int, allowed: bool, why: str) -> None:
    ruling = judge_reach(find_variant(key), players, amount)
    assert (
        (bool(ruling), ruling.says) == (True, ruling.says) if allowed else (False, f"{amount} cannot be made: {why}.")
    )
    assert "score.made" in ruling.clauses


@pytest.mark.parametrize(("key", "hands", "points", "why"), TOLD)
def test_a_meld_is_no_more_than_these_hands_can_hold(key: str, hands: tuple[int, ...], points: int, why: str) -> None:
    ruling = judge_meld_sum(find_variant(key), Suit.SPADES, hands, points)
    assert ("" if ruling else ruling.says) == why


@pytest.mark.parametrize("variant", [each for each in VARIANTS if each.bid is not Bidding.NONE], ids=lambda v: v.key)
def test_what_nobody_can_make_is_neither_bid_nor_told_nor_offered(variant: Variant) -> None:
    players = variant.players[1]
    auction, absurd = Auction(players, 0), 900_000
    assert judge_bid(variant, auction, absurd).allowed is False
    told = judge_contract(variant, auction, 1, absurd)
    assert not told
    assert "score.made" in told.clauses
    assert all(judge_reach(variant, players, bid) for bid in legal_bids(variant, auction, 12))


def test_a_short_game_is_no_reason_to_ask() -> None:
    assert not is_whole_game(replace(find_variant("site"), end_target=300), 4, 330)


@pytest.mark.parametrize(("amount", "asked"), [(1490, False), (1500, True), (2320, True), (3860, False)])
def test_what_can_be_but_is_a_whole_game_is_asked_back(amount: int, asked: bool) -> None:
    assert is_whole_game(find_variant("site"), 4, amount) is asked
