"""How a game goes on after each deal: scores, raised target, who contends alone, and who has won (section 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.game.second_scorer.judge.deal import Award, Deal
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.judge.meld import four_fold
from tests.game.second_scorer.judge.scoring import sweeper
from tests.game.second_scorer.judge.team import Team, teams_of


@dataclass(frozen=True)
class Won:
    """Who has won together, by which clause, in which deal."""

    sides: tuple[str, ...]
    clause: str
    deal: int


@dataclass
class Standing:
    """A game between two deals."""

    options: Options
    scores: dict[str, int]
    target: int | None
    playing: list[str]
    """Who can still win at the target (end.tie-high)."""
    risen: set[str] = field(default_factory=set)
    failures: dict[str, int] = field(default_factory=dict)
    """For a side that stays at the target, the bids that its opponents failed since."""
    won: Won | None = None
    counted: int = 0
    """Deals that count so far (end.deals)."""


def standing_after(options: Options, sides: Sequence[str], deals: Sequence[Deal]) -> Standing:
    """The standing after these deals, or after the one among them that decided the game."""
    now = Standing(options, dict.fromkeys(sides, 0), options["end.target"], list(sides))
    for deal in deals:
        if deal.award and deal.award.outcome != "void" and now.won is None:
            add_deal(now, deal, deal.award)
    return now


def stop(now: Standing, deals: int) -> Won | None:
    """end.stop: the best score, shared by those who are level, where the game need not end by itself."""
    options = now.options
    has_end = options["end.target"] is not None or options["end.deals"] is not None or options["end.deal"]
    if has_end and not _ties_without_bound(now):
        return None
    best = max(now.scores.values())
    return Won(tuple(side for side in now.scores if now.scores[side] == best), "end.stop", deals)


def _ties_without_bound(now: Standing) -> bool:
    """end.stop: several are at the target, and the first tie rule that does not ask who bid plays another deal."""
    if now.target is None or now.options["end.deal"] or now.options["end.bid-out"]:
        return False
    there = [side for side, points in now.scores.items() if points >= now.target]
    return len(there) > 1 and next((rule for rule in now.options["end.tie"] if rule != "bidder"), "") == "another"


def add_deal(now: Standing, deal: Deal, award: Award) -> None:
    """Add a deal to the standing, and look for a winner in the order of end.order."""
    before = dict(now.scores)
    now.counted += 1
    for side, change in award.change.items():
        now.scores[side] += change
        if change > 0:
            now.risen.add(side)
    _count_failures(now, deal, award, before)
    teams = teams_of(deal)
    found = (
        _all_tricks(now, deal, teams)
        or _quad_pinochle(now, deal, teams)
        or _no_progress(now)
        or _spread(now)
        or _floor(now)
        or _claim(now, deal)
        or _at_the_target(now, deal, award, before)
        or _after_the_last(now, deal, award)
    )
    if found:
        now.won = Won(tuple(found[0]), found[1], deal.number)


_Found = tuple[list[str], str] | None


def bid_failed(deal: Deal, award: Award) -> bool:
    """Whether the bidding side failed its bid."""
    if award.outcome == "renege":
        return (deal.ended or {}).get("offender") in deal.allies
    return award.outcome in ("set", "thrown-in", "no-marriage")


def _count_failures(now: Standing, deal: Deal, award: Award, before: dict[str, int]) -> None:
    """end.slide-out: a failed bid counts for everyone who was at the target and stays there, save the bidders."""
    failed, target = bid_failed(deal, award), now.target
    for side in now.scores:
        stays = target is not None and min(before[side], now.scores[side]) >= target
        counted = now.failures.get(side, 0) + (failed and side not in deal.allies)
        now.failures[side] = counted if stays else 0


def _all_tricks(now: Standing, deal: Deal, teams: list[Team]) -> _Found:
    if now.options["end.all-tricks"] != "wins" or (deal.ended or {}).get("end") != "played":
        return None
    swept = sweeper(deal, teams) if deal.every else None
    if swept is None:
        return None
    return sorted(swept.sides, key=lambda side: (side != deal.bidder, -now.scores[side])), "end.all-tricks"


def _quad_pinochle(now: Standing, deal: Deal, teams: list[Team]) -> _Found:
    needed, ended = four_fold(now.options)[1], deal.ended or {}
    if needed is None or ended.get("end") != "played":
        return None
    points = {side: team.points for team in teams for side in team.sides}
    able = [side for side in deal.sides if side in ended["quad_pinochle"] and points[side] >= needed]
    runs_alone = four_fold(now.options)[0] == {"run"}
    return (able, "end.quad-pinochle.run" if runs_alone else "end.quad-pinochle") if able else None


def _no_progress(now: Standing) -> _Found:
    needed = now.options["end.no-progress"]
    alone = [s for s, n in now.scores.items() if needed is not False and n >= needed and now.risen <= {s}]
    return (alone, "end.no-progress") if alone else None


def _spread(now: Standing) -> _Found:
    """end.spread: the side that is that far above each of the others."""
    needed = now.options.get("end.spread")
    for side, score in now.scores.items():
        rest = [other for name, other in now.scores.items() if name != side]
        if needed and not now.options["end.deal"] and all(score - other >= needed for other in rest):
            return [side], "end.spread"
    return None


def _floor(now: Standing) -> _Found:
    floor = now.options["floor"]
    fallen = [side for side, score in now.scores.items() if floor is not None and score <= floor]
    left = [side for side in now.scores if side not in fallen]
    best = [side for side in left if now.scores[side] == max(now.scores[each] for each in left)]
    return (best, "floor") if fallen and left else None


def _claim(now: Standing, deal: Deal) -> _Found:
    ended = deal.ended or {}
    if ended.get("end") != "claim" or now.target is None:
        return None
    others = {side: score for side, score in now.scores.items() if side != ended["claimant"]}
    right = now.scores[ended["claimant"]] >= now.target
    best = [side for side, score in others.items() if score == max(others.values())]
    return [ended["claimant"]] if right else best, "end.declare-out"


def _at_the_target(now: Standing, deal: Deal, award: Award, before: dict[str, int]) -> _Found:
    if now.options["end.deal"]:
        best = [side for side, score in now.scores.items() if score == max(now.scores.values())]
        return (best, "end.deal") if len(best) == 1 else None
    if now.target is None:
        return None
    if now.options["end.bid-out"]:
        return _bid_out(now, deal, award, before, now.target)
    there = [side for side in now.playing if now.scores[side] >= (now.target or 0)]
    return (there, "end.target") if len(there) == 1 else _tie(now, deal, award, there)


def _bid_out(now: Standing, deal: Deal, award: Award, before: dict[str, int], target: int) -> _Found:
    made = deal.moon or now.options["score.renege"] != "bruce"
    innocent = award.outcome == "renege" and made and not bid_failed(deal, award)
    out = [side for side in deal.allies if now.scores[side] >= target]
    if out and (award.outcome == "made" or innocent):
        return out, "end.bid-out"
    needed = now.options["end.slide-out"]
    stayed = [side for side in now.scores if min(before[side], now.scores[side]) >= target]
    slid = [side for side in stayed if needed is not False and now.failures[side] >= needed]
    return (slid, "end.slide-out") if slid else None


def _after_the_last(now: Standing, deal: Deal, award: Award) -> _Found:
    last = now.options["end.deals"]
    if last is None or now.options["end.deal"] or now.counted < last:
        return None
    best = [side for side in now.playing if now.scores[side] == max(now.scores[s] for s in now.playing)]
    if len(best) == 1:
        return best, "end.deals"
    if now.options["end.deals-level"] == "shared":
        return best, "end.deals-level.shared"
    for rule in now.options["end.tie"]:
        bidders = _bidders(deal, award, best)
        if rule == "bidder" and bidders:
            return bidders, "end.tie-bidder"
        if rule != "bidder":
            now.playing = best if rule == "high" else now.playing
            return None
    return None


def _bidders(deal: Deal, award: Award, among: list[str]) -> list[str]:
    """end.tie-bidder: the bidding side goes out first unless it lost its bid."""
    return [] if bid_failed(deal, award) else [side for side in deal.allies if side in among]


def _tie(now: Standing, deal: Deal, award: Award, there: list[str]) -> _Found:
    for rule in now.options["end.tie"] if there else ():
        if isinstance(rule, dict):
            while now.target is not None and sum(now.scores[side] >= now.target for side in there) > 1:
                now.target += rule["extend"]
            return None
        if rule == "another":
            return None
        bidders = _bidders(deal, award, there)
        if rule == "bidder" and bidders:
            return bidders, "end.tie-bidder"
        best = [side for side in there if now.scores[side] == max(now.scores[s] for s in there)]
        if rule == "high" and len(best) == 1:
            return best, "end.tie-high"
        if rule == "high":
            now.playing = best
            return None
    return None
