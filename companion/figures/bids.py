"""A person's bids and their results, defence, saved meld, and the meld of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.figures.facts import BIDDER, SeatInDeal
from companion.figures.samples import Part, amounts, share
from companion.figures.scope import Mine
from companion.rules.score.facts import Outcome

MADE = Outcome.MADE.value
FAILED = {"set": Outcome.SET.value, "thrown-in": Outcome.THROWN_IN.value, "no-marriage": Outcome.NO_MARRIAGE.value}
"""The ways not to make a bid."""
_DECIDED = (MADE, *FAILED.values())
EASY = 10
"""In percent of a deal's trick points: with so much to spare a bid could have been higher."""


def bidding(mine: Mine) -> Iterator[Part]:
    """All figures on a person's bids."""
    yield from _taken(mine)
    decided = tuple(deal for deal in mine.as_bidder if deal.outcome in _DECIDED)
    yield Part("bids-made", share(decided, lambda deal: deal.outcome == MADE), 8, "bids")
    yield from _failures(decided)
    figured = tuple(deal for deal in mine.as_bidder if not deal.moon)
    yield Part("usual-bid", amounts(figured, _bid), 8, "bids", in_points=True)
    yield Part("bid-height", amounts(figured, lambda deal: _bid(deal) / deal.least), 8, "bids")
    yield from _margins(figured)
    for key, rows in (("mine", mine.as_bidder), ("partner", mine.as_partner), ("other", mine.as_other)):
        compared = [deal for deal in rows if deal.change_other is not None]
        yield Part(f"worth-{key}", amounts(compared, _gain), 10, "deals", in_points=True)


def _taken(mine: Mine) -> Iterator[Part]:
    auctions = tuple(deal for deal in mine.deals if deal.auction)
    par = sum(1 / deal.players for deal in auctions) / len(auctions) if auctions else None
    own = {deal.place for deal in mine.as_bidder if not deal.forced}
    yield Part("bids-taken", share(auctions, lambda deal: deal.place in own, par), 10, "deals")
    forced = {deal.place for deal in mine.as_bidder if deal.forced}
    yield Part("bids-forced", share(auctions, lambda deal: deal.place in forced), 10, "deals")


def _failures(decided: Iterable[SeatInDeal]) -> Iterator[Part]:
    failed = tuple(deal for deal in decided if deal.outcome != MADE)
    for key, outcome in FAILED.items():
        yield Part(f"failed-{key}", share(failed, lambda deal, one=outcome: deal.outcome == one), 5, "sets")  # type: ignore[misc]
        rows = (deal for deal in failed if deal.outcome == outcome)
        yield Part(f"cost-{key}", amounts(rows, lambda deal: deal.change_side), 5, "sets", in_points=True)


def _margins(figured: Iterable[SeatInDeal]) -> Iterator[Part]:
    """Return the distances of the bids from what was made; only of bids that are an amount."""
    figured = tuple(figured)
    played = tuple(deal for deal in figured if deal.played)
    yield Part("margin", amounts(played, lambda deal: deal.margin), 8, "bids", in_points=True)
    counted = tuple(deal for deal in played if deal.trick_all)
    yield Part("left-over", share(counted, lambda deal: 100 * deal.margin >= EASY * deal.trick_all), 10, "bids")
    known = (deal for deal in figured if deal.next_bid is not None)
    yield Part("paid-above", amounts(known, lambda deal: _bid(deal) - (deal.next_bid or 0)), 10, "bids", in_points=True)


def _bid(deal: SeatInDeal) -> int:
    return deal.bid or 0


def _gain(deal: SeatInDeal) -> int:
    return deal.change_side - (deal.change_other or 0)


def defence(mine: Mine) -> Iterator[Part]:
    """How it goes when others have the bid."""
    failed = set(FAILED.values())
    decided = tuple(deal for deal in mine.as_other if deal.outcome in failed or deal.outcome == MADE)
    yield Part("defence", share(decided, lambda deal: deal.outcome in failed), 10, "deals")
    counted = tuple(deal for deal in mine.as_other if deal.played and deal.trick_all)
    yield Part("defence-tricks", amounts(counted, lambda deal: deal.trick_side / deal.trick_all), 10, "deals")
    melded = tuple(deal for deal in mine.as_other if deal.played and deal.meld_side and not deal.moon)
    yield Part("saved", share(melded, lambda deal: deal.change_side >= deal.meld_side), 10, "deals")


def melding(mine: Mine) -> Iterator[Part]:
    """Yield the figures of a hand's meld by whose bid it was, and how often that is known."""
    known = tuple(deal for deal in mine.scored if deal.meld_own is not None)
    bids, rest = (tuple(deal for deal in known if (deal.role == BIDDER) is mine_own) for mine_own in (True, False))
    yield Part("meld-bidding", amounts(bids, lambda deal: deal.meld_own or 0), 10, "deals", in_points=True)
    yield Part("meld-else", amounts(rest, lambda deal: deal.meld_own or 0), 10, "deals", in_points=True)
    yield Part("meld-known", share(mine.scored, lambda deal: deal.meld_own is not None), 1, "deals")
