"""Answers a score request: what a deal changes, and whether the game is over."""

from __future__ import annotations

from typing import Any

from companion.cli.ask.deal import DEAL_KEYS, amounts, read_deal, side_list, sides_of
from companion.cli.ask.fields import Fields, RequestError
from companion.cli.ask.variant import read_variant
from companion.rules.ruling import Ruling
from companion.rules.score import DealScore, score_deal
from companion.rules.score.checks import checks_of_deal
from companion.rules.score.ending import advance
from companion.rules.score.facts import Standing, Victory
from companion.rules.score.teams import judge_told_bid
from companion.rules.score.under_way import History, Open, resume, why_open
from companion.rules.variant import Variant


def answer_score(request: object) -> dict[str, Any]:
    """A deal's score with its working and clauses, and the winner if the game is over (end.order).

    What the rules do not allow to have happened is answered ``{"refused": …}``.

    :raises RequestError: if the request cannot be read.
    """
    fields = Fields.read(request, ("variant", "options", "scores", "history", "deal"))
    variant = read_variant(fields)
    told = Fields.read(fields.need("deal"), DEAL_KEYS, "'deal'")
    before = standing_before(variant, fields, sides_of(variant, fields, told))
    deal = read_deal(variant, told, tuple(before.scores))
    bid = judge_told_bid(variant, deal)
    score = score_deal(variant, deal) if bid else bid
    if isinstance(score, Ruling):
        return {"refused": {"says": score.says, "clauses": list(score.clauses)}}
    after, victory = advance(variant, before, deal, score)
    said = _said(score, after, victory, why_open(variant, before, after))
    if not variant.keeps_checks:
        return said
    checks = checks_of_deal(variant, deal, score, victory.winners if victory else ())
    return {**said, "checks": checks, "clauses": [*said["clauses"], "end.checks"]}


def _said(score: DealScore, after: Standing, victory: Victory | None, goes_on: Open) -> dict[str, Any]:
    working, clauses = list(score.working), list(score.clauses)
    if victory:
        working.append(victory.says)
        clauses.append(victory.clause)
    elif goes_on.surprising:
        working.append(f"Nobody has won yet: {goes_on.says}.")
        clauses += goes_on.clauses
    return {
        "outcome": str(score.outcome),
        "change": dict(score.change),
        "scores": dict(after.scores),
        "winner": victory.winner if victory else None,
        "how": victory.clause if victory else None,
        "checks": None,
        "working": working,
        "clauses": list(dict.fromkeys(clauses)),
    }


def standing_before(variant: Variant, fields: Fields, sides: tuple[str, ...]) -> Standing:
    """Return where the game stood before the deal, a target that the scores prove to have risen included.

    :raises RequestError: if it cannot be read, or cannot be.
    """
    told = amounts(fields, "scores", sides, least=None)
    scores, history = {side: told.get(side, 0) for side in sides}, _history(fields, sides)
    try:
        return resume(variant, scores, history)
    except ValueError as fault:
        raise RequestError(f"'history': {fault}") from None


def _history(fields: Fields, sides: tuple[str, ...]) -> History:
    told = fields.need("history") if fields.has("history") else {}
    history = Fields.read(told, ("risen", "failed_bids", "target", "playing", "deals"), "'history'")
    failed = amounts(history, "failed_bids", sides)
    against = {side: sum(failed.values()) - failed.get(side, 0) for side in sides}
    playing = tuple(side_list(history, "playing", sides))
    risen = frozenset(side_list(history, "risen", sides))
    return History(risen, against, history.number_or_none("target"), playing, history.number_or_none("deals") or 0)
