"""Who must make what in a deal, and who plays with whom: one bid, every side's own sum, or a called partner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.rules.options.choices import Bidding, Discards, Sides
from companion.rules.options.variant import Variant
from companion.rules.score.facts import DealFacts, DealScore, Names


def contracts_of(variant: Variant, deal: DealFacts) -> dict[str, int]:
    """By side, what it has to make; a side that is not named has nothing to make (bid, bid.summed, bid.none)."""
    if variant.bid is Bidding.SUMMED and deal.bids:
        sums = {side: sum(deal.bids.get(side, ())) for side in deal.sides}
        return {side: amount for side, amount in sums.items() if amount}
    return {deal.bidder: deal.bid} if deal.bidder is not None and deal.bid is not None else {}


def naming_side(bids: Mapping[str, tuple[int, ...]]) -> str | None:
    """The side of the single highest bid; None where sides are level, as only the table knows who spoke first."""
    best = max((bid for each in bids.values() for bid in each), default=0)
    highest = [side for side, each in bids.items() if best and best in each]
    return highest[0] if len(highest) == 1 else None


def discards_count_for(variant: Variant, drawer: str, bidder: str, other: str) -> str:
    """Which of two players the cards that ``drawer`` rejected count for (draw.discards)."""
    return other if variant.draw_discards is Discards.OPPONENT and drawer == bidder else drawer


def team_of(variant: Variant, deal: DealFacts, side: str) -> tuple[str, ...]:
    """Everyone who shares ``side``'s result in this deal: a called partner, or the others together (res.five)."""
    if variant.sides is not Sides.CALLED or deal.bidder is None:
        return (side,)
    bidders = tuple(each for each in deal.sides if each in (deal.bidder, deal.partner))
    return bidders if side in bidders else tuple(each for each in deal.sides if each not in bidders)


def in_teams(variant: Variant, deal: DealFacts) -> DealFacts:
    """The deal with a called partner's cards and tricks added to the bidder's, and those of the others put together.

    Each team goes by the name of one of its players: the bidder, and the first of the others.
    """
    if variant.sides is not Sides.CALLED or deal.bidder is None:
        return deal
    teams, heads = _teams(variant, deal), heads_of(variant, deal)

    def together(amounts: Mapping[str, int]) -> dict[str, int]:
        return {head: sum(amounts.get(side, 0) for side in team) for head, team in teams.items()}

    return replace(
        deal,
        sides=tuple(teams),
        meld=together(deal.meld),
        dix=together(deal.dix),
        ended=replace(
            deal.ended,
            points=together(deal.ended.points),
            tricks=together(deal.ended.tricks),
            offender=heads.get(deal.ended.offender or ""),
            quad_pinochle=frozenset(heads.get(side, side) for side in deal.ended.quad_pinochle),
        ),
    )


def heads_of(variant: Variant, deal: DealFacts) -> dict[str, str]:
    """By side, the side under whose name it is counted: a team goes by its first player, everyone else by itself."""
    if variant.sides is not Sides.CALLED or deal.bidder is None:
        return {side: side for side in deal.sides}
    return {side: head for head, team in _teams(variant, deal).items() for side in team}


def _teams(variant: Variant, deal: DealFacts) -> dict[str, tuple[str, ...]]:
    bidder = deal.bidder or ""
    against = [side for side in deal.sides if side not in team_of(variant, deal, bidder)]
    heads = [bidder, *against[:1]]
    return {head: team_of(variant, deal, head) for head in heads}


def for_each(variant: Variant, deal: DealFacts, score: DealScore) -> DealScore:
    """A score of teams written out for every player: each is credited with the team's result (res.five)."""
    if variant.sides is not Sides.CALLED or deal.bidder is None:
        return score
    teams = _teams(variant, deal)
    change = {side: score.change[head] for side in deal.sides for head, team in teams.items() if side in team}
    return replace(score, change=change, clauses=tuple(dict.fromkeys((*score.clauses, "res.five"))))


def team_names(variant: Variant, deal: DealFacts, name: Names) -> Callable[[str], str]:
    """What a side is called together with those who share its result."""
    return lambda side: " & ".join(name(each) for each in team_of(variant, deal, side))
