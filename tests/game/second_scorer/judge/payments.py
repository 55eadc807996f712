"""A deal settled in units: each other player pays the bidder or is paid, those who sit out included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.game.second_scorer.judge.deal import Award, Deal
from tests.game.second_scorer.judge.seats import sides


def settled(deal: Deal, award: Award) -> Award:
    """The award in units at a table that pays them, or in game points; any other as it is."""
    options, bidder, bid = deal.options, deal.bidder, deal.bid or 0
    if options["score.game-points"]:
        return _worth(deal, award)
    if not options["units.prices"] or award.outcome == "void" or bidder is None:
        return award
    price = max(units for least, units in options["units.prices"] if least <= bid)
    spades = options["units.spades"] if bid >= (options.get("units.spades-from") or 0) else 1
    worth = price * {"S": spades, "H": options["units.hearts"]}.get(deal.trump or "", 1)
    lost = award.outcome == "set" or (award.outcome == "renege" and (deal.ended or {}).get("offender") == bidder)
    unplayed = award.outcome in ("thrown-in", "no-marriage") or award.set_unplayed
    each = -price if unplayed else -2 * worth if lost else worth
    kitty = options["units.kitty"]
    others = [side for side in sides(options, deal.players) if side != bidder]
    only_kitty = kitty is not None and _unseen(deal, award, bid)
    change = dict.fromkeys(others, 0 if only_kitty else -each)
    shares = only_kitty or (kitty is not None and bid >= kitty)
    change[bidder] = each * shares - sum(change.values())
    return Award(award.outcome, change, award.checks, award.set_unplayed)


def _worth(deal: Deal, award: Award) -> Award:
    """score.game-points: what the deal is worth as a whole."""
    worth, ended, own = deal.options["score.game-points"], deal.ended or {}, deal.allies
    if award.outcome in ("void", "points-only"):
        return award
    failed = award.outcome in ("set", "thrown-in", "no-marriage")
    if award.outcome == "renege":
        failed = ended["offender"] in own
    gains = {True: -worth["failed"] if failed else worth["made"], False: worth["saved"] if failed else 0}
    change = {side: gains[side in own] for side in award.change}
    return Award(award.outcome, change, award.checks, award.set_unplayed)


def _unseen(deal: Deal, award: Award, bid: int) -> bool:
    """units.unseen: the lowest bid, conceded without a look at the kitty."""
    conceded = award.outcome == "thrown-in" and deal.options["kitty.size"] > 0
    return conceded and not (deal.ended or {})["kitty_seen"] and bid <= deal.options["bid.min"]


def balances(options: Mapping[str, object], scores: Mapping[str, int]) -> dict[str, int]:
    """What each has won or lost, the kitty that is fed and paid by agreement among them (units.kitty)."""
    kitty = {} if options["units.kitty"] is None else {"kitty": -sum(scores.values())}
    return {**scores, **kitty}


def moved(about: Mapping[str, int], paid: Sequence[tuple[str, str, int]]) -> dict[str, int]:
    """What payments give to each of these, and take."""
    return {
        side: sum(amount for _, to, amount in paid if to == side) - sum(amount for of, _, amount in paid if of == side)
        for side in about
    }


def fewest(balances: Mapping[str, int]) -> int:
    """The least number of payments that make balances even which add up to nothing.

    A group that is even within itself takes one payment less than it has players: the more groups, the fewer.
    """
    open_ = tuple(side for side, amount in balances.items() if amount)
    return len(open_) - _groups(open_, balances)


def _groups(open_: tuple[str, ...], balances: Mapping[str, int]) -> int:
    """The most groups, each even within itself: every group that holds the first player is tried."""
    if not open_:
        return 0
    first, *others = open_
    best = 0
    for chosen in range(2 ** len(others)):
        partners = [side for place, side in enumerate(others) if chosen >> place & 1]
        if balances[first] + sum(balances[side] for side in partners) == 0:
            rest = tuple(side for side in others if side not in partners)
            best = max(best, 1 + _groups(rest, balances))
    return best
