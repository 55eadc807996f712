"""Ending a game: who has won, by which clause, and what a table remembers from deal to deal."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.options import with_options
from companion.rules.score.ending import advance
from companion.rules.score.facts import DealFacts, DealScore, Ending, Outcome, Standing, Victory, opening
from companion.rules.variant import Variant
from companion.rules.variants import find_variant
from tests.rules.asking import cases, check_answer

SITE, DOUBLES = find_variant("site"), find_variant("doubles")
_EACH = {"players": 3, "sides": "each", "hand.size": 16}


@pytest.mark.parametrize("case", cases("endings"))
def test_a_game_ends_so_or_goes_on(case: dict[str, Any]) -> None:
    check_answer("score", case)


Step = tuple[str, dict[str, int]]


def _play(
    variant: Variant, sides: str, *steps: Step, outcome: Outcome = Outcome.MADE
) -> tuple[Standing, Victory | None]:
    """Deals one after the other, each a bidder and what the sides' scores change by."""
    standing, victory = opening(variant, tuple(sides)), None
    for bidder, change in steps:
        assert victory is None, "the game was over"
        score = DealScore(outcome, change, (), ())
        standing, victory = advance(variant, standing, DealFacts(tuple(sides), bidder, 250), score)
    return standing, victory


def test_the_target_that_has_moved_up_stays_there_though_the_scores_fall_back() -> None:
    variant = with_options(SITE, {"end.tie": [{"extend": 250}], "end.target": 1000})
    both, fallen = ("A", {"A": 1000, "B": 1010}), ("A", {"A": -300, "B": -300})
    standing, victory = _play(variant, "AB", both, fallen)
    assert (standing.target, victory) == (1250, None)
    _, victory = _play(variant, "AB", both, fallen, ("A", {"A": 400, "B": 0}))
    assert victory is None
    _, victory = _play(variant, "AB", both, fallen, ("A", {"A": 550, "B": 0}))
    assert victory
    assert victory.winner == "A"


def test_the_target_moves_up_until_it_parts_the_sides() -> None:
    variant = with_options(SITE, {"end.tie": [{"extend": 25}], "end.target": 100})
    standing, _ = _play(variant, "AB", ("A", {"A": 131, "B": 127}))
    assert standing.target == 150


def test_after_an_extension_both_at_the_new_target_extend_it_again() -> None:
    variant = with_options(SITE, {"end.tie": [{"extend": 25}], "end.target": 100})
    standing, victory = _play(variant, "AB", ("A", {"A": 105, "B": 105}), ("B", {"A": 30, "B": 20}))
    assert (standing.target, victory) == (150, None)


def test_level_sides_play_on_alone() -> None:
    variant = with_options(SITE, {**_EACH, "end.tie": ["high"], "end.target": 500})
    level = ("C", {"A": 520, "B": 520, "C": 400})
    standing, victory = _play(variant, "ABC", level)
    assert (standing.playing, victory) == (("A", "B"), None)
    _, victory = _play(variant, "ABC", level, ("C", {"A": 10, "B": 0, "C": 900}))
    assert victory
    assert (victory.winner, victory.clause) == ("A", "end.tie-high")


def test_level_sides_play_on_until_one_falls_back() -> None:
    variant = with_options(SITE, {**_EACH, "end.tie": ["high"], "end.target": 500})
    _, victory = _play(variant, "ABC", ("C", {"A": 520, "B": 520, "C": 0}), ("A", {"A": -250, "B": 0, "C": 600}))
    assert victory
    assert (victory.winner, victory.clause) == ("B", "end.target")


def test_a_void_deal_moves_nothing_and_decides_nothing() -> None:
    variant = with_options(SITE, {**_EACH, "end.tie": ["bidder", "high"], "end.target": 500})
    before, _ = _play(variant, "ABC", ("C", {"A": 520, "B": 520, "C": 0}))
    void = DealScore(Outcome.VOID, dict.fromkeys("ABC", 0), (), ())
    assert advance(variant, before, DealFacts(("A", "B", "C"), "A", 250), void) == (before, None)


def test_failed_bids_are_counted_from_when_the_others_got_there() -> None:
    variant = with_options(SITE, {"end.bid-out": True, "end.slide-out": 3, "end.target": 500})
    there, failed = ("A", {"A": -250, "B": 500}), ("A", {"A": -250, "B": 0})
    standing, _ = _play(variant, "AB", failed, failed, there, failed, failed, outcome=Outcome.SET)
    assert standing.failed_against == {"A": 0, "B": 2}
    _, victory = _play(variant, "AB", there, failed, failed, failed, outcome=Outcome.SET)
    assert victory
    assert (victory.winner, victory.clause) == ("B", "end.slide-out")


def test_falling_below_the_target_starts_the_count_of_failed_bids_again() -> None:
    variant = with_options(SITE, {"end.bid-out": True, "end.slide-out": 3, "end.target": 500})
    there, failed = ("A", {"A": -250, "B": 500}), ("A", {"A": -250, "B": 0})
    back, again = ("A", {"A": -250, "B": -100}), ("A", {"A": -250, "B": 100})
    standing, victory = _play(variant, "AB", there, failed, failed, back, again, failed, outcome=Outcome.SET)
    assert (standing.failed_against, victory) == ({"A": 0, "B": 1}, None)


def test_forward_progress_is_remembered_through_later_losses() -> None:
    standing, victory = _play(DOUBLES, "AB", ("B", {"A": 0, "B": 60}), ("B", {"A": 200, "B": -200}), ("A", {"A": 100}))
    assert standing.risen == {"A", "B"}
    assert victory is None


def test_both_at_the_floor_play_on() -> None:
    variant = with_options(SITE, {"floor": -500})
    _, victory = _play(variant, "AB", ("A", {"A": -600, "B": -600}))
    assert victory is None


def test_a_victory_is_told_with_the_players_names() -> None:
    score = DealScore(Outcome.MADE, {"A": 1500, "B": 0}, (), ())
    deal = DealFacts(("A", "B"), "A", 250)
    _, victory = advance(SITE, opening(SITE, ("A", "B")), deal, score, {"A": "Ann & Cleo", "B": "Ben"}.__getitem__)
    assert victory
    assert victory.says == "Ann & Cleo: 1500, at or above the target of 1500."


def test_each_side_at_the_target_counts_the_failed_bids_since_it_got_there_itself() -> None:
    variant = with_options(SITE, {**_EACH, "end.bid-out": True, "end.slide-out": 3, "end.target": 500})
    there, failed = ("C", {"A": 0, "B": 500, "C": -20}), ("C", {"A": 0, "B": 0, "C": -20})
    late = ("C", {"A": 500, "B": 0, "C": -20})
    standing, victory = _play(variant, "ABC", there, failed, late, outcome=Outcome.SET)
    assert (standing.failed_against, victory) == ({"A": 0, "B": 2, "C": 0}, None)
    _, victory = _play(variant, "ABC", there, failed, late, failed, outcome=Outcome.SET)
    assert victory
    assert (victory.winner, victory.clause) == ("B", "end.slide-out")


def _five_handed_ending(**change: int) -> Victory | None:
    """A first deal in which C bid and called E, given what the scores change by."""
    variant, sides = find_variant("five-handed"), tuple("ABCDE")
    deal = DealFacts(sides, "C", 500, partner="E")
    score = DealScore(Outcome.MADE, {side: change.get(side, 0) for side in sides}, (), ())
    return advance(variant, opening(variant, sides), deal, score)[1]


def test_the_called_partner_belongs_to_the_bidding_side_that_wins() -> None:
    assert _five_handed_ending(A=1200, E=1050) == Victory(
        "E", "end.tie-bidder", "Several are at 1000 or above: the bidding side wins, Side E."
    )


def test_a_bidder_and_partner_who_both_are_there_win_under_both_names() -> None:
    assert _five_handed_ending(A=1300, C=1200, E=1250) == Victory(
        "C", "end.tie-bidder", "Several are at 1000 or above: the bidding side wins, Side C & Side E.", ("E",)
    )


def test_every_trick_wins_for_the_whole_team_that_took_them() -> None:
    variant, sides = with_options(find_variant("five-handed"), {"end.all-tricks": "wins"}), tuple("ABCDE")
    deal = DealFacts(sides, "C", 500, ended=Ending(points={"C": 500}, tricks={"C": 16}), partner="E")
    score = DealScore(Outcome.MADE, {"C": 500, "E": 500}, (), ("end.all-tricks",))
    _, victory = advance(variant, opening(variant, sides), deal, score)
    assert victory
    assert (victory.clause, victory.winners) == ("end.all-tricks", ("C", "E"))


def test_a_called_partner_who_is_there_too_goes_out_with_the_bid_that_was_made() -> None:
    variant, sides = with_options(find_variant("five-handed"), {"end.bid-out": True}), tuple("ABCDE")
    score = DealScore(Outcome.MADE, {"C": 1200, "E": 1050}, (), ())
    _, victory = advance(variant, opening(variant, sides), DealFacts(sides, "C", 500, partner="E"), score)
    says = "Side C & Side E: the bid made, and 1200 and 1050 reached."
    assert victory == Victory("C", "end.bid-out", says, ("E",))
