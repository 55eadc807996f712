"""What a score request tells of a deal: sums, partners, claims and checks, and how a slip in them is answered."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from companion.cli.ask.answers import answer, in_words
from companion.cli.ask.commands import score
from companion.cli.ask.deal import Deal, GameSoFar, ScoreRequest
from companion.cli.ask.requests import read
from companion.rules.ruling import Ruling
from companion.rules.score import DealScore, judge_result, score_deal

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


_OVER_ALREADY: dict[str, tuple[dict[str, Any], dict[str, Any], str, str]] = {
    "at the target": (
        {"variant": "doubles", "scores": {"A": 501, "B": 200}},
        {"bidder": "A", "bid": 52, "meld": {"A": 30, "B": 20}, "points": {"A": 30, "B": 20}},
        "Side A: 501, at or above the target of 500.",
        "end.target",
    ),
    "at the target, who bid would not matter": (
        {"variant": "site", "scores": {"A": 1600, "B": 200}},
        {"bidder": "B", "bid": 300, "meld": {"B": 150}, "points": {"A": 60, "B": 190}},
        "Side A: 1600, at or above the target of 1500.",
        "end.target",
    ),
    "after the last deal": (
        {"variant": "senior-games", "scores": {"A": 200, "B": 100}, "history": {"deals": 4}},
        {"bidder": "A", "bid": 100, "meld": {"A": 50}, "points": {"A": 150, "B": 100}},
        "Side A: 200, the most after 4 deals.",
        "end.deals",
    ),
    "long after the last deal": (
        {"variant": "senior-games", "scores": {"A": 200, "B": 100}, "history": {"deals": 99}},
        {"bidder": "A", "bid": 100, "meld": {"A": 50}, "points": {"A": 150, "B": 100}},
        "Side A: 200, the most after 99 deals.",
        "end.deals",
    ),
    "the others have never risen": (
        {"variant": "doubles", "scores": {"A": 260, "B": -10}, "history": {"risen": []}},
        {"bidder": "A", "bid": 52, "meld": {"A": 30, "B": 20}, "points": {"A": 30, "B": 20}},
        "Side A: 260 before anyone else has made any forward progress.",
        "end.no-progress",
    ),
    "a tie that has raised no target": (
        {"variant": "two-handed", "scores": {"A": 1120, "B": 700}},
        {"points": {"A": 125, "B": 125}},
        "Side A: 1120, at or above the target of 1000.",
        "end.target",
    ),
}


@pytest.mark.parametrize(("before", "deal", "says", "clause"), _OVER_ALREADY.values(), ids=_OVER_ALREADY)
def test_no_deal_is_scored_after_the_end_of_a_game(
    before: dict[str, Any], deal: dict[str, Any], says: str, clause: str
) -> None:
    asked = {**before, "deal": deal}
    assert answer("score", asked) == {"refused": {"says": f"This game is over. {says}", "clauses": [clause]}}
    assert answer("referee", {"question": "winner", **asked}) == {"error": f"This game is over. {says}"}
    request = read(asked, ScoreRequest)
    score = score_deal(request.rules, request.facts())
    assert isinstance(score, DealScore)
    assert isinstance(judge_result(request.rules, request.before(), request.facts(), score), Ruling)


def test_a_game_that_may_be_over_is_not_refused_for_it() -> None:
    deal = {"bidder": "A", "bid": 52, "meld": {"A": 30, "B": 20}, "points": {"A": 30, "B": 20}}
    before = {"variant": "doubles", "scores": {"A": 260, "B": 0}}
    assert answer("score", {**before, "deal": deal})["scores"] == {"A": 320, "B": 40}
    assert answer("score", {**before, "scores": {"A": 200, "B": 300}, "deal": deal})["winners"] == []


_MELDS: dict[str, tuple[str, dict[str, Any], str]] = {
    "not in tens": ("site", {"meld": {"A": 123}}, "In tens a meld ends in 0: 120 or 130, not 123."),
    "not in tens, of the others": ("site", {"meld": {"A": 120, "B": 7}}, "In tens a meld ends in 0: 0 or 10, not 7."),
    "more than two hands meld": (
        "site",
        {"meld": {"A": 99_990}},
        "99990 cannot be: two hands of 12 cards meld at most",
    ),
    "more than a hand melds": ("check", {"meld": {"A": 9_990}}, "9990 cannot be: a hand of 18 cards melds at most"),
    "more than without trump": (
        "site",
        {"end": "no-marriage", "meld": {"B": 3600}},
        "3600 cannot be: two hands of 12 cards meld at most",
    ),
}


@pytest.mark.parametrize(("variant", "rest", "says"), _MELDS.values(), ids=_MELDS)
def test_a_meld_that_cannot_be_is_refused_as_on_the_pad(variant: str, rest: dict[str, Any], says: str) -> None:
    deal = {"bidder": "A", "bid": 300, "points": {"A": 170, "B": 80}, **rest}
    assert says in _ask(variant, deal)["refused"]["says"]


def test_a_bidder_is_known_by_a_letter_beyond_those_who_play() -> None:
    deal = {"bidder": "D", "bid": 300, "trump": "S", "meld": {"D": 120}, "points": {"D": 200, "B": 30, "C": 20}}
    assert _ask("auction", {**deal, "sits_out": ["A"]})["scores"] == {"A": -6, "B": -6, "C": -6, "D": 18}


def test_checks_are_said_in_words_too() -> None:
    deal = {
        "bidder": "A",
        "bid": 350,
        "meld": {"A": 150},
        "points": {"A": 100, "B": 80, "C": 70},
        "check_melds": {"A": ["flush"]},
    }
    asked = {"variant": "check", "deal": deal, "history": {"checks": {"A": 2, "B": -3}}}
    assert "Checks of this deal: A −1, B 0, C 0. So far: A 1, B −3, C 0." in in_words(
        "score", asked, answer("score", asked)
    )
    site = {"variant": "site", "deal": {"bidder": "A", "bid": 300, "points": {"A": 170}}}
    assert "Checks" not in in_words("score", site, answer("score", site))


def test_a_change_that_hangs_on_what_was_not_given_is_named() -> None:
    deal = {"bidder": "B", "bid": 200, "meld": {"A": 100, "B": 100}, "points": {"A": 0, "B": 250}}
    said = _ask("firehouse", deal, scores={"A": 950, "B": 0})
    assert (said["unsure"], said["winners"], said["how"]) == (["A"], [], None)
    assert "Scores: A ?, B 350." in in_words("score", {}, said)
    known = _ask("firehouse", {**deal, "tricks": {"A": 1, "B": 11}})
    assert (known["unsure"], known["change"], known["asks"]) == ([], {"A": 100, "B": 350}, [])
