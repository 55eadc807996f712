"""Figures 11 to 13: defence, meld that was saved, and what a hand melds."""

from __future__ import annotations

from collections.abc import Iterator

from companion.figures.bids import FAILED, MADE
from companion.figures.facts import BIDDER
from companion.figures.part import Part, amounts, share
from companion.figures.scope import Mine


def defence(mine: Mine) -> Iterator[Part]:
    """How it goes when others have the bid."""
    failed = set(FAILED.values())
    decided = tuple(deal for deal in mine.as_other if deal.outcome in failed or deal.outcome == MADE)
    yield Part("defence", share(decided, lambda deal: deal.outcome in failed), 10, "deals")
    counted = tuple(deal for deal in mine.as_other if deal.played and deal.trick_all)
    yield Part("defence-tricks", amounts(counted, lambda deal: deal.trick_side / deal.trick_all), 10, "deals")
    melded = tuple(deal for deal in mine.as_other if deal.played and deal.meld_side)
    yield Part("saved", share(melded, lambda deal: deal.change_side >= deal.meld_side), 10, "deals")


def melding(mine: Mine) -> Iterator[Part]:
    """What a hand melds, by whose bid it was, and how often that is known."""
    known = tuple(deal for deal in mine.scored if deal.meld_own is not None)
    bids, rest = (tuple(deal for deal in known if (deal.role == BIDDER) is mine_own) for mine_own in (True, False))
    yield Part("meld-bidding", amounts(bids, lambda deal: deal.meld_own or 0), 10, "deals", in_points=True)
    yield Part("meld-else", amounts(rest, lambda deal: deal.meld_own or 0), 10, "deals", in_points=True)
    yield Part("meld-known", share(mine.scored, lambda deal: deal.meld_own is not None), 1, "deals")
