"""Sides that score together, and whether a deal’s bid and tricks can be as they were entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.cards import Suit
from companion.rules.auction import Auction, hands_held, judge_meld_sum
from companion.rules.choices import Aim, Bidding, Defenders, Discards, Sides
from companion.rules.contract import judge_contract, judge_moon_contract
from companion.rules.count import fill_in, players_of, total_range
from companion.rules.dealing import seats_of, tricks_in_deal
from companion.rules.phrases import series
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.score.facts import (
    DealEnd,
    DealFacts,
    DealScore,
    MissingFact,
    Names,
    asks_all_tricks,
    asks_tricks,
    counted_meld,
    is_set_at_once,
    laid_away,
    takes_all_tricks,
    took_trick,
)
from companion.rules.variant import Variant


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
    """Return which of two players counts the cards that ``drawer`` rejected (draw.discards)."""
    return other if variant.draw_discards is Discards.OPPONENT and drawer == bidder else drawer


@dataclass(frozen=True)
class Teams:
    """The sides that share a result in one deal: each by itself, or where a partner is called two teams (res.five)."""

    by_head: Mapping[str, tuple[str, ...]]
    """Each team by the one of its players under whose name it is counted."""

    @property
    def heads(self) -> tuple[str, ...]:
        """The sides for which tricks are counted, the bidder's first where a result is shared."""
        return tuple(self.by_head)

    @property
    def is_shared(self) -> bool:
        """True if anybody shares a result."""
        return any(len(team) > 1 for team in self.by_head.values())

    def head_of(self, side: str) -> str:
        """The side under whose name this one is counted."""
        return next((head for head, team in self.by_head.items() if side in team), side)

    def team_of(self, side: str) -> tuple[str, ...]:
        """Everyone who shares this side's result."""
        return self.by_head.get(self.head_of(side), (side,))

    def named(self, name: Names) -> Names:
        """Name a side together with those who share its result."""
        return lambda side: " & ".join(name(each) for each in self.team_of(side))

    def together(self, amounts: Mapping[str, int]) -> dict[str, int]:
        """Figures of sides, added up by head; a team without figures is left out."""
        heads = dict.fromkeys(map(self.head_of, amounts))
        return {head: sum(amounts.get(side, 0) for side in self.team_of(head)) for head in heads}

    def counted(self, deal: DealFacts) -> DealFacts:
        """The deal with each team in the place of its sides."""
        if not self.is_shared:
            return deal
        ended = replace(
            deal.ended,
            points=self.together(deal.ended.points),
            tricks=self.together(deal.ended.tricks),
            offender=deal.ended.offender and self.head_of(deal.ended.offender),
            quad_pinochle=frozenset(map(self.head_of, deal.ended.quad_pinochle)),
        )
        meld, dix = self.together(deal.meld), self.together(deal.dix)
        return replace(deal, sides=self.heads, meld=meld, dix=dix, ended=ended)

    def each_with_own_meld(self, deal: DealFacts) -> dict[str, DealFacts]:
        """By side, the deal of the teams with this side's meld alone as its team's (sides.defenders)."""
        counted, own = self.counted(deal), {}
        for side in deal.sides:
            head = self.head_of(side)
            meld, dix = {**counted.meld, head: deal.meld.get(side, 0)}, {**counted.dix, head: deal.dix.get(side, 0)}
            own[side] = replace(counted, meld=meld, dix=dix)
        return own

    def credited(self, score: DealScore) -> DealScore:
        """A score of teams written out for every side: each is credited with its team's result (res.five)."""
        if not self.is_shared:
            return score
        change = {side: score.change[head] for head, team in self.by_head.items() for side in team}
        clauses = tuple(dict.fromkeys((*score.clauses, "res.five")))
        return replace(score, change=dict(sorted(change.items())), clauses=clauses)


def each_alone(sides: tuple[str, ...]) -> Teams:
    """Nobody shares a result."""
    return Teams({side: (side,) for side in sides})


def forms_teams(variant: Variant) -> bool:
    """Return True if each deal makes two teams, of which the bidder’s is one (sides, units.prices)."""
    return variant.sides is Sides.CALLED or variant.pays_units


def teams_of(variant: Variant, deal: DealFacts) -> Teams:
    """Return the teams: a bidder with the called partner, and the others (sides, sides.defenders, res.five).

    The one team goes by the bidder, the other by the first of its players.
    """
    if not forms_teams(variant) or deal.bidder is None:
        return each_alone(deal.sides)
    bidders = tuple(side for side in deal.sides if side in (deal.bidder, deal.partner))
    others = tuple(side for side in deal.sides if side not in bidders)
    if variant.sides_defenders is Defenders.EACH and not variant.pays_units:
        return Teams({deal.bidder: bidders, **{side: (side,) for side in others}})
    return Teams({deal.bidder: bidders, **({others[0]: others} if others else {})})


def moon_is_made(variant: Variant, deal: DealFacts) -> bool:
    """Return True if the bidder took every trick, or none, where that was bid; not as long as nobody has said so."""
    if deal.aim is Aim.NO_TRICK:
        return deal.ended.end is DealEnd.PLAYED and took_trick(variant, deal, deal.bidder or "") is False
    return takes_all_tricks(variant, deal) == deal.bidder


def judge_tricks(variant: Variant, deal: DealFacts, name: Names) -> Ruling:
    """Judge whether the tricks entered fit together and fit the counters (count.total)."""
    tricks, points, most = deal.ended.tricks, deal.ended.points, tricks_in_deal(variant)
    entered = sum(tricks.values())
    if entered > most:
        return refuse(f"A deal has {most} tricks, and these add up to {entered}.", "count.total", "hand.size")
    if deal.ended.end is DealEnd.PLAYED and not entered and set(tricks) >= set(deal.sides):
        return refuse(f"Somebody took the {most} tricks of this deal.", "count.total", "hand.size")
    for side in deal.sides:
        counted, away = points.get(side, 0), laid_away(variant, deal.bidder, side)
        if tricks.get(side, 0 if entered == most else 1) == 0 and counted > away:
            without = f"at most {away}, laid away, count without one" if away else "counters are taken in tricks"
            says = f"{name(side)} cannot have taken {counted} without a trick: {without}."
            return refuse(says, "count.total", "kitty.counts" if away and variant.kitty_size else "play.winner")
    return allow("These tricks can be.", "count.total")


def with_rest(variant: Variant, deal: DealFacts) -> DealFacts:
    """Fill in the trick points of the one side, or team, that was left out of a deal played out (count.total)."""
    if deal.ended.end is not DealEnd.PLAYED:
        return deal
    teams, bounds = teams_of(variant, deal), total_range(variant, players_of(variant, len(deal.sides)))
    counted = teams.counted(deal)
    blank = [head for head in teams.heads if counted.ended.tricks.get(head) == 0 and head != counted.bidder]
    points = fill_in(teams.heads, dict.fromkeys(blank, 0) | teams.together(deal.ended.points), bounds)
    missing = points.keys() - teams.together(deal.ended.points).keys()
    added = {side: points[side] for side in missing}
    return replace(deal, ended=replace(deal.ended, points={**deal.ended.points, **added})) if added else deal


def asked_tricks(variant: Variant, deal: DealFacts, name: Names) -> tuple[MissingFact, ...]:
    """Return what the tricks would decide where only the counters of a deal are given (end.all-tricks, score.save)."""
    teams = teams_of(variant, deal)
    counted, named = teams.counted(deal), teams.named(name)
    says = "whether {} took a trick".format
    asked = [
        MissingFact("tricks", says(series(map(named, sides), "or")), clause)
        for clause, sides in open_tricks(variant, counted).items()
    ]
    return tuple(asked)


def open_tricks(variant: Variant, deal: DealFacts) -> dict[str, tuple[str, ...]]:
    """Return the sides that may have taken a trick or not, by the clause that asks for it.

    :param deal: with each team in the place of its sides.
    """
    if deal.ended.end is not DealEnd.PLAYED or is_set_at_once(variant, deal):
        return {}
    took = {side: took_trick(variant, deal, side) for side in deal.sides}
    unknown, found = [side for side in deal.sides if took[side] is None], dict[str, tuple[str, ...]]()
    if deal.aim is Aim.NO_TRICK and deal.bidder in unknown:
        found[deal.aim.clause] = (deal.bidder,)
        unknown.remove(deal.bidder)
    takers = [side for side in deal.sides if took[side]]
    is_counted = any(deal.ended.points.values())
    if unknown and is_counted and len(takers) < 2 and asks_all_tricks(variant, deal.aim):
        return {**found, "end.all-tricks": tuple(unknown)}
    losing = [side for side in unknown if asks_tricks(variant) and counted_meld(variant, deal.meld.get(side, 0))]
    return {**found, "score.save": tuple(losing)} if losing else found


def judge_winning_bid(variant: Variant, deal: DealFacts) -> Ruling:
    """Judge whether the bidding side can have the bid for that much, with any dealer (bid.min, bid.step, bid.forced).

    Where bids are added up each single bid is judged; of a sum alone nothing is known.
    """
    if deal.bidder is None or deal.bid is None:
        return allow("Nobody has bid.", "bid")
    if deal.aim:
        return judge_moon_contract(variant, deal.aim, deal.bid)
    if variant.bid is not Bidding.SUMMED:
        return _judge_amount(variant, deal, deal.bidder, deal.bid)
    singles = [(side, bid) for side, bids in deal.bids.items() for bid in bids if bid]
    rulings = [_judge_amount(variant, deal, side, bid) for side, bid in singles]
    return next((each for each in rulings if not each), allow("These can be bid.", "bid.summed"))


def _judge_amount(variant: Variant, deal: DealFacts, side: str, amount: int) -> Ruling:
    players = players_of(variant, len(deal.sides) + len(deal.sits_out))
    seats = seats_of(variant, players, side)
    rulings = [
        judge_contract(variant, Auction(players, dealer), seat, amount) for dealer in range(players) for seat in seats
    ]
    return next((each for each in rulings if each), rulings[0])


def judge_melds(variant: Variant, deal: DealFacts) -> Ruling:
    """Judge whether each side can have melded that, with any trump where none is given (meld.best, unit)."""
    partners = players_of(variant, len(deal.sides)) // len(deal.sides)
    untrumped = deal.ended.end is DealEnd.NO_MARRIAGE
    trumps = (deal.trump,) if deal.trump or untrumped else tuple(Suit)
    for side, points in deal.meld.items():
        hands = hands_held(variant, partners, bids=side == deal.bidder)
        rulings = [judge_meld_sum(variant, trump, hands, points) for trump in trumps]
        if not any(rulings):
            return rulings[0]
    return allow("These can be melded.", "meld.best")
