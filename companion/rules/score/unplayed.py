"""Deals that were not played out: thrown in, out of reach, misdealt, claimed, or stopped by a renege (section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.rules.choices import (
    Aim,
    BidAndMeld,
    Bidding,
    MeldMin,
    Renege,
    SetCosts,
    ThrowIn,
    TrumpNeeds,
)
from companion.rules.count import deal_total, judge_split
from companion.rules.phrases import bid_says
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.score.facts import (
    Begun,
    DealFacts,
    DealScore,
    Misdeal,
    Names,
    Outcome,
    contract,
    counted_meld,
    meld_unplayed,
    moon_of,
    moon_silence,
    result,
    rounding_clauses,
    signed,
    taken_points,
)
from companion.rules.score.teams import contracts_of
from companion.rules.variant import Variant


def score_renege(variant: Variant, deal: DealFacts, name: Names) -> DealScore:
    """Score a deal that a renege broke off; ``deal.ended.points`` are what was taken until then (score.renege).

    :raises ValueError: if the deal names no offending side.
    """
    offender, contracts, moon = deal.ended.offender, contracts_of(variant, deal), moon_of(variant, deal)
    if offender not in deal.sides:
        raise ValueError("a renege needs the side that offended")
    change = {side: meld_unplayed(variant, deal, side) for side in deal.sides}
    change[offender] = -_penalty(variant, contracts.get(offender), deal)
    for side in contracts.keys() - {offender}:
        change[side] = moon.made if moon else _innocent_bidder(variant, deal, side, contracts[side])
    if offender in contracts and variant.score_renege is Renege.SIDE_ALL_COUNTERS and not _is_silent(variant, deal):
        change.update({side: gain + deal_total(variant) for side, gain in change.items() if side not in contracts})
    lines = [f"A renege, charged to {name(offender)}: everything of this deal is lost, {signed(change[offender])}."]
    innocent = [side for side in deal.sides if side != offender]
    lines += [
        f"{name(side)}: {_moon_why(variant, deal, side in contracts)}, {signed(change[side])}." for side in innocent
    ]
    extras = (deal.aim.clause, "res.moon") if moon else _renege_extras(variant, offender in contracts)
    clauses = (RENEGE_CLAUSE[variant.score_renege], *extras)
    return result(Outcome.RENEGE, change, tuple(lines), clauses)


def asks_taken(variant: Variant) -> bool:
    """Return True if a renege counts what was taken in tricks until then (res.renege-side)."""
    return variant.score_renege is Renege.SIDE and not variant.pays_units


RENEGE_CLAUSE = {
    Renege.BRUCE: "score.renege.bruce",
    Renege.THREE: "score.renege.three",
    Renege.SIDE: "res.renege-side",
    Renege.SIDE_ALL_COUNTERS: "score.renege.side-all-counters",
}
"""The clause on what each rule costs."""


def renege_clause(variant: Variant) -> str:
    """The clause on what a renege costs in a variant."""
    return "units.renege" if variant.pays_units else RENEGE_CLAUSE[variant.score_renege]


def _penalty(variant: Variant, own: int | None, deal: DealFacts) -> int:
    """Return the offender's loss; ``own`` is what it had to make itself, if anything."""
    if variant.score_renege is Renege.THREE and own is not None and not deal.aim:
        return variant.score_double_set * own
    if variant.score_renege is Renege.SIDE:
        return own or 0
    return (deal.bid or 0) if own is None else own


def _innocent_bidder(variant: Variant, deal: DealFacts, side: str, bid: int) -> int:
    meld = counted_meld(variant, deal.meld.get(side, 0))
    if variant.score_renege is Renege.THREE:
        return bid + meld if variant.score_bid_and_meld is BidAndMeld.SUM else max(bid, meld)
    if variant.score_renege is Renege.SIDE:
        return max(bid, meld + deal.ended.points.get(side, 0))
    if variant.score_renege is Renege.SIDE_ALL_COUNTERS:
        return meld + deal_total(variant)
    return meld


def _moon_why(variant: Variant, deal: DealFacts, is_bidder: bool) -> str:
    """Say why a side that did not renege gets its score; in a moon the bidder as if it were made (res.moon)."""
    if deal.aim and is_bidder:
        return f"the {variant.meld_names.called(deal.aim)} counts as made"
    return moon_silence(variant, deal) if _is_silent(variant, deal) else _innocent_why(variant, is_bidder)


def _innocent_why(variant: Variant, is_bidder: bool) -> str:
    rule = variant.score_renege
    if rule is Renege.SIDE_ALL_COUNTERS:
        return "the meld and all counters"
    if not is_bidder or rule is Renege.BRUCE:
        return "the meld stands without a trick"
    if rule is Renege.THREE:
        both = variant.score_bid_and_meld is BidAndMeld.SUM
        return "the bid and the meld" if both else "the bid or the meld, whichever is more"
    return "the bid, or meld and tricks so far, whichever is more"


def _renege_extras(variant: Variant, by_bidder: bool) -> tuple[str, ...]:
    if variant.score_renege is not Renege.THREE:
        return ()
    return ("res.double-set",) if by_bidder else ("res.bid-and-meld",)


def judge_throw_in(variant: Variant, bid: int, meld: int, led: bool = False, aim: Aim = Aim.POINTS) -> Ruling:
    """Judge whether the bidding side, with this meld, may throw in (score.throw-in).

    :param led: whether the first card has been led.
    :param aim: what was bid; nothing but a trick puts every trick, or none, out of reach (res.moon).
    """
    if aim and variant.score_throw_in in (ThrowIn.MORE_THAN_POOL, ThrowIn.POOL_OR_MORE):
        ends = "lost" if aim is Aim.EVERY_TRICK else "taken"
        says = f"No throw-in: before a trick is {ends}, {bid_says(variant, bid, aim)} can still be made."
        return refuse(says, "score.throw-in", "res.moon")
    ruling = _judge_giving_up(variant, bid, meld)
    if ruling and led:
        return refuse("A card has been led, so it is too late to throw in.", "score.throw-in")
    return ruling


def _judge_giving_up(variant: Variant, bid: int, meld: int) -> Ruling:
    if variant.score_throw_in is ThrowIn.NEVER:
        return refuse("At this table a deal is always played out.", "score.throw-in")
    if variant.score_throw_in is ThrowIn.ALWAYS:
        return allow("The bidding side may throw in before the first lead.", "score.throw-in")
    pool = deal_total(variant)
    most, strict = counted_meld(variant, meld) + pool, variant.score_throw_in is ThrowIn.MORE_THAN_POOL
    sum_shown = f"meld {meld} and all {pool} in tricks make {most}"
    if bid > most or (bid == most and not strict):
        return allow(f"Throwing in is allowed: {sum_shown}, against a bid of {bid}.", "score.throw-in")
    asked = "more than" if strict else "at least"
    return refuse(f"No throw-in: {sum_shown}, and the bid of {bid} is not {asked} that.", "score.throw-in")


def judge_no_marriage(variant: Variant, bid: int) -> Ruling:
    """Judge whether a bidder without any marriage ends the deal (score.no-marriage)."""
    if not variant.score_no_marriage:
        return refuse("At this table a bidder needs no marriage.", "score.no-marriage")
    if variant.trump_needs is TrumpNeeds.MARRIAGE:
        return allow("The bidder must hold a marriage, whatever the bid.", "score.no-marriage", "trump.needs")
    if bid <= variant.bid_min:
        return refuse(f"With the bid at {variant.bid_min} trump may be named without a marriage.", "trump.needs")
    return allow(f"Above {variant.bid_min} the bidder must hold a marriage.", "score.no-marriage", "trump.needs")


def _unplayed_change(variant: Variant, deal: DealFacts) -> dict[str, int]:
    """The opponents' score when no trick is played: meld needs no trick then (score.throw-in)."""
    pays = variant.score_throw_in_opponents
    beyond = pays.beyond(deal.bid or 0)
    gain = {
        side: 0 if _is_silent(variant, deal) else beyond + (meld_unplayed(variant, deal, side) if pays.meld else 0)
        for side in deal.sides
    }
    lost = 0 if variant.score_set is SetCosts.NOTHING and not deal.aim else deal.bid or 0
    return {**gain, deal.bidder or "": -lost}


def _is_silent(variant: Variant, deal: DealFacts) -> bool:
    """Return True if every trick or none was bid at a table where nobody else scores then (bid.moon, bid.no-trick)."""
    moon = moon_of(variant, deal)
    return moon is not None and not moon.others_score


def _unplayed_lines(variant: Variant, deal: DealFacts, change: Mapping[str, int], name: Names) -> tuple[str, ...]:
    pays = variant.score_throw_in_opponents
    if _is_silent(variant, deal):
        return tuple(f"{name(s)}: {moon_silence(variant, deal)}: 0." for s in deal.sides if s != deal.bidder)
    what = "their meld counts without a trick" if pays.meld else "their meld does not count"
    beyond = pays.beyond(deal.bid or 0)
    bonus = f", and half the bid, {beyond}" if pays.half_bid else f", and {beyond} more" if beyond else ""
    return tuple(f"{name(s)}: {what}{bonus}: {signed(change[s])}." for s in deal.sides if s != deal.bidder)


def score_thrown_in(variant: Variant, deal: DealFacts, name: Names) -> DealScore | Ruling:
    """Score a deal that the bidding side throws in, or refuse it (score.throw-in)."""
    if deal.bidder is None:
        return refuse("Nobody has bid, so there is nothing to throw in.", "score.throw-in")
    bidder, bid = contract(deal)
    ruling = judge_throw_in(variant, bid, deal.meld.get(bidder, 0), deal.is_led, deal.aim)
    if not ruling:
        return ruling
    change = _unplayed_change(variant, deal)
    lost = f"the {variant.meld_names.called(deal.aim)}" if deal.aim else "the bid"
    costs = f"{lost} is lost" if change[bidder] else "nothing is scored"
    first = f"{name(bidder)}: thrown in before the first lead: {costs}, {signed(change[bidder])}."
    lines = (first, *_unplayed_lines(variant, deal, change, name))
    moon = (deal.aim.clause, "res.moon") if deal.aim else ()
    return result(
        Outcome.THROWN_IN, change, lines, ("score.throw-in", *_half_clause(variant), *moon, *_min_clause(variant))
    )


def _half_clause(variant: Variant) -> tuple[str, ...]:
    """The clause on half the bid for each opponent, where the table pays it."""
    return ("score.throw-in.opponents.half-bid",) if variant.score_throw_in_opponents.half_bid else ()


def _set_costs(variant: Variant, bid: int, meld: int) -> int:
    """Return the cost of a bid that fails without a card played (score.set)."""
    costs = {
        SetCosts.BID_KEEPS_MELD: bid - meld,
        SetCosts.BID_AND_MELD: bid + meld,
        SetCosts.TWICE: 2 * bid,
        SetCosts.CREDITED: 0,
        SetCosts.NOTHING: 0,
    }
    return costs.get(variant.score_set, bid)


def score_set_unplayed(variant: Variant, deal: DealFacts, name: Names) -> DealScore:
    """Score a deal whose bid is out of reach before the play (score.unplayed)."""
    bidder, bid = contract(deal)
    meld, change = deal.meld.get(bidder, 0), _unplayed_change(variant, deal)
    change[bidder] = -_set_costs(variant, bid, counted_meld(variant, meld))
    if variant.score_set is SetCosts.CREDITED:
        change.update({side: change[side] + bid for side in deal.sides if side != bidder})
    first = f"{name(bidder)}: with meld {meld} the bid of {bid} is out of reach: set at once, {signed(change[bidder])}."
    lines = (first, *_unplayed_lines(variant, deal, change, name))
    return result(
        Outcome.SET, change, lines, ("score.unplayed", "score.set", *_half_clause(variant), *_min_clause(variant))
    )


def score_no_marriage(variant: Variant, deal: DealFacts, name: Names) -> DealScore | Ruling:
    """Score a deal whose bidder holds no marriage, or refuse it (score.no-marriage)."""
    if deal.bidder is None:
        return refuse("Nobody has bid, so nobody needs a marriage.", "score.no-marriage")
    bidder, bid = contract(deal)
    ruling = judge_no_marriage(variant, bid)
    if not ruling:
        return ruling
    change = {side: _laid_untrumped(variant, deal.meld.get(side, 0)) for side in deal.sides} | {bidder: -bid}
    said, moon = bid_says(variant, bid, deal.aim), (deal.aim.clause, "res.moon") if deal.aim else ()
    line = f"{name(bidder)}: bid {said} without a marriage in any suit: {signed(-bid)}."
    if not variant.score_no_marriage_opponents.meld:
        return result(Outcome.NO_MARRIAGE, change, (f"{line} Nobody else scores.",), (*ruling.clauses, *moon))
    least, others = _least_untrumped(variant), [side for side in deal.sides if side != bidder]
    lines = (_untrumped_line(deal, side, change[side], least, name) for side in others)
    usual = () if variant.score_no_marriage_opponents.least else _min_clause(variant)
    clauses = (*ruling.clauses, *moon, "score.no-marriage.opponents", *usual)
    return result(Outcome.NO_MARRIAGE, change, (line, *lines), clauses)


def asks_meld(variant: Variant, bid: int) -> bool:
    """Return True if the opponents' meld counts where the bidder holds no marriage (score.no-marriage.opponents)."""
    pays = variant.score_no_marriage_opponents.meld and not variant.pays_units
    return pays and bool(judge_no_marriage(variant, bid))


def _least_untrumped(variant: Variant) -> MeldMin | None:
    return variant.score_no_marriage_opponents.least or variant.score_meld_min


def _laid_untrumped(variant: Variant, meld: int) -> int:
    """Return what a meld counts against a bidder without a marriage."""
    least = _least_untrumped(variant)
    counts = variant.score_no_marriage_opponents.meld and (least is None or least.is_met(meld))
    return meld if counts else 0


def _untrumped_line(deal: DealFacts, side: str, change: int, least: MeldMin | None, name: Names) -> str:
    meld = deal.meld.get(side, 0)
    laid = f"meld {meld} with no trump" if meld else "no meld"
    why = f", and {least} is needed" if meld and not change else " counts without a trick" if meld else ""
    return f"{name(side)}: {laid}{why}: {signed(change)}."


def is_dealers_renege(variant: Variant, begun: Begun | None, *, is_bid: bool) -> bool:
    """Return True if a misdeal that is not the pack's fault is charged to the dealer's side (score.misdeal.procedure).

    :param is_bid: whether anyone has the bid; without one nobody plays, even if a corrected deal has cards recorded.
    """
    return variant.misdeal_procedure and begun is not Begun.UNLED and (is_bid or variant.bid is Bidding.NONE)


def score_misdeal(variant: Variant, deal: DealFacts, name: Names) -> DealScore | Ruling:
    """Score a misdeal: void, or a renege of the dealer's side (score.misdeal.procedure)."""
    kind = deal.ended.misdeal or Misdeal.CARD_FAULT
    if kind is Misdeal.TECHNICAL and not (variant.misdeal_technical or variant.misdeal_hands):
        return refuse("At this table a hand without aces is no misdeal.", "score.misdeal.technical")
    if kind is Misdeal.TECHNICAL and deal.has_trick:
        says = "Too late: a hopeless hand is declared before its holder plays, and all have played to the first trick."
        return refuse(says, misdeal_clause(variant, kind))
    if kind is Misdeal.PROCEDURE and _is_late(variant, deal):
        return _score_late_misdeal(variant, deal, name)
    line = "The deal is void: nobody scores, and the same dealer deals again."
    clause = misdeal_clause(variant, kind)
    return result(Outcome.VOID, dict.fromkeys(deal.sides, 0), (line,), (clause, "res.redeal"))


def misdeal_clause(variant: Variant, kind: Misdeal) -> str:
    """The clause on what a misdeal of a kind costs in a variant."""
    listed = kind is Misdeal.TECHNICAL and not variant.misdeal_technical
    return "misdeal.hands" if listed else f"score.misdeal.{kind}"


def _is_late(variant: Variant, deal: DealFacts) -> bool:
    """Return True if a misdeal is charged here and came to light in the play: an offender or counters say so."""
    is_known = deal.ended.offender is not None or deal.is_led
    begun = Begun.TRICK if deal.has_trick else deal.begun
    return is_known and is_dealers_renege(variant, begun, is_bid=deal.bidder is not None)


def _score_late_misdeal(variant: Variant, deal: DealFacts, name: Names) -> DealScore | Ruling:
    if deal.ended.offender is None:
        says = "A misdeal found after the first card is charged to the side that dealt: say which it is."
        return refuse(says, "score.misdeal.procedure")
    score = score_renege(variant, deal, name)
    return replace(score, clauses=("score.misdeal.procedure", *score.clauses))


def judge_claim(variant: Variant, aim: Aim = Aim.POINTS) -> Ruling:
    """Judge whether a player may stop the play by saying that the target is reached (end.declare-out).

    :param aim: what was bid; for every trick or none the deal is played to its end (res.moon).
    """
    if aim and variant.end_declare_out:
        says = f"The {variant.meld_names.called(aim)} was bid: it is played to its last trick."
        return refuse(says, "res.moon", "end.declare-out")
    if not variant.end_declare_out:
        return refuse("At this table nobody declares out: the deal is played to its end.", "end.declare-out")
    if variant.end_deal or variant.end_target is None:
        return refuse("There is no target to declare: here nobody plays to one.", "end.declare-out", "end.target")
    return allow("A player who has reached the target in force may declare out.", "end.declare-out")


def score_claim(variant: Variant, deal: DealFacts, name: Names) -> DealScore | Ruling:
    """Score a deal that a player stopped by declaring out, or refuse it (end.declare-out).

    Meld and the tricks taken so far count; the last trick counts only for a player who has taken it.
    """
    ruling = judge_claim(variant, deal.aim)
    if not ruling:
        return ruling
    if deal.ended.claimant not in deal.sides:
        return refuse("Please say who declares out.", "end.declare-out")
    split = judge_split(variant, {side: deal.ended.points.get(side, 0) for side in deal.sides}, whole=False)
    if not split:
        return split
    taken = {side: taken_points(variant, deal, side) for side in deal.sides}
    change = {side: deal.meld.get(side, 0) + taken[side] for side in deal.sides}
    lines = [f"{name(deal.ended.claimant)} declares out: the play stops and the tricks are counted."]
    lines += [_claim_line(deal, side, taken[side], change[side], name) for side in deal.sides]
    return result(Outcome.COUNTED, change, tuple(lines), ("end.declare-out", *rounding_clauses(variant)))


def _claim_line(deal: DealFacts, side: str, counted: int, change: int, name: Names) -> str:
    took = deal.ended.points.get(side, 0)
    tricks = f"took {took}" if counted == took else f"took {took}, counted as {counted}"
    return f"{name(side)}: meld {deal.meld.get(side, 0)}, {tricks}: {signed(change)}."


def _min_clause(variant: Variant) -> tuple[str, ...]:
    return ("score.meld-min",) if variant.score_meld_min else ()
