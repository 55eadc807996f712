"""Scoring a deal: every figure that an option of the score can take."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.dealing import all_sides
from companion.rules.known import games
from companion.rules.options import with_options
from companion.rules.score import score_deal
from companion.rules.score.ending import advance
from companion.rules.score.facts import (
    DealEnd,
    DealFacts,
    DealScore,
    Ending,
    contract,
    opening,
    points_needed,
    signed,
    took_trick,
)
from companion.rules.score.unplayed import judge_no_marriage, judge_throw_in
from companion.rules.variants import find_variant
from tests.rules.asking import cases, check_answer

SITE, DOUBLES = find_variant("site"), find_variant("doubles")


@pytest.mark.parametrize("case", cases("scores"))
def test_a_deal_scores_so(case: dict[str, Any]) -> None:
    check_answer("score", case)


def test_the_working_leads_from_the_facts_to_the_change() -> None:
    deal = DealFacts(("A", "B"), "A", 330, meld={"A": 60, "B": 0}, ended=Ending(points={"A": 240, "B": 10}))
    score = score_deal(SITE, deal, {"A": "Ann & Cleo", "B": "Ben & Dan"}.__getitem__)
    assert isinstance(score, DealScore)
    assert score.working == (
        "Ann & Cleo: bid 330, meld 60, took 240 of 250: 300 < 330 – set, −330.",
        "Ben & Dan: meld 0, took 10 of 250: +10.",
    )


@pytest.mark.parametrize(
    ("game", "bidders", "took"),
    [
        ("binokel-cross", 45, True),
        ("binokel-cross", 44, None),
        ("binokel-cross", 4, None),
        ("binokel", 4, False),
        ("binokel", 20, None),
        ("binokel", 0, False),
        ("kitty-partnership", 50, True),
        ("kitty-partnership", 40, None),
        ("kitty-partnership", 0, None),
        ("deck-and-a-half", 4, None),
        ("check", 30, None),
        ("three-handed", 3, None),
        ("three-handed", 4, True),
        ("widow", 30, None),
        ("site", 10, True),
        ("site", 0, None),
    ],
)
def test_counters_prove_a_trick_only_where_they_cannot_all_have_been_laid_away(
    game: str, bidders: int, took: bool | None
) -> None:
    variant = games()[game]
    deal = DealFacts(all_sides(variant, variant.players[0]), "A", variant.bid_min, ended=Ending(points={"A": bidders}))
    assert took_trick(variant, deal, "A") is took


def test_counters_that_are_rounded_away_were_taken_in_a_trick_and_keep_the_meld() -> None:
    variant = with_options(find_variant("two-handed"), {"score.save": {"by": "trick"}})
    score = score_deal(
        variant, DealFacts(("A", "B"), None, None, meld={"A": 40, "B": 20}, ended=Ending(points={"A": 6, "B": 244}))
    )
    assert isinstance(score, DealScore)
    assert score.change == {"A": 40, "B": 260}


def test_a_deal_without_a_bid_counts_what_everyone_took() -> None:
    score = score_deal(
        SITE, DealFacts(("A", "B"), None, None, meld={"A": 40}, ended=Ending(points={"A": 150, "B": 100}))
    )
    assert isinstance(score, DealScore)
    assert (str(score.outcome), score.change) == ("counted", {"A": 190, "B": 100})


@pytest.mark.parametrize(
    ("options", "meld", "took", "says"),
    [
        ({}, 400, 0, "no counters were taken"),
        ({"score.save": {"by": "points", "at_least": 50}}, 300, 40, "40 in tricks is 10 short of 50"),
        ({"score.save": {"by": "points", "at_least": 50}}, 300, 0, "nothing was taken in tricks, and 50 is needed"),
        ({"score.save": {"by": "trick"}}, 300, 0, "no trick was taken"),
        ({"score.meld-min": {"at_least": 20}}, 0, 250, "nothing was melded, and 20 is needed"),
        ({"score.meld-min": {"at_least": 200}}, 180, 100, "meld 180 is 20 short of 200"),
        ({"score.meld-min": {"more_than": 200}}, 200, 100, "meld 200 is not more than 200"),
        (
            {"score.meld-min": {"at_least": 200}, "score.save": {"by": "points", "at_least": 50}},
            180,
            40,
            "meld 180 is 20 short of 200 and 40 in tricks is 10 short of 50",
        ),
    ],
)
def test_a_bidder_set_by_a_minimum_is_told_which_and_by_how_much(
    options: dict[str, Any], meld: int, took: int, says: str
) -> None:
    facts = DealFacts(
        ("A", "B"), "A", 250, meld={"A": meld, "B": 80}, ended=Ending(points={"A": took, "B": 250 - took})
    )
    score = score_deal(with_options(SITE, options), facts)
    assert isinstance(score, DealScore)
    assert f"Side A: bid 250, meld {meld}, took {took} of 250: {says} – set, −250." in score.working


@pytest.mark.parametrize(
    ("options", "bid", "meld", "needed"),
    [
        ({}, 300, 120, 180),
        ({}, 250, 400, 1),
        ({"score.save": {"by": "nothing"}}, 250, 400, 0),
        ({"score.meld-min": {"at_least": 100}}, 250, 90, 250),
    ],
)
def test_what_the_bidders_still_need_includes_every_minimum(
    options: dict[str, Any], bid: int, meld: int, needed: int
) -> None:
    assert points_needed(with_options(SITE, options), bid, meld) == needed


@pytest.mark.parametrize(
    ("rule", "bid", "allowed"),
    [
        ("never", 900, False),
        ("always", 250, True),
        ("shortfall>pool", 310, False),
        ("shortfall>pool", 320, True),
        ("shortfall>=pool", 300, False),
        ("shortfall>=pool", 310, True),
    ],
)
def test_a_throw_in_with_60_meld_is_allowed_so(rule: str, bid: int, allowed: bool) -> None:
    ruling = judge_throw_in(with_options(SITE, {"score.throw-in": rule}), bid, 60)
    assert (ruling.allowed, ruling.clauses) == (allowed, ("score.throw-in",))


def test_at_the_automatic_bid_a_marriage_is_not_needed() -> None:
    assert judge_no_marriage(DOUBLES, 51)
    assert not judge_no_marriage(DOUBLES, 50)
    assert not judge_no_marriage(SITE, 300)


def test_facts_that_cannot_be_scored_are_an_error() -> None:
    with pytest.raises(ValueError, match="a renege needs the side that offended"):
        score_deal(SITE, DealFacts(("A", "B"), "A", 250, ended=Ending(DealEnd.RENEGE)))
    with pytest.raises(ValueError, match="this ending needs a bidder and a bid"):
        contract(DealFacts(("A", "B"), None, None))


@pytest.mark.parametrize(("points", "written"), [(120, "+120"), (-330, "−330"), (0, "0")])
def test_a_change_is_written_with_its_sign(points: int, written: str) -> None:
    assert signed(points) == written


def test_the_working_says_who_took_every_trick_and_what_that_earns() -> None:
    variant = with_options(find_variant("site"), {"end.all-tricks": {"bonus": 100}})
    ended = Ending(points={"A": 250, "B": 0}, tricks={"A": 12, "B": 0})
    deal = DealFacts(("A", "B"), "A", 260, meld={"A": 100, "B": 140}, ended=ended)
    score = score_deal(variant, deal)
    assert isinstance(score, DealScore)
    assert score.change == {"A": 450, "B": 0}
    assert score.working[-1] == "Side A took every trick: 100 more."


def test_the_victory_says_who_took_every_trick() -> None:
    variant = find_variant("doubles")
    ended = Ending(points={"A": 0, "B": 50}, tricks={"A": 0, "B": 20})
    deal = DealFacts(("A", "B"), "A", 60, meld={"A": 30, "B": 0}, ended=ended)
    score = score_deal(variant, deal)
    assert isinstance(score, DealScore)
    _, victory = advance(variant, opening(variant, ("A", "B")), deal, score)
    assert victory is not None
    assert (victory.winner, victory.says) == ("B", "Every trick went to Side B: the game is won at once.")
