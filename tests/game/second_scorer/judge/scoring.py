"""What a deal brings each side, in the order of section 6."""

from __future__ import annotations

from tests.game.second_scorer.judge import payments
from tests.game.second_scorer.judge.cards import all_tricks_range, pack, pool, rounded
from tests.game.second_scorer.judge.deal import Award, Deal
from tests.game.second_scorer.judge.early import beyond_meld, conceded, misdealt, no_marriage, reneged
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.judge.moon import fixed, silences
from tests.game.second_scorer.judge.team import (
    Team,
    by_member,
    counted_meld,
    meets_least,
    teams_of,
    took_none,
    took_trick,
)


def score(deal: Deal) -> Award | None:
    """The award for a deal that has ended; None where the rules do not let it end so."""
    if deal.ended is None:
        return None
    how = deal.ended["end"]
    if how == "misdeal":
        award = misdealt(deal)
        return award and payments.settled(deal, award)
    teams = teams_of(deal)
    if not _tricks_fit(deal, teams):
        return None
    judged = {"thrown-in": conceded, "no-marriage": no_marriage, "renege": reneged, "claim": _claimed}.get(how, _played)
    award = by_member(deal, teams, judged)
    return award and payments.settled(deal, award)


def _tricks_fit(deal: Deal, teams: list[Team]) -> bool:
    """No more tricks than there are, and no counters without a trick, save those laid away."""
    told = sum(team.tricks or 0 for team in teams)
    if told > _size(deal) or ((deal.ended or {})["end"] == "played" and all(team.tricks == 0 for team in teams)):
        return False
    return all(team.points <= team.away for team in _blank(deal, teams))


def _size(deal: Deal) -> int:
    """How many tricks there are."""
    options = deal.options
    if options["draw"] == "stock":
        return len(pack(options)) // deal.players
    return int(options["hand.size"] + bool(options["kitty.deal-out"]))


def _blank(deal: Deal, teams: list[Team]) -> list[Team]:
    """The teams that took no trick: as entered, because the others took them all, or for want of counters."""
    told = sum(team.tricks or 0 for team in teams)
    return [team for team in teams if took_none(team) or (team.tricks is None and told == _size(deal))]


def _played(deal: Deal, teams: list[Team]) -> Award | None:
    options, bidding = deal.options, next((team for team in teams if team.bids), None)
    if options["score.unplayed"] and bidding and hopeless(deal, bidding):
        return _set_at_once(options, teams, bidding)
    least, most = all_tricks_range(options, len(deal.seats))
    if not least <= sum(team.points for team in teams) <= most and not _tricks_alone_decide(deal, teams):
        return None
    if deal.moon:
        return _shot(deal, teams)
    change = {team.name: _kept(options, team)[0] for team in teams}
    failed = [team for team in teams if team.contract is not None and not _makes(options, team)]
    for team in teams:
        if options["score.bid-only"] and team.contract is not None and team not in failed:
            change[team.name] = team.contract
    for team in failed:
        change[team.name] += _cost(options, team)
        if options["score.set"] == "credited":
            for other in teams:
                change[other.name] += (team.contract or 0) if other is not team else 0
        for other in teams:
            change[other.name] += _from_failure(options, team.contract or 0) if other is not team else 0
    bonus = options["end.all-tricks"]
    swept = sweeper(deal, teams)
    if swept and isinstance(bonus, dict):
        change[swept.name] += bonus["bonus"]
    if all(team.contract is None for team in teams):
        return Award("counted", change)
    return Award("set" if any(team.bids for team in failed) else "made", change)


def _tricks_alone_decide(deal: Deal, teams: list[Team]) -> bool:
    """bid.moon, bid.no-trick: nobody gave counters, and none of the others can keep any."""
    told = deal.ended or {}
    if not deal.moon or told["points"] or not told["tricks"]:
        return False
    return silences(deal.options, deal.every) or all(took_none(team) for team in teams if not team.bids)


def _from_failure(options: Options, bid: int) -> int:
    """score.set.opponents: what each other side gets on top when a bid was played and failed."""
    pays = options.get("score.set.opponents", "own")
    if pays == "half-bid":
        return -(-bid // 2)
    return int(pays["bonus"]) if isinstance(pays, dict) else 0


def _shot(deal: Deal, teams: list[Team]) -> Award:
    """bid.moon, bid.no-trick: a fixed amount for the bidder, and for the others what they keep, or nothing."""
    options, swept, bonus = deal.options, sweeper(deal, teams), deal.options["end.all-tricks"]
    (brings, costs), silent = fixed(options, deal.every), silences(options, deal.every)
    done = [swept] if deal.every else _blank(deal, teams)
    made, change = any(team is not None and team.bids for team in done), {}
    for team in teams:
        if team.bids:
            change[team.name] = brings if made else -costs
            continue
        change[team.name] = 0 if silent else _kept(options, team)[0]
        if team is swept and isinstance(bonus, dict) and deal.every and not silent:
            change[team.name] += bonus["bonus"]
    return Award("made" if made else "set", change)


def sweeper(deal: Deal, teams: list[Team]) -> Team | None:
    """Who took every trick, if one did (end.all-tricks)."""
    blank = _blank(deal, teams)
    takers = [team for team in teams if team not in blank]
    return takers[0] if len(takers) == 1 and took_trick(takers[0]) else None


def _kept(options: Options, team: Team) -> tuple[int, int, int]:
    """What a side keeps (score.meld-min, score.save): all of it, its meld, and its trick points."""
    save, points = options["score.save"], rounded(options, team.points)
    if _saves(options, team):
        meld = counted_meld(options, team.meld)
    else:
        meld, points = _safe(options, team), 0 if save["loses_tricks"] else points
    return meld + points, meld, points


def _saves(options: Options, team: Team) -> bool:
    save = options["score.save"]
    if save["by"] == "trick":
        return took_trick(team)
    return bool(save["by"] == "nothing" or rounded(options, team.points) >= save["at_least"])


def _safe(options: Options, team: Team) -> int:
    return team.dix if options["score.save"]["dix_safe"] else 0


def _makes(options: Options, team: Team) -> bool:
    """score.made, res.bidder-blank."""
    every_minimum = _saves(options, team) and meets_least(options, team.meld)
    all_of_it, meld, _ = _kept(options, team)
    reached = meld + team.points if options.get("count.round-bid") == "exact" else all_of_it
    return every_minimum and reached >= (team.contract or 0)


def _cost(options: Options, team: Team) -> int:
    """What comes on top of what a side kept when its bid has failed (score.set and its house readings)."""
    kept, meld, _ = _kept(options, team)
    bid, way = team.contract or 0, options["score.set"]
    stays = meld if way == "bid-keeps-meld" else _safe(options, team)
    loss = {"twice": 2 * bid, "credited": 0, "nothing": 0, "bid+meld": bid + counted_meld(options, team.meld)}.get(
        way, bid
    )
    return stays - kept - loss


def hopeless(deal: Deal, bidding: Team) -> bool:
    """Whether a bid is certain to fail for want of meld (score.unplayed)."""
    if deal.moon:
        return False
    save = deal.options["score.save"]
    most = all_tricks_range(deal.options, len(deal.seats))[1]
    needs = (bidding.contract or 0) - counted_meld(deal.options, bidding.meld)
    if save["by"] == "points":
        needs = max(needs, save["at_least"])
    return not meets_least(deal.options, bidding.meld) or needs > most


def _set_at_once(options: Options, teams: list[Team], bidding: Team) -> Award:
    pays, bid = options["score.throw-in.opponents"], bidding.contract or 0
    own, way = counted_meld(options, bidding.meld), options["score.set"]
    loss = {"twice": 2 * bid, "credited": 0, "nothing": 0, "bid+meld": bid + own, "bid-keeps-meld": bid - own}.get(
        way, bid
    )
    change = {bidding.name: -loss}
    for team in teams:
        if team is not bidding:
            gain = 0 if pays == "nothing" else counted_meld(options, team.meld)
            change[team.name] = gain + beyond_meld(options, bid) + (bid if way == "credited" else 0)
    return Award("set", change, set_unplayed=True)


def _claimed(deal: Deal, teams: list[Team]) -> Award | None:
    options, ended = deal.options, deal.ended or {}
    if deal.moon or not options["end.declare-out"] or options["end.deal"] or options["end.target"] is None:
        return None
    if sum(team.points for team in teams) > pool(options) or ended["claimant"] not in deal.sides:
        return None
    return Award("counted", {team.name: team.meld + rounded(options, team.points) for team in teams})
