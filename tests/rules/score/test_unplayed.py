"""Deals that end early: whether a bid is within reach before a card is played, and who may declare out."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.options import with_options
from companion.rules.score.facts import DealEnd, DealFacts, DealScore, Ending, can_be_made, side_name
from companion.rules.score.unplayed import judge_claim, score_claim
from companion.rules.variants import find_variant


@pytest.mark.parametrize(
    ("players", "bid", "possible"),
    [(2, 15, True), (2, 16, False), (3, 20, True), (3, 21, False), (8, 29, True), (8, 30, False)],
)
def test_what_all_tricks_can_bring_depends_on_how_many_hands_are_dealt(players: int, bid: int, possible: bool) -> None:
    """Two hands of five hold ten counters at most, three fifteen, and eight all 24; the last trick is one more."""
    deal = DealFacts(tuple("ABCDEFGH"[:players]), "A", bid, meld={"A": 4})
    assert can_be_made(find_variant("bruce-5"), deal) is possible


@pytest.mark.parametrize(
    ("options", "clauses"),
    [
        ({}, ("end.declare-out",)),
        ({"end.declare-out": False}, ("end.declare-out",)),
        ({"end.deal": True}, ("end.declare-out", "end.target")),
        ({"end.target": None}, ("end.declare-out", "end.target")),
    ],
    ids=str,
)
def test_only_who_plays_to_a_target_declares_out(options: dict[str, Any], clauses: tuple[str, ...]) -> None:
    ruling = judge_claim(with_options(find_variant("two-handed"), options))
    assert (bool(ruling), ruling.clauses) == (not options, clauses)


def test_a_claim_shows_how_the_tricks_were_rounded() -> None:
    deal = DealFacts(("A", "B"), None, None, {"A": 40}, ended=Ending(DealEnd.CLAIM, {"A": 57, "B": 60}, claimant="A"))
    score = score_claim(find_variant("two-handed"), deal, side_name)
    assert isinstance(score, DealScore)
    assert score.working[1:] == (
        "Side A: meld 40, took 57, counted as 60: +100.",
        "Side B: meld 0, took 60: +60.",
    )
