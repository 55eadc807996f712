"""Scoring a deal: what each side keeps, whether the bid is made, and the working that shows it (section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.count import count_round, deal_total, judge_split
from companion.rules.deal import (
    Deal,
    DealEnd,
    DealScore,
    Names,
    Outcome,
    contract,
    counted_meld,
    result,
    side_name,
    signed,
    takes_all_tricks,
)
from companion.rules.early import (
    can_be_made,
    score_misdeal,
    score_no_marriage,
    score_set_unplayed,
    score_thrown_in,
)
from companion.rules.renege import score_renege
from companion.rules.ruling import Ruling
from companion.rules.variant import SaveBy, SetCosts, Variant


@dataclass(frozen=True)
class Kept:
    """What one side keeps of its meld and its trick points, before the bid is looked at."""

    meld: int
    points: int
    dix: int
    """What it keeps even when it is set."""
    saved: bool
    """Whether it took what it needs to keep its meld, and met every minimum."""
    notes: tuple[str, ...]
    clauses: tuple[str, ...]


def keep(variant: Variant, deal: Deal, side: str, name: Names = side_name) -> Kept:
    """What ``side`` keeps after the play (score.meld-min, score.save)."""
    laid, least = deal.meld.get(side, 0), variant.score_meld_min
    meld, points = counted_meld(variant, laid), _points(variant, deal, side)
    notes, clauses, saved = [], [], True
    if least is not None and not least.is_met(laid):
        notes.append(f"{name(side)}: meld {laid}, but {least} is needed: no meld counts.")
        clauses.append("score.meld-min")
        saved = False
    if not _has_saved(variant, deal, side, points):
        return _lost(variant, deal, side, Kept(meld, points, 0, False, tuple(notes), tuple(clauses)), name)
    return Kept(meld, points, _safe_dix(variant, deal, side), saved, tuple(notes), tuple(clauses))


def score_deal(variant: Variant, deal: Deal, name: Names = side_name) -> DealScore | Ruling:
    """Score a finished deal, or say why it can't have ended so.

    :returns: the score, or a refusal with its clause.
    """
    if deal.end is DealEnd.THROWN_IN:
        return score_thrown_in(variant, deal, name)
    if deal.end is DealEnd.NO_MARRIAGE:
        return score_no_marriage(variant, deal, name)
    if deal.end is DealEnd.RENEGE:
        return score_renege(variant, deal, name)
    if deal.end is DealEnd.MISDEAL:
        return score_misdeal(variant, deal, name)
    if variant.score_unplayed and deal.bidder and not can_be_made(variant, deal):
        return score_set_unplayed(variant, deal, name)
    split = judge_split(variant, {side: deal.points.get(side, 0) for side in deal.sides})
    return _played(variant, deal, name) if split else split


def _points(variant: Variant, deal: Deal, side: str) -> int:
    points = deal.points.get(side, 0)
    return count_round(points) if variant.count_round else points


def _has_saved(variant: Variant, deal: Deal, side: str, points: int) -> bool:
    save = variant.score_save
    if save.by is SaveBy.TRICK:
        return points > 0 or deal.tricks.get(side, 0) > 0
    return save.by is SaveBy.NOTHING or points >= save.at_least


def _safe_dix(variant: Variant, deal: Deal, side: str) -> int:
    return deal.dix.get(side, 0) if variant.score_save.dix_safe else 0


def _lost(variant: Variant, deal: Deal, side: str, kept: Kept, name: Names) -> Kept:
    save, dix = variant.score_save, _safe_dix(variant, deal, side)
    some = "some counters" if save.at_least <= 1 else f"at least {save.at_least} in tricks"
    needed = "a trick" if save.by is SaveBy.TRICK else some
    lost = "meld and tricks are" if save.loses_tricks and kept.points else "the meld is"
    note = f"{name(side)}: took {kept.points}, and keeping meld needs {needed}: {lost} lost"
    note += f", the {dix} of the dixes stays." if dix else "."
    points = 0 if save.loses_tricks else kept.points
    ids = ("score.save", "score.save.dix-safe") if dix else ("score.save",)
    return Kept(dix, points, dix, False, (*kept.notes, note), (*kept.clauses, *ids))


def _played(variant: Variant, deal: Deal, name: Names) -> DealScore:
    kept = {side: keep(variant, deal, side, name) for side in deal.sides}
    notes = tuple(note for side in deal.sides for note in kept[side].notes)
    clauses = tuple(clause for side in deal.sides for clause in kept[side].clauses)
    change = {side: kept[side].meld + kept[side].points for side in deal.sides}
    if deal.bidder is None or deal.bid is None:
        lines = tuple(_others_line(variant, deal, side, change[side], name) for side in deal.sides)
        return result(Outcome.COUNTED, change, notes + lines, (*clauses, "score.others"))
    bidder = deal.bidder
    made = kept[bidder].saved and change[bidder] >= deal.bid
    if not made:
        _charge(variant, deal, kept, change)
    lines = (_bidder_line(variant, deal, kept[bidder], change[bidder], name),)
    lines += tuple(_others_line(variant, deal, s, change[s], name) for s in deal.sides if s != bidder)
    lines += _credit_line(variant, deal, made) + _all_tricks_bonus(variant, deal, change, name)
    ids = ("score.made",) if made else _set_clauses(variant, kept[bidder])
    return result(Outcome.MADE if made else Outcome.SET, change, notes + lines, (*ids, *clauses, "score.others"))


def _set_clauses(variant: Variant, kept: Kept) -> tuple[str, ...]:
    reading = () if variant.score_set is SetCosts.BID else (f"score.set.{variant.score_set}",)
    return ("score.set", *reading, *(() if kept.saved else ("res.bidder-blank",)))


def _charge(variant: Variant, deal: Deal, kept: Mapping[str, Kept], change: dict[str, int]) -> None:
    """Put into ``change`` what a failed bid costs (score.set)."""
    bidder, bid, cost = deal.bidder or "", deal.bid or 0, variant.score_set
    if cost is SetCosts.BID_KEEPS_MELD:
        change[bidder] = kept[bidder].meld - bid
        return
    loss = {SetCosts.TWICE: 2 * bid, SetCosts.CREDITED: 0}.get(cost, bid)
    if cost is SetCosts.BID_AND_MELD:
        loss += counted_meld(variant, deal.meld.get(bidder, 0))
    change[bidder] = kept[bidder].dix - loss
    if cost is SetCosts.CREDITED:
        for side in deal.sides:
            change[side] += bid if side != bidder else 0


def _taken(variant: Variant, deal: Deal, side: str) -> str:
    return f"meld {deal.meld.get(side, 0)}, took {deal.points.get(side, 0)} of {deal_total(variant)}"


def _bidder_line(variant: Variant, deal: Deal, kept: Kept, change: int, name: Names) -> str:
    """The bid and what became of it, as it is said at the table."""
    bidder, bid = contract(deal)
    total = kept.meld + kept.points
    if not kept.saved:
        verdict = "a minimum was missed – set"
    else:
        verdict = f"{total} {'≥' if total >= bid else '<'} {bid} – {'made' if total >= bid else 'set'}"
    return f"{name(bidder)}: bid {bid}, {_taken(variant, deal, bidder)}: {verdict}, {signed(change)}."


def _others_line(variant: Variant, deal: Deal, side: str, change: int, name: Names) -> str:
    return f"{name(side)}: {_taken(variant, deal, side)}: {signed(change)}."


def _credit_line(variant: Variant, deal: Deal, made: bool) -> tuple[str, ...]:
    if made or variant.score_set is not SetCosts.CREDITED:
        return ()
    return (f"The failed bid of {deal.bid} is credited to the other side.",)


def _all_tricks_bonus(variant: Variant, deal: Deal, change: dict[str, int], name: Names) -> tuple[str, ...]:
    """Put into ``change`` what taking every trick earns where it does not win the game (end.all-tricks)."""
    taker, bonus = takes_all_tricks(deal), variant.end_all_tricks.bonus
    if not taker or not bonus:
        return ()
    change[taker] += bonus
    return (f"{name(taker)} took every trick: {bonus} besides.",)
