"""Who shares a deal's result: a side by itself, or a called partner with the bidder and all others together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.game.second_scorer.judge.cards import counter, pack
from tests.game.second_scorer.judge.deal import Award, Deal
from tests.game.second_scorer.judge.figures import Options


@dataclass(frozen=True)
class Team:
    """One result, under the name of one of its sides, with the figures of all of them put together."""

    name: str
    sides: tuple[str, ...]
    meld: int
    dix: int
    points: int
    tricks: int | None
    """None where nobody told them."""
    away: int
    """The most that can count for it without a trick: cards laid away."""
    least: int
    """What any trick holds at least."""
    contract: int | None
    """What it must make; None where nothing."""
    bids: bool
    """Whether the bidder is of it."""
    offends: bool


def teams_of(deal: Deal) -> list[Team]:
    """The deal's teams, the bidder's named after the bidder."""
    return [_team(deal, sides) for sides in deal.teams() if sides]


def _team(deal: Deal, sides: list[str]) -> Team:
    bids = deal.bidder in sides
    contracts = deal.contracts or ({deal.bidder: deal.bid or 0} if deal.bidder else {})
    offender = (deal.ended or {}).get("offender")
    points, tricks = deal.told("points"), deal.told("tricks")
    return Team(
        name=(deal.bidder or "") if bids else sides[0],
        sides=tuple(sides),
        meld=sum(map(deal.meld, sides)),
        dix=sum(map(deal.dix, sides)),
        points=sum(points.get(side, 0) for side in sides),
        tricks=sum(tricks.get(side, 0) for side in sides) if {*sides} & {*tricks} else None,
        away=_laid_away(deal, bids),
        least=_least_trick(deal),
        contract=next((contracts[side] for side in sides if side in contracts), None),
        bids=bids,
        offends=offender in sides,
    )


def _laid_away(deal: Deal, bids: bool) -> int:
    """kitty.counts, draw.discards: what the dearest cards laid away for a side are worth."""
    options, cards = deal.options, 0
    if options["draw"] == "keep-or-reject":
        goes_over = options["draw.discards"] == "opponent" and deal.bidder is not None
        cards = options["hand.size"] * ((0 if bids else 2) if goes_over else 1)
    elif bids and options["kitty.counts"] and not options["kitty.deal-out"]:
        cards = options["kitty.size"]
    return sum(sorted((counter(options, card) for card in pack(options)), reverse=True)[:cards])


def _least_trick(deal: Deal) -> int:
    """What a trick of the cheapest cards is worth; more than 0 where every card of the pack counts."""
    return sum(sorted(counter(deal.options, card) for card in pack(deal.options))[: len(deal.seats)])


def took_trick(team: Team) -> bool:
    """What is told is believed; untold, more counters show a trick than can have been laid away."""
    return team.points > team.away if team.tricks is None else team.tricks > 0


def took_none(team: Team) -> bool:
    """Told so, or untold with fewer counters than any trick holds."""
    return team.points < team.least and not took_trick(team) if team.tricks is None else team.tricks == 0


def meets_least(options: Options, meld: int) -> bool:
    """Whether a meld suffices to count (score.meld-min)."""
    least = options["score.meld-min"]
    if least is None:
        return True
    return bool(meld > least["more_than"] if "more_than" in least else meld >= least["at_least"])


def counted_meld(options: Options, meld: int) -> int:
    return meld if meets_least(options, meld) else 0


def by_member(deal: Deal, teams: list[Team], judged: Callable[[Deal, list[Team]], Award | None]) -> Award | None:
    """The award for every side; where defenders share tricks alone, each one's with the own meld (sides.defenders)."""
    award = judged(deal, teams)
    if award is None:
        return None
    out = spread(teams, award)
    if deal.options["sides.defenders"] == "tricks" and not deal.options["units.prices"]:
        for team in (team for team in teams if not team.bids and len(team.sides) > 1):
            for side in team.sides:
                alone = replace(team, meld=deal.meld(side), dix=deal.dix(side))
                ended = dict(deal.ended or {})
                told = {name: meld for name, meld in ended.get("meld", {}).items() if name == side}
                so_told = replace(deal, ended={**ended, "meld": told})
                own = judged(so_told, [alone if each is team else each for each in teams])
                out.change[side] = own.change[team.name] if own else out.change[side]
    return out


def spread(teams: list[Team], award: Award) -> Award:
    """The award written out for every side: each member is credited with the team's result (res.five)."""
    change = {side: award.change[team.name] for team in teams for side in team.sides}
    return Award(award.outcome, change, award.checks, award.set_unplayed)
