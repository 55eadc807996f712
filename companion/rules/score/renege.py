"""What a renege costs under each rule (score.renege)."""

from __future__ import annotations

from companion.rules.choices import BidAndMeld, Renege
from companion.rules.play.count import deal_total
from companion.rules.score.facts import DealFacts, DealScore, Names, Outcome, counted_meld, result, signed
from companion.rules.score.teams import contracts_of
from companion.rules.variant import Variant


def score_renege(variant: Variant, deal: DealFacts, name: Names) -> DealScore:
    """Score a deal that a renege broke off; ``deal.ended.points`` are what was taken until then (score.renege).

    :raises ValueError: if the deal names no offending side.
    """
    offender, contracts = deal.ended.offender, contracts_of(variant, deal)
    if offender not in deal.sides:
        raise ValueError("a renege needs the side that offended")
    change = {side: counted_meld(variant, deal.meld.get(side, 0)) for side in deal.sides}
    change[offender] = -_penalty(variant, contracts.get(offender), deal.bid or 0)
    for side in contracts.keys() - {offender}:
        change[side] = _innocent_bidder(variant, deal, side, contracts[side])
    if offender in contracts and variant.score_renege is Renege.SIDE_ALL_COUNTERS:
        change.update({side: gain + deal_total(variant) for side, gain in change.items() if side not in contracts})
    lines = [f"A renege, charged to {name(offender)}: everything of this deal is lost, {signed(change[offender])}."]
    innocent = [side for side in deal.sides if side != offender]
    lines += [
        f"{name(side)}: {_innocent_why(variant, side in contracts)}, {signed(change[side])}." for side in innocent
    ]
    clauses = (RENEGE_CLAUSE[variant.score_renege], *_renege_extras(variant, offender in contracts))
    return result(Outcome.RENEGE, change, tuple(lines), clauses)


def asks_taken(variant: Variant) -> bool:
    """Whether a renege counts what was taken in tricks until then (res.renege-side)."""
    return variant.score_renege is Renege.SIDE


RENEGE_CLAUSE = {
    Renege.BRUCE: "score.renege.bruce",
    Renege.THREE: "score.renege.three",
    Renege.SIDE: "res.renege-side",
    Renege.SIDE_ALL_COUNTERS: "score.renege.side-all-counters",
}
"""The clause on what each rule costs."""


def _penalty(variant: Variant, own: int | None, bid: int) -> int:
    """What the offender goes back; ``own`` is what it had to make itself, if anything."""
    if variant.score_renege is Renege.THREE and own is not None:
        return variant.score_double_set * own
    if variant.score_renege is Renege.SIDE:
        return own or 0
    return bid if own is None else own


def _innocent_bidder(variant: Variant, deal: DealFacts, side: str, bid: int) -> int:
    meld = counted_meld(variant, deal.meld.get(side, 0))
    if variant.score_renege is Renege.THREE:
        return bid + meld if variant.score_bid_and_meld is BidAndMeld.SUM else max(bid, meld)
    if variant.score_renege is Renege.SIDE:
        return max(bid, meld + deal.ended.points.get(side, 0))
    if variant.score_renege is Renege.SIDE_ALL_COUNTERS:
        return meld + deal_total(variant)
    return meld


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
