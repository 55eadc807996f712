"""What each side has bid, as the pages say it: one bidder, or every side with its own sum."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.record.state import DealState, GameState
from companion.rules.score.facts import Outcome


@dataclass(frozen=True)
class SideBid:
    """One side's contract where the partners' bids are added up (bid.summed)."""

    side: str
    name: str
    single: tuple[int, ...]
    """Each partner's bid, 0 for a pass."""
    made: bool | None = None
    """Whether it was made; None before the deal is scored, or where it ended otherwise."""

    @property
    def amount(self) -> int:
        """What the side must make."""
        return sum(self.single)


def side_bids(state: GameState, deal: DealState) -> tuple[SideBid, ...]:
    """Every side's contract, that of the side that names trump first; none where bids are not added up."""
    bids = state.bids_of(deal) if deal.contract or deal.calls else {}
    first = state.side_of(deal.contract.bidder) if deal.contract else ""
    order = sorted(bids, key=lambda side: side != first)
    return tuple(SideBid(side, state.side_name(side), bids[side], _made(deal, side, sum(bids[side]))) for side in order)


def _made(deal: DealState, side: str, amount: int) -> bool | None:
    """A side that made its sum scored at least that much."""
    if deal.scored is None or not amount or deal.scored.outcome not in (Outcome.MADE, Outcome.SET):
        return None
    return deal.change[side] >= amount


def bids_say(state: GameState, deal: DealState) -> tuple[str, ...]:
    """Who has bid how much, a few words for each side with a contract; none before the auction is over."""
    if deal.contract is None:
        return ()
    bids = side_bids(state, deal)
    if not bids:
        return (f"{state.names[deal.contract.bidder]} bid {deal.contract.bid}",)
    return tuple(f"{bid.name} bid {bid.amount}" for bid in bids)
