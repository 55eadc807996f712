"""May they throw in? Are they set already? What is still needed? Who has won? (sections 6 and 7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.rules.choices import Aim, Bidding, Extend, Moon, SaveBy
from companion.rules.count import count_round, in_counters, players_of, smallest_count, total_range, upper
from companion.rules.phrases import bid_says, series
from companion.rules.referee.question import RefereeQuestion
from companion.rules.referee.settled import (
    Consequence,
    Question,
    QuestionError,
    Settled,
    Step,
    Verdict,
    elsewhere,
    once,
)
from companion.rules.ruling import Ruling, refuse
from companion.rules.score.deal import score_entered
from companion.rules.score.facts import (
    DealEnd,
    DealFacts,
    DealScore,
    Names,
    Standing,
    counted_meld,
    figure,
    moon_of,
    side_name,
    signed,
    took_trick,
)
from companion.rules.score.history import History, judge_result
from companion.rules.score.teams import contracts_of, teams_of
from companion.rules.score.under_way import last_tie_rule
from companion.rules.score.unplayed import can_be_made, judge_throw_in, points_needed
from companion.rules.variant import Variant


@dataclass(frozen=True, kw_only=True)
class ThrowInQuestion(RefereeQuestion):
    """Whether the bidding side may throw the deal in (score.throw-in)."""

    question = Question.THROW_IN

    deal: DealFacts
    led: bool = False
    """Whether the first card has been led."""

    def settle(self, variant: Variant, name: Names = side_name) -> Settled:
        teams, led = teams_of(variant, self.deal), self.led or self.deal.is_led
        counted, named = teams.counted(self.deal), teams.named(name)
        own = _throw_in(variant, counted, led, named)
        others = elsewhere(variant, ("score.throw-in",), own, lambda other: _throw_in(other, counted, led, named))
        consequence = None
        if own.verdict is Verdict.LEGAL and self.deal.bidder is not None:
            says = f"{named(self.deal.bidder)}: thrown in before the first lead."
            consequence = Consequence(says, DealEnd.THROWN_IN)
        return replace(own, elsewhere=others, consequence=consequence)


def _throw_in(variant: Variant, deal: DealFacts, led: bool, name: Names) -> Settled:
    ruling = _judge_throw_in(variant, deal, led)
    verdict = Verdict.LEGAL if ruling else Verdict.NOT_LEGAL
    steps: tuple[Step, ...] = ()
    if deal.bidder is not None:
        meld = deal.meld.get(deal.bidder, 0)
        said = bid_says(variant, deal.bid or 0, deal.aim)
        steps = (Step(f"{name(deal.bidder)} bid {said} and melded {meld}."), *_minimum(variant, deal, deal.bidder))
    reading = f"score.throw-in.{variant.score_throw_in}"
    return Settled(Question.THROW_IN, verdict, ruling.says, steps, once(reading, *ruling.clauses))


def _judge_throw_in(variant: Variant, deal: DealFacts, led: bool) -> Ruling:
    if deal.bidder is None or deal.bid is None:
        return refuse("Nobody has bid, so there is nothing to throw in.", "score.throw-in")
    return judge_throw_in(variant, deal.bid, deal.meld.get(deal.bidder, 0), led, deal.aim)


@dataclass(frozen=True, kw_only=True)
class NeededQuestion(RefereeQuestion):
    """What every side still needs, and whether a bid is lost or made already (score.made, score.set, score.save)."""

    question = Question.NEEDED

    deal: DealFacts
    """Its points and tricks are what was taken so far."""
    led: bool = True
    """Whether the first card has been led."""

    def settle(self, variant: Variant, name: Names = side_name) -> Settled:
        deal, led = self.deal, self.led or self.deal.is_led
        own = _needed(variant, deal, led, name)
        return replace(own, elsewhere=elsewhere(variant, ("score.save",), own, lambda v: _needed(v, deal, led, name)))


def _needed(variant: Variant, deal: DealFacts, led: bool, name: Names) -> Settled:
    teams = teams_of(variant, deal)
    counted, named = teams.counted(deal), teams.named(name)
    contracts, left = contracts_of(variant, counted), _left(variant, deal)
    asked = [side for side in contracts if side == counted.bidder] or list(contracts)[:1]
    steps = [_contract_step(variant, counted, side, contracts[side], left, named) for side in contracts]
    steps += [_save_step(variant, counted, side, left, named) for side in counted.sides if side not in contracts]
    steps += [step for side in counted.sides for step in _minimum(variant, counted, side)]
    if not asked and variant.bid is not Bidding.NONE:
        raise QuestionError("Nobody has the bid yet: ask again once it is taken.")
    if not asked:
        says = "Nobody has a bid to make: everybody counts what they take."
        return Settled(Question.NEEDED, Verdict.ANSWER, says, tuple(steps), ("bid.none", "count.total"))
    side = asked[0]
    if moon := moon_of(variant, counted):
        return _moon_needed(variant, counted, moon, named)
    hopeless = _is_lost(variant, counted, side, contracts[side], left)
    clauses = ("score.set", "score.unplayed") if hopeless and variant.score_unplayed else ("score.made", "score.set")
    consequence = _set_at_once(variant, counted, side, named) if hopeless and not led else None
    ids = once(*clauses, "score.save", "count.total", *(("score.meld-min",) if variant.score_meld_min else ()))
    return Settled(Question.NEEDED, Verdict.ANSWER, steps[0].says, tuple(steps[1:]), ids, consequence=consequence)


def _moon_needed(variant: Variant, deal: DealFacts, moon: Moon, name: Names) -> Settled:
    """What the moon takes, and whether a trick has lost it already (bid.moon, bid.no-trick)."""
    side, left, called = deal.bidder or "", _left(variant, deal), variant.meld_names.called(deal.aim)
    others = [each for each in deal.sides if each != side]
    none = deal.aim is Aim.NO_TRICK
    lost = any(took_trick(variant, deal, each) for each in ([side] if none else others))
    holder = "the bidding side" if none else "the other side"
    needed = (
        f"no trick may be taken: {signed(moon.made)} without one"
        if none
        else f"every trick is needed: {signed(moon.made)} for all of them"
    )
    says = (
        f"{name(side)}: the {called} is lost already, as {holder} has a trick: {signed(-moon.failed)}."
        if lost
        else f"{name(side)}: {needed}, else {signed(-moon.failed)}."
    )
    steps = [Step(f"The {called} was bid: no meld and no counters of the bidding side count.")]
    if moon.others_score:
        steps += [_save_step(variant, deal, each, left, name) for each in others]
    else:
        steps.append(Step("Nobody else scores in this deal."))
    return Settled(Question.NEEDED, Verdict.ANSWER, says, tuple(steps), (deal.aim.clause,))


class _Left(NamedTuple):
    """The counters still out, the last trick included."""

    least: int
    most: int

    @property
    def says(self) -> str:
        """As the object of a sentence; where cards stay undealt only the most is known."""
        return f"the {self.most}" if self.least == self.most else upper(*self)


def _left(variant: Variant, deal: DealFacts) -> _Left:
    least, most = total_range(variant, players_of(variant, len(deal.sides)))
    taken = sum(deal.ended.points.values())
    if taken > most:
        worth = upper(least, most)
        raise QuestionError(f"All tricks together are worth {worth}; {taken} were entered. Please check.")
    return _Left(max(least - taken, 0), most - taken)


def _short_of(variant: Variant, deal: DealFacts, side: str, bid: int) -> int:
    """The least that the side must still take, as its counters will be rounded."""
    needed = points_needed(variant, bid, deal.meld.get(side, 0))
    taken, step = deal.ended.points.get(side, 0), smallest_count(variant)
    more = 0
    while _counted(variant, taken + more) < needed:
        more += step
    return more


def _counted(variant: Variant, points: int) -> int:
    return count_round(points) if variant.count_round else points


def _is_lost(variant: Variant, deal: DealFacts, side: str, bid: int, left: _Left) -> bool:
    no_meld = not can_be_made(variant, replace(deal, bidder=side, bid=bid))
    return no_meld or _short_of(variant, deal, side, bid) > left.most


def _contract_step(variant: Variant, deal: DealFacts, side: str, bid: int, left: _Left, name: Names) -> Step:
    meld, short = deal.meld.get(side, 0), _short_of(variant, deal, side, bid)
    sums = f"bid {bid}, meld {meld}, taken {deal.ended.points.get(side, 0)}"
    least = variant.score_meld_min
    if least is not None and not least.is_met(meld):
        return Step(f"{name(side)}: set already, for want of {least} meld ({sums}).")
    if short > left.most:
        out = f"only {left.most}" if left.least == left.most else left.says
        return Step(f"{name(side)}: set already: {short} more are needed and {out} are still out ({sums}).")
    if short:
        needed = "is needed" if short == 1 else "are needed"
        return Step(f"{name(side)}: {short} of {left.says} still out {needed} ({sums}).")
    if variant.score_save.by is SaveBy.TRICK and not took_trick(variant, deal, side):
        return Step(f"{name(side)}: any one trick is still needed, to keep the meld ({sums}).")
    return Step(f"{name(side)}: the bid is made already ({sums}).")


def _save_step(variant: Variant, deal: DealFacts, side: str, left: _Left, name: Names) -> Step:
    save, meld, taken = variant.score_save, deal.meld.get(side, 0), deal.ended.points.get(side, 0)
    if save.by is SaveBy.NOTHING or not counted_meld(variant, meld):
        return Step(f"{name(side)}: meld {meld}, taken {taken}; nothing is needed.")
    if save.by is SaveBy.TRICK:
        done = took_trick(variant, deal, side)
        return Step(f"{name(side)}: {'a trick is taken' if done else 'needs a trick'} to keep the meld of {meld}.")
    more = in_counters(variant, max(save.at_least - taken, 0))
    if more > left.most:
        out = upper(*left)
        return Step(f"{name(side)}: the meld of {meld} is lost: {more} more were needed, and {out} are still out.")
    needs = f"needs {more} more in tricks to keep" if more else "has enough in tricks to keep"
    return Step(f"{name(side)}: {needs} the meld of {meld}.")


def _minimum(variant: Variant, deal: DealFacts, side: str) -> tuple[Step, ...]:
    laid, least = deal.meld.get(side, 0), variant.score_meld_min
    if least is None or least.is_met(laid):
        return ()
    return (Step(f"Meld of {laid} does not count here: {least} is asked for."),)


def _set_at_once(variant: Variant, deal: DealFacts, side: str, name: Names) -> Consequence | None:
    if not variant.score_unplayed or side != deal.bidder or can_be_made(variant, deal):
        return None
    return Consequence(f"{name(side)}: set at once, without a card played.", DealEnd.PLAYED)


@dataclass(frozen=True, kw_only=True)
class WinnerQuestion(RefereeQuestion):
    """Who has won with a deal, if anybody (end.order, end.tie, end.bid-out, end.declare-out)."""

    question = Question.WINNER

    deal: DealFacts
    before: History

    def settle(self, variant: Variant, name: Names = side_name) -> Settled:
        own = _judge(variant, self, name)
        others = elsewhere(variant, _HANGS_ON, own, lambda other: _judge(other, _seen_from(variant, other, self), name))
        return replace(own, elsewhere=others, consequence=_claim(self.deal, name))


_HANGS_ON = ("end.tie", "end.bid-out")


def _seen_from(variant: Variant, other: Variant, last: WinnerQuestion) -> WinnerQuestion:
    """The same scores at another table, which may not have raised the target, or may have let everyone play on."""
    raised = last.before.target if last.before.target != variant.end_target and _extends(other) else None
    return replace(last, before=replace(last.before, target=raised, playing=()))


def _extends(variant: Variant) -> bool:
    return isinstance(last_tie_rule(variant), Extend)


def _judge(variant: Variant, last: WinnerQuestion, name: Names) -> Settled:
    score = score_entered(variant, last.deal, name)
    if isinstance(score, Ruling):
        raise QuestionError(score.says)
    try:
        result = judge_result(variant, last.before, last.deal, score, name)
    except ValueError as fault:
        raise QuestionError(f"So the game cannot have stood: {fault}.") from None
    if isinstance(result, Ruling):
        raise QuestionError(result.says)
    steps = (*(Step(line) for line in score.working), _standing(result.after, score, name))
    if result.victory:
        says = f"{series(map(name, result.winners))} {'have' if len(result.winners) > 1 else 'has'} won the game."
        clauses = once(result.victory.clause, *score.clauses)
        reasons = (Step(result.victory.says), *steps)
        return Settled(
            Question.WINNER, Verdict.ANSWER, says, reasons, clauses, side=result.winner, winners=result.winners
        )
    verdict = Verdict.DEPENDS if result.asks else Verdict.ANSWER
    return Settled(Question.WINNER, verdict, result.open_says, steps, result.goes_on.clauses)


def _standing(after: Standing, score: DealScore, name: Names) -> Step:
    scores = [
        f"{name(side)} {figure(points)} ({signed(score.change.get(side, 0))})" for side, points in after.scores.items()
    ]
    return Step(f"The scores are now {series(scores)}.")


def _claim(deal: DealFacts, name: Names) -> Consequence | None:
    if deal.ended.end is not DealEnd.CLAIM or deal.ended.claimant is None:
        return None
    return Consequence(f"{name(deal.ended.claimant)} declares out.", DealEnd.CLAIM, claimant=deal.ended.claimant)
