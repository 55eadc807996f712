"""The ledger of checks: judges what a side says of its melds, and writes a deal's gains and losses into its score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.game.record.commands import TellChecks
from companion.game.record.events import ChecksTold, DealScored, Event, SideChecks, SidePoints
from companion.game.record.refusal import Refusal, refusal_of
from companion.game.record.state import DealState, GameState, side_mark
from companion.rules.score.checks import checks_of_deal, checks_working, judge_check_melds
from companion.rules.score.facts import CheckMeld, DealFacts, DealScore
from companion.rules.variant import Variant


def tell_checks(state: GameState, deal: DealState, command: TellChecks) -> tuple[Event, ...] | Refusal:
    """What a side showed that earns checks, if a meld of that sum can hold it (end.checks)."""
    if command.side not in state.sides:
        return Refusal("Please say whose checks these are.", ("end.checks",), "checks")
    ruling = judge_check_melds(state.variant, command.melds, deal.meld(command.side))
    if not ruling:
        return refusal_of(ruling, f"checks-{command.side}")
    return (ChecksTold(SideChecks(command.side, in_order(command.melds))),)


def with_checks(variant: Variant, scored: DealScored, facts: DealFacts, score: DealScore) -> DealScored:
    """A deal's score with the checks that it gains and costs, at a table that keeps them (end.checks)."""
    if not variant.keeps_checks:
        return scored
    checks = checks_of_deal(variant, facts, score)
    clauses = (*scored.clauses, "end.checks") if any(checks.values()) else scored.clauses
    return replace(
        scored,
        clauses=clauses,
        checks=tuple(SidePoints(side, each) for side, each in checks.items()),
        checks_working=checks_working(variant, facts, score, side_mark),
    )


def in_order(melds: Iterable[CheckMeld]) -> tuple[CheckMeld, ...]:
    """Melds in the order in which the tiles show them."""
    return tuple(sorted(melds, key=list(CheckMeld).index))
