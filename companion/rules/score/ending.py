"""Ending a game: who has won, by which clause, and what the next deal must remember (section 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.rules.choices import Extend, LevelAtEnd, Renege, TieRule
from companion.rules.phrases import both_or_several, series, several
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.score.facts import (
    DealEnd,
    DealFacts,
    DealScore,
    Names,
    Outcome,
    Standing,
    Victory,
    figure,
    highest,
    side_name,
    takes_all_tricks,
)
from companion.rules.score.teams import teams_of
from companion.rules.variant import Variant


def by_deals(
    variant: Variant, after: Standing, deal: DealFacts, score: DealScore, name: Names
) -> tuple[Standing, Victory | None]:
    """The best score once the set number of deals has been counted, wherever the target is (end.deals)."""
    if not is_last_deal(variant, after.counted):
        return after, None
    contend = after.playing or tuple(after.scores)
    leaders = highest({side: after.scores[side] for side in contend})
    best, deals = figure(after.scores[leaders[0]]), count_deals(after.counted)
    if len(leaders) == 1:
        return after, _won(leaders, "end.deals", f"{name(leaders[0])}: {best}, the most after {deals}.")
    if variant.end_deals_level is LevelAtEnd.SHARED:
        says = f"{series(map(name, leaders))}: level with {best} after {deals}, and share it."
        return after, _won(leaders, "end.deals-level.shared", says)
    return _level_after_last(variant, after, deal, score, leaders, name)


def _won(winners: Sequence[str], clause: str, says: str) -> Victory:
    first, *also = winners
    return Victory(first, clause, says, tuple(also))


def is_last_deal(variant: Variant, counted: int) -> bool:
    """Return True if the deal with this number is the last of a set number, or one played after it (end.deals)."""
    return variant.end_deals is not None and not variant.end_deal and counted >= variant.end_deals


def count_deals(counted: int) -> str:
    """A number of deals, in words: ``1 deal``."""
    return several(counted, "deal")


def _level_after_last(
    variant: Variant, after: Standing, deal: DealFacts, score: DealScore, leaders: Sequence[str], name: Names
) -> tuple[Standing, Victory | None]:
    """Apply the variant's own tie rules to those who lead level: a winner, or another deal (end.deals-level)."""
    for rule in variant.end_tie:
        bidders = _bidders_among(variant, deal, score, leaders) if rule is TieRule.BIDDER else []
        if bidders:
            level = f"{both_or_several(after.scores)} are level after {count_deals(after.counted)}"
            says = f"{level}: the bidding side wins, {' & '.join(map(name, bidders))}."
            return after, _won(bidders, "end.tie-bidder", says)
        if rule is TieRule.HIGH:
            return replace(after, playing=tuple(leaders)), None
        if rule is not TieRule.BIDDER:
            break
    return after, None


def may_agree(variant: Variant, standing: Standing) -> bool:
    """Return True if several at the target would play on without a bound, so that the table may stop (end.stop)."""
    target = standing.target
    if target is None or variant.last_tie_rule is not TieRule.ANOTHER:
        return False
    return sum(points >= target for points in standing.scores.values()) > 1


def judge_stop(variant: Variant, standing: Standing) -> Ruling:
    """Judge whether a table may end the game here: nothing else ever ends it, or a tie need not end (end.stop)."""
    if may_agree(variant, standing):
        there = both_or_several(standing.scores)
        return allow(f"{there} are at the target: the table may agree that the highest score wins.", "end.stop")
    if variant.end_target is None and variant.end_deals is None and not variant.end_deal:
        return allow("The table stops when it likes.", "end.stop")
    return refuse("This game has an end of its own, so it goes on to that.", "end.stop", "end.target")


def advance(
    variant: Variant, before: Standing, deal: DealFacts, score: DealScore, name: Names = side_name
) -> tuple[Standing, Victory | None]:
    """Add a deal to the standing and look for a winner (end.order); a deal that is void changes nothing."""
    if score.outcome is Outcome.VOID:
        return before, None
    scores = {side: points + score.change.get(side, 0) for side, points in before.scores.items()}
    risen = before.risen | {side for side in scores if score.change.get(side, 0) > 0}
    failed = _failed(before, scores, deal, score)
    after = replace(before, scores=scores, risen=risen, failed_against=failed, counted=before.counted + 1)
    victory = (
        _by_all_tricks(variant, after, deal, name)
        or _by_quad_pinochle(variant, deal, name)
        or _by_no_progress(variant, after, name)
        or _by_spread(variant, after, name)
        or _by_floor(variant, after, name)
        or _by_claim(variant, after, deal, name)
    )
    if victory is None:
        after, victory = _by_target(variant, before, after, deal, score, name)
    return (after, victory) if victory else by_deals(variant, after, deal, score, name)


def _failed(before: Standing, scores: Mapping[str, int], deal: DealFacts, score: DealScore) -> Mapping[str, int]:
    """Return what each side that stays at the target has seen fail; falling below it wipes the count out."""
    target, fell = before.target, deal.bidder if bid_failed(deal, score) else None
    if target is None:
        return before.failed_against

    def count(side: str) -> int:
        stays = before.scores[side] >= target <= scores[side]
        own = side in (fell, deal.partner)
        return before.failed_against.get(side, 0) + (fell is not None and not own) if stays else 0

    return {side: count(side) for side in scores}


def bid_failed(deal: DealFacts, score: DealScore) -> bool:
    """Return True if the bidding side lost its bid: set, thrown in, without a marriage, or by an offence of its own."""
    if score.outcome is Outcome.RENEGE:
        return deal.ended.offender in (deal.bidder, deal.partner)
    return score.outcome in (Outcome.SET, Outcome.THROWN_IN, Outcome.NO_MARRIAGE)


def bid_made(variant: Variant, deal: DealFacts, score: DealScore) -> bool:
    """Return True if the bid was made; an opponent's renege makes it, but not in Bruce's games (score.renege)."""
    if score.outcome is Outcome.RENEGE and (deal.aim or variant.score_renege is not Renege.BRUCE):
        return not bid_failed(deal, score)
    return score.outcome is Outcome.MADE


def _by_all_tricks(variant: Variant, after: Standing, deal: DealFacts, name: Names) -> Victory | None:
    teams = teams_of(variant, deal)
    taker = takes_all_tricks(variant, teams.counted(deal)) if variant.end_all_tricks.wins else None
    if taker is None:
        return None
    winners = sorted(teams.team_of(taker), key=lambda side: (side != deal.bidder, -after.scores[side]))
    return _won(winners, "end.all-tricks", f"Every trick went to {teams.named(name)(taker)}: the game is won at once.")


def _by_quad_pinochle(variant: Variant, deal: DealFacts, name: Names) -> Victory | None:
    fold = variant.end_quad_pinochle
    if fold is None or deal.ended.end is not DealEnd.PLAYED:
        return None
    teams = teams_of(variant, deal)
    taken = teams.together(deal.ended.points)
    points = {side: taken.get(teams.head_of(side), 0) for side in deal.sides if side in deal.ended.quad_pinochle}
    winners = [side for side, each in points.items() if each >= fold.at_least]
    if not winners:
        return None
    says = " ".join(f"{name(side)}: a {fold} and {points[side]} in tricks." for side in winners)
    return _won(winners, "end.quad-pinochle.run" if fold.melds == ("run",) else "end.quad-pinochle", says)


def _by_no_progress(variant: Variant, after: Standing, name: Names) -> Victory | None:
    needed = variant.end_no_progress
    for side, points in after.scores.items():
        if needed is not None and points >= needed and after.risen <= {side}:
            says = f"{name(side)}: {points} before anyone else has made any forward progress."
            return Victory(side, "end.no-progress", says)
    return None


def _by_spread(variant: Variant, after: Standing, name: Names) -> Victory | None:
    """The side that leads everyone else by as much as ends the game (end.spread)."""
    first, *others = sorted(after.scores, key=after.scores.__getitem__, reverse=True)
    lead = after.scores[first] - max((after.scores[side] for side in others), default=after.scores[first])
    if variant.end_spread is None or variant.end_deal or lead < variant.end_spread:
        return None
    return Victory(first, "end.spread", f"{name(first)}: {lead} ahead, and {variant.end_spread} wins.")


def _by_floor(variant: Variant, after: Standing, name: Names) -> Victory | None:
    if variant.floor is None:
        return None
    fallen = [side for side, points in after.scores.items() if points <= variant.floor]
    standing = [side for side in after.scores if side not in fallen]
    if not fallen or not standing:
        return None
    winners = highest({side: after.scores[side] for side in standing})
    losses = "; ".join(f"{name(side)}: down to {figure(after.scores[side])}, which loses" for side in fallen)
    return _won(winners, "floor", f"{losses}; {_goes_to(winners, name)}.")


def _goes_to(winners: Sequence[str], name: Names) -> str:
    """Say whose the game is, where those level at the top share it."""
    shared = ", who are level and share it" if len(winners) > 1 else ""
    return f"the game goes to {series(map(name, winners))}{shared}"


def _by_claim(variant: Variant, after: Standing, deal: DealFacts, name: Names) -> Victory | None:
    """A claimant who has the target wins, whatever the others have; one who lacks it loses (end.declare-out)."""
    claimant, target = deal.ended.claimant, after.target
    if not variant.end_declare_out or deal.ended.end is not DealEnd.CLAIM or claimant is None or target is None:
        return None
    has = after.scores[claimant]
    if has >= target:
        return Victory(claimant, "end.declare-out", f"{name(claimant)} declared out with {figure(has)}, and is right.")
    winners = highest({side: points for side, points in after.scores.items() if side != claimant})
    says = f"{name(claimant)} declared out with {figure(has)} of {target}: {_goes_to(winners, name)}."
    return _won(winners, "end.declare-out", says)


def _by_deal(variant: Variant, after: Standing, score: DealScore, name: Names) -> Victory | None:
    """The better total wins a game of one deal; level totals play another (end.deal)."""
    first, *level = highest(after.scores)
    if score.outcome is Outcome.VOID or level:
        return None
    return Victory(first, "end.deal", f"{name(first)}: {figure(after.scores[first])}, the most points of this deal.")


def _by_target(
    variant: Variant, before: Standing, after: Standing, deal: DealFacts, score: DealScore, name: Names
) -> tuple[Standing, Victory | None]:
    target = after.target
    if variant.end_deal:
        return after, _by_deal(variant, after, score, name)
    if target is None:
        return after, None
    there = [side for side in after.playing or tuple(after.scores) if after.scores[side] >= target]
    if variant.end_bid_out:
        return after, _by_bid_out(variant, before, after, deal, score, name)
    if len(there) == 1:
        says = f"{name(there[0])}: {after.scores[there[0]]}, at or above the target of {target}."
        return after, Victory(there[0], "end.target", says)
    return _by_tie_rules(variant, after, deal, score, there, name) if there else (after, None)


def _by_bid_out(
    variant: Variant, before: Standing, after: Standing, deal: DealFacts, score: DealScore, name: Names
) -> Victory | None:
    target = after.target or 0
    out = [side for side in (deal.bidder, deal.partner) if side is not None and after.scores[side] >= target]
    if out and bid_made(variant, deal, score):
        reached = series(str(after.scores[side]) for side in out)
        says = f"{' & '.join(map(name, out))}: the bid made, and {reached} reached."
        return _won(out, "end.bid-out", says)
    return _by_slide_out(variant, before, after, name)


def _by_slide_out(variant: Variant, before: Standing, after: Standing, name: Names) -> Victory | None:
    """The side that has sat out enough failed bids at the target; those for whom one bid does so share the game."""
    target, needed, failed = after.target or 0, variant.end_slide_out, after.failed_against
    stayed = [side for side in after.scores if before.scores[side] >= target <= after.scores[side]]
    winners = [side for side in stayed if needed is not None and failed.get(side, 0) >= needed]
    if not winners:
        return None
    who = f"{series(map(name, winners))} {'wins' if len(winners) == 1 else 'win'}"
    says = f"{who}, still at the target after the others failed {failed[winners[0]]} bids."
    return _won(winners, "end.slide-out", says)


def _by_tie_rules(
    variant: Variant, after: Standing, deal: DealFacts, score: DealScore, there: list[str], name: Names
) -> tuple[Standing, Victory | None]:
    leaders = highest({side: after.scores[side] for side in there})
    at_target = f"{both_or_several(after.scores)} are at {after.target} or above"
    for rule in variant.end_tie:
        if isinstance(rule, Extend):
            return replace(after, target=_extended(after, there, rule.step)), None
        if rule is TieRule.ANOTHER:
            return after, None
        bidders = _bidders_among(variant, deal, score, there) if rule is TieRule.BIDDER else []
        if bidders:
            says = f"{at_target}: the bidding side wins, {' & '.join(map(name, bidders))}."
            return after, _won(bidders, "end.tie-bidder", says)
        if rule is TieRule.HIGH and len(leaders) == 1:
            best = after.scores[leaders[0]]
            says = f"{at_target}: the highest wins, {name(leaders[0])} with {best}."
            return after, Victory(leaders[0], "end.tie-high", says)
        if rule is TieRule.HIGH:
            return replace(after, playing=leaders), None
    return after, None


def _extended(after: Standing, there: list[str], step: int) -> int:
    """Raise the target by a step, and by another as long as two sides are at that one too.

    So two past 125 in the deal that lengthened the game from 100 play on to 150. A side that is alone at the
    raised target still has to be there when the next deal ends: the play continues, however far ahead it is.
    """
    _, second, *_ = sorted((after.scores[side] for side in there), reverse=True)
    return raised_above(second, after.target or 0, step)


def raised_above(points: int, target: int, step: int) -> int:
    """The target, raised by as many steps as take it past a score (end.tie-extend).

    >>> raised_above(127, 100, 25)
    150
    """
    return target + step * max(0, (points - target) // step + 1)


def _bidders_among(variant: Variant, deal: DealFacts, score: DealScore, there: Sequence[str]) -> list[str]:
    """Return those of the bidding side who are there and did not lose the bid, the bidder before a called partner."""
    if deal.bidder is None or bid_failed(deal, score):
        return []
    team = sorted(teams_of(variant, deal).team_of(deal.bidder), key=lambda side: side != deal.bidder)
    return [side for side in team if side in there]
