"""Who has won? From the scores before a deal and the deal itself (section 7)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.deal import Deal, DealEnd, DealScore, Names, side_name, signed
from companion.rules.ending import Standing, advance
from companion.rules.referee.readings import elsewhere
from companion.rules.referee.settled import Consequence, Question, QuestionError, Settled, Step, Verdict, once
from companion.rules.ruling import Ruling
from companion.rules.score import score_deal
from companion.rules.variant import Variant
from companion.rules.words.word import series


@dataclass(frozen=True)
class LastDeal:
    """A deal that may have ended the game, and what stood before it."""

    before: Standing
    deal: Deal


def settle_winner(variant: Variant, last: LastDeal, name: Names = side_name) -> Settled:
    """Who has won with this deal, if anybody (end.order, end.tie, end.bid-out, end.declare-out).

    :raises QuestionError: if the deal cannot have ended as told.
    """
    own = _judge(variant, last, name)
    others = elsewhere(variant, _HANGS_ON, own, lambda other: _judge(other, last, name))
    return replace(own, elsewhere=others, consequence=_claim(last.deal, name))


_HANGS_ON = ("end.tie", "end.bid-out")


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
    return Settled(Question.WINNER, Verdict.ANSWER, _goes_on(variant, last, after, name), steps, _open_clauses(variant))


def _standing(after: Standing, score: DealScore, name: Names) -> Step:
    told = [f"{name(side)} {points} ({signed(score.change.get(side, 0))})" for side, points in after.scores.items()]
    return Step(f"The scores are now {series(told)}.")


def _goes_on(variant: Variant, last: LastDeal, after: Standing, name: Names) -> str:
    target = after.target
    there = [side for side in after.scores if target is not None and after.scores[side] >= target]
    if target != last.before.target:
        return f"Nobody has won yet: several were at the target, so it rises to {target}."
    if there and variant.end_bid_out:
        return f"Nobody has won yet: {name(there[0])} is at the target, but going out takes a bid that was made."
    if there and after.playing != last.before.playing:
        return f"Nobody has won yet: {series([name(side) for side in after.playing])} are level and play on."
    if there:
        return "Nobody has won yet: several are at the target, so another deal is played."
    return "Nobody has won yet: no side is at the target."


def _open_clauses(variant: Variant) -> tuple[str, ...]:
    bid_out = ("end.bid-out",) if variant.end_bid_out else ()
    return once(*bid_out, "end.target", "end.tie")


def _claim(deal: Deal, name: Names) -> Consequence | None:
    if deal.end is not DealEnd.CLAIM or deal.claimant is None:
        return None
    return Consequence(f"{name(deal.claimant)} declares out.", DealEnd.CLAIM, claimant=deal.claimant)
