"""What a renege costs under each rule (score.renege)."""

from __future__ import annotations

from companion.rules.choices import BidAndMeld, Renege
from companion.rules.count import deal_total
from companion.rules.deal import Deal, DealScore, Names, Outcome, contract, counted_meld, result, signed
from companion.rules.variant import Variant


def score_renege(variant: Variant, deal: Deal, name: Names) -> DealScore:
    """Score a deal that a renege broke off; ``deal.points`` are what was taken until then (score.renege).

    :raises ValueError: if the deal names no offending side, or had no bidder.
    """
    bidder, bid = contract(deal)
    offender = deal.offender
    if offender not in deal.sides:
        raise ValueError("a renege needs the side that offended")
    change = {side: counted_meld(variant, deal.meld.get(side, 0)) for side in deal.sides}
    change[offender] = -_penalty(variant, offender == bidder, bid)
    if offender != bidder:
        change[bidder] = _innocent_bidder(variant, deal)
    elif variant.score_renege is Renege.SIDE_ALL_COUNTERS:
        change.update({side: gain + deal_total(variant) for side, gain in change.items() if side != offender})
    lines = [f"{name(offender)} reneged: everything of this deal is lost, {signed(change[offender])}."]
    innocent = [side for side in deal.sides if side != offender]
    lines += [f"{name(side)}: {_innocent_why(variant, side == bidder)}, {signed(change[side])}." for side in innocent]
    clauses = (_RENEGE_CLAUSE[variant.score_renege], *_renege_extras(variant, offender == bidder))
    return result(Outcome.RENEGE, change, tuple(lines), clauses)


_RENEGE_CLAUSE = {
    Renege.BRUCE: "score.renege.bruce",
    Renege.THREE: "score.renege.three",
    Renege.SIDE: "res.renege-side",
    Renege.SIDE_ALL_COUNTERS: "score.renege.side-all-counters",
}


def _penalty(variant: Variant, by_bidder: bool, bid: int) -> int:
    """What the offender goes back."""
    if variant.score_renege is Renege.THREE and by_bidder:
        return variant.score_double_set * bid
    return 0 if variant.score_renege is Renege.SIDE and not by_bidder else bid


def _innocent_bidder(variant: Variant, deal: Deal) -> int:
    bidder, bid = contract(deal)
    meld = counted_meld(variant, deal.meld.get(bidder, 0))
    if variant.score_renege is Renege.THREE:
        return bid + meld if variant.score_bid_and_meld is BidAndMeld.SUM else max(bid, meld)
    if variant.score_renege is Renege.SIDE:
        return max(bid, meld + deal.points.get(bidder, 0))
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
