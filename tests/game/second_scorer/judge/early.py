"""Deals that end before their last trick: thrown in, without a marriage, by a renege, as a misdeal (section 6)."""

from __future__ import annotations

from tests.game.second_scorer.judge.cards import pool
from tests.game.second_scorer.judge.deal import Award, Deal
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.judge.moon import fixed, silences
from tests.game.second_scorer.judge.seats import side_of
from tests.game.second_scorer.judge.team import Team, by_member, counted_meld, teams_of


def conceded(deal: Deal, teams: list[Team]) -> Award | None:
    """score.throw-in; None where it is not allowed, as it is not after the first lead."""
    options, pays = deal.options, deal.options["score.throw-in.opponents"]
    bidding = next((team for team in teams if team.bids), None)
    if bidding is not None and deal.moon:
        return _moon_conceded(deal, teams)
    if bidding is None or deal.led or not may_concede(options, deal.bid or 0, bidding.meld):
        return None
    change = {}
    for team in teams:
        gain = 0 if pays == "nothing" else counted_meld(options, team.meld)
        gain += beyond_meld(options, deal.bid or 0)
        lost = 0 if options["score.set"] == "nothing" else deal.bid or 0
        change[team.name] = -lost if team is bidding else gain
    return Award("thrown-in", change)


def _moon_conceded(deal: Deal, teams: list[Team]) -> Award | None:
    """res.moon: given up only where any deal may be, and it costs what it does when it fails."""
    options, pays = deal.options, deal.options["score.throw-in.opponents"]
    if deal.led or options["score.throw-in"] != "always":
        return None
    change, (_, costs) = {}, fixed(options, deal.every)
    for team in teams:
        meld = 0 if pays == "nothing" else counted_meld(options, team.meld)
        gain = 0 if silences(options, deal.every) else meld + beyond_meld(options, costs)
        change[team.name] = -costs if team.bids else gain
    return Award("thrown-in", change)


def beyond_meld(options: Options, bid: int) -> int:
    """What each opponent gets on top of its meld: a bonus, or half of what was bid, rounded up."""
    pays = options["score.throw-in.opponents"]
    if pays == "half-bid":
        return -(-bid // 2)
    return int(pays["bonus"]) if isinstance(pays, dict) else 0


def may_concede(options: Options, bid: int, meld: int) -> bool:
    """Whether a bidding side with this meld may throw in before the first lead."""
    reach = counted_meld(options, meld) + pool(options)
    allowed = {"never": False, "always": True, "shortfall>pool": bid > reach, "shortfall>=pool": bid >= reach}
    return allowed[options["score.throw-in"]]


def no_marriage(deal: Deal, teams: list[Team]) -> Award | None:
    """score.no-marriage: only over the least bid; the others score what score.no-marriage.opponents lets them."""
    if not ends_unmarried(deal):
        return None
    worth = {team.name: _unmarried_gain(deal.options, _told_without_trump(deal, team)) for team in teams}
    return Award("no-marriage", {team.name: -(deal.bid or 0) if team.bids else worth[team.name] for team in teams})


def ends_unmarried(deal: Deal) -> bool:
    """Whether a bidder without a marriage is out of the deal."""
    always = deal.options["trump.needs"] == "marriage"
    over = bool(deal.bid) and (always or (deal.bid or 0) > deal.options["bid.min"])
    return over and bool(deal.options["score.no-marriage"])


def must_lay_without_trump(deal: Deal) -> list[str]:
    """The sides that must enter their meld when the bidder has no marriage: the opponents, if it counts."""
    counts = deal.options["score.no-marriage.opponents"] != "nothing" and not deal.options["units.prices"]
    return [side for side in deal.sides if side != deal.bidder] if counts and ends_unmarried(deal) else []


def _told_without_trump(deal: Deal, team: Team) -> int:
    told = (deal.ended or {}).get("meld", {})
    return team.meld + sum(int(told.get(side, 0)) for side in team.sides)


def _unmarried_gain(options: Options, meld: int) -> int:
    pays = options["score.no-marriage.opponents"]
    if isinstance(pays, dict):
        return 0 if meld < pays["at_least"] else meld
    return counted_meld(options, meld) if pays == "meld" else 0


def reneged(deal: Deal, teams: list[Team]) -> Award | None:
    """score.renege, whichever rule the table plays."""
    if not any(team.offends for team in teams):
        return None
    by_bidder = any(team.offends and team.contract is not None for team in teams)
    return Award("renege", {team.name: _after_renege(deal, team, by_bidder) for team in teams})


def _after_renege(deal: Deal, team: Team, by_bidder: bool) -> int:
    options, rule, bid = deal.options, deal.options["score.renege"], deal.bid or 0
    if team.offends:
        # res.moon: a double set does not double what every trick, or none, costs.
        return -(team.contract if deal.moon and team.contract is not None else _penalty(options, team, bid))
    if deal.moon and (team.bids or silences(options, deal.every)):
        return fixed(options, deal.every)[0] if team.bids else 0
    meld = counted_meld(options, team.meld)
    if rule == "side-all-counters" and (by_bidder or team.contract is not None):
        return meld + pool(options)
    if team.contract is None or rule == "bruce":
        return meld
    if rule == "three":
        both = options["score.bid-and-meld"] == "sum"
        return team.contract + meld if both else max(team.contract, meld)
    return max(team.contract, meld + team.points)


def _penalty(options: Options, team: Team, bid: int) -> int:
    if team.contract is None:
        return 0 if options["score.renege"] == "side" else bid
    return team.contract * (options["score.double-set"] if options["score.renege"] == "three" else 1)


def misdealt(deal: Deal) -> Award | None:
    """A void deal, or the dealer's renege where play had begun (score.misdeal); None where the rules know it not."""
    kind = (deal.ended or {}).get("misdeal") or "card-fault"
    if kind == "technical" and (deal.first_trick_over or not _redeals_hands(deal.options)):
        return None
    if kind == "procedure" and deal.options["misdeal.procedure"] and _found_in_play(deal):
        return _dealers_renege(deal)
    return Award("void", dict.fromkeys(deal.sides, 0))


def _redeals_hands(options: Options) -> bool:
    return bool(options["misdeal.technical"] or options["misdeal.hands"])


def _found_in_play(deal: Deal) -> bool:
    """Whether a card had been played when the misdeal came to light; who names an offender says that it had."""
    melding = deal.trump is None if deal.options["draw"] == "stock" else not deal.closed
    if deal.seat is None and deal.options["bid"] != "none":
        return False  # Nobody plays a card before the bid is sold, whatever was recorded of a deal that this corrects.
    return deal.led or ((deal.ended or {}).get("offender") is not None and not melding)


def _dealers_renege(deal: Deal) -> Award | None:
    """The renege of whoever dealt; None where somebody else was named, or nobody."""
    if (deal.ended or {}).get("offender") != side_of(deal.options, deal.players, deal.dealer):
        return None
    teams = teams_of(deal)
    return by_member(deal, teams, reneged)
