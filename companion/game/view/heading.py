"""The heading of every page of a game: the variant, the sides with their scores, the deal on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.cards import Rank, Suit
from companion.game.state import DealState, GameState
from companion.game.view.outlook import Outlook
from companion.game.view.sheet import Ledger
from companion.rules.meld.best import keeps_dix_apart


@dataclass(frozen=True)
class SideView:
    """One side as the top of every page shows it."""

    side: str
    name: str
    score: int
    seats: tuple[int, ...]
    leads: bool
    checks: int | None = None
    """The checks now; None where none are kept."""


@dataclass(frozen=True)
class VariantName:
    """The words of a page for the variant that is played."""

    key: str
    name: str
    ranks: tuple[Rank, ...]


@dataclass(frozen=True)
class DealLine:
    """The deal on the table, in the few words that every page at it needs."""

    number: int
    dealer_seat: int
    trump: Suit | None
    untrumped: bool
    """True if no suit is trump, as the bidder said."""
    has_stock: bool
    """True if players may lay its melds one by one while a stock lasts."""
    partner_hidden: bool
    """True if nobody knows yet who holds the called card."""
    begins_game: bool
    """True if it is the first of its game, with neither a bid nor trump."""


@dataclass(frozen=True)
class Melded:
    """The meld of one side."""

    points: int
    dix: int
    """The part of it that is a line of its own; 0 where none is."""
    hands: tuple[tuple[str, int], ...]
    """Each player's name and meld, where several play for the side and it was entered player by player."""

    @property
    def rest(self) -> int:
        """The meld without what is a line of its own."""
        return self.points - self.dix


def side_views(state: GameState, outlook: Outlook, ledger: Ledger | None) -> tuple[SideView, ...]:
    """Return every side of a game as it is now."""
    scores, checks = state.standing.scores, ledger.totals if ledger else {}
    return tuple(
        SideView(
            side,
            state.side_name(side),
            scores[side],
            state.seats_of(side),
            leads=side in outlook.leaders,
            checks=checks.get(side),
        )
        for side in state.sides
    )


def variant_name(state: GameState) -> VariantName:
    """The variant that is played, as far as a page shows it."""
    return VariantName(state.variant.key, state.variant.name, state.variant.pack.ranks)


def deal_line(state: GameState, deal: DealState) -> DealLine:
    """The deal on the table."""
    return DealLine(
        number=deal.number,
        dealer_seat=deal.dealer,
        trump=deal.trump,
        untrumped=deal.untrumped,
        has_stock=deal.has_stock,
        partner_hidden=deal.partner_hidden,
        begins_game=not (deal.contract or deal.trump or deal.ended or state.deals),
    )


def melded(state: GameState, deal: DealState) -> Mapping[str, Melded]:
    """By side that takes part, its meld as entered so far."""
    apart = keeps_dix_apart(state.variant)
    return {
        side: Melded(deal.meld(side), deal.dix(side) if apart else 0, _by_hand(state, deal, side))
        for side in state.sides_in(deal)
    }


def _by_hand(state: GameState, deal: DealState, side: str) -> tuple[tuple[str, int], ...]:
    seats = state.seats_of(side)
    melds = {seat: shown for seat in seats if (shown := state.meld_shown_by(deal, side, seat))}
    return tuple((state.names[seat], shown.points) for seat, shown in melds.items()) if len(seats) > 1 else ()
