"""Where a game stands between deals, and who has won it (section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.score.facts import DealFacts
from companion.rules.score.teams import teams_of
from companion.rules.variant import Variant


@dataclass(frozen=True)
class Standing:
    """Where a game stands between deals: the scores, and what the ways to win look back on."""

    scores: Mapping[str, int]
    risen: frozenset[str] = frozenset()
    """Sides whose score has risen in some deal (end.no-progress)."""
    failed_against: Mapping[str, int] = field(default_factory=dict)
    """For a side at the target, the bids that its opponents have failed since it got there (end.slide-out)."""
    target: int | None = None
    """The target in force; it rises under end.tie-extend and stays there."""
    playing: tuple[str, ...] = ()
    """The sides that can still win: fewer than all once level sides play on alone (end.tie-high)."""
    counted: int = 0
    """The deals that count so far, for a game of a set number of them (end.deals)."""


@dataclass(frozen=True)
class Victory:
    """Who has won, and the clause that says so."""

    winner: str
    clause: str
    says: str
    also: tuple[str, ...] = ()
    """Who wins together with the winner: a called partner, or the others of a team that this deal made (res.five)."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Every side that wins."""
        return (self.winner, *self.also)


def opening(variant: Variant, sides: tuple[str, ...]) -> Standing:
    """The standing before the first deal."""
    return Standing(dict.fromkeys(sides, 0), target=variant.end_target, playing=sides)


def bidders_among(variant: Variant, deal: DealFacts, there: list[str]) -> list[str]:
    """Those of the bidding side who are there, the bidder first, then a called partner."""
    if deal.bidder is None:
        return []
    team = sorted(teams_of(variant, deal).team_of(deal.bidder), key=lambda side: side != deal.bidder)
    return [side for side in team if side in there]
