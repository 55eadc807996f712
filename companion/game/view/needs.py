"""What each side with a contract still needs once the meld is told."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.game.record.state import DealState, GameState
from companion.rules.contract import Contract
from companion.rules.count import in_counters, upper
from companion.rules.score.facts import DealFacts, asks_tricks
from companion.rules.score.teams import contracts_of
from companion.rules.score.unplayed import can_be_made, points_needed


@dataclass(frozen=True)
class Need:
    """One side's contract, and what it takes to make it."""

    side: str
    bid: int
    needed: int
    """Trick points that the side must take."""
    possible: bool
    says: str


def needs_of(state: GameState, deal: DealState) -> tuple[Need, ...]:
    """What every side has to make, the bidder's first; one line where only the bidder has a contract (bid.summed)."""
    if deal.contract is None:
        return ()
    if deal.partner_hidden:
        return (_hidden(state, deal, deal.contract),)
    facts = state.teams_of(deal).counted(state.so_far(deal))
    contracts = contracts_of(state.variant, facts)
    first = state.side_of(deal.contract.bidder)
    order = sorted(contracts, key=lambda side: side != first)
    return tuple(_need(state, deal, facts, side, contracts[side]) for side in order)


def _hidden(state: GameState, deal: DealState, contract: Contract) -> Need:
    """What is known while nobody knows the bidder's partner (res.five-call)."""
    side, name = state.side_of(contract.bidder), state.names[contract.bidder]
    says = f"Bid {contract.bid}, {name}’s meld {deal.meld(side)}: meld and tricks of the partner join them."
    return Need(side, contract.bid, 0, True, says)


def _need(state: GameState, deal: DealState, facts: DealFacts, side: str, bid: int) -> Need:
    meld = facts.meld[side]
    needed = in_counters(state.variant, points_needed(state.variant, bid, meld))
    possible = can_be_made(state.variant, replace(facts, bidder=side, bid=bid))
    opening = f"{state.side_name(side)}: bid" if facts.bids else "Bid"
    return Need(side, bid, needed, possible, f"{opening} {bid}, {_says(state, deal, meld, needed, possible)}")


def _says(state: GameState, deal: DealState, meld: int, needed: int, possible: bool) -> str:
    most, least = upper(*state.trick_range(deal)), state.variant.score_meld_min
    if least is not None and not least.is_met(meld):
        return f"meld {meld}: meld of {least} is needed, so this bid will be set."
    if not possible:
        return f"meld {meld}: {needed} more needed, and all tricks make {most}: this bid will be set."
    if not needed:
        alone = "any trick makes it" if asks_tricks(state.variant) else "that makes it already"
        return f"meld {meld}: {alone}."
    return f"meld {meld}: {needed} of {most} in tricks still needed."
