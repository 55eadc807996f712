"""The recorded cases of other programs, each under the options that express its house rules.

Every case is run, or listed in ``cases/not_expressible.json`` with the reason.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.cards import Suit, parse_cards, spell
from companion.rules.auction import Auction, Call, next_bidder
from companion.rules.choices import Aim
from companion.rules.contract import contract_of
from companion.rules.meld import MeldCount, best_meld
from companion.rules.options import with_options
from companion.rules.play import Turn, legal_plays, trick_winner
from companion.rules.ruling import Ruling
from companion.rules.score import score_deal
from companion.rules.score.ending import advance
from companion.rules.score.facts import DealFacts, DealScore, Ending, Outcome, Standing, can_be_made
from companion.rules.variant import Variant
from companion.rules.variants.partnership import SITE
from tests.rules.asking import HEADS

pytestmark = pytest.mark.shared

Case = dict[str, Any]

_HOUSE_MELD: dict[str, Case] = {
    "run-plus-royal": {"meld.run-absorbs": "adds"},
    "extra-K-or-Q": {"meld.run-extra": True},
}
_COMPARED = {reading for reading, head in HEADS.items() if head != "never"}
_PARTS = {
    **dict.fromkeys(("royal", "extra-king", "extra-queen"), "royal_marriage"),
    **{rank: f"{rank}_around" for rank in ("aces", "kings", "queens", "jacks")},
}
_TIES = {"higher": ["high", "another"], "last_bidder": ["bidder", "high"], "bidder_if_made": ["bidder", "high"]}


def test_every_listed_case_exists_and_has_its_reason(shared: Path, not_expressible: dict[str, str]) -> None:
    files = sorted((shared / "vectors").glob("*_cases.json"))
    ids = [case["id"] for file in files for case in json.loads(file.read_text(encoding="utf-8"))]
    assert len(ids) == len(set(ids)) > 300
    assert sorted(not_expressible.keys() - set(ids)) == []
    assert all(reason.endswith(".") for reason in not_expressible.values())


def _count(case: Case, options: Case) -> MeldCount:
    variant = with_options(SITE, {"unit": case["unit"], "meld.run-extra": False, **options})
    trump = Suit(case["trump"]) if case["trump"] else None
    return best_meld(variant, trump, parse_cards(case["cards"]))


def test_meld_agrees_under_the_house_rule_of_the_case(meld_vector: Case) -> None:
    rule = (meld_vector.get("house_rule") or "").split(":")[0]
    count = _count(meld_vector, _HOUSE_MELD[rule] if rule else {})
    parts: Counter[str] = Counter()
    for meld in count.melds:
        parts[_PARTS.get(meld.kind.value, meld.kind.value)] += meld.points
    assert (count.total, dict(parts)) == (meld_vector["expected"]["total"], meld_vector["expected"]["parts"])


def test_meld_without_house_rules_is_the_usual_count(any_meld_vector: Case) -> None:
    assert _count(any_meld_vector, {}).total == any_meld_vector["usual_total"]


def _legal(case: Case, reading: str) -> list[str]:
    variant = with_options(SITE, {"play.head": HEADS[reading]})
    turn = Turn(Suit(case["trump"]), parse_cards(case["trick"]), parse_cards(case["hand"]))
    return sorted(spell(legal_plays(variant, turn).legal).split())


def test_legal_plays_agree_under_the_reading_of_the_case(legal_vector: Case) -> None:
    assert _legal(legal_vector, legal_vector["rule"]) == sorted(legal_vector["legal"])


def test_the_readings_part_exactly_where_the_case_says(any_legal_vector: Case) -> None:
    legal, told = sorted(any_legal_vector["legal"]), {*any_legal_vector["same_under"], any_legal_vector["rule"]}
    assert {reading for reading in _COMPARED if _legal(any_legal_vector, reading) == legal} == told & _COMPARED


def test_the_winner_of_a_trick_agrees(trick_vector: Case) -> None:
    trick = parse_cards(trick_vector["trick"])
    assert trick_winner(SITE, Suit(trick_vector["trump"]), trick) == trick_vector["winner_index"]


def test_scores_agree_under_the_rules_of_the_case(score_vector: Case) -> None:
    _CHECKS[score_vector["kind"]](score_vector)


def test_counts_that_do_not_add_up_are_refused(shared: Path, not_expressible: dict[str, str]) -> None:
    cases = json.loads((shared / "vectors" / "score_cases.json").read_text(encoding="utf-8"))
    wrong = [case for case in cases if "counters" in case and sum(case["counters"]) != 250]
    assert len(wrong) == 8
    assert {case["id"] for case in wrong} <= not_expressible.keys()
    for case in wrong:
        refusal = score_deal(_hand_rules(case), _deal(case))
        assert isinstance(refusal, Ruling)
        assert refusal.clauses == ("count.total",)


def _sides(amounts: list[int]) -> tuple[str, ...]:
    return tuple("ABC"[: len(amounts)])


def _hand_rules(case: Case) -> Variant:
    params, save = case["params"], case["params"]["save"]
    assert params["set_penalty"] == "bid"
    assert params["min_meld"] == 0
    return with_options(SITE, {**_seats(case["meld"]), "score.save": {"by": _SAVES[save["kind"], save.get("n")]}})


_SAVES = {("none", None): "nothing", ("tricks", 1): "trick"}


def _seats(amounts: list[int]) -> Case:
    return {} if len(amounts) == 2 else {"players": 3, "sides": "each", "hand.size": 16}


def _deal(case: Case) -> DealFacts:
    sides = _sides(case["meld"])
    tricks = dict(zip(sides, case.get("tricks", ()), strict=False))
    points = dict(zip(sides, case["counters"], strict=True))
    meld = dict(zip(sides, case["meld"], strict=True))
    return DealFacts(sides, sides[case["bidder"]], case["bid"], meld=meld, ended=Ending(points=points, tricks=tricks))


def _check_hand(case: Case) -> None:
    assert case["params"]["defenders"] == "score"
    score = score_deal(_hand_rules(case), _deal(case))
    assert isinstance(score, DealScore)
    assert list(score.change.values()) == case["expected"]["delta"]
    if "scores" in case["expected"]:
        before = Standing(dict(zip(_sides(case["meld"]), case["previous"], strict=True)))
        after, _ = advance(SITE, before, _deal(case), score)
        assert list(after.scores.values()) == case["expected"]["scores"]


def _check_all_passed(case: Case) -> None:
    """Three passes at a table where nobody is made to bid: no contract, so nothing is scored."""
    variant = with_options(SITE, {**_seats(case["meld"]), "bid.forced": "redeal"})
    auction = Auction(3, dealer=0, calls=tuple(Call(seat, None) for seat in (1, 2, 0)))
    assert case["expected"]["delta"] == [0, 0, 0]
    assert next_bidder(variant, auction) is None
    assert contract_of(variant, auction) is None


def _check_out_of_reach(case: Case) -> None:
    variant = with_options(SITE, {"score.save": {"by": "nothing"}})
    deal = DealFacts(("A", "B"), "A", case["bid"], meld={"A": case["meld"]})
    assert can_be_made(variant, deal) != case["expected"]["auto_set"]


def _check_game_end(case: Case) -> None:
    params, sides = case["params"], _sides(case["scores"])
    options = {"end.target": params["target"], "floor": params.get("bust"), "end.tie": _TIES[params["tie"]]}
    variant = with_options(SITE, {**_seats(case["scores"]), **options})
    bidder = None if case["last_bidder"] is None else sides[case["last_bidder"]]
    outcome = Outcome.MADE if case.get("made", True) else Outcome.SET
    score = DealScore(outcome, dict.fromkeys(sides, 0), (), ())
    before = Standing(dict(zip(sides, case["scores"], strict=True)), target=variant.end_target)
    _, victory = advance(variant, before, DealFacts(sides, bidder, 250), score)
    winner = case["expected"]["winner"]
    assert (victory.winner if victory else None) == (None if winner is None else sides[winner])


def _check_moon(case: Case) -> None:
    """A fixed amount won or lost by the bidder, whatever was melded and counted."""
    moon = case["params"]["moon"]
    variant = with_options(SITE, {"bid.moon": {"made": moon, "failed": moon}})
    bidder, other = ("AB"[case["bidder"]], "BA"[case["bidder"]])
    points = {bidder: 250, other: 0} if case["success"] else {bidder: 200, other: 50}
    tricks = {bidder: 12, other: 0} if case["success"] else {}
    deal = DealFacts(("A", "B"), bidder, moon, meld={"A": 100, "B": 60}, ended=Ending(points=points, tricks=tricks))
    score = score_deal(variant, replace(deal, aim=Aim.EVERY_TRICK))
    assert isinstance(score, DealScore)
    assert [score.change["A"], score.change["B"]] == case["expected"]["delta"]
    if "scores" in case["expected"]:
        before = Standing(dict(zip("AB", case["previous"], strict=True)))
        after, _ = advance(SITE, before, deal, score)
        assert list(after.scores.values()) == case["expected"]["scores"]


_CHECKS = {
    "moon": _check_moon,
    "hand": _check_hand,
    "thrown_in": _check_all_passed,
    "auto_set": _check_out_of_reach,
    "game_end": _check_game_end,
}
