"""The judge of whole games answers the rulebook's worked examples and the recorded cases as they say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.game.second_scorer.judge.asked import completed
from tests.game.second_scorer.judge.auction import Auction
from tests.game.second_scorer.judge.checks import checks_of, for_the_game
from tests.game.second_scorer.judge.deal import Deal, Shown
from tests.game.second_scorer.judge.ending import Standing, add_deal
from tests.game.second_scorer.judge.figures import Options, options_of
from tests.game.second_scorer.judge.meld import best_meld
from tests.game.second_scorer.judge.moon import fixed, in_place_of_trump
from tests.game.second_scorer.judge.scoring import score
from tests.game.second_scorer.judge.seats import LETTERS, least_players, seats_of, sides

_CASES = Path(__file__).parents[1] / "rules" / "cases"
Case = dict[str, Any]


def _cases(command: str, answer: str) -> Iterator[Any]:
    """The recorded cases of a command that answer this, save those that the judge's facts cannot tell."""
    for name in ("worked_examples", "scores", "readings", "endings", "melds"):
        read = json.loads((_CASES / f"{name}.json").read_text(encoding="utf-8"))
        for case in read["cases"] if isinstance(read, dict) else read:
            asked = case.get("command", "meld" if name == "melds" else "score") == command
            if asked and answer in case["answer"] and _told_fully(case["request"]):
                yield pytest.param(case, id=f"{name}: {case['title']}")


def _told_fully(request: Mapping[str, Any]) -> bool:
    """Not a pack of the table’s own, nor scores of which it is open who plays on."""
    own_pack = not isinstance(request.get("options", {}).get("pack", "48"), str)
    best, *others = sorted(request.get("scores", {}).values(), reverse=True) or [0]
    level = best > 0 and best in others
    return not own_pack and not level


def _deal(request: Mapping[str, Any]) -> Deal:
    """The facts of a request for a score."""
    told, options = request["deal"], options_of(request["variant"], request.get("options", {}))
    players = _players(options, {**told, "scores": request.get("scores", {})})
    out = [LETTERS.index(side) for side in told.get("sits_out", [])]
    dealer = LETTERS.index(told["offender"]) if told.get("misdeal") and told.get("offender") else 0
    deal = Deal(options, players, 1, dealer, out, Auction(options, players, dealer, []), trump=told.get("trump", "S"))
    deal.seat = LETTERS.index(told["bidder"]) if told.get("bidder") else None
    deal.partner = LETTERS.index(told["partner"]) if told.get("partner") else None
    deal.bid, deal.closed, deal.every = told.get("bid"), True, not told.get("no_trick", False)
    deal.moon = told.get("moon", False) or not deal.every
    if deal.moon:
        deal.bid = fixed(options, deal.every)[1]
    deal.contracts = {side: sum(bids) for side, bids in (told.get("bids") or {}).items() if sum(bids)}
    dix = told.get("dix", {})
    for side, points in told.get("meld", {}).items():
        deal.show(side, None, Shown(points, dix.get(side, 0)))
    deal.ended = {
        "end": told.get("end", "played"),
        "offender": told.get("offender"),
        "misdeal": told.get("misdeal"),
        "claimant": told.get("claimant"),
        "quad_pinochle": told.get("quad_pinochle", []),
        "points": told.get("points", {}),
        "tricks": told.get("tricks", {}),
        "kitty_seen": told.get("kitty_seen", True),
        "meld": {},
    }
    return deal


def _players(options: Options, told: Mapping[str, Any]) -> int:
    alone = options["sides"] in ("each", "called")
    named = len({*told.get("meld", {}), *told.get("points", {}), *told.get("scores", {})})
    return named if alone and named > 1 else least_players(options) + len(told.get("sits_out", []))


def _can_be_bid(deal: Deal, told: Mapping[str, Any]) -> bool:
    """Whether the bidding side can have the bid, whoever dealt; of bids that are added up, each single one."""
    if deal.options["bid"] == "none" or not (deal.bidder or told.get("bids")):
        return True
    auctions = [Auction(deal.options, deal.players, dealer, []) for dealer in range(deal.players)]
    if deal.options["bid"] == "summed":
        singles = [bid for bids in told.get("bids", {}).values() for bid in bids if bid]
        return all(any(auction.may_bid(bid) for auction in auctions) for bid in singles)
    if not deal.every:
        return in_place_of_trump(deal.options, every=False)
    if deal.moon:
        return any(auction.may_shoot for auction in auctions)
    seats = seats_of(deal.options, deal.players, deal.bidder or "")
    return any(auction.may_have_ended(seat, deal.bid or 0) for auction in auctions for seat in seats)


@pytest.mark.parametrize("case", [*_cases("score", "change")])
def test_the_judge_scores_a_recorded_deal_as_its_case_says(case: Case) -> None:
    deal = _deal(case["request"])
    whole = (deal.ended or {})["end"] == "played"
    deal.ended = {**(deal.ended or {}), "points": completed(deal, deal.told("points"), whole) or deal.told("points")}
    award = score(deal)
    assert award is not None
    assert _can_be_bid(deal, case["request"]["deal"])
    assert award.change == case["answer"]["change"]
    assert award.outcome == case["answer"].get("outcome", award.outcome)


@pytest.mark.parametrize("case", [*_cases("score", "refused")])
def test_the_judge_lets_no_deal_end_so_where_a_recorded_case_refuses_it(case: Case) -> None:
    deal = _deal(case["request"])
    whole, bid = (deal.ended or {})["end"] == "played", _can_be_bid(deal, case["request"]["deal"])
    assert not bid or completed(deal, deal.told("points"), whole) is None or score(deal) is None


@pytest.mark.parametrize("case", [*_cases("score", "checks")])
def test_the_judge_counts_the_checks_that_a_recorded_case_says(case: Case) -> None:
    deal, told = _deal(case["request"]), case["request"]["deal"]
    deal.check_melds = {side: list(melds) for side, melds in told.get("check_melds", {}).items()}
    deal.ended = {**(deal.ended or {}), "kitty_seen": told.get("kitty_seen", True)}
    award = score(deal)
    assert award is not None
    checks = checks_of(deal, award)
    if winner := case["answer"].get("winner"):
        after = {side: points + award.change[side] for side, points in case["request"]["scores"].items()}
        checks[winner] += for_the_game(deal.options, after, [winner])
    assert checks == case["answer"]["checks"]


def _raised(options: Options, scores: Mapping[str, int], target: int | None) -> int | None:
    """The target in force: scores that show several past it prove that it was raised (end.tie-extend)."""
    steps = [rule["extend"] for rule in options["end.tie"] if isinstance(rule, dict)]
    while target and steps and sum(score >= target for score in scores.values()) > 1:
        target += steps[0]
    return target


@pytest.mark.parametrize("case", [*_cases("score", "winner")])
def test_the_judge_finds_the_winner_that_a_recorded_case_says(case: Case) -> None:
    request, deal = case["request"], _deal(case["request"])
    names, history = sides(deal.options, deal.players), request.get("history", {})
    scores = {side: request.get("scores", {}).get(side, 0) for side in names}
    failed = history.get("failed_bids", {})
    failures = {side: sum(failed[other] for other in failed if other != side) for side in names}
    target = _raised(deal.options, scores, history.get("target", deal.options["end.target"]))
    playing, risen = history.get("playing", names), set(history.get("risen", []))
    standing = Standing(deal.options, scores, target, playing, risen, failures, counted=history.get("deals", 0))
    deal.award = score(deal)
    assert deal.award is not None
    if deal.award.outcome != "void":
        add_deal(standing, deal, deal.award)
    won, alone = standing.won, case["answer"]["winner"]
    assert list(won.sides if won else ()) == case["answer"].get("winners", [alone] if alone else [])
    assert case["answer"].get("how") in (None, won.clause if won else None)


@pytest.mark.parametrize("case", [*_cases("meld", "total")])
def test_the_judge_counts_the_meld_of_a_recorded_hand_as_its_case_says(case: Case) -> None:
    request = case["request"]
    options = options_of(request["variant"], request.get("options", {}))
    if request.get("trump"):
        assert best_meld(options, request["trump"], request["cards"]) == case["answer"]["total"]
