"""Scoring a deal: what each side keeps, whether the bid is made, and the working that shows it (section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain, product

from companion.rules.choices import Aim, BidBy, Defenders, GamePoints, Moon, SaveBy, SetCosts
from companion.rules.count import judge_split, players_of, total_range, toward_bid, upper
from companion.rules.dealing import tricks_in_deal
from companion.rules.meld.best import dix_words
from companion.rules.phrases import bid_verb, just_enough, series
from companion.rules.ruling import Ruling
from companion.rules.score.ending import bid_failed
from companion.rules.score.facts import (
    DealEnd,
    DealFacts,
    DealScore,
    Names,
    Outcome,
    contract,
    counted_meld,
    is_set_at_once,
    moon_of,
    moon_silence,
    result,
    rounding_clauses,
    side_name,
    signed,
    taken_points,
    takes_all_tricks,
    took_trick,
)
from companion.rules.score.teams import (
    Teams,
    contracts_of,
    judge_melds,
    judge_tricks,
    judge_winning_bid,
    moon_is_made,
    open_tricks,
    teams_of,
)
from companion.rules.score.units import in_units
from companion.rules.score.unplayed import (
    score_claim,
    score_misdeal,
    score_no_marriage,
    score_renege,
    score_set_unplayed,
    score_thrown_in,
)
from companion.rules.variant import Variant


@dataclass(frozen=True)
class Kept:
    """The meld and trick points that one side keeps, before the bid is looked at."""

    meld: int
    points: int
    dix: int
    """The dixes that it keeps even when it is set."""
    missed: tuple[str, ...]
    """The minimums that it missed, and by how much: of meld, and of what it must take to keep it."""
    notes: tuple[str, ...]
    clauses: tuple[str, ...]

    @property
    def saved(self) -> bool:
        """True if it took what it needs to keep its meld, and met every minimum."""
        return not self.missed

    def toward_bid(self, variant: Variant, deal: DealFacts, side: str) -> int:
        """Return what ``side`` has toward its bid; of a side that did not save, nothing hangs on it."""
        return self.meld + (toward_bid(variant, deal.ended.points.get(side, 0)) if self.saved else self.points)


def keep(variant: Variant, deal: DealFacts, side: str, name: Names = side_name) -> Kept:
    """Return what ``side`` keeps after the play (score.meld-min, score.save)."""
    laid, least = deal.meld.get(side, 0), variant.score_meld_min
    meld, points = counted_meld(variant, laid), taken_points(variant, deal, side)
    notes, clauses, missed = [], [], []
    if least is not None and not least.is_met(laid):
        notes.append(f"{name(side)}: meld {laid}, but {least} is needed: no meld counts.")
        clauses.append("score.meld-min")
        missed.append(least.missed_says(laid))
    kept = Kept(meld, points, _safe_dix(variant, deal, side), tuple(missed), tuple(notes), tuple(clauses))
    return kept if _has_saved(variant, deal, side, points) else _lost(variant, side, kept, name)


def score_deal(variant: Variant, deal: DealFacts, name: Names = side_name) -> DealScore | Ruling:
    """Score a finished deal, or say why it can't have ended so.

    :returns: the score, or a refusal with its clause.
    """
    if deal.ended.end is DealEnd.POINTS:
        return _as_entered(deal, name)
    teams = teams_of(variant, deal)
    counted, named = teams.counted(deal), teams.named(name)
    score = _score_teams(variant, counted, named)
    if isinstance(score, Ruling):
        return score
    if variant.score_game_points:
        says = _bidder_says(variant, counted, score, named)
        return _in_game_points(variant.score_game_points, deal, score, teams, name, says)
    if variant.sides_defenders is Defenders.TRICKS and teams.is_shared and not variant.pays_units:
        return _with_own_meld(variant, deal, teams, teams.credited(score), name)
    if not variant.pays_units:
        return teams.credited(score)
    return in_units(variant, deal, score, name, _bidder_says(variant, counted, score, named))


def _in_game_points(
    worth: GamePoints, deal: DealFacts, score: DealScore, teams: Teams, name: Names, says: str
) -> DealScore:
    """A result in points as what the deal is worth as a whole (score.game-points); a void deal is worth nothing.

    :param says: what became of the bid, in a sentence.
    """
    if score.outcome is Outcome.VOID:
        return replace(score, change=dict.fromkeys(deal.sides, 0))
    bidders, failed = teams.team_of(deal.bidder or ""), bid_failed(deal, score)
    own, others = (-worth.failed, worth.saved) if failed else (worth.made, 0)
    change = {side: own if side in bidders else others for side in deal.sides}
    why = "failed" if failed else "made"
    lines = (f"{name(side)}: game points for a bid {why}: {signed(points)}." for side, points in change.items())
    clauses = (clause for clause in score.clauses if clause != "score.others")
    return result(score.outcome, change, (says, *lines), (*clauses, "score.game-points"))


def _with_own_meld(variant: Variant, deal: DealFacts, teams: Teams, score: DealScore, name: Names) -> DealScore:
    """A deal of teams in which each defender scores the own meld, and the tricks of all of them (sides.defenders)."""
    bidders, change, working = teams.team_of(deal.bidder or ""), dict(score.change), dict[str, None]()
    for side, facts in teams.each_with_own_meld(deal).items():
        if side not in bidders:
            called = {head: teams.named(name)(head) if head in bidders else name(side) for head in teams.heads}
            own = _score_teams(variant, facts, called.__getitem__)
            if isinstance(own, DealScore):
                change[side] = own.change[teams.head_of(side)]
                working |= dict.fromkeys(own.working)
    clauses = tuple(dict.fromkeys((*score.clauses, "sides.defenders")))
    return replace(score, change=change, working=tuple(working) or score.working, clauses=clauses)


def score_entered(variant: Variant, deal: DealFacts, name: Names = side_name) -> DealScore | Ruling:
    """Score a deal of which nothing has been judged before: the bid and the meld must be possible as well.

    :returns: the score, or a refusal with its clause.
    """
    for ruling in (judge_winning_bid(variant, deal), judge_melds(variant, deal)):
        if not ruling:
            return ruling
    return score_deal(variant, deal, name)


def scored_ways(variant: Variant, deal: DealFacts) -> list[tuple[DealFacts, DealScore]]:
    """Return the deal and its score for every way in which the missing tricks can have fallen."""
    counted = teams_of(variant, deal).counted(deal)
    asked = dict.fromkeys(chain.from_iterable(open_tricks(variant, counted).values()))
    takers = [side for side in counted.sides if side not in asked and took_trick(variant, counted, side)]
    ways = [] if asked else [deal]
    for took in product((False, True), repeat=len(asked)) if asked else ():
        taking = [*takers, *(side for side, took_one in zip(asked, took, strict=True) if took_one)]
        rest = tricks_in_deal(variant) - len(taking) + 1
        tricks = dict.fromkeys(counted.sides, 0) | dict.fromkeys(taking, 1) | dict.fromkeys(taking[:1], rest)
        ways.append(replace(deal, ended=replace(deal.ended, tricks=tricks)))
    scores = [(each, score_deal(variant, each)) for each in ways]
    return [(each, score) for each, score in scores if isinstance(score, DealScore)]


def _as_entered(deal: DealFacts, name: Names) -> DealScore:
    """Score what each side made, as the table says; set bids and saved melds are not judged."""
    change = {side: deal.ended.points.get(side, 0) for side in deal.sides}
    working = tuple(f"{name(side)}: {signed(points)}, points only." for side, points in change.items())
    return DealScore(Outcome.POINTS_ONLY, change, working, ())


def _score_teams(variant: Variant, deal: DealFacts, name: Names) -> DealScore | Ruling:
    is_played = deal.ended.end is DealEnd.PLAYED
    is_set_unplayed = is_played and is_set_at_once(variant, deal)
    if is_played and not is_set_unplayed and not _hangs_on_tricks(variant, deal):
        split = judge_split(variant, {side: deal.ended.points.get(side, 0) for side in deal.sides})
        if not split:
            missing = [name(side) for side in deal.sides if side not in deal.ended.points]
            of_whom = (f"The points of {series(missing)} are missing.",) if missing else ()
            return replace(split, says=" ".join((split.says, *of_whom) if deal.ended.points else of_whom))
    tricks = judge_tricks(variant, deal, name)
    if not tricks:
        return tricks
    if deal.ended.end is DealEnd.THROWN_IN:
        return score_thrown_in(variant, deal, name)
    if deal.ended.end is DealEnd.NO_MARRIAGE:
        return score_no_marriage(variant, deal, name)
    if deal.ended.end is DealEnd.RENEGE:
        return score_renege(variant, deal, name)
    if deal.ended.end is DealEnd.MISDEAL:
        return score_misdeal(variant, deal, name)
    if deal.ended.end is DealEnd.CLAIM:
        return score_claim(variant, deal, name)
    if moon := moon_of(variant, deal):
        return _moon_played(variant, deal, moon, name)
    return (score_set_unplayed if is_set_unplayed else _played)(variant, deal, name)


def _hangs_on_tricks(variant: Variant, deal: DealFacts) -> bool:
    """Return True if a bid of every trick or none stands by its tricks, and nobody else scores any counters."""
    moon = moon_of(variant, deal)
    return moon is not None and not moon.others_score and not deal.ended.points and bool(deal.ended.tricks)


def _bidder_says(variant: Variant, deal: DealFacts, score: DealScore, name: Names) -> str:
    """Say if a bidder whose deal is settled in units made the bid, or why nothing was played."""
    if deal.ended.end is not DealEnd.PLAYED or "score.unplayed" in score.clauses:
        return score.working[0].rpartition(":")[0] + "."
    bidder, bid = contract(deal)
    return f"{_sum_line(variant, deal, keep(variant, deal, bidder, name), bid, bidder, name)}."


def _has_saved(variant: Variant, deal: DealFacts, side: str, points: int) -> bool:
    save = variant.score_save
    if save.by is SaveBy.TRICK:
        return took_trick(variant, deal, side) is True
    return save.by is SaveBy.NOTHING or points >= save.at_least


def _safe_dix(variant: Variant, deal: DealFacts, side: str) -> int:
    return deal.dix.get(side, 0) if variant.score_save.dix_safe else 0


def _lost(variant: Variant, side: str, kept: Kept, name: Names) -> Kept:
    save, dix = variant.score_save, kept.dix
    needed = "a trick" if save.by is SaveBy.TRICK else just_enough(variant)
    lost = "meld and tricks are" if save.loses_tricks and kept.points else "the meld is"
    note = f"{name(side)}: took {kept.points}, and keeping meld needs {needed}: {lost} lost"
    note += f", but {dix} for {dix_words(variant)} stays." if dix else "."
    points = 0 if save.loses_tricks else kept.points
    ids = ("score.save", "score.save.dix-safe") if dix else ("score.save",)
    missed = (*kept.missed, save.missed_says(kept.points))
    return Kept(dix, points, dix, missed, (*kept.notes, note), (*kept.clauses, *ids))


def _played(variant: Variant, deal: DealFacts, name: Names) -> DealScore:
    kept = {side: keep(variant, deal, side, name) for side in deal.sides}
    change = {side: kept[side].meld + kept[side].points for side in deal.sides}
    contracts = contracts_of(variant, deal)
    totals = {side: kept[side].toward_bid(variant, deal, side) for side in contracts}
    failed = [side for side, bid in contracts.items() if not (kept[side].saved and totals[side] >= bid)]
    if variant.score_bid_only:
        change.update({side: bid for side, bid in contracts.items() if side not in failed})
    for side in failed:
        _charge(variant, deal, kept[side], side, contracts[side], change)
    lines = [note for side in deal.sides for note in kept[side].notes]
    for side in sorted(deal.sides, key=lambda each: (each != deal.bidder, each not in contracts)):
        lines += [_side_line(variant, deal, kept[side], contracts.get(side), side, change[side], name)]
    lines += [_credit_line(contracts[side]) for side in failed if variant.score_set is SetCosts.CREDITED]
    lines += [_pay_others(variant, side, contracts[side], change, name) for side in failed if _pays_others(variant)]
    lines += _all_tricks_bonus(variant, deal, change, name)
    return result(_outcome(deal, contracts, failed), change, tuple(lines), _ids(variant, deal, kept, contracts, failed))


_DONE = {
    (Aim.EVERY_TRICK, True): "took every trick",
    (Aim.EVERY_TRICK, False): "missed a trick",
    (Aim.NO_TRICK, True): "took no trick",
    (Aim.NO_TRICK, False): "took a trick",
}


def _moon_played(variant: Variant, deal: DealFacts, moon: Moon, name: Names) -> DealScore:
    """Score a moon: the fixed amount that it brings or costs, and the others' score (bid.moon, bid.no-trick)."""
    (bidder, _), made = contract(deal), moon_is_made(variant, deal)
    others = [side for side in deal.sides if side != bidder]
    kept = {side: keep(variant, deal, side, name) for side in others} if moon.others_score else {}
    change = dict.fromkeys(deal.sides, 0) | {side: each.meld + each.points for side, each in kept.items()}
    change[bidder] = moon.made if made else -moon.failed
    lines = [note for each in kept.values() for note in each.notes]
    lines.append(_moon_line(variant, deal, moon, name))
    lines += [_side_line(variant, deal, kept[side], None, side, change[side], name) for side in kept]
    lines += [f"{name(side)}: {moon_silence(variant, deal)}: 0." for side in others if side not in kept]
    lines += _all_tricks_bonus(variant, deal, change, name) if moon.others_score and not made else ()
    ids = (
        *chain.from_iterable(each.clauses for each in kept.values()),
        *(rounding_clauses(variant) if kept else ()),
        *(("score.others",) if kept else ()),
    )
    return result(Outcome.MADE if made else Outcome.SET, change, tuple(lines), (deal.aim.clause, *ids))


def _moon_line(variant: Variant, deal: DealFacts, moon: Moon, name: Names) -> str:
    """Say what became of a bid of every trick or none; as long as nobody has said so, what it hangs on."""
    (bidder, _), made = contract(deal), moon_is_made(variant, deal)
    bid = f"{name(bidder)}: {bid_verb(variant, deal.aim)} the {variant.meld_names.called(deal.aim)}"
    took = [took_trick(variant, deal, each) for each in deal.sides if (each == bidder) == (deal.aim is Aim.NO_TRICK)]
    if None in took and True not in took:
        return f"{bid}: {signed(moon.made)} with {deal.aim.tricks}, else {signed(-moon.failed)}."
    verdict = f"{_DONE[deal.aim, made]} – {'made' if made else 'set'}"
    return f"{bid}, {verdict}, {signed(moon.made if made else -moon.failed)}."


def _outcome(deal: DealFacts, contracts: Mapping[str, int], failed: list[str]) -> Outcome:
    if not contracts:
        return Outcome.COUNTED
    return Outcome.SET if deal.bidder in failed else Outcome.MADE


def _ids(
    variant: Variant, deal: DealFacts, kept: Mapping[str, Kept], contracts: Mapping[str, int], failed: list[str]
) -> tuple[str, ...]:
    """The clauses that decided, the bidder's first."""
    settled = {side: _contract_clauses(variant, deal, kept[side], side, side in failed) for side in contracts}
    ids = [*settled.pop(deal.bidder or "", ()), *chain.from_iterable(kept[side].clauses for side in deal.sides)]
    ids += chain.from_iterable(settled.values())
    if len(contracts) > 1:
        ids.append("bid.summed")
    if not contracts:
        ids.append("bid.none")
    exact = ("count.round-bid",) if variant.count_round and variant.count_round_bid is BidBy.EXACT and contracts else ()
    return (*ids, *rounding_clauses(variant), *exact, "score.others")


def _contract_clauses(variant: Variant, deal: DealFacts, kept: Kept, side: str, failed: bool) -> tuple[str, ...]:
    if not failed and variant.score_bid_only:
        return ("score.made", "score.bid-only")
    if not failed:
        return ("score.made", "res.dix-to-bid") if _safe_dix(variant, deal, side) else ("score.made",)
    reading = () if variant.score_set is SetCosts.BID else (f"score.set.{variant.score_set}",)
    safe = ("score.save.dix-safe",) if kept.dix else ()
    if _pays_others(variant):
        half = ("score.set.opponents.half-bid",) if variant.score_set_opponents.half_bid else ()
        reading = (*reading, "score.set.opponents", *half)
    return ("score.set", *reading, *safe, *(() if kept.saved else ("res.bidder-blank",)))


def _charge(variant: Variant, deal: DealFacts, kept: Kept, side: str, bid: int, change: dict[str, int]) -> None:
    """Put the cost of a failed bid into ``change`` (score.set)."""
    cost = variant.score_set
    if cost is SetCosts.BID_KEEPS_MELD:
        change[side] -= kept.points + bid
        return
    loss = {SetCosts.TWICE: 2 * bid, SetCosts.CREDITED: 0, SetCosts.NOTHING: 0}.get(cost, bid)
    if cost is SetCosts.BID_AND_MELD:
        loss += counted_meld(variant, deal.meld.get(side, 0))
    change[side] -= kept.meld + kept.points - kept.dix + loss
    if cost is SetCosts.CREDITED:
        for other in deal.sides:
            change[other] += bid if other != side else 0


def _side_line(
    variant: Variant, deal: DealFacts, kept: Kept, bid: int | None, side: str, change: int, name: Names
) -> str:
    """Say what a side bid, melded and took, and what it scores, as people say it at the table."""
    joint = ":" if bid is None else ","
    return f"{_sum_line(variant, deal, kept, bid, side, name)}{joint} {signed(change)}."


def _sum_line(variant: Variant, deal: DealFacts, kept: Kept, bid: int | None, side: str, name: Names) -> str:
    """Say what a side bid, melded and took, and if that made the bid."""
    most = upper(*total_range(variant, players_of(variant, len(deal.sides))))
    taken = f"meld {deal.meld.get(side, 0)}, took {deal.ended.points.get(side, 0)} of {most}"
    counted = taken_points(variant, deal, side)
    if counted != deal.ended.points.get(side, 0):
        taken += f", counted as {counted}"
    if bid is None:
        return f"{name(side)}: {taken}"
    total = kept.toward_bid(variant, deal, side)
    if not kept.saved:
        verdict = f"{series(kept.missed)} – set"
    else:
        verdict = f"{total} {'≥' if total >= bid else '<'} {bid} – {'made' if total >= bid else 'set'}"
    loses = total < bid or not kept.saved
    stays = f", but {kept.dix} for {dix_words(variant)} stays" if kept.dix and loses else ""
    return f"{name(side)}: bid {bid}, {taken}: {verdict}{stays}"


def _pays_others(variant: Variant) -> bool:
    return variant.score_set_opponents.half_bid or variant.score_set_opponents.bonus > 0


def _pay_others(variant: Variant, failed: str, bid: int, change: dict[str, int], name: Names) -> str:
    """Put the gain of the others from a failed bid into ``change``, and say it (score.set.opponents)."""
    gain, half = variant.score_set_opponents.beyond(bid), variant.score_set_opponents.half_bid
    others = [side for side in change if side != failed]
    for side in others:
        change[side] += gain
    return f"{series(map(name, others))}: {'half of ' if half else 'for '}the bid of {bid} that failed, {signed(gain)}."


def _credit_line(bid: int) -> str:
    return f"The failed bid of {bid} is credited to the other side."


def _all_tricks_bonus(variant: Variant, deal: DealFacts, change: dict[str, int], name: Names) -> tuple[str, ...]:
    """Put the reward for every trick into ``change`` where it does not win the game (end.all-tricks)."""
    taker, bonus = takes_all_tricks(variant, deal), variant.end_all_tricks.bonus
    if not taker or not bonus:
        return ()
    change[taker] += bonus
    return (f"{name(taker)} took every trick: {bonus} more.",)
