"""Answers a score request: what a deal changes, and whether the game is over."""

from __future__ import annotations

from typing import Any

from companion.cli.deal_request import DEAL_KEYS, amounts, read_deal, side_list, sides_of
from companion.cli.fields import Fields
from companion.cli.variant_request import read_variant
from companion.rules.checks import checks_of_deal, keeps_checks
from companion.rules.deal import DealScore
from companion.rules.ending import Standing, Victory, advance
from companion.rules.ruling import Ruling
from companion.rules.score import score_deal
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
    score = score_deal(variant, deal)
    if isinstance(score, Ruling):
        return {"refused": {"says": score.says, "clauses": list(score.clauses)}}
    after, victory = advance(variant, before, deal, score)
    said = _said(score, after, victory)
    if not keeps_checks(variant):
        return said
    checks = checks_of_deal(variant, deal, score, victory.winners if victory else ())
    return {**said, "checks": checks, "clauses": [*said["clauses"], "end.checks"]}


def _said(score: DealScore, after: Standing, victory: Victory | None) -> dict[str, Any]:
    working, clauses = list(score.working), list(score.clauses)
    if victory:
        working.append(victory.says)
        clauses.append(victory.clause)
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
    """Return where the game stood before the deal.

    :raises RequestError: if it cannot be read.
    """
    scores = amounts(fields, "scores", sides, least=None)
    told = fields.need("history") if fields.has("history") else {}
    history = Fields.read(told, ("risen", "failed_bids"), "'history'")
    failed = amounts(history, "failed_bids", sides)
    return Standing(
        scores={side: scores.get(side, 0) for side in sides},
        risen=frozenset(side_list(history, "risen", sides)),
        failed_against={side: sum(failed.values()) - failed.get(side, 0) for side in sides},
        target=variant.end_target,
        playing=sides,
    )
