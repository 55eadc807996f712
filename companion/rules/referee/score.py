"""May they throw in? Are they set already? What is still needed? Who has won? (sections 6 and 7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from companion.cards import Suit
from companion.rules.auction import hands_held, most_melded_in
from companion.rules.choices import Aim, Bidding, Extend, Moon, SaveBy
from companion.rules.count import in_counters, players_of, rounded, smallest_count, total_range, toward_bid, upper
from companion.rules.phrases import bid_says, bid_verb, series
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
from companion.rules.score.deal import score_entered, scored_ways
from companion.rules.score.facts import (
    DealEnd,
    DealFacts,
    DealScore,
    MissingFact,
    Names,
    Standing,
    can_be_made,
    counted_meld,
    figure,
    moon_of,
    points_needed,
    side_name,
    signed,
    took_trick,
)
from companion.rules.score.history import History, Result, judge_result
from companion.rules.score.teams import Teams, asked_tricks, contracts_of, forms_teams, teams_of
from companion.rules.score.unplayed import judge_throw_in
from companion.rules.variant import Variant


def _counted_teams(teams: Teams, deal: DealFacts) -> DealFacts:
    """Return the deal with each team in the place of its sides, and its meld where that of all of them is known."""
    counted = teams.counted(deal)
    known = {head: counted.meld[head] for head in counted.meld if {*teams.team_of(head)} <= {*deal.meld}}
    return replace(counted, meld=known)


@dataclass(frozen=True, kw_only=True)
class ThrowInQuestion(RefereeQuestion):
    """A question whether the bidding side may throw the deal in (score.throw-in)."""

    question = Question.THROW_IN

    deal: DealFacts
    led: bool = False
    """True once the first card has been led."""

    def settle(self, variant: Variant, name: Names = side_name) -> Settled:
        teams, led = teams_of(variant, self.deal), self.led or self.deal.is_led
        counted, named = _counted_teams(teams, self.deal), teams.named(name)
        own = _throw_in(variant, counted, led, named)
        others = elsewhere(variant, ("score.throw-in",), own, lambda other: _throw_in(other, counted, led, named))
        consequence = None
        if own.verdict is Verdict.LEGAL and self.deal.bidder is not None:
            says = f"{named(self.deal.bidder)}: thrown in before the first lead."
            consequence = Consequence(says, DealEnd.THROWN_IN)
        return replace(own, elsewhere=others, consequence=consequence)


def _throw_in(variant: Variant, deal: DealFacts, led: bool, name: Names) -> Settled:
    reading = f"score.throw-in.{variant.score_throw_in}"
    least, most = (_judge_throw_in(variant, each, led) for each in _melded(variant, deal, deal.bidder))
    clauses = once(reading, *least.clauses, *most.clauses)
    if least.allowed is not most.allowed:
        return _on_meld(Question.THROW_IN, deal.bidder or "", (), clauses, name)
    says = least.says if least.says == most.says else f"{least.says.partition(':')[0]}, whatever was melded."
    steps: tuple[Step, ...] = ()
    if deal.bidder is not None:
        bid = f"{bid_verb(variant, deal.aim)} {bid_says(variant, deal.bid or 0, deal.aim)}"
        meld = deal.meld.get(deal.bidder)
        melded = "." if meld is None else f" and melded {meld}."
        steps = (Step(f"{name(deal.bidder)} {bid}{melded}"), *_minimum(variant, deal, deal.bidder))
    return Settled(Question.THROW_IN, Verdict.LEGAL if least else Verdict.NOT_LEGAL, says, steps, clauses)


def _melded(variant: Variant, deal: DealFacts, side: str | None) -> tuple[DealFacts, DealFacts]:
    """Return the deal with the least and the most that a side can have melded; both the same where it is known."""
    if side is None or side in deal.meld:
        return deal, deal
    partners = max(players_of(variant, len(deal.sides)) // len(deal.sides), 2 if forms_teams(variant) else 1)
    hands = hands_held(variant, partners, bids=side == deal.bidder)
    most = max(most_melded_in(variant, trump, hands) for trump in ((deal.trump,) if deal.trump else Suit))
    return replace(deal, meld={**deal.meld, side: 0}), replace(deal, meld={**deal.meld, side: most})


def _on_meld(question: Question, side: str, steps: tuple[Step, ...], clauses: tuple[str, ...], name: Names) -> Settled:
    """Return the ruling where it depends on a meld not entered yet."""
    says = f"It depends on the meld of {name(side)}, which nobody has entered."
    asks = (MissingFact("meld", f"what {name(side)} melded", "meld.best"),)
    return Settled(question, Verdict.DEPENDS, says, (*steps, _not_entered(asks)), clauses, asks=asks)


def _not_entered(asks: tuple[MissingFact, ...]) -> Step:
    return Step(f"Not entered: {series([each.says for each in asks])}.")


def _judge_throw_in(variant: Variant, deal: DealFacts, led: bool) -> Ruling:
    if deal.bidder is None or deal.bid is None:
        return refuse("Nobody has bid, so there is nothing to throw in.", "score.throw-in")
    return judge_throw_in(variant, deal.bid, deal.meld.get(deal.bidder, 0), led, deal.aim)


@dataclass(frozen=True, kw_only=True)
class NeededQuestion(RefereeQuestion):
    """A question about what every side still needs (score.made, score.set, score.save)."""

    question = Question.NEEDED

    deal: DealFacts
    """Its points and tricks are what was taken so far."""
    led: bool = True
    """True once the first card has been led."""

    def settle(self, variant: Variant, name: Names = side_name) -> Settled:
        deal, led = self.deal, self.led or self.deal.is_led
        own = _needed(variant, deal, led, name)
        return replace(own, elsewhere=elsewhere(variant, ("score.save",), own, lambda v: _needed(v, deal, led, name)))


def _needed(variant: Variant, deal: DealFacts, led: bool, name: Names) -> Settled:
    teams = teams_of(variant, deal)
    counted, named = _counted_teams(teams, deal), teams.named(name)
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
    least, most = _melded(variant, counted, side)
    stands = {_stands(variant, each, side, contracts[side], left) for each in (least, most)}
    if side not in counted.meld and (len(stands) > 1 or _Stands.OPEN in stands):
        ids = once("score.made", "score.set", "score.save", "count.total")
        return _on_meld(Question.NEEDED, side, tuple(steps), ids, named)
    hopeless = _Stands.LOST in stands
    clauses = ("score.set", "score.unplayed") if hopeless and variant.score_unplayed else ("score.made", "score.set")
    consequence = _set_at_once(variant, counted, side, named) if hopeless and not led else None
    ids = once(*clauses, "score.save", "count.total", *(("score.meld-min",) if variant.score_meld_min else ()))
    return Settled(Question.NEEDED, Verdict.ANSWER, steps[0].says, tuple(steps[1:]), ids, consequence=consequence)


def _moon_needed(variant: Variant, deal: DealFacts, moon: Moon, name: Names) -> Settled:
    """Return what the moon takes, and whether a trick has lost it already (bid.moon, bid.no-trick)."""
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
    """Return the least that the side must still take, as its counters will be rounded."""
    needed, least = bid - counted_meld(variant, deal.meld.get(side, 0)), points_needed(variant, 0, 0)
    taken, step = deal.ended.points.get(side, 0), smallest_count(variant)
    more = 0
    while toward_bid(variant, taken + more) < needed or rounded(variant, taken + more) < least:
        more += step
    return more


class _Stands(Enum):
    """How a bid stands while the deal is played."""

    LOST = "lost"
    OPEN = "open"
    MADE = "made"


def _stands(variant: Variant, deal: DealFacts, side: str, bid: int, left: _Left) -> _Stands:
    short = _short_of(variant, deal, side, bid)
    if short > left.most or not can_be_made(variant, replace(deal, bidder=side, bid=bid)):
        return _Stands.LOST
    lacks_trick = variant.score_save.by is SaveBy.TRICK and not took_trick(variant, deal, side)
    return _Stands.OPEN if short or lacks_trick else _Stands.MADE


def _contract_step(variant: Variant, deal: DealFacts, side: str, bid: int, left: _Left, name: Names) -> Step:
    taken = deal.ended.points.get(side, 0)
    if side not in deal.meld:
        stands = {_stands(variant, each, side, bid, left) for each in _melded(variant, deal, side)}
        sums = f"bid {bid}, taken {taken}"
        if stands == {_Stands.LOST}:
            return Step(f"{name(side)}: set already, whatever was melded ({sums}).")
        if stands == {_Stands.MADE}:
            return Step(f"{name(side)}: the bid is made already, whatever was melded ({sums}).")
        out = left.says
        return Step(f"{name(side)}: {max(bid - taken, 0)} more are needed in meld and tricks; {out} are still out.")
    meld, short = deal.meld[side], _short_of(variant, deal, side, bid)
    sums = f"bid {bid}, meld {meld}, taken {taken}"
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
    save, taken = variant.score_save, deal.ended.points.get(side, 0)
    meld = deal.meld.get(side)
    if save.by is SaveBy.NOTHING or (meld is not None and not counted_meld(variant, meld)):
        melded = "" if meld is None else f"meld {meld}, "
        return Step(f"{name(side)}: {melded}taken {taken}; nothing is needed.")
    own = "any meld" if meld is None else f"the meld of {meld}"
    if save.by is SaveBy.TRICK:
        done = took_trick(variant, deal, side)
        return Step(f"{name(side)}: {'took a trick, which keeps' if done else 'needs a trick to keep'} {own}.")
    more = in_counters(variant, max(save.at_least - taken, 0))
    if more > left.most:
        out = upper(*left)
        return Step(f"{name(side)}: {own} is lost: {more} more were needed, and {out} are still out.")
    needs = f"needs {more} more in tricks to keep" if more else "has enough in tricks to keep"
    return Step(f"{name(side)}: {needs} {own}.")


def _minimum(variant: Variant, deal: DealFacts, side: str) -> tuple[Step, ...]:
    laid, least = deal.meld.get(side), variant.score_meld_min
    if laid is None or least is None or least.is_met(laid):
        return ()
    return (Step(f"Meld of {laid} does not count here: {least} is asked for."),)


def _set_at_once(variant: Variant, deal: DealFacts, side: str, name: Names) -> Consequence | None:
    if not variant.score_unplayed or side != deal.bidder or can_be_made(variant, deal):
        return None
    return Consequence(f"{name(side)}: set at once, without a card played.", DealEnd.PLAYED)


@dataclass(frozen=True, kw_only=True)
class WinnerQuestion(RefereeQuestion):
    """A question about who has won with a deal, if anybody (end.order, end.tie, end.bid-out, end.declare-out)."""

    question = Question.WINNER

    deal: DealFacts
    before: History

    def settle(self, variant: Variant, name: Names = side_name) -> Settled:
        own = _judge(variant, self, name)
        others = elsewhere(variant, _HANGS_ON, own, lambda other: _judge(other, _seen_from(variant, other, self), name))
        return replace(own, elsewhere=others, consequence=_claim(self.deal, name))


_HANGS_ON = ("end.tie", "end.bid-out")


def _seen_from(variant: Variant, other: Variant, last: WinnerQuestion) -> WinnerQuestion:
    """Return these scores at another table, which may not have raised the target, or have let everyone play on."""
    raised = last.before.target if last.before.target != variant.end_target and _extends(other) else None
    return replace(last, before=replace(last.before, target=raised, playing=()))


def _extends(variant: Variant) -> bool:
    return isinstance(variant.last_tie_rule, Extend)


def _judge(variant: Variant, last: WinnerQuestion, name: Names) -> Settled:
    score = score_entered(variant, last.deal, name)
    if isinstance(score, Ruling):
        raise QuestionError(score.says)
    result = _result(variant, last, last.deal, score, name)
    found = [(each, _result(variant, last, deal, each, name)) for deal, each in scored_ways(variant, last.deal)]
    is_open = len({(each.winners, each.open_says) for _, each in found}) > 1
    melds = _unmelded(variant, last.deal, name)
    tricks = asked_tricks(variant, last.deal, name) if is_open else ()
    working = [Step(line) for line in score.working if all(line in each.working for each, _ in found)]
    if melds or tricks:
        asks = (*result.asks, *melds, *tricks)
        says = f"Whether the game is over is not known: it depends on {series([each.says for each in asks])}."
        steps = (*(() if melds else working), _not_entered(asks))
        return Settled(Question.WINNER, Verdict.DEPENDS, says, steps, once(*(each.clause for each in asks)), asks=asks)
    standings = {_standing(each.after, scored, name) for scored, each in found}
    steps = (*working, *(standings if len(standings) == 1 else ()))
    if result.victory:
        says = f"{series(map(name, result.winners))} {'have' if len(result.winners) > 1 else 'has'} won the game."
        clauses = once(result.victory.clause, *score.clauses)
        reasons = (Step(result.victory.says), *steps)
        return Settled(
            Question.WINNER, Verdict.ANSWER, says, reasons, clauses, side=result.winner, winners=result.winners
        )
    verdict = Verdict.DEPENDS if result.asks else Verdict.ANSWER
    clauses = result.goes_on.clauses
    return Settled(Question.WINNER, verdict, result.open_says, steps, clauses, asks=result.asks)


def _result(variant: Variant, last: WinnerQuestion, deal: DealFacts, score: DealScore, name: Names) -> Result:
    try:
        result = judge_result(variant, last.before, deal, score, name)
    except ValueError as fault:
        raise QuestionError(f"So the game cannot have stood: {fault}.") from None
    if isinstance(result, Ruling):
        raise QuestionError(result.says)
    return result


def _unmelded(variant: Variant, deal: DealFacts, name: Names) -> tuple[MissingFact, ...]:
    """Return the melds not entered on which the score depends."""
    missing = []
    for side in deal.sides:
        least, most = (
            [score.change for _, score in scored_ways(variant, each)] for each in _melded(variant, deal, side)
        )
        if least != most:
            missing.append(MissingFact("meld", f"what {name(side)} melded", "meld.best"))
    return tuple(missing)


def _standing(after: Standing, score: DealScore, name: Names) -> Step:
    scores = [
        f"{name(side)} {figure(points)} ({signed(score.change.get(side, 0))})" for side, points in after.scores.items()
    ]
    return Step(f"The scores are now {series(scores)}.")


def _claim(deal: DealFacts, name: Names) -> Consequence | None:
    if deal.ended.end is not DealEnd.CLAIM or deal.ended.claimant is None:
        return None
    return Consequence(f"{name(deal.ended.claimant)} declares out.", DealEnd.CLAIM, claimant=deal.ended.claimant)
