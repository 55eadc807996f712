"""Naming trump: what the bidder must hold for it (section 3)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cards import Card, Rank, Suit
from companion.rules.choices import TrumpNeeds
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Variant


def is_free_to_name(variant: Variant, bid: int) -> bool:
    """Whether a bidder for this much may name any suit, whatever the hand holds (trump.needs)."""
    needs = variant.trump_needs
    return needs is TrumpNeeds.NOTHING or (needs is TrumpNeeds.MARRIAGE_UNLESS_MIN and bid <= variant.bid_min)


def judge_trump(variant: Variant, bid: int, trump: Suit, cards: Iterable[Card]) -> Ruling:
    """Whether a bidder who shows these cards may have named this trump (trump.needs)."""
    held, dix = set(cards), variant.pack.dix
    if is_free_to_name(variant, bid):
        return allow("Any suit may be named.", "trump.needs")
    if {Card(Rank.KING, trump), Card(Rank.QUEEN, trump)} <= held:
        return allow(f"A marriage in {trump.word} is there.", "trump.needs")
    if variant.trump_needs is not TrumpNeeds.RUN_MARRIAGE_OR_DIX:
        return refuse(f"No marriage in {trump.word} is shown, and this table asks the bidder for one.", "trump.needs")
    if dix and Card(dix, trump) in held:
        return allow(f"The {Card(dix, trump).words} is there.", "trump.needs")
    says = f"No run, marriage or dix in {trump.word} is shown, and this table asks the bidder for one."
    return refuse(says, "trump.needs")
