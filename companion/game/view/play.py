"""Questions after the meld: the counters, what each side still needs, and other ways a deal may end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from companion.game.state import DealState, GameState, Phase
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
from companion.rules.score.unplayed import asks_taken, judge_claim, judge_throw_in


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
    """The questions of a deal whose meld is entered; each is worked out where a page or a form asks it."""

    state: GameState
    deal: DealState

    @property
    def bidder(self) -> str:
        """The player who has the bid; empty where nobody has."""
        return self.state.names[self.deal.contract.bidder] if self.deal.contract else ""

    @cached_property
    def needs(self) -> tuple[Need, ...]:
        """The points that each side with a contract must still take, the bidder's first; none where nobody bid."""
        return needs_of(self.state, self.deal)

    @cached_property
    def counted(self) -> tuple[CountedSide, ...]:
        """The sides or teams whose tricks are counted."""
        teams = self.state.teams_of(self.deal)
        return tuple(CountedSide(side, teams.named(self.state.side_name)(side)) for side in teams.heads)

    @property
    def hint(self) -> str:
        """Text that asks for the counters of a side."""
        if self.least == self.total:
            two = len(self.counted) == 2
            return "Enter one side; the other fills in." if two else "Enter all but one; the last fills in."
        if self.state.variant.draw in LEAVES_CARDS:
            return "Enter everyone: cards that nobody holds count for nobody."
        return "Enter every side: what was laid away counts for nobody."

    @property
    def least(self) -> int:
        """The least that all tricks together can come to."""
        return self.state.trick_range(self.deal)[0]

    @property
    def total(self) -> int:
        """The most for them together: ``least``, unless cards laid away count for nobody."""
        return self.state.trick_range(self.deal)[1]

    @property
    def throw_in(self) -> Ruling | None:
        """The ruling on giving up now; None where nobody can."""
        contract, facts = self.deal.contract, self._facts
        if contract is None or self.deal.partner_hidden:
            return None
        meld = facts.meld.get(facts.bidder or "", 0)
        return judge_throw_in(self.state.variant, contract.bid, meld, facts.begun is not None, contract.aim)

    @property
    def throw_in_costs(self) -> str:
        """The points that each side gains or loses when the bidder gives up."""
        facts = self.state.facts_of(self.deal, Ending(DealEnd.THROWN_IN))
        score = score_deal(self.state.variant, facts, self.state.side_name)
        if not isinstance(score, DealScore):
            return score.says
        return ", ".join(f"{self.state.side_name(side)} {signed(change)}" for side, change in score.change.items())

    @property
    def asks_all_tricks(self) -> bool:
        """True if it matters that a side took every trick."""
        return asks_all_tricks(self.state.variant, self.deal.aim)

    @property
    def moon(self) -> bool:
        """True if the bidder must take every trick, or none."""
        return bool(self.deal.aim)

    @property
    def asks_tricks(self) -> tuple[str, ...]:
        """The sides that may keep their meld, or bar all tricks to the others, by a trick without counters."""
        asked = asks_tricks(self.state.variant) or self.deal.aim is Aim.NO_TRICK
        return self._of_tricks if asked else ()

    @property
    def asks_no_trick(self) -> tuple[str, ...]:
        """The sides with counters that may all have been laid away, where a trick matters."""
        variant, bidder = self.state.variant, self._facts.bidder
        return tuple(side for side in self._of_tricks if laid_away(variant, bidder, side))

    @property
    def asks_kitty_seen(self) -> bool:
        """True if a look at the kitty before conceding matters."""
        return asks_kitty_seen(self.state.variant)

    @property
    def quad_pinochle(self) -> tuple[str, ...]:
        """Sides of which a page asks about four of a meld: theirs is worth that much, and they did not show it."""
        if self.state.variant.end_quad_pinochle is None:
            return ()
        least, shown = quad_price(self.state.variant), self.state.quads(self.deal)
        sides = (side for side in self.state.sides_in(self.deal) if side not in shown)
        return tuple(side for side in sides if self.deal.meld(side) >= least)

    @property
    def quad_called(self) -> str:
        """The name of the melds asked about: ``quadruple pinochle``."""
        return str(self.state.variant.end_quad_pinochle or "")

    @property
    def asks_taken(self) -> bool:
        """True if a renege counts the tricks that were taken until then."""
        return asks_taken(self.state.variant)

    @property
    def laid(self) -> Mapping[str, str]:
        """By side its meld, where the dixes are a line of their own; empty where they are not."""
        variant, deal = self.state.variant, self.deal
        if not keeps_dix_apart(variant):
            return {}
        return {
            side: f"meld {deal.meld(side) - deal.dix(side)}, {dix_name(variant)} {deal.dix(side)}"
            for side in self.state.sides_in(deal)
        }

    @cached_property
    def _facts(self) -> DealFacts:
        return self.state.teams_of(self.deal).counted(self.state.so_far(self.deal))

    @cached_property
    def _of_tricks(self) -> tuple[str, ...]:
        """The sides for which it matters whether they took a trick at all (score.save, bid.no-trick)."""
        variant, facts = self.state.variant, self._facts
        if asks_all_tricks(variant, facts.aim):
            return facts.sides
        none = {facts.bidder} if facts.aim is Aim.NO_TRICK else set()
        by_meld = facts.sides if asks_tricks(variant) else ()
        melded = {side for side in by_meld if counted_meld(variant, facts.meld.get(side, 0))}
        return tuple(side for side in facts.sides if side in none | melded)


@dataclass(frozen=True)
class ClaimView:
    """The distance of each side from the target, for a player who wants to declare out."""

    target: int
    so_far: tuple[tuple[str, int], ...]
    """By side, the score with the meld of this deal, the tricks not yet counted."""


def claim_view(state: GameState, deal: DealState) -> ClaimView | None:
    """Return the target and each side's score with its meld; None where nobody may declare out (end.declare-out)."""
    target = state.standing.target
    if not judge_claim(state.variant, deal.aim) or target is None or deal.phase not in (Phase.STOCK, Phase.PLAY):
        return None
    scores = state.standing.scores
    return ClaimView(target, tuple((side, scores[side] + deal.meld(side)) for side in state.sides_in(deal)))
