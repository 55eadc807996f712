"""Questions after the meld: the counters, what each side still needs, and other ways a deal may end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.game.state import DealState, GameState
from companion.rules.choices import Aim
from companion.rules.contract import Contract
from companion.rules.count import LEAVES_CARDS, in_counters, upper
from companion.rules.meld.best import dix_name, keeps_dix_apart
from companion.rules.meld.kinds import quad_price
from companion.rules.ruling import Ruling
from companion.rules.score import score_deal
from companion.rules.score.checks import asks_kitty_seen
from companion.rules.score.facts import (
    DealEnd,
    DealFacts,
    DealScore,
    Ending,
    asks_all_tricks,
    asks_tricks,
    can_be_made,
    counted_meld,
    laid_away,
    points_needed,
    signed,
)
from companion.rules.score.teams import contracts_of
from companion.rules.score.unplayed import asks_taken, judge_throw_in
from companion.rules.variant import Variant


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
    """Return what every side must make, the bidder's first; one line where only the bidder has to (bid.summed)."""
    if deal.contract is None:
        return ()
    if deal.aim:
        return (_moon_need(state, deal.contract),)
    if deal.partner_hidden:
        return (_hidden(state, deal, deal.contract),)
    facts = state.teams_of(deal).counted(state.so_far(deal))
    contracts = contracts_of(state.variant, facts)
    return tuple(_need(state, deal, facts, side, contracts[side]) for side in state.bidder_first(deal, contracts))


def _hidden(state: GameState, deal: DealState, contract: Contract) -> Need:
    """Return the need that is known while nobody knows the bidder's partner (res.five-call)."""
    side, name = state.side_of(contract.bidder), state.names[contract.bidder]
    bid, meld = contract.says(state.variant), deal.meld(side)
    says = f"Bid {bid}, {name}’s meld {meld}: meld and tricks of the partner join them."
    return Need(side, contract.bid, 0, True, says)


def _moon_need(state: GameState, contract: Contract) -> Need:
    """Return the need of the moon (bid.moon, bid.no-trick)."""
    needed = "no trick may be taken" if contract.aim is Aim.NO_TRICK else "every trick is needed"
    says = f"Bid {contract.says(state.variant)}: {needed}, and the bidding side’s meld does not count."
    return Need(state.side_of(contract.bidder), contract.bid, 0, True, says)


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


@dataclass(frozen=True)
class CountedSide:
    """A side for which tricks are counted, or a whole team under the name of one side."""

    side: str
    name: str


@dataclass(frozen=True)
class PlayView:
    """The questions once the meld is entered."""

    bidder: str
    """The player who has the bid; empty where nobody has."""
    needs: tuple[Need, ...]
    """The points that each side with a contract must still take, the bidder's first; none where nobody bid."""
    counted: tuple[CountedSide, ...]
    hint: str
    """Text that asks for the counters of a side."""
    least: int
    """The least that all tricks together can come to."""
    total: int
    """The most for them together: ``least``, unless cards laid away count for nobody."""
    throw_in: Ruling | None
    throw_in_costs: str
    asks_all_tricks: bool
    moon: bool
    """True if the bidder must take every trick, or none."""
    asks_tricks: tuple[str, ...]
    """The sides that may keep their meld, or bar all tricks to the others, by a trick without counters."""
    asks_no_trick: tuple[str, ...]
    """The sides with counters that may all have been laid away, where a trick matters."""
    asks_kitty_seen: bool
    """True if a look at the kitty before conceding matters."""
    quad_pinochle: tuple[str, ...]
    """Sides of which a page asks about four of a meld: theirs is worth that much, and they did not show it."""
    quad_called: str
    """The name of the melds asked about: ``quadruple pinochle``."""
    asks_taken: bool
    """True if a renege counts the tricks that were taken until then."""
    laid: Mapping[str, str]
    """By side its meld, where the dixes are a line of their own; empty where they are not."""


def play_view(state: GameState, deal: DealState) -> PlayView:
    """Return the questions of a deal whose meld is entered."""
    variant, contract, teams = state.variant, deal.contract, state.teams_of(deal)
    facts = teams.counted(state.so_far(deal))
    meld, led = facts.meld.get(facts.bidder or "", 0), facts.begun is not None
    least, most = state.trick_range(deal)
    is_none = deal.aim is Aim.NO_TRICK
    return PlayView(
        bidder=state.names[contract.bidder] if contract else "",
        needs=needs_of(state, deal),
        counted=tuple(CountedSide(side, teams.named(state.side_name)(side)) for side in teams.heads),
        hint=_count_hint(state, deal),
        least=least,
        total=most,
        throw_in=_throw_in(variant, deal, meld, led),
        throw_in_costs=_throw_in_costs(state, deal),
        asks_all_tricks=asks_all_tricks(variant, deal.aim),
        moon=bool(deal.aim),
        asks_tricks=_asks_trick(variant, facts) if asks_tricks(variant) or is_none else (),
        asks_no_trick=tuple(side for side in _asks_trick(variant, facts) if laid_away(variant, facts.bidder, side)),
        asks_kitty_seen=asks_kitty_seen(variant),
        quad_pinochle=_asks_quads(state, deal),
        quad_called=str(variant.end_quad_pinochle or ""),
        asks_taken=asks_taken(variant),
        laid={each: _laid(state, deal, each) for each in state.sides_in(deal)} if keeps_dix_apart(variant) else {},
    )


def _throw_in(variant: Variant, deal: DealState, meld: int, led: bool) -> Ruling | None:
    contract = deal.contract
    if contract is None or deal.partner_hidden:
        return None
    return judge_throw_in(variant, contract.bid, meld, led, contract.aim)


def _asks_trick(variant: Variant, facts: DealFacts) -> tuple[str, ...]:
    """Return the sides for which it matters whether they took a trick at all (score.save, bid.no-trick)."""
    if asks_all_tricks(variant, facts.aim):
        return facts.sides
    none = {facts.bidder} if facts.aim is Aim.NO_TRICK else set()
    melded = {side for side in facts.sides if asks_tricks(variant) and counted_meld(variant, facts.meld.get(side, 0))}
    return tuple(side for side in facts.sides if side in none | melded)


def _asks_quads(state: GameState, deal: DealState) -> tuple[str, ...]:
    if state.variant.end_quad_pinochle is None:
        return ()
    least = quad_price(state.variant)
    sides = (side for side in state.sides_in(deal) if side not in state.quads(deal))
    return tuple(side for side in sides if deal.meld(side) >= least)


def _count_hint(state: GameState, deal: DealState) -> str:
    least, most = state.trick_range(deal)
    if least == most:
        two = len(state.teams_of(deal).heads) == 2
        return "Enter one side; the other fills in." if two else "Enter all but one; the last fills in."
    if state.variant.draw in LEAVES_CARDS:
        return "Enter everyone: cards that nobody holds count for nobody."
    return "Enter every side: what was laid away counts for nobody."


def _laid(state: GameState, deal: DealState, side: str) -> str:
    dix = deal.dix(side)
    return f"meld {deal.meld(side) - dix}, {dix_name(state.variant)} {dix}"


def _throw_in_costs(state: GameState, deal: DealState) -> str:
    facts = state.facts_of(deal, Ending(DealEnd.THROWN_IN))
    score = score_deal(state.variant, facts, state.side_name)
    if not isinstance(score, DealScore):
        return score.says
    return ", ".join(f"{state.side_name(side)} {signed(change)}" for side, change in score.change.items())
