"""Settles a deal in units: what the bidder gets from, or pays to, each other player and the kitty (units.prices)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.cards import Suit
from companion.rules.phrases import count_word, series, several
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.score.facts import DealFacts, DealScore, Names, Outcome, contract, result, signed
from companion.rules.variant import Variant

_UNPLAYED = (Outcome.THROWN_IN, Outcome.NO_MARRIAGE)


def asks_unseen(variant: Variant) -> bool:
    """Return True if a bidder who concedes the least bid, the kitty unseen, pays the kitty alone (units.unseen)."""
    return variant.units_kitty is not None and variant.kitty_size > 0


def asks_trump(variant: Variant) -> bool:
    """Return True if what a deal is worth depends on trump (units.spades, units.hearts)."""
    return variant.pays_units and (variant.units_spades, variant.units_hearts) != (1, 1)


def judge_melder(variant: Variant, is_bidder: bool) -> Ruling:
    """Judge whether a player of the deal may meld (units.bidder)."""
    if variant.pays_units and not is_bidder:
        return refuse("In this game only the bidder melds.", "units.bidder")
    return allow("Everybody may meld.")


def in_units(variant: Variant, deal: DealFacts, score: DealScore, name: Names, says: str) -> DealScore:
    """A result in points as the units that it moves; a void deal moves none.

    :param score: the same deal as points would score it.
    :param says: what became of the bid, in a sentence.
    """
    if score.outcome is Outcome.VOID:
        return replace(score, change=dict.fromkeys(deal.sides, 0))
    bidder, bid = contract(deal)
    units, why, clauses = _units(variant, deal, score, bid)
    others = tuple(side for side in sorted((*deal.sides, *deal.sits_out)) if side != bidder)
    paid = () if _is_unseen(variant, deal, score, bid) else others
    in_kitty = not paid or (variant.units_kitty is not None and bid >= variant.units_kitty)
    change = {side: -units if side in paid else 0 for side in sorted((*others, bidder))}
    change[bidder] = units * (len(paid) + in_kitty)
    kitty = (() if paid else ("units.unseen",)) + (("units.kitty",) if in_kitty else ())
    working = (says, why, *_paid_says(bidder, change, paid, in_kitty, name))
    return result(score.outcome, change, working, (*clauses, "units.prices", *kitty))


def _units(variant: Variant, deal: DealFacts, score: DealScore, bid: int) -> tuple[int, str, tuple[str, ...]]:
    """Return what each other player pays the bidder, below zero where the bidder pays; why, and by which clauses."""
    price = variant.units_prices.at(bid) if variant.units_prices else 0
    if score.outcome in _UNPLAYED or "score.unplayed" in score.clauses:
        says = f"A bid of {bid} is worth {_count(price)}; nothing was played, so it is paid once."
        return -price, says, ("units.set",)
    times, suit_says, suit = _times_for_trump(variant, deal.trump, bid)
    worth = f"A bid of {bid} is worth {_count(price)}{suit_says}"
    reneged = score.outcome is Outcome.RENEGE
    clauses = (*(("units.renege",) if reneged else ()), *suit)
    if score.outcome is Outcome.SET or (reneged and deal.ended.offender == deal.bidder):
        return -2 * times * price, f"{worth}; a bid that is played and lost pays double.", (*clauses, "units.set")
    return times * price, f"{worth}.", ("score.made", *clauses)


def _times_for_trump(variant: Variant, trump: Suit | None, bid: int) -> tuple[int, str, tuple[str, ...]]:
    least = variant.units_spades_from or 0
    if trump is Suit.SPADES and variant.units_spades > 1 and bid < least:
        return 1, f", for spades pay more only from {least} on", ("units.spades-from",)
    times = {Suit.SPADES: variant.units_spades, Suit.HEARTS: variant.units_hearts}.get(trump, 1) if trump else 1
    if times == 1 or trump is None:
        return 1, "", ()
    return times, f", {_times(times)} with {trump.word} as trump", (f"units.{trump.word}",)


def _times(times: int) -> str:
    return {2: "twice", 3: "three times"}.get(times, f"{count_word(times)} times") + " as much"


def _count(units: int) -> str:
    return several(units, "unit")


def _is_unseen(variant: Variant, deal: DealFacts, score: DealScore, bid: int) -> bool:
    conceded = score.outcome is Outcome.THROWN_IN and not deal.ended.took_kitty
    return conceded and asks_unseen(variant) and bid <= variant.bid_min


def _paid_says(
    bidder: str, change: Mapping[str, int], paid: tuple[str, ...], kitty: bool, name: Names
) -> Iterator[str]:
    """Say who pays or is paid how much: the others first, then the bidder."""
    units = -change[paid[0]] if paid else 0
    if paid:
        verb = "pay" if units > 0 else "are paid"
        yield f"{series(map(name, paid))} {verb} {_count(abs(units))} each: {signed(-units)}."
    others = series([*(["them"] if paid else []), *(["the kitty"] if kitty else [])])
    yield f"{name(bidder)} {'is paid by' if units > 0 else 'pays'} {others}: {signed(change[bidder])}."
