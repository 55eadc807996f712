"""What a page shows of a called partner: the card, who may hold it, and who it was."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import Card, Rank
from companion.game.record.state import DealState, GameState
from companion.rules.dealing import judge_call


@dataclass(frozen=True)
class CallView:
    """The bidder's search for a partner."""

    bidder: str
    card: Card | None
    """The card called; None while it has still to be named."""
    cards: tuple[Card, ...]
    """The cards that can be called, the highest first."""
    hidden: bool
    """Whether nobody knows yet who the partner is."""
    partner: str
    """The partner's name; empty while hidden, and where the bidder plays alone."""
    candidates: tuple[tuple[int, str], ...]
    """The seats that can be the partner with their names, from the bidder's left."""


def call_view(state: GameState, deal: DealState) -> CallView | None:
    """The called partner of a deal; None where partners are not called, and before trump is named (res.five-call)."""
    if not deal.has_call or deal.contract is None or deal.trump is None:
        return None
    bidder, playing = deal.contract.bidder, state.seats_in(deal)
    clockwise = ((bidder + step) % state.players for step in range(1, state.players))
    trumps = (Card(rank, deal.trump) for rank in Rank)
    return CallView(
        state.names[bidder],
        deal.called,
        tuple(card for card in trumps if judge_call(state.variant, deal.trump, card)),
        deal.partner_hidden,
        "" if deal.partner is None else state.names[deal.partner],
        tuple((seat, state.names[seat]) for seat in clockwise if seat in playing),
    )
