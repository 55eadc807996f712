"""Who has won? From the scores before a deal and the deal itself (section 7)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.choices import Extend
from companion.rules.phrases import series
from companion.rules.referee.readings import elsewhere
from companion.rules.referee.settled import Consequence, Question, QuestionError, Settled, Step, Verdict, once
from companion.rules.ruling import Ruling
from companion.rules.score.deal import score_deal
from companion.rules.score.ending import advance
from companion.rules.score.facts import DealEnd, DealFacts, DealScore, Names, figure, side_name, signed
from companion.rules.score.standing import Standing
from companion.rules.score.under_way import History, last_tie_rule, resume, why_open
from companion.rules.variant import Variant


@dataclass(frozen=True)
class LastDeal:
    """A deal that may have ended the game, and what stood before it."""

    before: Standing
    deal: DealFacts


def settle_winner(variant: Variant, last: LastDeal, name: Names = side_name) -> Settled:
    """Who has won with this deal, if anybody (end.order, end.tie, end.bid-out, end.declare-out).

    :raises QuestionError: if the deal cannot have ended as told.
    """
    own = _judge(variant, last, name)
    others = elsewhere(variant, _HANGS_ON, own, lambda other: _judge(other, _seen_from(variant, other, last), name))
    return replace(own, elsewhere=others, consequence=_claim(last.deal, name))


_HANGS_ON = ("end.tie", "end.bid-out")


def _seen_from(variant: Variant, other: Variant, last: LastDeal) -> LastDeal:
    """The same scores at another table, which may not have raised the target, or may have let everyone play on."""
    told = last.before
    raised = told.target if told.target != variant.end_target else None
    history = History(told.risen, told.failed_against, raised if _extends(other) else None)
    return replace(last, before=resume(other, told.scores, history))


def _extends(variant: Variant) -> bool:
    return isinstance(last_tie_rule(variant), Extend)


def _judge(variant: Variant, last: LastDeal, name: Names) -> Settled:
    score = score_deal(variant, last.deal, name)
    if isinstance(score, Ruling):
        raise QuestionError(score.says)
    after, victory = advance(variant, last.before, last.deal, score, name)
    steps = (*(Step(line) for line in score.working), _standing(after, score, name))
    if victory:
        says = f"{series([name(side) for side in victory.winners])} {'have' if victory.also else 'has'} won the game."
        clauses = once(victory.clause, *score.clauses)
        reasons = (Step(victory.says), *steps)
        return Settled(Question.WINNER, Verdict.ANSWER, says, reasons, clauses, side=victory.winner)
    goes_on = why_open(variant, last.before, after, name)
    return Settled(Question.WINNER, Verdict.ANSWER, f"Nobody has won yet: {goes_on.says}.", steps, goes_on.clauses)


def _standing(after: Standing, score: DealScore, name: Names) -> Step:
    told = [
        f"{name(side)} {figure(points)} ({signed(score.change.get(side, 0))})" for side, points in after.scores.items()
    ]
    return Step(f"The scores are now {series(told)}.")


def _claim(deal: DealFacts, name: Names) -> Consequence | None:
    if deal.ended.end is not DealEnd.CLAIM or deal.ended.claimant is None:
        return None
    return Consequence(f"{name(deal.ended.claimant)} declares out.", DealEnd.CLAIM, claimant=deal.ended.claimant)
