"""What a score request tells of a deal: sums, partners, claims and checks, and how a slip in them is answered."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from companion.cli.ask.answers import answer
from companion.cli.ask.commands import score
from companion.cli.ask.deal import Deal, GameSoFar

_SUMMED = {"meld": {"A": 60}, "points": {"A": 120, "B": 130}}


def _ask(variant: str, deal: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return answer("score", {"variant": variant, "deal": deal, **rest})


@pytest.mark.parametrize(
    ("variant", "deal", "error"),
    [
        ("summed", {"bids": {"A": 90, "B": [60, 0]}, **_SUMMED}, "'bids.A' must list 2 bids, 0 for a pass, not 90"),
        ("summed", {"bids": {"A": [90, 0, 10]}, **_SUMMED}, "'bids.A' must list 2 bids"),
        ("summed", {"bids": {"A": [90, -10]}, **_SUMMED}, "bids.A must be 0 or more"),
        ("summed", {"bids": {"A": [90, 0], "B": [90, 0]}, **_SUMMED}, "'deal' lacks 'bidder'"),
        ("summed", {"bids": {"A": [90, 0], "B": [60, 0]}, "bidder": "B", **_SUMMED}, "the side of the highest bid, 90"),
        ("summed", {"bids": {"A": [90, 20]}, "bid": 90, **_SUMMED}, "'bid' must be the sum of the side's 'bids', 110"),
        ("summed", {"bidder": "A", "bid": 300, **_SUMMED}, "'deal' lacks 'bids'"),
        ("auction", {"bidder": "A", "bid": 300, "points": {"A": 190}}, "'deal' lacks 'trump'"),
        ("five-handed", {"bidder": "A", "partner": "A", "bid": 500}, "another player than the bidder"),
        ("five-handed", {"bidder": "A", "partner": "F", "bid": 500}, "'partner' must be one of A, B, C, D, E"),
        (
            "site",
            {"end": "points", "points": {"A": 330}},
            "'end' must be one of played, thrown-in, no-marriage, renege, misdeal, claim, not",
        ),
        ("two-handed", {"end": "claim"}, "'deal' lacks 'claimant'"),
        ("two-handed", {"end": "claim", "claimant": "C"}, "'claimant' must be one of A, B"),
        (
            "check",
            {"bidder": "A", "bid": 300, "check_melds": {"A": ["straight"]}},
            "'check_melds' must hold melds out of",
        ),
        (
            "check",
            {"bidder": "A", "bid": 300, "check_melds": {"A": "flush"}},
            "'check_melds.A' must be a list of melds",
        ),
        ("check", {"bidder": "A", "bid": 300, "kitty_seen": 1}, "'kitty_seen' must be true or false"),
        ("bruce-7", {"bidder": "A", "bid": 3, "points": {"G": 3}}, "unknown key"),
    ],
)
def test_a_slip_is_answered_with_what_would_do(variant: str, deal: dict[str, Any], error: str) -> None:
    assert error in _ask(variant, deal)["error"]


@pytest.mark.parametrize("variant", ["auction", "site"])
def test_the_one_side_whose_tricks_are_left_out_has_the_rest(variant: str) -> None:
    deal = {"bidder": "A", "bid": 300, "trump": "S", "meld": {"A": 120}}
    rest = {"auction": {"B": 40, "C": 20}, "site": {"B": 60}}[variant]
    whole = _ask(variant, {**deal, "points": {"A": 190, **rest}})
    assert whole["outcome"] == "made"
    assert _ask(variant, {**deal, "points": {"A": 190}}) == whole


def test_every_key_of_a_score_is_documented_and_has_a_flag() -> None:
    docs = (Path(__file__).parents[3] / "docs" / "commands.md").read_text(encoding="utf-8")
    flags = {name for param in score.params for name in param.opts}
    spelled = {"kitty_seen": "--kitty-unseen"}
    for key in (each.name for record in (Deal, GameSoFar) for each in fields(record)):
        assert spelled.get(key, f"--{key.replace('_', '-')}") in flags, key
        assert f"`{key}`" in docs, key


def test_a_deal_names_as_many_players_as_sat_at_the_table() -> None:
    deal = {"bidder": "A", "bid": 1, "points": {"A": 2, "D": 3}}
    assert _ask("bruce-5", deal)["scores"] == {"A": 2, "B": 0, "C": 0, "D": 3}
    assert _ask("bruce-5", deal, scores={"E": 9})["scores"] == {"A": 2, "B": 0, "C": 0, "D": 3, "E": 9}


def test_what_a_variant_has_no_use_for_is_checked_and_left_aside() -> None:
    deal = {"bidder": "A", "bid": 250, "points": {"A": 250}}
    extra = {"partner": "B", "bids": {"A": [90]}, "claimant": "B", "kitty_seen": False, "check_melds": {"B": ["aces"]}}
    assert _ask("site", {**deal, **extra}) == _ask("site", deal)


@pytest.mark.parametrize("word", ["double-around", "Double around", "double_around"])
def test_a_check_is_told_by_its_usual_name(word: str) -> None:
    deal = {"bidder": "A", "bid": 200, "points": {"A": 250}, "check_melds": {"A": [word]}}
    assert _ask("check", deal)["checks"] == {"A": 2, "B": 0, "C": 0}


def test_without_an_auction_no_bidder_is_asked_for_and_none_is_looked_at() -> None:
    points = {"points": {"A": 130, "B": 120}}
    assert _ask("two-handed", {**points, "bidder": "A", "bid": 900}) == _ask("two-handed", points)


def test_a_throw_in_without_a_bid_is_refused() -> None:
    assert _ask("two-handed", {"end": "thrown-in"})["refused"]["clauses"] == ["score.throw-in"]
    assert _ask("two-handed", {"end": "no-marriage"})["refused"]["clauses"] == ["score.no-marriage"]
