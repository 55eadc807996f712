"""The game before a deal: one record for every question about a deal, and the facts that it leaves open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from companion.rules.choices import Extend, TieRule
from companion.rules.phrases import series
from companion.rules.ruling import Ruling, refuse
from companion.rules.score.ending import advance, raised_above
from companion.rules.score.facts import DealFacts, DealScore, MissingFact, Names, Outcome, Standing, Victory, side_name
from companion.rules.score.teams import teams_of
from companion.rules.score.under_way import Open, last_tie_rule, level_play_alone, why_open
from companion.rules.variant import Variant


@dataclass(frozen=True)
class History:
    """The game before a deal, as somebody says it; None where nobody has said."""

    scores: Mapping[str, int] = field(default_factory=dict)
    """By side; 0 for a side that is left out. In units, what each has won or lost."""
    risen: frozenset[str] | None = None
    """Sides whose score has gone up in some deal (end.no-progress); one above 0 need not be named."""
    failed_against: Mapping[str, int] | None = None
    """By side at the target, the bids that the others have failed since it got there (end.slide-out)."""
    target: int | None = None
    """The target in force, where it has risen further than the scores prove (end.tie-extend)."""
    playing: tuple[str, ...] = ()
    """The sides that can still win, where level sides play on alone and the scores no longer show it (end.tie-high)."""
    deals: int | None = None
    """The deals that counted (end.deals)."""
    checks: Mapping[str, int] = field(default_factory=dict)
    """By side, the checks gained and lost (end.checks)."""

    @classmethod
    def of(cls, standing: Standing) -> History:
        """All that is known of a game whose every deal was recorded."""
        return cls(
            standing.scores,
            standing.risen,
            dict.fromkeys(standing.scores, 0) | {**standing.failed_against},
            standing.target,
            standing.playing,
            standing.counted,
        )

    @property
    def is_none(self) -> bool:
        """True if nothing came before: no scores, and nothing said."""
        return not any(self.scores.values()) and replace(self, scores={}) == NO_HISTORY


NO_HISTORY = History()


def failed_by_others(failed: Mapping[str, int], sides: Sequence[str]) -> dict[str, int]:
    """Return by side the failed bids of all others, from those of each (end.slide-out).

    >>> failed_by_others({"B": 1, "C": 2}, "ABC")
    {'A': 3, 'B': 2, 'C': 1}
    """
    return {side: sum(failed.values()) - failed.get(side, 0) for side in sides}


def asked_before(variant: Variant) -> frozenset[str]:
    """The fields of a history, other than the scores, that can change a result at this table."""
    asked = {
        "risen": variant.end_no_progress is not None,
        "failed_against": variant.end_bid_out and variant.end_slide_out is not None,
        "target": isinstance(last_tie_rule(variant), Extend),
        "playing": level_play_alone(variant),
        "deals": variant.end_deals is not None and not variant.end_deal,
        "checks": variant.keeps_checks,
    }
    return frozenset(name for name, is_asked in asked.items() if is_asked)


def resume(variant: Variant, sides: tuple[str, ...], history: History = NO_HISTORY) -> Standing:
    """The standing between two deals, as a history proves it; what it leaves open is taken as not having happened.

    Several at the target while the game goes on prove that it has risen (end.tie-extend), or that those who are level
    at the top play on without the others (end.tie-high). A side above 0 has risen.

    :raises ValueError: if the history has a target, or who can still win, that cannot be.
    """
    scores = dict.fromkeys(sides, 0) | {**history.scores}
    target = _proven_target(variant, scores)
    if history.target is not None:
        target = _entered_target(variant, target, history.target)
    playing = history.playing or _level_at_target(variant, scores)
    if len(playing) < len(scores) and not level_play_alone(variant):
        raise ValueError("at this table level sides do not play on alone, so every side can still win")
    if len(playing) == 1:
        raise ValueError("a side that alone can still win has won: two or more play on")
    risen = (history.risen or frozenset()) | {side for side, points in scores.items() if points > 0}
    return Standing(scores, risen, dict(history.failed_against or {}), target, playing, history.deals or 0)


def _at_target(variant: Variant, scores: Mapping[str, int]) -> list[str]:
    return [side for side, points in scores.items() if points >= (variant.end_target or 0)]


def _proven_target(variant: Variant, scores: Mapping[str, int]) -> int | None:
    """Return the target, raised past all there but one: that one may be at the new target already.

    A side that is there alone proves nothing: only the table knows whether the target had risen before.
    """
    target, rule, there = variant.end_target, last_tie_rule(variant), _at_target(variant, scores)
    if target is None or len(there) < 2 or not isinstance(rule, Extend):
        return target
    _, second, *_ = sorted((scores[side] for side in there), reverse=True)
    return raised_above(second, target, rule.step)


def _entered_target(variant: Variant, proven: int | None, entered: int) -> int:
    first, rule = variant.end_target, last_tie_rule(variant)
    if first is None:
        raise ValueError("there is no target at this table")
    if not isinstance(rule, Extend):
        if entered == first:
            return entered
        raise ValueError(f"at this table the target stays at {first}, so it cannot be {entered}")
    if entered < (proven or first) or (entered - first) % rule.step:
        least = proven or first
        raise ValueError(f"with these scores the target is {least}, {least + rule.step} or so on, not {entered}")
    return entered


def _level_at_target(variant: Variant, scores: Mapping[str, int]) -> tuple[str, ...]:
    """The sides that were level at the top when the target was reached; all where nobody is there."""
    there = _at_target(variant, scores) if last_tie_rule(variant) is TieRule.HIGH else []
    best = max((scores[side] for side in there), default=0)
    leaders = tuple(side for side in there if scores[side] == best)
    return leaders if len(leaders) > 1 else tuple(scores)


def carries_over(variant: Variant) -> bool:
    """Return True if scores are carried on: deals are no games and not settled in units (end.deal, units.prices)."""
    return not (variant.end_deal or variant.pays_units)


def no_more_deals(won: Victory) -> Ruling:
    """Say why no deal can follow where somebody has won already."""
    return refuse(f"This game is over. {won.says}", won.clause)


def won_before(variant: Variant, sides: tuple[str, ...], history: History, name: Names = side_name) -> Victory | None:
    """Return the winner so far: one more deal that changes nothing would end the game, no matter who bids.

    :raises ValueError: if the history cannot be.
    """
    if not carries_over(variant):
        return None
    before = resume(variant, sides, history)
    if not history.deals:
        variant = replace(variant, end_deals=None)
    if len(_at_target(variant, before.scores)) > 1:
        before = replace(before, target=variant.end_target)  # who stands alone at a raised target still has to be there
    before = replace(before, counted=before.counted - 1)
    nothing = DealScore(Outcome.COUNTED, dict.fromkeys(sides, 0), (), ())
    return advance(variant, before, DealFacts(sides, None, None), nothing, name)[1]


@dataclass(frozen=True)
class Result:
    """The result of a deal for the game."""

    before: Standing
    after: Standing
    victory: Victory | None
    goes_on: Open
    """The reason why nobody has won, where nobody has."""
    winner: str | None = None
    """The one side that has won, or the bidder with a called partner; None where nobody has, or several share it."""
    asks: tuple[MissingFact, ...] = ()
    """Facts that decide if somebody has won and were not given; then there is no victory."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Every side that has won the game; none while it goes on, or where that is not known."""
        return self.victory.winners if self.victory else ()

    @property
    def open_says(self) -> str:
        """Say why nobody has won, in a sentence."""
        unknown = "Whether the game is over is not known"
        return f"{unknown if self.asks else 'Nobody has won yet'}: {self.goes_on.says}."


def judge_result(
    variant: Variant, history: History, deal: DealFacts, score: DealScore, name: Names = side_name
) -> Result | Ruling:
    """Judge who has won with a deal (end.order); unknown facts of the game before are asked for if they decide.

    :returns: the result, or a refusal with its clause where the game was over before the deal.
    :raises ValueError: if the history cannot be.
    """
    sides = tuple(sorted({*history.scores, *deal.sides, *deal.sits_out}))
    doubts = _doubts(variant, sides, history)
    found: dict[tuple[int, ...], Result] = {}
    already: list[Victory] = []
    for places in product(*(range(len(doubt)) for doubt in doubts.values())):
        said: dict[str, Any] = {each: doubts[each][place] for each, place in zip(doubts, places, strict=True)}
        so_far = replace(history, **said)
        over = won_before(variant, sides, so_far, name)
        if over:
            already.append(over)
            continue
        found[places] = _result(variant, resume(variant, sides, so_far), deal, score, name)
    if not found:
        return no_more_deals(already[0])
    deciding = [each for place, each in enumerate(doubts) if _decides(place, found)]
    first = next(iter(found.values()))
    there = _uncounted(variant, sides, history)
    asks = tuple(_asked(each, doubts[each], there, name) for each in deciding)
    return _open(first, asks) if asks else first


def _result(variant: Variant, before: Standing, deal: DealFacts, score: DealScore, name: Names) -> Result:
    after, victory = advance(variant, before, deal, score, name)
    winner = _winner(variant, deal, victory.winners) if victory else None
    return Result(before, after, victory, why_open(variant, before, after, name), winner)


def _winner(variant: Variant, deal: DealFacts, winners: tuple[str, ...]) -> str | None:
    if len(winners) == 1:
        return winners[0]
    bidders = teams_of(variant, deal).team_of(deal.bidder) if deal.bidder else ()
    return deal.bidder if {*winners} <= {*bidders} else None


def _open(result: Result, asks: tuple[MissingFact, ...]) -> Result:
    says = f"it depends on {series([each.says for each in asks])}"
    goes_on = Open(says, tuple(each.clause for each in asks), surprising=True)
    return replace(result, victory=None, winner=None, goes_on=goes_on, asks=asks)


def missing_facts(
    variant: Variant, sides: tuple[str, ...], history: History, name: Names = side_name
) -> tuple[MissingFact, ...]:
    """Return the facts about the deals before that a game going on from there must know, and nobody has given."""
    doubts = _doubts(variant, sides, history)
    there = _uncounted(variant, sides, history)
    return tuple(_asked(each, doubt, there, name) for each, doubt in doubts.items())


def _doubts(variant: Variant, sides: tuple[str, ...], history: History) -> Mapping[str, tuple[Any, ...]]:
    """Return, by unknown field that a rule looks back on, values with different results: the calmest first."""
    if history.is_none or history.deals == 0:
        return {}
    asked, scores = asked_before(variant), dict.fromkeys(sides, 0) | {**history.scores}
    low, there = frozenset(side for side, points in scores.items() if points <= 0), _uncounted(variant, sides, history)
    found: dict[str, tuple[Any, ...]] = {}
    if "risen" in asked and history.risen is None and low:
        found["risen"] = (low, frozenset())
    if "failed_against" in asked and there:
        said, most = {**(history.failed_against or {})}, (variant.end_slide_out or 0) - 1
        found["failed_against"] = (said, said | dict.fromkeys(there, most))
    if "deals" in asked and history.deals is None:
        found["deals"] = (0, (variant.end_deals or 0) - 1)
    return found


def _uncounted(variant: Variant, sides: tuple[str, ...], history: History) -> list[str]:
    """The sides at the target of which nobody has said how many bids the others have failed since."""
    there = _at_target(variant, dict.fromkeys(sides, 0) | {**history.scores})
    return [side for side in there if side not in (history.failed_against or {})]


def _decides(place: int, found: Mapping[tuple[int, ...], Result]) -> bool:
    """Return True if two results differ that were found with the same other facts."""
    results: dict[tuple[int, ...], set[Any]] = {}
    for places, result in found.items():
        others = (*places[:place], *places[place + 1 :])
        results.setdefault(others, set()).add((result.winners, result.victory and result.victory.clause))
    return any(len(each) > 1 for each in results.values())


def _asked(field: str, doubt: tuple[Any, ...], there: Sequence[str], name: Names) -> MissingFact:
    if field == "risen":
        sides = series([name(side) for side in sorted(doubt[0])], "or")
        return MissingFact(field, f"whether the score of {sides} has gone up in any deal", "end.no-progress")
    if field == "deals":
        return MissingFact(field, "how many deals were played before", "end.deals")
    says = f"how many bids the others have failed since {series(map(name, there), 'or')} reached the target"
    return MissingFact(field, says, "end.slide-out")
